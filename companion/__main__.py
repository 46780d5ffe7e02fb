"""`companion`, which `python -m companion` is the same as."""

import os
import sys
import threading


def start() -> int:
    """The command line, which takes a small machine seconds to load: Ctrl-C meanwhile is answered as it is later."""
    try:
        from companion.cli import main
    except KeyboardInterrupt:
        sys.stderr.write("companion: stopped\n")
        return 130
    try:
        status = main()
    except SystemExit as ended:  # by a signal, or with what the command line explains
        status = int(ended.code or 0)
    if threading.active_count() > 1:
        _leave_behind(status)
    return status


def _leave_behind(status: int) -> None:
    """End at once, beside threads that look at pictures: OpenCV aborts where Python is taken apart beneath it."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    sys.exit(start())
