"""`companion doctor`: what is well with this table and its machine, and what to do about the rest."""

import argparse
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from calibration.profile import Profile, load_profile
from calibration.quality import Grade, Verdict
from calibration.shelf import Shelf
from companion.commands.arguments import Commands, add_command, add_settings
from companion.commands.places import (
    USUAL,
    internal_errors_beside,
    journal_of,
    phones_beside,
    receipts_beside,
    state_folder,
    state_place,
)
from companion.commands.service import HANDED_OVER, SETTINGS, STATE, UNIT
from companion.doctor import broker, seeing, wires
from companion.doctor import machine as ask
from companion.doctor.machine import Machine
from companion.errors import CompanionError, ProfileError, TornError
from companion.files.atomic import built_file, write_text
from companion.journal.archive import SqliteArchive
from companion.journal.place import refuse_unfit_at
from companion.live.cameras import CameraName, NoCameraError, found_camera, live_camera, parse_camera, plan_for
from companion.ports import Locks
from companion.settings import CameraSettings, Settings, load_settings
from companion.terminal.console import Console, cleared
from companion.views.words import sentence
from hardware.header import lamp_uses, svg_diagram, text_diagram
from hardware.holding import CameraPlan
from hardware.picamera import library_fault
from hardware.webcam import webcams

_WHAT = """check this table and machine, and say what to do about what is wrong
Camera, light, profile, pins, disk, clock, heat, network and service: a line for each. The exit status is 0 when you can
play, 2 when something must be put right first."""
_EXAMPLES = (
    "doctor  # the camera that is found",
    "doctor --wiring  # draws which wire goes to which pin",
)


class UnwellError(CompanionError):
    """Something must be done before one can play."""


def add(commands: Commands) -> None:
    """The command for the command line."""
    doctor = add_command(commands, "doctor", _WHAT, _EXAMPLES)
    doctor.add_argument("--camera", help="as for `companion run`")
    doctor.add_argument("--profile", type=Path, help="what calibration learnt; else the board last chosen on the page")
    add_settings(doctor)
    doctor.add_argument("--wiring", action="store_true", help="draw which wire goes to which pin, as the settings say")
    doctor.add_argument("--svg", type=Path, metavar="FILE", help="with --wiring: as a picture")
    doctor.set_defaults(command=doctor_command)


def doctor_command(options: argparse.Namespace) -> None:
    """`companion doctor`: a line for each question; raises UnwellError when an answer is poor."""
    machine = Machine()
    settings = settings_of(machine, options.settings)
    if options.wiring:
        _draw(settings, options.svg, settings_verdicts(machine, options.settings))
        return
    poor = []
    with cleared(Console()) as console:
        for verdict in _verdicts(options, machine, settings, console):
            console.say(str(verdict))
            if verdict.grade is Grade.POOR:
                poor.append(verdict.topic)
    if poor:
        raise UnwellError(f"{len(poor)} of these must be put right first: {', '.join(dict.fromkeys(poor))}")


def settings_of(machine: Machine, named: Path | None) -> Settings:
    """The settings in the file that is named, else those of the service, where it has some that this user may read.

    Raises SettingsError.
    """
    kept = service_settings(machine)
    return load_settings(kept if named is None and machine.text(str(SETTINGS)) is not None else named)


def settings_verdicts(machine: Machine, named: Path | None) -> Iterator[Verdict]:
    """Says so where the service is started with other settings than are asked after."""
    kept = service_settings(machine)
    if kept is None or (named is not None and named.resolve() == kept.resolve()):
        return
    if named is not None:
        remedy = f"To start it with {named}, install it again: sudo .venv/bin/companion install-service --settings …"
        yield Verdict("Service", Grade.FAIR, f"it is started with {kept}, and not with {named}", remedy)
    elif machine.text(str(SETTINGS)) is None:
        finding = f"it is started with {kept}, which this user may not read; the usual settings were asked after"
        yield Verdict("Service", Grade.FAIR, finding, "Ask with sudo: sudo .venv/bin/companion doctor.")


def service_settings(machine: Machine) -> Path | None:
    """The file with the settings that the service is started with, if it is installed with any."""
    return machine.root / SETTINGS if HANDED_OVER in (machine.text(str(UNIT)) or "") else None


def machine_verdicts(machine: Machine, settings: Settings) -> Iterator[Verdict]:
    """Everything but the camera."""
    yield ask.system(machine, platform.machine())
    yield ask.power(machine)
    yield ask.heat(machine)
    if not is_hidden(machine):
        yield _disk(machine, settings)
    yield ask.clock(machine, time.time())
    yield ask.network(settings.page.port)
    yield ask.service(machine)
    if is_hidden(machine):
        finding = f"it keeps games, boards and phones of its own in {STATE}, where this user may not look"
        yield Verdict("Service", Grade.FAIR, finding, "Ask with sudo about those: sudo .venv/bin/companion doctor.")
        yield broker.broker(settings.mqtt)
    else:
        yield from _kept_verdicts(_journal(machine, settings), settings)
    yield from wires.pins(machine, settings)
    yield wires.strip(machine, settings)


def service_state(machine: Machine) -> Path | None:
    """Where the service keeps its own, if it is installed and has run; systemd has told the service itself already."""
    state = machine.root / STATE.relative_to("/")
    there = machine.places(str(UNIT)) and os.path.lexists(state)  # a link that root alone may follow
    return state if there and not os.environ.get("STATE_DIRECTORY") else None


def is_hidden(machine: Machine) -> bool:
    """Whether boards and games are the service's, and this user may not look at them."""
    state = service_state(machine)
    return state is not None and not machine.may_use(state)


def camera_verdicts(
    name: CameraName, profile: Profile | None, settings: CameraSettings, say: Callable[[str], None]
) -> Iterator[Verdict]:
    """Whether there is a picture, and how good it is; `say` tells why one waits for it."""
    if name.kind == "virtual":
        yield Verdict("Camera", Grade.GOOD, "the table is drawn, and needs none")
        return
    if name.kind == "picamera":
        yield (library := seeing.library(library_fault()))
        if library.grade is Grade.POOR:
            return
    seen = seeing.look(partial(live_camera, name, _as_focused(plan_for(name, profile, settings))), say)
    if isinstance(seen, Verdict):
        yield seen
        return
    yield seeing.sighted(seen)
    yield from seeing.unknown_board(seen) if profile is None else seeing.known_board(seen, profile)


def usual_camera(machine: Machine, usb: Callable[[], Mapping[int, str]] = webcams) -> CameraName:
    """The camera that would be found; on a Pi without any, its own, so that it is said why that is not seen.

    Raises NoCameraError.
    """
    if "Raspberry" in (machine.model or "") and not usb():
        return CameraName("picamera")
    return found_camera(usb=usb, advice="")


def _verdicts(options: argparse.Namespace, machine: Machine, settings: Settings, console: Console) -> Iterator[Verdict]:
    yield from machine_verdicts(machine, settings)
    yield from settings_verdicts(machine, options.settings)
    try:
        name = parse_camera(options.camera) if options.camera else usual_camera(machine)
    except NoCameraError as error:
        yield Verdict("Camera", Grade.POOR, "none was opened", sentence(str(error)))
        return
    try:
        profile = _profile(machine, options.profile)
    except ProfileError as error:
        finding, _, remedy = str(error).partition("; ")
        yield Verdict("Board", Grade.POOR, finding, sentence(remedy))
        profile = None
    console.doing("looking through the camera")
    yield from camera_verdicts(name, profile, settings.camera, console.say)


def _kept_verdicts(journal: Path, settings: Settings) -> Iterator[Verdict]:
    """What lies beside the games, and whether a broker was told of them."""
    yield ask.mistakes(internal_errors_beside(journal))
    yield ask.phones(phones_beside(journal))
    yield broker.broker(settings.mqtt)
    if waiting := broker.backlog(settings.mqtt, receipts_beside(journal), SqliteArchive(journal)):
        yield waiting


def _journal(machine: Machine, settings: Settings) -> Path:
    """Where the games are kept that are played on this machine: by its service, where it has one, else by this user."""
    if (state := service_state(machine)) is not None:
        return state / (settings.journal or USUAL)
    return settings.journal or state_place() / USUAL


def _profile(machine: Machine, given: Path | None) -> Profile | None:
    """The board that is played on, as far as this user may know it."""
    if is_hidden(machine):
        return None if given is None else load_profile(given)
    return Shelf((service_state(machine) or state_place()) / "boards", given).profile()


def _disk(machine: Machine, settings: Settings) -> Verdict:
    try:
        if settings.journal is None and service_state(machine) is None:
            state_folder()
        journal = journal_of(replace(settings, journal=_journal(machine, settings)))
        room = ask.disk(machine, journal.absolute().parent)
        if room.grade is not Grade.POOR:
            refuse_unfit_at(journal)
        return room
    except TornError as error:
        remedy = "The next start keeps it aside and begins a new one; to go on with its games, put back a copy first."
        return Verdict("Disk", Grade.FAIR, str(error).partition(";")[0], remedy)
    except CompanionError as error:
        return Verdict("Disk", Grade.POOR, "games cannot be kept", sentence(str(error)))


def _as_focused(plan: CameraPlan) -> CameraPlan:
    """The lens where it is in a game; light is measured at once, since there is no time to wait for it to change."""
    focus = None if plan.locks is None else plan.locks.focus
    return replace(plan, locks=Locks(focus=focus))


def _draw(settings: Settings, svg: Path | None, verdicts: Iterable[Verdict]) -> None:
    uses = settings.uses or lamp_uses(settings.lights.pins)
    console = Console()
    if svg is not None:
        with built_file(svg) as building:
            write_text(building, svg_diagram(uses))
    for line in text_diagram(uses):
        console.say(line)
    for verdict in verdicts:
        console.say(str(verdict))
    if not settings.uses:
        console.say('The settings name no lamps yet; with kind = "gpio" under [lights] they would be wired like this.')
