"""Trying a profile before anybody plays by it: what it reads, and whether one that came from elsewhere is sound."""

from collections.abc import Iterator, Mapping

import numpy as np

from calibration.profile import Profile
from companion.errors import ProfileError
from companion.games.cards import Card
from companion.games.one_eyed_jack.layout import Layout
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame, Image
from companion.vision.table import TableModel, TableReader, TableReading

_TEAMS = range(2, 7)
"""How many teams a table may have."""
_SIDE_PX = range(200, 4097)
"""Width and height that a picture of an empty board may have."""
_BEYOND = 0.2
"""How far beyond the picture a square's centre may lie, in pictures: a lens may bend a corner out of sight."""


def read_with(profile: Profile, bgr: Image) -> TableReading:
    """What the referee sees in a picture of the table [height, width, 3], with this profile."""
    reader = TableReader(
        TableModel(profile.geometry, profile.empty_bgr, tuple(profile.chips.values())), load_card_index()
    )
    reading, _ = reader.read(Frame(bgr, 0.0), reader.start())
    return reading


def chips_read(profile: Profile, bgr: Image) -> Mapping[int, str]:
    """Whose chips the referee sees on which squares of a picture as large as frames, as team letters."""
    letters = list(profile.chips)
    return {disc.square: letters[disc.team] for disc in read_with(profile, bgr).discs.placed}


def check_sound(profile: Profile) -> None:
    """Raises ProfileError unless this profile, wherever it comes from, sees its own board in its own picture."""
    check_values(profile)
    reading = read_with(profile, profile.empty_bgr)
    if not reading.observation.registered or reading.discs.placed:
        raise ProfileError("not a sound profile: it does not know its own empty board; calibrate again")


def check_values(profile: Profile) -> None:
    """Raises ProfileError for values that reading or a game would stumble over, without looking at any picture."""
    wrong = next(_oddities(profile), None)
    if wrong is not None:
        raise ProfileError(f"not a sound profile: {wrong}; calibrate again")


def _oddities(profile: Profile) -> Iterator[str]:
    """What is wrong with values that reading would stumble over."""
    if not all(side in _SIDE_PX for side in profile.empty_bgr.shape[:2]):
        yield f"its picture is {profile.empty_bgr.shape[1]}x{profile.empty_bgr.shape[0]} pixels"
    if not _lies_in(profile):
        yield "its board lies nowhere in its picture"
    yield from Layout(tuple(map(Card, profile.layout))).problems()
    letters = list(profile.chips)
    if len(letters) not in _TEAMS or not all(len(each) == 1 and "A" <= each <= "Z" for each in letters):
        yield "its teams are not 2 to 6 capital letters"


def _lies_in(profile: Profile) -> bool:
    height, width = profile.empty_bgr.shape[:2]
    with np.errstate(all="ignore"):
        parts = (profile.geometry.square_centres().reshape(-1, 2) + 0.5) / (width, height)
    return bool(np.all((parts > -_BEYOND) & (parts < 1 + _BEYOND)))  # what is no number compares false
