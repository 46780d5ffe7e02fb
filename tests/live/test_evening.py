"""An evening on one board after another: it waits for the first, and the choice of another one begins a new session."""

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.guide import WalkGuide
from calibration.profile import Profile, load_profile
from calibration.shelf import Shelf
from companion.errors import CameraError
from companion.journal.event_log import SqliteJournal
from companion.live.evening import EveningOutlets, TableEquipment, play_evening
from companion.live.viewfinder import LiveViewfinder
from companion.referee.events import CommandGiven, Event, GameStarted, Setup
from companion.referee.followed import Command
from companion.referee.one_eyed_jack.commands import new_game
from companion.referee.phones import Asker, score_match, signed
from companion.settings import Settings
from companion.terminal.console import Console
from companion.web import Live
from hardware.virtual_table import VirtualTable

LOOKS = 200


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return VirtualTable("RB", time.monotonic, lambda _: None)


@pytest.fixture(scope="module")
def profile(drawn_profile: Path) -> Profile:
    return load_profile(drawn_profile)


class LiveEvening:
    """An evening at the drawn table, looked at step by step."""

    def __init__(self, table: VirtualTable, folder: Path, rules: str | None = None) -> None:
        self._table = table
        self.shelf = Shelf(folder / "boards")
        viewfinder = LiveViewfinder()
        self.guide = WalkGuide(viewfinder, self.shelf)
        self.live = Live()
        self.opened_for: list[Profile | None] = []
        self._journal = folder / "game.db"
        evening = EveningOutlets(Settings(game=rules), self._journal, self.live, Console())
        self._states = play_evening(TableEquipment(viewfinder, self.shelf, self.guide, self._camera, table), evening)

    def _camera(self, known: Profile | None) -> AbstractContextManager[VirtualTable]:
        self.opened_for.append(known)
        return nullcontext(self._table)

    def look(self) -> str:
        """One look."""
        return next(self._states)

    def until_playing(self) -> None:
        """Look on until a game is told."""
        before = self.live.newest
        for _ in range(LOOKS):
            self.look()
            if self.live.newest is not before:
                return
        raise AssertionError("no game was told")

    def tell(self, command: Command) -> None:
        """A phone asks for this, and looks are taken until it is answered."""
        with ThreadPoolExecutor() as phone:
            answer = phone.submit(self.live.desk.carry_out, command)
            while not answer.done():
                self.look()
            answer.result()

    def close(self) -> None:
        """Let go of everything."""
        self._states.close()

    def events(self) -> list[Event]:
        """What the journal holds in the end, begun games and commands alone."""
        self.close()
        journal = SqliteJournal(self._journal)
        kept = [entry.event for entry in journal.entries() if isinstance(entry.event, CommandGiven | GameStarted)]
        journal.close()
        return kept


@pytest.fixture
def evening(table: VirtualTable, tmp_path: Path) -> Iterator[LiveEvening]:
    made = LiveEvening(table, tmp_path)
    yield made
    made.close()


def test_without_a_board_it_waits_and_with_the_first_one_it_plays(evening: LiveEvening, profile: Profile):
    assert [evening.look(), evening.look()] == ["waiting for a board to be calibrated"] * 2
    assert evening.live.newest is None
    evening.shelf.keep("Oak", profile)
    evening.shelf.choose("Oak")
    evening.until_playing()
    assert evening.look() == "0 turns played"


def test_a_camera_that_gives_no_picture_is_told_before_any_board_is_known(
    table: VirtualTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    evening = LiveEvening(table, tmp_path)
    with monkeypatch.context() as unplugged:
        unplugged.setattr(table, "capture", _no_cable)
        evening.look()
        assert evening.live.trouble == "No picture of the table (no cable)."
    evening.look()
    assert evening.live.trouble == ""
    assert capsys.readouterr().out.splitlines() == ["No picture of the table (no cable).", "The table is seen again."]
    evening.close()


def _no_cable() -> None:
    raise CameraError("no cable")


def test_another_board_ends_the_game_and_the_same_board_calibrated_anew_goes_on(evening: LiveEvening, profile: Profile):
    turned = replace(profile, layout=tuple(reversed(profile.layout)))
    for name, known in (("Oak", profile), ("Elm", turned), ("Elm again", replace(turned, doubtful=(5,)))):
        evening.shelf.keep(name, known)
    evening.shelf.choose("Oak")
    evening.until_playing()
    for name in ("Elm", "Elm again"):
        evening.shelf.choose(name)
        evening.look()
        evening.look()
    events = evening.events()
    assert [event.setup.layout for event in events if isinstance(event, GameStarted)] == [profile.layout, turned.layout]
    assert CommandGiven("the table", "board Elm") in events


def test_on_another_board_the_same_people_play_and_what_they_have_won_counts(evening: LiveEvening, profile: Profile):
    for name, layout in (("Oak", profile.layout), ("Elm", tuple(reversed(profile.layout)))):
        evening.shelf.keep(name, replace(profile, layout=layout))
    evening.shelf.choose("Oak")
    evening.until_playing()
    asker = Asker(table=True)
    for command in (
        lambda kept: new_game(kept, asker, replace(kept.setup, players=("Ann", "Ben"))),
        lambda kept: score_match(kept, asker, 1, 3),
    ):
        evening.tell(signed(asker, "so", command))
    evening.shelf.choose("Elm")
    evening.look()
    evening.look()
    *_, last = (event.setup for event in evening.events() if isinstance(event, GameStarted))
    assert (last.layout, last.players, last.wins) == (tuple(reversed(profile.layout)), ("Ann", "Ben"), (3, 0))


def test_a_game_waits_while_somebody_calibrates(evening: LiveEvening, profile: Profile):
    evening.shelf.keep("Oak", profile)
    evening.shelf.choose("Oak")
    evening.until_playing()
    evening.guide.begin()
    evening.look()
    assert evening.live.status.notice.code == "CALIBRATING"
    evening.guide.leave()
    evening.look()
    assert evening.live.status.notice is None


def test_while_somebody_calibrates_the_camera_looks_as_before_any_board_was_known(
    evening: LiveEvening, profile: Profile
):
    evening.shelf.keep("Oak", profile)
    evening.shelf.choose("Oak")
    evening.until_playing()
    known = evening.shelf.profile()
    evening.guide.begin()
    for _ in range(3):
        evening.look()
    evening.guide.leave()
    for _ in range(3):
        evening.look()
    assert evening.opened_for == [known, None, known]


def test_a_board_for_other_teams_than_the_rules_named_at_the_start_is_played_by_the_usual_ones(
    table: VirtualTable, profile: Profile, tmp_path: Path
):
    red = profile.chips["R"]
    four = replace(profile, chips={"R": red, "B": profile.chips["B"], "G": red, "Y": red})
    started = games_on(LiveEvening(table, tmp_path, "kids N=4 T=4"), {"Four": four, "Two": profile})
    assert [setup.options for setup in started] == ["kids N=4 T=4", "classic N=2 T=2"]


def test_a_board_with_more_chips_than_the_rules_named_at_the_start_have_teams_is_played_by_them(
    table: VirtualTable, profile: Profile, tmp_path: Path
):
    three = replace(profile, chips={**profile.chips, "G": profile.chips["R"]})
    (setup,) = games_on(LiveEvening(table, tmp_path, "kids N=4 T=2"), {"Three": three})
    assert (setup.options, [team.letter for team in setup.teams]) == ("kids N=4 T=2", ["R", "B"])
    assert [chip.letter for chip in setup.known] == ["R", "B", "G"]


def test_a_game_that_needs_no_board_is_played_on_any_as_named_at_the_start(
    table: VirtualTable, profile: Profile, tmp_path: Path
):
    (setup,) = games_on(LiveEvening(table, tmp_path, "black-jack players=4"), {"Two": profile})
    assert (setup.game, setup.options) == ("black-jack", "base players=4")


def games_on(evening: LiveEvening, boards: Mapping[str, Profile]) -> list[Setup]:
    """What is agreed for the games that begin as these boards are chosen one after another."""
    for name, profile in boards.items():
        evening.shelf.keep(name, profile)
        evening.shelf.choose(name)
        evening.look()
        evening.look()
    return [event.setup for event in evening.events() if isinstance(event, GameStarted)]
