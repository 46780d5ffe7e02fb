"""Names show, and may be joined; nothing in them turns or hides what stands around them."""

import pytest

from companion.games.names import as_seen, can_be_shown, trimmed

JOINED = ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"]


@pytest.mark.parametrize("name", ["A", "Ann", "W" * 24, "Zoë O'Neil", *JOINED])
def test_a_name_may_have_joiners(name: str):
    assert can_be_shown(name, 24)
    assert trimmed(f" \u200d{name}\u200c ") == name


@pytest.mark.parametrize("name", ["", "W" * 25, "a\nb", "a\x00b", "a\u202eb", "\u2066a\u2069", "a\u200eb", "a\u200bb"])
def test_a_name_turns_hides_and_ends_nothing(name: str):
    assert not can_be_shown(name, 24)


def test_names_are_told_apart_by_what_is_seen():
    assert as_seen("A\u200dnn") == as_seen("Ann")
    assert as_seen("Ann") != as_seen("Anna")
