"""A drawn table for whoever calibrates it, whose pictures come when the test lets them."""

import threading

from companion.ports import Locks
from companion.vision.frame import Image
from hardware.virtual_table import VirtualTable

WAIT_S = 180.0


class HeldSight:
    """A drawn table whose pictures come when the test lets them."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self.ready_chips: dict[str, tuple[int, ...]] = {}
        self.let = threading.Event()
        self.let.set()
        self.fails: Exception | None = None

    def glance(self, laid: bool) -> Image | None:  # noqa: ARG002 (as any live table)
        """The table now."""
        return self.table.picture()

    def empty(self) -> Image:
        """The table once the test lets it be seen."""
        self.let.wait(WAIT_S)
        if self.fails:
            raise self.fails
        return self.table.picture()

    def laid(self) -> Image:
        """The same."""
        return self.empty()

    def still(self) -> Image:
        """The table, larger."""
        return self.table.still()

    def locks(self) -> Locks:
        """Held as a camera might be."""
        return Locks(exposure_us=20_000, gain=2.0)
