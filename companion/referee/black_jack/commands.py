"""What people may tell the referee of Black Jack from their phones: what no camera sees, and what it took wrongly.

A seat's own phone speaks for that seat, whoever knows the table's PIN for all of them. Every command raises
NotAllowedError for whoever may not give it, and ValueError, in words for players, for what cannot be. A correction
that no rule explains is an override: the table declares how the game stands.
"""

from companion.games.black_jack.declaring import as_it_lies
from companion.games.black_jack.notation import parse_laid
from companion.games.black_jack.pile import joker_faces, next_seat
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle
from companion.games.cards import SUITS, Card
from companion.games.history import Undo
from companion.referee.belief import normalised
from companion.referee.black_jack.happening import brought, declared, end_turn, laid_again, taken_back, told, turn
from companion.referee.black_jack.hearing import (
    believed,
    counted,
    laid_by,
    not_yet,
    on_hearing,
    read_as,
    read_below,
    seen_anew,
)
from companion.referee.black_jack.hypotheses import Ended
from companion.referee.black_jack.ledger import Step, Tracking, begin
from companion.referee.black_jack.telling import agreement, forgotten, lead, weighed
from companion.referee.events import CardLaid, CardTakenBack, MatchScoreUndone, Setup, TurnUndone
from companion.referee.followed import WITHDRAWN, Followed, Happened, happen, nothing_open
from companion.referee.phones import NOT_OPEN, Asker, NotAllowedError, asked, for_the_table, known_seat, speaks_for


def end(tracking: Tracking, asker: Asker) -> Step:
    """The turn ends. Cards that may be either player's are then of whoever says so."""
    seat = _speaker(tracking, asker)
    if heard := on_hearing(tracking, Ended(_mover(tracking, asker, seat))):
        return heard
    if tracking.waiting:
        raise ValueError(tracking.fault.message if tracking.fault else not_yet(tracking))
    _speaker(tracking, asker, tracking.playing.seat)
    return end_turn(tracking)


def draw(tracking: Tracking, asker: Asker, seat: int | None = None, cards: int | None = None) -> Step:
    """A seat draws, which ends its turn; `cards` is how many it took, where somebody says so.

    When the cards on the pile were taken for its own, they are the next player's, unless it moves again after them.
    """
    seat, laid, game = _speaker(tracking, asker, seat), tracking.laid, tracking.playing
    drawn, step = Draw(seat, cards), Happened(tracking)
    if (tracking.watch.belief.observed or seat != game.seat) and (heard := on_hearing(tracking, drawn)):
        return heard
    if seat == game.seat:
        if laid and laid[-1].face.rank == "Q":
            return end(tracking, asker)
        if laid and game.judge(Play(seat, laid)) and next_seat(game, laid) == seat:  # of two players one laid an 8
            return step.then(end_turn).then(turn, drawn)
        step = step.then(brought, *[CardTakenBack()] * len(laid)).then(turn, drawn)
        for one in laid:
            step = step.then(laid_again, one)
        return step
    if tracking.doubted and laid and not game.judge(Play(game.seat, laid)):
        return declared(tracking, as_it_lies(game, laid, (), seat), ()).then(turn, drawn)
    return (step.then(end_turn) if laid else step).then(turn, drawn)  # the turn before is over


def name_suit(tracking: Tracking, asker: Asker, suit: str) -> Step:
    """The Ace on top names this suit, and the turn ends. Another Ace after it is of whoever says so."""
    seat = _speaker(tracking, asker)
    quiet = tracking.laid and not tracking.waiting and seat == tracking.playing.seat
    if not (quiet and tracking.laid[-1].face.rank == "A") and (
        heard := on_hearing(tracking, Ended(_mover(tracking, asker, seat), suit))
    ):
        return heard
    _speaker(tracking, asker, tracking.playing.seat)
    return _suit_named(tracking, suit)


def name_joker(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """The joker on top stands for this card; said again where that was wrong."""
    _speaker(tracking, asker)
    unnamed = tracking.laid and tracking.laid[-1].face.is_joker
    if not unnamed and (tracking.open or not tracking.laid or not tracking.laid[-1].card.is_joker):
        if tracking.open and (heard := on_hearing(tracking, Laid(Card("JK"), card))):
            return heard
        raise ValueError("No joker waits to be named.")
    if card not in joker_faces(tracking.playing, tracking.laid):
        raise ValueError("The joker may not stand for that card here.")
    _speaker(tracking, asker, tracking.playing.seat)
    named = str(Laid(tracking.laid[-1].card, card))
    return nothing_open(tracking, named).then(brought, CardTakenBack(), CardLaid(named))


def undo(tracking: Tracking, asker: Asker) -> Step:
    """What was said last of games won is taken back, else the last card of this turn, else the turn before is open."""
    for_the_table(asker)
    if tracking.scored_last:
        return happen(tracking, MatchScoreUndone())
    if not (tracking.laid or tracking.playing.judge(Undo())):
        raise ValueError("There is no turn to take back.")
    if tracking.laid and tracking.waiting:
        raise ValueError("Another card lies on it. Take that off the pile first, or say whose it is.")
    if tracking.laid:
        return brought(tracking, CardTakenBack())
    after, events = brought(tracking, TurnUndone())
    anew = tracking.over or tracking.top != after.top  # what lies there is compared with the game as it was
    return Happened(after.watching(belief=after.watch.belief.having((), after.lying)) if anew else after, events)


def reshuffle(tracking: Tracking, asker: Asker) -> Step:
    """The pile but for its top was shuffled into the stock."""
    for_the_table(asker)
    if tracking.laid:
        raise ValueError("End the turn first; then the pile may be shuffled.")
    return turn(tracking, Reshuffle())


def answer(tracking: Tracking, asker: Asker, candidate: str) -> Step:
    """One of the answers to the open question."""
    asked(tracking, candidate)
    if not asker.table and asker.seat not in tracking.answering:
        raise NotAllowedError("This is for the players whose cards they are, or for the table.")
    return nothing_open(tracking, candidate).then(_answered, candidate)


def _answered(tracking: Tracking, candidate: str) -> Step:
    """The hypotheses that say so are true; else it tells of a card: the suit it names, what it stands for, its face."""
    beam = weighed(tracking).watch.belief.beam if tracking.game else ()
    agreeing = normalised([one for one in beam if one.associations and one.associations[0].answer == candidate])
    if agreeing:
        return told(tracking, agreeing[0], max(1, agreement(agreeing)))
    if candidate == WITHDRAWN:
        return Happened(tracking.watching(denied=True))
    if " " in candidate:  # whose a card is of which more was told since
        raise ValueError(NOT_OPEN)
    laid = parse_laid(candidate)
    if laid.suit:
        return _suit_named(tracking, laid.suit) if tracking.game else happen(tracking, CardLaid(candidate))
    return name_joker(tracking, Asker(table=True), laid.declared) if laid.declared else read_as(tracking, laid.card)


def tell_card(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """The top card, or the one nobody could read, is this one."""
    for_the_table(asker) if tracking.game is None else _speaker(tracking, asker)
    return seen_anew(tracking).then(read_as, card)


def missed_card(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """Under the newest card lies this one, which nobody saw, or saw and could not read, or misread."""
    _speaker(tracking, asker)
    return seen_anew(tracking).then(read_below, card)


def claim_card(tracking: Tracking, asker: Asker, seat: int) -> Step:
    """The newest card is this seat's, whatever was counted. Whoever sat between and laid nothing drew a card."""
    _speaker(tracking, asker, seat)
    known = believed(tracking, lambda one: one.seat == seat and one.associations[-1].card is not None)
    step = known or Happened(tracking)
    tracking = step.tracking
    if tracking.waiting:
        first = "Answer what is asked of the cards before it first."
        raise ValueError(first if known or tracking.question else _why_waiting(tracking))
    if not tracking.laid:
        raise ValueError("No card of this turn lies on the pile.")
    if tracking.playing.seat == seat:
        return Happened(tracking.watching(inferred=None), step.events)
    return step.then(taken_back).then(_moved_to, seat).then(_held, seat).then(laid_again, tracking.laid[-1])


def _why_waiting(tracking: Tracking) -> str:
    """Why nobody may claim the top card yet: it may not lie there, or what was said of it waits."""
    illegal = weighed(tracking).watch.belief.beam[0].illegal
    return "The top card may not lie there, whoever laid it." if illegal else not_yet(tracking)


def go_out(tracking: Tracking, asker: Asker, seat: int | None = None) -> Step:
    """A seat has no cards left, whatever was counted."""
    seat = _speaker(tracking, asker, seat)
    position = tracking.playing.position
    if seat in position.out:
        raise ValueError(f"{tracking.player(seat)} is out already.")
    if tracking.open and (heard := on_hearing(tracking, Ended(seat, out=True))):
        return heard
    if seat == position.seat and not tracking.laid:  # a card that is being laid is not taken for the next player's
        raise ValueError("Lay your last card first, or say that you hold none.")
    if seat != position.seat or laid_by(tracking, seat)[0] > len(tracking.laid):
        return counted(tracking, seat, 0)
    return turn(tracking, Play(seat, tracking.laid, out=True))


def count_cards(tracking: Tracking, asker: Asker, seat: int, cards: int) -> Step:
    """A seat holds so many cards now, those on the pile not counted; none, and it is out."""
    _speaker(tracking, asker, seat)
    return counted(tracking, seat, cards)


def accept_pile(tracking: Tracking, asker: Asker, seat: int | None = None) -> Step:
    """Override: the pile counts as it lies, without effects; `seat` moves next, else the next one in turn."""
    for_the_table(asker)
    known_seat(tracking, seat)
    if tracking.waiting and not tracking.waiting[-1].candidates:
        raise ValueError("I cannot read the top card. Say first which it is.")
    more = [card for track in tracking.waiting for card in track.candidates[:1]]
    position = as_it_lies(tracking.playing, tracking.laid, more, seat)
    if seat in position.out:
        raise ValueError(f"{tracking.player(position.seat)} is out.")
    return declared(forgotten(tracking), position, ())


def turn_round(tracking: Tracking, asker: Asker) -> Step:
    """Override: play goes the other way than was told; whoever is to move still is."""
    for_the_table(asker)
    position = tracking.playing.position
    return declared(tracking, position._replace(direction=-position.direction), tracking.laid)


def new_game(followed: Followed, asker: Asker, setup: Setup) -> Step:
    """A game begins at this table. Raises OptionsError too."""
    for_the_table(asker)
    if setup.first != 1:
        raise ValueError("In Black Jack seat 1 begins.")
    begun, events = begin(setup, pile_known=followed.pile_known)
    return Happened(begun, (*followed.unannounced, *events))


def _speaker(tracking: Tracking, asker: Asker, seat: int | None = None) -> int:
    """The seat that is spoken for: the one named, else a phone's own, and for the table whoever is to move.

    After a turn that was told of and waits, that is who moves then by the likeliest hypothesis.
    """
    belief = tracking.watch.belief
    mover = lead(weighed(tracking).watch.belief.beam).seat if belief.heard else tracking.playing.seat
    if seat is None:
        seat = mover if asker.table or asker.seat is None else asker.seat
    speaks_for(tracking, asker, seat)
    return seat


def _mover(tracking: Tracking, asker: Asker, seat: int) -> int | None:
    """The seat whose turn somebody ends; None where the table does, after what is not sure yet: whoever it is."""
    return None if asker.table and tracking.watch.belief.heard else seat


def _suit_named(tracking: Tracking, suit: str) -> Step:
    """The last card of the run is an Ace that names this suit."""
    if not tracking.laid or tracking.laid[-1].face.rank != "A" or suit not in SUITS:
        raise ValueError("Only the Ace that ends a turn names a suit.")
    named = tracking.laid[-1]._replace(suit=suit)
    play = Play(tracking.playing.seat, (*tracking.laid[:-1], named))
    return nothing_open(tracking, str(named)).then(turn, play)


def _moved_to(tracking: Tracking, seat: int) -> Step:
    """It is this seat's turn: the turn before goes on, or the turns up to there are over."""
    last = next((entry for entry in reversed(tracking.playing.turns) if isinstance(entry, Play | Draw)), None)
    if not tracking.laid and isinstance(last, Play) and last.seat == seat:
        if last is tracking.playing.moment.entry:
            return happen(tracking, TurnUndone())
        again = "take the card off the pile, take that back, and lay the card again."
        raise ValueError(f"Something was said since {tracking.player(seat)}’s turn: {again}")
    step = end_turn(tracking) if tracking.laid else Happened(tracking)
    for _ in range(tracking.options.players):
        if (mover := step.tracking.playing.seat) == seat:
            return step
        step = step.then(turn, Draw(mover))
    raise ValueError(f"{tracking.player(seat)} cannot have played now.")


def _held(tracking: Tracking, seat: int) -> Step:
    """A seat that claims a card has held one more than those it laid: else it was miscounted, and told to be out."""
    miscounted = len(tracking.playing.position.hand(seat)) <= len(tracking.laid)
    return counted(tracking, seat, 1) if miscounted else Happened(tracking)
