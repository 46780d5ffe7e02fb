"""Whatever the camera reports and whatever phones ask for: looking never throws, and the log stays the game."""

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simulated_table import NAMES

from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position_text import override_text
from companion.referee.events import Event, Setup, TeamLook
from companion.referee.observation import BoardObservation, Likelihoods, PileObservation, TableObservation
from companion.referee.one_eyed_jack import commands
from companion.referee.one_eyed_jack.ledger import Step, Tracking
from companion.referee.one_eyed_jack.match import observe
from companion.referee.one_eyed_jack.tracking import begin, replay
from companion.referee.phones import Asker, score_match

PATIENCE_S = 0.4
TABLE = Asker(table=True)
GAMES = (
    "classic",
    "denexa N=3",
    "zepherin N=6 T=3",
    "zepherin N=12 T=3",
    "kids",
    "open capture=pairs n=5",
    "open capture=pairs n=4",
    "open N=3 die=d6r1s0,after",
    "open N=4 T=4 die=d8r1s1,during",
    "open corners=joker_any",
    "open objective=sub3 end_joker=1",
    "my_rules n=3 lines=2 line_choice=declare remove=any dead=off",
    "classic forgot=short_one_round",
)
FACES = tuple(Card(code) for code in ("7D", "8D", "AS", "TS", "JS", "JH", "JD", "JC", "PD", "JK", "JKE", "KH"))


def beginning(options: str) -> Tracking:
    """A game with these options, on the reference board."""
    parsed = parse_options(options)
    looks = tuple(TeamLook("RBGYWK"[team], NAMES[team]) for team in range(parsed.teams))
    players = tuple(f"P{seat}" for seat in range(1, parsed.seats + 1))
    return begin(Setup(options, tuple(card.code for card in REFERENCE.cards), looks, players))[0]


class MadTable:
    """A table at which anything may happen at any time."""

    def __init__(self, teams: int, seed: int) -> None:
        self.teams, self.random = teams, random.Random(seed)
        self.contents = [0] * 100
        self.pile, self.now_s = PileObservation(), 0.0

    def looks(self, act: str) -> list[TableObservation]:
        """What a camera reports of it."""
        rng, frames, moving, registered = self.random, 3, False, True
        hidden: set[int] = set()
        if act == "chips":
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                self.contents[rng.choice((32, 33, 66, 67, rng.randrange(100)))] = rng.randrange(self.teams + 1)
        elif act in ("everything", "bare"):
            share = 0.3 if act == "everything" else 0.0
            self.contents = [rng.randrange(self.teams + 1) if rng.random() < share else 0 for _ in range(100)]
        elif act == "card":
            faces = tuple((rng.choice(FACES), -rng.choice((0.0, 0.5, 3.0, 20.0))) for _ in range(rng.randrange(3)))
            ranked = tuple(sorted(faces, key=lambda pair: -pair[1]))
            self.pile = PileObservation(ranked, new=rng.choice((0.0, 0.4, 1.0, 1.0)))
        elif act == "pile":
            self.pile = PileObservation(self.pile.cards, hidden=not self.pile.hidden)
        elif act == "hand":
            moving, hidden, frames = True, {44, 45, 54}, 1
        elif act == "lost":
            registered, frames = False, 1
        elif act == "covered":
            hidden = set(rng.sample(range(100), rng.choice((1, 2, 30, 100))))
        elif act == "patience":
            frames = 24
        return [self._look(moving, registered, hidden, act == "noise") for _ in range(frames)]

    def _look(self, moving: bool, registered: bool, hidden: set[int], noise: bool) -> TableObservation:
        self.now_s += 0.2
        rows = [None if square in hidden else self._row(content, noise) for square, content in enumerate(self.contents)]
        return TableObservation(self.now_s, registered, moving, BoardObservation(tuple(rows)), self.pile)

    def _row(self, content: int, noise: bool) -> Likelihoods:
        if noise:
            return tuple(self.random.uniform(-30, 0) for _ in range(self.teams + 1))
        return tuple(0.0 if one == content else -20.0 for one in range(self.teams + 1))


def mad_command(tracking: Tracking, rng: random.Random) -> Callable[[], Step]:
    """Something that a phone asks for, sensible or not."""
    seats, teams = tracking.game.options.seats, tracking.game.options.teams
    asker = rng.choice((TABLE, TABLE, TABLE, Asker(seat=1), Asker()))
    candidates = tracking.question.candidates if tracking.question else ("r 7D@C4", "undo 1")
    card, seat, square, team = rng.choice(FACES), rng.randint(1, seats), rng.randrange(100), rng.randrange(teams)
    turned = tracking.game.position._replace(chips=tuple(reversed(tracking.game.position.chips)))
    position = override_text(rng.choice((tracking.game.position, turned)), tracking.game.options)
    asked: tuple[Callable[[], Step], ...] = (
        lambda: commands.take_back(tracking, asker),
        lambda: commands.take_back(tracking, TABLE),
        lambda: commands.accept_table(tracking, asker, rng.choice((None, seat))),
        lambda: commands.reply(tracking, asker, rng.choice(candidates)),
        lambda: commands.reply(tracking, TABLE, rng.choice(candidates)),
        lambda: commands.pass_turn(tracking, asker),
        lambda: commands.exchange(tracking, asker, card),
        lambda: commands.roll(tracking, asker, rng.choice("nrsx")),
        lambda: commands.roll(tracking, TABLE, "n"),
        lambda: commands.forgot_to_draw(tracking, asker, seat),
        lambda: commands.tell_card(tracking, asker, card),
        lambda: commands.put_chip(tracking, asker, square, rng.choice((None, team))),
        lambda: commands.set_position(tracking, asker, position),
        lambda: commands.count_hand(tracking, asker, seat, rng.choice((0, 1, 5, 200))),
        lambda: score_match(tracking, asker, seat, rng.randrange(3)),
        lambda: commands.end_game(tracking, asker, rng.choice(("unfinished", "tie", "win")), rng.choice((None, team))),
    )
    return rng.choice(asked)


ACTS = ("chips",) * 4 + ("card",) * 4 + ("hand",) * 3 + ("command",) * 3 + ("pile", "noise", "everything", "lost")
ACTS = (*ACTS, "bare", "covered", "patience", "restart")


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=10)
@pytest.mark.parametrize("options", GAMES)
@given(seed=st.integers(0, 2**32), acts=st.lists(st.sampled_from(ACTS), min_size=1, max_size=12))
def test_nothing_is_thrown_and_the_log_is_the_game(options: str, seed: int, acts: list[str]):
    tracking = beginning(options)
    table = MadTable(tracking.game.options.teams, seed)
    log: list[Event] = [*begin(tracking.setup)[1]]
    for act in acts:
        if act == "command":
            try:
                tracking, events = mad_command(tracking, table.random)()
            except ValueError:
                continue
            log += events
        elif act == "restart":
            tracking = replay(log)
        else:
            for look in table.looks(act):
                tracking, events = observe(tracking, look, PATIENCE_S)
                log += events
        assert replay(log).game == tracking.game
        beam = tracking.watch.belief.beam
        assert beam
        assert all(hypothesis.kept <= len(tracking.game.turns) for hypothesis in beam)
