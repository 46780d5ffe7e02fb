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
from companion.referee.followed import WITHDRAWN, happen, then
from companion.referee.naming import player_of, sides_of
from companion.referee.one_eyed_jack.hypotheses import Circumstances
from companion.referee.one_eyed_jack.ledger import Step, Tracking, brought
from companion.referee.one_eyed_jack.turns import passed_over, with_a_card
from companion.referee.one_eyed_jack.wording import remedy


def accept(tracking: Tracking, turn: Turn, *, verified: bool = True) -> Step:
    """The turn happens, with the lines it completes. Raises IllegalTurnError.

    What the turn before brought is told first, if it is still untold. The open question is settled, if it was this;
    one about the table is left open until the hypotheses agree.
    """
    asked, said = tracking.question, str(turn)
    settled = asked is not None and (said in asked.candidates or not tracking.watch.about_table)
    answer = QuestionAnswered(said if asked is not None and said in asked.candidates else WITHDRAWN)
    step = then(happen(tracking, *[answer] * settled), announce)
    recounted = recount(step[0].game, turn)
    step = then(step, lambda before: happen(before, *recounted))
    team = step[0].game.team
    step = then(step, lambda before: happen(before, TurnPlayed(said, verified)))
    news = () if step[0].unannounced else brought(step[0].game, team)
    return then(step, lambda after: happen(after, *news, *_doubts(after, turn, team if recounted else None)))


def announce(tracking: Tracking, disputed: tuple[int, ...] = ()) -> Step:
    """Tell what the last chip brought before something else happens, unless that is about the chip itself."""
    last = next(reversed(tracking.game.turns), None)
    return (tracking, ()) if getattr(last, "square", None) in disputed else happen(tracking, *tracking.unannounced)


def recount(game: Game, turn: Turn) -> tuple[PositionOverridden, ...]:
    """What must be declared before a seat that was counted empty plays this turn; nothing before any other.

    Hands are never seen: they are counted while draws are as assumed.
    """
    if game.judge(turn).fault is not Fault.HAND_SHORT:
        return ()
    seats = passed_over(game.position, game.options.seats)
    seat = next(seat for seat in seats if game.options.team_of(seat) == getattr(turn, "team", None))
    return (PositionOverridden(override_text(with_a_card(game.position, seat), game.options)),)


def _doubts(tracking: Tracking, turn: Turn, short: int | None) -> list[Event]:
    """A team that was counted `short` of cards, a card seen once too often, a line whose owner may choose its squares.

    The last is asked.
    """
    game, about, found = tracking.game, dict[str, Circumstances](), list[Event]()
    if short is not None:
        about["HAND_SHORT"] = Circumstances(short)
    card = turn.card if isinstance(turn, Place | Remove | Exchange) else None
    if card and game.overcounted(card):
        about["CARD_OVERCOUNT"] = Circumstances(game.team, card)
    found += [NoticeGiven(code, worded(tracking, code, each)) for code, each in about.items()]
    if offer := game.position.offer:
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
