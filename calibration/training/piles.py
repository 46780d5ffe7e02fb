"""Draws what the camera makes of a pile's surroundings, twice: as they were, and as they are since somebody was there.

Each pair comes with what the network shall say of each of its cells: whether a card lies there whose face nothing
covers, where its middle is, how it is turned, and whether it was to be seen before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.training.camera import glare, light, photographed
from calibration.training.corners import Faces
from calibration.training.tables import (
    CARD_PX,
    MM,
    SIDE_PX,
    SQUARE_PX,
    ThingPlace,
    bare_table,
    card_back,
    laid,
    put_board,
    put_chips,
    put_hand,
    put_sheet,
    put_stock,
)
from companion.vision.card_spotter import CELL_PX, OFFSET_PX, PX_PER_SQUARE
from companion.vision.frame import Image, Matrix

SEEN_PX = SIDE_PX // 2
"""The side of a view: a little smaller than the one that is spotted in, which takes no less time to learn from."""
CELLS = SEEN_PX // CELL_PX
_NOBODY, _HIDDEN = -1, -2
"""Who owns a pixel where no face lies, and where a hand covers it."""
_UNCOVERED, _HARDLY = 0.94, 0.85
"""A face is uncovered when other cards leave this part of it, and is not with less than the second; between, either
will do."""
_STILL_SHOWN = 0.4
"""Chips may lie on it, or cards below show through, and it is uncovered still, as long as they leave this part: one of
its indices may show."""
_WARPED = 0.35
"""So many piles are of warped cards, whose edges are bent up and come through those that lie on them."""
_WINDOW_PX = round(SEEN_PX / PX_PER_SQUARE * 48)
"""A window on the pile is so wide before it is made smaller for the network."""
_HAPPENED = ("laid", "two laid", "taken up", "squared up", "nothing", "not seen before")
_OFTEN = (0.46, 0.08, 0.07, 0.07, 0.2, 0.12)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Views as it was and is [2, SEEN_PX, SEEN_PX, 3], and what to say of the cells [6, CELLS, CELLS].

    Those are 1, 0, or -1 where either will do; offsets to the card's middle (x, y) in units of OFFSET_PX; cosine and
    sine of twice its turn; and 1, 0 or -1 again for a card that was not to be seen before.
    """

    views: Image
    cells: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class _Card:
    """A card of a pile; it keeps its number when it is moved."""

    number: int
    face: Image
    place: ThingPlace
    down: bool
    bent: float
    """How far its long edges are bent up, in thicknesses of a card with the air below it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Cards as they lie: a scene, and which card's face each pixel shows."""

    scene: Image
    owner: Matrix
    cards: dict[int, _Card]
    chips: Matrix
    """Which pixels spare chips cover that lie on the cards."""
    topmost: Matrix
    """Which card was laid last on each pixel, though one below may show through it."""

    def shows(self, number: int) -> float:
        """Which part of a card's face later cards leave, about 0 to 1."""
        inside = _inside(self.cards[number].place) if number in self.cards else 0.0
        return float((self.topmost == number).sum()) / max(inside, 1.0)

    def uncovered(self, number: int) -> float:
        """1 for a face that no later card covers, nor earlier ones and chips too far; 0 for one that a later card does.

        -1 between.
        """
        known, shown = _either(self.shows(number)), (self.owner == number) & ~self.chips
        spoilt = known > 0 and shown.sum() < _STILL_SHOWN * (self.topmost == number).sum()
        return -1.0 if spoilt else known


class PilePainter:
    """Draws samples at random from decks of whole faces."""

    def __init__(self, decks: Sequence[Faces], rng: np.random.Generator) -> None:
        self.decks = [list(deck.values()) for deck in decks]
        self.rng = rng

    def sample(self) -> Sample:
        """A pair of views with their labels."""
        rng, scene = self.rng, bare_table(self.rng)
        if rng.random() < 0.3:
            put_board(rng, scene, self._deck())
        for put, often in ((put_sheet, 0.12), (put_stock, 0.3), (put_chips, 0.25)):
            if rng.random() < often:
                put(rng, scene)
        happened = str(rng.choice(_HAPPENED, p=_OFTEN))
        before, now = (self._laid(scene.copy(), cards) for cards in self._story(happened))
        if rng.random() < 0.3:
            now.chips[:] = before.chips[:] = put_chips(rng, before.scene, now.scene)
        if rng.random() < 0.2:
            hand = put_hand(rng, now.scene)
            now.owner[hand] = now.topmost[hand] = _HIDDEN
        views, seen_before = self._seen(self._nudged(before.scene), now.scene), happened != "not seen before"
        views[0] *= seen_before
        return Sample(views, _labels(before if seen_before else None, now))

    def _deck(self) -> list[Image]:
        return self.decks[int(self.rng.integers(len(self.decks)))]

    def _story(self, happened: str) -> tuple[list[_Card], list[_Card]]:
        """The cards that lay there before, and those that lie there now, each from the lowest to the uppermost."""
        cards = self._cards()
        if happened == "taken up":
            return cards, cards[:-1]
        if happened == "squared up":
            off = self.rng.normal(0, (6 * MM, 6 * MM, 8), (len(cards), 3))
            return [replace(card, place=_moved(card.place, *by)) for card, by in zip(cards, off, strict=True)], cards
        came = {"laid": 1, "two laid": 2}.get(happened, 0)
        return cards[: max(len(cards) - came, 0)], cards

    def _cards(self) -> list[_Card]:
        """None to five cards, more or less on each other, now and then of one face."""
        rng, deck, places = self.rng, self._deck(), self._places()
        faces = rng.integers(len(deck), size=len(places)) if rng.random() < 0.9 else [int(rng.integers(len(deck)))] * 5
        down = rng.random(len(places)) < 0.04
        bent = rng.uniform(0, 3, len(places)) * (rng.random() < _WARPED)
        return [
            _Card(number, card_back(rng) if hides else deck[face], place, bool(hides), float(bow))
            for number, (face, place, hides, bow) in enumerate(zip(faces, places, down, bent, strict=False))
        ]

    def _laid(self, scene: Image, cards: list[_Card]) -> _Table:
        """Lays cards in order."""
        owner = np.full(scene.shape[:2], _NOBODY, np.int16)
        topmost, highest = owner.copy(), np.full(owner.shape, -np.inf)
        for card in cards:
            below, height = scene.copy(), card.number + card.bent * _bow(card.place)
            lies = laid(self.rng, scene, card.face, card.place)
            through = lies & (highest > height)
            scene[through] = below[through]
            topmost[lies] = owner[lies & ~through] = _NOBODY if card.down else card.number
            highest[lies & ~through] = height[lies & ~through]
        return _Table(scene, owner, {card.number: card for card in cards}, np.zeros(owner.shape, bool), topmost)

    def _places(self) -> list[ThingPlace]:
        """Where the cards lie: more or less on each other, and now and then one beside them."""
        rng = self.rng
        many = 0 if rng.random() < 0.05 else int(rng.choice((1, 2, 3, 4, 5), p=(0.15, 0.2, 0.2, 0.25, 0.2)))
        astray, crooked = (np.exp(rng.uniform(np.log(low), np.log(high))) for low, high in ((1, 45), (2, 90)))
        middle = SIDE_PX / 2 + np.clip(rng.normal(0, 0.55, 2), -1.4, 1.4) * SQUARE_PX
        turn, shade, size = rng.uniform(0, 180), rng.uniform(0.03, 0.4), rng.normal(1, 0.025, 2) * CARD_PX
        places = []
        for _ in range(many):
            x, y = middle + rng.uniform(-astray, astray, 2) * MM
            lie = turn + rng.uniform(-crooked, crooked)
            if rng.random() < 0.06:
                (x, y), lie = middle + rng.uniform(-1.6, 1.6, 2) * SQUARE_PX, rng.uniform(0, 180)
            places.append(ThingPlace(x, y, lie, shade, (size[0], size[1])))
        return places

    def _nudged(self, scene: Image) -> Image:
        """The scene as a camera that was knocked since then, or registered a little off, has it."""
        rng = self.rng
        far = float(rng.choice((0, 0.5, 5), p=(0.5, 0.35, 0.15)))
        knock = cv2.getRotationMatrix2D((SIDE_PX / 2, SIDE_PX / 2), rng.normal(0, far / 3), 1.0)
        knock[:, 2] = knock[:, 2] + rng.normal(0, far / 1.5, 2) * MM
        return cv2.warpAffine(scene, knock, scene.shape[1::-1], borderMode=cv2.BORDER_REPLICATE) if far else scene

    def _seen(self, *scenes: Image) -> Image:
        """Scenes [2, SEEN_PX, SEEN_PX, 3] through a camera for which a card is 25 to 200 pixels high."""
        rng = self.rng
        height_px = np.exp(rng.uniform(np.log(25), np.log(200)))
        height_px *= 2 if height_px < 45 and rng.random() < 0.4 else 1
        factor = height_px / CARD_PX[1]
        sides = rng.permutation([factor, factor * rng.uniform(0.75, 1.0)])  # a slanted view has fewer pixels one way
        size = [max(round(SIDE_PX * side), 24) for side in sides]
        blur, across, dark = rng.uniform(-0.3, 1.2) * (0.4 + factor), rng.uniform(0.6, 1.5), rng.uniform(0.04, 1.2)
        lamps, views = self._lamps((size[1], size[0])), []
        for scene in scenes:
            small = cv2.resize(scene, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
            if blur > 0.2:
                small = cv2.GaussianBlur(small, (0, 0), blur, sigmaY=blur * across)
            if rng.random() < 0.35:
                lamps, dark = self._lamps((size[1], size[0])), dark * np.exp(rng.normal(0, 0.3))
            photo = photographed(rng, ((small / 255.0) ** 2.2 * lamps[0] + lamps[1]) * dark, 5)
            window = cv2.resize(photo, (_WINDOW_PX, _WINDOW_PX), interpolation=cv2.INTER_LINEAR)
            views.append(cv2.resize(window, (SEEN_PX, SEEN_PX), interpolation=cv2.INTER_AREA))
        return np.stack(views)

    def _lamps(self, shape: tuple[int, int]) -> tuple[Matrix, Matrix]:
        """A gain, and what gloss throws back, in a picture of that shape."""
        rng = self.rng
        gloss: Matrix = np.zeros((*shape, 1))
        for _ in range(int(rng.random() < 0.3) + int(rng.random() < 0.12)):
            gloss = gloss + glare(rng, shape, 0.04, 1.0)
        return light(rng, shape, 0.35, 0.3), gloss


def _bow(place: ThingPlace) -> Matrix:
    """How high each pixel of a scene lies on a card there whose long edges are bent up by one, and beyond it."""
    turn, (y, x) = np.radians(place.turn_deg), np.mgrid[:SIDE_PX, :SIDE_PX]
    across = (x - place.x) * np.cos(turn) + (y - place.y) * np.sin(turn)
    bow: Matrix = (2 * across / (place.size or CARD_PX)[0]) ** 2
    return bow


def _moved(place: ThingPlace, right: float, down: float, turn_deg: float) -> ThingPlace:
    return replace(place, x=place.x + right, y=place.y + down, turn_deg=place.turn_deg + turn_deg)


def turned_by(sample: Sample, quarters: int) -> tuple[Image, Matrix]:
    """The same table turned by quarters, against the clock as numpy does."""
    cells = np.rot90(sample.cells, quarters, (1, 2)).copy()
    for _ in range(quarters):
        cells[1], cells[2] = cells[2].copy(), -cells[1]
        cells[3:5] *= -1
    return np.ascontiguousarray(np.rot90(sample.views, quarters, (1, 2))), cells


def _labels(before: _Table | None, now: _Table) -> Matrix:
    """What to say of the cells [6, CELLS, CELLS]."""
    grid = now.owner[CELL_PX :: 2 * CELL_PX, CELL_PX :: 2 * CELL_PX]
    labels, at = np.zeros((6, CELLS, CELLS), np.float32), (np.arange(CELLS) + 0.5) * CELL_PX
    chips = now.chips[CELL_PX :: 2 * CELL_PX, CELL_PX :: 2 * CELL_PX]
    labels[0][grid == _HIDDEN] = -1
    for number, card in now.cards.items():
        own, place = (grid == number) & ~chips, card.place
        labels[0][own] = now.uncovered(number)
        if _inside(place) < 0.5 * CARD_PX[0] * CARD_PX[1]:
            labels[0][own & (labels[0] > 0)] = -1
        turn = np.radians(2 * place.turn_deg)
        x, y = np.meshgrid((place.x / 2 - at) / OFFSET_PX, (place.y / 2 - at) / OFFSET_PX)
        new = -1.0 if before is None else _new(before.uncovered(number) if number in before.cards else 0.0)
        says = (x, y, *(np.full_like(x, value) for value in (np.cos(turn), np.sin(turn), new)))
        labels[1:, own] = np.stack(says)[:, own]
    return labels


def _either(shows: float) -> float:
    """1 for a face that nothing covers, 0 for one that something does, and -1 between."""
    return 1.0 if shows > _UNCOVERED else -1.0 if shows > _HARDLY else 0.0


def _new(uncovered: float) -> float:
    """1 for a card that was not to be seen uncovered before, 0 for one that was, and -1 between."""
    return uncovered if uncovered < 0 else 1.0 - uncovered


def _inside(place: ThingPlace) -> float:
    """How many pixels of the scene a card there would cover; round corners take a little away."""
    box = cv2.boxPoints(((place.x, place.y), place.size or CARD_PX, place.turn_deg))
    mask = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    return 0.985 * float(cv2.fillConvexPoly(mask, np.round(box).astype(np.int32), 1).sum())
