"""One-Eyed Jack to the belief: how stories go on under one look, how well each predicts it, what is left over."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.cards import card_acts
from companion.referee.one_eyed_jack.difference import Difference, of_squares
from companion.referee.one_eyed_jack.faults import TURN, deviation_named, named, price
from companion.referee.one_eyed_jack.look import COVERED_AT_MOST, PARTLY_NATS, Changed, Look
from companion.referee.one_eyed_jack.stories import EMPTY, Deviation, Story, Stray, stands_on
from companion.referee.one_eyed_jack.turns import take_backs, turn_acts

STANDS_NATS = 3.0
"""A square that looks otherwise by so much stands otherwise; by less it is a doubtful look at the same."""
MANY = 6
"""So many squares at once may be a picture that shows no board at all."""
_CHEAPEST, _WITHOUT_CARD = 0.7, 3.0
"""What explaining one more square costs at least, with a card for it and without one."""


class TableModel:
    """The stories' laws for one look."""

    def __init__(self, game: Game, look: Look) -> None:
        self._game, self._look = game, look
        self._changed: dict[int, tuple[Story, Changed]] = {}

    def changed(self, story: Story) -> Changed:
        """What the story does not explain."""
        known = self._changed.get(id(story))
        if known is None or known[0] is not story:
            known = self._changed[id(story)] = (story, self._look.changed(story))
        return known[1]

    def successors(self, story: Story) -> Iterator[Story]:
        """The story with one act more."""
        game, changed = self._game.at(story.now), self.changed(story)
        yield from card_acts(self._game, self._look.tracks, story)
        yield from turn_acts(game, self._look, story, changed)
        yield from self._misread(story, changed)
        if changed or self._look.tracks.births or story.top is None:
            yield from take_backs(self._look, story, changed)

    def _misread(self, story: Story, changed: Changed) -> Iterator[Story]:
        """One square only seems to have changed, where it is not seen for certain."""
        for square, loss in changed.items() if len(changed) < MANY else ():
            if -PARTLY_NATS <= loss < -STANDS_NATS:
                yield story._replace(misread=(*story.misread, square)).weighed(loss)

    def bound(self, story: Story) -> float:
        """The log weight that the story can hardly exceed: each square left is misread or needs an act."""
        changed, nats = self.changed(story), 0.0
        if not changed:
            return story.weight
        chips, best = story.position.chips, self._look.best
        cards = story.waiting + len(self._look.tracks.births) - story.taken
        for square, loss in changed.items():
            chip = chips[square]
            if best[square] != (EMPTY if chip is None else chip + 1):
                nats += max(loss, -_CHEAPEST if cards > 0 else -_WITHOUT_CARD)
                cards -= 1
        return story.weight + max(nats, -prices.USELESS_LOOK)

    def explained(self, story: Story) -> Story | None:
        """The story with whatever it leaves unexplained called a fault, weighed by the look."""
        if story.taken < len(self._look.tracks.births):
            return None
        changed = self.changed(story)
        shifted = [square for square, loss in changed.items() if loss < -STANDS_NATS]
        noise = sum(loss for loss in changed.values() if loss >= -STANDS_NATS)
        kept = self._mended(story)
        renamed = [
            one for one in kept if one not in story.deviations and (one.code == "BOARD_DISTURBED" or story.fresh)
        ]
        cost = (
            -sum(price(one.code, one.about) for one in renamed)
            - self._half_turn(story)
            + noise
            + self._pile_nats(story)
            - prices.SECOND_CARD * max(0, story.waiting - 1)
        )
        found = [square for square in shifted if stands_on(story.position, square) != self._look.best[square]]
        deviations, more = self._deviating(story._replace(deviations=kept), found)
        mends = sum(len(one.strays) for one in story.deviations) - sum(len(one.strays) for one in kept)
        cost -= more + prices.MENDED * (mends > 0)
        if cost < -prices.USELESS_LOOK and len(found) >= MANY and not story.blind:
            return story._replace(taken=0, fresh=0, misread=(), blind=True).weighed(-prices.USELESS_LOOK)
        return story._replace(deviations=deviations, taken=0, fresh=0, misread=(), blind=False).weighed(cost)

    def _pile_nats(self, story: Story) -> float:
        """How likely what shows on the pile is; cards that came were weighed as they were taken in."""
        tracks = self._look.tracks
        if tracks.births or not tracks.top.read:
            return 0.0
        return tracks.news(story.top)

    def _mended(self, story: Story) -> tuple[Deviation, ...]:
        """The deviations that still stand, each with the name that what is left of it deserves."""
        return tuple(filter(None, (self._left_of(story, one) for one in story.deviations)))

    def _left_of(self, story: Story, deviation: Deviation) -> Deviation | None:
        left = tuple(
            (square, content)
            for square, content in deviation.strays
            if stands_on(story.position, square) != content
            and (self._look.losses[square] is None or self._look.loss(square, content) >= -STANDS_NATS)
        )
        if left == deviation.strays and not self._is_turn(story, left):
            return deviation
        return self._named(story, left, deviation.code) if left else None

    def _is_turn(self, story: Story, strays: tuple[Stray, ...]) -> bool:
        """Whether what deviated is a legal turn now, with a card that waits."""
        game, laid = self._game.at(story.now), story.laid
        return bool(laid) and named(game, laid[0], self._difference(story, strays))[0] == TURN

    def _half_turn(self, story: Story) -> float:
        """What it costs that the first card that waits is left waiting."""
        card = story.laid[0] if story.waiting else None
        game = self._game.at(story.now)
        kind = None if card is None or game.outcome() else game.rules.kind(card)
        if card is None or kind not in (Kind.PLAIN, Kind.END):
            return 0.0
        if kind is Kind.END:
            return prices.DEAD_KEPT
        if game.judge(Exchange(game.team, card)):
            return prices.DEAD_KEPT
        hidden = [square for square, losses in enumerate(self._look.losses) if losses is None]
        covered = len(hidden) <= COVERED_AT_MOST and not set(hidden).isdisjoint(game.targets(card))
        return prices.HALF_COVERED if covered else 0.0

    def _deviating(self, story: Story, squares: Sequence[int]) -> tuple[tuple[Deviation, ...], float]:
        """The story's deviations with one more for these squares, and what that costs."""
        if not squares:
            return story.deviations, 0.0
        strays = tuple((square, self._look.best[square] or 0) for square in squares)
        known = [one for one in story.deviations if one.code == "BOARD_DISTURBED"]
        if known:
            changed = self._difference(story, strays)
            deviation = self._named(story, strays)
            grown = self._named(story, (*known[0].strays, *strays))
            others = tuple(one for one in story.deviations if one is not known[0])
            return (*others, replace(grown, code="BOARD_DISTURBED")), price(deviation.code, deviation.about) * bool(
                changed
            )
        deviation = self._named(story, strays)
        if deviation.code == "NO_CARD" and story.fresh and not story.lacking:  # its card was another turn's
            deviation = replace(deviation, code="REMOVED_WITHOUT_JACK")
        again = deviation.code == "UNKNOWN_CARD" and any(one.code == "UNKNOWN_CARD" for one in story.deviations)
        more = prices.STRANGE_CARD * again + prices.ANOTHER_TURN * bool(story.fresh)
        blind = self._look.tracks.blind or story.overlooked
        more += prices.NOTHING_LAID * bool(story.fresh and story.lacking and not blind)
        more += prices.BESIDE_A_CARD * (deviation.code == "NO_CARD" and story.waiting > 0)
        return (*story.deviations, deviation), price(deviation.code, deviation.about) + more

    def _named(self, story: Story, strays: tuple[Stray, ...], silent: str = "") -> Deviation:
        changed = self._difference(story, strays)
        if silent in ("TAKE_BACK", "TABLE_DIFFERS"):
            code, about = deviation_named(self._game.at(story.now), (), changed)
            return Deviation(silent, about, strays)
        code, about = deviation_named(self._game.at(story.now), story.laid, changed)
        return Deviation(code, about, strays)

    def _difference(self, story: Story, strays: tuple[Stray, ...]) -> Difference:
        return of_squares(
            (square, stands_on(story.position, square), content) for square, content in sorted(dict(strays).items())
        )
