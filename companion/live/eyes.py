"""What looks at the table: the camera, opened as each board wants it, and a recording of it as the game then stands."""

from contextlib import ExitStack

from calibration.profile import Profile
from companion.live.viewfinder import LiveViewfinder
from companion.ports import Camera, Journal
from companion.recording.evening_recorder import OpenCamera, begun_with


class Eyes:
    """The camera, opened as a board wants it; while one is calibrated, as for none: it may hang elsewhere by now."""

    def __init__(self, opening: OpenCamera, viewfinder: LiveViewfinder) -> None:
        self._opening = opening
        self._viewfinder = viewfinder
        self._opened = ExitStack()
        self._known: tuple[Profile | None, ...] = ()
        self._journal: Journal | None = None
        self.camera: Camera | None = None

    def open_for(self, known: Profile | None) -> None:
        """Look as this board wants it from now on, with light and focus measured anew where none is known."""
        if self._known != (known,):
            self.close()
            self._known = (known,)
            self.camera = self._opened.enter_context(self._opening(known))
            self._viewfinder.turn_to(self.camera)
            self.see_the_game_of(self._journal)

    def see_the_game_of(self, journal: Journal | None) -> None:
        """What is recorded from here on begins in this journal's game, as it stands whenever the camera is opened."""
        self._journal = journal
        if journal is not None:
            begun_with(self.camera, journal)

    def close(self) -> None:
        """Put the camera away; closing twice does nothing."""
        self._viewfinder.turn_to(None)
        self._opened.close()
