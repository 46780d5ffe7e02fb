"""A buzzer that can be silenced: by the settings at first, then by a button of its own or a phone, at any moment."""

import threading

from companion.ports import Mute, Sounder
from companion.views.sounds import Sound


class MuteSwitch:
    """The mute port: whether the buzzer is to be silent, until the program ends. Safe from any thread."""

    def __init__(self, muted: bool = False) -> None:
        self._lock = threading.Lock()
        self._muted = muted

    @property
    def muted(self) -> bool:
        """Whether nothing is to be heard now."""
        return self._muted

    def set(self, muted: bool) -> None:
        """Silence the buzzer from now on, or let it be heard again."""
        with self._lock:
            self._muted = muted

    def toggle(self) -> bool:
        """The other way round from now on; whether nothing is to be heard then."""
        with self._lock:
            self._muted = not self._muted
            return self._muted


class MutedSounder:
    """The sounder port over another, of which nothing is heard while it is muted: not even later."""

    def __init__(self, sounder: Sounder, mute: Mute) -> None:
        self._sounder = sounder
        self._mute = mute

    def sound(self, sound: Sound) -> None:
        """Sound it now, unless it is muted."""
        if not self._mute.muted:
            self._sounder.sound(sound)

    def close(self) -> None:
        """Be still and let go; closing twice does nothing."""
        self._sounder.close()
