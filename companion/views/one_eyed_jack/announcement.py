"""What the referee says aloud: one sentence or two for each event, in words a voice can speak."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from companion.games.cards import Card
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.turns import (
    Declare,
    EndJoker,
    Exchange,
    Forgot,
    Pass,
    Place,
    Remove,
    Roll,
    Stop,
    Turn,
)
from companion.games.squares import SIZE, column_of, row_of, square_name
from companion.referee import events
from companion.referee.events import Event
from companion.referee.naming import natural_list
from companion.views.words import capitalised, card_words, sentence

_CROSS = 5
"""The squares of a cross; a square shape has four."""
_FACES = {"n": "a plain face", "r": "reverse", "s": "skip"}


def turn_words(turn: Turn, names: Sequence[str]) -> str:
    """A turn as a sentence; `names` are the teams' names in seating order."""
    match turn:
        case Forgot(seat=seat):
            return sentence(f"{names[(seat - 1) % len(names)]} forgot to draw")
        case Stop():
            return "The players end the game."
        case Place(team=team, card=card, square=square):
            return sentence(f"{names[team]} plays the {card_words(card)} on {square_name(square)}")
        case Remove(team=team, card=card, square=square):
            return sentence(f"{names[team]} takes the chip from {square_name(square)} with the {card_words(card)}")
        case _:
            return sentence(f"{names[turn.team]} {_other_act(turn)}")


def turn_note(turn: Turn) -> str:
    """A turn as a short note beside its team's chip, such as `Seven of diamonds on C4`."""
    match turn:
        case Forgot():
            return "Forgot to draw"
        case Stop():
            return "The players end the game"
        case Place(card=card, square=square):
            return capitalised(f"{_card_words(card)} on {square_name(square)}")
        case Remove(card=card, square=square):
            return capitalised(f"{_card_words(card)} takes {square_name(square)}")
        case _:
            return capitalised(_other_act(turn))


def event_words(event: Event, names: Sequence[str]) -> str:
    """What is said when this happens, nothing when it needs no words; `names` are the teams' in seating order."""
    match event:
        case events.GameStarted():
            return f"{' against '.join(map(capitalised, names))}. {turn_to_play_words(names[0])}"
        case events.TurnPlayed(turn=turn, verified=verified):
            return turn_words(parse_turn(turn) if verified else _without_card(parse_turn(turn)), names)
        case events.LineCompleted(team=team, squares=squares):
            return line_words(names[team], squares)
        case events.GameWon(team=team, termination=termination):
            return end_words(None if team is None else names[team], termination)
        case _:
            return _table_words(event)


def _without_card(turn: Turn) -> Turn:
    """The turn without a card that nobody read: what was only guessed is not said."""
    return replace(turn, card=None) if isinstance(turn, Place | Remove) else turn


def turn_to_play_words(player: str) -> str:
    """Whose turn it is."""
    return sentence(f"{player} to play")


def draw_words(player: str, cards: int = 1) -> str:
    """The reminder after a turn."""
    amount = {1: "a card", 2: "two cards"}.get(cards, f"{cards} cards")
    return sentence(f"{player}: draw {amount}")


def capture_words(team: str, squares: Sequence[int]) -> str:
    """Chips that were captured."""
    return sentence(f"{team} captures {natural_list(list(map(square_name, squares)))}")


def line_words(team: str, squares: Sequence[int]) -> str:
    """A completed pattern."""
    return f"{capitalised(team)} completes a {pattern_words(squares)}!"


def pattern_words(squares: Sequence[int]) -> str:
    """A line by its ends, which may lie beyond an edge; a cross by its centre, a square by its corners."""
    steps = {((row_of(b) - row_of(a)) % SIZE, (column_of(b) - column_of(a)) % SIZE) for a, b in pairwise(squares)}
    if len(steps) == 1:
        return f"line from {square_name(squares[0])} to {square_name(squares[-1])}"
    if len(squares) == _CROSS:
        return f"cross around {square_name(squares[0])}"
    return f"square on {natural_list(list(map(square_name, squares)))}"


def end_words(team: str | None, termination: str) -> str:
    """The end of the game, which the players may have left without a result; no team for a tie."""
    if termination == "unfinished":
        return "The game has no result."
    return "The game is a tie." if team is None else f"{capitalised(team)} wins the game!"


def _table_words(event: Event) -> str:
    match event:
        case events.FaultFound(message=message) | events.NoticeGiven(message=message):
            return message
        case events.QuestionAsked(text=text):
            return text
        case events.FaultResolved():
            return "Thank you, the board is right again."
        case events.TurnUndone():
            return "The last turn is taken back."
        case events.PositionOverridden():
            return "The game goes on from a new position."
        case events.MatchScored() | events.MatchScoreUndone():
            return "The number of games won was corrected."
        case _:
            return ""


def _card_words(card: Card | None) -> str:
    """A card at the beginning of a note; only one that nobody read takes an article."""
    return card_words(card) if card else f"a {card_words(card)}"


def _other_act(turn: Exchange | Pass | Roll | EndJoker | Declare) -> str:
    match turn:
        case Exchange(card=card):
            return f"exchanges the dead {card_words(card)}"
        case Roll(face=face):
            return f"rolls {_FACES[face]}"
        case Declare(pattern=pattern):
            return f"takes the {pattern_words(pattern)}"
        case EndJoker():
            return "ends the game with the end joker"
    return "passes"
