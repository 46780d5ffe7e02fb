"""Every reader of the hall gets everything that is new to them, each table whole, and no table is lost on the way."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statements import begun, changed, ended, whole_game

from companion.club import hall as hall_module
from companion.club.evening import MOST_TABLES
from companion.club.hall import Hall

FAULT = {"code": "X", "squares": [3], "message": "A chip moved."}


class Reader:
    """A page that keeps what it was told, as the club's page does."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.sequence, self.tables = hall, 0, dict[str, Any]()
        self.plan: Any = None

    def read(self) -> None:
        """Whatever is new."""
        if told := self.hall.wait_newer(self.sequence, 0):
            self.sequence, news = told.sequence, json.loads(told.text)
            self.tables = {} if news["whole"] else self.tables
            self.tables |= {table["name"]: table for table in news["tables"]}
            self.plan = news.get("plan", self.plan)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_module, "GATHERED_S", 0.0)


ACTS = st.lists(st.tuples(st.sampled_from(["oak", "elm", "fir"]), st.integers(0, 7), st.booleans()), max_size=25)


@settings(deadline=None, max_examples=60)
@given(ACTS)
def test_whoever_reads_now_and_then_knows_what_whoever_reads_always_knows(acts: list[tuple[str, int, bool]]):
    hall, said = Hall(clock=lambda: 0.0), whole_game()
    often, seldom = Reader(hall), Reader(hall)
    for name, what, reads in acts:
        if what == 0:
            hall.hear(name, "status", "")
        elif what == 1:
            hall.hear(name, "availability", "offline")
        elif what == 2:
            hall.hear(name, "status", "rubbish")
        elif what == 3:
            hall.plan({"rounds": len(acts)})
        else:
            hall.hear(name, "status", said[what * 3])
            hall.hear(name, "availability", "online")
        often.read()
        if reads:
            seldom.read()
    fresh = Reader(hall)
    for reader in (often, seldom, fresh):
        reader.read()
    assert often.tables == seldom.tables == fresh.tables
    assert often.plan == seldom.plan == fresh.plan


def test_a_table_says_in_one_word_how_it_is_and_since_when():
    now = [100.0]
    hall = Hall(clock=lambda: now[0])
    reader = Reader(hall)

    def state(at_s: float, what: str, payload: str) -> tuple[str, float]:
        now[0] = at_s
        hall.hear("oak", what, payload)
        reader.read()
        return reader.tables["oak"]["state"], reader.tables["oak"]["since"]

    assert state(102, "status", begun()) == ("well", 102.0)
    assert state(103, "status", changed(begun(), fault=FAULT)) == ("calls", 103.0)
    assert state(110, "status", changed(begun(), fault=FAULT, stock=3)) == ("calls", 103.0)
    assert state(111, "status", "{}") == ("rubbish", 111.0)
    assert reader.tables["oak"]["rubbish"]
    assert state(112, "availability", "offline") == ("offline", 112.0)
    assert state(113, "status", begun()) == ("offline", 112.0)
    assert state(114, "availability", "online") == ("well", 114.0)


def test_the_same_statement_again_is_no_news():
    hall = Hall()
    hall.hear("oak", "status", begun())
    before = hall.sequence
    hall.hear("oak", "status", begun())
    hall.hear("oak", "status", changed(begun(), settled=False))
    assert hall.sequence == before


def test_only_tables_that_are_there_are_played_at():
    hall = Hall()
    hall.hear("oak", "status", begun())
    hall.hear("elm", "status", ended())
    hall.hear("elm", "availability", "offline")
    hall.hear("fir", "availability", "online")
    hall.hear("yew", "status", "rubbish")
    assert hall.tables == ("oak",)


def test_more_tables_than_a_hall_has_are_counted_and_cost_nothing():
    hall, random = Hall(), Random(1)
    for number in range(MOST_TABLES + 7):
        hall.hear(f"t{number}", "availability", "online")
    for _ in range(5):
        hall.hear(f"t{MOST_TABLES + random.randrange(7)}", "status", begun())
    told = hall.newest
    assert told is not None
    assert len(json.loads(told.text)["tables"]) == MOST_TABLES
    assert json.loads(told.text)["unheard"] == 7


def test_a_table_that_its_broker_forgets_is_gone_in_whatever_order_that_is_said():
    hall = Hall()
    for order in (("status", "availability"), ("availability", "status")):
        hall.hear("oak", "availability", "online")
        hall.hear("oak", "status", begun())
        for what in order:
            hall.hear("oak", what, "")
        assert not hall.knows("oak")


def test_a_table_for_which_there_is_room_again_is_counted_no_more():
    hall = Hall()
    for number in range(MOST_TABLES + 1):
        hall.hear(f"t{number}", "availability", "online")
    hall.hear("t0", "status", "")
    hall.hear(f"t{MOST_TABLES}", "status", begun())
    told = hall.newest
    assert told is not None
    assert json.loads(told.text)["unheard"] == 0


def test_readers_are_sent_home():
    hall = Hall()
    hall.close()
    assert hall.wait_newer(0, 5) is None
