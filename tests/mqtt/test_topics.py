"""A table's topics: its own alone, and the ones a club hears."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.mqtt.topics import Topics, of_every_table, parse_topic, slug

NAMES = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?", fullmatch=True)
ROOTS = st.from_regex(r"[a-b1_-]{1,3}", fullmatch=True)


def matches(pattern: str, topic: str) -> bool:
    """Whether a topic is heard by whoever subscribed to a pattern in which + stands for one part."""
    wanted, found = pattern.split("/"), topic.split("/")
    return len(wanted) == len(found) and all(part in ("+", other) for part, other in zip(wanted, found, strict=True))


@given(NAMES, st.sampled_from(["one-eyed-jack", "club/cards"]))
def test_who_hears_every_table_hears_each_and_knows_which(name: str, root: str):
    topics = Topics(name, root)
    own = {"status": topics.status, "event": topics.event, "availability": topics.availability}
    for pattern, (what, topic) in zip(of_every_table(root), own.items(), strict=True):
        assert matches(pattern, topic)
        assert parse_topic(root, topic) == (name, what)


def test_a_table_below_a_topic_of_one_word_is_known_as_it_always_was():
    assert Topics("oak").identity == "one-eyed-jack-oak"
    assert Topics("oak", "club_2").discovery == "homeassistant/device/club_2-oak/config"


@given(NAMES, st.lists(ROOTS, min_size=2, max_size=4), NAMES, st.lists(ROOTS, min_size=1, max_size=4))
@example("c", ["a", "b"], "b-c", ["a"])
@example("c", ["a", "b-b"], "c", ["a-b", "b"])
def test_no_other_table_is_known_as_one_below_a_topic_of_several_words(
    name: str, root: list[str], other: str, others: list[str]
):
    one, another = Topics(name, "/".join(root)), Topics(other, "/".join(others))
    assert (one.identity == another.identity) == (one == another)
    assert re.fullmatch("[a-zA-Z0-9_-]+", one.identity)


@given(st.text())
def test_any_words_make_a_name(words: str):
    assert Topics(slug(words)).name == slug(words)


@given(NAMES)
def test_a_name_that_is_one_stays_as_it_is(name: str):
    assert slug(name) == name or "--" in name


@pytest.mark.parametrize("name", ["", "Oak", "a/b", "+", "#", "-a", "a-", "a" * 33, "é", "a\n"])
def test_a_name_that_would_be_another_topic_is_refused(name: str):
    with pytest.raises(ValueError, match="name is"):
        Topics(name)


@pytest.mark.parametrize("root", ["", "/", "a//b", "$SYS", "a/+", "a/#", "a/b/c/d/e"])
def test_a_root_that_no_topic_can_be_made_of_is_refused(root: str):
    with pytest.raises(ValueError, match="topic is"):
        Topics("oak", root)
    with pytest.raises(ValueError, match="topic is"):
        of_every_table(root)


@pytest.mark.parametrize(
    "topic",
    [
        "",
        "jack/oak/status",
        "one-eyed-jack/oak",
        "one-eyed-jack/oak/command/undo",
        "one-eyed-jack/Oak/status",
        "one-eyed-jack/a/b/status",
    ],
)
def test_what_no_table_says_is_nobodys(topic: str):
    assert parse_topic("one-eyed-jack", topic) is None
