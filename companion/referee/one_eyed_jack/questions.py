"""What the referee asks in words, when its hypotheses cannot be told apart."""

from collections.abc import Sequence

from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.state import Game, Override
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Turn
from companion.games.squares import square_name
from companion.referee.events import QuestionAsked
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.words import card_name

TAKEN_BACK = "undo"
"""The answer that turns were taken back, followed by how many."""


def question(game: Game, rivals: Sequence[Hypothesis], names: Sequence[str]) -> QuestionAsked | None:
    """Which of these hypotheses, the likeliest first, is true; None where nobody could say so in a word."""
    told = len(game.turns)
    nexts = dict.fromkeys(hypothesis.turns[0] for hypothesis in rivals if hypothesis.kept == told and hypothesis.turns)
    turns = [turn for turn in nexts if not isinstance(turn, Override)]
    if not turns:
        return None
    back = max((told - hypothesis.kept for hypothesis in rivals), default=0)
    team = names[getattr(turns[0], "team", game.team)]
    if all(isinstance(turn, Exchange) for turn in turns):
        card = card_name(getattr(turns[0], "card", None))
        return QuestionAsked(
            f"Did {team} exchange {card}, which is dead? If not, just play on.", tuple(map(str, turns))
        )
    words = " or ".join(map(_in_words, turns))
    text = f"Did {team} play {words}, or was the turn before taken back?" if back else f"What did {team} play: {words}?"
    return QuestionAsked(text, (*map(str, turns), *((f"{TAKEN_BACK} {back}",) if back else ())))


def dead_question(game: Game, names: Sequence[str]) -> QuestionAsked | None:
    """Which dead card it is that nobody could read, if it is one; None where none may be exchanged."""
    unseen = (card for card in game.options.faces if game.position.pile.count(card) < game.rules.copies(card))
    turns = [Exchange(game.team, card) for card in unseen if game.is_dead(card)]
    legal = [turn for turn in turns if game.judge(turn)]
    if not legal:
        return None
    team = names[game.team]
    text = f"I could not read that card. If {team} exchanges it because it is dead, which is it? If not, just play on."
    return QuestionAsked(text, tuple(map(str, legal)))


def turns_back(candidate: str) -> int:
    """How many turns were taken back if this is the answer; 0 when it is a turn."""
    word, _, number = candidate.partition(" ")
    return int(number) if word == TAKEN_BACK else 0


def turns_among(asked: QuestionAsked) -> tuple[Turn, ...]:
    """The candidates that are turns."""
    return tuple(parse_turn(candidate) for candidate in asked.candidates if not turns_back(candidate))


def _in_words(turn: Turn) -> str:
    match turn:
        case Place(_, card, square):
            return f"{card_name(card)} on {square_name(square)}"
        case Remove(_, card, square):
            return f"{card_name(card)}, taking the chip from {square_name(square)}"
    return f"{card_name(getattr(turn, 'card', None))} and no chip"
