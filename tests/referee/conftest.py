"""Lets the tests of this folder share one simulated table, and the random tables of the game's own tests."""

import pytest
from simulated_table import Evening


@pytest.fixture
def evening() -> Evening:
    """A fresh classic game of two."""
    return Evening()
