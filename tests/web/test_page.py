"""What one request gets: the page, its parts, the state as JSON; and who gets nothing."""

import json
import re
import socket
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.views.one_eyed_jack.status import Status
from companion.web import Live
from companion.web.addresses import join_url, lan_address

Make = Callable[..., Status]
STATIC = (
    *("ask.js", "board.css", "board.js", "desk.css", "door.js", "draw.js", "feed.js", "icon.svg", "lights.js"),
    *("new.css", "new.js", "questions.js", "referee.js", "seat.js", "table.css", "table.js", "wall.js", "words.js"),
)
PAGES = ("/", "/api/status", "/join.svg", "/static/table.css", "/static/table.js", "/nowhere")
OWN = socket.gethostname()


@pytest.mark.parametrize("path", ["/", "/new", "/seat", "/wall", *(f"/static/{name}" for name in STATIC)])
def test_the_page_asks_for_nothing_from_outside(client: FlaskClient, path: str):
    with client.get(path) as answer:
        outside = re.findall(r"(?:https?:)?//[a-z][^\s'\"<>]*", answer.text.replace(f"http://{lan_address()}/", ""))
    assert [address for address in outside if not address.startswith("http://www.w3.org/")] == []


def test_the_page_holds_no_inline_script_or_style(client: FlaskClient):
    page = client.get("/").text
    assert "<style" not in page
    assert " style=" not in page
    assert page.count("<script") == page.count('<script type="module" src="/static/') == 1
    assert " onclick" not in page


@pytest.mark.parametrize("path", ["/", "/wall"])
def test_before_any_script_the_page_says_how_the_game_stands(client: FlaskClient, live: Live, status: Make, path: str):
    live.doing = "Learning the chips…"
    assert 'id="turn">Learning the chips…<' in client.get(path).text
    live.tell(replace(status(5), headline="Blue to play"))
    page = client.get(path).text
    assert 'id="turn">Blue to play<' in page
    assert 'id="hint">5 chips.<' in page
    assert "Learning the chips" not in page


def test_names_are_escaped(client: FlaskClient, live: Live, status: Make):
    live.tell(replace(status(1), announcement="<script>alert(1)</script>"))
    assert "<script>alert" not in client.get("/").text


def test_the_state_is_strict_json_once_there_is_one(client: FlaskClient, live: Live, status: Make):
    assert client.get("/api/status").status_code == 204
    live.tell(status(7, fault="Take one <b>back</b>."))
    answer = client.get("/api/status")
    assert answer.mimetype == "application/json"
    told = json.loads(answer.text, parse_constant=pytest.fail)
    assert told["chips"].count(None) == 93
    assert told["fault"]["message"] == "Take one <b>back</b>."


def test_whoever_asks_is_told_beside_the_game_what_whoever_listens_is(client: FlaskClient, live: Live, status: Make):
    for live.trouble, live.doing, live.aside in (("No picture.", "Looking …", ""), ("", "", "The broker\nis away.")):
        asked = client.get("/api/status")
        assert json.loads(asked.headers["Told-Beside"])[:3] == [live.trouble, live.doing, live.aside]
        live.tell(status(1))
    known = client.get("/api/status", headers={"If-None-Match": client.get("/api/status").headers["ETag"]})
    assert (known.status_code, json.loads(known.headers["Told-Beside"])[2]) == (304, live.aside)


def test_a_reader_who_has_the_state_gets_it_only_when_it_changed(client: FlaskClient, live: Live, status: Make):
    live.tell(status(1))
    tag = client.get("/api/status").headers["ETag"]
    assert client.get("/api/status", headers={"If-None-Match": tag}).status_code == 304
    live.tell(status(2))
    assert client.get("/api/status", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_keeps_other_pages_out(client: FlaskClient, path: str):
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:8000", "192.168.1.20", "[::1]:8000", "localhost", "table.example:80", "Table.EXAMPLE"),
        *(OWN, OWN.upper(), f"{OWN}.local:8000"),
    ],
)
def test_the_page_answers_to_addresses_and_its_own_names(client: FlaskClient, host: str):
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "192.168.1.20.evil.example", "", "localhost.evil", "a b", "127.0.0.1:x", "127.0.0.1/x", "[::1]?x"],
)
@pytest.mark.parametrize("path", ["/", "/api/status", "/api/events", "/join.svg"])
def test_a_page_that_points_its_own_name_here_gets_nothing(client: FlaskClient, host: str, path: str):
    assert client.get(path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("path", PAGES[:5])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_here_changes_anything(client: FlaskClient, method: str, path: str):
    assert client.open(path, method=method, json={}).status_code == 405


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_a_method_that_nobody_offers_is_refused_as_such_whatever_it_carries(client: FlaskClient, method: str):
    assert client.open("/api/status", method=method).status_code == 405
    assert client.open("/api/status", method=method, headers={"Origin": "http://evil.example"}).status_code == 403


@pytest.mark.parametrize(
    "path", ["/static/../guard.py", "/static/%2e%2e/guard.py", "/static/..%2fguard.py", "/static//etc/passwd"]
)
def test_no_trick_with_paths_leaves_the_static_folder(client: FlaskClient, path: str):
    assert client.get(path).status_code in (308, 404)


def test_asking_for_the_head_of_the_stream_takes_no_place(client: FlaskClient, live: Live):
    for _ in range(5):
        with client.head("/api/events") as answer:
            assert answer.status_code == 200
    assert [live.take_seat() for _ in range(4)] == [True, True, True, False]


def test_a_phone_is_told_which_picture_it_may_cut_to_the_shape_of_its_icons(client: FlaskClient):
    icons = client.get("/app.webmanifest").json["icons"]
    assert [icon["sizes"] for icon in icons if icon["purpose"] == "maskable"] == ["512x512"]
    assert {icon["sizes"] for icon in icons if icon["purpose"] == "any"} == {"192x192", "512x512"}


def test_the_code_to_join_is_a_picture(client: FlaskClient):
    answer = client.get("/join.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert b"<path" in answer.data


def test_the_address_to_join_is_never_one_that_means_only_this_machine():
    here = f"http://{lan_address()}:8000/"
    assert [join_url(host) for host in ("localhost:8000", "127.0.0.1:8000", "0.0.0.0:8000")] == [here] * 3
    assert join_url("[::1]") == f"http://{lan_address()}/"
    assert join_url("192.168.1.20:8000") == "http://192.168.1.20:8000/"
    assert join_url("[fd00::2]:8000") == "http://[fd00::2]:8000/"
    assert join_url("table.local") == "http://table.local/"


def test_a_machine_on_no_network_knows_only_itself():
    assert lan_address(towards=("256.0.0.1", 9)) == "127.0.0.1"
