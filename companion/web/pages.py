"""The page itself, and the code that brings other phones to it."""

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from companion.web import requests
from companion.web.addresses import join_url, qr_code
from companion.web.workshop import known_workshop

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def table() -> str:
    """The live page."""
    return _live_page("table.html")


@blueprint.get("/wall")
def wall() -> str:
    """The page for a screen at the table: large, without a form; it shows the PIN until the first phone has it."""
    return _live_page("wall.html")


@blueprint.get("/seat")
def seat() -> str:
    """Where the code of a seat leads; the code itself stands behind the # and is handed in by the page."""
    return render_template("seat.html")


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """What a phone needs to know to keep the page on its home screen like a program of its own."""
    kinds = ((192, "any"), (512, "any"), (512, "maskable"))
    icons = [
        {"src": f"/static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size, purpose in kinds
    ]
    colours = {"background_color": "#f4ebdb", "theme_color": "#7b4b2a"}
    names = {"name": "One-Eyed Jack Companion", "short_name": "One-Eyed Jack", "lang": "en-GB"}
    places = {"id": "/", "start_url": "/", "scope": "/"}
    response = jsonify({**names, **colours, **places, "display": "standalone", "icons": icons})
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Where browsers look for an icon that read no page."""
    return current_app.send_static_file("icon-32.png")


@blueprint.get("/join.svg")
def join_code() -> Response:
    """A QR code of the address at which other phones find this page."""
    return qr_code(join_url(request.host))


def _live_page(template: str) -> str:
    status, workshop = requests.live().status, known_workshop()
    boardless = workshop is not None and workshop.boards.chosen is None
    return render_template(
        template,
        status=status,
        doing=requests.live().doing,
        aside=requests.live().aside,
        join=join_url(request.host),
        boardless=status is None and boardless,
        history="history" in current_app.blueprints,
    )
