"""Which edition of the pages this is, so that one that was open while the companion was updated can come anew."""

from hashlib import sha256
from pathlib import Path


def edition_of(*folders: Path) -> str:
    """A name for what the pages in these folders are made of, another one as soon as any of it is."""
    rooms = [folder / room for folder in folders for room in ("static", "templates")]
    files = sorted(file for room in rooms for file in room.iterdir())
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
