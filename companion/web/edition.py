"""Which edition of the pages this is, so that one that was open while the companion was updated can come anew."""

from hashlib import sha256
from pathlib import Path


def edition_of(folder: Path) -> str:
    """A name for what the pages in this folder are made of, another one as soon as any of it is."""
    files = sorted(file for room in ("static", "templates") for file in (folder / room).iterdir())
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
