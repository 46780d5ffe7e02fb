"""What tests of hardware share stands beside them: cameras that look at a made-up room."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
