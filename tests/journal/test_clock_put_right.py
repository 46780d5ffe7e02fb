"""Without a battery for its clock a machine begins at the time of the evening before, until the network tells it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import UnwritableError
from companion.journal.archive import SqliteArchive
from companion.journal.event_log import SqliteJournal
from companion.referee.events import GameStarted, Setup, TurnPlayed

TURN = TurnPlayed("r 7D@C4")
STARTED = GameStarted(Setup("classic N=2 T=2", ("JK",), (), ()))
LATER = """WHEN NEW.event GLOB '{"type":"TurnPlayed"*'"""
LAST_WEEK_S, NOW_S = 1.79e9 - 7 * 86400, 1.79e9


class Clock:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.now_s = LAST_WEEK_S

    def __call__(self) -> float:
        """What it shows."""
        return self.now_s


def began(path: Path) -> list[float]:
    return [game.began_at_s for game in sorted(SqliteArchive(path).games(None, 9), key=lambda game: game.number)]


@pytest.mark.parametrize("leap_s", [NOW_S - LAST_WEEK_S, 1000.0 - LAST_WEEK_S, -3600.0])
def test_games_of_this_evening_are_dated_by_the_clock_that_was_put_right(tmp_path: Path, leap_s: float):
    path, clock = tmp_path / "game.db", Clock()
    with closing(SqliteJournal(path, clock)) as journal:
        journal.append([STARTED], 0.0)
    with closing(SqliteJournal(path, clock)) as journal:
        journal.append([STARTED, TURN], 1.0)
        journal.append([STARTED], 2.0)
        clock.now_s += leap_s
        journal.append([TURN], 3.0)
        journal.append([STARTED], 4.0)
        journal.append([TURN], 5.0)
        assert journal.began_this_evening()
    right_s = LAST_WEEK_S + leap_s
    assert began(path) == [LAST_WEEK_S, *3 * [pytest.approx(right_s, abs=10.0)]]


def test_an_evening_that_goes_by_is_no_leap(tmp_path: Path):
    path = tmp_path / "game.db"
    clock = Clock()
    with closing(SqliteJournal(path, clock)) as journal:
        journal.append([STARTED], 0.0)
        clock.now_s += 30.0  # put right by less than anybody reads off a date
        journal.append([TURN], 1.0)
    assert began(path) == [LAST_WEEK_S]


def elsewhere(path: Path, statement: str) -> None:
    """What the journal's own connection knows nothing of."""
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(statement)


def test_a_disk_that_takes_nothing_just_then_dates_them_later(tmp_path: Path):
    path, clock = tmp_path / "game.db", Clock()
    with closing(SqliteJournal(path, clock)) as journal:
        journal.append([STARTED], 0.0)
        clock.now_s = NOW_S
        elsewhere(path, "CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'full'); END")
        with pytest.raises(UnwritableError, match="full"):
            journal.append([TURN], 1.0)
        assert began(path) == [LAST_WEEK_S]
        elsewhere(path, "DROP TRIGGER full")
        journal.append([TURN], 1.0)
    assert began(path) == [pytest.approx(NOW_S, abs=10.0)]


def test_a_game_that_a_full_disk_took_only_at_the_third_try_is_put_right_once(tmp_path: Path):
    path, clock = tmp_path / "game.db", Clock()
    with closing(SqliteJournal(path, clock)) as journal:
        elsewhere(path, f"CREATE TRIGGER full BEFORE INSERT ON entry {LATER} BEGIN SELECT RAISE(ABORT, 'full'); END")
        for _ in range(2):
            with pytest.raises(UnwritableError, match="full"):
                journal.append([STARTED, TURN], 0.0)
        elsewhere(path, "DROP TRIGGER full")
        journal.append([STARTED, TURN], 0.0)
        clock.now_s = NOW_S
        journal.append([TURN], 1.0)
    assert began(path) == [pytest.approx(NOW_S, abs=10.0)]


def test_a_clock_put_right_dates_the_game_where_nothing_happens_before_a_change_of_board_or_a_restart(tmp_path: Path):
    path, clock = tmp_path / "game.db", Clock()
    with closing(SqliteJournal(path, clock)) as journal:
        journal.append([STARTED], 0.0)
        clock.now_s = NOW_S
        assert journal.began_this_evening()
        clock.now_s += 86400.0
    assert began(path) == [pytest.approx(NOW_S + 86400.0, abs=10.0)]
    with closing(SqliteJournal(path, clock)) as journal:
        assert journal.began_this_evening()


def test_a_disk_that_takes_nothing_just_then_keeps_no_program_from_its_end(tmp_path: Path):
    path, clock = tmp_path / "game.db", Clock()
    with closing(SqliteJournal(path, clock)) as journal:
        journal.append([STARTED], 0.0)
        clock.now_s = NOW_S
        elsewhere(path, "CREATE TRIGGER full BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'full'); END")
    assert began(path) == [LAST_WEEK_S]
