"""Lets the tests of this folder share one simulated table, and the random tables of the game's own tests."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "games"), str(HERE.parent)]
