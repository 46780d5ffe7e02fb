"""Black Jack to the belief: what each thing observed may be to a story, at its price."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from companion.games.black_jack.declaring import as_it_lies
from companion.games.black_jack.faults import Fault
from companion.games.black_jack.notation import parse_laid, parse_seat, parse_turn
from companion.games.black_jack.pile import Way, joker_faces, overcounted, ways, whose_card
from companion.games.black_jack.position_text import position_text
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle, Turn
from companion.games.cards import Card
from companion.games.history import Override
from companion.referee.black_jack import prices
from companion.referee.black_jack.stories import Step, Story, reopened
from companion.referee.events import CardLaid, CardTakenBack, Event, PositionOverridden, TurnPlayed
from companion.referee.tracks import MISREAD_NATS, Track

FACES = 4
"""So many of the likeliest faces of a card are thought of."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A phone told that the turn of this seat is over, and which suit its Ace names."""

    seat: int
    suit: str | None = None

    def __str__(self) -> str:
        return f"P{self.seat} end {self.suit or ''}".strip()


Told = Ended | Draw | Laid
"""What a phone told of: the end of a turn, a turn, what the joker on top stands for."""
Observed = Track | Told
"""A card that came to lie on top, or what a phone told of."""


def observed_text(seen: Observed) -> str:
    """What was observed, as `TurnsHeard` has it; `parse_observed` reads it back."""
    if isinstance(seen, Track):
        return seen.candidates[0].code if len(seen.candidates) == 1 else "?"
    return str(seen)


def parse_observed(text: str) -> Observed:
    """What was observed. Raises NotationError."""
    if text == "?":
        return Track()
    if " end" in text:
        seat, _, suit = text.partition(" end")
        return Ended(parse_seat(seat), suit.strip() or None)
    if " " in text:
        turn = parse_turn(text)
        return turn if isinstance(turn, Draw) else Track()
    laid = parse_laid(text)
    return laid if laid.declared else Track(((laid.card, 0.0),))


def accounts(game: Game, story: Story, seen: Observed) -> Iterator[Story]:
    """The story with one thing observed more accounted for, in every way that may be."""
    game = game.at(story.now)
    if not isinstance(seen, Track):
        yield from _told_acts(game, story, seen)
        return
    yield from _nothing_new(game, story, seen)
    came = [back.weighed(-prices.PICKED_UP_LATE * seen.late) for back in _taken_back(story, seen)]
    came += _laid(game, story, seen)
    came += _missed(game, story, seen) if seen.late and seen.read else ()
    yield from (after.weighed(seen.came_nats) for after in came)


def _nothing_new(game: Game, story: Story, track: Track) -> Iterator[Story]:
    """No card came: what lay there before shows again, perhaps after the pile was shuffled or a stray card went."""
    if story.stray and (not track.read or track.faces[0][0] == story.stray[0]):
        yield story.stepped(Step(answer="", stray=True), track.none_came_nats(prices.GHOST))
    if track.read and track.nats(story.top) <= MISREAD_NATS:
        return
    shown = track.nats(story.top) - prices.UNREADABLE * (not track.read)
    if story.stray:
        yield story._replace(stray=None).stepped(Step(), shown - prices.MENDED)
        return
    shuffled = [*_turn(game, story, Reshuffle())] if track.late and not story.laid else []
    for after in shuffled or [story]:
        nats = -prices.SHUFFLED if shuffled else track.none_came_nats(prices.GHOST)
        yield after.stepped(Step(), shown + nats)


def _taken_back(story: Story, track: Track) -> Iterator[Story]:
    """Cards go back into hands, and the one below them shows."""
    price, cards = prices.PICKED_UP, len(story.laid or reopened(story.now.entry)) if track.read else 1
    after = story._replace(stray=None).without_top()
    while after and cards:
        shown = track.nats(after.top)
        if shown > MISREAD_NATS:
            yield after.stepped(Step(), shown - price - prices.UNREADABLE * (not track.read))
        after, cards, price = after.without_top(), cards - 1, price + prices.PICKED_UP_MORE


def _laid(game: Game, story: Story, track: Track) -> Iterator[Story]:
    """A card came: laid as the rules let it, perhaps after something that went unseen; or stray."""
    faces = track.candidates[:FACES] if track.read else game.options.faces
    unseen = (*_played_on(game, story), *_drawn(game, story)) if track.read else ()
    fitting = set[Card]()
    for before in (story, *unseen):
        for after in _fitting(game.at(before.now), before, faces, None if track.read else FACES):
            face = after.laid[-1].card
            fitting |= {face} if before is story else set()
            yield after.weighed(track.nats(face) - _odd(game, story, face))
    for face in [face for face in faces if face not in fitting] if track.read else faces[:1]:
        wrong = face if track.read else None, whose_card(game, story.laid, Laid(face)).in_run.fault or Fault.BJ_NO_MATCH
        price = (prices.FACE + _odd(game, story, face) - track.nats(face)) * track.read + prices.STRAY
        yield story._replace(stray=wrong).stepped(Step(answer="", stray=True), -price)


def _missed(game: Game, story: Story, track: Track) -> Iterator[Story]:
    """Cards were laid that nobody saw, this one upon them: the pile goes on as it lies, and anybody may be next."""
    face, seats = track.faces[0][0], game.position.still_in
    for lain in filter(game.judge, [Override(as_it_lies(game, story.laid, (face,), seat)) for seat in seats]):
        after = story.after(game.following(lain), nats=track.nats(face) - prices.MISSED - log(len(seats)))
        overridden = PositionOverridden(position_text(lain.position))
        yield after.stepped(Step((overridden,), f"P{lain.position.seat} next", face))


def _odd(game: Game, story: Story, face: Card) -> float:
    """What speaks against another card of this face, whatever the rules say."""
    again = prices.SAME_FACE + prices.SHOWN_BEFORE * (story.steps[-1:] == (Step(),)) if face == story.top else 0.0
    return again + prices.OVERCOUNT * overcounted(game, story.laid, Laid(face))


def _fitting(game: Game, story: Story, faces: Sequence[Card], readings: int | None) -> Iterator[Story]:
    """A card that lies there by the rules: it goes on with the run, or begins the next turn."""
    found = list(ways(game, story.laid, faces, readings))
    alike = Counter((way.card, way.began is game.moment) for way in found)
    for way in found:
        goes_on = way.began is game.moment
        price = prices.RUNS_ON + prices.RUN_FACE if goes_on else prices.ENDED + prices.FACE
        price = (price if story.laid else prices.FACE) + log(alike[way.card, goes_on])
        yield _placed(game, story, way)._replace(weight=story.weight - price)


def _placed(game: Game, story: Story, way: Way) -> Story:
    """The story with this card, whose run before it is that; unpriced."""
    run, laid = way.run, Laid(way.card)
    named = story.laid and run[-1].face != story.laid[-1].face
    events: tuple[Event, ...] = (CardTakenBack(), CardLaid(str(run[-1]._replace(suit=None)))) if named else ()
    seat, words, cards = game.seat, "", (*run, laid)
    if way.began is not game.moment:
        events, cards, seat = (*events, TurnPlayed(str(Play(seat, run)))), (laid,), way.began.position.seat
        words = "end " * (seat == game.seat)
    step = Step((*events, CardLaid(str(laid))), f"P{seat} {words}{laid}", way.card, unsaid=run != story.laid)
    under = None if story.events else story
    return story._replace(now=way.began, laid=cards, stray=None, under=under).stepped(step)


def _played_on(game: Game, story: Story) -> Iterator[Story]:
    """A stray card stays, and play goes on upon it."""
    card = story.stray[0] if story.stray else None
    lain = Override(as_it_lies(game, story.laid, (card,) if card else ()))
    if card is not None and game.judge(lain):
        overridden = PositionOverridden(position_text(lain.position))
        yield story.after(game.following(lain), overridden, nats=-prices.PLAYED_ON)


def _drawn(game: Game, story: Story) -> Iterator[Story]:
    """Whoever has to draw a penalty does so without a word."""
    for ended in _ended(game, story):
        if ended.now.position.pending:
            yield from (after.weighed(-prices.DREW) for after in _turn(game, ended, Draw(ended.seat)))


def _ended(game: Game, story: Story) -> Iterator[Story]:
    """The turn being played ends here, if it may; where none is, nothing ends."""
    yield from _turn(game, story, Play(story.seat, story.laid)) if story.laid else (story,)


def _turn(game: Game, story: Story, turn: Turn) -> Iterator[Story]:
    """A turn that is played now, if it may be."""
    game = game.at(story.now)
    if game.judge(turn):
        yield story.after(game.following(turn), TurnPlayed(str(turn)))


def _told_acts(game: Game, story: Story, told: Told) -> Iterator[Story]:
    """What a phone told of: it came, where the rules let it, and the turn before was over; or it was none."""
    yield story.stepped(Step(answer=""), -prices.UNHEARD)
    if not story.stray:
        yield from (after.stepped(Step(answer="")) for after in _obeyed(game, story, told))


def _obeyed(game: Game, story: Story, told: Told) -> Iterator[Story]:
    """The story with what a phone told of, where that may be."""
    match told:
        case Laid(declared=face):
            if story.laid and story.laid[-1].face.is_joker and face in joker_faces(game, story.laid):
                events = (*story.events, CardTakenBack(), CardLaid(str(told)))
                yield story._replace(laid=(*story.laid[:-1], told), under=None, events=events)
        case Ended(seat, suit):
            if story.laid and seat == story.seat and (suit is None or story.laid[-1].face.rank == "A"):
                yield from _turn(game, story, Play(seat, (*story.laid[:-1], story.laid[-1]._replace(suit=suit))))
        case _:
            for ended in _ended(game, story):
                yield from _turn(game, ended, told)
