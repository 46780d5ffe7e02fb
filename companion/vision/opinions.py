"""What a look says of each square, as the referee is told it: how likely it is empty, and how likely whose chip it has.

Where the look may be deceived, by a lamp, a finger or a chip that hardly shows, it says little or nothing.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.referee.observation import BoardObservation, Likelihoods
from companion.vision.chips import ChipModel
from companion.vision.disc_search import DECIDED, ENOUGH, ERRING_TOGETHER
from companion.vision.discs import Disc
from companion.vision.frame import Matrix
from companion.vision.light import INK_GONE, bleached
from companion.vision.look import BoardLook

_DOUBT = ENOUGH / 2
"""Evidence at which a chip and an empty square are equally likely: a bare card may look a little like a white chip, and
more is asked of a chip before it is placed."""
_GUARDED = 2.5
"""The margin, in nats, of an unsure chip seen once. Flat from half to twice in its tests."""
_HINT = 0.8
"""Nats that decide nothing: what an unsure chip is worth with something new beside the board, since it may be a finger,
and at most what an empty square is under a lamp's mirror image, where chips are bleached. Flat from half to twice
in its tests."""

_UNEXPLAINED = 1.5 * DECIDED
"""With so much texture something lies on a square, though it looks like no chip: one in a lamp's light shows 113 nats
and more, and of 220,000 bare squares on 22 evenings two show 90."""


def mirrored_squares(look: BoardLook, mirrored: Matrix, before: Sequence[Disc]) -> Matrix:
    """The squares [SIZE, SIZE] under a lamp's mirror image; where nothing shows now, as they were `mirrored` before.

    What is bleached beside one is under the image's soft edge, if no chip that lay there `before` bleached that one: a
    chip bleaches no square beside its own.
    """
    bare = look.dazzled.astype(np.uint8)
    bare.flat[[disc.square for disc in before]] = 0
    edge = bleached(look.detail.left) & (cv2.dilate(bare, np.ones((3, 3), np.uint8)) > 0)
    now = look.dazzled | edge
    hidden = list(set(look.foreign.hidden) - {disc.square for disc in look.discs.placed})
    now.flat[hidden] = mirrored.flat[hidden]
    return now


def imitated_squares(look: BoardLook, mirrored: Matrix, before: Sequence[Disc], chips: Sequence[ChipModel]) -> set[int]:
    """The squares of new white chips that may be a lamp's mirror image, which reaches over more squares than one.

    A chip as white as paper bleaches the ink of its own square alone, and two may be laid at once. Where another chip
    lay it may be that one, bleached as a square beside it is. `mirrored` are the squares under such an image
    [SIZE, SIZE], `before` the chips that lay there; those on which nothing can be read count as they look now.
    """
    under, lay = (mirrored | look.dazzled).astype(np.float32), {disc.square for disc in before}
    under.flat[list(lay)] = 0
    beside = cv2.filter2D(under, -1, np.ones((3, 3), np.float32), borderType=cv2.BORDER_CONSTANT) - under
    suspect = (disc for disc in look.discs.placed if beside.flat[disc.square] > (0 if disc.square in lay else 1))
    white = (disc for disc in suspect if chips[disc.team].white)
    return {disc.square for disc in white if not any(map(disc.shows, before))}


def opinion_of(
    look: BoardLook, before: tuple[Disc, ...], doubted: set[int], chips: Sequence[ChipModel]
) -> BoardObservation:
    """What a look says of all squares, given the chips that lay there before and the squares that are `doubted`.

    Of a white chip evidence about zero is a doubt. Texture that no chip explains speaks for one that hardly shows; as
    little as evidence does for an elusive one, which nothing rules out by far: a bare card is seen as rough after a
    knock. Bare squares under a lamp's image pass for a thing, but a chip that shows amid them is told.
    """
    placed = {disc.square: disc for disc in look.discs.placed}
    evidence, rough = look.discs.evidence, look.rough.reshape(-1, 1)

    def without_chip(squares: Matrix) -> set[int]:
        """Those of some squares on which no chip was placed."""
        return set(np.flatnonzero(squares).tolist()) - placed.keys()

    in_question = evidence.max(axis=1) > -DECIDED
    doubtful = in_question | (look.detail.left[..., 1].reshape(-1) < INK_GONE) | (rough[:, 0] > _DOUBT)
    hidden = {at for at in look.foreign.hidden if not (at in placed and look.dazzled.flat[at])}
    unread = hidden | without_chip(look.strange.reshape(-1) & doubtful) | doubted
    unread |= without_chip((look.rough.reshape(-1) > _UNEXPLAINED) & ~in_question)
    plain = (evidence - _DOUBT) / ERRING_TOGETHER
    asked = np.array([0.0 if chip.white else _DOUBT for chip in chips])
    shown = rough / [ERRING_TOGETHER if chip.elusive else 1.0 for chip in chips]
    faint = np.minimum((evidence - asked) / ERRING_TOGETHER + shown, 0)
    told = np.where(evidence > -DECIDED, faint, plain)
    told[list(placed)] = plain[list(placed)]
    rows: list[Likelihoods] = [(0.0, *row) for row in told.tolist()]  # the first is an empty square's
    margin = _HINT if look.attended else _GUARDED
    for at, disc in placed.items():
        if max(rows[at][1:]) < 0 or not disc.known(before):
            rows[at] = _guarded(rows[at], margin)
    for at in without_chip(look.dazzled):
        rows[at] = _doubted(rows[at])
    return BoardObservation(tuple(None if at in unread or not any(row) else row for at, row in enumerate(rows)))


def _guarded(row: Likelihoods, margin: float) -> Likelihoods:
    """The same opinion with little weight: a finger may look like a dim chip once, but not twice in one place."""
    most = max(row[1:])
    return tuple(margin * value / most for value in row) if most > 0 else _doubted(row)


def _doubted(row: Likelihoods) -> Likelihoods:
    """The same opinion of a square that looks empty, with so little weight that it is none."""
    return tuple(max(value, -_HINT) for value in row)
