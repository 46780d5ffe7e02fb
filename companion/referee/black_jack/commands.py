"""What people may tell the referee of Black Jack from their phones: what no camera sees.

A seat's own phone speaks for that seat, whoever knows the table's PIN for all of them. Every command raises
NotAllowedError for whoever may not give it, and ValueError, in words for players, for what cannot be.
"""

from collections.abc import Callable
from dataclasses import replace

from companion.games.black_jack.notation import parse_laid
from companion.games.black_jack.pile import Whose
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle
from companion.games.cards import SUITS, Card
from companion.games.history import Undo
from companion.referee.belief import normalised
from companion.referee.black_jack.acts import Ended
from companion.referee.black_jack.happening import end_turn, lay, settled, take_back, told, turn
from companion.referee.black_jack.ledger import Step, Tracking, begin, happen
from companion.referee.black_jack.stories import Story, closed, joker_faces, may_be
from companion.referee.black_jack.telling import MOSTLY, agreement, forgotten, tell, weighed
from companion.referee.events import CardTakenBack, Setup, TurnUndone
from companion.referee.followed import WITHDRAWN, Followed
from companion.referee.phones import Asker, NotAllowedError, for_the_table, known_seat
from companion.referee.tracks import Track


def end(tracking: Tracking, asker: Asker) -> Step:
    """The turn ends. Cards that may be either player's are then of whoever says so."""
    seat = speaker(tracking, asker)
    for_seat(tracking, asker, seat)
    tracking, events = claimed(tracking, lambda story: story.seat == seat and bool(story.laid))
    if tracking.waiting:
        if heard := _heard(tracking, Ended(seat)):
            return heard[0], events + heard[1]
        raise ValueError(tracking.fault.message if tracking.fault else "I am still looking at the top card; try again.")
    for_seat(tracking, asker, tracking.playing.seat)
    tracking, more = end_turn(tracking)
    return tracking, events + more


def draw(tracking: Tracking, asker: Asker, seat: int | None = None, cards: int | None = None) -> Step:
    """A seat draws, which ends its turn; `cards` is how many it took, where somebody says so.

    When the cards on the pile were taken for its own, they are the next player's.
    """
    seat = speaker(tracking, asker) if seat is None else seat
    for_seat(tracking, asker, seat)
    known_seat(tracking, seat)
    drawn, mover = Draw(seat, cards), tracking.playing.seat
    if seat != mover and tracking.waiting and (heard := _heard(tracking, drawn)):
        return heard
    tracking, events = claimed(tracking, lambda story: story.seat == mover)
    own = seat == tracking.playing.seat and tracking.laid
    if own and tracking.laid[-1].face.rank == "Q":
        tracking, more = end(tracking, asker)
    elif own:
        tracking, more = _drawn_before(tracking, drawn)
    else:
        tracking, more = _drawn_after(tracking, drawn)
    return tracking, events + more


def name_suit(tracking: Tracking, asker: Asker, suit: str) -> Step:
    """The Ace on top names this suit, and the turn ends. Another Ace after it is of whoever says so."""
    seat = tracking.playing.seat
    for_seat(tracking, asker, seat)
    card = next(iter(tracking.waiting[0].candidates), None) if tracking.waiting else None
    if card is None or not may_be(tracking.playing, tracking.laid, card, Whose.SAME):
        return _suit_named(tracking, suit)
    if asker.table:
        raise ValueError(f"Say first whether the run goes on with {card}.")
    tracking, claims = claimed(tracking, lambda story: story.seat == seat)
    tracking, events = _suit_named(tracking, suit)
    return tracking, claims + events


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
    return turn(tracking, Reshuffle())


def answer(tracking: Tracking, asker: Asker, candidate: str) -> Step:
    """One of the answers to the open question."""
    question = tracking.question
    if question is None or candidate not in question.candidates:
        known = ", ".join(question.candidates) if question else "nothing: no question is open"
        raise ValueError(f"no such answer: {candidate!r}; choose one of {known}")
    _for_who_knows(tracking, asker)
    beam = weighed(tracking).watch.belief.beam if tracking.game else ()
    stories = normalised([story for story in beam if story.steps and story.steps[0].answer == candidate])
    if stories:
        tracking, events = settled(tracking, candidate)
        tracking, more = told(tracking, stories[0], max(1, agreement(stories)))
        return tracking, events + more
    if candidate == WITHDRAWN:
        tracking = replace(tracking, watch=replace(tracking.watch, denied=True))
        return settled(tracking, candidate)
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


def claimed(tracking: Tracking, holds: Callable[[Story], bool]) -> Step:
    """The cards that wait, as the likeliest story has it of which that holds, if any; those nobody can tell wait on."""
    if not tracking.waiting:
        return tracking, ()
    beam = weighed(tracking).watch.belief.beam
    stories = normalised([story for story in beam if not story.stray and holds(story)]) or beam
    return told(tracking, stories[0], agreement(stories, MOSTLY))


def read_as(tracking: Tracking, card: Card) -> Step:
    """Somebody read a waiting card: the one nobody could read, else the top one. What comes of it comes at once."""
    waiting = list(tracking.waiting) or [Track()]
    place = next((place for place, track in enumerate(waiting) if not track.read), len(waiting) - 1)
    waiting[place] = Track(((card, 0.0),))
    return understand(tracking, tuple(waiting))


def understand(tracking: Tracking, cards: tuple[Track, ...]) -> Step:
    """What comes of these cards, seen and not yet told, without waiting any longer."""
    belief = tracking.watch.belief.with_cards(cards)
    return tell(replace(tracking, watch=replace(tracking.watch, belief=belief)), 0.0)


def _heard(tracking: Tracking, turn: Ended | Draw) -> Step | None:
    """What comes of a turn that a phone told of while cards wait; None when no story allows it."""
    before = weighed(tracking).watch.belief
    belief = before.hearing(turn)
    tracking = weighed(replace(tracking, watch=replace(tracking.watch, belief=belief)))
    lead = tracking.watch.belief.lead
    if not lead.steps[-1].events:
        return None
    return told(tracking, lead, agreement(tracking.watch.belief.beam))


def _suit_named(tracking: Tracking, suit: str) -> Step:
    """The last card of the run is an Ace that names this suit."""
    seat = tracking.playing.seat
    if not tracking.laid or tracking.laid[-1].face.rank != "A" or suit not in SUITS:
        raise ValueError("Only the Ace that ends a turn names a suit.")
    *before, ace = tracking.laid
    play = Play(seat, (*before, Laid(ace.card, ace.declared, suit)))
    tracking, events = settled(tracking, str(play.cards[-1]))
    tracking, more = turn(tracking, play)
    return tracking, events + more


def _drawn_before(tracking: Tracking, drawn: Draw) -> Step:
    """Somebody drew before the cards on the pile were laid: those are the next player's."""
    cards = tracking.laid
    tracking, events = take_back(tracking, len(cards))
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
        tracking, events = end_turn(tracking)
    else:
        tracking, events = settled(tracking)
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
    if tracking.game is not None and laid.suit:
        return _suit_named(tracking, laid.suit)
    if laid.declared is not None:
        return name_joker(tracking, Asker(table=True), laid.declared)
    tracking, events = settled(tracking, candidate)
    dealers_suit = laid.suit is not None
    tracking, more = lay(forgotten(tracking), laid) if dealers_suit else read_as(tracking, laid.card)
    return tracking, events + more
