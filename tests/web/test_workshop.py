"""Boards on the web: for whoever knows the PIN and no other; whatever is sent wrong is refused and changes nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from bench import Bench
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.errors import CalibrationError, ProfileError
from companion.web import Live, Workshop, create_app
from companion.web.workshop import LARGEST_BYTES

STEPS: dict[str, dict[str, Any]] = {
    "begin": {},
    "leave": {},
    "look": {"taps": [[3, 4.5]]},
    "card": {"square": 5, "card": "10d"},
    "cards": {"letters": "RB"},
    "back": {},
    "chips": {},
    "keep": {"name": "Oak", "replaces": True},
}
ACTS: dict[str, dict[str, Any]] = {
    "choose": {"name": "Oak"},
    "rename": {"name": "Oak", "new": "Elm"},
    "delete": {"name": "Oak"},
}
POSTS = [
    *(f"/api/calibration/{name}" for name in STEPS),
    *(f"/api/boards/{name}" for name in ACTS),
    "/api/boards/import",
]
READS = [
    "/api/calibration",
    "/api/calibration/table.jpg",
    "/api/calibration/board.jpg",
    "/api/boards",
    "/api/boards/Oak/file",
]


@pytest.fixture
def stranger(live: Live, bench: Bench) -> FlaskClient:
    return create_app(live, workshop=Workshop(bench, bench)).test_client()


@pytest.fixture
def table(stranger: FlaskClient, live: Live) -> FlaskClient:
    client = stranger.application.test_client()
    assert client.post("/api/pin", json={"pin": live.desk.access.pin}).status_code == 204
    return client


def body(path: str) -> dict[str, Any]:
    return {**STEPS, **ACTS}.get(path.rpartition("/")[2], {"name": "Oak", "size": 3, "at": 0, "data": "emlw"})


@pytest.mark.parametrize("path", POSTS)
def test_nobody_without_the_pin_changes_anything(stranger: FlaskClient, live: Live, bench: Bench, path: str):
    assert stranger.post(path, json=body(path)).status_code == 401
    assert stranger.post("/api/claim", json={"code": live.desk.access.code(1)}).status_code == 204
    assert stranger.post(path, json=body(path)).status_code == 401
    assert bench.asked == []


@pytest.mark.parametrize("path", READS)
def test_nobody_without_the_pin_sees_anything(stranger: FlaskClient, bench: Bench, path: str):
    answer = stranger.get(path)
    assert (answer.status_code, bench.asked) == (401, [])
    assert b"jpeg" not in answer.data


@pytest.mark.parametrize("path", READS)
def test_what_the_table_sees_is_kept_in_no_cache(table: FlaskClient, path: str):
    answer = table.get(path)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


@pytest.mark.parametrize("path", POSTS)
def test_another_page_changes_nothing(table: FlaskClient, bench: Bench, path: str):
    refused: list[TestResponse] = [
        table.post(path, json=body(path), headers={"Origin": "http://evil.example"}),
        table.post(path, json=body(path), headers={"Sec-Fetch-Site": "cross-site"}),
        table.post(path, data=json.dumps(body(path)), content_type="text/plain"),
        table.post(path, data=json.dumps(body(path)), content_type="application/octet-stream"),
        table.post(path, data=body(path), content_type="multipart/form-data"),
        table.post(path, json=body(path), headers={"Host": "evil.example"}),
        table.post(path, data=b"x" * 70_000, content_type="application/json"),
    ]
    assert [answer.status_code for answer in refused] == [403, 403, 415, 415, 415, 400, 413]
    assert bench.asked == []


@pytest.mark.parametrize("path", [path for path in POSTS if path != "/api/boards/import"])
def test_what_is_asked_comes_to_the_table(table: FlaskClient, bench: Bench, path: str):
    answer = table.post(path, json=body(path))
    assert answer.status_code == 200
    assert len(bench.asked) == 1
    assert answer.json == (
        {"boards": [{"name": "Oak", "chosen": True, "own": True}]}
        if "boards" in path
        else table.get("/api/calibration").json
    )


@pytest.mark.parametrize("name", STEPS)
def test_an_answer_to_a_step_that_is_over_is_refused_and_changes_nothing(table: FlaskClient, bench: Bench, name: str):
    answer = table.post(f"/api/calibration/{name}", json={**STEPS[name], "number": 7})
    assert (answer.status_code, answer.json, bench.asked) == (409, {"error": "another step"}, [])
    assert table.post(f"/api/calibration/{name}", json={**STEPS[name], "number": 0}).status_code == 200
    assert len(bench.asked) == 1


def test_taps_and_cards_arrive_as_they_are_meant(table: FlaskClient, bench: Bench):
    table.post("/api/calibration/look", json=STEPS["look"])
    table.post("/api/calibration/card", json=STEPS["card"])
    table.post("/api/calibration/keep", json={"name": "Oak"})
    assert bench.asked == [("look", [(3.0, 4.5)]), ("name_card", "TD", 5), ("keep", "Oak")]


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("calibration/look", {"taps": []}),
        ("calibration/look", {"taps": [[1, 2], [3, 4]]}),
        ("calibration/look", {"taps": [[1, 2, 3]]}),
        ("calibration/look", {"taps": [[1, "2"]]}),
        ("calibration/look", {"taps": [[1, True]]}),
        ("calibration/look", {"taps": [[-1, 2]]}),
        ("calibration/look", {"taps": [[1e9, 2]]}),
        ("calibration/look", {"taps": [7]}),
        ("calibration/look", {"taps": {"x": 1}}),
        ("calibration/card", {"square": 100, "card": "7D"}),
        ("calibration/card", {"square": True, "card": "7D"}),
        ("calibration/card", {"square": 5, "card": "7X"}),
        ("calibration/card", {"square": 5}),
        ("calibration/cards", {"letters": ["R"]}),
        ("calibration/cards", {"letters": "R" * 7}),
        ("calibration/keep", {"name": "Oak", "replaces": 1}),
        ("calibration/keep", {"name": "a\nb"}),
        ("calibration/begin", {"x": 1}),
        ("calibration/begin", []),
        ("boards/choose", {"name": 7}),
        ("boards/rename", {"name": "Oak"}),
        ("boards/import", {"name": "Oak", "size": -1, "at": 0, "data": ""}),
        ("boards/import", {"name": "Oak", "size": LARGEST_BYTES + 1, "at": 0, "data": ""}),
        ("boards/import", {"name": "Oak", "size": 3, "at": 0, "data": "not base64"}),
        ("boards/import", {"name": "Oak", "size": 3, "at": 0, "data": "é"}),
        ("boards/import", {"name": "Oak", "size": 3, "at": 0, "data": 7}),
    ],
)
def test_what_is_sent_wrong_is_named_and_changes_nothing(table: FlaskClient, bench: Bench, path: str, sent: object):
    answer = table.post(f"/api/{path}", json=sent)
    assert (answer.status_code, bench.asked) == (400, [])
    assert answer.json["error"]


def test_not_a_number_is_no_tap(table: FlaskClient, bench: Bench):
    answer = table.post("/api/calibration/look", data='{"taps": [[NaN, Infinity]]}', content_type="application/json")
    assert (answer.status_code, bench.asked) == (400, [])


@pytest.mark.parametrize("refusal", [ValueError("moved on"), CalibrationError("no board"), ProfileError("torn")])
def test_a_refusal_is_told_in_its_own_words(table: FlaskClient, bench: Bench, refusal: Exception):
    bench.refuses = refusal
    for path in (path for path in POSTS if path != "/api/boards/import"):
        answer = table.post(path, json=body(path))
        assert (answer.status_code, answer.json) == (409, {"error": str(refusal)})
    assert table.get("/api/boards/Oak/file").status_code == 409


def test_a_picture_that_is_not_there_yet_is_no_mistake(table: FlaskClient, bench: Bench):
    bench.picture = None
    assert table.get("/api/calibration/table.jpg").status_code == 204


def test_where_nothing_is_calibrated_the_table_is_told(live: Live, phone: Callable[[], FlaskClient]):
    client = phone()
    client.post("/api/pin", json={"pin": live.desk.access.pin})
    assert client.get("/api/boards").status_code == 503
    assert client.post("/api/calibration/begin", json={}).status_code == 503
    assert "Nothing can be calibrated here" in client.get("/calibrate").text
    assert "calibrate.js" not in client.get("/calibrate").text


def test_the_page_says_that_no_board_is_known_until_one_is(
    stranger: FlaskClient, bench: Bench, status: Callable, live: Live
):
    assert "No board yet" in stranger.get("/").text
    assert "calibrate.js" in stranger.get("/calibrate").text
    bench.chosen = "Oak"
    assert "Waiting for the table" in stranger.get("/").text
    bench.chosen = None
    live.tell(status(3))
    assert "No board yet" not in stranger.get("/").text
