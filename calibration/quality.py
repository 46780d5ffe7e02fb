"""Whether a set-up is good enough to play at, in numbers and plain words, and what to change when it is not.

The limits come from stills of nine boards made worse step by step (blurred, shrunk, darkened, lit unevenly, glared
at) until their cards were misread; each limit says where that began. All of them leave room, because an evening grows
darker and frames are smaller than stills.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from calibration.likeness import BoardPicture
from calibration.measures import Measures, measured
from calibration.telling_chips import alike_teams, elusive_teams, exchanged_names
from companion.games.squares import SIZE, SQUARES, square_name
from companion.views.appearance import chips_called
from companion.vision.chips import ChipModel
from companion.vision.disc_search import ENOUGH
from companion.vision.geometry import BoardGeometry
from companion.vision.table import DARK

_SHARP_PX = 2.6
"""A sharp picture goes from paper to ink in 1.8 to 2.5 pixels, a softly sharpened one in 3.6."""
_OTHER_CHIPS = "Play with chips of another colour, or put a coloured sticker on each."


class Grade(Enum):
    """How good one thing about a set-up is."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about one topic, and what to do about it; `remedy` is empty when it is good or was said."""

    topic: str
    grade: Grade
    finding: str
    remedy: str = ""

    def __str__(self) -> str:
        """One line for people."""
        line = f"{self.topic + ':':9} {self.grade.value}, {self.finding}"
        return f"{line}. {self.remedy}" if self.remedy else line


_COLOURLESS = Verdict(
    "Colour",
    Grade.POOR,
    "the picture is grey, and chips are told apart by their colours",
    "Switch the camera to colour, or take one that sees colours.",
)


@dataclass(frozen=True, slots=True)
class GradeLimits:
    """Up to where a number is fair, and up to where it is good, by itself where there is none; larger is worse."""

    fair: float
    good: float = 0.0

    def grade(self, number: float) -> Grade:
        """The grade of a number."""
        return Grade.GOOD if number <= self.good else Grade.FAIR if number <= self.fair else Grade.POOR


_ROOM = 0.79
"""A number is good up to this part of what is fair: evenings grow darker, frames are smaller than stills. Good stills
of nine boards stay within it."""


def _leaving_room(fair: float) -> GradeLimits:
    """The limits of a number of which less is better; of one of which more is better, given below zero."""
    return GradeLimits(fair, fair * _ROOM if fair > 0 else fair / _ROOM)


_DARKNESS = _leaving_room(255 - DARK)
"""How far paper is from 255. Cards became doubtful with paper at 27 and were misread at 13; frames are shorter, and
those that dark are not read at all."""
_CLIPPED = _leaving_room(0.35)
"""Burnt-out part of the board: 0.08 at the most on good stills, cards became doubtful between 0.37 and 0.68."""
_UNEVENNESS = _leaving_room(0.75)
"""What the darkest squares lack: cards were read until 0.85 was lacking; shadows of hands come on top."""
_EDGE_SQUARES = _leaving_room(0.057)
"""From paper to ink, in squares: good stills need 0.025 to 0.041; doubts began at 0.042, misreadings at 0.048."""
_SMALLNESS = _leaving_room(-32)
"""Pixels to a square, less is worse: all cards were read at 45, some were doubtful at 38 and misread at 28."""
_TILT_DEG = _leaving_room(40)
"""Up to 40 degrees the board is found and read; beyond it the far squares shrink to half."""
_FEW = 4
"""Squares whose card a person is asked to look at: with more of them something else is wrong, and only so many are
named. With so many washed out, cards were misread in their midst."""
_DOUBTFUL = GradeLimits(_FEW)
_GLARE = GradeLimits(_FEW - 1)


def still_quality(
    picture: BoardPicture, doubtful: Sequence[int], lying: Sequence[int] = (), cornered: Sequence[int] = ()
) -> tuple[Verdict, ...]:
    """Verdicts on a still of the empty board; `doubtful` are the squares whose card a person should look at.

    `lying` are those on which a chip seems to lie, `cornered` the corners that show a card.
    """
    measures = measured(picture)
    verdicts = (_light(measures), _evenness(measures), _glare(measures), _height(measures), _focus(measures))
    return (
        *verdicts,
        _tilt(measures),
        *([] if measures.coloured else [_COLOURLESS]),
        _cards(doubtful),
        *([_corners(cornered)] if cornered else []),
        *([empty_quality(lying)] if lying else []),
    )


def known_quality(geometry: BoardGeometry, layout: Sequence[str], in_use: Sequence[str]) -> tuple[Verdict, ...]:
    """What ends the game on the board in use, if this is that board: another first corner, or other cards."""
    squares, cards = np.arange(len(SQUARES)).reshape(SIZE, SIZE), np.array(layout)
    turns = [np.rot90(squares, turn).ravel() for turn in range(4)]
    likeliest = max(turns, key=lambda turn: np.count_nonzero(cards[turn] == in_use))
    others = np.flatnonzero(cards[likeliest] != in_use).tolist()
    if 2 * len(others) > len(SQUARES):
        return ()
    if likeliest[0]:
        centres = geometry.square_centres().reshape(-1, 2)
        right, below = (centres[likeliest[0]] > centres.mean(axis=0)).tolist()
        corner = f"{'bottom' if below else 'top'} {'right' if right else 'left'}"
        remedy = f"To go on with its game begin again, and tap the corner at the {corner} of the picture."
        return (Verdict("Board", Grade.FAIR, "this is the board in use, but another corner was tapped", remedy),)
    finding = f"other cards than on the board in use were read on {_names(others)}"
    remedy = "Compare them with the board: with other cards its game ends."
    return (Verdict("Board", Grade.FAIR, finding, remedy),) if others else ()


def laid_quality(picture: BoardPicture) -> tuple[Verdict, ...]:
    """What is wrong with the light of the picture with chips: a lamp may have been switched since the empty one."""
    light = _light(measured(picture))
    if light.grade is Grade.GOOD:
        return ()
    finding = f"when the chips were looked at, {light.finding}"
    return (replace(light, finding=finding, remedy=f"{light.remedy} Then look at the chips again."),)


def chip_quality(chips: Mapping[str, ChipModel]) -> Verdict:
    """The verdict on the teams' colours, by team letter in seating order."""
    names = [chips_called(letter) for letter in chips]
    models = list(chips.values())
    pairs = [f"{names[a]} and {names[b]}" for a, b in alike_teams(models)]
    elusive = " and ".join(names[n] for n in elusive_teams(models))
    exchanged = exchanged_names(chips)
    if not pairs and exchanged:
        looks = [f"the {chips_called(one)} chips look {chips_called(other)}" for one, other in exchanged.items()]
        remedy = "Were they laid on each other’s squares, lay them right and look again; if not, go on."
        return Verdict("Chips", Grade.POOR, " and ".join(looks), remedy)
    if not pairs and elusive:
        return Verdict("Chips", Grade.FAIR, f"the {elusive} chips look much like bare cards", _OTHER_CHIPS)
    if not pairs:
        return Verdict("Chips", Grade.GOOD, f"the {len(names)} colours are easy to tell apart")
    alike = " and ".join(pairs)
    remedy = "Were the same chips laid twice, lay the right ones. Else change the light, or play with other chips."
    return Verdict("Chips", Grade.POOR, f"{alike} look alike in this light", remedy)


def unlike_quality(apart: Mapping[str, float], laid: Mapping[str, Sequence[int]]) -> tuple[Verdict, ...]:
    """What is wrong with chips of one team that are told apart, by as many nats for each letter, as two teams' are.

    `laid` are the squares they lay on, by letter.
    """
    unlike = [letter for letter, nats in apart.items() if nats > ENOUGH]
    if not unlike:
        return ()
    places = {letter: " and ".join(map(square_name, laid[letter])) for letter in unlike}
    chips = ", ".join(f"the {chips_called(letter)} chips on {where}" for letter, where in places.items())
    finding = f"{chips} look unlike, as where a lamp is mirrored in one"
    remedy = "Better move or shade the lamp, and begin again; if none shines there, lay one kind, no hand near it."
    return (Verdict("Chips", Grade.FAIR, finding, remedy),)


def empty_quality(forgotten: Sequence[int]) -> Verdict:
    """The verdict on the picture of the empty board, given the squares on which chips lie in it."""
    if not forgotten:
        return Verdict("Empty", Grade.GOOD, "no chips lay on the empty board")
    finding = f"a chip seems to have lain on {_names(forgotten)} when the empty board was looked at"
    return Verdict("Empty", Grade.POOR, finding, "Take it off and begin again; if nothing lay there, go on.")


def worst(verdicts: Sequence[Verdict]) -> Grade:
    """The grade of a set-up: that of its weakest side."""
    order = list(Grade)
    return max((verdict.grade for verdict in verdicts), key=order.index, default=Grade.GOOD)


def report(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The verdicts line by line, and what they come to."""
    yield from map(str, verdicts)
    yield {
        Grade.GOOD: "This set-up is good.",
        Grade.FAIR: "This set-up will do; what is rated fair could be better.",
        Grade.POOR: "This set-up is not good enough: improve what is rated poor, and check again.",
    }[worst(verdicts)]


def _light(measures: Measures) -> Verdict:
    finding = f"paper has brightness {measures.white:.0f} of 255, {measures.clipped:.0%} of the board is burnt out"
    burnt, dark = _CLIPPED.grade(measures.clipped), _DARKNESS.grade(255 - measures.white)
    if burnt is not Grade.GOOD:
        return Verdict("Light", burnt, finding, "Too bright: dim the light, or use a shorter exposure.")
    remedy = "" if dark is Grade.GOOD else "Too dark: switch on a light, or use a longer exposure."
    return Verdict("Light", dark, finding, remedy)


def _evenness(measures: Measures) -> Verdict:
    grade = _UNEVENNESS.grade(1 - measures.evenness)
    finding = f"the darkest squares get {measures.evenness:.0%} of the light of the brightest"
    remedy = "" if grade is Grade.GOOD else "Move the lamp higher or further away, or add one on the dark side."
    return Verdict("Shade", grade, finding, remedy)


def _glare(measures: Measures) -> Verdict:
    hidden = measures.washed_out
    grade = _GLARE.grade(len(hidden))
    if grade is Grade.GOOD:
        return Verdict("Glare", grade, "no glare hides any print")
    finding = f"glare or something lying there hides the print on {_names(hidden)}, or no card is there"
    remedy = "Move the lamp to the side or soften it, take off what lies there, and glue what is missing."
    return Verdict("Glare", grade, finding, remedy)


def _height(measures: Measures) -> Verdict:
    grade = _SMALLNESS.grade(-measures.square_px)
    finding = f"the smallest square is {measures.square_px:.0f} pixels wide"
    return Verdict("Size", grade, finding, "" if grade is Grade.GOOD else "Lower the camera, or take a larger picture.")


def _focus(measures: Measures) -> Verdict:
    grade = _EDGE_SQUARES.grade(measures.edge_squares)
    if measures.edge_px == float("inf"):
        return Verdict("Focus", Grade.POOR, "no print can be made out", "Turn the lens until the cards are sharp.")
    finding = (
        f"the edges of print are {measures.edge_px:.1f} pixels wide, {100 * measures.edge_squares:.1f}% of a square"
    )
    if grade is Grade.GOOD or measures.edge_px <= _SHARP_PX:
        return Verdict("Focus", Grade.GOOD, finding)  # as sharp as so few pixels can be: the size is to blame
    return Verdict("Focus", grade, finding, "Turn the lens until the cards are sharp, and keep the camera still.")


def _tilt(measures: Measures) -> Verdict:
    grade = _TILT_DEG.grade(measures.tilt_deg)
    finding = f"the camera looks {measures.tilt_deg:.0f} degrees from straight above"
    return Verdict("Tilt", grade, finding, "" if grade is Grade.GOOD else "Move the camera closer to above the board.")


def _cards(doubtful: Sequence[int]) -> Verdict:
    grade = _DOUBTFUL.grade(len(doubtful))
    if grade is Grade.GOOD:
        return Verdict("Cards", grade, "all hundred are certain")
    finding = f"{len(doubtful)} of a hundred are doubtful: {_names(doubtful)}"
    return Verdict("Cards", grade, finding, "Compare them with the board, or take a better picture.")


def _corners(cornered: Sequence[int]) -> Verdict:
    finding = f"cards are read in the corners {_names(cornered)}, where jokers belong"
    remedy = "No chip is laid for those cards: glue the jokers there. If they lie there, go on."
    return Verdict("Corners", Grade.FAIR, finding, remedy)


def _names(squares: Sequence[int]) -> str:
    named = ", ".join(square_name(square) for square in squares[:_FEW])
    return named if len(squares) <= _FEW else f"{named} and {len(squares) - _FEW} more"
