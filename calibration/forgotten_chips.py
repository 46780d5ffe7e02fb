"""Chips that nobody took off before the empty board was looked at: they were learnt as part of it."""

from collections.abc import Sequence

import numpy as np

from calibration.enrolment import chips_alone
from calibration.likeness import BoardPicture
from calibration.profile import Profile
from calibration.telling_chips import against_paper, elusive_teams, for_chip
from companion.games.squares import CORNERS, SIZE, SQUARES
from companion.vision.chips import RINGS, SIGMA, ChipModel, bins_of, opponent
from companion.vision.disc_search import DECIDED, LIKE_A_CHIP
from companion.vision.discs import Disc
from companion.vision.frame import Image, Matrix
from companion.vision.light import empty_light, flattened
from companion.vision.look import NOTHING_KNOWN, Looker
from companion.vision.sampling import HALF_PX, PX, SIDE, over_squares, per_square, sampler_for

_PLAINLY = 2 * LIKE_A_CHIP
"""A disc whose spots say for the chip, and against plain paper, as much as this part of what the chip's own do is one.
Of 4,400 squares of 46 drawn and filmed empty boards none passes for a chip; of 385 chips 364 are found."""


def forgotten_chips(profile: Profile) -> tuple[int, ...]:
    """The squares on which a chip lies in the profile's own picture of the empty board.

    It is read as in play, but against a board on which every card is as it looks elsewhere: most lie twice. Two
    cards of a kind may differ, and so must a disc look like the chip by itself. A card that lies nowhere else is not
    judged, nor are jokers, which are not all painted alike, and chips that can be taken for paper.
    """
    chips = tuple(profile.chips.values())
    board = sampler_for(profile.geometry).sample(profile.empty_bgr)
    flat, bare = _bare(board, profile.layout)
    discs = Looker(bare, chips).look(board, NOTHING_KNOWN).discs
    decided = (disc for disc in discs.placed if discs.evidence[disc.square, disc.team] > DECIDED)
    seen, elusive = bins_of(opponent(flat)), elusive_teams(chips)
    plain = (disc for disc in decided if disc.team not in elusive and _is_plain(disc, chips[disc.team], seen))
    return tuple(sorted(disc.square for disc in plain))


def chips_at_first_sight(picture: BoardPicture, layout: Sequence[str]) -> tuple[int, ...]:
    """The squares of a board that should be empty on which a disc of one colour lies, before any chip is known.

    Where a chip lies, the other card of its name looks strange too: of cards alike that is meant which looks least
    like paper. Patterned chips may be print, and those like paper may be light; they are told once chips are known.
    """
    board = sampler_for(picture.geometry).sample(picture.bgr)
    _, bare = _bare(board, layout)
    alone = chips_alone(board, bare, sorted(set(SQUARES) - set(CORNERS)))
    likest: dict[str, tuple[float, int]] = {}
    for square, chip in alone.items():
        if chip.told_frankly and chip.spread < np.linalg.norm(SIGMA) and not elusive_teams([chip]):
            likest[layout[square]] = max((against_paper(chip), square), likest.get(layout[square], (0.0, square)))
    return tuple(sorted(square for _, square in likest.values()))


def _bare(board: Image, layout: Sequence[str]) -> tuple[Matrix, Image]:
    """The rectified board, flattened, and what it would be with every card as it looks elsewhere, [SIDE, SIDE, 3]."""
    light = empty_light(board)
    flat = flattened(board, light, np.zeros_like(light.cells))
    return flat, np.clip(_as_elsewhere(flat, layout) * light.white, 0, 255).astype(np.uint8)


def _as_elsewhere(flat: Matrix, layout: Sequence[str]) -> Matrix:
    """The flattened board, each card but jokers as the likest of the others with its name looks, if there are any."""
    cards, made = per_square(flat), flat.copy()
    bare = cards.copy()
    for square in sorted(set(SQUARES) - set(CORNERS)):
        same = [other for other in SQUARES if other != square and layout[other] == layout[square]]
        turned = [np.rot90(cards[other], turn) for other in same for turn in range(4)]  # they may be glued either way
        unlike = [float(np.abs(one - cards[square]).mean()) for one in turned]
        bare[square] = turned[int(np.argmin(unlike))] if turned else cards[square]
    over_squares(made)[:] = bare.reshape(SIZE, SIZE, PX, PX, -1).swapaxes(1, 2).reshape(SIZE * PX, SIZE * PX, -1)
    return made


def _is_plain(disc: Disc, chip: ChipModel, seen: Matrix) -> bool:
    """Whether a disc looks like the chip by itself, given the number of the colour of every spot [SIDE, SIDE]."""
    x, y = ((at + 0.5) * PX / HALF_PX - 0.5 for at in disc.centre)
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    ring = (np.hypot(columns - x, rows - y) / (chip.radius_squares * PX) * RINGS).astype(int)
    inside = ring < RINGS
    return bool(for_chip(chip)[ring[inside], seen[inside]].mean() > _PLAINLY * against_paper(chip))
