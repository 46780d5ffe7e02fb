"""A whole game of Black Jack on the drawn table, played by taps in a browser and refereed from its pictures alone."""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from played_game import confirm, press
from referee_loop import RefereeLoop
from unforgiving import Unforgiving

from companion.games.black_jack.legal_turns import LegalTurns
from companion.games.black_jack.position import Hand
from companion.games.black_jack.record import Record, parse_record, record_text
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Play
from companion.games.cards import Card
from companion.journal.archive import MemoryArchive
from companion.journal.event_log import MemoryJournal
from companion.journal.past_games import PastGames
from companion.journal.resuming import last_game
from companion.referee.events import FaultFound, FaultResolved, Setup
from companion.referee.followed import end_of
from companion.registry.games import refereed
from companion.session.loop import Outlets, Session
from companion.views.appearance import seat_appearances
from companion.vision.card_index import load_card_index
from companion.vision.pile_table import PileTableReader
from companion.web import Live, create_app
from companion.web.drawn_table import add_drawn_table
from companion.web.history import add_history
from companion.web.server import serve
from hardware.lights import FakeLights
from hardware.virtual_table import VirtualTable

if TYPE_CHECKING:
    from tests.browser.conftest import Browser

SEED, PATIENCE_S, FRAME_S = 137, 0.4, 0.2
PLAYERS = ("Ann", "Ben", "Cleo", "Dan")


class Evening(RefereeLoop):
    """The referee's loop in a thread of its own, over a drawn table whose clock runs as fast as it is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.frames = 0
        self.table = VirtualTable("RB", self._clock, lambda _: time.sleep(0.005), SEED)
        self.live, self.journal, self.lights = Live(), MemoryJournal(), FakeLights(seat_appearances([]))
        reader = PileTableReader(self.table.play_still({}), load_card_index())
        setup = Setup("base players=4", (), (), PLAYERS, "black-jack")
        outlets = Outlets(self.journal, self.lights, self.live, internal_errors=Unforgiving())
        self.session = Session(reader, outlets, setup, PATIENCE_S)

    def _clock(self) -> float:
        self.frames += 1
        return FRAME_S * self.frames

    def step(self) -> None:
        """One look."""
        self.session.tick(self.table.capture())

    def seen(self, code: str) -> bool:
        """Whether the referee has seen this card on top, wherever it thinks it belongs."""
        waiting, laid = self.tracking.waiting, self.tracking.laid
        return any(
            card == Card(code)
            for card in (
                *(card for one in waiting[-1:] for card in one.candidates[:1]),
                *(one.card for one in laid[-1:]),
            )
        )


@pytest.fixture
def evening() -> Iterator[Evening]:
    with Evening() as evening:
        yield evening


@pytest.fixture
def table(browser: "Browser", evening: Evening) -> Iterator["Browser"]:
    app = create_app(evening.live, heartbeat_s=0.5)
    add_drawn_table(app, evening.table)
    add_history(app, PastGames(MemoryArchive(evening.journal)))
    server = serve(app, "127.0.0.1")
    browser.open(f"{server.url}drawn/")
    said(browser, "pin", {"pin": evening.live.desk.access.pin})
    yield browser
    browser.open("about:blank")
    server.close()


def said(browser: "Browser", path: str, fields: dict[str, object]) -> None:
    """What a phone says; done once it was answered."""
    browser.run(
        "window.told = ''; const headers = { 'Content-Type': 'application/json' }, body = JSON.stringify(arguments[1]);"
        "fetch('/api/' + arguments[0], { method: 'POST', headers, body })"
        ".then(async answer => { window.told = answer.ok ? 'ok' : await answer.text(); })",
        path,
        fields,
    )
    told = browser.wait("window.told")
    assert told == "ok", told


def tap(browser: "Browser", evening: Evening, code: str) -> None:
    """Tap a card of the hand, and wait until the referee has seen it."""
    browser.wait("document.querySelector(`#hand [data-code='${arguments[0]}']`)", code)
    browser.run("document.querySelector(`#hand [data-code='${arguments[0]}']`).click()", code)
    evening.until(lambda: evening.seen(code))


def best(evening: Evening) -> Play | None:
    """The longest play of whoever moves."""
    game, hands = evening.tracking.game, evening.table.dealt.hands
    hand = Hand(tuple(map(Card, hands[game.seat - 1])), 0)
    turns = LegalTurns(game.options, game.position.with_hand(game.seat, hand))
    plays = [turn for turn in islice(turns, 400) if isinstance(turn, Play)]
    return max(plays, key=lambda play: (len(play.cards), str(play)), default=None)


def settle_draws(evening: Evening) -> None:
    """Whoever has to draw takes the cards; no camera sees it."""
    for seat, cards in evening.tracking.game.last_effect.drawn:
        evening.table.draw(seat, cards)


def turn(browser: "Browser", evening: Evening) -> None:
    """One turn of whoever moves, by taps, and what the camera cannot see by phone."""
    number, play = evening.tracking.game.position.ply, best(evening)
    if play is None:
        said(browser, "commands/draw", {})
    else:
        all_laid = len(play.cards) == len(evening.table.dealt.hands[play.seat - 1])
        for laid in play.cards:
            tap(browser, evening, laid.card.code)
            evening.until(lambda: evening.tracking.settled)
            runs_on, question = f"P{play.seat} {laid.card}", evening.tracking.question
            if question and runs_on in question.candidates:  # after an Ace
                said(browser, "commands/answer", {"candidate": runs_on})
        suit = play.cards[-1].suit
        if suit or not all_laid or evening.tracking.waiting:  # with no card left a turn ends by itself
            said(browser, *(("commands/suit", {"suit": suit}) if suit else ("commands/done", {})))
    evening.until(lambda: evening.tracking.game.position.ply > number)
    settle_draws(evening)


def fault(browser: "Browser", evening: Evening, shot: Callable[[str], Path]) -> None:
    """Whoever moves lays a card that does not fit, is told so, and takes it back."""
    game = evening.tracking.game
    hand = evening.table.dealt.hands[game.seat - 1]
    fitting = {laid.card for laid in game.legal_turns.next_cards(())}
    code = next(code for code in hand if Card(code) not in fitting)
    tap(browser, evening, code)
    evening.until(lambda: evening.tracking.fault)
    browser.wait("document.getElementById('said').textContent.includes('Take it back')")
    browser.keep(shot("bj-drawn-fault"), whole=True)
    browser.run("document.getElementById('back').click()")
    evening.until(lambda: evening.tracking.fault is None)


def test_four_players_play_a_whole_game_on_the_drawn_table(
    table: "Browser", evening: Evening, shot: Callable[[str], Path]
):
    table.screen(1280, 800)
    table.wait("!document.getElementById('dealt').hidden")
    evening.until(lambda: evening.tracking.watch.belief.tracks.begun)
    table.run("document.getElementById('deal').click()")
    evening.until(lambda: evening.tracking.game)
    for _ in range(4):
        turn(table, evening)
    fault(table, evening, shot)
    while not evening.tracking.over:
        turn(table, evening)
        assert evening.tracking.number < 200
    kept = [entry.event for entry in last_game(evening.journal)]
    assert end_of(kept)
    assert [event.code for event in kept if isinstance(event, (FaultFound, FaultResolved))] == ["BJ_NO_MATCH"] * 2
    game = refereed("black-jack").replay(kept).game
    assert tuple(map(len, game.position.hands)) == tuple(map(len, evening.table.dealt.hands))
    assert parse_record(record_text(Record(game))).game == game
    table.open(table.run("return location.origin"))
    winner = PLAYERS[game.outcome().ranking[0] - 1]
    table.wait("document.getElementById('turn').textContent === arguments[0]", f"{winner} wins!")
    table.wait("document.getElementById('ring').textContent.includes(arguments[0])", f"{winner} · won 1")
    table.keep(shot("bj-over"), whole=True)
    press(table, "Games won")
    table.run("document.querySelector('.asked input').value = 5")
    confirm(table)
    table.wait("document.getElementById('ring').textContent.includes('Ann · won 5')")
    table.screen(360, 740, "dark")
    table.keep(shot("bj-narrow"), whole=True)
    in_the_history(table, game, winner, shot)


def in_the_history(table: "Browser", game: Game, winner: str, shot: Callable[[str], Path]) -> None:
    """The finished game is listed with its winner, replayed card by card, and saved as its record."""
    table.open(table.run("return location.origin + '/history'"))
    table.wait("document.querySelector('.game')?.textContent.includes(arguments[0])", f"{winner} wins!")
    assert f"{winner}1 won" in table.run("return document.getElementById('wins').textContent")
    table.keep(shot("bj-history"), whole=True)
    table.run("document.querySelector('.game').click()")
    table.wait("location.pathname === '/history/1' && document.getElementById('step')?.max > 20")
    faults = "document.getElementById('step-who').textContent.includes('Fault')"
    table.wait(f"(document.getElementById('after').click(), {faults})")
    assert "Take it back" in table.run("return document.getElementById('step-words').textContent")
    table.keep(shot("bj-replay"), whole=True)
    table.run("fetch('/api/history/1/record.txt').then(answer => answer.text()).then(text => { window.kept = text; })")
    record = table.wait("window.kept")
    assert parse_record(record).game == game
