"""`companion run`: a live evening, with lamps, page and a journal that a killed evening is gone on from."""

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from calibration.profile import Profile, load_profile, save_profile
from calibration.steps import Stills, calibrate
from companion import wiring
from companion.cameras import CameraName, live_camera, parse_camera, virtual_table
from companion.commands.arguments import Commands, port, served_at
from companion.console import Console, cleared
from companion.demo import qr_code
from companion.errors import CameraError, ProfileError, SettingsError
from companion.journal import SqliteJournal
from companion.ports import Camera
from companion.referee.events import Setup, TeamLook
from companion.repertoire import refereed
from companion.session import Outlets, Session
from companion.settings import Settings, load_settings
from companion.views.looks import CHIP_COLOURS
from companion.web import Live
from hardware.notify import Notifier
from hardware.virtual_table import VirtualTable

PATIENCE_S = 2.0
_DRAWN_LETTERS = "RB"
_DRAWN_ENROLMENT = {"R": (21, 78), "B": (22, 77)}
_NO_PICTURE = "No picture of the table ({}). The game is kept and goes on with the next picture."


@dataclass(frozen=True, slots=True)
class Eyes:
    """What looks at the table, and what is known of that table."""

    camera: Camera
    profile: Profile
    drawn: VirtualTable | None = None


def add(commands: Commands) -> None:
    """The command for the command line."""
    run = commands.add_parser("run", help="referee a live evening")
    run.add_argument("--camera", required=True, help="picamera, webcam:0, virtual (a drawn table), or a folder")
    run.add_argument("--profile", type=Path, help="what calibration learnt of this table; a drawn table needs none")
    run.add_argument("--journal", type=Path, help="where the game is kept; in the state directory when left out")
    run.add_argument("--game", help="the rules, as 'classic N=4 T=2'")
    run.add_argument("--host", help="where to serve the page; every address of this machine when left out")
    run.add_argument("--port", type=port, help="0 takes any free one")
    run.add_argument("--settings", type=Path, help="a settings file")
    run.set_defaults(command=run_command)


def run_command(options: argparse.Namespace) -> None:
    """`companion run`: until Ctrl-C, or until a folder's frames end."""
    settings = _settings(options)
    name = parse_camera(options.camera)
    live, notifier = Live(), Notifier(time.monotonic)
    with cleared(Console()) as console, ExitStack() as stack:
        eyes = _eyes(name, options.profile, console)
        stack.enter_context(closing(eyes.camera))
        page = stack.enter_context(closing(wiring.serve_page(live, settings.page, eyes.drawn)))
        session = stack.enter_context(_session(eyes.profile, settings, name, live))
        stack.enter_context(live.desk.opened(session.command))
        _greet(console, page.url, eyes)
        console.say(f"To change the game from a phone, enter the PIN {live.desk.access.pin}.")
        stack.callback(notifier.stopping)
        notifier.ready()
        for _ in looks(eyes.camera, session, console):
            notifier.alive(_state(session))


def looks(camera: Camera, session: Session, console: Console) -> Iterator[bool]:
    """One look after the other, each judged or, without a picture, told; True where the table was seen."""
    blind = ""
    while True:
        try:
            frame = camera.capture()
        except CameraError as error:
            if str(error) != blind:
                blind = str(error)
                console.say(_NO_PICTURE.format(error))
            session.blind(_NO_PICTURE.format(error))
            yield False
            continue
        if frame is None:
            return
        if blind:
            console.say("The table is seen again.")
            blind = ""
        tick = session.tick(frame)
        setup = tick.tracking.setup
        for words in filter(None, (refereed(setup.game).words(event, setup) for event in tick.events)):
            console.say(words)
        yield True


def state_folder() -> Path:
    """Where this program keeps its own files: what systemd gives it, or the user's usual place. Made when missing."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    usual = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "companion"
    folder = Path(given) if given else usual
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"{folder}: cannot be made ({error.strerror}); name a journal with --journal") from error
    return folder


def live_setup(profile: Profile, rules: str | None) -> Setup:
    """The game at this table: the profile's teams, in turn at as many seats as the rules say."""
    letters = list(profile.chips)
    options = rules or f"classic N={len(letters)} T={len(letters)}"
    return Setup(options, profile.layout, tuple(TeamLook(each, CHIP_COLOURS.get(each, each)) for each in letters), ())


def _settings(options: argparse.Namespace) -> Settings:
    settings = served_at(load_settings(options.settings), options)
    return replace(settings, journal=options.journal or settings.journal, game=options.game or settings.game)


def _eyes(name: CameraName, profile: Path | None, console: Console) -> Eyes:
    if name.kind == "virtual":
        table = virtual_table(_DRAWN_LETTERS)
        return Eyes(table, _drawn_profile(table, profile or state_folder() / "drawn.profile", console), table)
    if profile is None:
        raise ProfileError("a live evening needs to know the table; name a profile made with companion calibrate")
    known = load_profile(profile)
    height, width = known.empty_bgr.shape[:2]
    return Eyes(live_camera(name, (width, height)), known)


def _drawn_profile(table: VirtualTable, kept: Path, console: Console) -> Profile:
    """What calibration learns of a drawn table, kept for the next time, since drawn tables never change."""
    try:
        profile = load_profile(kept)
        if profile.layout == table.layout and list(profile.chips) == list(table.letters):
            return profile
    except ProfileError:
        pass
    chips = {square: letter for letter, squares in _DRAWN_ENROLMENT.items() for square in squares}
    stills = Stills(table.still(), table.play_still({}), table.play_still(chips), table.top_left_px)
    profile = calibrate(stills, _DRAWN_ENROLMENT, lambda step: console.say(f"First {step} …")).profile
    save_profile(profile, kept)
    return profile


@contextmanager
def _session(profile: Profile, settings: Settings, name: CameraName, live: Live) -> Iterator[Session]:
    setup = live_setup(profile, settings.game)
    usual = "drawn.db" if name.kind == "virtual" else "game.db"
    with ExitStack() as stack:
        journal = stack.enter_context(closing(SqliteJournal(settings.journal or state_folder() / usual)))
        lights = stack.enter_context(closing(wiring.lights_for(settings.lights, setup)))
        patience_s = PATIENCE_S if settings.patience_s is None else settings.patience_s
        try:
            session = Session(wiring.table_reader(profile), Outlets(journal, lights, live), setup, patience_s)
        except ValueError as error:
            raise SettingsError(f"this game cannot be played: {error}; choose other rules with --game") from error
        yield session


def _greet(console: Console, url: str, eyes: Eyes) -> None:
    console.say(f"The referee watches. The page for every phone in this network: {url}")
    console.say(qr_code(url))
    if eyes.drawn is not None:
        console.say(f"Play on the drawn table: {url}drawn/")


def _state(session: Session) -> str:
    return f"{session.tracking.number} turns played"
