"""How people put right what the referee of Black Jack took wrongly: a face, a card it missed, whose it was, a count.

Every command raises NotAllowedError for whoever may not give it, and ValueError, in words for players, for what
cannot be. Corrections that no rule explains are overrides: the table declares how the game stands.
"""

from companion.games.black_jack.declaring import as_it_lies, with_cards
from companion.games.black_jack.turns import Draw, Play
from companion.games.cards import Card
from companion.referee.black_jack.commands import claimed, declared, laid_again, read_as, speaker, understand
from companion.referee.black_jack.happening import end_turn, taken_back, turn
from companion.referee.black_jack.ledger import Step, Tracking
from companion.referee.black_jack.telling import forgotten
from companion.referee.events import TurnUndone
from companion.referee.followed import happen, then
from companion.referee.phones import Asker, for_the_table, known_seat
from companion.referee.tracks import Track


def tell_card(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """The top card, or the one nobody could read, is this one."""
    for_the_table(asker) if tracking.game is None else speaker(tracking, asker)
    return then(_seen_anew(tracking), lambda after: read_as(after, card))


def missed_card(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """Under the newest card lies this one, which nobody saw."""
    speaker(tracking, asker)
    return then(
        _seen_anew(tracking),
        lambda after: understand(after, (*after.waiting[:-1], Track(((card, 0.0),)), after.waiting[-1])),
    )


def claim_card(tracking: Tracking, asker: Asker, seat: int) -> Step:
    """The newest card is this seat's. Whoever sat between and laid nothing drew a card."""
    speaker(tracking, asker, seat)
    tracking, events = claimed(tracking, lambda story: story.seat == seat and story.steps[-1].card is not None)
    if tracking.waiting:
        raise ValueError("The top card may not lie there, whoever laid it.")
    if not tracking.laid:
        raise ValueError("No card of this turn lies on the pile.")
    if tracking.playing.seat == seat:
        return tracking, events
    card = tracking.laid[-1:]
    moved = then(then((tracking, events), taken_back), lambda after: _moved_to(after, seat))
    return then(moved, lambda after: laid_again(after, card))


def go_out(tracking: Tracking, asker: Asker, seat: int | None = None) -> Step:
    """A seat has no cards left, whatever was counted."""
    seat = speaker(tracking, asker, seat)
    position = tracking.playing.position
    if seat in position.out:
        raise ValueError(f"{tracking.player(seat)} is out already.")
    if seat != position.seat:
        return _counted(tracking, seat, 0)
    if not tracking.laid:
        raise ValueError("Lay your last card first.")
    return then(_counted(tracking, seat, 0), end_turn)


def count_cards(tracking: Tracking, asker: Asker, seat: int, cards: int) -> Step:
    """A seat holds so many cards now, those on the pile not counted."""
    speaker(tracking, asker, seat)
    if cards < 1 and not (tracking.laid and seat == tracking.playing.seat):
        raise ValueError("Who holds no card is out; say that instead.")
    return _counted(tracking, seat, cards)


def accept_pile(tracking: Tracking, asker: Asker, seat: int | None = None) -> Step:
    """Override: the pile counts as it lies, without effects; `seat` moves next, else the next one in turn."""
    for_the_table(asker)
    if seat is not None:
        known_seat(tracking, seat)
    more = [card for track in tracking.waiting for card in track.candidates[:1]]
    position = as_it_lies(tracking.playing, tracking.laid, more, seat)
    if seat in position.out:
        raise ValueError(f"{tracking.player(position.seat)} is out.")
    return declared(forgotten(tracking), position, ())


def _counted(tracking: Tracking, seat: int, cards: int) -> Step:
    """A seat holds so many cards besides those it has laid in this turn."""
    laid = len(tracking.laid) if seat == tracking.playing.seat else 0
    return declared(tracking, with_cards(tracking.playing, seat, cards + laid), tracking.laid)


def _seen_anew(tracking: Tracking) -> Step:
    """A card waits to be understood: if none does, the newest is off the pile again and came once more."""
    top = tracking.top
    if tracking.waiting or top is None:
        return tracking, ()
    if not tracking.laid and not isinstance(tracking.playing.moment.entry, Play):
        raise ValueError("No card was laid since the last draw; take back that first.")
    tracking, events = taken_back(tracking)
    return tracking.believing(tracking.watch.belief.with_cards((Track(((top, 0.0),)),))), events


def _moved_to(tracking: Tracking, seat: int) -> Step:
    """It is this seat's turn: the turn before goes on, or the turns up to there are over."""
    last = tracking.playing.moment.entry
    if not tracking.laid and isinstance(last, Play) and last.seat == seat:
        return happen(tracking, TurnUndone())
    tracking, events = end_turn(tracking) if tracking.laid else (tracking, ())
    while tracking.playing.seat != seat and len(events) <= tracking.options.players:
        tracking, more = turn(tracking, Draw(tracking.playing.seat))
        events += more
    if tracking.playing.seat != seat:
        raise ValueError(f"{tracking.player(seat)} cannot have played now.")
    return tracking, events
