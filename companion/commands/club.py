"""`companion club`: one page for all tables of a club that meet on a broker, and the evening's plan."""

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.commands.arguments import Commands, add_command, add_page, file, served_at, within
from companion.commands.places import internal_errors_beside, own, phones_beside, state_folder
from companion.errors import BrokerError, SettingsError
from companion.mqtt.settings import MqttSettings
from companion.recording.demo import qr_code
from companion.session.internal_errors import InternalErrors
from companion.settings import Settings, load_settings
from companion.terminal.console import Console, LastingConsole, cleared
from companion.web.access import Access
from companion.web.desk import Desk
from companion.web.phone_book import PhoneBook

if TYPE_CHECKING:
    from companion.club.club import Club
    from hardware.broker import BrokerAddress

_WHAT = """show all tables of a club that meet on a broker, until Ctrl-C
One page for every table heard there, with the evening's plan: who meets whom, results as the tables report them, and
standings. The tables need nothing but the broker."""
_EXAMPLES = (
    "club --broker mqtt://club@broker.local --password-file secret",
    "club --simulated 20  # see a club at once; needs Mosquitto and no tables",
)
_MOST, _PACE_S = 200, 3.0
_LOOKED_EVERY_S = 1.0
_NEEDED = ("networkx", "paho")
_BREATHER_S = 8.0
"""So long the results of a simulated round are shown before the next."""


def add(commands: Commands) -> None:
    """The command for the command line."""
    club = add_command(commands, "club", _WHAT, _EXAMPLES)
    club.add_argument("--broker", metavar="URL", help="mqtt://user@host:port/topic, or mqtts:// over TLS")
    club.add_argument("--password-file", type=Path, metavar="FILE", help="holds the broker's password alone")
    club.add_argument("--ca", type=Path, metavar="FILE", help="the certificate that signed the broker's, for mqtts")
    club.add_argument("--journal", type=file, help="where the evening is kept; club.jsonl in ~/.local/state/companion")
    club.add_argument("--simulated", type=_number, metavar="N", help="play N tables that nobody sits at")
    club.add_argument("--pace", type=_pace, default=_PACE_S, help="seconds for a turn of each simulated table (3)")
    add_page(club)
    club.set_defaults(command=club_command)


def club_command(options: argparse.Namespace) -> None:
    """`companion club`: until Ctrl-C. Raises SettingsError."""
    settings = served_at(load_settings(options.settings), options)
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        remedy = "install it: .venv/bin/pip install '.[club]' in the program's folder"
        raise SettingsError(f"{missing[0]} is missing; {remedy}")
    if not (options.broker or options.simulated or settings.mqtt.host):
        raise SettingsError("no broker is named; add --broker mqtt://user@host, or --simulated 20 to see a club")
    with cleared(LastingConsole()) as console, ExitStack() as stack:
        address, root = _broker(options, settings, console, stack)
        club = _club(options, settings, stack)
        url = _serve(club, settings, stack)
        _listen(club, address, root, stack)
        console.say(f"All tables of {address} on one page: {url}")
        console.say(qr_code(url))
        console.say(f"To plan the evening from there, enter the PIN {club.hall.desk.access.pin}.")
        if options.simulated:
            stack.enter_context(_simulated(options, address, root, console))
            club.begin([f"Team {number}" for number in range(1, 2 * options.simulated + 1)])
        with suppress(KeyboardInterrupt):
            _watch(club, console, options.simulated)
        console.clear()
        console.say("The club closes; its evening is kept." if options.journal or not options.simulated else "Bye.")


def _broker(
    options: argparse.Namespace, settings: Settings, console: Console, stack: ExitStack
) -> "tuple[BrokerAddress, str]":
    """The broker that was named here or in the settings, or one of our own for a simulated club; and its topic."""
    from companion.club.addresses import broker_at
    from companion.club.own_broker import OwnBroker
    from hardware.broker import trusting

    named = settings.mqtt
    if options.broker:
        named = broker_at(options.broker, options.password_file, options.ca)
    elif options.simulated:
        console.doing("starting a broker")
        own = stack.enter_context(closing(OwnBroker()))
        named = MqttSettings(host="127.0.0.1", port=own.port)
    try:
        trusting(named.ca)  # a certificate that is none is said before anything is served
        return named.address(), named.topic
    except (BrokerError, ValueError) as error:
        raise SettingsError(str(error)) from error


def _club(options: argparse.Namespace, settings: Settings, stack: ExitStack) -> "Club":
    from companion.club.club import Club
    from companion.club.hall import Hall
    from companion.club.journal import ClubJournal

    if options.simulated and not options.journal:
        journal = Path(stack.enter_context(TemporaryDirectory(prefix="companion-"))) / "club.jsonl"
    else:
        journal = own(options.journal or state_folder() / "club.jsonl")
    kept = stack.enter_context(closing(ClubJournal(journal)))  # first: beside what is no evening nothing is left
    access = Access(book=PhoneBook(phones_beside(journal)), pin=settings.page.pin)
    hall = Hall(Desk(access), InternalErrors(internal_errors_beside(journal)))
    return Club(kept, hall)


def _serve(club: "Club", settings: Settings, stack: ExitStack) -> str:
    from companion.club.page import create_app
    from companion.web.server import serve

    page = settings.page
    return stack.enter_context(closing(serve(create_app(club), page.host, page.port))).url


def _listen(club: "Club", address: "BrokerAddress", root: str, stack: ExitStack) -> None:
    from companion.club.ears import Ears
    from hardware.broker import PahoBroker

    stack.enter_context(closing(Ears(PahoBroker(address, f"companion-club-{os.getpid()}"), root, club)))


@contextmanager
def _simulated(options: argparse.Namespace, address: "BrokerAddress", root: str, console: Console) -> Iterator[None]:
    """Tables that play until the block ends, in a thread of their own."""
    from companion.club.simulated_club import SimulatedClub, speaking_tables
    from hardware.broker import PahoBroker

    tables = SimulatedClub(speaking_tables(options.simulated, root, partial(PahoBroker, address)), options.pace)
    stopping = Event()
    player = Thread(target=tables.play, args=(stopping, console.complain), name="simulated tables", daemon=True)
    player.start()
    try:
        yield
    finally:
        stopping.set()
        player.join()
        tables.close()


def _watch(club: "Club", console: Console, simulated: int | None) -> None:
    """Say how far it is, now and then; a simulated club draws its rounds by itself, once all its tables are there."""
    finished_s = 0.0
    while True:
        time.sleep(_LOOKED_EVERY_S)
        evening, heard = club.evening, len(club.hall.tables)
        newest = evening.rounds[-1] if evening.rounds else None
        finished_s = finished_s + _LOOKED_EVERY_S if newest is None or not newest.open else 0.0
        if simulated and heard >= simulated and (newest is None or finished_s > _BREATHER_S):
            club.draw()
        elif newest is None:
            console.doing(f"{club.hall.trouble or f'{heard} tables heard'}, no round drawn")
        else:
            done = len(newest.meetings) - len(newest.open)
            console.progress(done, len(newest.meetings), f"results of round {len(evening.rounds)}, {heard} tables")


def _number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of tables; write 1 to {_MOST}")
    return int(text)


def _pace(text: str) -> float:
    return within(text, 0.1, 600, "no pace; write 0.1 to 600, in seconds")
