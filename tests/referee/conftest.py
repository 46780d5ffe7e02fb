"""Lets the tests of this folder share one simulated table, and the random tables of the game's own tests."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "games"), str(HERE.parent)]

from simulated_table import Evening  # noqa: E402 (found by the path above)


@pytest.fixture
def evening() -> Evening:
    """A fresh classic game of two."""
    return Evening()
