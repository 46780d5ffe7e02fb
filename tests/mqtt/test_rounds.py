"""A club's round on a table's pages: who meets here, and nothing of what is none of it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from told_table import OAK

from companion.mqtt.orders import Orders
from companion.mqtt.rounds import seats_at
from companion.ports import Message

MEETINGS = [
    {"table": "elm", "sides": ["Cid", "Dora"], "points": None},
    {"table": "oak", "sides": ["Eva", "Fred"], "points": [2, 0]},
    {"table": "oak", "sides": ["Ann", "Bo"], "points": None},
]
ROUND: dict[str, Any] = {"round": 2, "meetings": MEETINGS, "bye": None}
WORDS = "Round 2: Ann and Bo meet here; Ann begins."


def test_who_meets_here_and_has_no_result_yet_is_said():
    assert seats_at("oak", json.dumps(ROUND)) == WORDS
    assert seats_at("fir", json.dumps(ROUND)) == ""
    assert seats_at("oak", json.dumps({**ROUND, "meetings": MEETINGS[:2]})) == ""


@given(st.text() | st.recursive(st.none() | st.text() | st.integers(), st.lists, max_leaves=5).map(json.dumps))
def test_what_is_no_round_says_nothing(payload: str):
    assert seats_at("oak", payload) == ""


@pytest.mark.parametrize("sides", [["Ann"], ["Ann", 3], ["Ann", "\u202eBo"], None, {}])
def test_names_that_are_none_say_nothing(sides: object):
    assert seats_at("oak", json.dumps({"round": 1, "meetings": [{**MEETINGS[2], "sides": sides}]})) == ""


def test_names_with_joiners_are_said_whole():
    meetings = [{**MEETINGS[2], "sides": ["Ann", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"]}]
    assert seats_at("oak", json.dumps({"round": 1, "meetings": meetings})).startswith(
        "Round 1: Ann and \u0639\u0644\u06cc\u200c\u0631\u0636\u0627 meet"
    )


def test_a_round_that_was_there_before_is_heard_where_a_club_is_listened_to():
    said: list[str] = []
    orders = Orders(seated=said.append)
    assert orders.topics(OAK) == (OAK.round,)
    orders.obey(Message(OAK.round, json.dumps(ROUND), retained=True), OAK)
    assert said == [WORDS]
    assert Orders().topics(OAK) == ()
    Orders().obey(Message(OAK.round, json.dumps(ROUND)), OAK)
