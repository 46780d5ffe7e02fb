"""Past games over HTTP, out of a journal that is written meanwhile: to anyone, in pieces, and never a 500."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from past_evening import BEGAN_S, SETUP, won_game, write_evening

from companion.games.one_eyed_jack.record import parse_record
from companion.journal.archive import MemoryArchive, SqliteArchive
from companion.journal.event_log import MemoryJournal, SqliteJournal
from companion.journal.event_text import from_json
from companion.journal.past_games import PAGE, STEPS, PastGames
from companion.journal.turn_pictures import TurnPictures
from companion.referee.events import FaultFound, GameStarted, TurnPlayed
from companion.registry.games import refereed
from companion.vision.frame import Frame
from companion.web import Live, create_app
from companion.web.history import add_history


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening #1?.db"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    journal = write_evening(path)
    yield journal
    journal.close()


@pytest.fixture
def onlooker(live: Live, path: Path) -> FlaskClient:
    app = create_app(live)
    add_history(app, PastGames(SqliteArchive(path)))
    return app.test_client()


@pytest.fixture
def visitor(journal: SqliteJournal, onlooker: FlaskClient) -> FlaskClient:  # noqa: ARG001 (it is open meanwhile)
    return onlooker


def test_the_evening_is_listed_newest_first_with_who_won(visitor: FlaskClient):
    told = visitor.get("/api/history").json
    assert [(game["number"], game["state"], game["turns"]) for game in told["games"]] == [
        (3, "open", 2),
        (2, "unfinished", 1),
        (1, "over", 9),
    ]
    assert [game["began_at_s"] for game in told["games"]] == [BEGAN_S + 7200, BEGAN_S + 3600, BEGAN_S]
    assert told["wins"]["players"][0] == {"name": "Ann", "played": 3, "won": 1}
    assert told["wins"]["teams"] == [{"name": "Red", "played": 2, "won": 1}, {"name": "Blue", "played": 2, "won": 0}]


def test_a_step_stands_as_the_live_page_was_told_then(visitor: FlaskClient):
    steps = visitor.get("/api/history/1").json["steps"]
    kinds = ["start", *["turn"] * 3, "fault", "resolved", "turn", "undo", *["turn"] * 6]
    assert [step["kind"] for step in steps] == kinds
    statuses = visitor.get("/api/history/1/steps").json["statuses"]
    assert [bool(status["fault"]) for status in statuses] == [kind == "fault" for kind in kinds]
    events = [event for _, batch in won_game() for event in batch]
    whole = refereed(SETUP.game).replay(events)
    assert statuses[-1]["chips"] == refereed(SETUP.game).json(refereed(SETUP.game).statement(whole))["chips"]
    assert (statuses[-1]["result"], steps[-1]["words"].endswith("Ann wins the game!")) == ("Ann wins!", True)


@pytest.fixture
def pictured(live: Live, path: Path, tmp_path: Path, journal: SqliteJournal) -> Flask:
    """Pages over an evening of which one picture was kept: of the first game's fault."""
    turn_pictures = TurnPictures(tmp_path / "pictures")
    entries = journal.entries()
    fault = next(entry for entry in entries if isinstance(entry.event, FaultFound))
    turn_pictures.keep(Frame(np.full((3, 4, 3), 90, np.uint8), fault.taken_at_s), [fault.event])
    app = create_app(live)
    add_history(app, PastGames(SqliteArchive(path)), turn_pictures)
    return app


def test_the_step_in_dispute_has_its_picture_for_the_table_alone(pictured: Flask, live: Live):
    stranger, table = pictured.test_client(), pictured.test_client()
    table.post("/api/pin", json={"pin": live.desk.access.pin})
    steps = stranger.get("/api/history/1").json["steps"]
    assert [place for place, step in enumerate(steps) if step["picture"]] == [4]
    assert stranger.get("/api/history/1/pictures/4.jpg").status_code == 401
    answer = table.get("/api/history/1/pictures/4.jpg")
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"
    for path in ("1/pictures/5.jpg", "1/pictures/99.jpg", "2/pictures/4.jpg", "9/pictures/4.jpg"):
        assert table.get(f"/api/history/{path}").status_code == 404


def test_where_no_pictures_are_kept_no_step_has_one(visitor: FlaskClient, live: Live):
    visitor.post("/api/pin", json={"pin": live.desk.access.pin})
    assert not any(step["picture"] for step in visitor.get("/api/history/1").json["steps"])
    assert visitor.get("/api/history/1/pictures/4.jpg").status_code == 404


def test_what_somebody_said_is_signed_and_nothing_else_is(visitor: FlaskClient):
    steps = visitor.get("/api/history/1").json["steps"]
    assert [(step["kind"], step["who"]) for step in steps if step["who"]] == [("undo", "the table, seat 2")]
    assert visitor.get("/api/history/3").json["steps"][-1]["who"] == "seat 2"


def test_the_record_reads_back_as_the_same_game(visitor: FlaskClient):
    answer = visitor.get("/api/history/1/record.txt")
    assert "attachment" in answer.headers["Content-Disposition"]
    record = parse_record(answer.text)
    assert record.trouble == ""
    events = [event for _, batch in won_game() for event in batch]
    assert record.game.entries == refereed(SETUP.game).replay(events).game.entries
    assert (record.tags["Seat2"], [words for _, words in record.notes]) == (
        "Ben",
        ["fault: Two chips were put on the board: take one back.", "undo by the table, seat 2"],
    )


def test_the_events_are_those_of_the_journal(visitor: FlaskClient):
    kept = visitor.get("/api/history/2/events.json").json["events"]
    assert [row["type"] for row in kept] == ["GameStarted", "TurnPlayed"]


def test_a_game_grows_while_it_is_looked_at(visitor: FlaskClient, journal: SqliteJournal):
    before = visitor.get("/api/history/3").json["steps"]
    journal.append([TurnPlayed("P3 draw 1")], 40.0)
    after = visitor.get("/api/history/3").json["steps"]
    assert after[: len(before)] == before
    assert after[-1]["words"] == "Cleo draws 1."


def test_long_histories_and_long_games_come_in_pieces(visitor: FlaskClient, journal: SqliteJournal):
    for _ in range(PAGE):
        journal.append([GameStarted(SETUP)], 50.0)
    first = visitor.get("/api/history").json["games"]
    rest = visitor.get(f"/api/history?before={first[-1]['number']}").json
    assert [game["number"] for game in first + rest["games"]] == list(range(PAGE + 3, 0, -1))
    assert rest["wins"] is None
    journal.append([TurnPlayed("r 9S@A2")], 51.0)
    assert len(visitor.get("/api/history/1/steps?from=2").json["statuses"]) == 12 <= STEPS
    assert visitor.get("/api/history/1/steps?from=9999").json["statuses"] == []


@pytest.mark.parametrize("where", ["", "/steps", "/record.txt", "/events.json"])
def test_a_game_that_never_was_is_not_found(visitor: FlaskClient, where: str):
    for number in (0, 4, 10**40):
        assert visitor.get(f"/api/history/{number}{where}").status_code == 404


def test_the_page_of_a_game_that_never_was_says_so(visitor: FlaskClient):
    for number in (0, 4, 10**40):
        page = visitor.get(f"/history/{number}")
        assert (page.status_code, "no such game in the journal" in page.text) == (404, True), number


def test_the_page_of_a_game_waits_for_a_journal_that_cannot_be_read(onlooker: FlaskClient, path: Path):
    path.write_text("shopping: bread, milk, " * 100)
    assert onlooker.get("/history/1").status_code == 200


@pytest.mark.parametrize("query", ["/api/history?before=x", "/api/history?before=-1", "/api/history/1/steps?from=1e3"])
def test_what_is_no_number_is_refused(visitor: FlaskClient, query: str):
    assert visitor.get(query).status_code == 400


def test_before_any_game_there_is_an_empty_list(onlooker: FlaskClient):
    told = onlooker.get("/api/history").json
    assert told == {"games": [], "wins": {"games": 0, "players": [], "teams": []}}


def test_an_entry_that_cannot_be_read_ends_its_game_there_and_says_so(
    journal: SqliteJournal, onlooker: FlaskClient, path: Path
):
    journal.close()
    assert from_json('{"type":"TurnUndone"}')
    database = sqlite3.connect(path)
    database.execute("DROP TRIGGER no_change")
    database.execute("UPDATE entry SET event = x'ff7b' WHERE place = 5")
    database.execute(
        'UPDATE entry SET event = \'{"type":"GameStarted","setup":1}\' WHERE event GLOB \'*my_rules*\' AND place > 9'
    )
    database.execute(
        'UPDATE entry SET event = \'{"type":"TurnPlayed","turn":"P9 4S","verified":true}\' WHERE event LIKE \'%P1 9S%\''
    )
    database.commit()
    database.close()
    answer = onlooker.get("/api/history").json
    assert answer["wins"]["games"] == 2
    told = {game["number"]: game for game in answer["games"]}
    assert "entry 5 of the journal cannot be read" in told[1]["trouble"]
    assert told[1]["turns"] == 3
    assert "cannot be read" in told[2]["trouble"]
    assert "does not add up to a game" in told[3]["trouble"]
    assert onlooker.get("/api/history/2").json["steps"] == []
    assert onlooker.get("/api/history/2/record.txt").status_code == 409
    for number in (1, 2, 3):
        assert onlooker.get(f"/api/history/{number}/events.json").status_code == 200


@pytest.mark.parametrize("where", ["", "/1", "/1/steps", "/1/record.txt", "/1/events.json"])
def test_a_torn_journal_is_said_in_words(onlooker: FlaskClient, path: Path, where: str):
    path.write_text("shopping: bread, milk, " * 100)
    assert onlooker.get("/history/latest").status_code == 503
    answer = onlooker.get(f"/api/history{where}")
    assert (answer.status_code, "put back a copy" in answer.json["error"]) == (503, True)


def test_a_finished_game_is_found_without_knowing_its_number(visitor: FlaskClient, live: Live):
    assert visitor.get("/history/latest").headers["Location"] == "/history/3"
    app = create_app(live)
    add_history(app, PastGames(MemoryArchive(MemoryJournal())))
    assert app.test_client().get("/history/latest").status_code == 404


def test_the_live_page_leads_there_only_where_there_is_a_history(visitor: FlaskClient, client: FlaskClient):
    assert "/history" in visitor.get("/").text
    assert "/history" not in client.get("/").text
    assert [visitor.get(page).status_code for page in ("/history", "/history/1")] == [200, 200]
    assert client.get("/history").status_code == 404
