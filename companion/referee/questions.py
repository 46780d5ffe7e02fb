"""What the referee asks in words, when it cannot tell what was played."""

from companion.games.one_eyed_jack.squares import square_name
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Turn
from companion.referee.events import QuestionAsked
from companion.referee.remedies import card_name
from companion.referee.verdicts import Legal


def question(legal: Legal, team: str) -> QuestionAsked:
    """What the first of these turns was; its candidates are that turn and the others it may have been."""
    turns = tuple(dict.fromkeys((legal.turns[0], *legal.others)))
    first, words = turns[0], " or ".join(map(_in_words, turns))
    if isinstance(first, Exchange):
        text = f"Did {team} exchange another {card_name(first.card)}, which is dead? If not, just play on."
    else:
        text = f"What did {team} play: {words}?"
    return QuestionAsked(text, tuple(map(str, turns)))


def _in_words(turn: Turn) -> str:
    match turn:
        case Place(_, card, square):
            return f"{card_name(card)} on {square_name(square)}"
        case Remove(_, card, square):
            return f"{card_name(card)}, taking the chip from {square_name(square)}"
    return f"{card_name(getattr(turn, 'card', None))} and no chip"
