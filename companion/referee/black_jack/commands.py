"""What people may tell the referee of Black Jack from their phones: what no camera sees.

A seat's own phone speaks for that seat, whoever knows the table's PIN for all of them. Every command raises
NotAllowedError for whoever may not give it, and ValueError, in words for players, for what cannot be.
"""

from dataclasses import replace

from companion.games.black_jack.notation import parse_laid
from companion.games.black_jack.pile import Whose
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle, Turn
from companion.games.cards import SUITS, Card
from companion.games.history import Undo
from companion.games.refusals import IllegalTurnError
from companion.referee.black_jack.acts import end_turn, lay, settled, take_back, turn, understood
from companion.referee.black_jack.deciding import back_to, read_as
from companion.referee.black_jack.ledger import Step, Tracking, begin, happen
from companion.referee.black_jack.placing import closed, joker_faces, may_be
from companion.referee.black_jack.remedies import remedy
from companion.referee.phones import Asker, NotAllowedError, for_the_table
from companion.referee.events import CardTakenBack, Event, Setup, TurnUndone
from companion.referee.followed import WITHDRAWN, Followed


def end(tracking: Tracking, asker: Asker) -> Step:
    """The turn ends. Cards that may be either player's are then of whoever says so."""
    seat = speaker(tracking, asker)
    tracking, events = claimed(tracking, seat)
    for_seat(tracking, asker, tracking.playing.seat)
    if tracking.watch.discard.laid:
        raise ValueError(tracking.fault.message if tracking.fault else "I am still looking at the top card; try again.")
    check(tracking, Play(tracking.playing.seat, tracking.laid))
    tracking, more = end_turn(tracking)
    return tracking, events + more


def draw(tracking: Tracking, asker: Asker, seat: int | None = None, cards: int | None = None) -> Step:
    """A seat draws, which ends its turn; `cards` is how many it took, where somebody says so.

    When the cards on the pile were taken for its own, they are the next player's.
    """
    seat = seat or speaker(tracking, asker)
    for_seat(tracking, asker, seat)
    tracking, events = claimed(tracking, tracking.playing.seat)
    own = seat == tracking.playing.seat and tracking.laid
    if own and tracking.laid[-1].face.rank == "Q":
        tracking, more = end(tracking, asker)
    elif own:
        tracking, more = _drawn_before(tracking, Draw(seat, cards))
    else:
        tracking, more = _drawn_after(tracking, Draw(seat, cards))
    return tracking, events + more


def name_suit(tracking: Tracking, asker: Asker, suit: str) -> Step:
    """The Ace on top names this suit, and the turn ends. Another Ace after it is of whoever says so."""
    seat = tracking.playing.seat
    for_seat(tracking, asker, seat)
    waiting = tracking.watch.discard.laid
    if waiting and waiting[0].card and may_be(tracking.playing, tracking.laid, waiting[0].card, Whose.SAME):
        if asker.table:
            raise ValueError(f"Say first whether the run goes on with {waiting[0].card}.")
        tracking, claims = claimed(tracking, seat)
        tracking, events = _suit_named(tracking, suit)
        return tracking, claims + events
    return _suit_named(tracking, suit)


def name_joker(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """The joker on top stands for this card."""
    for_seat(tracking, asker, tracking.playing.seat)
    if not tracking.laid or not tracking.laid[-1].face.is_joker:
        raise ValueError("No joker waits to be named.")
    if card not in joker_faces(tracking.playing, tracking.laid):
        raise ValueError("The joker may not stand for that card here.")
    named = Laid(tracking.laid[-1].card, card)
    tracking, events = settled(tracking, str(named))
    tracking, back = happen(tracking, CardTakenBack())
    tracking, more = lay(tracking, named)
    return tracking, events + back + more


def undo(tracking: Tracking, asker: Asker) -> Step:
    """The last card of this turn goes back; when none was laid, the turn before is open again."""
    for_the_table(asker)
    if not (tracking.laid or tracking.playing.judge(Undo())):
        raise ValueError("There is no turn to take back.")
    tracking, events = settled(tracking)
    tracking, more = happen(tracking, CardTakenBack() if tracking.laid else TurnUndone())
    return tracking, events + more


def reshuffle(tracking: Tracking, asker: Asker) -> Step:
    """The pile but for its top was shuffled into the stock."""
    for_the_table(asker)
    if tracking.laid:
        raise ValueError("End the turn first; then the pile may be shuffled.")
    check(tracking, Reshuffle())
    return turn(tracking, Reshuffle())


def answer(tracking: Tracking, asker: Asker, candidate: str) -> Step:
    """One of the answers to the open question."""
    question = tracking.question
    if question is None or candidate not in question.candidates:
        known = ", ".join(question.candidates) if question else "nothing: no question is open"
        raise ValueError(f"no such answer: {candidate!r}; choose one of {known}")
    _for_who_knows(tracking, asker)
    tracking = replace(tracking, watch=replace(tracking.watch, found=None))
    if candidate == WITHDRAWN:
        return _no_new_card(*settled(tracking, candidate))
    if candidate.startswith("P"):
        tracking, events = settled(tracking, candidate)
        tracking, more = _attributed(tracking, candidate)
        return tracking, events + more
    return _said_of_card(tracking, parse_laid(candidate), candidate)


def new_game(_: Followed, asker: Asker, setup: Setup) -> Step:
    """A game begins at this table. Raises OptionsError too."""
    for_the_table(asker)
    return begin(setup)


def speaker(tracking: Tracking, asker: Asker) -> int:
    """For whom a phone speaks that names no seat: for its own, and the table for whoever is to move."""
    return tracking.playing.seat if asker.table or asker.seat is None else asker.seat


def for_seat(tracking: Tracking, asker: Asker, seat: int) -> None:
    """Raises NotAllowedError unless the asker speaks for this seat."""
    if not asker.table and asker.seat != seat:
        raise NotAllowedError(f"This is for {tracking.player(seat)} or the table to say.")


def check(tracking: Tracking, played: Turn) -> None:
    """Raises IllegalTurnError, in words for players, when the rules forbid this turn."""
    ruling = tracking.playing.judge(played)
    if ruling.fault is not None:
        card = tracking.laid[-1].card if tracking.laid else None
        raise IllegalTurnError(remedy(tracking, str(ruling.fault), card), ruling)


def claimed(tracking: Tracking, seat: int) -> Step:
    """The cards that wait, with whatever may be this seat's taken for its own."""
    events = settled(tracking)[1][:0]
    while tracking.watch.discard.laid and (card := tracking.watch.discard.laid[0].card):
        game, laid = tracking.playing, tracking.laid
        own, other = may_be(game, laid, card, Whose.SAME), may_be(game, laid, card, Whose.NEXT)
        if not own and not other:
            break
        tracking, more = place(tracking, card, Whose.SAME if own and (game.seat == seat or not other) else Whose.NEXT)
        events += more
    return tracking, events


def place(tracking: Tracking, card: Card, way: Whose) -> Step:
    """The first card that waits goes on with the run, or begins the next turn, as the rules let it."""
    tracking, events = end_turn(tracking) if way is Whose.NEXT else (tracking, ())
    tracking, more = lay(understood(tracking), Laid(card))
    return tracking, events + more


def _suit_named(tracking: Tracking, suit: str) -> Step:
    """The last card of the run is an Ace that names this suit."""
    seat = tracking.playing.seat
    if not tracking.laid or tracking.laid[-1].face.rank != "A" or suit not in SUITS:
        raise ValueError("Only the Ace that ends a turn names a suit.")
    *before, ace = tracking.laid
    play = Play(seat, (*before, Laid(ace.card, ace.declared, suit)))
    check(tracking, play)
    tracking, events = settled(tracking, str(play.cards[-1]))
    tracking, more = turn(tracking, play)
    return tracking, events + more


def _drawn_before(tracking: Tracking, drawn: Draw) -> Step:
    """Somebody drew before the cards on the pile were laid: those are the next player's."""
    cards = tracking.laid
    tracking, events = take_back(tracking, len(cards))
    check(tracking, drawn)
    tracking, more = turn(tracking, drawn)
    events += more
    for laid in cards:
        if not may_be(tracking.playing, tracking.laid, laid.card, Whose.SAME):
            raise ValueError(f"By the rules {tracking.player(tracking.playing.seat)} cannot have laid {laid.card}.")
        tracking, more = lay(tracking, Laid(laid.card))
        events += more
    return tracking, events


def _drawn_after(tracking: Tracking, drawn: Draw) -> Step:
    """Somebody draws after the turn on the pile, which is over then."""
    if tracking.laid:
        check(tracking, Play(tracking.playing.seat, tracking.laid))
        tracking, events = end_turn(tracking)
    else:
        tracking, events = settled(tracking)
    check(tracking, drawn)
    tracking, more = turn(tracking, drawn)
    return tracking, events + more


def _for_who_knows(tracking: Tracking, asker: Asker) -> None:
    """The seat to move, and the one that moves next, may answer; and the table."""
    if asker.table:
        return
    seats = set() if tracking.game is None else {tracking.game.seat}
    if tracking.game is not None and tracking.laid and tracking.game.judge(Play(tracking.game.seat, tracking.laid)):
        seats.add(closed(tracking.game, tracking.laid).seat)
    if asker.seat not in seats:
        raise NotAllowedError("This is for those whose cards they are, or for the table to answer.")


def _said_of_card(tracking: Tracking, laid: Laid, candidate: str) -> Step:
    """What the answer tells of a card: the suit it names, what it stands for, or which it is."""
    everybody = Asker(table=True)
    if tracking.game is not None and laid.suit:
        return _suit_named(tracking, laid.suit)
    if laid.declared is not None:
        return name_joker(tracking, everybody, laid.declared)
    tracking, events = settled(tracking, candidate)
    dealers_suit = tracking.game is None and laid.suit
    tracking, more = lay(understood(tracking), laid) if dealers_suit else read_as(tracking, laid.card)
    return tracking, events + more


def _no_new_card(tracking: Tracking, events: tuple[Event, ...]) -> Step:
    """The first card that waits was none: what it showed had been there before."""
    card = tracking.watch.discard.laid[0].card
    tracking = understood(tracking)
    if card is None or tracking.game is None:
        return tracking, events
    tracking, more = back_to(tracking, card)
    return tracking, events + more


def _attributed(tracking: Tracking, candidate: str) -> Step:
    card = tracking.watch.discard.laid[0].card
    assert card is not None
    own = candidate == f"P{tracking.playing.seat} {card}"
    return place(tracking, card, Whose.SAME if own else Whose.NEXT)
