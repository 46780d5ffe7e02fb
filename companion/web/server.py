"""Serving the page from a thread of this very process, and stopping at once when asked."""

import errno
import logging
import socket
import time
from collections import Counter
from threading import Event, Thread

from flask import Flask
from waitress import create_server, wasyncore
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask
from werkzeug.exceptions import default_exceptions

from companion.errors import AddressError
from companion.web.addresses import lan_address
from companion.web.complaints import as_json
from companion.web.live import STREAMS, Live

THREADS = STREAMS + 16
"""Each open stream holds a thread; the others answer everything else."""
_WAKE_S = 0.25
_LINES = 700
"""So many connections at once, below the thousand files a process may usually open; then one of them gives way."""
_BESIDE = 8
"""What else the loop looks after: the listener, the trigger, and a line that is yet to give way."""
_UNSENT = 1 << 18
"""So many bytes wait for a slow phone; then its thread does. A stream keeps so much of what it has sent."""
_HANGS_S, _LOOKED_EVERY_S = 20, 5
"""A line on which no whole request comes, or nothing is read of what was asked for, is let go after so long."""


class _Unread(ErrorTask):  # type: ignore[misc]  # waitress has no types
    """What is refused before all of it was read, such as a request that is too large, in the form of every refusal."""

    def execute(self) -> None:
        """Write the answer."""
        answer = as_json(default_exceptions[self.request.error.code]())
        self.status = answer.status
        self.response_headers.extend(answer.headers.items())
        self.set_close_on_finish()
        self.write(answer.data)


class _Line(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    error_task_class = _Unread


class Server:
    """A running server; `close` stops it."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Bind and start serving. Raises OSError when the port is taken or the address is not this machine's."""
        self._live: Live = app.extensions["live"]
        self._sockets: dict[int, object] = {}
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that many wait is no news to whoever plays
        listener = _listener(host, port)
        self._waitress = create_server(
            app,
            sockets=[listener],
            map=self._sockets,
            threads=THREADS,
            connection_limit=_LINES + _BESIDE,
            channel_timeout=_HANGS_S,
            cleanup_interval=_LOOKED_EVERY_S,
            max_request_body_size=65536,
            outbuf_high_watermark=_UNSENT,
            ident=None,
        )
        self._waitress.channel_class = _Line
        self.host = lan_address() if host in ("", "0.0.0.0", "::") else host  # noqa: S104 - compared, not bound
        self.port = int(listener.getsockname()[1])
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address for a phone on the same network."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    def close(self) -> None:
        """End every stream, then stop; closing twice does nothing."""
        self._live.close()
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        due_s = 0.0
        while not self._stopping.is_set():
            wasyncore.loop(timeout=_WAKE_S, use_poll=True, map=self._sockets, count=1)
            self._share_fairly()
            if time.monotonic() >= due_s:
                due_s = time.monotonic() + _LOOKED_EVERY_S
                self._let_go_of_the_deaf()
        self._waitress.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._sockets, ignore_all=True)

    def _share_fairly(self) -> None:
        """Nobody's lines hold up another's: each asks one thing at a time, and whoever has most of them gives way.

        No browser or proxy asks before it was answered; such a line could hold a thread for as long as it reads
        nothing. Where all lines are taken, the one that gives way was silent for longest: it may be a router's or a
        proxy's, behind which others are.
        """
        for line in list(self._waitress.active_channels.values()):
            if len(line.requests) > 1:
                line.handle_close()
        lines = list(self._waitress.active_channels.values())
        if len(lines) >= _LINES:
            held = Counter(line.addr[0] for line in lines)
            max(lines, key=lambda line: (held[line.addr[0]], not line.requests, -line.last_activity)).handle_close()

    def _let_go_of_the_deaf(self) -> None:
        """End the lines on which something waits to be sent and nothing was taken for so long; a stream holds a thread.

        waitress looks only after lines that ask for nothing, and would wait until such a line takes something.
        """
        for channel in list(self._waitress.active_channels.values()):
            if channel.total_outbufs_len and time.time() - channel.last_activity > _HANGS_S:
                channel.handle_close()


def _listener(host: str, port: int) -> socket.socket:
    """A bound socket, made before waitress starts its threads, so that a taken port leaves nothing behind."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)


def serve(app: Flask, host: str = "0.0.0.0", port: int = 0) -> Server:  # noqa: S104 - phones must reach it
    """Serve the application in the background; port 0 takes any free one. Raises AddressError when it cannot."""
    try:
        return Server(app, host, port)
    except OSError as error:
        other = "port" if error.errno in (errno.EADDRINUSE, errno.EACCES) else "host"
        why, _, _ = (error.strerror or "").partition(" (while")  # Python says the address once more
        said = f"the page cannot be served at {host}:{port} ({why}); choose another {other}"
        raise AddressError(said) from error
