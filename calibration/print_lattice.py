"""A lattice that was drawn to print instead of gaps, and where the gaps are then.

Where a base is as pale as its cards, the indices and frames of a hundred cards make a darker lattice than the gaps do,
a part of a square beside them; and where it is paler, gaps are no dark lines at all. What tells is reading: squares cut
in the wrong place show no index. Gaps stand out from print by going on along the whole of a card, dark or pale; frames
on cards do so too, and there nothing but reading tells.
"""

from collections.abc import Iterable, Iterator
from itertools import product

import cv2
import numpy as np

from calibration.board_fit import COARSE, FINE, apart, fitted, square_px
from calibration.board_proof import NOT_CARDS, NOT_WHOLE, RUNS_ON, objection
from calibration.lattice import AROUND, GAP_WIDTH, MOST, NEARLY_ALL, PX, STRONG, local_gain
from calibration.lattice_climb import OUTER_CORNERS, moved
from calibration.layout_reader import (
    BOARD_CARDS,
    square_crops,
    square_log_probabilities,
    turned_upright,
    upright_log_probabilities,
)
from companion.games.squares import SIZE
from companion.vision.card_index import CardIndex
from companion.vision.frame import Image, Matrix, highest
from companion.vision.geometry import BoardGeometry, rectify

_FAINT = STRONG / 2
"""Grey levels, cards being 255, beyond which a gap counts no more: those that are looked for here are faint."""
_APART = GAP_WIDTH / 2
"""Places nearer to each other than this, in squares, come to the same."""
_CARDS = (None, NOT_CARDS)
"""What may be said against a lattice of squares on which cards are read: that they are none."""
_DARKENED = 3.0
"""How much darker gaps are made than they were paler, or their tint stood out."""
_DIAGONAL = tuple(range(SIZE + 1, SIZE**2 - 1, SIZE + 1))
_OTHER = tuple(range(2 * SIZE - 2, SIZE**2 - SIZE, SIZE - 1))
"""Squares that tell whether cards can be read, without the jokers' corners."""
_HALVES = _DIAGONAL[::2], _DIAGONAL[1::2]
"""Those of a diagonal, a few at a time: often some of them tell enough."""
_FEW = len(_HALVES[0])
"""As many squares fill one call of the network in four turns."""
_SURE = np.log(NEARLY_ALL)
"""Log-probability of a card that is read beyond doubt."""
_SOME = 0.125
"""The part of them that can be read at least where the board lies; where nearly all can, it surely lies there. Of
boards drawn with pale bases all could be where it lay, none a fifth of a square beside it."""
ALL_READ = 1 - _SOME / 2
"""The part of them that can be read where every line lies at a gap: of a board on whose cards frames are printed a half
can be with some lines an eighth of a square off, seven tenths with the others."""
_UNREAD = -np.log(len(BOARD_CARDS))
"""Log-probability of a card that is guessed."""
_STEPS = (2 * GAP_WIDTH, GAP_WIDTH, GAP_WIDTH / 2)
"""How far corners move at a time, in squares, to where cards can be read: they are a tenth of a square off."""
_RIMS = tuple(np.arange(0, 1.5 * AROUND, 2 * GAP_WIDTH).tolist())
"""How far a base may reach beyond the cards, in squares: as far as to the next, squares near the middle hardly move."""
_NEARBY = (0.0, -GAP_WIDTH, GAP_WIDTH)
"""How far from each of those the rims lie that are tried where a card can be read."""


def legibility(bgr: Image, geometry: BoardGeometry, index: CardIndex) -> float:
    """The part of some squares, 0 to 1, that show a card beyond doubt if the board lies where `geometry` says.

    Those outside the picture do not count.
    """
    seen = _telling(bgr, geometry)
    return _read(bgr, geometry, index, seen) if seen else 0.0


def legible(bgr: Image, geometry: BoardGeometry, index: CardIndex, least: float = ALL_READ) -> bool:
    """Whether at least this part of them can be read; a few are looked at at a time, until too many cannot be."""
    seen, unread = _telling(bgr, geometry), 0
    for few in (seen[start : start + _FEW] for start in range(0, len(seen), _FEW)):
        unread += len(few) - round(_read(bgr, geometry, index, few) * len(few))
        if (len(seen) - unread) / len(seen) < least:
            return False
    return bool(seen)


def _telling(bgr: Image, geometry: BoardGeometry) -> tuple[int, ...]:
    """The squares in the picture that tell whether cards can be read."""
    centres, far = geometry.square_centres().reshape(-1, 2), bgr.shape[1::-1]
    return tuple(
        square for square in _DIAGONAL + _OTHER if (centres[square] >= 0).all() and (centres[square] < far).all()
    )


def clearness(bgr: Image, geometry: BoardGeometry, index: CardIndex) -> float:
    """How well those squares can be read, in nats a square, 0 being best: all may be in two places, better in one."""
    return _worth(_said(bgr, geometry, index, _DIAGONAL + _OTHER))


def _read(bgr: Image, geometry: BoardGeometry, index: CardIndex, squares: tuple[int, ...]) -> float:
    return _share(_said(bgr, geometry, index, squares))


def _share(cards: Matrix) -> float:
    """The part of some squares that show a card beyond doubt, by their cards' log-probabilities [n, 48]."""
    return float((cards.max(axis=1) > _SURE).mean())


def _said(bgr: Image, geometry: BoardGeometry, index: CardIndex, squares: tuple[int, ...]) -> Matrix:
    """The log-probabilities of cards [n, 48] on some squares, if the board lies there."""
    return square_log_probabilities(square_crops(bgr, geometry, squares), index)


def off_print(bgr: Image, geometry: BoardGeometry, index: CardIndex) -> BoardGeometry | None:
    """The board less than half a square beside a lattice, where its squares show cards; None if they do nowhere."""
    found, tried, pictures = list[tuple[float, float, BoardGeometry]](), list[BoardGeometry](), list[Image]()
    for place in _beside(bgr, geometry):
        if not any(_read(bgr, place, index, half) >= _SOME for half in _HALVES):
            continue
        side_px = square_px(geometry)
        pictures = pictures or [_with_tinted_gaps_dark(bgr, side_px), _with_pale_gaps_dark(bgr, side_px), bgr]
        for picture in pictures:
            rough = fitted(picture, place, COARSE)
            if objection(picture, rough) not in _CARDS or _among(rough, tried):
                continue
            tried.append(rough)
            board = fitted(picture, rough, FINE)
            if objection(picture, board) in _CARDS:
                cards = _said(bgr, board, index, _DIAGONAL + _OTHER)
                found.append((_worth(cards), _share(cards), board))  # all may be read in two places, better in one
    _, share, best = max(found, key=lambda one: one[0], default=(0.0, 0.0, geometry))
    if share <= _SOME:
        return None
    return (_between(bgr, best, index) if share >= ALL_READ else _climbed(bgr, best, index)) or best


def read_inside(
    bgr: Image, outlines: Iterable[BoardGeometry], index: CardIndex, found: BoardGeometry | None = None
) -> BoardGeometry | None:
    """The board inside one of some outlines of its base, where its cards can be read; None if they can be nowhere.

    A base reaches as far beyond the cards on all sides. A few squares tell whether a card can be read at all, and only
    near there places are compared. Near a board that was `found` by its gaps none is looked for:
    those tell better, and cards are read a quarter of a square off.
    """
    places = _unlike(outline.moved(_inset(rim)) for outline in outlines for rim in _RIMS)
    some = [place for place in places if _read(bgr, place, index, _HALVES[0]) >= _SOME]
    start, share = _best_read(bgr, _unlike(place.moved(_inset(rim)) for place in some for rim in _NEARBY), index)
    if start is None or share < _SOME or _near(start, found):
        return None
    board = _climbed(bgr, start, index)
    return None if board is None or _near(board, found) or objection(bgr, board) in (RUNS_ON, NOT_WHOLE) else board


def _best_read(bgr: Image, places: Iterable[BoardGeometry], index: CardIndex) -> tuple[BoardGeometry | None, float]:
    """Where cards on a diagonal are read best, and the part of them that are beyond doubt; the first of equal places.

    Where half of them leave too little the others are not looked at: none adds to what a place is worth.
    """
    best, share, most = None, 0.0, -np.inf
    for place in places:
        first = _said(bgr, place, index, _HALVES[0])
        if _worth(first) / 2 <= most:
            continue
        cards = np.concatenate([first, _said(bgr, place, index, _HALVES[1])])
        if _worth(cards) > most:
            best, share, most = place, _share(cards), _worth(cards)
    return best, share


def _unlike(boards: Iterable[BoardGeometry]) -> list[BoardGeometry]:
    """Those of some boards that do not come to the same as one before."""
    kept = list[BoardGeometry]()
    for board in boards:
        if not _among(board, kept):
            kept.append(board)
    return kept


def _among(board: BoardGeometry, others: Iterable[BoardGeometry]) -> bool:
    """Whether a board lies so near one of some others that it comes to the same."""
    return any(apart(board, other) <= _APART for other in others)


def _near(board: BoardGeometry, found: BoardGeometry | None) -> bool:
    """Whether a board lies so near one that was found that cards may be read in either place."""
    return found is not None and apart(found, board) <= 0.25


def _climbed(bgr: Image, geometry: BoardGeometry, index: CardIndex) -> BoardGeometry | None:
    """A board some of whose lines were drawn to print, each corner moved to where cards are read best.

    It is fitted to the gaps, unless those were print again; None where not all can be read even so.
    """
    there = geometry
    for step in _STEPS:
        there = _better_read(bgr, there, index, step)
    close = _between(bgr, there, index)
    return there if close is None and legible(bgr, there, index) else close


def _between(bgr: Image, near: BoardGeometry, index: CardIndex) -> BoardGeometry | None:
    """A board fitted to the gaps nearby, as cards are read a fifth of a square off.

    None where not all can be read then: those were print again.
    """
    close = fitted(_with_tinted_gaps_dark(bgr, square_px(near)), near, FINE)
    return close if legible(bgr, close, index) else None


def _better_read(bgr: Image, geometry: BoardGeometry, index: CardIndex, step: float) -> BoardGeometry:
    """The board with each corner moved by one step at a time, as long as cards are read better there.

    How squares are turned is told once: to look at them in one turn takes a quarter of the time.
    """
    squares = _DIAGONAL + _OTHER
    quarters = turned_upright(square_crops(bgr, geometry, squares), index)

    def worth(onto: Matrix) -> float:
        """How well they can be read on a board moved like this."""
        crops = square_crops(bgr, geometry.moved(onto), squares)
        return _worth(upright_log_probabilities(crops, quarters, index))

    corners = moved(OUTER_CORNERS, step, worth)
    return geometry.moved(cv2.getPerspectiveTransform(OUTER_CORNERS, corners))


def _worth(cards: Matrix) -> float:
    """How well some squares can be read, by their cards' log-probabilities [n, 48]: the mean of the likeliest."""
    return float(np.maximum(cards.max(axis=1), _UNREAD).mean())


def _inset(rim: float) -> Matrix:
    """The transform [3, 3] to a board whose base reaches so many squares beyond it, from one as large as the base."""
    scale = SIZE / (SIZE + 2 * rim)
    return np.array([[scale, 0, rim * scale], [0, scale, rim * scale], [0, 0, 1.0]])


def _beside(bgr: Image, geometry: BoardGeometry) -> Iterator[BoardGeometry]:
    """The same lattice less than half a square elsewhere, wherever its lines may be gaps; as it is, last."""
    offsets = zip(*_strongest(bgr, geometry), strict=True)
    places = [sorted({0.0, *either}, key=abs, reverse=True) for either in offsets]
    kept: list[tuple[float, float]] = []
    for x, y in product(*places):
        if all(max(abs(x - other), abs(y - another)) > _APART for other, another in kept):
            kept.append((x, y))
            yield geometry.moved(np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]))


def _with_pale_gaps_dark(bgr: Image, square_px: float) -> Image:
    """A picture in which pale lines as thin as gaps are dark ones."""
    pale = cv2.morphologyEx(bgr, cv2.MORPH_TOPHAT, _gap(square_px))
    return cv2.addWeighted(bgr, 1.0, pale, -_DARKENED, 0.0)


def _with_tinted_gaps_dark(bgr: Image, square_px: float) -> Image:
    """A picture in which lines as thin as gaps, and of another tint than what lies on both sides, are dark ones."""
    smooth = cv2.GaussianBlur(bgr, (3, 3), 0).astype(np.float32)
    tint = smooth - smooth.mean(axis=2, keepdims=True)
    hats = (highest(cv2.morphologyEx(tint, kind, _gap(square_px))) for kind in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT))
    dark: Image = np.clip(bgr - _DARKENED * np.maximum(*hats)[..., None], 0, 255).astype(np.uint8)
    return dark


def _gap(square_px: float) -> Matrix:
    """What is as wide and high as a gap is wide, in a picture whose squares are so large."""
    return np.ones((round(GAP_WIDTH * square_px) | 1,) * 2, np.uint8)


def _strongest(bgr: Image, geometry: BoardGeometry) -> Iterator[tuple[float, float]]:
    """By how much (x, y) the lattice would have to move onto the strongest dark gaps, and onto the pale ones."""
    view = cv2.GaussianBlur(rectify(bgr, geometry, PX, AROUND), (3, 3), 0)
    gain, width = local_gain(view, PX), round(GAP_WIDTH * PX) | 1
    for kind in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT):
        across, down = (
            highest(cv2.morphologyEx(view, kind, cv2.getStructuringElement(cv2.MORPH_RECT, size))) * gain
            for size in ((width, 1), (1, width))
        )
        yield _offset(across), _offset(down.T)


def _offset(lines: Matrix) -> float:
    """How far beside the lattice's lines, up to half a square, other lines running down are the strongest."""
    squares = cv2.blur(np.minimum(lines, STRONG), (1, 3))[PX:-PX].reshape(SIZE, PX, -1)[:, 4:-4]
    unbroken = np.sort(squares, axis=1)[:, : round(MOST * squares.shape[1])].mean(axis=1)
    felt = cv2.dilate(np.minimum(unbroken, _FAINT).astype(np.float32), np.ones((1, 3)))
    half, near = PX // 2, round(_APART * PX)
    beside = [*range(-half, -near), *range(near + 1, half)]
    levels = [felt[:, PX + offset + PX * np.arange(1, SIZE)].mean() for offset in beside]
    return float(beside[int(np.argmax(levels))]) / PX
