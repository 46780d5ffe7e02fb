"""The walk as phones take it: answers come from any thread, long work is done by a thread of its own, one at a time."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from calibration import walk
from calibration.board_finder import Tap
from calibration.quality import Grade, Verdict, worst
from calibration.shelf import Shelf
from calibration.steps import Progress
from calibration.walk import ChipsLaid, Found, Learnt
from companion.errors import CalibrationError, CompanionError
from companion.games.squares import SIZE
from companion.ports import Viewfinder
from companion.views.appearance import CHIP_COLOURS
from companion.views.scene import Scene
from companion.views.walk import Laying, Pixel, Remark, WalkStatus
from companion.vision.frame import Image
from companion.vision.geometry import BoardGeometry, rectify

_LOG = logging.getLogger(__name__)
_SQUARE_PX = 72
"""Pixels to a square of the board as phones are shown it."""
_QUALITY = 82
"""JPEG quality of pictures for phones."""
_FIRST_CHIPS = ("R", "B")
_STUMBLED = "the program failed on this picture, and its log says why; take another one"


@dataclass(frozen=True, slots=True)
class Looking:
    """The first step: nothing is known yet."""


WalkStage = Looking | Found | ChipsLaid | Learnt
S = TypeVar("S", bound=WalkStage)


class WalkGuide:
    """The guide port over a table that `viewfinder` looks at; what is learnt goes on the shelf. Safe from any thread.

    Whatever is asked at the wrong step is a ValueError in words for people.
    """

    def __init__(self, viewfinder: Viewfinder, shelf: Shelf) -> None:
        self._viewfinder = viewfinder
        self._shelf = shelf
        self._lock = threading.RLock()
        self._stage: WalkStage | None = None
        self._number = 0
        self._doing: str | None = None
        self._complaint: str | None = None
        self._idle_since_s: float | None = None

    def status(self) -> WalkStatus:
        """Where the walk stands."""
        with self._lock:
            self._idle_since_s = None
            stage, step = self._stage, _told(self._stage)
            told = replace(step, number=self._number, doing=self._doing, complaint=self._complaint)
        if stage is None:
            return told
        seen = self._viewfinder.glance(isinstance(stage, ChipsLaid))
        return replace(
            told,
            size_px=None if seen is None else (seen.shape[1], seen.shape[0]),
            colours={} if self._viewfinder.ready_chips else CHIP_COLOURS,
            usual=self._usual_chips(),
            suggested=self._shelf.free_name(),
            ends_game=isinstance(stage, Learnt) and self._shelf.ends_game(stage.profile),
        )

    @property
    def busy(self) -> bool:
        """Whether somebody calibrates, so that a game must wait."""
        return self._stage is not None

    @property
    def scene(self) -> Scene:
        """What the lights show meanwhile: where the next chips are to lie."""
        return Scene("starting", None, _told(self._stage).pointed)

    def table_jpeg(self) -> bytes | None:
        """The table as it looks now; None while nobody calibrates, or before the first picture."""
        stage = self._stage
        seen = None if stage is None else self._viewfinder.glance(isinstance(stage, ChipsLaid))
        return None if seen is None else _jpeg(seen)

    def board_jpeg(self) -> bytes | None:
        """The board as it was found, from straight above, 72 pixels to a square; None before it is."""
        found = _found_in(self._stage)
        return None if found is None else _jpeg(rectify(found.large.bgr, found.large.geometry, _SQUARE_PX))

    @contextmanager
    def at(self, number: int | None) -> Iterator[None]:
        """What is asked within answers the step of this number. Raises ValueError when that is over; None is any."""
        with self._lock:
            if number is not None and number != self._number:
                raise _elsewhere()
            yield

    def begin(self) -> None:
        """Start anew; what was found before is forgotten."""
        with self._lock:
            self._check_free()
            self._go_to(Looking())

    def leave(self) -> None:
        """Calibrate no more; what is being worked out comes to nothing."""
        with self._lock:
            self._go_to(None)

    def look(self, taps: Sequence[Tap]) -> None:
        """Look for the board with one tap at its own top-left corner, or all four clockwise."""
        with self._lock:
            self._check_free()
            if not isinstance(self._stage, Looking | Found):
                raise _elsewhere()
            self._start(lambda tell: self._found(taps, tell))

    def name_card(self, square: int, card: str) -> None:
        """Say which card lies on a square. Raises CalibrationError when that cannot be."""
        with self._lock:
            self._stage = walk.name_card(self._at(Found), square, card)
            self._complaint = None

    def accept_cards(self, letters: str) -> None:
        """The cards are right; chips with these letters are used. Raises CalibrationError for others than there are."""
        with self._lock:
            unknown = sorted(set(letters) - set(CHIP_COLOURS))
            if unknown:
                raise CalibrationError(f"no chips are called {unknown[0]!r}; choose among {', '.join(CHIP_COLOURS)}")
            self._go_to(walk.accept(self._at(Found), letters, self._viewfinder.ready_chips))

    def back(self) -> None:
        """From the name to the last chips again, which are looked at anew; from the chips to the cards."""
        with self._lock:
            self._check_free()
            learnt = isinstance(self._stage, Learnt)
            self._go_to(self._at(Learnt).laid if learnt else self._at(ChipsLaid).found)

    def chips_lie(self) -> None:
        """The chips that were asked for lie on the board."""
        with self._lock:
            laid = self._at(ChipsLaid)
            self._start(lambda tell: walk.look_at_chips(laid, self._viewfinder.laid(), tell))

    def keep(self, name: str, replaces: bool = False) -> None:
        """Save under this name, choose the board for this evening, and be done.

        Raises ShelfError for a name that cannot be, or that is taken unless it `replaces`.
        """
        with self._lock:
            self._shelf.keep(name, self._at(Learnt).profile, replaces)
            self._shelf.choose(name)
            self.leave()

    def idle_s(self, now_s: float) -> float:
        """For how many seconds no phone has asked how the walk stands; `now_s` is on any clock that only grows."""
        with self._lock:
            if self._idle_since_s is None or self._doing is not None:
                self._idle_since_s = now_s
            return now_s - self._idle_since_s

    def _usual_chips(self) -> tuple[str, ...]:
        """The chips of the board in use, as far as they can be chosen; before there is one, two plain colours."""
        board = self._shelf.profile()
        return _FIRST_CHIPS if board is None else tuple(letter for letter in board.chips if letter in CHIP_COLOURS)

    def _found(self, taps: Sequence[Tap], tell: Progress) -> Found:
        """The board in the newest picture, and how the camera was held for it."""
        empty_bgr, still_bgr, locks = self._viewfinder.empty(), self._viewfinder.still(), self._viewfinder.locks()
        found, board = replace(walk.find(empty_bgr, still_bgr, taps, tell), locks=locks), self._shelf.profile()
        return found if board is None else walk.beside(found, board.layout)

    def _at(self, kind: type[S]) -> S:
        self._check_free()
        if not isinstance(self._stage, kind):
            raise _elsewhere()
        return self._stage

    def _go_to(self, stage: WalkStage | None) -> None:
        """The next step, where nothing is worked out and nothing was complained of yet."""
        self._stage, self._number = stage, self._number + 1
        self._doing = self._complaint = None

    def _check_free(self) -> None:
        if self._doing is not None:
            raise ValueError(f"it is still {self._doing}; wait a moment")

    def _start(self, job: Callable[[Progress], WalkStage]) -> None:
        self._doing, self._complaint = "taking a picture", None
        threading.Thread(target=self._run, args=(job, self._stage), name="calibration").start()

    def _run(self, job: Callable[[Progress], WalkStage], before: WalkStage) -> None:
        """Do the work; what it comes to counts only if the walk still stands where it did."""
        try:
            after = job(lambda words: self._ended(before, before, words, None))
        except CompanionError as error:
            self._ended(before, before, None, str(error))
        except Exception:  # noqa: BLE001 (whatever it is, the phone is told, and the step before still stands)
            _LOG.exception("a step of the calibration failed")
            self._ended(before, before, None, _STUMBLED)
        else:
            self._ended(before, after, None, None)

    def _ended(self, before: WalkStage, after: WalkStage, doing: str | None, complaint: str | None) -> None:
        with self._lock:
            if self._stage is not before:
                return
            if after is not before:
                self._go_to(after)
            self._doing, self._complaint = doing, complaint


def _elsewhere() -> ValueError:
    return ValueError("the calibration has moved on to another step; go on from there")


def _told(stage: WalkStage | None) -> WalkStatus:
    """What a stage tells by itself."""
    if isinstance(stage, Found):
        return _found_status(stage)
    if isinstance(stage, ChipsLaid):
        known = [Laying(letter, tuple(squares), letter in stage.known) for letter, squares in stage.wanted.items()]
        doubts = [verdict for verdict in stage.verdicts if verdict.grade is not Grade.GOOD]
        told = replace(_found_status(stage.found), step="chips", chips=tuple(known))
        return replace(told, remarks=_remarks(doubts), grade=worst(doubts).value)
    if isinstance(stage, Learnt):
        return WalkStatus("name", remarks=_remarks(stage.verdicts), grade=worst(stage.verdicts).value)
    return WalkStatus("rest" if stage is None else "look")


def _found_status(found: Found) -> WalkStatus:
    return WalkStatus(
        "cards",
        crossings=_crossings(found.play.geometry),
        layout=found.reading.layout,
        doubtful=found.reading.doubtful,
        named=tuple(found.named),
        remarks=_remarks(found.verdicts),
        grade=worst(found.verdicts).value,
    )


def _remarks(verdicts: Sequence[Verdict]) -> tuple[Remark, ...]:
    return tuple(Remark(each.topic, each.grade.value, each.finding, each.remedy) for each in verdicts)


def _crossings(geometry: BoardGeometry) -> tuple[tuple[Pixel, ...], ...]:
    rows, columns = np.mgrid[0 : SIZE + 1, 0 : SIZE + 1].astype(float)
    pixels = geometry.image_from_board(np.stack([columns.ravel(), rows.ravel()], axis=1)).round(1)
    return tuple(tuple((x, y) for x, y in row) for row in pixels.reshape(SIZE + 1, SIZE + 1, 2).tolist())


def _found_in(stage: WalkStage | None) -> Found | None:
    return stage.found if isinstance(stage, ChipsLaid) else stage if isinstance(stage, Found) else None


def _jpeg(bgr: Image) -> bytes:
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
