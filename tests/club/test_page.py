"""The club's pages and what they ask for: anybody may look, the plan is changed with the PIN alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from statements import begun, ended

from companion.club.club import Club
from companion.club.hall import Hall
from companion.club.journal import ClubJournal
from companion.club.page import create_app

ACTS = {
    "begin": {"names": ["Ann", "Bo", "Cid"]},
    "draw": {},
    "result": {"round": 1, "meeting": 0, "winner": 2, "lines": [1, 1]},
    "come": {"name": "Dora"},
    "leave": {"name": "Cid"},
}

FAMILY, ALI_REZA = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    journal = ClubJournal(tmp_path / "club.jsonl")
    club = Club(journal, Hall(), range)
    club.hear("elm", "status", begun())
    yield club
    club.hall.close()
    journal.close()


@pytest.fixture
def phone(club: Club) -> FlaskClient:
    return create_app(club, heartbeat_s=0.1).test_client()


@pytest.fixture
def trusted(phone: FlaskClient, club: Club) -> FlaskClient:
    assert phone.post("/api/pin", json={"pin": club.hall.desk.access.pin}).status_code == 204
    return phone


@pytest.mark.parametrize("path", ["/", "/tables/elm", "/join.svg", "/app.webmanifest", "/favicon.ico", "/api/status"])
def test_anybody_may_look(phone: FlaskClient, path: str):
    with phone.get(path) as answer:
        assert answer.status_code == 200
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_table_that_sends_rubbish_has_a_page_that_says_so(phone: FlaskClient, club: Club):
    club.hear("fir", "status", "rubbish")
    assert phone.get("/tables/fir").status_code == 200


def test_an_evening_is_begun_in_place_of_the_one_that_was_seen_and_of_no_other(trusted: FlaskClient, club: Club):
    sent = {"names": ["Ann", "Ben"], "seen": [0, 0]}
    assert trusted.post("/api/club/begin", json=sent).status_code == 204
    refused = trusted.post("/api/club/begin", json=sent)
    assert (refused.status_code, refused.json["error"][:26]) == (409, "another evening was begun,")
    club.draw()
    assert trusted.post("/api/club/begin", json={**sent, "seen": [2, 0]}).status_code == 409
    assert trusted.post("/api/club/begin", json={**sent, "seen": [2]}).status_code == 400
    assert trusted.post("/api/club/begin", json={**sent, "seen": [2, 1]}).status_code == 204
    assert trusted.post("/api/club/begin", json={"names": ["Cid", "Dora"]}).status_code == 204


def test_two_hundred_may_play_whatever_they_write_in(trusted: FlaskClient, club: Club):
    names = [f"{number} {'名' * 36}" for number in range(200)]
    assert trusted.post("/api/club/begin", json={"names": names}).status_code == 204
    assert club.evening.entrants == tuple(names)


@pytest.mark.parametrize("path", ["/tables/oak", "/tables/..%2f", "/tables/", "/nowhere", "/wall"])
def test_what_is_not_there_is_said_on_a_page(phone: FlaskClient, path: str):
    answer = phone.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.text


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_changed_without_the_pin(phone: FlaskClient, club: Club, act: str):
    assert phone.post(f"/api/club/{act}", json=ACTS[act]).status_code == 401
    assert club.evening.entrants == ()


def test_an_evening_is_played_from_a_phone(trusted: FlaskClient, club: Club):
    for act, sent in ACTS.items():
        assert trusted.post(f"/api/club/{act}", json=sent).status_code == 204, act
    assert club.evening.rounds[0].meetings[0].result
    assert club.evening.present == (0, 1, 3)
    club.hear("elm", "status", ended())
    told = trusted.get("/api/status").json
    assert told["plan"]["meetings"][0]["points"] == [1, 1]
    assert [table["name"] for table in told["tables"]] == ["elm"]


@pytest.mark.parametrize(
    ("act", "sent", "code", "words"),
    [
        ("draw", {}, 409, "no evening has begun|fewer than two"),
        ("begin", {"names": ["Ann"]}, 409, "2 to 200"),
        ("begin", {"names": "Ann, Bo"}, 400, "a list of at most 200"),
        ("begin", {"names": ["x"] * 201}, 400, "a list of at most 200"),
        ("begin", {"names": ["Ann", 3]}, 400, "printable"),
        ("begin", {"names": ["Ann", "\u202eBo"]}, 400, "printable"),
        ("begin", {"names": ["Ann", "B\x00o"]}, 400, "printable"),
        ("begin", {"names": ["Ann", "\u200d"]}, 409, "no name"),
        ("begin", {"names": ["Ann", "A\u200dnn"]}, 409, "entered twice"),
        ("begin", {}, 400, "names is missing"),
        ("come", {"name": "\u202eBo"}, 400, "printable"),
        ("come", {"name": "Ann", "more": 1}, 400, "unknown field"),
        ("result", {"meeting": 0, "winner": 1, "lines": [0, 2]}, 400, "round is missing"),
        ("result", {"round": 0, "meeting": 0, "winner": 1, "lines": [0, 2]}, 409, "no evening|no such meeting"),
        ("result", {"round": 0, "meeting": 0, "winner": 3, "lines": [0, 0]}, 400, "winner"),
        ("result", {"round": 0, "meeting": 0, "winner": 1, "lines": [0]}, 400, "two numbers"),
        ("result", {"round": 0, "meeting": 0, "winner": 1, "lines": [0, 100]}, 400, "whole number"),
        ("result", {"round": 1, "meeting": 0, "winner": 1, "lines": [0, 2]}, 409, "that round is over"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    trusted: FlaskClient, act: str, sent: dict[str, object], code: int, words: str
):
    answer = trusted.post(f"/api/club/{act}", json=sent)
    assert answer.status_code == code
    assert any(each in answer.json["error"] for each in words.split("|"))


def test_names_may_be_written_with_joiners_as_at_every_table(trusted: FlaskClient, club: Club):
    assert trusted.post("/api/club/begin", json={"names": ["Ann", f"{ALI_REZA}\u200d "]}).status_code == 204
    assert trusted.post("/api/club/come", json={"name": FAMILY}).status_code == 204
    assert club.evening.entrants == ("Ann", ALI_REZA, FAMILY)
    assert trusted.post("/api/club/leave", json={"name": ALI_REZA}).status_code == 204
    assert club.evening.present == (0, 2)


def test_another_page_changes_nothing(trusted: FlaskClient, club: Club):
    elsewhere = {"Origin": "http://evil.example"}
    assert trusted.post("/api/club/begin", json=ACTS["begin"], headers=elsewhere).status_code == 403
    assert club.evening.entrants == ()


def test_news_comes_as_it_happens_and_goes_on_where_it_stopped(phone: FlaskClient, club: Club):
    stream = phone.get("/api/events").response
    lines = iter(stream)
    assert b"retry" in next(lines)
    first = next(lines).decode()
    assert json.loads(first.split("data: ")[1])["whole"]
    club.hear("oak", "status", begun())
    second = json.loads(next(lines).decode().split("data: ")[1])
    assert [table["name"] for table in second["tables"]] == ["oak"]
    assert "plan" not in second
    stream.close()
    identity = first.split("id: ")[1].split("\n")[0]
    again = phone.get("/api/events", headers={"Last-Event-ID": identity}).response
    chunks = iter(again)
    next(chunks)
    assert [table["name"] for table in json.loads(next(chunks).decode().split("data: ")[1])["tables"]] == ["oak"]
    again.close()
