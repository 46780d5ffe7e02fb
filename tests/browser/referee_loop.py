"""A referee's loop in a thread of its own, as browser tests wait for it."""

import threading
import time
from collections.abc import Callable
from typing import Any, Self

from companion.session.loop import Session
from companion.web import Live

PAUSE_S, WAIT_S = 0.01, 60.0


class RefereeLoop:
    """Runs while it is entered; what looks at the table says what a `step` is."""

    live: Live
    session: Session

    def __init__(self) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def step(self) -> None:
        """One look."""
        raise NotImplementedError

    def _run(self) -> None:
        while not self._over.is_set():
            self.step()

    def __enter__(self) -> Self:
        self.live.desk.open(self.session.command)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def tracking(self) -> Any:
        """How the game stands."""
        return self.session.tracking

    def until(self, done: Callable[[], object]) -> None:
        """Wait for the referee."""
        end = time.monotonic() + WAIT_S
        while not done():
            assert time.monotonic() < end, f"never came about: {self.live.status}"
            assert self._thread.is_alive()
            time.sleep(PAUSE_S)
