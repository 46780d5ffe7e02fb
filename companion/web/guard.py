"""Who is answered, and under which rules for the browser: host names, origins, and headers that keep other pages out.

A page from elsewhere can send no JSON without asking first, which nobody here ever allows; its origin is refused as
well, and its requests carry no cookie. Each of the three would be enough.
"""

import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.sansio.utils import host_is_trusted

_POLICY = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def protect(app: Flask, names: Sequence[str]) -> None:
    """Refuse foreign hosts with 400, changes from other pages with 403, any but JSON with 415; set the headers."""
    trusted = ["localhost", *own_names(), *names]

    @app.before_request
    def _refuse_foreign_hosts() -> None:
        if not (_is_address(request.headers.get("Host", "")) or host_is_trusted(request.host.lower(), trusted)):
            abort(400, "this page does not go by that name; use the address shown at the table")

    @app.before_request
    def _refuse_changes_from_elsewhere() -> None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        if _is_from_elsewhere():
            abort(403, "another page asked for this; use the page at the table’s own address")
        if (
            request.url_rule is not None and request.mimetype != "application/json"
        ):  # without a rule it ends as 404, 405
            abort(415, "send JSON, with the content type application/json")

    @app.after_request
    def _set_headers(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


def _is_from_elsewhere() -> bool:
    """Whether a browser says that the page that asks is another one; programs without a browser say nothing."""
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    return site != "same-origin" or (origin is not None and origin != f"{request.scheme}://{request.host}")


def own_names() -> tuple[str, ...]:
    """The names this machine goes by on a home network."""
    name = socket.gethostname().lower()
    return (name, f"{name}.local") if name else ()


def _is_address(host: str) -> bool:
    """Whether a Host header holds a plain IP address: no foreign page can point one of those at this machine."""
    try:
        parts = urlsplit(f"//{host}")
        ip_address(parts.hostname or "")
        return parts.netloc == host and parts.port != 0  # a port that is no number raises ValueError
    except ValueError:
        return False
