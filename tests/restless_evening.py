"""An evening at which nobody keeps still, as a state machine: looks, commands and restarts in any order.

The whole program takes part but its wires: session, referees, journal, pages and past games. The suite runs it small;
`tests/benchmarks/restless_evenings.py` by the hundred thousand.
"""

import json
import time
from itertools import islice
from random import Random
from typing import Any, ClassVar

import numpy as np
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from possible_things import ALL_CARDS, VALUES, WRONG, every_option
from simulated_table import NAMES
from table_in_numbers import Seen
from test_nothing_thrown import MadTable

from companion.games.black_jack.turns import Play
from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.position_text import override_text
from companion.games.one_eyed_jack.turns import Place, Remove
from companion.journal.archive import MemoryArchive
from companion.journal.event_log import MemoryJournal
from companion.journal.past_games import PastGames
from companion.journal.resuming import last_game
from companion.live.button import on_hold, on_press
from companion.referee.events import GameStarted, Setup, TeamLook
from companion.referee.observation import BoardObservation, PileObservation, TableObservation
from companion.registry.games import refereed
from companion.session.internal_errors import InternalError, InternalErrors
from companion.session.loop import Outlets, Session
from companion.vision.frame import Frame
from companion.web import Desk, Live, create_app
from companion.web.commands import COMMANDS
from companion.web.history import add_history
from hardware.lights import FakeLights

PATIENCE_S = 0.4
MAD = ("chips", "everything", "card", "pile", "hand", "lost", "covered", "patience", "noise")
PAGES = ("/", "/new", "/wall", "/api/status", "/api/rules", "/api/scan", "/api/history", "/api/history/1")
PAST = ("/api/history/1/steps?from=0", "/api/history/1/record.txt", "/api/history/1/events.json")
ODDLY = st.sampled_from((*(False,) * 9, True))


class Remembered(InternalErrors):
    """Mistakes, to be raised where the step ends."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[Exception] = []

    def note(self, doing: str, error: Exception) -> InternalError:
        """Remember it too."""
        self.errors.append(error)
        return super().note(doing, error)


class Shown:
    """A reader that is told what it reads."""

    look = TableObservation(0.0, False, False, BoardObservation((None,) * 100), PileObservation())

    def start(self) -> None:
        """Nothing is remembered."""

    def read(self, _: Frame, memory: None) -> tuple[Seen, None]:
        """What it was told."""
        return Seen(self.look), memory


class RestlessEvening(RuleBasedStateMachine):
    """The rules are what people may do, the invariants what must hold whatever they do."""

    game: ClassVar[str]
    spent_ms: ClassVar[dict[str, list[float]]] = {}
    """How long each kind of step took, over all evenings."""

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def begin(self, data: st.DataObject, seed: int) -> None:
        """A table with these options."""
        options = refereed(self.game).options(data.draw(st.sampled_from(every_option(self.game))))
        boardless = self.game == "black-jack" and bool(seed % 2)
        teams = options.teams if self.game == "one-eyed-jack" else 2
        self.setup = Setup(
            options.text,
            () if boardless else tuple(card.code for card in REFERENCE.cards),
            () if boardless else tuple(TeamLook("RBGYWK"[team], NAMES[team]) for team in range(teams)),
            tuple(f"P{seat}" for seat in range(1, options.seats + 1)),
            self.game,
        )
        self.dice, self.table = Random(seed), MadTable(teams, seed)
        self.journal, self.reader, self.internal_errors = MemoryJournal(), Shown(), Remembered()
        self.live = Live(desk=Desk(patience_s=0.0), internal_errors=self.internal_errors)
        self.access = self.live.desk.access
        self.pin = self.access.enter(self.access.pin, "table", "") or ""
        app = create_app(self.live)
        add_history(app, PastGames(MemoryArchive(self.journal)))
        self.client = app.test_client(use_cookies=False)
        self._start()

    @rule(place=st.integers(0, 400), looks=st.integers(1, 6), read=st.booleans())
    def somebody_plays(self, place: int, looks: int, read: bool) -> None:
        """A turn that the rules allow, seen well."""
        turns = self._legal()
        turn = turns[place % len(turns)] if turns else None
        if isinstance(turn, Place | Remove):
            self.table.contents[turn.square] = turn.team + 1 if isinstance(turn, Place) else 0
            self._card(turn.card if read else None)
        elif isinstance(turn, Play):
            self._card(turn.cards[-1].card if read else None)
        for _ in range(looks):
            self._looked(self.table._look(False, True, set(), False), "look")

    @rule(card=st.sampled_from(ALL_CARDS), looks=st.integers(1, 6))
    def a_card_is_laid(self, card: str, looks: int) -> None:
        """Any card, seen well."""
        self._card(Card(card))
        for _ in range(looks):
            self._looked(self.table._look(False, True, set(), False), "look")

    @rule(act=st.sampled_from(MAD))
    def anything_is_seen(self, act: str) -> None:
        """A look at a table where nobody plays this game."""
        for look in self.table.looks(act):
            self._looked(look, "look")

    @rule(data=st.data(), which=st.integers(0, 20), who=st.integers(-3, 12), odd=ODDLY)
    def somebody_asks(self, data: st.DataObject, which: int, who: int, odd: bool) -> None:
        """A command that this game knows."""
        known = sorted(refereed(self.session.tracking.setup.game).acts)
        self._asked(data, known[which % len(known)], who, odd)

    @rule(data=st.data(), which=st.integers(0, 20))
    def the_table_asks(self, data: st.DataObject, which: int) -> None:
        """Likewise, by whoever knows the PIN, and with fields as they ought to be."""
        known = sorted(refereed(self.session.tracking.setup.game).acts)
        self._asked(data, known[which % len(known)], 1, False)

    @rule(data=st.data(), name=st.sampled_from(sorted(set(COMMANDS) - {"game"})), who=st.integers(-3, 12), odd=ODDLY)
    def somebody_asks_anything(self, data: st.DataObject, name: str, who: int, odd: bool) -> None:
        """A command of any game."""
        self._asked(data, name, who, odd)

    def _asked(self, data: st.DataObject, name: str, who: int, odd: bool) -> None:
        """With fields that are right or nearly so, or `odd` ones; the table asks if `who` is below 2, nobody for 0."""
        kind = COMMANDS[name]
        asked = (*kind.required, *(each for each in (*kind.optional, "number") if data.draw(st.booleans())))
        body = {each: self._value(data.draw(VALUES[each])) for each in asked}
        if odd:
            body[data.draw(st.sampled_from((*asked, "x", "number")))] = data.draw(st.sampled_from(WRONG))
        self._ask(name, body, self._token(who))

    @rule(data=st.data(), other=st.booleans())
    def another_game_is_begun(self, data: st.DataObject, other: bool) -> None:
        """By whoever knows the PIN."""
        game = ("one-eyed-jack", "black-jack")[(self.game == "one-eyed-jack") ^ (not other)]
        options = data.draw(st.sampled_from(every_option(game)))
        seats = refereed(game).options(options).seats
        self._ask("game", {"game": game, "options": options, "players": [f"Q{n}" for n in range(seats)]}, self.pin)

    @rule(hold=st.booleans())
    def the_button_is_pressed(self, hold: bool) -> None:
        """Or held."""
        before = self.journal.entries()
        self._timed("button", lambda: self._submitted(on_hold if hold else on_press))
        assert self.journal.entries()[: len(before)] == before

    @rule(page=st.sampled_from(PAGES + PAST))
    def somebody_looks_at_a_page(self, page: str) -> None:
        """With the PIN, and without."""
        for token in (self.pin, ""):
            answer = self.client.get(page, headers={"Cookie": f"companion={token}"})
            assert answer.status_code in (200, 204, 401, 404, 409), (page, answer.text)

    @rule()
    def the_program_restarts(self) -> None:
        """Between any two steps."""
        before, tracking = self.journal.entries(), self.session.tracking
        self._timed("start", self._start)
        assert self.journal.entries() == before
        assert self._stands(self.session.tracking) == self._stands(tracking)

    @invariant()
    def nothing_was_thrown(self) -> None:
        """Whatever it was."""
        if hasattr(self, "internal_errors") and self.internal_errors.errors:
            raise self.internal_errors.errors[0]

    @invariant()
    def the_log_is_the_game(self) -> None:
        """What was told adds up to what is believed, and phones know it."""
        if not hasattr(self, "session"):
            return
        events = [entry.event for entry in last_game(self.journal)]
        assert isinstance(events[0], GameStarted)
        tracking = self.session.tracking
        assert self._stands(refereed(events[0].setup.game).replay(events)) == self._stands(tracking)
        assert self.live.newest is not None
        told = json.loads(self.live.newest.text)
        assert (told["game"], told["number"]) == (tracking.setup.game, tracking.number)

    @staticmethod
    def _stands(tracking: Any) -> tuple[Any, ...]:
        """What the log must tell of a game."""
        return tracking.setup, tracking.game, getattr(tracking, "laid", ()), tracking.number, tracking.wins

    def _start(self) -> None:
        spoken = Outlets(self.journal, FakeLights([]), self.live, internal_errors=self.internal_errors, makes_room=True)
        self.session = Session(self.reader, spoken, self.setup, PATIENCE_S)
        self.live.desk.open(self._submitted)

    def _submitted(self, command: Any) -> Any:
        """Between two frames, and that is now."""
        future = self.session.command(command)
        self.session.answer_phones()
        return future

    def _legal(self) -> list[Any]:
        game = self.session.tracking.game
        return [] if game is None else list(islice(game.legal_turns, 400))

    def _card(self, card: Card | None) -> None:
        self.table.pile = PileObservation(((card, 0.0),) if card else (), new=1.0)

    def _looked(self, look: TableObservation, kind: str) -> None:
        self.reader.look = look
        frame = Frame(np.zeros((1, 1, 3), np.uint8), look.taken_at_s)
        self._timed(kind, lambda: self.session.tick(frame))

    def _token(self, who: int) -> str:
        """An onlooker's, the table's, or that of a seat."""
        if who < 2:
            return self.pin if who else ""
        seats = len(self.session.tracking.wins)
        return self.access.claim(self.access.code(1 + who % seats), "phone", "") or ""

    def _value(self, value: Any) -> Any:
        """A field as it stands for something of this very game."""
        if not isinstance(value, str) or not value.startswith("@"):
            return value
        tracking, told = self.session.tracking, value[1:]
        if told == "now" and not hasattr(tracking, "scores"):
            return tracking.number
        if told.lstrip("-").isdecimal():
            candidates = tracking.question.candidates if tracking.question else ("-",)
            return candidates[int(told) % len(candidates)]
        return tracking.number if told == "now" and self.dice.random() < 0.5 else self._position(told)

    def _position(self, told: str) -> str:
        tracking = self.session.tracking
        if tracking.setup.game != "one-eyed-jack":
            return "?"
        position = tracking.game.position
        chips = {
            "turned": tuple(reversed(position.chips)),
            "empty": (None,) * 100,
            "full": tuple(self.dice.choice((None, *range(tracking.game.options.teams))) for _ in range(100)),
        }
        return override_text(position._replace(chips=chips.get(told, position.chips)), tracking.game.options)

    def _ask(self, name: str, body: dict[str, Any], token: str) -> None:
        """Whatever is asked, it is done or refused in words, and what is refused leaves the journal as it was."""
        before, path = self.journal.entries(), f"/api/commands/{name}"
        headers = {"Cookie": f"companion={token}"}
        answer = self._timed(name, lambda: self.client.post(path, json=body, headers=headers))
        assert answer.status_code in (200, 400, 401, 403, 409), (name, body, answer.text)
        if answer.status_code != 200:
            assert self.journal.entries() == before
            assert answer.json["error"]

    def _timed(self, kind: str, act: Any) -> Any:
        began_ns = time.thread_time_ns()
        found = act()
        self.spent_ms.setdefault(kind, []).append((time.thread_time_ns() - began_ns) / 1e6)
        return found


class OneEyedEvening(RestlessEvening):
    """At a board."""

    game = "one-eyed-jack"


class BlackJackEvening(RestlessEvening):
    """At a pile."""

    game = "black-jack"
