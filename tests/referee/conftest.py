"""The game that most tests of this folder begin with."""

import pytest
from simulated_table import Evening


@pytest.fixture
def evening() -> Evening:
    """A fresh classic game of two."""
    return Evening()
