"""Draws what the camera makes of a card's corner: a glued half card among others, or a card lying on the pile.

Only kinds of change are drawn here that a real table makes: a cut that is off, neighbours and gaps, a tilt, a small or
blurred picture, warm or uneven light, glare, noise and JPEG. How strong they are is drawn at random each time.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.training.camera import glare, light, photographed
from companion.vision.card_index import CARD_CLASSES, CROP_SIDE_PX, NO_CARD
from companion.vision.frame import Image, Matrix, Points

_SQUARE_PX = 160  # a face's half height: the scene is drawn at the art's own scale
_MARGIN_PX = 40
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5
"""Of a square around the origin."""
Faces = Mapping[str, Image]
# An ace shows its suit in one small pip and a sliver; a court hides its own among colours.
_WEIGHTS = np.array([{"A": 2.0, "Q": 1.5, "K": 1.5, "J": 1.5}.get(code[0], 1.0) for code in CARD_CLASSES[:53]])
_OFTEN = _WEIGHTS / _WEIGHTS.sum()


def class_of(code: str) -> int:
    """The class of a card's code; every joker is one class."""
    return CARD_CLASSES.index("JK" if code[:2] == "JK" else code)


class CornerPainter:
    """Draws labelled crops at random from decks of whole faces, each 2 * 160 px high."""

    def __init__(self, decks: Sequence[Faces], rng: np.random.Generator) -> None:
        self.decks = decks
        self.rng = rng

    def labelled(self) -> tuple[Image, int]:
        """A crop [side, side, 3] as the classifier gets it, and its class."""
        rng = self.rng
        code, deck = self._code_and_deck()
        turn = 0
        if rng.random() < 0.6:
            scene = self._board_scene(deck, code)
            turn = int(rng.integers(1, 4)) if rng.random() < 0.15 else 0
        else:
            scene = self._pile_scene(deck, code)
            turn = int(rng.choice((1, 3))) if rng.random() < 0.1 else 0
        label = class_of(NO_CARD) if turn else class_of(code)
        if rng.random() < 0.03:
            scene, label = self._rubbish(scene), class_of(NO_CARD)
        crop = self._photographed(*self._seen(np.ascontiguousarray(np.rot90(scene, turn))))
        return crop, label

    def _code_and_deck(self) -> tuple[str, Faces]:
        """A class, from any deck that has it; the hard ones more often."""
        rng = self.rng
        name = CARD_CLASSES[int(rng.choice(len(_OFTEN), p=_OFTEN))]
        while True:
            deck = self.decks[int(rng.integers(len(self.decks)))]
            codes = [name] if name in deck else [code for code in ("JK", "JKB", "JKR") if name == "JK" and code in deck]
            if codes:
                return codes[int(rng.integers(len(codes)))], deck

    def _face(self, deck: Faces, code: str) -> Image:
        """A face either way up: a card gives two half cards, and a seven's lower half has the pips of a six."""
        return deck[code] if self.rng.random() < 0.5 else deck[code][::-1, ::-1]

    def _piece(self, deck: Faces, code: str) -> Image:
        """A half card cut to a square [160, 160, 3], a little off."""
        rng, face = self.rng, np.ascontiguousarray(self._face(deck, code))
        side = _SQUARE_PX * rng.uniform(0.9, 1.04)
        left, top = rng.uniform(0, 0.035, 2) * _SQUARE_PX if rng.random() < 0.5 else (0.0, 0.0)
        stretch = rng.uniform(0.96, 1.04)
        scale = _SQUARE_PX / side
        place = np.array([[scale * stretch, 0, -left * scale], [0, scale, -top * scale]])
        return cv2.warpAffine(
            face, place, (_SQUARE_PX, _SQUARE_PX), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )

    def _board_scene(self, deck: Faces, code: str) -> Image:
        """The piece in the middle of its four neighbours, with gaps and crooked cuts."""
        rng = self.rng
        side = _SQUARE_PX + 2 * _MARGIN_PX
        scene = self._ground(side)
        codes = list(deck)
        for step in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if rng.random() > 0.1:  # else the board's edge
                piece = self._piece(deck, codes[int(rng.integers(len(codes)))])
                self._put_beside(scene, np.rot90(piece, int(rng.integers(4))), step)
        self._glue(scene, self._piece(deck, code))
        return scene

    def _put_beside(self, scene: Image, piece: Image, step: tuple[int, int]) -> None:
        """Lays a neighbour, of which only a sliver can be seen; 1 mm of 44 off, and a gap."""
        spans = []
        for way, off in zip(step, self.rng.uniform(-4, 4, 2), strict=True):
            start = _MARGIN_PX + way * _SQUARE_PX + round(off) + way * int(self.rng.integers(0, 4))
            low, high = max(start, 0), min(start + _SQUARE_PX, len(scene))
            spans.append((slice(low, high), slice(low - start, high - start)))
        (x, from_x), (y, from_y) = spans
        scene[y, x] = piece[from_y, from_x]

    def _glue(self, scene: Image, piece: Image) -> None:
        """Glues the piece in the middle, up to 2 degrees and 1 mm (of 44) off."""
        rng = self.rng
        half = _SQUARE_PX / 2
        matrix = cv2.getRotationMatrix2D((half, half), rng.uniform(-2, 2), rng.uniform(0.955, 1.01))
        matrix[:, 2] = matrix[:, 2] + _MARGIN_PX + rng.uniform(-0.023, 0.023, 2) * _SQUARE_PX
        where = (scene.shape[1], scene.shape[0])
        laid = cv2.warpAffine(piece, matrix, where, borderMode=cv2.BORDER_REPLICATE)
        corners = np.array([[0, 0, 1], [1, 0, 0], [1, 1, 0], [0, 1, 0]]) * _SQUARE_PX
        corners[:, 2] = 1
        mask = np.zeros(scene.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners @ matrix.T).astype(np.int32), 255)
        cv2.copyTo(laid, mask, scene)

    def _pile_scene(self, deck: Faces, code: str) -> Image:
        """The corner of a whole card on the table or on other cards."""
        side = _SQUARE_PX + 2 * _MARGIN_PX
        scene, face = self._ground(side), self._face(deck, code)
        if self.rng.random() < 0.3:
            scene[:] = self._piece(deck, str(self.rng.choice(list(deck)))).mean(axis=(0, 1))
        part = face[: side - _MARGIN_PX, : side - _MARGIN_PX]
        scene[_MARGIN_PX : _MARGIN_PX + part.shape[0], _MARGIN_PX : _MARGIN_PX + part.shape[1]] = part
        return scene

    def _ground(self, side: int) -> Image:
        """A table: any colour, with a coarse grain."""
        rng = self.rng
        grain = rng.normal(0, rng.uniform(0, 18), (8, int(rng.integers(2, 9)), 1))
        colour = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.repeat(rng.uniform(20, 255), 3)
        table = np.clip(colour + grain, 0, 255).astype(np.uint8)
        return cv2.resize(table, (side, side), interpolation=cv2.INTER_LINEAR)

    def _rubbish(self, scene: Image) -> Image:
        """Something that is no corner: a table, or a scene half a square off."""
        if self.rng.random() < 0.5:
            return self._ground(scene.shape[0])
        way = int(self.rng.choice((-1, 1))) * _SQUARE_PX // 2
        return np.roll(scene, way, axis=int(self.rng.integers(2)))

    def _seen(self, scene: Image) -> tuple[Image, Points]:
        """The scene's middle square as a camera sees it that looks askew at it from any side, then blurred.

        And where the corners [4, 2] of the square are thought to lie in that picture, a little wrongly.
        """
        rng = self.rng
        seen_px = int(np.exp(rng.uniform(np.log(20), np.log(130))))
        size = _SQUARE_PX * rng.normal(1.0, 0.025)
        there = _CORNERS @ _spin(rng.normal(0, np.radians(1.6))) * size + rng.normal(0, 0.022, 2) * _SQUARE_PX
        there += rng.normal(0, 0.01, (4, 2)) * _SQUARE_PX + _MARGIN_PX + _SQUARE_PX / 2
        tilt = rng.uniform(0, np.radians(45)) if rng.random() < 0.5 else 0.0
        here = _CORNERS @ _spin(rng.uniform(0, 2 * np.pi)) * [1, np.cos(tilt)]
        width, high = (int(side) for side in np.ceil(np.ptp(here, axis=0) * seen_px) + 1)
        fine = max(2, round(100 / seen_px))
        here = here * seen_px + [width / 2, high / 2]
        warp = cv2.getPerspectiveTransform(there.astype(np.float32), (here * fine - 0.5).astype(np.float32))
        seen = cv2.warpPerspective(scene, warp, (width * fine, high * fine), borderMode=cv2.BORDER_REPLICATE)
        seen = cv2.resize(seen, (width, high), interpolation=cv2.INTER_AREA)
        if (blur := rng.uniform(-0.4, 1.1) * (0.5 + seen_px / 100)) > 0.2:
            seen = cv2.GaussianBlur(seen, (0, 0), blur, sigmaY=blur * rng.uniform(0.6, 1.4))
        if rng.random() < 0.3:
            seen = cv2.addWeighted(seen, 1.6, cv2.GaussianBlur(seen, (0, 0), 1.0), -0.6, 0)
        return seen, here - 0.5

    def _photographed(self, seen: Image, corners: Points) -> Image:
        """Light, sensor and file; then cut out as the classifier gets it."""
        rng, size = self.rng, (seen.shape[0], seen.shape[1])
        linear = (seen / 255.0) ** 2.2 * light(rng, size, 0.25, 0.15)
        if rng.random() < 0.12:
            linear += glare(rng, size, 0.15, 0.6)
        photo = photographed(rng, linear * rng.uniform(0.12, 1.15), 6)
        crop = ((_CORNERS + 0.5) * CROP_SIDE_PX - 0.5).astype(np.float32)
        warp = cv2.getPerspectiveTransform(corners.astype(np.float32), crop)
        return cv2.warpPerspective(photo, warp, (CROP_SIDE_PX, CROP_SIDE_PX), borderMode=cv2.BORDER_REPLICATE)


def _spin(turn: float) -> Matrix:
    """What turns points [n, 2] by so many radians."""
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
