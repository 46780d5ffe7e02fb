"""Two teams at a table that knows chips of three colours: recorded, and replayed as they were followed."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from recorded_table import PATIENCE_S, Clock, opened, replayed, without_frames
from unforgiving import Unforgiving

from calibration.profile import Profile
from calibration.steps import Stills, calibrate
from companion import wiring
from companion.errors import ProfileError
from companion.journal.event_log import MemoryJournal
from companion.journal.resuming import last_game
from companion.live.evening import live_setup
from companion.recording import playback
from companion.recording.evening_recorder import EveningRecorder, begun_with, listened
from companion.recording.known_board import profile_for
from companion.referee.events import Setup
from companion.referee.one_eyed_jack.commands import new_game
from companion.referee.phones import Asker, signed
from companion.session.loop import Outlets, Session
from companion.views.one_eyed_jack.rows import event_rows
from hardware.archive import Budget, RecordingArchive
from hardware.description import describe, parse_description
from hardware.lights import FakeLights
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

CHIPS = {"R": (21, 78), "B": (22, 77), "G": (23, 76)}


@pytest.fixture(scope="module")
def profile() -> Profile:
    """What calibration learns of a drawn table with chips of three colours."""
    table = VirtualTable("RBG", lambda: 0.0, lambda _: None)
    laid = {square: letter for letter, squares in CHIPS.items() for square in squares}
    stills = Stills(table.still(), table.play_still({}), table.play_still(laid), table.top_left_px)
    return calibrate(stills, CHIPS, lambda _: None).profile


def from_the_start(session: Session, setup: Setup) -> None:
    """The game that the journal goes on with is another than the recording says of itself."""
    assert session.tracking.setup == setup


def by_a_phone(session: Session, setup: Setup) -> None:
    """Somebody begins the game at the table."""
    table = Asker(table=True)
    session.command(signed(table, "game", partial(new_game, asker=table, setup=setup)))


@pytest.mark.parametrize(("begin", "other"), [(by_a_phone, True), (from_the_start, False)])
def test_what_two_teams_play_at_a_table_that_knows_three_colours_is_followed_and_replayed(
    tmp_path: Path, profile: Profile, begin: Callable[[Session, Setup], None], other: bool
):
    clock = Clock()
    table, cards = VirtualTable("RBG", lambda: clock.now_s, clock.pause), profile.layout
    three, setup = live_setup(profile, None), live_setup(profile, "my_rules N=2 T=2 lines=1 n=3").played_with("RG")
    keeping = EveningRecorder(RecordingArchive(tmp_path, Budget(), print), False, print, lambda: "evening")
    journal = MemoryJournal()
    with keeping.recorded(opened(table), lambda _: (three, PATIENCE_S))(profile) as camera:
        heard = listened(journal, lambda: camera)
        outlets = Outlets(heard, FakeLights(()), playback.Nobody(), internal_errors=Unforgiving())
        session = Session(wiring.table_reader(profile), outlets, three if other else setup, PATIENCE_S)
        begun_with(camera, journal)
        begin(session, setup)
        for square, letter in ((44, ""), (44, "R"), (53, "G"), (12, "R"), (90, "B")):
            if letter:
                table.put(square, letter)
                table.lay(cards[square])
            for _ in range(20):
                session.tick(camera.capture())
    told = event_rows((0, entry.event) for entry in last_game(journal))
    assert [(event["team"], event["square"]) for event in told if event["type"] == "move"] == [
        ("R", [4, 4]), ("G", [5, 3]), ("R", [1, 2])
    ]  # fmt: skip
    assert "SPARE_CHIP" in [event.get("code") for event in told]
    folder = tmp_path / "evening"
    assert without_frames(replayed(folder)) == without_frames(told)
    rows = (tmp_path / "evening.replayed" / "observations.jsonl").read_text().splitlines()
    assert sorted(json.loads(rows[-1])["board"].replace(".", "")) == ["B", "G", "R", "R"]


def test_a_description_names_the_chips_that_do_not_play_and_reads_back(drawn_recording):
    about = load_recording(drawn_recording()).about
    red, blue = about.game.teams
    green = replace(red, letter="G", name="green")
    game = replace(about.game, teams=(red, green), seats=("R", "G"), chips=(red, blue, green))
    enrolment = replace(about.enrolment, chips={"R": (1,), "B": (2,), "G": (3,)})
    three = replace(about, game=game, enrolment=enrolment)
    assert parse_description(describe(three), "here") == three
    assert [chip.letter for chip in game.setup(("JK",) * 100).known] == ["R", "B", "G"]


def test_a_profile_without_a_chip_that_the_table_knows_is_refused(drawn_recording, drawn_profile: Path):
    recording = load_recording(drawn_recording())
    red, blue = recording.about.game.teams
    chips = (red, blue, replace(red, letter="G", name="green"))
    recording = replace(recording, about=replace(recording.about, game=replace(recording.about.game, chips=chips)))
    with pytest.raises(ProfileError, match="has the chips of R, B, not of R, B, G; calibrate again"):
        profile_for(recording, drawn_profile, lambda _: None)
