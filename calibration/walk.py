"""The guided walk of calibration as a table of steps: each takes a picture or an answer, and gives the next step.

Nothing here waits, keeps time or talks to anybody. What cannot be gone on with is a CalibrationError that says what to
do about it; the step before then still stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from calibration.board_finder import Tap
from calibration.enrolment import enrolled
from calibration.forgotten_chips import chips_at_first_sight, forgotten_chips
from calibration.layout_reader import BOARD_CARDS, LayoutReading, likeliest_layout, read_embeddings
from calibration.likeness import BoardPicture
from calibration.profile import Profile, kept_pictures
from calibration.quality import (
    Grade,
    Verdict,
    chip_quality,
    empty_quality,
    known_quality,
    laid_quality,
    still_quality,
    unlike_quality,
)
from calibration.steps import Progress, at_play_size, in_large_still, in_place, read_cards
from calibration.trial import chips_read
from companion.errors import CalibrationError
from companion.games.squares import CORNERS, square_name
from companion.ports import Locks
from companion.views.appearance import chips_called
from companion.vision.frame import Image, Matrix

SPOTS = ((21, 78), (23, 76), (26, 73), (28, 71), (41, 58), (48, 51))
"""Where the teams' chips are laid, in seating order: two of each, far apart, since light differs over the board.

Learnt from one chip alone, 0.8 % of the squares of a recorded evening were unsure that are sure with two.
"""
_SURE = 1e4
"""The margin, in nats, of a card that a person named."""

ChipSquares = Mapping[str, Sequence[int]]
"""The squares on which each team's chips lie, by team letter in seating order."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The board is found and its cards are read; now a person compares them."""

    play: BoardPicture
    """The board as large as in the frames."""
    large: BoardPicture
    """The large still, and where the board lies in it."""
    seen: LayoutReading
    """What was read before anybody named a card."""
    reading: LayoutReading
    verdicts: tuple[Verdict, ...]
    """How good the set-up is, as far as the empty board tells."""
    named: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """The cards a person named, by square."""
    locks: Locks | None = None
    """How the camera was held then, where it could be."""
    lying: tuple[int, ...] = ()
    """The squares on which a chip seemed to lie; once chips are known, `forgotten_chips` tells better."""
    in_use: tuple[str, ...] = ()
    """The cards of the board in use, if there is one: its game goes on where these are the same."""


@dataclass(frozen=True, slots=True, eq=False)
class ChipsLaid:
    """The cards are right; chips are being laid, one team after the other or all at once."""

    found: Found
    wanted: ChipSquares
    at_once: bool = False
    """Whether all of them lie there already, as in a recorded picture."""
    known: tuple[str, ...] = ()
    """The letters of the teams whose chips were seen."""
    verdicts: tuple[Verdict, ...] = ()
    """How good the empty board and the chips are, as far as those that were seen tell."""

    @property
    def expected(self) -> ChipSquares:
        """The chips that are to lie on the board by the next picture."""
        seen = len(self.wanted) if self.at_once else len(self.known) + 1
        return dict(list(self.wanted.items())[:seen])


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """Everything is learnt; the board only lacks a name."""

    profile: Profile
    verdicts: tuple[Verdict, ...]
    laid: ChipsLaid
    """Before the last chips were seen; there it goes on if they were not the right ones."""


def find(empty_bgr: Image, still_bgr: Image, taps: Sequence[Tap], progress: Progress) -> Found:
    """The first step: the board in a picture as large as the frames and in a large still, by one tap or four.

    Pictures are [height, width, 3] in 8 bits, BGR.
    """
    progress("looking for the board")
    play = at_play_size(empty_bgr, taps, "the picture")
    large = in_large_still(play, still_bgr, taps)
    progress("reading the cards")
    reading = read_cards(large, taps)
    progress("judging light and sharpness")
    lying = chips_at_first_sight(play, reading.layout)
    verdicts = still_quality(large, reading.doubtful, lying, reading.cornered)
    return Found(play, large, reading, reading, verdicts, lying=lying)


def beside(found: Found, in_use: tuple[str, ...]) -> Found:
    """The same board held against the cards of the one in use."""
    compared = replace(found, in_use=in_use)
    return replace(compared, verdicts=_verdicts(compared, found.lying))


def name_card(found: Found, square: int, code: str) -> Found:
    """The same board with a card as a person sees it; the others are settled anew around it.

    Raises CalibrationError.
    """
    if square in CORNERS:
        raise CalibrationError(f"{square_name(square)} is a corner, and corners are jokers; tap another square")
    if code not in BOARD_CARDS:
        raise CalibrationError(f"{code} is on no board; choose one of the 48 cards that are not jacks")
    others = [other for other, card in found.named.items() if card == code and other != square]
    if len(others) > 1:
        places = " and ".join(map(square_name, sorted(others)))
        remedy = f"correct one of those first, or glue {found.reading.layout[square]} here if {code} lies there thrice"
        raise CalibrationError(f"{code} is on {places} already, and each card lies twice; {remedy}")
    named = {**found.named, square: code}
    reading = likeliest_layout(_with_named(found.seen.log_probabilities, named), found.seen.mirror)
    corrected = replace(found, reading=reading, named=named)
    return replace(corrected, verdicts=_verdicts(corrected, found.lying))


def accept(found: Found, letters: str, ready: ChipSquares) -> ChipsLaid:
    """The cards are right as they stand: chips are next, those of the letters, or what a recorded picture holds.

    Raises CalibrationError.
    """
    found = replace(found, reading=replace(found.reading, doubtful=()))
    found = replace(found, verdicts=_verdicts(found))
    if ready:
        return ChipsLaid(found, ready, at_once=True)
    if not 2 <= len(letters) <= len(SPOTS) or len(set(letters)) < len(letters):
        raise CalibrationError(f"there are 2 to {len(SPOTS)} teams, each with its own chips; choose them again")
    return ChipsLaid(found, dict(zip(letters, SPOTS, strict=False)))


def look_at_chips(laid: ChipsLaid, laid_bgr: Image, progress: Progress) -> ChipsLaid | Learnt:
    """The next team's chips are seen, or all are learnt, from a picture of the table as it lies now.

    `laid_bgr` is [height, width, 3] in 8 bits, as large as frames.
    """
    progress("learning the chips")
    found, expected = laid.found, laid.expected
    laid_bgr = in_place(found.play, laid_bgr)
    teams = dict(zip(expected, enrolled(laid_bgr, found.play.bgr, found.play.geometry, expected), strict=True))
    chips = {letter: team.model for letter, team in teams.items()}
    profile = Profile(found.play.geometry, found.play.bgr, found.reading.layout, (), chips, found.locks)
    alike = chip_quality(chips)
    lit = laid_quality(BoardPicture(laid_bgr, found.play.geometry))
    unlike = unlike_quality({letter: team.apart for letter, team in teams.items()}, expected)
    verdicts = *lit, empty_quality(forgotten_chips(profile)), *unlike, alike
    if len(expected) < len(laid.wanted):
        return replace(laid, known=tuple(expected), verdicts=verdicts)
    if alike.grade is Grade.GOOD:  # else it is known why chips would not be known again
        _check_read_back(profile, laid_bgr, expected)
    pictures = kept_pictures(found.large.bgr, laid_bgr, expected)
    embeddings = read_embeddings(found.seen.looks, profile.layout)
    learnt = replace(profile, learnt_from=pictures, embeddings=embeddings)
    return Learnt(learnt, (*found.verdicts, *verdicts), laid)


def _verdicts(found: Found, lying: Sequence[int] = ()) -> tuple[Verdict, ...]:
    """How good the set-up is with these cards."""
    known = known_quality(found.play.geometry, found.reading.layout, found.in_use) if found.in_use else ()
    return (*still_quality(found.large, found.reading.doubtful, lying, found.seen.cornered), *known)


def _with_named(log_probabilities: Matrix, named: Mapping[int, str]) -> Matrix:
    sure = log_probabilities.copy()
    for square, code in named.items():
        sure[square] = -_SURE
        sure[square, BOARD_CARDS.index(code)] = 0.0
    return sure


def _check_read_back(profile: Profile, laid_bgr: Image, laid: ChipSquares) -> None:
    """The referee must see what was just learnt. Raises CalibrationError for the first chip it does not know again."""
    seen = chips_read(profile, laid_bgr)
    for letter, squares in laid.items():
        for square in squares:
            if seen.get(square) != letter:
                where = f"the {chips_called(letter)} chip on {square_name(square)} was not recognised"
                raise CalibrationError(f"{where}; lay it alone, flat on the middle of the square, and look again")
