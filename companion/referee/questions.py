"""What the referee asks in words, when it cannot tell what was played."""

from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.squares import square_name
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Turn
from companion.referee.events import QuestionAsked
from companion.referee.hypotheses import Difference
from companion.referee.possible_turns import possible_turns
from companion.referee.remedies import card_name
from companion.referee.verdicts import Illegal, Legal

TAKEN_BACK = "undo"
"""The answer that turns were taken back, followed by how many."""


def question(legal: Legal, team: str) -> QuestionAsked:
    """What the first of these turns was; its candidates are that turn and the others it may have been."""
    turns = tuple(dict.fromkeys((legal.turns[0], *legal.others)))
    first, words = turns[0], " or ".join(map(_in_words, turns))
    back = (f"{TAKEN_BACK} {legal.back}",) if legal.back else ()
    if legal.unread and isinstance(first, Exchange):
        text = (
            f"I could not read that card. If {team} exchanges it because it is dead, which is it? If not, just play on."
        )
    elif isinstance(first, Exchange):
        text = f"Did {team} exchange another {card_name(first.card)}, which is dead? If not, just play on."
    elif back:
        text = f"Did {team} play {words}, or was the turn before taken back?"
    else:
        text = f"What did {team} play: {words}?"
    return QuestionAsked(text, (*map(str, turns), *back))


def turns_back(candidate: str) -> int:
    """How many turns were taken back if this is the answer; 0 when it is a turn."""
    word, _, number = candidate.partition(" ")
    return int(number) if word == TAKEN_BACK else 0


def turns_among(asked: QuestionAsked) -> tuple[Turn, ...]:
    """The candidates that are turns."""
    return tuple(parse_turn(candidate) for candidate in asked.candidates if not turns_back(candidate))


def resumed_question(legal: Legal, team: str) -> QuestionAsked:
    """Whether this turn, or which of several, was played while the table was not watched."""
    turns = tuple(dict.fromkeys((legal.turns[0], *legal.others)))
    words = " or ".join(map(_in_words, turns))
    return QuestionAsked(f"Did {team} play {words}? If not, put the table back as it was.", tuple(map(str, turns)))


def asked_by(game: Game, verdict: Illegal) -> Legal | None:
    """The turn a fault asks about, with what it may have been as well."""
    came = verdict.about.came
    if verdict.code == "HAND_SHORT":
        return Legal((Place(verdict.about.mover, verdict.about.card, came[0][0]),))
    turns = tuple(possible_turns(game, Difference(came), None)) if verdict.code == "MERGED_TURNS" else ()
    return Legal(turns[:1], unread=turns[:1], others=turns[1:], left=1) if turns else None


def _in_words(turn: Turn) -> str:
    match turn:
        case Place(_, card, square):
            return f"{card_name(card)} on {square_name(square)}"
        case Remove(_, card, square):
            return f"{card_name(card)}, taking the chip from {square_name(square)}"
    return f"{card_name(getattr(turn, 'card', None))} and no chip"
