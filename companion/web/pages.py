"""The page itself, and the code that brings other phones to it."""

import io

import segno
from flask import Blueprint, Response, current_app, render_template, request

from companion.web import requests
from companion.web.addresses import join_url
from companion.web.workshop import known_workshop

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def table() -> str:
    """The live page."""
    return _live_page(wall=False)


@blueprint.get("/wall")
def wall() -> str:
    """The page for a screen at the table: it speaks if wanted, and shows PIN and seats' codes once it knows the PIN."""
    return _live_page(wall=True)


@blueprint.get("/seat")
def seat() -> str:
    """Where the code of a seat leads; the code itself stands behind the # and is handed in by the page."""
    return render_template("seat.html")


@blueprint.get("/join.svg")
def join_code() -> Response:
    """A QR code of the address at which other phones find this page."""
    drawing = io.BytesIO()
    segno.make(join_url(request.host), error="m").save(
        drawing, kind="svg", border=2, scale=4, dark="#2a1d12", light="#fffaf0"
    )
    return Response(drawing.getvalue(), mimetype="image/svg+xml")


def _live_page(wall: bool) -> str:
    status, workshop = requests.live().status, known_workshop()
    boardless = workshop is not None and workshop.boards.chosen is None
    return render_template(
        "table.html",
        status=status,
        join=join_url(request.host),
        wall=wall,
        boardless=status is None and boardless,
        doing=requests.live().doing,
        history="history" in current_app.blueprints,
    )
