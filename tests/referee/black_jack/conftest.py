"""The dealt table of the engine's own tests, and a pile as a camera would see it."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "games" / "black_jack")]
