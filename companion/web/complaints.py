"""What is refused, and why: as JSON for programs and the page's own scripts, as a page for people."""

import json
from collections.abc import Mapping
from types import MappingProxyType

from flask import Response, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError

from companion.views.words import sentence
from companion.web import requests

_TITLES: Mapping[int | None, str] = MappingProxyType(
    {
        400: "This address does not work",
        404: "There is no such page",
        405: "This is no page",
        500: "Something went wrong",
        503: "Not just now",
    }
)
_BRIEFLY: Mapping[int | None, str] = MappingProxyType(
    {
        400: "that is no request",
        404: "there is nothing at this address",
        405: "this cannot be asked for in that way",
        413: "that is too long",
    }
)
_USUAL = "Nothing was changed, and the game at the table goes on."


def own_up(error: Exception) -> Response | HTTPException:
    """The answer where the program made a mistake of its own, which is noted."""
    internal_error = requests.live().internal_errors.note("answering a phone", error)
    return complain(InternalServerError(f"{internal_error.words}; the game at the table goes on, please try again"))


def complain(error: HTTPException) -> Response | HTTPException:
    """The answer to what cannot be answered otherwise."""
    if request.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
        return as_json(error)
    return error if error.code is None else as_page(error)


def as_json(error: HTTPException) -> Response:
    """An error as `{"error": …}`."""
    body = json.dumps({"error": _BRIEFLY.get(error.code, error.name) if _is_unsaid(error) else error.description})
    response = Response(body, error.code, mimetype="application/json")
    if getattr(error, "retry_after", None):
        response.headers["Retry-After"] = str(error.retry_after)  # type: ignore[attr-defined]
    if allowed := getattr(error, "valid_methods", None):
        response.headers["Allow"] = ", ".join(allowed)
    return response


def as_page(error: HTTPException) -> Response:
    """An error in words, with the way back to the table."""
    page = render_template("error.html", title=_TITLES.get(error.code, error.name), words=_words(error))
    response = Response(page, error.code)
    if allowed := getattr(error, "valid_methods", None):
        response.headers["Allow"] = ", ".join(allowed)
    return response


def _words(error: HTTPException) -> str:
    """Our own reason, if we gave one; the library's is for those who write programs."""
    if error.description is None or _is_unsaid(error):
        return _USUAL
    return sentence(error.description)


def _is_unsaid(error: HTTPException) -> bool:
    """Whether nobody here gave a reason."""
    return error.description is None or error.description == type(error).description
