"""Past games on a phone: the pages, what they ask for, and each game as a file. Anyone on the network may look."""

import json
from contextlib import suppress

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException, ServiceUnavailable
from werkzeug.wrappers import Response as BaseResponse

from companion.errors import JournalError
from companion.journal import past_games
from companion.journal.past_games import PastGame, PastGames
from companion.ports import Pictures
from companion.web import complaints, requests

blueprint = Blueprint("history", __name__)

_LATEST = 10**9
_NO_SUCH_GAME = "there is no such game in the journal"


def add_history(app: Flask, games: PastGames, pictures: Pictures | None = None) -> None:
    """Give an application the pages of past games, with the camera's pictures where some were kept."""
    app.extensions["past_games"] = games
    app.extensions["pictures"] = pictures
    app.register_blueprint(blueprint)


@blueprint.errorhandler(JournalError)
def _unread(error: JournalError) -> Response | HTTPException:
    return complaints.complain(ServiceUnavailable(str(error)))


@blueprint.get("/history")
def games() -> str:
    """The page that lists them."""
    return render_template("games.html")


@blueprint.get("/history/latest")
def latest() -> BaseResponse:
    """To the page of the newest game; 404 before there is any."""
    number = _past_games().latest() or abort(404, "no game was played yet")
    return redirect(url_for("history.game", number=number))


@blueprint.get("/history/<int:number>")
def game(number: int) -> str:
    """The page of one of them, also while the journal cannot be read; 404 when there is none."""
    with suppress(JournalError):
        if not _past_games().has(min(number, _LATEST)):
            abort(404, _NO_SUCH_GAME)
    return render_template("past.html", number=number)


@blueprint.get("/api/history")
def games_json() -> Response:
    """Some games in short, the newest first, of those before `?before=`; and who has won how many."""
    before = _number("before")
    wins = _past_games().wins() if before is None else None
    return requests.unkept(jsonify(games=_past_games().games(before), wins=wins))


@blueprint.get("/api/history/<int:number>")
def game_json(number: int) -> Response:
    """A game with its steps in words."""
    return requests.unkept(jsonify(past_games.about(_game(number), _pictures())))


@blueprint.get("/api/history/<int:number>/pictures/<int:step>.jpg")
def turn_picture(number: int, step: int) -> Response:
    """What the camera saw at a step, counted from 0; for the table alone."""
    requests.for_the_table()
    pictures, entries = _pictures(), [each.entry for each in _game(number).steps]
    jpeg = None if pictures is None or step >= len(entries) else pictures.of(entries[step])
    if jpeg is None:
        abort(404, "no picture was kept of this step")
    return requests.unkept(Response(jpeg, mimetype="image/jpeg"))


@blueprint.get("/api/history/<int:number>/steps")
def steps(number: int) -> Response:
    """How the game stood after some steps, beginning with `?from=`, each as the live page is told."""
    first = _number("from") or 0
    return requests.unkept(jsonify(first=first, statuses=past_games.statuses(_game(number), first)))


@blueprint.get("/api/history/<int:number>/record.txt")
def record(number: int) -> Response:
    """The game as a record that people and programs can read."""
    found = _game(number)
    try:
        text = past_games.record(found)
    except ValueError as error:
        abort(409, str(error))
    return _file(text, "text/plain", f"game-{number}.txt")


@blueprint.get("/api/history/<int:number>/events.json")
def events(number: int) -> Response:
    """Everything the journal holds of the game."""
    text = json.dumps(past_games.entries(_game(number)), ensure_ascii=False)
    return _file(text, "application/json", f"game-{number}.json")


def _past_games() -> PastGames:
    found: PastGames = current_app.extensions["past_games"]
    return found


def _pictures() -> Pictures | None:
    found: Pictures | None = current_app.extensions["pictures"]
    return found


def _game(number: int) -> PastGame:
    """404 when there is none."""
    return _past_games().game(min(number, _LATEST)) or abort(404, _NO_SUCH_GAME)


def _number(name: str) -> int | None:
    """A number in the address; 400 for anything else."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        abort(400, f"{name}: a whole number is wanted")
    return int(text)


def _file(text: str, kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
    return requests.unkept(response)
