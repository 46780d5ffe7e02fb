"""What calibration learns of the drawn table, for the tests of this folder."""

import pytest

from calibration import walk
from calibration.profile import Profile
from calibration.walk import Found, Learnt
from hardware.virtual_table import VirtualTable

CHIPS = {"R": (21, 78), "B": (22, 77)}


@pytest.fixture(scope="session")
def table() -> VirtualTable:
    """A drawn table."""
    return VirtualTable("RB", lambda: 0.0, lambda _: None)


@pytest.fixture(scope="session")
def told() -> list[str]:
    """What was said while the drawn table's board was looked for."""
    return []


@pytest.fixture(scope="session")
def found(table: VirtualTable, told: list[str]) -> Found:
    """The drawn table's board, found and read once for all tests."""
    return walk.find(table.play_still({}), table.still(), [table.top_left_px], told.append)


@pytest.fixture(scope="session")
def profile(table: VirtualTable, found: Found) -> Profile:
    """What calibration learns of the drawn table."""
    chips = {square: letter for letter, squares in CHIPS.items() for square in squares}
    learnt = walk.look_at_chips(walk.accept(found, "", CHIPS), table.play_still(chips), lambda _: None)
    assert isinstance(learnt, Learnt)
    return learnt.profile
