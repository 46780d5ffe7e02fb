"""How people put right what the referee of Black Jack took wrongly: a face, a card it missed, whose it was, a count.

Every command raises NotAllowedError for whoever may not give it, and ValueError, in words for players, for what
cannot be. Corrections that no rule explains are overrides: the table declares how the game stands.
"""

from companion.games.black_jack.pile import Whose
from companion.games.black_jack.position import Position
from companion.games.black_jack.position_text import position_text
from companion.games.black_jack.turns import Draw, Laid, Play
from companion.games.cards import Card
from companion.games.history import Override
from companion.referee.black_jack.acts import as_it_lies, with_cards
from companion.referee.black_jack.commands import claimed, for_seat, read_as, speaker, understand
from companion.referee.black_jack.happening import end_turn, lay, settled, take_back, turn, won
from companion.referee.black_jack.ledger import Step, Tracking, happen
from companion.referee.black_jack.stories import may_be
from companion.referee.black_jack.telling import forgotten
from companion.referee.events import CardLaid, Event, PositionOverridden, TurnUndone
from companion.referee.followed import scored
from companion.referee.phones import Asker, for_the_table, known_seat
from companion.referee.tracks import Track


def tell_card(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """The top card, or the one nobody could read, is this one."""
    for_seat(tracking, asker, speaker(tracking, asker) if tracking.game else 0)
    if tracking.waiting:
        return read_as(tracking, card)
    tracking, events = _picked_up(tracking)
    tracking, more = understand(tracking, (Track(((card, 0.0),)),))
    return tracking, events + more


def missed_card(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """Under the newest card lies this one, which nobody saw."""
    newest = tracking.laid[-1].card if tracking.laid else tracking.playing.position.top.card
    for_seat(tracking, asker, speaker(tracking, asker))
    waiting = tracking.waiting
    if waiting:
        return understand(tracking, (*waiting[:-1], Track(((card, 0.0),)), waiting[-1]))
    tracking, events = _picked_up(tracking)
    tracking, more = understand(tracking, (Track(((card, 0.0),)), Track(((newest, 0.0),))))
    return tracking, events + more


def claim_card(tracking: Tracking, asker: Asker, seat: int) -> Step:
    """The newest card is this seat's. Whoever sat between and laid nothing drew a card."""
    for_seat(tracking, asker, seat)
    known_seat(tracking, seat)
    tracking, events = claimed(
        tracking, lambda story: story.seat == seat and bool(story.laid) and story.steps[-1].card is not None
    )
    if tracking.waiting:
        raise ValueError("The top card may not lie there, whoever laid it.")
    if not tracking.laid:
        raise ValueError("No card of this turn lies on the pile.")
    card = tracking.laid[-1].card
    tracking, more = take_back(tracking, 1)
    events += more
    tracking, more = _moved_to(tracking, seat)
    events += more
    if not may_be(tracking.playing, tracking.laid, card, Whose.SAME):
        raise ValueError(f"By the rules {card} cannot be {tracking.player(seat)}'s.")
    tracking, more = lay(tracking, Laid(card))
    return tracking, events + more


def go_out(tracking: Tracking, asker: Asker, seat: int | None = None) -> Step:
    """A seat has no cards left, whatever was counted."""
    seat = speaker(tracking, asker) if seat is None else seat
    for_seat(tracking, asker, seat)
    known_seat(tracking, seat)
    position = tracking.playing.position
    if seat in position.out:
        raise ValueError(f"{tracking.player(seat)} is out already.")
    if seat != position.seat:
        return _declared(tracking, with_cards(tracking.playing, seat, 0))
    if not tracking.laid:
        raise ValueError("Lay your last card first.")
    laid = tracking.laid
    tracking, events = _declared(tracking, with_cards(tracking.playing, seat, len(laid)))
    tracking, relaid = happen(tracking, *(CardLaid(str(each)) for each in laid))
    tracking, more = end_turn(tracking)
    return tracking, events + relaid + more


def count_cards(tracking: Tracking, asker: Asker, seat: int, cards: int) -> Step:
    """A seat holds so many cards now, those on the pile not counted."""
    for_seat(tracking, asker, seat)
    known_seat(tracking, seat)
    laid = tracking.laid if seat == tracking.playing.seat else ()
    if cards < 1 and not laid:
        raise ValueError("Who holds no card is out; say that instead.")
    kept = tracking.laid
    tracking, events = _declared(tracking, with_cards(tracking.playing, seat, cards + len(laid)))
    tracking, relaid = happen(tracking, *(CardLaid(str(each)) for each in kept))
    return tracking, events + relaid


def score_match(tracking: Tracking, asker: Asker, seat: int, wins: int) -> Step:
    """A seat's player has won so many games this evening; said again where that was wrong."""
    for_the_table(asker)
    known_seat(tracking, seat)
    return happen(tracking, scored(tracking, seat, wins))


def accept_pile(tracking: Tracking, asker: Asker, seat: int | None = None) -> Step:
    """Override: the pile counts as it lies, without effects; `seat` moves next, else the next one in turn."""
    for_the_table(asker)
    if seat is not None:
        known_seat(tracking, seat)
    more = [card for track in tracking.waiting for card in track.candidates[:1]]
    position = as_it_lies(tracking.playing, tracking.laid, more, seat)
    if seat in position.out:
        raise ValueError(f"{tracking.player(position.seat)} is out.")
    return _declared(forgotten(tracking), position)


def _declared(tracking: Tracking, position: Position) -> Step:
    """The table declares this position right. Raises ValueError for one that no deck and table could show."""
    if not tracking.playing.judge(Override(position)):
        raise ValueError("That cannot be: so many cards are not in the deck.")
    tracking, events = settled(tracking)
    tracking, more = won(*happen(tracking, PositionOverridden(position_text(position))))
    return tracking, events + more


def _picked_up(tracking: Tracking) -> Step:
    """The newest card is off the pile again, so that it can be understood anew."""
    if not tracking.laid and not isinstance(next(reversed(tracking.playing.turns), None), Play):
        raise ValueError("No card was laid since the last draw; take back that first.")
    return take_back(tracking, 1)


def _moved_to(tracking: Tracking, seat: int) -> Step:
    """It is this seat's turn: the turn before goes on, or the turns up to there are over."""
    last = next(reversed(tracking.playing.turns), None)
    events: tuple[Event, ...] = ()
    if tracking.playing.seat == seat:
        return tracking, events
    if not tracking.laid and isinstance(last, Play) and last.seat == seat:
        return happen(tracking, TurnUndone())
    if tracking.laid:
        tracking, events = end_turn(tracking)
    for _ in range(tracking.options.players):
        if tracking.playing.seat == seat:
            return tracking, events
        tracking, more = turn(tracking, Draw(tracking.playing.seat))
        events += more
    raise ValueError(f"{tracking.player(seat)} cannot have played now.")
