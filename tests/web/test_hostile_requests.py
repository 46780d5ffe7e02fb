"""Security as requests: whatever a hostile page, guest or program may try is refused, and the game is as it was."""

from collections.abc import Callable
from http.cookies import SimpleCookie

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.web import Desk, Live
from companion.web.commands import COMMANDS
from companion.web.limiter import EACH, WINDOW_S

pytestmark = pytest.mark.usefixtures("untouched")

Phone = Callable[[], FlaskClient]
Answers = Callable[..., dict[str, int]]
CHANGES = ("/api/pin", "/api/claim", "/api/leave", "/api/buzzer", *(f"/api/commands/{name}" for name in COMMANDS))


@pytest.fixture
def answers(table: FlaskClient) -> Answers:
    """What every path that could change something answers to the same request."""
    return lambda **request: {path: table.post(path, **request).status_code for path in CHANGES}


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(phone: Phone, desk: Desk):
    answer = phone().post("/api/pin", json={"pin": desk.access.pin})
    (cookie,) = SimpleCookie(answer.headers["Set-Cookie"]).values()
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Strict", "/api/", "")
    assert desk.access.pin not in cookie.value


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("forged", ["", "x", "table", "1", "A" * 3000, "eyJ0YWJsZSI6dHJ1ZX0.sig", "ü\x00"])
def test_a_forged_cookie_is_nobodys(phone: Phone, forged: str):
    stranger = phone()
    stranger.set_cookie("companion", forged, path="/api/")
    assert stranger.get("/api/me").json == {"table": False, "seat": None}
    assert stranger.post("/api/commands/undo", json={}).status_code == 401


def test_a_cookie_that_was_left_is_worth_nothing(phone: Phone, table: FlaskClient):
    (kept,) = [cookie.value for cookie in [table.get_cookie("companion", path="/api/")]]
    assert table.post("/api/leave", json={}).status_code == 204
    thief = phone()
    thief.set_cookie("companion", kept, path="/api/")
    assert thief.post("/api/commands/undo", json={}).status_code == 401


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost", "http://localhost:81", ""])
def test_another_page_changes_nothing(answers: Answers, origin: str):
    assert answers(json={}, headers={"Origin": origin}) == dict.fromkeys(CHANGES, 403)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_a_browser_that_says_so_is_believed(table: FlaskClient, site: str):
    assert table.post("/api/commands/undo", json={}, headers={"Sec-Fetch-Site": site}).status_code == 403


@pytest.mark.usefixtures("changes")
def test_the_page_itself_is_let_in(table: FlaskClient):
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert table.post("/api/commands/pass", json={}, headers=headers).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example"])
def test_a_name_that_was_pointed_here_opens_nothing(answers: Answers, host: str):
    assert answers(json={}, headers={"Host": host, "Origin": f"http://{host}"}) == dict.fromkeys(CHANGES, 400)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""]
)
def test_only_json_is_taken(answers: Answers, kind: str):
    assert answers(data=b"{}", headers={"Content-Type": kind}) == dict.fromkeys(CHANGES, 415)


def test_what_is_too_large_is_refused(answers: Answers):
    body = b'{"pin": "' + b"1" * 5000 + b'"}'
    assert answers(data=body, content_type="application/json") == dict.fromkeys(CHANGES, 413)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 4000, b"null", b"[]", b'"pin"', b"1e999", b"{}x"])
def test_what_is_no_json_object_is_refused(answers: Answers, body: bytes):
    assert answers(data=body, content_type="application/json") == dict.fromkeys(CHANGES, 400)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("undo", {"seat": 1}),
        ("undo", {"number": True}),
        ("undo", {"number": "0"}),
        ("override", {"seat": -1}),
        ("override", {"seat": 1.5}),
        ("answer", {}),
        ("answer", {"candidate": None}),
        ("tell", {"card": "1D"}),
        ("tell", {"card": ["7D"]}),
        ("roll", {"face": "x"}),
        ("forgot", {"seat": "1"}),
        ("game", {"options": "classic", "players": ["a", "b"], "game": "whist"}),
        ("suit", {"suit": "X"}),
        ("game", {"options": "classic", "players": ["a", "a"]}),
        ("game", {"options": "classic", "players": ["a", "\u202e"]}),
        ("game", {"options": "classic", "players": ["a", "\ud800"]}),
        ("game", {"options": "classic", "players": "ab"}),
        ("game", {"options": "classic", "players": ["a", "b" * 25]}),
        ("game", {"options": "classic " * 50, "players": ["a", "b"]}),
    ],
)
def test_wrong_fields_are_named(table: FlaskClient, name: str, body: dict):
    answer = table.post(f"/api/commands/{name}", json=body)
    assert answer.status_code == 400
    assert any(word in answer.json["error"] for word in ("field", ":"))


@pytest.mark.parametrize("options", ["classic N=7", "base players=4", "none"])
def test_options_that_the_game_does_not_know_are_refused_in_words(table: FlaskClient, options: str):
    answer = table.post("/api/commands/game", json={"options": options, "players": ["a", "b"]})
    assert answer.status_code == 409
    assert answer.json["error"]


def test_options_that_are_said_ten_thousand_times_are_not_read(table: FlaskClient):
    assert table.get("/api/rules", query_string={"options": f"my_rules {'n=5 ' * 10_000}"}).status_code == 400


def test_what_another_game_asks_for_is_refused(table: FlaskClient):
    answer = table.post("/api/commands/done", json={})
    assert (answer.status_code, answer.json["error"]) == (409, "The game being played now has nothing like that.")


@given(
    st.sampled_from(sorted(COMMANDS)),
    st.dictionaries(
        st.sampled_from(["number", "seat", "candidate", "card", "face", "options", "players", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
            lambda inner: st.lists(inner, max_size=3),
            max_leaves=4,
        ),
    ),
)
def test_no_fields_whatever_upset_the_table(application: Flask, new_game: Callable, name: str, body: dict):
    played, desk = new_game(), Desk(patience_s=0.0)
    desk.open(played.submit)
    application.extensions["live"] = Live(desk=desk)
    client = application.test_client()
    client.post("/api/pin", json={"pin": desk.access.pin})
    answer = client.post(f"/api/commands/{name}", json=body)
    assert answer.status_code in (200, 400, 403, 409)
    assert (answer.status_code == 200) == (len(played.log) > 1)


@pytest.mark.parametrize("path", ["/api/commands/..%2fpin", "/api/commands/", "/api/commands/undo/", "/api/commands/x"])
def test_no_trick_with_paths_finds_another_command(table: FlaskClient, path: str):
    answer = table.post(path, json={})
    assert answer.status_code == 404
    assert "error" in answer.json


def test_a_command_is_not_given_by_asking_for_a_page(table: FlaskClient):
    for path in set(CHANGES) - {"/api/buzzer"}:  # that one says how the buzzer is
        answer = table.get(path)
        assert answer.status_code == 405
        assert "POST" in answer.headers["Allow"]


def test_guessing_the_pin_soon_has_to_wait(phone: Phone, desk: Desk):
    wrong = f"{(int(desk.access.pin) + 1) % 10**6:06}"
    guesser = phone()
    answers = [guesser.post("/api/pin", json={"pin": wrong}) for _ in range(EACH + 1)]
    assert [answer.status_code for answer in answers] == [403] * EACH + [429]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= WINDOW_S + 1
    assert f"wait {WINDOW_S / 60:.0f} min" in answers[-1].json["error"]
    assert guesser.post("/api/pin", json={"pin": desk.access.pin}).status_code == 429
    assert guesser.get("/api/me").json == {"table": False, "seat": None}


def test_the_code_of_a_seat_is_guessed_no_better(phone: Phone):
    guesser = phone()
    answers = [guesser.post("/api/claim", json={"code": str(number)}).status_code for number in range(EACH + 1)]
    assert answers == [403] * EACH + [429]
