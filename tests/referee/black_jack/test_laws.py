"""Laws of the pile's referee, over games really dealt: what it follows is the game, whatever the players do."""

from random import Random

from dealt import Table, random_options
from hypothesis import given, settings
from hypothesis import strategies as st
from watched_pile import TABLE, Watched

from companion.games.black_jack.legal_turns import LegalTurns
from companion.games.black_jack.position import Hand
from companion.games.cards import STANDARD
from companion.referee.black_jack.ledger import replay
from companion.referee.events import CardLaid
from companion.referee.phones import Asker

RANDOMS = st.randoms(use_true_random=False)
SAYINGS = {
    "end": {},
    "draw": {"seat": "seat", "cards": "cards"},
    "name_suit": {"suit": "suit"},
    "name_joker": {"card": "card"},
    "undo": {},
    "reshuffle": {},
    "turn_round": {},
    "tell_card": {"card": "card"},
    "missed_card": {"card": "card"},
    "claim_card": {"seat": "seat"},
    "go_out": {"seat": "seat"},
    "count_cards": {"seat": "seat", "cards": "cards"},
    "accept_pile": {"seat": "seat"},
}


def seated(table: Table) -> Watched:
    """A referee that has seen the first card of a dealt table."""
    watched = Watched(table.game.options.text, table.game.options.players)
    top = table.game.first_position.top
    watched.lay(str(top.card))
    if watched.tracking.game is None:
        watched.say("answer", candidate=str(top))
    return watched


@given(RANDOMS)
@settings(max_examples=10, deadline=None)
def test_a_game_told_truthfully_is_followed_to_its_end(random: Random):
    table = Table(random_options(random), random, open_hands=False)
    watched = seated(table)
    for _ in range(40):
        if table.game.outcome():
            break
        watched.act(table.act())
        assert watched.tracking.playing.position == table.game.position
    assert watched.tracking.over == (table.game.outcome() is not None)
    assert sum(watched.tracking.standings) == watched.tracking.over
    assert replay(watched.log).game == watched.tracking.game


@given(RANDOMS)
@settings(max_examples=10, deadline=None)
def test_every_legal_first_card_is_taken_at_once_and_no_other_is(random: Random):
    table = Table(random_options(random), random, open_hands=False)
    watched = seated(table)
    for _ in range(random.randrange(8)):
        if table.game.outcome() is None:
            watched.act(table.act())
    if watched.tracking.over:
        return
    game = watched.tracking.playing
    unknown = LegalTurns(game.options, game.position.with_hand(game.seat, Hand((), 7)))
    legal = {laid.card for laid in unknown.next_cards(())}
    card = random.choice([each for each in STANDARD if each not in game.position.pile])
    laid = watched.lay(str(card))
    assert (CardLaid(str(card)) in laid) == (card in legal)
    assert (watched.wait(3.0) != () and watched.tracking.fault is not None) == (card not in legal)


def some_value(kind: str, random: Random) -> object:
    return {
        "seat": lambda: random.choice([None, *range(1, 6)]),
        "cards": lambda: random.choice([0, 1, 2, 5]),
        "suit": lambda: random.choice("SHDC"),
        "card": lambda: random.choice(STANDARD),
    }[kind]()


def anything(watched: Watched, random: Random) -> None:
    """Something happens at the table or on a phone, sensible or not."""
    kind = random.random()
    if kind < 0.4:
        watched.lay(str(random.choice(STANDARD)), looks=random.randrange(1, 4))
    elif kind < 0.5 and len(watched.cards) > 1:
        watched.take_back(random.randrange(1, len(watched.cards)), looks=random.randrange(1, 4))
    elif kind < 0.55:
        watched.came += random.randrange(1, 3)
        watched.reading = ((random.choice(STANDARD), 0.0), (random.choice(STANDARD), -0.5)) if kind < 0.53 else ()
        watched.look(random.randrange(1, 25))
        watched.reading = None
    elif kind < 0.65:
        watched.look(random.randrange(1, 30), hidden=True)
    elif kind < 0.75:
        watched.wait(random.random() * 6)
    else:
        said(watched, random)


def said(watched: Watched, random: Random) -> None:
    """Somebody says something, and may be refused."""
    asker = random.choice([TABLE, TABLE, Asker(seat=random.randrange(1, 5)), Asker()])
    question = watched.tracking.question
    try:
        if question and random.random() < 0.6:
            watched.say("answer", asker, candidate=random.choice(question.candidates))
            return
        name = random.choice([*SAYINGS])
        fields = {field: some_value(kind, random) for field, kind in SAYINGS[name].items()}
        needed = {"claim_card", "count_cards"}
        if name in needed and fields["seat"] is None:
            fields["seat"] = 1
        watched.say(name, asker, **fields)
    except ValueError:
        return


@given(RANDOMS, st.sampled_from(["", "jokers=2", "players=2 packs=2", "no_action_finish=1 start_card=active"]))
@settings(max_examples=15, deadline=None)
def test_whatever_happens_the_log_is_the_game_and_nothing_blocks_it(random: Random, options: str):
    watched = Watched(f"base players=4 {options}")
    for _ in range(30):
        anything(watched, random)
        again = replay(watched.log)
        assert (again.game, again.laid, again.number) == (
            watched.tracking.game,
            watched.tracking.laid,
            watched.tracking.number,
        )
    if watched.tracking.game is None or watched.tracking.over:
        return
    watched.look(2)
    watched.say("accept_pile")
    watched.wait(1.0)
    if watched.tracking.over:
        return
    position = watched.tracking.playing.position
    assert not watched.tracking.laid
    watched.say("draw", cards=None)
    assert watched.tracking.playing.position.ply == position.ply + 1
