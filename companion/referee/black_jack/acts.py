"""Black Jack to the belief: what each thing observed may be to a story, at its price."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log

from companion.games.black_jack.declaring import as_it_lies
from companion.games.black_jack.faults import Fault
from companion.games.black_jack.pile import Run, Whose, overcounted, ways, whose_card
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


def _card_acts(game: Game, story: Story, track: Track, away: bool) -> Iterator[Story]:
    yield from _nothing_new(game, story, track, away)
    for back in _taken_back(story, track):
        yield back.weighed(-prices.PICKED_UP_LATE * away)
    for face in track.candidates[:FACES] if track.read else game.options.faces:
        for found in _laid(game, story, face, track.read):
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
        return
    shuffled = [*_turn(game, story, Reshuffle())] if away and not story.laid else []
    for after in shuffled or [story]:
        yield after.stepped(Step(), shown - (prices.SHUFFLED if shuffled else prices.GHOST))


def _taken_back(story: Story, track: Track) -> Iterator[Story]:
    """Cards go back into hands, and the one below them shows."""
    price, cards = prices.PICKED_UP, len(story.laid or reopened(story.now.entry)) if track.read else 1
    after = replace(story, stray=None).without_top()
    while after and cards:
        shown = track.nats(after.top)
        if shown > MISREAD_NATS:
            yield after.stepped(Step(), shown - price - prices.UNREADABLE * (not track.read))
        after, cards, price = after.without_top(), cards - 1, price + prices.PICKED_UP_MORE


def _laid(game: Game, story: Story, face: Card, read: bool) -> Iterator[Story]:
    """A card of this face: laid as the rules let it, perhaps after something that went unseen; or stray."""
    odd = prices.OVERCOUNT * overcounted(game, story.laid, Laid(face))
    if face == story.top:
        odd += prices.SAME_FACE + prices.SHOWN_BEFORE * (story.steps[-1:] == (Step(),))
    unseen = (*_played_on(game, story), *_drawn(game, story)) if read else ()
    for before in (story, *unseen):
        yield from (found.weighed(-odd) for found in _fitting(game.at(before.now), before, face))
    if not any(ways(game, story.laid, face)) if read else face == game.options.faces[0]:
        wrong = face if read else None, whose_card(game, story.laid, Laid(face)).in_run.fault or Fault.BJ_NO_MATCH
        price = prices.STRAY + (odd + prices.FACE) * read
        yield replace(story, stray=wrong).stepped(Step(answer="", stray=True), -price)


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
    after, words = replace(story, laid=(*run, Laid(face)), stray=None), f"P{game.seat} {face}"
    if whose is Whose.NEXT:
        play = Play(game.seat, run)
        after = replace(after, now=game.following(play), laid=(Laid(face),))
        events, words = (*events, TurnPlayed(str(play))), f"P{after.seat} {'end ' * (after.seat == game.seat)}{face}"
    step = Step((*events, CardLaid(str(face))), words, face, unsaid=run != story.laid)
    return replace(after, under=None if story.events else story).stepped(step)


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


def _told_acts(game: Game, story: Story, told: Ended | Draw) -> Iterator[Story]:
    """A turn that a phone told of: it came, where the rules let it, and the turn before was over; or it was none."""
    yield story.stepped(Step(answer=""), -prices.UNHEARD)
    if story.stray or (isinstance(told, Ended) and not (story.laid and told.seat == story.seat)):
        return
    for ended in _ended(game, story):
        for after in _turn(game, ended, told) if isinstance(told, Draw) else (ended,):
            yield after.stepped(Step(answer=""))
