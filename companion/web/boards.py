"""The shelf of boards on a phone: which there are, which is played on, and files of them that come and go."""

from base64 import b64decode
from binascii import Error
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from io import BytesIO
from types import MappingProxyType

from flask import Blueprint, Response, jsonify, request, send_file

from companion.web import requests
from companion.web.requests import text
from companion.web.workshop import LARGEST_BYTES, Ask, done, tried, workshop

blueprint = Blueprint("boards", __name__, url_prefix="/api/boards")

_BYTES = partial(requests.whole, most=LARGEST_BYTES)

MOST_BYTES = 65536
"""A request with a piece of a file is no larger; all others are much smaller."""


def _piece(value: object) -> bytes:
    try:
        return b64decode(value, validate=True)  # type: ignore[arg-type]  # what is no text is a TypeError
    except (Error, TypeError, ValueError):
        raise ValueError("bytes in Base64 are wanted") from None


ACTS: Mapping[str, Ask] = MappingProxyType(
    {
        "choose": Ask("choose", {"name": text}),
        "rename": Ask("rename", {"name": text, "new": text}),
        "delete": Ask("delete", {"name": text}),
    }
)
"""What may be done with a board, each at its own address."""


@blueprint.get("")
def boards() -> Response:
    """Every board that was calibrated."""
    return _boards_json()


@blueprint.get("/<name>/file")
def file(name: str) -> Response:
    """A board as a file, to be kept or taken to another table."""
    known = workshop().boards
    found = BytesIO(tried(lambda: known.file_of(name)))
    kind = "application/octet-stream"
    return requests.unkept(send_file(found, mimetype=kind, as_attachment=True, download_name=f"{name}.profile"))


@blueprint.post("/import")
def take_in() -> Response:
    """Take a piece of a file; with the last one the board comes onto the shelf."""
    known = workshop()
    request.max_content_length = MOST_BYTES
    sent = requests.fields({"name": text, "size": _BYTES, "at": _BYTES, "data": _piece})
    owner = requests.token()
    held = tried(lambda: known.upload.add(owner, sent["at"], sent["data"]))
    if held >= sent["size"]:
        tried(lambda: known.boards.take_in(sent["name"], known.upload.take(owner)))
    return _boards_json()


def _do(name: str) -> Response:
    done(workshop().boards, ACTS[name])
    return _boards_json()


def _boards_json() -> Response:
    return requests.unkept(jsonify(boards=[asdict(board) for board in workshop().boards.known()]))


for _name in ACTS:
    blueprint.add_url_rule(f"/{_name}", _name, partial(_do, _name), methods=["POST"])
