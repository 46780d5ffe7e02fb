"""Black Jack to the belief: what each thing observed may be to a story, at its price."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log

from companion.games.black_jack.faults import Fault
from companion.games.black_jack.pile import Whose, overcounted, whose_card
from companion.games.black_jack.position import Hand, Position
from companion.games.black_jack.position_text import position_text
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle
from companion.games.cards import Card
from companion.games.history import Override
from companion.referee.black_jack import prices
from companion.referee.black_jack.stories import Run, Step, Story, closed, ways
from companion.referee.events import CardLaid, CardTakenBack, Event, PositionOverridden, TurnPlayed
from companion.referee.tracks import MISREAD_NATS, Track

FACES = 4
"""So many of the likeliest faces of a card are thought of."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A phone told that the turn of this seat is over."""

    seat: int


Observed = Track | Ended | Draw
"""A card that came to lie on top, or a turn that a phone told of."""


class PileModel:
    """The stories' laws for one thing observed."""

    def __init__(self, game: Game, seen: Observed, away: bool, number: int) -> None:
        self._game, self._seen, self._number, self._away = game, seen, number, away

    def successors(self, story: Story) -> Iterator[Story]:
        """The story with the thing observed accounted for, in every way that may be."""
        if len(story.steps) == self._number:
            return
        game = self._game.at(story.now)
        if isinstance(self._seen, Track):
            yield from _card_acts(game, story, self._seen, self._away)
        else:
            yield from _told_acts(game, story, self._seen)

    def bound(self, story: Story) -> float:
        """The log weight that the story can hardly exceed."""
        return story.weight

    def explained(self, story: Story) -> Story | None:
        """The story, once the thing observed is accounted for."""
        return story if len(story.steps) == self._number else None


def as_it_lies(game: Game, laid: Run, more: Sequence[Card], seat: int | None = None) -> Position:
    """The position in which the pile counts without effects, with `more` cards on the run; `seat` moves, else the next.

    A joker that stands for nothing, and a card of another deck, are nothing to lay a card on.
    """
    mover, position = game.seat, game.position
    cards = [*(one.face for one in laid), *more]
    faces = [face for face in cards if face in game.options.faces and not face.is_joker]
    if cards:
        position = with_cards(game, mover, max(len(position.hand(mover)) - len(cards), 0))
    if seat is None:
        seat = position.after(mover)[0] if cards and not position.outcome else position.seat
    return position._replace(top=Laid(faces[-1]) if faces else position.top, seat=seat, pending=0)


def with_cards(game: Game, seat: int, cards: int) -> Position:
    """The position with so many cards at a seat, which is out when they are none; the others are in the stock."""
    position = game.position
    others = sum(len(position.hand(each)) for each in position.still_in if each != seat)
    stock = position.stock + len(position.hand(seat)) - cards
    most = game.options.deck_size - 1 - others - cards
    out = tuple(each for each in position.out if each != seat) + (() if cards else (seat,))
    position = position.with_hand(seat, Hand((), cards))._replace(stock=max(0, min(stock, most)), out=out)
    moves_on = not cards and position.seat == seat and len(out) < game.options.players
    return position._replace(seat=position.after(seat)[0]) if moves_on else position


def _card_acts(game: Game, story: Story, track: Track, away: bool) -> Iterator[Story]:
    yield from _nothing_new(game, story, track, away)
    for back in _taken_back(story, track):
        yield back.weighed(-prices.PICKED_UP_LATE * away)
    if not track.read:
        yield from _laid_unread(game, story)
        return
    for face in track.candidates[:FACES]:
        for found in _laid(game, story, face):
            yield found.weighed(track.nats(face))


def _nothing_new(game: Game, story: Story, track: Track, away: bool) -> Iterator[Story]:
    """No card came: what lay there before shows again, perhaps after the pile was shuffled or a stray card went."""
    if story.stray and (not track.read or track.faces[0][0] == story.stray[0]):
        yield story.stepped(Step(answer="", stray=True), -prices.GHOST)
    if track.read and track.nats(story.top) <= MISREAD_NATS:
        return
    shown = track.nats(story.top) - prices.UNREADABLE * (not track.read)
    if story.stray:
        yield replace(story, stray=None).stepped(Step(), shown - prices.MENDED)
    elif away and not story.laid and game.judge(Reshuffle()):
        after = replace(story, now=game.following(Reshuffle()))
        yield after.stepped(Step((TurnPlayed(str(Reshuffle())),)), shown - prices.SHUFFLED)
    else:
        yield story.stepped(Step(), shown - prices.GHOST)


def _taken_back(story: Story, track: Track) -> Iterator[Story]:
    """Cards go back into hands, and the one below them shows."""
    entry, price = story.now.entry, prices.PICKED_UP
    cards = len(story.laid) or (len(entry.cards) if isinstance(entry, Play) else 0)
    after: Story | None = replace(story, stray=None).stepped(Step(), 0.0)
    for _ in range(cards if track.read else 1):
        after = after and after.without_top()
        if after is None:
            return
        if track.nats(after.top) > MISREAD_NATS:
            yield after.weighed(track.nats(after.top) - price - prices.UNREADABLE * (not track.read))
        price += prices.PICKED_UP_MORE


def _laid_unread(game: Game, story: Story) -> Iterator[Story]:
    """A card that nobody could read: whatever the rules leave of it, each face as likely, or a stray one."""
    faces = game.options.faces
    unnamed = bool(story.laid) and story.laid[-1].face.is_joker  # then it may be anything at all
    found = [(way, run, face) for face in faces * (not unnamed) for way, run in ways(game, story.laid, face)]
    found = [(way, run, face) for way, run, face in found if not overcounted(game, (*story.laid,), Laid(face))]
    for way, run, face in found:
        price = (prices.RUNS_ON if way is Whose.SAME else prices.ENDED) if story.laid else 0.0
        alike = sum(other is way for other, _, _ in found)
        yield _placed(game, story, (way, run), face).weighed(-price - log(alike))
    yield _stray(game, story, None, faces[0])


def _laid(game: Game, story: Story, face: Card) -> Iterator[Story]:
    """A card of this face: laid as the rules let it, or stray."""
    odd = prices.OVERCOUNT * overcounted(game, story.laid, Laid(face))
    if face == story.top:
        odd += prices.SAME_FACE + prices.SHOWN_BEFORE * (story.steps[-1:] == (Step(),))
    yield from (found.weighed(-odd) for found in _fitting(game, story, face))
    if not any(ways(game, story.laid, face)):
        yield _stray(game, story, face, face).weighed(-prices.FACE)
    for after, events, price in (*_played_on(game, story), *_drawn(game, story)):
        for found in _fitting(game.at(after.now), after, face):
            step = replace(found.steps[-1], events=(*events, *found.steps[-1].events))
            yield replace(found, steps=(*found.steps[:-1], step)).weighed(-odd - price)


def _fitting(game: Game, story: Story, face: Card) -> Iterator[Story]:
    """A card that lies there by the rules: it goes on with the run, or begins the next turn."""
    found = list(ways(game, story.laid, face))
    for way, run in found:
        price = prices.RUNS_ON + prices.RUN_FACE if way is Whose.SAME else prices.ENDED + prices.FACE
        alike = sum(other is way for other, _ in found)
        yield _placed(game, story, (way, run), face).weighed(-(price if story.laid else prices.FACE) - log(alike))


def _placed(game: Game, story: Story, way: tuple[Whose, Run], face: Card) -> Story:
    """The story with this card, whose run before it is that; unpriced."""
    whose, run = way
    named = story.laid and run[-1].face != story.laid[-1].face
    events: tuple[Event, ...] = (CardTakenBack(), CardLaid(str(replace(run[-1], suit=None)))) if named else ()
    unsaid, laid = run != story.laid, CardLaid(str(face))
    if whose is Whose.SAME:
        step = Step((*events, laid), f"P{game.seat} {face}", face, unsaid=unsaid)
        return replace(story, laid=(*run, Laid(face)), stray=None).stepped(step, 0.0)
    after, ended = closed(game, run), TurnPlayed(str(Play(game.seat, run)))
    words = f"P{after.seat} {'end ' * (after.seat == game.seat)}{face}"
    step = Step((*events, ended, laid), words, face, unsaid=unsaid)
    return replace(story, now=after.moment, laid=(Laid(face),), stray=None).stepped(step, 0.0)


def _stray(game: Game, story: Story, card: Card | None, face: Card) -> Story:
    """A card that may not lie there; the fault is that of the run, since the turn was not closed."""
    fault = whose_card(game, story.laid, Laid(face)).in_run.fault or Fault.BJ_NO_MATCH
    return replace(story, stray=(card, fault)).stepped(Step(answer="", stray=True), -prices.STRAY)


Otherwise = tuple[Story, tuple[Event, ...], float]
"""A story in which something went unseen before the card came: with what happened, and its price."""


def _played_on(game: Game, story: Story) -> Iterator[Otherwise]:
    """A stray card stays, and play goes on upon it."""
    card = story.stray[0] if story.stray else None
    lain = Override(as_it_lies(game, story.laid, (card,) if card else ()))
    if card is not None and game.judge(lain):
        after = replace(story, now=game.following(lain), laid=(), stray=None)
        yield after, (PositionOverridden(position_text(lain.position)),), prices.PLAYED_ON


def _drawn(game: Game, story: Story) -> Iterator[Otherwise]:
    """Whoever has to draw a penalty does so without a word."""
    events: tuple[Event, ...] = ()
    if story.laid:
        play = Play(game.seat, story.laid)
        if not game.judge(play):
            return
        game, events = closed(game, story.laid), (TurnPlayed(str(play)),)
    drawn = Draw(game.seat)
    if game.position.pending and game.judge(drawn):
        after = replace(story, now=game.following(drawn), laid=(), stray=None)
        yield after, (*events, TurnPlayed(str(drawn))), prices.DREW


def _told_acts(game: Game, story: Story, told: Ended | Draw) -> Iterator[Story]:
    """A turn that a phone told of: it came, where the rules let it, and the turn before was over; or it was none."""
    events: tuple[Event, ...] = ()
    yield story.stepped(Step(answer=""), -prices.UNHEARD)
    if story.stray or (isinstance(told, Ended) and not (story.laid and told.seat == game.seat)):
        return
    if story.laid:
        play = Play(game.seat, story.laid)
        if not game.judge(play):
            return
        game, events = closed(game, story.laid), (TurnPlayed(str(play)),)
    if isinstance(told, Draw):
        if not game.judge(told):
            return
        game, events = game.at(game.following(told)), (*events, TurnPlayed(str(told)))
    yield replace(story, now=game.moment, laid=()).stepped(Step(events, answer=""), 0.0)
