"""A real Mosquitto for tests, on a free port, with a password file, an ACL and, once, TLS."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from hardware.broker import BrokerAddress, PahoBroker

PROGRAM = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
MISSING = "" if PROGRAM else "no mosquitto here; install it: apt install mosquitto"
PASSWORDS = {"oak": "acorn-1", "elm": "leaf-2", "club": "twig-3", "homeassistant": "bark-4"}


@dataclass
class Mosquitto:
    """One broker; `folder` holds its files. It runs from `start` until `kill`, and forgets unless it `remembers`."""

    folder: Path
    acl: str = ""
    tls: bool = False
    remembers: bool = False
    more: str = ""
    """Further lines of its configuration."""
    port: int = 0
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Returns once it listens, on the same port every time."""
        assert PROGRAM is not None
        self.port = self.port or _free_port()
        (self.folder / "mosquitto.conf").write_text(self._configuration())
        log = (self.folder / "mosquitto.log").open("ab")
        command = [PROGRAM, "-c", str(self.folder / "mosquitto.conf")]
        with log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + 10
        while not self._listens():
            said = (self.folder / "mosquitto.log").read_text()
            assert self._process.poll() is None, said
            assert time.monotonic() < deadline, said
            time.sleep(0.02)

    def kill(self) -> None:
        """End it without giving it time to write anything down."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stall(self) -> None:
        """It is there and does nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """It goes on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def know(self, *users: str) -> None:
        """Let these users in and no others, from now on; those that are in and unknown now are cut off."""
        file = self.folder / "passwords"
        file.write_text("".join(f"{name}:{PASSWORDS[name]}\n" for name in users))
        file.chmod(0o600)
        subprocess.run(["mosquitto_passwd", "-U", str(file)], check=True)
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def address(self, user: str | None = "oak", password: str | None = None) -> BrokerAddress:
        """Where it is, for one of those it knows, or for a stranger."""
        secret = password if password is not None or user is None else PASSWORDS[user]
        ca = self.folder / "ca.pem" if self.tls else None
        return BrokerAddress("localhost", self.port, user, secret, self.tls, ca)

    def broker(self, user: str | None = "oak", client: str = "", patience_s: float = 10.0) -> PahoBroker:
        """A line to it."""
        return PahoBroker(self.address(user), client or f"test-{user}", patience_s)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _configuration(self) -> str:
        lines = [f"listener {self.port} 127.0.0.1", f"user {pwd.getpwuid(os.getuid()).pw_name}"]
        lines += ["allow_anonymous false", f"password_file {self._passwords()}", "log_type all"]
        if self.acl:
            (self.folder / "acl").write_text(self.acl)
            lines.append(f"acl_file {self.folder / 'acl'}")
        if self.tls:
            make_certificates(self.folder)
            lines += [f"certfile {self.folder / 'server.pem'}", f"keyfile {self.folder / 'server.key'}"]
        if self.remembers:
            lines += ["persistence true", f"persistence_location {self.folder}/", "autosave_on_changes true"]
            lines.append("autosave_interval 1")
        return "\n".join([*lines, self.more, ""])

    def _passwords(self) -> Path:
        """The password file, made when it is missing."""
        file = self.folder / "passwords"
        if not file.exists():
            self.know(*PASSWORDS)
        return file


def make_certificates(folder: Path) -> None:
    """A throw-away authority, `ca.pem`, and what it signed for localhost: `server.pem` with `server.key`."""
    if (folder / "server.pem").exists():
        return
    new = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    subject = ["-subj", "/CN=throw-away authority"]
    _openssl(folder, *new, *subject, "-keyout", "ca.key", "-out", "ca.pem")
    signed = [
        *subject[:1],
        "/CN=localhost",
        "-addext",
        "subjectAltName=DNS:localhost",
        "-CA",
        "ca.pem",
        "-CAkey",
        "ca.key",
    ]
    _openssl(folder, *new, *signed, "-keyout", "server.key", "-out", "server.pem")


def make_dated_certificates(folder: Path, start: str, end: str) -> None:
    """The same, but the broker's holds from `start` to `end`, written as 20400101000000Z."""
    make_certificates(folder)
    (folder / "index").touch()
    (folder / "ca.cnf").write_text(
        "[ca]\ndefault_ca=own\n[own]\ndatabase=index\nnew_certs_dir=.\ndefault_md=sha256\nrand_serial=yes\n"
        "policy=any\ncopy_extensions=copy\n[any]\ncommonName=supplied\n"
    )
    _openssl(
        folder, "req", "-new", "-key", "server.key", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost", "-out", "server.csr",
    )  # fmt: skip
    _openssl(
        folder, "ca", "-batch", "-notext", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key",
        "-startdate", start, "-enddate", end, "-in", "server.csr", "-out", "server.pem",
    )  # fmt: skip


def _openssl(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
