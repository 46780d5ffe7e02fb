"""The newest statement reaches every reader, and none waits for nothing."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.views.one_eyed_jack.status import Status
from companion.web import Live

Make = Callable[..., Status]
SOON_S = 20.0


def test_there_is_nothing_before_the_first_statement(live: Live):
    assert (live.status, live.newest, live.sequence) == (None, None, 0)
    assert live.wait_newer(0, timeout_s=0) is None


def test_the_newest_statement_replaces_the_ones_before(live: Live, status: Make):
    live.tell(status(1))
    live.tell(status(2))
    told = live.wait_newer(0, timeout_s=0)
    assert told is not None
    assert (told.sequence, json.loads(told.text)["announcement"]) == (2, "2 chips.")


def test_the_same_statement_again_is_no_news(live: Live, status: Make):
    live.tell(status(1))
    live.tell(status(1))
    assert live.sequence == 1
    assert live.wait_newer(1, timeout_s=0) is None


@given(name=st.text(st.characters(exclude_categories=())))
def test_no_name_can_break_what_goes_out(status: Make, name: str):
    live, plain = Live(), status()
    teams, known = (replace(plain.teams[0], name=name), plain.teams[1]), (("R", name), plain.known[1])
    live.tell(replace(plain, announcement=name, teams=teams, known=known))
    assert live.newest is not None
    assert live.newest.text.isascii()
    assert "\n" not in live.newest.text
    assert json.loads(live.newest.text)["announcement"] == name


def test_one_statement_wakes_all_who_wait(live: Live, status: Make):
    with ThreadPoolExecutor(12) as readers:
        waiting = [readers.submit(live.wait_newer, 0, SOON_S) for _ in range(12)]
        live.tell(status(1))
        assert {future.result().sequence for future in waiting} == {1}


def test_a_reader_never_goes_back_and_ends_with_the_newest(live: Live, status: Make):
    def follow() -> list[int]:
        seen = [0]
        while seen[-1] < 50 and (told := live.wait_newer(seen[-1], SOON_S)):
            seen.append(told.sequence)
        return seen

    with ThreadPoolExecutor(4) as readers:
        following = [readers.submit(follow) for _ in range(4)]
        for chips in range(50):
            live.tell(status(chips))
    for future in following:
        seen = future.result()
        assert seen == sorted(set(seen))
        assert seen[-1] == 50


def test_closing_sends_every_reader_home(live: Live):
    with ThreadPoolExecutor(3) as readers:
        waiting = [readers.submit(live.wait_newer, 0, SOON_S) for _ in range(3)]
        live.close()
        live.close()
        assert [future.result() for future in waiting] == [None] * 3
    assert not live.take_seat()


@given(st.lists(st.booleans(), max_size=30))
def test_there_are_never_more_readers_than_seats(comings: list[bool]):
    live, inside = Live(streams=3), 0
    for coming in comings:
        if coming:
            assert live.take_seat() == (inside < 3)
            inside = min(3, inside + 1)
        elif inside:
            live.leave_seat()
            inside -= 1


def test_runs_are_told_apart():
    assert Live().run != Live().run
