"""Draws decks that nobody prints: corner letters from many fonts, suits of many shapes, in two or four colours.

They keep the network from learning the real decks by heart: pips may be strewn or missing, courts may have no figure.
Most courts and jokers borrow the middle of a real face.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

from calibration.training.card_art import FACE_HEIGHT_PX
from companion.vision.frame import Image, Matrix

_GLYPHS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_LETTERS: list[dict[str, str]] = [{}] * 7 + [{"J": "B", "Q": "D"}, {"J": "V", "Q": "D", "K": "R"}]
_BLACKS = ((10, 10, 10), (40, 30, 30), (60, 50, 45))
_REDS = ((20, 10, 220), (50, 40, 200), (30, 20, 160), (60, 60, 235))
_FOUR = {
    "S": (*_BLACKS, (160, 70, 40)),
    "H": _REDS,
    "D": ((210, 90, 20), (40, 170, 230), (30, 120, 240)),
    "C": ((40, 130, 20),),
}
_PAPERS = (*_GLYPHS, "K")
_CENTRES = ("pips", "pips", "pips", "pips", "strewn", "suit", "letter", "nothing")
_ROWS = {  # pips of the upper half: (column, height) in fractions of the pip area, 0 at its top, 0.5 in the middle
    "2": ((1, 0.0),),
    "3": ((1, 0.0), (1, 0.5)),
    "4": ((0, 0.0), (2, 0.0)),
    "5": ((0, 0.0), (2, 0.0), (1, 0.5)),
    "6": ((0, 0.0), (2, 0.0), (0, 0.5), (2, 0.5)),
    "7": ((0, 0.0), (2, 0.0), (0, 0.5), (2, 0.5), (1, 0.25)),
    "8": ((0, 0.0), (2, 0.0), (0, 0.5), (2, 0.5), (1, 0.25)),
    "9": ((0, 0.0), (2, 0.0), (0, 1 / 3), (2, 1 / 3), (1, 0.5)),
    "T": ((0, 0.0), (2, 0.0), (0, 1 / 3), (2, 1 / 3), (1, 1 / 6)),
}


@dataclass(frozen=True, slots=True)
class Style:
    """How one drawn deck looks; lengths are fractions of the card's width, colours bgr."""

    width_px: int
    paper: Mapping[str, Matrix]
    """What each suit, or the jokers, are printed on: plain or marbled [rows, columns, 3], which is drawn out."""
    rims: Sequence[float]
    """How far from its edge thin lines run around a face."""
    inks: Mapping[str, tuple[int, int, int]]
    letters: Mapping[str, str]
    rank_font: Path
    suit_font: Path
    index_xy: tuple[float, float]
    rank_size: tuple[float, float]
    pip_gap: float
    small_pip: float
    beside: bool
    away: Sequence[float]
    """Where the suit stands that is not under its rank, and its width; nothing where it is."""
    pip: float
    column: float
    pip_top: float
    ace: float
    centre: str
    strewn: Mapping[str, Matrix]
    """Where the pips of each rank lie [pips, 2] in a deck that strews them: column and row, 0 to 1."""
    ninth: float
    """Where the odd pip of a nine lies: in its middle, or as that of a ten's upper half."""
    framed: bool


def _any(rng: np.random.Generator, options: Sequence[object]) -> int:
    return int(rng.integers(len(options)))


def _random_paper(rng: np.random.Generator) -> dict[str, Matrix]:
    """White or cream paper; now and then a grey or tinted one, marbled, or of another tint for each suit."""
    level = rng.uniform(140, 225) if rng.random() < 0.12 else rng.uniform(225, 255)
    tint = np.array([level - rng.uniform(0, 25), level, level])
    veins = rng.normal(0, rng.uniform(2, 16), (24, 16, 1)) if rng.random() < 0.2 else np.zeros((2, 2, 1))
    each = rng.uniform(0, 28, (len(_PAPERS), 3)) if rng.random() < 0.15 else np.zeros((len(_PAPERS), 3))
    return {kind: np.clip(tint - off + veins, 0, 255) for kind, off in zip(_PAPERS, each, strict=True)}


def random_style(rng: np.random.Generator, fonts: Sequence[Path], suit_fonts: Sequence[Path]) -> Style:
    """A deck's look, drawn at random."""
    black, red = _BLACKS[_any(rng, _BLACKS)], _REDS[_any(rng, _REDS)]
    inks = {"S": black, "C": black, "H": red, "D": red}
    if rng.random() < 0.3:
        inks = {suit: colours[_any(rng, colours)] for suit, colours in _FOUR.items()}
    jumbo = rng.random() < 0.25
    rank_width = rng.uniform(0.18, 0.42) if jumbo else rng.uniform(0.06, 0.15)
    inset = rng.uniform(0.02, 0.15) if rng.random() < 0.35 else 0.0
    return Style(
        width_px=round(FACE_HEIGHT_PX * rng.uniform(0.62, 0.74)),
        paper=_random_paper(rng),
        rims=rng.uniform(0.015, 0.02 + inset, int(rng.integers(4)) if inset else 0).tolist(),
        inks=inks,
        letters=_LETTERS[_any(rng, _LETTERS)],
        rank_font=fonts[_any(rng, fonts)],
        suit_font=suit_fonts[_any(rng, suit_fonts)],
        index_xy=(inset + rank_width / 2 + rng.uniform(0.02, 0.06), inset + rng.uniform(0.035, 0.09)),
        rank_size=(rank_width, rank_width * rng.uniform(1.2, 2.0)),
        pip_gap=rng.uniform(0.015, 0.05),
        small_pip=rank_width * rng.uniform(0.6, 1.1),
        beside=rng.random() < 0.08,
        away=rng.uniform((0.5, 0.15, 0.12), (0.85, 0.5, 0.35)).tolist() if rng.random() < 0.1 else (),
        pip=rng.uniform(0.13, 0.22) * (0.7 if jumbo else 1.0),
        column=rng.uniform(0.15, 0.24) * (0.75 if jumbo else 1.0),
        pip_top=rng.uniform(0.12, 0.22),
        ace=rng.uniform(0.15, 0.5),
        centre=_CENTRES[_any(rng, _CENTRES)],
        strewn={rank: rng.uniform(0, 1, (number, 2)) for number, rank in enumerate("A23456789TJQK", 1)},
        ninth=1 / 6 if rng.random() < 0.25 else 1 / 2,
        framed=rng.random() < 0.5,
    )


def glyph(text: str, font: Path) -> Matrix | None:
    """The ink of a short text, cut to its bounds (0 to 1), or None where the font has no such letter."""
    face = ImageFont.truetype(str(font), 120)
    canvas = Picture.new("L", (160 + 90 * len(text), 240), 0)
    ImageDraw.Draw(canvas).text((30, 20), text, font=face, fill=255)
    ink = np.asarray(canvas, np.float32) / 255
    ys, xs = np.nonzero(ink > 0.5)
    if len(ys) < 50:
        return None
    return ink[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def has_ranks(font: Path, plain: Path) -> bool:
    """Whether a font draws the ranks roughly as a plain one does: no symbols, no swashes, no empty boxes."""
    pairs = [(glyph(text, font), glyph(text, plain)) for text in "A23456789JQK"]
    shapes = [
        (cv2.resize(one, (20, 20)), cv2.resize(other, (20, 20)))
        for one, other in pairs
        if one is not None and other is not None
    ]
    return len(shapes) == len(pairs) and float(np.mean([np.abs(one - other).mean() for one, other in shapes])) < 0.3


def has_suits(font: Path) -> bool:
    """Whether a font draws all four suits, each its own way."""
    drawn = [glyph(text, font) for text in (*_GLYPHS.values(), "\uffff")]
    shapes = [None if ink is None else cv2.resize(ink, (20, 20)) for ink in drawn]
    suits = [shape for shape in shapes[:4] if shape is not None]
    if len(suits) < 4:
        return False
    pairs = [(one, other) for i, one in enumerate(suits) for other in [*suits[:i], shapes[4]] if other is not None]
    return all(float(np.abs(one - other).mean()) > 0.03 for one, other in pairs)


def _stamp(card: Image, ink: Matrix, box: tuple[float, float, float, float], colour: tuple[int, int, int]) -> None:
    """Prints `ink` on the card, in a box (centre x, centre y, width, height) in pixels; what falls outside is lost."""
    width, height = max(round(box[2]), 2), max(round(box[3]), 2)
    share = cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)[..., None]
    left, top = round(box[0] - width / 2), round(box[1] - height / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + width, card.shape[1]), min(top + height, card.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    share = share[y0 - top : y1 - top, x0 - left : x1 - left]
    card[y0:y1, x0:x1] = card[y0:y1, x0:x1] * (1 - share) + share * np.asarray(colour)


class DrawnDeck:
    """Prints the faces of one style; `borrowed` gives real faces by code for the middle of courts and jokers."""

    def __init__(self, style: Style, borrowed: Mapping[str, Image]) -> None:
        self.style = style
        self.borrowed = borrowed
        self.suits = {suit: glyph(text, style.suit_font) for suit, text in _GLYPHS.items()}

    def face(self, code: str) -> Image:
        """The whole face [FACE_HEIGHT_PX, width, 3]: an upper half, and the same turned round."""
        style = self.style
        card = cv2.resize(style.paper[code[1]], (style.width_px, FACE_HEIGHT_PX)).astype(np.uint8)
        for rim in style.rims:
            at = round(rim * style.width_px)
            far = (style.width_px - 1 - at, FACE_HEIGHT_PX - 1 - at)
            cv2.rectangle(card, (at, at), far, style.inks["S"], 1, cv2.LINE_AA)
        if code in self.borrowed:
            self._borrow(card, self.borrowed[code])
        if code[:2] == "JK":
            self._joker_index(card, code)
        else:
            self._pips(card, code)
            self._index(card, code)
        half = FACE_HEIGHT_PX // 2
        card[half:] = card[:half][::-1, ::-1]
        if code[:2] != "JK":
            self._middle(card, code)
        return card

    def _borrow(self, card: Image, face: Image) -> None:
        """Copies the middle of a real face; its own corner stays behind."""
        real = cv2.resize(face, (card.shape[1], card.shape[0]), interpolation=cv2.INTER_AREA)
        left = round(card.shape[1] * min(max(0.19, self.style.index_xy[0] + self.style.rank_size[0] / 2), 0.35))
        top = round(FACE_HEIGHT_PX * 0.07)
        card[top:-top, left:-left] = real[top:-top, left:-left]
        if self.style.framed:
            ink = self.style.inks["S"]
            cv2.rectangle(card, (left, top), (card.shape[1] - left, FACE_HEIGHT_PX - top), ink, 1, cv2.LINE_AA)

    def _index(self, card: Image, code: str) -> None:
        style, w = self.style, self.style.width_px
        colour = style.inks[code[1]]
        text = "10" if code[0] == "T" else style.letters.get(code[0], code[0])
        rank = glyph(text, style.rank_font)
        x, top = style.index_xy[0] * w, style.index_xy[1] * w
        width, height = style.rank_size[0] * w, style.rank_size[1] * w
        if rank is not None:
            narrow = width * (1.25 if text == "10" else 0.45 if rank.shape[1] < 0.4 * rank.shape[0] else 1.0)
            _stamp(card, rank, (x, top + height / 2, narrow, height), colour)
        small = style.small_pip * w
        if style.away:
            across, down, size = style.away
            self._suit(card, code, (across * w, down * FACE_HEIGHT_PX, size * w))
        elif style.beside:
            self._suit(card, code, (x + width / 2 + 0.8 * small, top + height / 2, small))
        else:
            self._suit(card, code, (x, top + height + style.pip_gap * w + small / 2, small))

    def _suit(self, card: Image, code: str, place: tuple[float, float, float]) -> None:
        ink = self.suits[code[1]]
        if ink is not None:
            x, y, size = place
            ratio = min(max(ink.shape[0] / ink.shape[1], 0.9), 1.35)
            _stamp(card, ink, (x, y, size, size * ratio), self.style.inks[code[1]])

    def _pips(self, card: Image, code: str) -> None:
        style, w = self.style, self.style.width_px
        if code[0] in "JQK":
            if code not in self.borrowed or style.framed:
                self._suit(
                    card, code, (w * (0.19 + style.pip / 2 + 0.02), w * (0.1 + style.pip / 2 + 0.02), style.pip * w)
                )
        elif style.centre == "pips":
            self._grid(card, code, middle=False)

    def _middle(self, card: Image, code: str) -> None:
        """What stands upright across the card's middle, where no figure does."""
        style, w = self.style, self.style.width_px
        middle = (w / 2, FACE_HEIGHT_PX / 2)
        if code in self.borrowed:
            return
        if style.centre == "strewn":
            self._strew(card, code)
        elif code[0] == "A":
            self._suit(card, code, (*middle, style.ace * w))
        elif style.centre == "suit":
            self._suit(card, code, (*middle, 0.5 * w))
        elif style.centre == "letter":
            ink = glyph("10" if code[0] == "T" else style.letters.get(code[0], code[0]), style.rank_font)
            if ink is not None:
                _stamp(card, ink, (*middle, 0.35 * w, 0.5 * w), style.inks[code[1]])
        elif style.centre == "pips":
            self._grid(card, code, middle=True)

    def _strew(self, card: Image, code: str) -> None:
        """Pips beside the index, as many and where this deck has them."""
        style, w = self.style, self.style.width_px
        left, top = style.rank_size[0] + 0.06 + style.pip / 2, style.pip_top * FACE_HEIGHT_PX
        for across, down in style.strewn[code[0]]:
            place = (left + across * (1 - 2 * left)) * w, top + down * (FACE_HEIGHT_PX - 2 * top)
            self._suit(card, code, (*place, style.pip * w))

    def _grid(self, card: Image, code: str, middle: bool) -> None:
        style, w = self.style, self.style.width_px
        top = style.pip_top * FACE_HEIGHT_PX
        for column, height in _ROWS.get(code[0], ()):
            odd = column == 1 and code[0] in "79"
            if (height == 0.5 or odd) == middle:
                y = top + (style.ninth if odd and code[0] == "9" else height) * (FACE_HEIGHT_PX - 2 * top)
                self._suit(card, code, (w / 2 + (column - 1) * style.column * w, y, style.pip * w))

    def _joker_index(self, card: Image, code: str) -> None:
        style, w = self.style, self.style.width_px
        colour = style.inks["H" if code == "JKR" else "S"]
        x, top, width = style.index_xy[0] * w, style.index_xy[1] * w, style.rank_size[0] * w
        if style.letters or style.beside:
            ink = glyph("★", style.suit_font)
            if ink is not None:
                _stamp(card, ink, (x, top + width / 2, width, width), colour)
            return
        for number, letter in enumerate("JOKER"):
            drawn = glyph(letter, style.rank_font)
            if drawn is not None:
                size = width * 0.7
                _stamp(card, drawn, (x, top + size * (0.6 + 1.15 * number), size * 0.9, size), colour)
