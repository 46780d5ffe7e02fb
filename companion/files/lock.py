"""A file that one program at a time may hold."""

import fcntl
import os
from pathlib import Path


def lock_file(path: Path) -> int:
    """The file, made where it is not there, open to read and write and held until it is closed or the program ends.

    Raises BlockingIOError while another program holds it, another OSError where it cannot be opened.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise
    return file
