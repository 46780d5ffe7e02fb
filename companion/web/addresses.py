"""Under which address other phones on the network find this machine, and how it is handed on."""

import io
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from flask import Response

# TEST-NET-1 of RFC 5737: routed like any outside address, but nobody is there. Connecting a datagram
# socket sends nothing; it only asks the machine which of its own addresses it would send from.
_ANYWHERE = ("192.0.2.1", 9)


def lan_address(towards: tuple[str, int] = _ANYWHERE) -> str:
    """The address of this machine on the network, or `127.0.0.1` when no way leads out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(towards)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def join_url(host: str) -> str:
    """The address to hand on, for a page that was asked for at `host`: never one that means only this machine."""
    parts = urlsplit(f"//{host}")
    name = parts.hostname or ""
    reachable = lan_address() if _is_here(name) else name
    shown = f"[{reachable}]" if ":" in reachable else reachable
    return f"http://{shown}:{parts.port}/" if parts.port else f"http://{shown}/"


def qr_code(url: str) -> Response:
    """An address as a QR code to be scanned by phones."""
    drawing = io.BytesIO()
    segno.make(url, error="m").save(drawing, kind="svg", border=2, scale=4, dark="#2a1d12", light="#fffaf0")
    return Response(drawing.getvalue(), mimetype="image/svg+xml")


def _is_here(name: str) -> bool:
    if name in ("", "localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
