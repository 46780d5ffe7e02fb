"""`companion run`: a live evening, with lamps, page and a journal that a killed evening is gone on from."""

import argparse
import gc
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from calibration.guide import WalkGuide
from calibration.profile import Profile, load_profile, save_profile
from calibration.shelf import Shelf
from calibration.steps import Stills, calibrate
from companion import wiring
from companion.commands.arguments import Commands, add_command, add_page, file, served_at
from companion.commands.places import (
    USUAL,
    elsewhere,
    internal_errors_beside,
    journal_of,
    phones_beside,
    receipts_beside,
    state_folder,
)
from companion.errors import ProfileError, SettingsError
from companion.files.atomic import OutputError
from companion.games.refusals import OptionsError
from companion.journal.archive import SqliteArchive
from companion.journal.place import refuse_held
from companion.journal.turn_pictures import TurnPictures
from companion.live.cameras import CameraName, Size, found_camera, live_camera, parse_camera, plan_for, virtual_table
from companion.live.empty_table import check_empty_table, take_empty_table
from companion.live.evening import EveningOutlets, TableEquipment, play_evening
from companion.live.viewfinder import LiveViewfinder, RecordedViewfinder
from companion.mqtt.herald import HeraldSources
from companion.mqtt.orders import Orders
from companion.ports import Archive, Camera, Mute
from companion.recording.demo import qr_code
from companion.registry.games import agreed, refereed
from companion.session.internal_errors import InternalErrors
from companion.settings import Settings, load_settings
from companion.terminal.console import Console, LastingConsole, cleared
from companion.web import Desk, Live, Workshop
from companion.web.access import Access
from companion.web.phone_book import PhoneBook
from hardware.drawn_table import SIZE_PX
from hardware.muting import MuteSwitch
from hardware.notify import Notifier
from hardware.recordings import load_recording
from hardware.virtual_table import VirtualTable

_DRAWN_LETTERS, _DRAWN_PROFILE = "RBGYPK", "drawn.profile"

_WHAT = """referee a live evening, until Ctrl-C
Page, lamps and journal come with it. A board that is not known yet is calibrated on the page; an interrupted
game goes on."""
_EXAMPLES = (
    "run  # the camera that is found",
    "run --camera virtual  # a drawn table; needs no camera",
    "run --camera webcam:0 --game 'classic N=4 T=2'  # four players in two teams",
)


def add(commands: Commands) -> None:
    """The command for the command line."""
    run = add_command(commands, "run", _WHAT, _EXAMPLES)
    add_evening(run)
    run.set_defaults(command=run_command)


def add_evening(run: argparse.ArgumentParser) -> None:
    """What a live evening needs to be told."""
    run.add_argument(
        "--camera",
        help="picamera, webcam:0, virtual (a drawn table), or a folder; when left out, the Pi's or the only USB camera",
    )
    run.add_argument(
        "--profile", type=Path, help="what calibration learnt of this table; else one is chosen or made on the page"
    )
    run.add_argument("--journal", type=file, help="where the game is kept; game.db in ~/.local/state/companion usually")
    run.add_argument(
        "--empty-table",
        type=Path,
        help="the picture of a table without board and cards, for Black Jack; taken now if there is no such file",
    )
    run.add_argument(
        "--game", help="the rules, as 'classic N=4 T=2', or the game and its rules: 'black-jack players=4'"
    )
    add_page(run)


def run_command(options: argparse.Namespace) -> None:
    """`companion run`: until Ctrl-C, or until a folder's frames end."""
    play(options, lambda table, *_: table)


def play(options: argparse.Namespace, seen: Callable[[TableEquipment, Settings, Console], TableEquipment]) -> None:
    """A live evening, at a table that is seen as `seen` has it."""
    settings = _settings(options)
    name = parse_camera(options.camera) if options.camera else found_camera()
    notifier = Notifier(time.monotonic)
    with cleared(LastingConsole()) as console, ExitStack() as stack:
        table = _table(name, options.profile, settings, console)
        if settings.empty_table is not None:
            take_empty_table(settings.empty_table, partial(table.camera, None), console.say)
        table = seen(table, settings, console)
        table.shelf.profile()  # a broken one is said before anything is served
        journal = journal_of(settings, "drawn.db" if name.kind == "virtual" else USUAL)
        refuse_held(journal)  # no phone and no broker is to take a second companion for the first
        access = Access(book=PhoneBook(phones_beside(journal)), pin=settings.page.pin)
        live = Live(desk=Desk(access), internal_errors=InternalErrors(internal_errors_beside(journal)))
        if table.drawn is not None:
            table.drawn.keep(journal.with_suffix(".table"))
        turn_pictures = TurnPictures(journal.with_suffix(".pictures"), console.say)
        muting = MuteSwitch(settings.controls.muted)
        evening = EveningOutlets(settings, journal, live, console, muting, turn_pictures if settings.pictures else None)
        mute = None if settings.controls.buzzer is None else muting
        # A table without a board stays so until the program ends: no phone is to be told that it plays on one now.
        workshop = Workshop(table.guide, table.shelf) if settings.empty_table is None else None
        rooms = wiring.Rooms(table.drawn, workshop, SqliteArchive(journal), turn_pictures, mute)
        page = stack.enter_context(closing(wiring.serve_page(live, settings.page, rooms)))
        stack.enter_context(_told_to_broker(evening, SqliteArchive(journal), mute))
        if not options.camera:
            console.say(f"The camera {name} was found; --camera names another.")
        _greet(console, page.url, table, settings)
        console.say(f"To change the game from a phone, enter the PIN {live.desk.access.pin}.")
        stack.callback(notifier.stopping)
        gc.freeze()  # what is loaded by now stays: no frame waits while the collector looks through it again
        notifier.ready()
        for state in play_evening(table, evening):
            notifier.alive(state)


def _told_to_broker(evening: EveningOutlets, archive: Archive, mute: Mute | None) -> AbstractContextManager[None]:
    """A broker is told of this evening, where the settings name one; the page and the console know how that goes."""
    live, settings = evening.live, evening.settings.mqtt
    asides = {"round": "", "broker": ""}

    def note(what: str, words: str) -> None:
        """On the page beside whatever else there is to know."""
        asides[what] = words
        live.aside = " ".join(filter(None, asides.values()))

    def say(trouble: str, words: str) -> None:
        """On the page as long as it lasts, on the console once."""
        note("broker", trouble)
        evening.console.say(words)

    seated = partial(note, "round") if settings.club else None
    orders = Orders(live.desk.carry_out if settings.commands else None, mute, seated)
    told = HeraldSources(live, archive, orders, say, live.internal_errors)
    return wiring.told_to_broker(settings, told, receipts_beside(evening.journal))


def _settings(options: argparse.Namespace) -> Settings:
    settings = served_at(load_settings(options.settings), options)
    settings = replace(
        settings,
        journal=options.journal or settings.journal,
        game=settings.game if options.game is None else options.game,
        empty_table=options.empty_table or settings.empty_table,
    )
    if settings.game is not None:
        _check_rules(settings.game)
    if settings.empty_table is not None:
        check_empty_table(settings.empty_table)  # what is wrong with it is said before anything is served
    return settings


def _check_rules(rules: str) -> None:
    """Raises SettingsError for rules that cannot be: before anybody plays, not when a board is chosen."""
    try:
        game, chosen = agreed(rules)
        refereed(game).options(chosen)
    except OptionsError as error:
        raise SettingsError(f"this game cannot be played: {error}; choose other rules with --game") from error


def _drawn_letters(rules: str | None, known: Path) -> str:
    """The teams that a drawn table has chips for: as many as the game is for, else those it is known with."""
    if rules is not None:
        game, chosen = agreed(rules)
        if refereed(game).needs_board:
            return _DRAWN_LETTERS[: refereed(game).options(chosen).teams]
    with suppress(ProfileError):
        return "".join(load_profile(known).chips)
    return _DRAWN_LETTERS[:2]


def _table(name: CameraName, given: Path | None, settings: Settings, console: Console) -> TableEquipment:
    """The table that this camera sees, with the boards that are known of it."""
    if name.kind == "virtual":
        drawn = virtual_table(_drawn_letters(settings.game, given or state_folder() / _DRAWN_PROFILE))
        kept = _drawn_profile(drawn, given, console)
        shelf = Shelf(state_folder() / "drawn-boards", kept, partial(_misfit, SIZE_PX))
        finder = LiveViewfinder()
        return TableEquipment(finder, shelf, WalkGuide(finder, shelf), lambda _: nullcontext(drawn), drawn)
    if name.kind == "folder":
        recording = load_recording(Path(name.place))
        shelf = Shelf(
            state_folder() / f"{recording.folder.name}-boards", given, partial(_misfit, recording.about.size_px)
        )
        finder = RecordedViewfinder(recording)
    else:
        shelf, finder = Shelf(state_folder() / "boards", given), LiveViewfinder()
    return TableEquipment(finder, shelf, WalkGuide(finder, shelf), partial(_open_camera, name, settings))


def _open_camera(name: CameraName, settings: Settings, known: Profile | None) -> AbstractContextManager[Camera | None]:
    """The camera, opened as this board wants it; a recording runs once its board is known, if it is to have one."""
    if name.kind == "folder" and known is None and settings.empty_table is None:
        return nullcontext()
    plan = plan_for(name, known, settings.camera)
    return closing(live_camera(name, replace(plan, cards_come=settings.empty_table is not None)))


def _misfit(size_px: Size, profile: Profile) -> str | None:
    """Why a board cannot be seen by a camera whose pictures always have this size, if it cannot."""
    if profile.size_px == size_px:
        return None
    sizes = ["x".join(map(str, size)) for size in (profile.size_px, size_px)]
    return f"this board was calibrated with pictures of {sizes[0]}, but the camera gives {sizes[1]}; calibrate it again"


def _drawn_profile(table: VirtualTable, given: Path | None, console: Console) -> Path:
    """Where what calibration learns of a drawn table is kept for the next time, until a later version draws it anew.

    Raises ProfileError when one was given that is missing or of another table; it is never written over. Raises
    OutputError where nothing can be kept.
    """
    if given is not None:
        if not _is_drawn(load_profile(given), table):
            raise ProfileError(f"{given}: belongs to another table than the drawn one; leave --profile out")
        return given
    kept = state_folder() / _DRAWN_PROFILE
    if kept.is_dir():
        raise SettingsError(f"{kept}: is a folder in the place of a file; move it away")
    with suppress(ProfileError):
        if _is_drawn(load_profile(kept), table):
            return kept
    enrolment = {letter: (21 + number, 78 - number) for number, letter in enumerate(table.letters)}
    chips = {square: letter for letter, squares in enrolment.items() for square in squares}
    stills = Stills(table.still(), table.play_still({}), table.play_still(chips), table.top_left_px)
    profile = calibrate(stills, enrolment, lambda step: console.say(f"First {step} …")).profile
    try:
        save_profile(profile, kept)
    except OutputError as error:
        raise OutputError(f"{str(error).partition(';')[0]}; {elsewhere()}") from error
    return kept


def _is_drawn(profile: Profile, table: VirtualTable) -> bool:
    drawn_alike = np.array_equal(profile.empty_bgr, table.play_still({}))
    return drawn_alike and profile.layout == table.layout and list(profile.chips) == list(table.letters)


def _greet(console: Console, url: str, table: TableEquipment, settings: Settings) -> None:
    console.say(f"The referee watches. The page for every phone on this network: {url}")
    console.say(qr_code(url))
    if table.drawn is not None:
        console.say(f"Play on the drawn table: {url}drawn/")
    if table.shelf.chosen is None and settings.empty_table is None:
        console.say(f"No board is known yet: calibrate yours at {url}calibrate")
