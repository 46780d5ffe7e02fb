"""Black Jack to the belief: what each thing observed may be to a hypothesis, at its price."""

from collections.abc import Iterator, Sequence
from math import log

from companion.games.black_jack.declaring import as_it_lies
from companion.games.black_jack.pile import Way, joker_faces, overcounted, ways, why_not
from companion.games.black_jack.position import Position
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle, Turn
from companion.games.cards import Card
from companion.games.history import Override
from companion.referee.belief import Model
from companion.referee.black_jack import prices
from companion.referee.black_jack.hypotheses import (
    TAKEN_UP,
    Association,
    Ended,
    Hypothesis,
    Observed,
    Report,
    Seated,
    Unseen,
    event_of,
)
from companion.referee.events import CardLaid, CardTakenBack, Event, NoticeGiven, TurnPlayed
from companion.referee.followed import WITHDRAWN
from companion.referee.tracks import FACES, MISREAD_NATS, Track

LEADING = 4
"""So many hypotheses go on in as many ways as there are faces or seats: with a card that nobody could read, or upon
cards that nobody saw. Of 6,880 turns at tables where nobody answers 6,320 are told with four, 6,264 with eight."""
TAKEN_BACK = 2
"""Cards of so many turns are taken off the pile at once; those of one turn by whoever thinks again."""
AWAY_S = 3.0
"""A pile that was out of sight for so long may have been shuffled, or got any number of cards."""
BEHIND_S = 1.0
"""Behind whatever hid the pile for so long two cards may have been laid."""
SHUFFLED = NoticeGiven("RESHUFFLED", "The pile was shuffled into the stock.")


class PileModel(Model[Hypothesis]):
    """The hypotheses' laws for one thing observed, the first that those of `beam` do not account for yet."""

    def __init__(self, game: Game, seen: Observed, beam: Sequence[Hypothesis]) -> None:
        self._game, self._seen, self._accounted = game, seen, len(beam[0].associations)
        self._leads = beam[:LEADING][-1].weight

    def successors(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """The hypothesis with what was observed accounted for, in every way that may be."""
        game, seen = self._game.at(hypothesis.now), self._seen
        if self.explained(hypothesis):
            return
        match seen:
            case Track():
                yield from _showed(game, hypothesis, seen, leads=hypothesis.weight >= self._leads)
            case Unseen():
                yield from _perhaps_laid(game, hypothesis)
            case _:  # it came, where the rules let it; or it was none
                yield hypothesis.stepped(Association(answer=""), -prices.UNHEARD)
                told = () if hypothesis.illegal else _told(game, hypothesis, seen)
                yield from (after.stepped(Association(answer="")) for after in told)

    def explained(self, hypothesis: Hypothesis) -> Hypothesis | None:
        """The hypothesis, if it accounts for what was observed."""
        return hypothesis if len(hypothesis.associations) > self._accounted else None


def _showed(game: Game, hypothesis: Hypothesis, track: Track, leads: bool) -> Iterator[Hypothesis]:
    """The top of the pile: nothing new, or a card that was laid, perhaps upon others."""
    laid = [*_laid(game, hypothesis, track)]
    came, hidden_s = [*_taken_back(hypothesis, track), *laid], track.away_s * (track.read and leads)
    if hidden_s >= BEHIND_S and all(one.illegal for one in laid):
        came += _upon_unseen(game, hypothesis, track)
    if hidden_s >= AWAY_S:
        came += _missed(game, hypothesis, track)
    upon = prices.LAID_UPON * (hypothesis.unseen and track.away_s < BEHIND_S)
    for after in (*_nothing_new(game, hypothesis, track), *(one.weighed(track.came_nats - upon) for one in came)):
        yield after._replace(unseen=False)


def _perhaps_laid(game: Game, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """A card that nobody saw was laid as the rules let it, or none was."""
    yield hypothesis._replace(unseen=True).stepped(Association(), -prices.NONE_UNSEEN)
    for after in _laid(game, hypothesis, Track()):
        if after.illegal is None:
            yield after._replace(unseen=True).weighed(-prices.LAID_UNSEEN)


def _nothing_new(game: Game, hypothesis: Hypothesis, track: Track) -> Iterator[Hypothesis]:
    """No card came: what lay there before shows again, perhaps after the pile was shuffled or an illegal card went."""
    if hypothesis.illegal and (not track.read or track.faces[0][0] == hypothesis.illegal[0]):
        yield hypothesis.stepped(Association(answer="", illegal=True), track.none_came_nats(prices.GHOST))
    if track.nats(hypothesis.top) <= MISREAD_NATS:
        return
    unreadable = track.below is not None and not track.read
    shown = track.nats(hypothesis.top) - prices.UNREADABLE * unreadable
    if hypothesis.illegal:
        yield hypothesis._replace(illegal=None).stepped(Association(), shown)
        return
    shuffled = [*_entered(game, hypothesis, Reshuffle())] if track.away_s >= AWAY_S and not hypothesis.laid else []
    yield from (after.stepped(Association((SHUFFLED,)), shown - prices.SHUFFLED) for after in shuffled)
    if not shuffled:
        none_came = 0.0 if hypothesis.unseen else track.none_came_nats(prices.GHOST)
        yield hypothesis.stepped(Association(), shown + none_came)


def _taken_back(hypothesis: Hypothesis, track: Track) -> Iterator[Hypothesis]:
    """Cards of one turn or of two go back into hands, and the one below them shows: of each turn as few as may be."""
    after, found = hypothesis._replace(illegal=None).without_top(), (0, 0.0)
    while after:
        over = min(after.undone, hypothesis.now.position.ply - after.now.position.ply)
        turns, shown = max(over + bool(hypothesis.laid), 1), track.nats(after.top)
        if turns > TAKEN_BACK:
            return
        if shown > MISREAD_NATS and (turns, shown) > found:
            found = turns, shown
            alike = after.top == hypothesis.top or not track.read  # as if nothing had come or gone
            step = Association(answer=TAKEN_UP if alike else WITHDRAWN)
            yield after.stepped(step, shown - prices.PICKED_UP * turns - prices.UNREADABLE * (not track.read))
        after = after.without_top() if track.read else None


def _laid(game: Game, hypothesis: Hypothesis, track: Track) -> Iterator[Hypothesis]:
    """A card came: laid as the rules let it, perhaps after something that went unseen; or illegal."""
    faces = track.candidates if track.read else game.options.faces
    unseen = _unseen(game, hypothesis) if track.read else ()
    nats = {face: track.nats(face) - _odd(game, hypothesis, face) for face in faces}
    fitting = set[Card]()
    for before in (hypothesis, *unseen):
        there = game.at(before.now)
        for way in ways(there, before.laid, tuple(map(Laid, faces)), None if track.read else FACES):
            fitting |= {way.card} if before is hypothesis else set()
            yield _placed(there, before, way, nats[way.card])
    for face in [face for face in faces if face not in fitting] if track.read else faces[:1]:
        fault = why_not(game, hypothesis.laid, face)
        price = (prices.FACE - nats[face]) * track.read + prices.ILLEGAL
        yield hypothesis._replace(illegal=(face if track.read else None, fault)).stepped(
            Association(answer="", illegal=True), -price
        )


def _upon_unseen(game: Game, hypothesis: Hypothesis, track: Track) -> Iterator[Hypothesis]:
    """A card was laid that nobody saw, and this one upon it; of an Ace a phone would have told."""
    for below in _laid(game, hypothesis, Track()):
        if below.illegal is None and below.top.rank != "A":
            before = below._replace(associations=hypothesis.associations, events=below.associations[-1].events)
            there = game.at(before.now)
            for way in ways(there, before.laid, tuple(map(Laid, track.candidates))):
                yield _placed(there, before, way, track.nats(way.card) - prices.COVERED)


def _missed(game: Game, hypothesis: Hypothesis, track: Track) -> Iterator[Hypothesis]:
    """Cards were laid that nobody saw, this one upon them: the pile goes on as it lies, and anybody may be next."""
    face, seats = track.faces[0][0], game.position.still_in
    nats = track.nats(face) - prices.MISSED - log(len(seats))
    for seat in seats:
        for after in _entered(game, hypothesis, Override(as_it_lies(game, hypothesis.laid, (face,), seat))):
            yield after.stepped(Association(answer=f"P{seat} next", card=face), nats)


def _odd(game: Game, hypothesis: Hypothesis, face: Card) -> float:
    """What speaks against another card of this face, whatever the rules say."""
    again = prices.SAME_FACE * (face == hypothesis.top)
    return again + prices.OVERCOUNT * overcounted(game, hypothesis.laid, Laid(face))


def _placed(game: Game, hypothesis: Hypothesis, way: Way, nats: float) -> Hypothesis:
    """The hypothesis with this card, whose run before it is that: it goes on with the run, or begins the next turn."""
    price = prices.FACE
    if hypothesis.laid:
        price = prices.RUNS_ON + prices.RUN_FACE if way.began is game.moment else prices.ENDED + prices.FACE
    run, laid = way.run, Laid(way.card)
    named = hypothesis.laid and run[-1].face != hypothesis.laid[-1].face
    events: tuple[Event, ...] = (CardTakenBack(), CardLaid(str(run[-1]._replace(suit=None)))) if named else ()
    seat, words, cards = game.seat, "", (*run, laid)
    if way.began is not game.moment:
        events, cards, seat = (*events, TurnPlayed(str(Play(seat, run)))), (laid,), way.began.position.seat
        words = "end " * (seat == game.seat)
    step = Association(
        (*events, CardLaid(str(laid))), f"P{seat} {words}{laid}", way.card, unsaid=run != hypothesis.laid
    )
    under = None if hypothesis.events else hypothesis
    return hypothesis._replace(now=way.began, laid=cards, illegal=None, under=under).stepped(step, nats - price)


def _unseen(game: Game, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """What needs no word: an illegal card stays, and play goes on upon it; whoever has to draw a penalty does so."""
    if hypothesis.illegal and (card := hypothesis.illegal[0]):
        for after in _entered(game, hypothesis, Override(as_it_lies(game, hypothesis.laid, (card,)))):
            yield after.weighed(-prices.PLAYED_ON)
    for ended in _ended(game, hypothesis):
        if ended.now.position.pending:
            yield from (after.weighed(-prices.DREW) for after in _entered(game, ended, Draw(ended.seat)))


def _ended(game: Game, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The turn being played ends here, if it may; where none is, nothing ends."""
    yield from _entered(game, hypothesis, Play(hypothesis.seat, hypothesis.laid)) if hypothesis.laid else (hypothesis,)


def _entered(game: Game, hypothesis: Hypothesis, entry: Turn | Override[Position]) -> Iterator[Hypothesis]:
    """A turn that is played now, or a position that counts from now on, if it may be; no card comes back beyond it."""
    game = game.at(hypothesis.now)
    if game.judge(entry):
        events, known = (*hypothesis.events, event_of(entry)), hypothesis.associations
        after, unseen = game.following(entry), hypothesis.unseen and not isinstance(entry, Override)
        yield Hypothesis(after, associations=known, events=events, unseen=unseen, weight=hypothesis.weight)


def _told(game: Game, hypothesis: Hypothesis, told: Report) -> Iterator[Hypothesis]:
    """The hypothesis with what a phone told of, where that may be; the turn before is over then."""
    match told:
        case Laid(declared=face):
            if hypothesis.laid and hypothesis.laid[-1].face.is_joker and face in joker_faces(game, hypothesis.laid):
                events = (*hypothesis.events, CardTakenBack(), CardLaid(str(told)))
                yield hypothesis._replace(laid=(*hypothesis.laid[:-1], told), under=None, events=events)
        case Ended(seat, suit, out):
            *run, ace = hypothesis.laid or (Laid(hypothesis.top),)
            if hypothesis.laid and seat in (None, hypothesis.seat) and (suit is None or ace.face.rank == "A"):
                yield from _entered(game, hypothesis, Play(hypothesis.seat, (*run, ace._replace(suit=suit)), out))
        case Seated(seat):
            for before in (hypothesis, *_ended(game, hypothesis)):
                for after in _entered(game, before, Override(before.now.position._replace(seat=seat))):
                    yield after._replace(
                        laid=before.laid, events=(*after.events, *map(CardLaid, map(str, before.laid)))
                    )
        case _:
            for ended in _ended(game, hypothesis):
                yield from _entered(game, ended, told)
