"""Lets the tests of this folder share the case runner, the random tables and the invariants."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
