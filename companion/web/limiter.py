"""How often a secret may be guessed: a few tries for each address, and not many more for all of them together.

Only the tries of the last minutes are remembered, and never more than all together may make, so that a flood of
addresses fills no memory. Instead of Flask-Limiter, which brings five packages for this one rule.
"""

import time
from collections import deque
from collections.abc import Callable
from threading import Lock

EACH, ALL, WINDOW_S = 5, 40, 300.0
"""Wrong tries in so many seconds. A PIN of six digits then holds out for over 40 days against half of its guesses."""


class Limiter:
    """Counts tries; the one that is too many must wait. Safe to use from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._tries: deque[tuple[float, str]] = deque(maxlen=ALL)

    def take(self, address: str) -> float:
        """Take a try: 0 when it may be made, else after how many seconds the next may; a refused one does not count."""
        with self._lock:
            now_s = self._clock()
            while self._tries and now_s - self._tries[0][0] >= WINDOW_S:
                self._tries.popleft()
            own = [at_s for at_s, by in self._tries if by == address]
            if len(own) < EACH and len(self._tries) < ALL:
                self._tries.append((now_s, address))
                return 0.0
            oldest_s = own[0] if len(own) >= EACH else self._tries[0][0]
            return WINDOW_S - (now_s - oldest_s)

    def give_back(self, address: str) -> None:
        """Forget the newest try of an address, which was none: what it showed cannot be guessed."""
        with self._lock:
            newest = [place for place, (_, by) in enumerate(self._tries) if by == address][-1:]
            for place in newest:
                del self._tries[place]

    def forgive(self, address: str) -> None:
        """Forget the tries of an address that knew the secret after all."""
        with self._lock:
            kept = [(at_s, by) for at_s, by in self._tries if by != address]
            self._tries = deque(kept, maxlen=ALL)
