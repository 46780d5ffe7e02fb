"""Whether SQLite's write-ahead log lost anything: SQLite itself takes what follows a damaged place for never written.

The log is a header and frames, one for each page written; checksums run on from frame to frame, and the last frame of
a transaction holds the size of the database (sqlite.org/fileformat2.html#the_write_ahead_log). A transaction is on the
disk before the next begins. So what breaks off in the last one is a power cut's doing and normal; whatever is broken
with a later transaction behind it was whole once.
"""

import struct
from pathlib import Path

from companion.files import untrusted

_HEADER, _FRAME = struct.Struct(">8I"), struct.Struct(">6I")
_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}
"""In which order the bytes of a word are read for its checksum, by the log's first word."""
_WORD = 0xFFFFFFFF

Sums = tuple[int, int]


def is_damaged(log: Path) -> bool:
    """Whether transactions stand in this log that SQLite would pass over in silence; none do where there is no log."""
    try:
        with untrusted.opened(log) as file:
            content = file.read()
    except (OSError, ValueError):
        return False  # whoever opens the journal says it better
    if len(content.rstrip(b"\0")) <= _HEADER.size:
        return False
    first, _, page, _, *marks = _HEADER.unpack_from(content)
    if first not in _ORDERS or _summed(_ORDERS[first], content[:24], (0, 0)) != tuple(marks[2:]):
        return True  # the header is on the disk before the first frame is
    return _passes_over(content, _ORDERS[first], page)


def _passes_over(content: bytes, order: str, page: int) -> bool:
    """Whether a transaction begins, whole and in its place, behind a frame that is not."""
    salts, sums = content[16:24], _HEADER.unpack_from(content)[6:]
    broken = ended = False
    for at in range(_HEADER.size, len(content) - _FRAME.size - page + 1, _FRAME.size + page):
        _, size, _, _, *told = _FRAME.unpack_from(content, at)
        own = content[at + 8 : at + 16] == salts
        summed = content[at : at + 8] + content[at + _FRAME.size : at + _FRAME.size + page]
        whole = own and _summed(order, summed, sums) == tuple(told)
        if broken and ended and whole:
            return True
        broken, ended, sums = broken or not whole, own and size > 0, tuple(told)
    return False


def _summed(order: str, data: bytes, sums: Sums) -> Sums:
    """The checksum of these words in pairs, going on from another."""
    one, other = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + other) & _WORD
        other = (other + odd + one) & _WORD
    return one, other
