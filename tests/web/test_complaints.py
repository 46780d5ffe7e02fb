"""What is refused is said in words: to people as a page that leads back to the table, to programs as JSON."""

from functools import partial

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from companion.journal.archive import MemoryArchive
from companion.journal.event_log import MemoryJournal
from companion.journal.past_games import PastGames
from companion.web import Live, create_app
from companion.web.history import add_history


def _broken() -> str:
    raise RuntimeError("a secret of the program's own")


@pytest.fixture
def app(live: Live) -> Flask:
    app = create_app(live)
    add_history(app, PastGames(MemoryArchive(MemoryJournal())))
    app.add_url_rule("/broken", view_func=_broken)
    app.add_url_rule("/busy", "busy", partial(abort, 503))
    app.add_url_rule("/api/broken", "api-broken", view_func=_broken)
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(
    ("path", "status", "title", "words"),
    [
        ("/nowhere", 404, "There is no such page", "Nothing was changed"),
        ("/history/latest", 404, "There is no such page", "No game was played yet."),
        ("/broken", 500, "Something went wrong", "Program error number 1 (answering a phone);"),
        ("/busy", 503, "Not just now", "Nothing was changed"),
    ],
)
def test_people_get_a_page_with_the_reason_and_the_way_back(
    client: FlaskClient, path: str, status: int, title: str, words: str
):
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert f"<h2>{title}</h2>" in answer.text
    assert words in answer.text
    assert 'href="/"' in answer.text
    assert "secret" not in answer.text
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_page_asked_for_under_a_foreign_name_says_which_address_to_use(client: FlaskClient):
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "<h2>This address does not work</h2>" in answer.text
    assert "use the address shown at the table" in answer.text


@pytest.mark.parametrize(("path", "status"), [("/api/nowhere", 404), ("/api/broken", 500)])
def test_programs_get_json(client: FlaskClient, path: str, status: int):
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (status, "application/json")
    assert list(answer.json or {}) == ["error"]


def test_programs_are_told_in_the_words_of_the_house(client: FlaskClient):
    assert client.get("/api/nowhere").json == {"error": "there is nothing at this address"}
    assert client.post("/api/pin", json={"pin": "1" * 5000}).json == {"error": "that is too long"}


def test_a_script_that_sends_to_a_page_gets_json_and_is_told_what_may_be_done(client: FlaskClient):
    answer = client.post("/history", json={})
    assert (answer.status_code, answer.mimetype) == (405, "application/json")
    assert "GET" in answer.headers["Allow"]
