"""Turns as people type them, understood in a game: `7D@C4` without the team, `7D` when it can go to one square only."""

from companion.games.cards import parse_card
from companion.games.one_eyed_jack.faults import AmbiguousTurnError, IllegalTurnError, NotationError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import TEAM_LETTERS, Exchange, Turn


def understand(game: Game, text: str) -> Turn:
    """The one legal turn `text` can mean for the seat to move.

    Raises NotationError when it means nothing at all, IllegalTurnError when the rules forbid it,
    and AmbiguousTurnError when several legal turns fit.
    """
    turn = _written_out(game, text)
    if turn is None:
        return _only_turn(game, text)
    ruling = game.judge(turn)
    if not ruling:
        raise IllegalTurnError(f"{turn} is refused: {ruling.fault}; play another turn", ruling)
    return turn


def _written_out(game: Game, text: str) -> Turn | None:
    """The turn a full notation says, with or without its team letter; None when it says less."""
    for attempt in (text, f"{TEAM_LETTERS[game.team]} {text}"):
        try:
            return parse_turn(attempt)
        except NotationError:
            continue
    return None


def _only_turn(game: Game, text: str) -> Turn:
    """The one thing a card can do now. An exchange counts only when there is nothing else."""
    try:
        card = parse_card(text)
    except ValueError as error:
        raise NotationError(f"no turn: {text!r}; write for instance 7D@C4, JSxC4, dead 7D or pass") from error
    turns = list(game.legal_turns.of(card))
    if len(turns) == 1:
        return turns[0]
    if turns:
        raise AmbiguousTurnError(f"{card} can be played as {', '.join(map(str, turns[:8]))}; say which")
    ruling = game.judge(Exchange(game.team, card))
    raise IllegalTurnError(f"{card} cannot be played now: {ruling.fault}; play another card or pass", ruling)
