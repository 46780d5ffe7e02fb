"""Turns that are told happen one after the other, each with the lines it completes, the win and its doubts."""

from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.position_text import override_text
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Declare, Exchange, Place, Remove, Turn
from companion.referee.events import (
    Event,
    FaultResolved,
    NoticeGiven,
    PositionOverridden,
    QuestionAnswered,
    QuestionAsked,
    TurnPlayed,
)
from companion.referee.followed import WITHDRAWN, happen
from companion.referee.naming import player_of, sides_of
from companion.referee.one_eyed_jack.ledger import Step, Tracking, brought
from companion.referee.one_eyed_jack.remedies import Circumstances, remedy
from companion.referee.one_eyed_jack.turns import passed_over, with_a_card


def accept(tracking: Tracking, turn: Turn, *, verified: bool = True) -> Step:
    """The turn happens, with the lines it completes. Raises IllegalTurnError.

    What the turn before brought is told first, if it is still untold.
    """
    tracking, answered = _answered(tracking, turn)
    tracking, before = tell_untold(tracking)
    tracking, recounted = happen(tracking, *recount(tracking.game, turn))
    team = tracking.game.team
    tracking, played = happen(tracking, TurnPlayed(str(turn), verified))
    news = () if tracking.untold else brought(tracking.game, team)
    doubts = [_short_hand(tracking, team)] if recounted else []
    tracking, told = happen(tracking, *news, *doubts, *_doubts(tracking, turn))
    return tracking, answered + before + recounted + played + told


def _answered(tracking: Tracking, turn: Turn) -> Step:
    """The open question is settled by what happened; one about the table is left open until the hypotheses agree."""
    if tracking.question is None or (tracking.watch.about_table and str(turn) not in tracking.question.candidates):
        return tracking, ()
    said = str(turn) if str(turn) in tracking.question.candidates else WITHDRAWN
    return happen(tracking, QuestionAnswered(said))


def tell_untold(tracking: Tracking, disputed: tuple[int, ...] = ()) -> Step:
    """Tell what the last chip brought before something else happens, unless that is about the chip itself."""
    last = next(reversed(tracking.game.turns), None)
    return (tracking, ()) if getattr(last, "square", None) in disputed else happen(tracking, *tracking.untold)


def recount(game: Game, turn: Turn) -> tuple[PositionOverridden, ...]:
    """What must be declared before a seat that was counted empty plays this turn; nothing before any other.

    Hands are never seen: they are counted while draws are as assumed.
    """
    if game.judge(turn).fault is not Fault.HAND_SHORT:
        return ()
    seats = passed_over(game.position, game.options.seats)
    seat = next(seat for seat in seats if game.options.team_of(seat) == getattr(turn, "team", None))
    return (PositionOverridden(override_text(with_a_card(game.position, seat), game.options)),)


def _short_hand(tracking: Tracking, team: int) -> NoticeGiven:
    return NoticeGiven("HAND_SHORT", worded(tracking, "HAND_SHORT", Circumstances(team)))


def _doubts(tracking: Tracking, turn: Turn) -> list[Event]:
    """A card seen once too often, and a line whose owner may choose its squares."""
    game, found = tracking.game, list[Event]()
    card = turn.card if isinstance(turn, Place | Remove | Exchange) else None
    if card and game.overcounted(card):
        message = worded(tracking, "CARD_OVERCOUNT", Circumstances(game.team, card))
        found.append(NoticeGiven("CARD_OVERCOUNT", message))
    if game.position.offer:
        offer = game.position.offer
        texts = tuple(str(Declare(offer.team, pattern)) for pattern in offer.patterns)
        found.append(QuestionAsked(f"Which squares does {sides_of(tracking.setup)[offer.team]}'s line take?", texts))
    return found


def worded(tracking: Tracking, code: str, about: Circumstances) -> str:
    """What the players are told of a fault: people by their names, chips by their colours."""
    people = list(sides_of(tracking.setup))
    if about.seat is not None:
        people[about.mover] = player_of(tracking.setup, about.seat)
    return remedy(code, about, people, [team.name for team in tracking.setup.teams])


def resolved(tracking: Tracking) -> Step:
    """The open fault, if any, is put right."""
    return (tracking, ()) if tracking.fault is None else happen(tracking, FaultResolved(tracking.fault.code))
