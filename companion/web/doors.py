"""Who a phone speaks for: asking, entering the table's PIN, claiming a seat, and letting go."""

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import TooManyRequests

from companion.web import complaints, requests
from companion.web.access import TooManyTriesError
from companion.web.addresses import join_url, qr_code

blueprint = Blueprint("doors", __name__, url_prefix="/api")


@blueprint.get("/me")
def me() -> Response:
    """What whoever asks may do: for the table, for a seat, or nothing but watch."""
    asker = requests.asker()
    return requests.unkept(jsonify(table=asker.table, seat=asker.seat))


@blueprint.post("/pin")
def pin() -> Response:
    """204 and a cookie for the PIN; 403 for another, 429 for too many."""
    sent = requests.fields({"pin": requests.text})
    return _grant(requests.desk().access.enter(sent["pin"], requests.address(), requests.token()), "the PIN is wrong")


@blueprint.post("/claim")
def claim() -> Response:
    """204 and a cookie for the code of a seat; 403 for another, 429 for too many."""
    sent = requests.fields({"code": requests.text})
    fresh = requests.desk().access.claim(sent["code"], requests.address(), requests.token())
    return _grant(fresh, "this code is not for a seat of this game; scan the one at the table")


@blueprint.post("/leave")
def leave() -> Response:
    """204, and from now on whoever asked may only watch."""
    requests.fields({})
    requests.desk().access.leave(requests.token())
    response = Response(status=204)
    response.delete_cookie(requests.COOKIE, path="/api/", httponly=True, samesite="Strict")
    return response


@blueprint.get("/secrets")
def secrets() -> Response:
    """The PIN, for a screen at the table that knows it already, or while no phone does; 401 for all others."""
    access = requests.desk().access
    if access.known_to_somebody:
        requests.for_the_table()
    return requests.unkept(jsonify(pin=access.pin))


@blueprint.post("/forget")
def forget() -> Response:
    """204, and no other phone is trusted any more; for the table."""
    requests.for_the_table()
    requests.fields({})
    requests.desk().access.forget_others(requests.token())
    return Response(status=204)


@blueprint.get("/seats/<int:seat>.svg")
def seat_code(seat: int) -> Response:
    """A QR code that gives a seat to whoever scans it, for a screen at the table; 401 for all others."""
    requests.for_the_table()
    live = requests.live()
    if live.status is None or not 1 <= seat <= len(live.status.hands):
        abort(404, "there is no such seat")
    # Behind the #, so that the secret is in no log and no Referer header.
    url = f"{join_url(request.host)}seat#{requests.desk().access.code(seat)}"
    return requests.unkept(qr_code(url))


def _grant(fresh: str | None, refusal: str) -> Response:
    if fresh is None:
        abort(403, refusal)
    return requests.with_token(Response(status=204), fresh)


def refused(error: TooManyTriesError) -> Response:
    """429, and when to try again."""
    minutes = max(1, round(error.wait_s / 60))
    return complaints.as_json(
        TooManyRequests(f"too many wrong tries; wait {minutes} min", retry_after=int(error.wait_s) + 1)
    )
