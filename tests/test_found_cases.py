"""What once ended an evening, kept as it was found: overrides over a joker, seats that are not there, odd looks."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from test_nothing_thrown import GAMES, TABLE, MadTable, beginning
from watched_pile import Watched, begun

from companion.games.cards import Card
from companion.games.one_eyed_jack.options import parse_options
from companion.journal.resuming import resumed
from companion.referee.observation import PileObservation
from companion.referee.one_eyed_jack import commands
from companion.referee.one_eyed_jack.match import observe
from companion.registry.games import refereed

BLACK_JACK = refereed("black-jack")


def told(watched: Watched) -> dict[str, Any]:
    """What phones are told, which is also how a restart begins."""
    resumed(watched.log)
    statement: dict[str, Any] = json.loads(json.dumps(BLACK_JACK.json(BLACK_JACK.statement(watched.tracking))))
    return statement


def asks(watched: Watched, name: str, **fields: object) -> str:
    """What a command of the table's is refused with; nothing when it is carried out."""
    try:
        watched.tracking, events = BLACK_JACK.acts[name](watched.tracking, TABLE, **fields)
    except ValueError as refusal:
        return str(refusal)
    watched.log += events
    return ""


def test_the_table_may_accept_a_pile_while_a_joker_waits_to_be_named():
    watched = begun("7D", "base players=2 jokers=2", 2)
    watched.lay("JK")
    assert watched.tracking.question is not None
    assert asks(watched, "override") == ""
    assert told(watched)["turn"]["hint"].startswith("Play diamonds")


@pytest.mark.parametrize("players", range(4, 12))
@pytest.mark.parametrize("top", ["7D", "QS", "8H", "2S", "AS"])
def test_whatever_is_counted_and_accepted_the_next_start_succeeds(players: int, top: str):
    watched = begun("7D", f"base players={players} jokers=2", players)
    for card in (top, "JK", top):
        watched.lay(card)
        for seat in range(players + 1):
            for cards in (0, 1, 60, 120):
                asks(watched, "hand", seat=seat, cards=cards)
            told(watched)  # all of it again, from the first card on
        asks(watched, "override", seat=players)
        assert told(watched)["stock"] >= 0


@pytest.mark.parametrize("name", ["whose", "hand", "out", "draw", "override", "score"])
@pytest.mark.parametrize("seat", [-1, 0, 5, 13, 99])
def test_a_seat_that_is_not_there_is_refused_in_words(name: str, seat: int):
    watched = begun("7D")
    watched.lay("8D 9H")
    more = {"hand": {"cards": 3}, "score": {"wins": 1}}.get(name, {})
    before = watched.tracking
    assert "There is no seat" in asks(watched, name, seat=seat, **more)
    assert watched.tracking == before


def test_a_card_may_be_told_before_the_game_and_after_each_card():
    watched = Watched()
    for card in ("7D", "JK", "PS", "AS"):
        for name in ("tell", "missed", "joker"):
            asks(watched, name, card=Card(card))
            told(watched)
        watched.lay("7D" if watched.tracking.game is None else "8D")


def after_the_end(table: MadTable) -> None:
    """The players gather the chips."""
    table.contents = [0] * 100


def out_of_turn(table: MadTable) -> None:
    """Every team puts a chip."""
    for team in range(table.teams):
        table.contents[44 + team] = team + 1


def with_a_card(table: MadTable) -> None:
    """A card comes, and a chip goes."""
    table.pile = PileObservation(((Card("JS"), 0.0),), new=1.0)
    table.contents[44] = 0


@pytest.mark.parametrize("options", [*GAMES, "zepherin N=8 T=2", "open N=12 T=3 capture=pairs_trios"])
@pytest.mark.parametrize("ended", [False, True])
def test_looks_out_of_turn_without_a_die_and_after_the_end_are_judged(options: str, ended: bool):
    tracking, table = beginning(options), MadTable(parse_options(options).teams, 1)
    acts: tuple[Callable[[MadTable], None], ...] = (out_of_turn, with_a_card, out_of_turn, after_the_end, with_a_card)
    for number, act in enumerate(acts):
        act(table)
        for look in table.looks("patience"):
            tracking, _ = observe(tracking, look, 0.4)
        if ended and number == 1:
            tracking, _ = commands.end_game(tracking, TABLE, "tie")
    game = refereed("one-eyed-jack")
    assert game.json(game.statement(tracking))["over"] == ended
