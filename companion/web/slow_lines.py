"""What makes the pages short over a slow line: few files, each pressed, and none asked for again until an update."""

import gzip
from collections.abc import Mapping
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request
from flask.blueprints import BlueprintSetupState
from flask.sansio.app import App

from companion.web.edition import edition_of
from companion.web.modules import joined

blueprint = Blueprint("slow_lines", __name__)
_KEPT = "public, max-age=31536000, immutable"
_PRESSED = frozenset({"text/html", "text/css", "text/javascript"})
_WORTH_BYTES = 1000
_SCRIPT = "slow_lines.script"


@blueprint.record
def _serve(state: BlueprintSetupState) -> None:
    """Scripts come joined, and their edition is known; rooms of files must have been registered before."""
    app, rooms = state.app, _rooms(state.app)
    app.config["EDITION"] = edition_of(*(folder.parent for folder in rooms.values()))
    for address in rooms:
        app.add_url_rule(f"{address}/<name>.js", _SCRIPT, _script, defaults={"room": address})


@blueprint.app_url_defaults
def _of_this_edition(endpoint: str, values: dict[str, object]) -> None:
    """A file's address names the edition, so that it may be kept until there is another."""
    if _is_file(endpoint):
        values["edition"] = current_app.config["EDITION"]


@blueprint.after_app_request
def _shorten(response: Response) -> Response:
    """Press what is worth it; a file that was asked for as of this edition is kept."""
    if _is_file(request.endpoint or "") and request.args.get("edition") == current_app.config["EDITION"]:
        response.headers["Cache-Control"] = _KEPT
    if response.status_code == 200 and response.mimetype in _PRESSED:
        response.vary.add("Accept-Encoding")
        if request.accept_encodings.quality("gzip") and (response.content_length or 0) > _WORTH_BYTES:
            response.direct_passthrough = False
            response.set_data(gzip.compress(response.get_data()))
            response.content_encoding = "gzip"
    return response


def _is_file(endpoint: str) -> bool:
    return endpoint == _SCRIPT or endpoint.rpartition(".")[2] == "static"


def _script(room: str, name: str) -> Response:
    """A module with all that it imports."""
    rooms = _rooms(current_app)

    def read(address: str) -> str:
        where, _, file = address.rpartition("/")
        return (rooms[where] / file).read_text("utf-8")

    if name not in (module.stem for module in rooms[room].glob("*.js")):  # a disk takes no question that is too long
        abort(404)
    response = Response(joined(f"{room}/{name}.js", read), mimetype="text/javascript")
    response.add_etag()
    return response.make_conditional(request)  # type: ignore[return-value]


def _rooms(app: App) -> Mapping[str, Path]:
    """The folders of files by the address below which they are served."""
    owners = (app, *app.blueprints.values())
    return {str(each.static_url_path): Path(each.static_folder) for each in owners if each.static_folder}
