"""What the console is told of a camera that comes and goes: the first time at once, then once a minute at most.

Pages are told every time. With a loose plug, or a driver that words each failure anew, a log got a line every second.
"""

import time
from collections.abc import Callable

EVERY_S = 60.0


class Outages:
    """One camera's; `say` speaks to the console, `clock` gives seconds that only grow."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._words = ""
        self._said_s = float("-inf")

    def lost(self, words: str) -> None:
        """No picture comes, and these words say why; to be told again and again for as long as it lasts."""
        now_s = self._clock()
        if words != self._words and now_s - self._said_s >= EVERY_S:
            self._words, self._said_s = words, now_s
            self._say(words)

    def seen(self) -> None:
        """A picture came; that is worth a word where it was said that none does."""
        if self._words:
            self._words = ""
            self._say("The table is seen again.")
