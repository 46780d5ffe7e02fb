"""The watched pile of the referee's own tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "referee" / "black_jack"))
