"""Finds the board in one still: outlines first, then the lattice inside, then proof.

The board is home-made: a hundred hand-cut card squares without printed marks, on a base of any colour, on any table, at
any turn, under an unknown lens. `find_board` needs one tap at most, to know which corner is first; `refine_board` is
the way out when it fails: a person taps all four.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import Literal

import cv2
import numpy as np

from calibration.board_fit import WITH_BASE, WITHOUT_BASE, apart, fitted, square_px
from calibration.board_outline import outlines
from calibration.board_proof import BLURRED, NOT_WHOLE, RUNS_ON, TELLING, objection, told
from calibration.lattice import CUT, GAP, Anchored, anchored
from calibration.lattice_climb import climbed
from calibration.layout_reader import LEAST_SQUARE_PX
from calibration.lens import spanned, with_focal_length
from calibration.likeness import BoardPicture, same_board
from calibration.marks import marked_outlines
from calibration.measures import CLIPPED
from calibration.print_lattice import clearness, legibility, legible, off_print, read_inside
from companion.games.squares import SIZE
from companion.vision.card_index import CardIndex, load_card_index
from companion.vision.frame import Image, Points, highest, lowest
from companion.vision.geometry import BoardGeometry

Tap = tuple[float, float]
"""A pixel (x, y) somebody pointed at."""
Outlined = Callable[[], list[BoardGeometry]]
"""Gives the outlines in a still, which are worked out once, when they are first asked for."""
_MOST_OUTLINES = 40
"""So many guesses are drawn onto the gaps. From 20 to 80 twelve drawn boards are placed alike."""
_MOST_TRIES = 6
"""So many of those are fitted and proved, which takes the longest. From 3 to 12 twelve drawn boards are placed
alike."""
_CLEAR_CONTRAST = 5 * GAP
"""Boards reach 8 to 25 when their outline is well met, patterned cloth 13."""
_SOFT = 0.22
"""Part of the contrast by which neighbours differ somewhere: 0.5 and more in sharp pictures, 0.2 in lost ones. From
0.11 to 0.44 twelve drawn boards, all sharp, are found."""
_GLARING = 0.03
"""The part of a picture in one patch of plain white: boards were found with up to 0.08, refused from 0.06 on."""
_GLARE = (
    "glare from a lamp or the sun hides part of the picture: "
    "move the lamp or shade the board, and take the picture again"
)
_NOTHING = "no board in sight: show the whole board with some table around it, or tap all four corners"
_TAP_SQUARES = 2.5
"""How far a tap may be from the cards' corner: a base may reach a square or two beyond, a finger is half a square."""


@dataclass(frozen=True, slots=True)
class BoardNotFound:
    """No board in the picture; `reason` says what to do about it."""

    reason: str
    all_read: bool = False
    """Whether every card of it that the picture shows can be read: it is looked for no further."""

    def __bool__(self) -> Literal[False]:
        return False


def board_at(bgr: Image, taps: Sequence[Tap]) -> BoardGeometry | BoardNotFound:
    """The lattice in a still, with as much help as there is.

    Four taps go round the board's outer corners, clockwise from its own top left, and the board is looked for there
    alone; one tap says which corner that is; without any, it is the corner nearest the picture's top left.
    `bgr` is [height, width, 3] in 8 bits; taps are (x, y) in its pixels.
    """
    return refine_board(bgr, np.array(taps)) if len(taps) == 4 else find_board(bgr, taps[0] if taps else None)


def find_board(bgr: Image, top_left_px: Tap | None) -> BoardGeometry | BoardNotFound:
    """The lattice in a still [height, width, 3] of the empty board.

    `top_left_px`, a pixel near the board's own top-left outer corner, settles which corner is first; without it, the
    corner nearest the picture's top left is. Of several boards it means the one that has a corner there.
    """
    unfit = _unfit(bgr)
    if unfit:
        return BoardNotFound(unfit)
    outlined = cache(partial(outlines, bgr))
    found = _found_among(bgr, marked_outlines(bgr), outlined)
    if not found or top_left_px is None:
        return found and turned(found, (0.0, 0.0))
    board = _tapped(found, top_left_px)
    other = board or _found_among(bgr, [], cache(lambda: _beside(found, outlined(), top_left_px)))
    return (other and _tapped(other, top_left_px)) or board


def _beside(found: BoardGeometry, guesses: list[BoardGeometry], tap: Tap) -> list[BoardGeometry]:
    """The outlines of what may be another board beside the one that was found, and has a corner near the tap."""
    near = [guess for guess in guesses if _squares_off(turned(guess, tap), tap) < _TAP_SQUARES]
    centres = [found.board_from_image(guess.image_from_board(np.full((1, 2), SIZE / 2))) for guess in near]
    return [guess for guess, at in zip(near, centres, strict=True) if np.abs(at - SIZE / 2).max() > SIZE / 2]


def _found_among(bgr: Image, marked: list[BoardGeometry], outlined: Outlined) -> BoardGeometry | BoardNotFound:
    """The first board that is one, of those that marks tell of and those outlined."""
    refused, index = [BoardNotFound(_in_vain(bgr))], load_card_index()
    tried, drawn = list[BoardGeometry](), list[BoardGeometry]()
    for guess in _likeliest_first(bgr, chain(marked, _unmarked(outlined))):
        close = climbed(bgr, guess)
        if close.contrast < GAP or any(_alike(close.geometry, other) for other in tried):
            continue
        if len(tried) == _MOST_TRIES + len(marked):
            break
        tried.append(close.geometry)
        near = fitted(bgr, close.geometry, WITHOUT_BASE)
        if any(apart(near, other) < CUT for other in drawn):  # it ends as the other did
            continue
        drawn.append(near)
        found = _read(bgr, fitted(bgr, near, WITH_BASE), index)
        if isinstance(found, BoardGeometry):
            return _as_read(bgr, found, index, outlined)
        refused.append(found)
    known = any(board.all_read for board in refused)
    board = None if known else read_inside(bgr, outlined()[:_MOST_TRIES], index)
    return with_focal_length(board) if board else _blamed(bgr, max(refused, key=_telling))


def _as_read(bgr: Image, found: BoardGeometry, index: CardIndex, outlined: Outlined) -> BoardGeometry:
    """The board as it was found, or if not all of its cards are read there, elsewhere, where they are."""
    all_read = legible(bgr, found, index)
    board = None if all_read else read_inside(bgr, outlined()[:_MOST_TRIES], index, found)
    return with_focal_length(board) if board else found


def _telling(refused: BoardNotFound) -> int:
    """How much was seen of a board before it was refused: the last guess tried is not the best one."""
    return max((rank for rank, reason in enumerate(TELLING) if refused.reason.startswith(reason)), default=-1)


def _blamed(bgr: Image, refused: BoardNotFound) -> BoardNotFound:
    """The same refusal, or glare where a patch as white as a pixel can be is large enough to hide a board."""
    white = cv2.inRange(bgr, np.full(3, CLIPPED), np.full(3, 255))
    patches = cv2.connectedComponentsWithStats(white)[2][1:, cv2.CC_STAT_AREA]
    return BoardNotFound(_GLARE) if patches.max(initial=0) > _GLARING * white.size else refused


def _in_vain(bgr: Image) -> str:
    """Why nothing in a picture looks like a board, as far as that shows."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    low, high = np.percentile(grey, (1, 99))
    steepest = float(np.percentile(cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3))), 99.9))
    return BLURRED if steepest < _SOFT * (high - low) else _NOTHING


def _unmarked(outlined: Outlined) -> Iterator[BoardGeometry]:
    """Guesses from what the picture shows; nothing is worked out until the first is asked for."""
    yield from outlined()[:_MOST_OUTLINES]


def _likeliest_first(bgr: Image, outlines: Iterable[BoardGeometry]) -> Iterator[Anchored]:
    """Outlines moved onto lattices: those that stand out clearly at once, then the others, the clearest first."""
    doubtful = []
    for outline in outlines:
        close = anchored(bgr, outline)
        if close.contrast >= _CLEAR_CONTRAST:
            yield close
        else:
            doubtful.append(close)
    yield from sorted(doubtful, key=lambda close: close.contrast, reverse=True)


def _alike(one: BoardGeometry, other: BoardGeometry) -> bool:
    """Whether both start from the same lattice, so that the second would end as the first did."""
    return apart(one, other) < 0.1


def refine_board(bgr: Image, corners_px: Points) -> BoardGeometry | BoardNotFound:
    """The lattice inside four tapped outer corners [4, 2], the board's own top left first, then clockwise."""
    unfit = _unfit(bgr) or _misplaced(corners_px)
    if unfit:
        return BoardNotFound(unfit)
    height, width = bgr.shape[:2]
    inside, index = spanned(corners_px, (width, height)), load_card_index()
    near = _read_best(bgr, anchored(bgr, inside), index)
    found = _read(bgr, near, index)
    if isinstance(found, BoardGeometry):
        return found
    # the taps say where the board ends: a grid beyond is another thing's, and where gaps tell nothing cards may
    board = near if found.reason == RUNS_ON else read_inside(bgr, [inside], index)
    return with_focal_length(board) if board and legible(bgr, board, index) else _blamed(bgr, found)


def _read_best(bgr: Image, tapped: Anchored, index: CardIndex) -> BoardGeometry:
    """The lattice near four taps: as it is, or climbed onto darker lines, which may be print; where cards read best."""
    climber, near = (fitted(bgr, close.geometry) for close in (climbed(bgr, tapped), tapped))
    return climber if _alike(climber, near) else max(climber, near, key=lambda one: clearness(bgr, one, index))


def _misplaced(corners_px: Points) -> str | None:
    """What is wrong with four taps that are no corners of anything."""
    corners = np.asarray(corners_px, np.float32)
    area = cv2.contourArea(corners, True)
    if cv2.isContourConvex(corners) and area > (4 * LEAST_SQUARE_PX) ** 2:
        return None
    return "the four taps are not the corners of a board: tap its own top-left corner first, then the others clockwise"


def _read(bgr: Image, near: BoardGeometry, index: CardIndex) -> BoardGeometry | BoardNotFound:
    """The lattice where most of its squares show cards: print may have been taken for gaps.

    Where all show one it lies on the cards, though part of them be outside the picture.
    """
    found = _proven(bgr, near)
    may_be_whole = isinstance(found, BoardGeometry) or found.reason.startswith(NOT_WHOLE)
    if may_be_whole and legible(bgr, near, index, 1.0):
        return found if isinstance(found, BoardGeometry) else replace(found, all_read=True)
    better = off_print(bgr, near, index)
    if better is None:
        return found
    least = legibility(bgr, near, index) if found else 0.0
    return found if legibility(bgr, better, index) <= least else with_focal_length(better)


def _proven(bgr: Image, geometry: BoardGeometry) -> BoardGeometry | BoardNotFound:
    if square_px(geometry) < LEAST_SQUARE_PX:
        return BoardNotFound("the board is too small in the picture: bring the camera closer")
    reason = objection(bgr, geometry)
    return BoardNotFound(told(reason, bgr, geometry)) if reason else with_focal_length(geometry)


def _tapped(found: BoardGeometry, top_left_px: Tap) -> BoardGeometry | BoardNotFound:
    """The board turned as the tap says, unless the tap is at none of its corners."""
    board = turned(found, top_left_px)
    off = _squares_off(board, top_left_px)
    if off < _TAP_SQUARES:
        return board
    where = f"the tap is not at a corner, the nearest is about {off:.0f} squares away"
    return BoardNotFound(f"{where}; tap the outer corner of the card at the board’s own top left")


def _squares_off(board: BoardGeometry, tap: Tap) -> float:
    """How far a tap is from the board's first corner, in squares."""
    return float(np.linalg.norm(board.image_from_board(np.zeros((1, 2)))[0] - tap)) / square_px(board)


def turned(geometry: BoardGeometry, top_left_px: Tap) -> BoardGeometry:
    """The same board with the corner nearest `top_left_px` first, rows and columns running as on a page."""
    corner = np.zeros((1, 2))
    return min(
        quarter_turns(geometry),
        key=lambda turn: float(np.linalg.norm(turn.image_from_board(corner)[0] - np.asarray(top_left_px))),
    )


def quarter_turns(geometry: BoardGeometry) -> list[BoardGeometry]:
    """The same lattice with each of its four corners first."""
    quarter = np.array([[0, -1, SIZE], [1, 0, 0], [0, 0, 1.0]])
    turns = [geometry]
    for _ in range(3):
        turns.append(turns[-1].moved(quarter))
    return turns


def turned_alike(known: BoardPicture, found: BoardPicture) -> BoardGeometry | None:
    """Where the known board lies in another picture, whichever corner of what was found there is its first; or None."""
    turns = quarter_turns(found.geometry)
    return next((turn for turn in turns if same_board(known, BoardPicture(found.bgr, turn))), None)


def _unfit(bgr: Image) -> str | None:
    """What is wrong with a picture that can show nothing."""
    if min(bgr.shape[:2]) < SIZE * LEAST_SQUARE_PX:
        return f"the picture is only {bgr.shape[1]}x{bgr.shape[0]} pixels: take a larger one"
    brightness = float(np.percentile(highest(bgr), 95))
    if brightness < 30:
        return "the picture is too dark: switch on a light, or use a longer exposure"
    if float(np.mean(lowest(bgr) > CLIPPED)) > 0.6:
        return "the picture is overexposed: dim the light, or use a shorter exposure"
    return None
