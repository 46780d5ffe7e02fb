"""Lets the tests of this folder share the dealt table."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
