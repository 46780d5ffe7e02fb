"""Whatever is seen and whatever is said, at whatever moment, the pile's referee refuses in words or goes on."""

from random import Random

from dealt import random_options
from hypothesis import given, settings
from hypothesis import strategies as st
from watched_pile import TABLE, Watched

from companion.games.cards import JOKERS, PRINCESS, Card
from companion.referee.black_jack.ledger import replay
from companion.referee.phones import Asker
from companion.registry.games import GAMES

RANDOMS = st.randoms(use_true_random=False)
CARDS = (*PRINCESS, *map(Card, JOKERS))
"""Every face there is, whether the game knows it or not."""
GAME = GAMES["black-jack"]
FIELDS = {
    "undo": (),
    "override": ("seat?",),
    "answer": ("candidate",),
    "done": (),
    "draw": ("seat?", "cards?"),
    "suit": ("suit",),
    "joker": ("card",),
    "reshuffle": (),
    "direction": (),
    "tell": ("card",),
    "missed": ("card",),
    "whose": ("seat",),
    "out": ("seat?",),
    "hand": ("seat", "cards"),
    "score": ("seat", "wins"),
}


def value(kind: str, watched: Watched, random: Random) -> object:
    """Some value of a field, sensible or not."""
    if kind.endswith("?") and random.random() < 0.5:
        return None
    question = watched.tracking.question
    return {
        "seat": lambda: random.choice([0, -1, 13, 99, *range(1, 13)]),
        "cards": lambda: random.choice([-3, 0, 1, 2, 5, 7, 104]),
        "wins": lambda: random.choice([-1, 0, 1, 9]),
        "suit": lambda: random.choice(["S", "H", "D", "C", "X", ""]),
        "card": lambda: random.choice(CARDS),
        "candidate": lambda: random.choice(
            ["-", "P1 7S", "AS/H", "8C", "?", *(question.candidates if question else ())]
        ),
    }[kind.rstrip("?")]()


def said(watched: Watched, random: Random) -> None:
    """A phone asks for anything; it may be refused, in words."""
    name = random.choice([*FIELDS])
    fields = {kind.rstrip("?"): value(kind, watched, random) for kind in FIELDS[name]}
    asker = random.choice([TABLE, TABLE, Asker(random.randrange(-1, 13)), Asker()])
    try:
        watched.tracking, events = GAME.acts[name](watched.tracking, asker, **fields)
    except ValueError as refusal:
        events, words = (), str(refusal)
    else:
        words = "Done."
    watched.log += events
    assert words[0].isupper() or words[0].isdigit() or words.startswith("no such answer"), (name, fields, words)
    assert words[-1] in ".?!" or words.startswith("no such answer"), (name, fields, words)


def looked(watched: Watched, random: Random) -> None:
    """The pile shows anything: another card or none, read or not, seen to come or not."""
    kind = random.random()
    if kind < 0.5:
        watched.lay(str(random.choice(CARDS if kind < 0.1 else CARDS[:52])), looks=random.randrange(1, 5))
    elif kind < 0.6 and watched.cards:
        watched.take_back(random.randrange(1, len(watched.cards) + 1), looks=random.randrange(1, 4))
    elif kind < 0.7:
        watched.came = random.randrange(5)
    elif kind < 0.8:
        faces = random.sample(CARDS, random.randrange(4))
        watched.reading = tuple((face, -random.random() * 12) for face in faces)
        watched.look(random.randrange(1, 30))
        watched.reading = None
    elif kind < 0.9:
        watched.look(random.randrange(1, 30), hidden=True, notices=random.choice([(), ("TOO_DARK",), ("BOARD_MOVED",)]))
    watched.look(random.randrange(1, 25))


@given(RANDOMS)
@settings(max_examples=30, deadline=None)
def test_no_look_and_no_command_ever_throws_and_the_log_is_the_game(random: Random):
    options = random_options(random)
    watched = Watched(options.text, options.players, random.choice(["", "7S", "AS", "8H"]))
    talk = random.choice([0.0, 0.3, 0.7])
    for _ in range(25):
        if random.random() < 0.05:
            watched.tracking = replay(watched.log)
        said(watched, random) if random.random() < talk else looked(watched, random)
        GAME.json(GAME.statement(watched.tracking))
    again = replay(watched.log)
    assert (again.game, again.laid, again.number) == (
        watched.tracking.game,
        watched.tracking.laid,
        watched.tracking.number,
    )
