"""A live evening: one session after another, each on one board; before any board is known, the wait for it."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from calibration.guide import WalkGuide
from calibration.profile import Profile
from calibration.shelf import Shelf
from companion import wiring
from companion.errors import CameraError, SettingsError
from companion.journal.archive import ReadOnlyJournal, SqliteArchive
from companion.journal.buffered import BufferedJournal
from companion.journal.event_log import SqliteJournal
from companion.journal.place import set_aside
from companion.journal.resuming import following, last_game
from companion.live.button import attend, attend_mute
from companion.live.empty_table import EmptyTable
from companion.live.eyes import Eyes
from companion.live.outages import Outages
from companion.live.viewfinder import LiveViewfinder
from companion.ports import Journal, Pictures
from companion.recording.evening_recorder import OpenCamera, begun_with, listened
from companion.referee.events import CommandGiven, GameStarted, NoticeGiven, Setup, TeamLook
from companion.referee.followed import end_of
from companion.registry.games import agreed, refereed
from companion.session.loop import Outlets, Session
from companion.settings import Settings
from companion.terminal.console import Console
from companion.views.appearance import chips_called
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame
from companion.vision.pile_table import PileTableReader
from companion.web import Live
from hardware.muting import MuteSwitch
from hardware.virtual_table import VirtualTable

PATIENCE_S = 2.0
FORSAKEN_S = 180.0
"""A calibration that no phone has asked after for so long holds up no game."""
_CLASSIC_TEAMS = (2, 3)
_NO_PICTURE = "No picture of the table ({}). The game is kept and goes on with the next picture."
CARDS_ALONE = "black-jack"
"""What is played on a table without a board, until a phone begins another game."""
_CALIBRATING = NoticeGiven("CALIBRATING", "The board is being calibrated. The game waits, and nothing is judged.")


@dataclass(frozen=True, slots=True)
class TableEquipment:
    """What looks at the table, and what is known of it."""

    viewfinder: LiveViewfinder
    shelf: Shelf
    guide: WalkGuide
    camera: OpenCamera
    """Opens the camera for the size of a board's pictures, or the usual one; None for a recording without a board."""
    drawn: VirtualTable | None = None


@dataclass(frozen=True, slots=True)
class EveningOutlets:
    """Where an evening is kept and told."""

    settings: Settings
    journal: Path
    live: Live
    console: Console
    mute: MuteSwitch = field(default_factory=MuteSwitch)
    pictures: Pictures | None = None
    """Where the camera's pictures of what was told are kept, if they are."""


def play_evening(table: TableEquipment, evening: EveningOutlets) -> Iterator[str]:
    """One look after another, until the frames end; each gives a few words on how it stands."""
    if evening.settings.empty_table is not None:
        yield from _without_a_board(table, evening, evening.settings.empty_table)
        return
    while True:
        profile = table.shelf.profile()
        with closing(Eyes(table.camera, table.viewfinder)) as eyes:
            eyes.open_for(profile)
            if profile is None:
                yield from _until_a_board_is_known(table, evening)
                continue
            with _session(profile, table, eyes, evening) as session, evening.live.desk.opened(session.command):
                for _ in looks(table, session, evening.console):
                    yield f"{session.tracking.number} turns played"
                    if not table.shelf.is_chosen(profile):
                        evening.console.say(f"From now on you play on the board {table.shelf.chosen!r}.")
                        break
                    eyes.open_for(None if table.guide.busy and table.viewfinder.live else profile)
                else:
                    return


def _without_a_board(table: TableEquipment, evening: EveningOutlets, empty_table: Path) -> Iterator[str]:
    """One look after the other at a table that has only a pile; the first card that lies on it calibrates it."""
    empty = EmptyTable(empty_table)
    reader = PileTableReader(empty.bgr, load_card_index())
    with table.camera(None) as camera, ExitStack() as stack:
        table.viewfinder.turn_to(camera)
        setup = setup_without_board(evening.settings.game)
        outlets = stack.enter_context(outlets_of(evening, setup))
        heard = replace(outlets, journal=listened(outlets.journal, lambda: camera))
        session = Session(reader, heard, setup, evening.settings.patience_or(PATIENCE_S))
        begun_with(camera, outlets.journal)
        stack.enter_context(_attended(session, outlets, evening))
        stack.enter_context(evening.live.desk.opened(session.command))
        for _ in looks(table, session, evening.console, empty.check):
            yield f"{session.tracking.number} cards and turns seen"


def looks(
    table: TableEquipment, session: Session, console: Console, check: Callable[[Frame], None] = lambda _: None
) -> Iterator[Frame | None]:
    """One look after the other, each judged or, without a picture, told; the frame where the table was seen.

    A frame for which `check` raises CameraError is none.
    """
    outages = Outages(console.say)
    while True:
        try:
            if _calibrating(table.guide):
                session.wait(_CALIBRATING, table.guide.scene)
                table.viewfinder.wait()
                yield None
                continue
            frame = table.viewfinder.capture()
            if frame is not None:
                check(frame)
        except CameraError as error:
            outages.lost(_NO_PICTURE.format(error))
            session.blind(_NO_PICTURE.format(error))
            yield None
            continue
        if frame is None:
            return
        outages.seen()
        tick = session.tick(frame)
        for words in session.words(tick):
            console.say(words)
        yield frame


def live_setup(profile: Profile, rules: str | None) -> Setup:
    """The game at this table: teams with the profile's chips, in turn at as many seats as the rules say.

    Without rules, classic ones for as many teams as there are chips for, as far as they know so many.
    """
    letters = list(profile.chips)
    preset = "classic" if len(letters) in _CLASSIC_TEAMS else "my_rules"
    game, options = agreed(rules or f"{preset} N={len(letters)} T={len(letters)}")
    looks = tuple(TeamLook(each, chips_called(each)) for each in letters)
    setup = Setup(options, profile.layout, looks, (), game)
    with suppress(ValueError):  # rules that are none are refused as the game begins
        return setup.played_by(refereed(game).options(options).teams) if refereed(game).needs_board else setup
    return setup


def setup_without_board(rules: str | None) -> Setup:
    """The game on a table without a board. Raises SettingsError for a game that needs one."""
    game, options = agreed(rules or CARDS_ALONE)
    if refereed(game).needs_board:
        raise SettingsError(f"{game} is played on a board; leave out --empty-table, or name another game with --game")
    return Setup(options, (), (), (), game)


def _calibrating(guide: WalkGuide) -> bool:
    """Whether the game waits for a calibration that somebody is still at."""
    if guide.busy and guide.idle_s(time.monotonic()) > FORSAKEN_S:
        guide.leave()
    return guide.busy


def _until_a_board_is_known(table: TableEquipment, evening: EveningOutlets) -> Iterator[str]:
    """Look on, and point where chips are to lie, until a phone has saved or chosen a board."""
    with closing(wiring.lights_for(evening.settings.lights, Setup("", (), (), ()))) as lights:
        shown, outages = None, Outages(evening.console.say)
        while table.shelf.chosen is None:
            if table.guide.scene != shown:
                shown = table.guide.scene
                lights.show(shown)
            try:
                table.viewfinder.wait()
                evening.live.trouble = ""
                outages.seen()
            except CameraError as error:
                evening.live.trouble = f"No picture of the table ({error})."
                outages.lost(evening.live.trouble)
            yield "waiting for a board to be calibrated"


@contextmanager
def _session(profile: Profile, table: TableEquipment, eyes: Eyes, evening: EveningOutlets) -> Iterator[Session]:
    settings = evening.settings
    setup = live_setup(profile, _rules_for(profile, settings.game, table.shelf.by_phone))
    with outlets_of(evening, setup) as outlets:
        if table.shelf.by_phone:
            _make_room(outlets.journal, setup, table.shelf.chosen)
        try:
            heard = replace(outlets, journal=listened(outlets.journal, lambda: eyes.camera))
            session = Session(wiring.table_reader(profile), heard, setup, settings.patience_or(PATIENCE_S))
        except ValueError as error:
            raise SettingsError(f"this game cannot be played: {error}; choose other rules with --game") from error
        eyes.see_the_game_of(outlets.journal)
        with _attended(session, outlets, evening):
            yield session


@contextmanager
def outlets_of(evening: EveningOutlets, setup: Setup) -> Iterator[Outlets]:
    """Where this evening is kept, shown and heard, until the block ends."""
    settings = evening.settings
    with ExitStack() as stack:
        known = ReadOnlyJournal(SqliteArchive(evening.journal))
        opening, aside = partial(SqliteJournal, evening.journal), partial(_set_aside, evening)
        journal = BufferedJournal(opening, time.monotonic, aside, known)
        stack.callback(_own_up, journal, evening.console)
        stack.enter_context(closing(journal))
        if journal.trouble():
            evening.console.say(f"The game is not being saved ({journal.trouble()}). It is played in memory.")
        lights = stack.enter_context(closing(wiring.lights_for(settings.lights, setup)))
        sounder = stack.enter_context(closing(wiring.sounder_for(settings.controls.buzzer, evening.mute)))
        live = evening.live
        yield Outlets(journal, lights, live, sounder, evening.pictures, live.internal_errors, makes_room=True)


def _set_aside(evening: EveningOutlets) -> Path:
    aside = set_aside(evening.journal)
    evening.console.complain(f"the journal was damaged; it is kept as {aside}, and a new one is begun")
    return aside


def _own_up(journal: Journal, console: Console) -> None:
    """Say what is lost with a journal that was closed while its disk took nothing."""
    if journal.trouble():
        console.complain(f"the last of what was told is not kept ({journal.trouble()})")


@contextmanager
def _attended(session: Session, outlets: Outlets, evening: EveningOutlets) -> Iterator[None]:
    """Phones sit as in its game; the button speaks to this session until the block ends, and that for mute."""
    evening.live.desk.access.take_up(session.tracking.setup.players)
    pins = evening.settings.controls
    with ExitStack() as stack:
        attend(stack.enter_context(closing(wiring.buttons_for(pins.button))), session, outlets.sounder)
        attend_mute(stack.enter_context(closing(wiring.buttons_for(pins.mute_button))), evening.mute, outlets.sounder)
        yield


def _rules_for(profile: Profile, rules: str | None, by_phone: bool) -> str | None:
    """The rules named at the start, unless a phone has chosen a board with chips for fewer teams."""
    if rules is None or not by_phone:
        return rules
    game, options = agreed(rules)
    known = refereed(game)
    misfit = known.needs_board and known.options(options).teams > len(profile.chips)
    return None if misfit else rules


def _make_room(journal: Journal, setup: Setup, board: str | None) -> None:
    """A board chosen from a phone ends an unfinished game on another board: a new one stands in the journal."""
    last = last_game(journal)
    if not last or end_of([entry.event for entry in last]):
        return
    started = last[0].event
    if not isinstance(started, GameStarted) or started.setup.game != setup.game:
        return
    if (started.setup.layout, started.setup.known) != (setup.layout, setup.known):
        setup = following(journal, setup) if journal.began_this_evening() else setup
        _, events = refereed(setup.game).begin(setup)
        journal.append((CommandGiven("the table", f"board {board}"), *events), last[-1].taken_at_s)
