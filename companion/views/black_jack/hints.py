"""What may be done now at a table of Black Jack, in a sentence or two."""

from companion.games.black_jack.matching import starts
from companion.games.black_jack.turns import Draw, Play, Turn
from companion.games.cards import STANDARD
from companion.referee.black_jack.ledger import Tracking
from companion.referee.black_jack.wording import SUITS, answer_words
from companion.referee.naming import natural_list
from companion.views.black_jack.announcement import laid_words, ranking_words, turn_words
from companion.views.words import capitalised, sentence

_RANKS = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}


def hint_of(tracking: Tracking) -> str:
    """What whoever moves may do; before the first card, what is dealt."""
    if tracking.game is None:
        return "Deal seven cards to each, put the stock down and turn up its top card in view of the camera."
    if tracking.over:
        return ranking_words(tracking)
    if tracking.heard:
        waits = "wait for the answer" if tracking.question else "wait to see the card that it is about"
        return f"I heard what was said, and {waits}."
    if tracking.laid:
        return _run_hint(tracking)
    position = tracking.game.position
    if position.pending:
        return capitalised(f"draw {position.drawn}, or play {answer_words(tracking.options, position.top.face)}.")
    return f"Play {_firsts(tracking)}, or draw a card."


def headline_of(tracking: Tracking) -> str:
    """What the table does now, as a headline: who plays, or who has won."""
    if tracking.game is None:
        return "Deal the cards"
    if tracking.over:
        return f"{capitalised(tracking.player(tracking.game.position.out[0]))} wins!"
    return f"{capitalised(tracking.player(tracking.game.seat))} to play"


def undo_of(tracking: Tracking) -> str:
    """What undoing would take back, in words; empty when there is nothing."""
    if tracking.scored_last:
        return "The number of games won was changed."
    if tracking.laid:
        return sentence(f"the {laid_words(tracking.laid[-1])} is taken back")
    last = tracking.game.moment.entry if tracking.game else None
    if last is None:
        return ""
    told = turn_words(last, tracking.setup.players) if isinstance(last, Turn) else "What was corrected by hand."
    return f"This is {'open again' if isinstance(last, Play | Draw) else 'taken back'}: {told}"


def _run_hint(tracking: Tracking) -> str:
    last, player = tracking.laid[-1], tracking.player(tracking.playing.seat)
    if last.face.is_joker:
        return f"{player}, say what the joker stands for."
    if last.face.rank == "A":
        return f"{player}, name a suit."
    if last.face.rank == "Q":
        return "Cover the Queen, or end the turn and draw a card."
    return "Go on with the run, or end the turn."


def _firsts(tracking: Tracking) -> str:
    """What the first card may be, in few words: a suit, a rank, an Ace, a joker if there are any."""
    position = tracking.playing.position
    suit = SUITS[position.suit or position.top.face.suit]
    ranks = dict.fromkeys(
        face.rank
        for face in STANDARD
        if face.suit != (position.suit or position.top.face.suit)
        and starts(tracking.options, position.top.face, position.suit, face)
    )
    names = [_RANKS.get(rank, rank) for rank in ranks if rank != "A"]
    jokers = ["a joker"] * bool(tracking.options.jokers)
    return natural_list([suit, *map(_one, names), "an Ace", *jokers], "or")


def _one(name: str) -> str:
    return f"an {name}" if name == "8" else f"a {name}"
