"""A Mosquitto of this program's own, for a simulated club: on this machine alone, and gone with it."""

import shutil
import socket
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import BrokerError

_PLACES = ":/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"
_PATIENCE_S = 10.0


class OwnBroker:
    """A running Mosquitto that anybody on this machine may use; `close` ends it."""

    def __init__(self) -> None:
        """Raises BrokerError where there is no Mosquitto, or it does not start."""
        program = shutil.which("mosquitto") or shutil.which("mosquitto", path=_PLACES)
        if program is None:
            raise BrokerError("no mosquitto is installed; apt install mosquitto, or name a broker with --broker")
        self._folder = TemporaryDirectory(prefix="companion-club-")
        self.port = _free_port()
        said = Path(self._folder.name) / "mosquitto.log"
        plan = Path(self._folder.name) / "mosquitto.conf"
        plan.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
        with said.open("wb") as log:
            command = [program, "-c", str(plan)]
            # In a session of its own, since Ctrl-C is for this program, which says goodbye through it.
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)  # noqa: S603
        began_s = time.monotonic()
        while not _listens(self.port):
            if self._process.poll() is not None or time.monotonic() - began_s > _PATIENCE_S:
                words = " ".join(said.read_text("utf-8", "replace").split())[-200:]
                self.close()
                raise BrokerError(f"{program} does not start ({words}); name a broker with --broker")
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def close(self) -> None:
        """End it; closing twice does nothing."""
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
