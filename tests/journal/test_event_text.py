"""Every event survives being written down; nothing else is taken for one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.event_text import KINDS, from_json, to_json
from companion.referee.events import CardLaid, Event, GameStarted, Setup, TeamLook

EVENTS = st.one_of(*map(st.from_type, KINDS.values()))


@given(EVENTS)
def test_an_event_written_down_is_read_back_equal(event: Event):
    assert from_json(to_json(event)) == event


@given(EVENTS)
def test_an_event_is_one_line(event: Event):
    assert "\n" not in to_json(event)


def test_a_set_up_of_before_games_were_counted_is_still_read():
    written = json.loads(to_json(GameStarted(Setup("classic", (), (), ()))))
    for later in ("wins", "elsewhere", "first", "sitting_out", "chips"):
        del written["setup"][later]
    assert from_json(json.dumps(written)) == GameStarted(Setup("classic", (), (), ()))


def test_a_card_of_before_guesses_were_told_apart_is_still_read():
    assert from_json('{"type":"CardLaid","card":"8S"}') == CardLaid("8S")


def test_a_diameter_without_decimals_is_a_number_too():
    setup = Setup("classic", (), (TeamLook("R", "red", "plain", 30),), ())
    assert from_json(to_json(GameStarted(setup))) == GameStarted(setup)


@given(EVENTS, st.sampled_from(("type", "turn", "code", "setup", "squares", "team")))
def test_an_event_that_lacks_a_field_is_refused(event: Event, name: str):
    written = json.loads(to_json(event))
    if name in written:
        del written[name]
        with pytest.raises(ValueError, match=r"no such kind of event|wrong fields"):
            from_json(json.dumps(written))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no JSON object; write one object with a type"),
        ("[]", "is no JSON object"),
        ('{"type":["TurnUndone"]}', "no such kind of event"),
        ('{"type":"TurnUndone","why":1}', "wrong fields in TurnUndone"),
        ('{"type":"GameWon","team":true,"termination":"count"}', r"wrong value in GameWon\.team: True"),
        ('{"type":"LineCompleted","team":0,"squares":["A1"]}', r"wrong value in LineCompleted\.squares"),
        ('{"type":"GameStarted","setup":1}', r"wrong fields in GameStarted\.setup"),
    ],
)
def test_what_is_no_event_is_refused_with_the_reason(text, why):
    with pytest.raises(ValueError, match=why):
        from_json(text)
