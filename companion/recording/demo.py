"""The demonstration: a recorded evening at its own pace, told on the console and shown on the page."""

import io
import threading
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import segno

from companion import wiring
from companion.errors import RecordingError
from companion.journal.archive import SqliteArchive
from companion.recording import known_board, playback
from companion.referee.events import Event, GameStarted
from companion.referee.followed import Followed
from companion.registry.games import refereed
from companion.settings import Settings
from companion.terminal.console import Console, cleared
from companion.views.words import capitalised
from companion.web import Desk, Live
from companion.web.access import Access
from hardware.recordings import Recording


@dataclass(frozen=True, slots=True)
class Show:
    """How the evening is shown: with which saved profile, how fast, and whether the page stays open afterwards."""

    profile: Path | None = None
    speed: float = 1.0
    stay: bool = False


def play_demo(recording: Recording, settings: Settings, show: Show) -> None:
    """Play the whole evening, and then serve the page until Ctrl-C if it is to stay.

    Without a journal in the settings its history is forgotten with it.
    Raises CompanionError when the page, the recording or the journal cannot be used.
    """
    live = Live(desk=Desk(Access(pin=settings.page.pin)))
    with ExitStack() as stack:
        journal = settings.journal or Path(stack.enter_context(TemporaryDirectory(prefix="companion-"))) / "demo.db"
        settings = replace(settings, journal=journal)
        console = stack.enter_context(cleared(Console()))
        rooms = wiring.Rooms(archive=SqliteArchive(journal))
        page = stack.enter_context(closing(wiring.serve_page(live, settings.page, rooms)))
        console.say(f"A recorded evening, {recording.about.name}. Watch it on a phone on the same network: {page.url}")
        console.say(qr_code(page.url))
        console.say(f"To take back a turn or begin another game from there, enter the PIN {live.desk.access.pin}.")
        profile = None
        if recording.about.board:
            profile = known_board.profile_for(recording, show.profile, partial(_first, console, live))
        with playback.playing(recording, profile, settings, playback.PlaybackOptions(live, show.speed)) as evening:
            with live.desk.opened(evening.session.command):
                _play(console, evening, recording)
            console.say(score_text(evening.session.tracking))
        if show.stay:
            console.say(f"\nThe page stays at {page.url} until you press Ctrl-C.")
            with suppress(KeyboardInterrupt):
                threading.Event().wait()


def _first(console: Console, live: Live, step: str) -> None:
    """Say on console and page what comes before the game."""
    console.say(f"First {step} …")
    live.doing = f"{capitalised(step)}…"


def qr_code(url: str) -> str:
    """The address as a QR code of block characters."""
    drawing = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawing, compact=True, border=2)
    return drawing.getvalue()


def score_text(tracking: Followed) -> str:
    """How the game stands, in a few lines."""
    game = refereed(tracking.setup.game)
    statement = game.statement(tracking)
    lines = [f"  {line}" for line in game.score(statement)]
    return "\n".join([f"\nThe evening ends. {statement.announcement}", *lines])


def _play(console: Console, evening: playback.Playback, recording: Recording) -> None:
    """Every frame, with a line for whatever happens in it."""
    started = GameStarted(evening.session.tracking.setup)
    _narrate(console, evening.session.tracking, 0.0, (started,))
    for seen in evening.frames:
        at_s = seen.tick.observation.taken_at_s
        _narrate(console, seen.tick.tracking, at_s, seen.tick.events)
        console.progress(seen.number + 1, recording.about.frames, _clock(at_s))
    console.clear()


def _narrate(console: Console, tracking: Followed, at_s: float, events: tuple[Event, ...]) -> None:
    setup = tracking.setup
    for words in filter(None, (refereed(setup.game).words(event, setup) for event in events)):
        console.say(f"{_clock(at_s)}  {words}")


def _clock(at_s: float) -> str:
    return f"{int(at_s) // 60:2d}:{int(at_s) % 60:02d}"


def demo_recording() -> Path:
    """The recording that ships with the program. Raises RecordingError when it was left out."""
    here = Path(__file__).resolve().parents[1]
    places = (here / "demo_recording", here.parent / "tests" / "recordings" / "long-evening")
    for place in places:
        if place.is_dir():
            return place
    raise RecordingError(f"{places[0]}: the demo's recording is missing; install the program again")
