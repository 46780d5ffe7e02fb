"""The board as the camera sees it, for the table to confirm before a game goes on from it."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.web import Desk


def test_only_the_table_sees_the_board_as_it_lies(phone: Callable[[], FlaskClient], desk: Desk):
    seated = phone()
    seated.post("/api/claim", json={"code": desk.access.code(2)})
    assert [client.get("/api/scan").status_code for client in (phone(), seated)] == [401, 401]


def test_the_lines_on_a_board_are_named_with_what_they_might_be_instead(table: FlaskClient):
    found = table.get("/api/scan", query_string={"chips": "." * 40 + "1" * 6 + "." * 54}).json
    assert found["lines"] == [
        {"team": 1, "squares": [40, 41, 42, 43, 44], "text": "A5-E5", "counts": True},
        {"team": 1, "squares": [41, 42, 43, 44, 45], "text": "B5-F5", "counts": False},
    ]
    assert (found["safe"], found["free"], found["captures"]) == (True, [0, 9, 90, 99], [])


def test_captures_are_told_where_something_is_captured(table: FlaskClient):
    table.post("/api/commands/game", json={"options": "open N=2 T=2 capture=pairs", "players": ["a", "b"]})
    assert table.get("/api/scan").json["captures"] == [0, 0]


@pytest.mark.parametrize(("die", "reverses"), [("off", False), ("d6r0s1,after", False), ("d6r1s0,after", True)])
def test_whether_a_die_may_turn_play_round_is_told(table: FlaskClient, die: str, reverses: bool):
    table.post("/api/commands/game", json={"options": f"open N=4 T=2 die={die}", "players": ["a", "b", "c", "d"]})
    assert (table.get("/api/scan").json["reverses"], table.get("/api/scan").json["direction"]) == (reverses, 1)


@pytest.mark.parametrize("chips", ["", "." * 99, "." * 99 + "2", "." * 101, "x" * 100])
def test_no_board_of_another_kind_is_read(table: FlaskClient, chips: str):
    answer = table.get("/api/scan", query_string={"chips": chips})
    assert (answer.status_code, answer.json["error"][:18]) == (409, "Give a hundred squ")


def test_a_game_without_a_board_is_not_scanned_which_is_said(table: FlaskClient, played):
    played.tracking = "another game"
    answer = table.get("/api/scan")
    assert (answer.status_code, answer.json) == (409, {"error": "There is no board in this game."})


def test_a_scan_changes_nothing(table: FlaskClient, played):
    before = (played.tracking, list(played.log))
    assert table.get("/api/scan").status_code == 200
    assert (played.tracking, played.log) == before


def test_a_square_is_written_as_people_write_it(table: FlaskClient, played):
    assert table.post("/api/commands/edit", json={"square": "C4", "team": 1}).status_code == 200
    assert [event.command for event in played.log if hasattr(event, "command")] == ["edit square=C4 team=1"]
    assert table.post("/api/commands/edit", json={"square": "K4"}).status_code == 400


@pytest.mark.parametrize(("game", "standings"), [("one-eyed-jack", (1, 0)), ("black-jack", (0, 0))])
def test_players_bring_the_games_they_have_won_to_the_next_of_the_kind(
    table: FlaskClient, played, game: str, standings: tuple[int, int]
):
    for seat, wins in ((1, 2), (2, 1)):
        assert table.post("/api/commands/score", json={"seat": seat, "wins": wins}).status_code == 200
    options = "kids" if game == "one-eyed-jack" else "base players=2"
    body = {"game": game, "options": options, "players": ["Ben", "Cleo"]}
    assert table.post("/api/commands/game", json=body).status_code == 200
    assert played.tracking.standings == standings


def test_a_game_is_set_up_counted_and_ended(table: FlaskClient, played):
    position = "*8*/X/X/2r7/X/X/X/X/X/*8* 2 + - 80 - 9 6,5"
    for name, body in (
        ("setup", {"position": position}),
        ("hand", {"seat": 1, "cards": 4}),
        ("end", {"result": "win", "team": 1}),
    ):
        assert table.post(f"/api/commands/{name}", json=body).status_code == 200
    game = played.tracking.game
    assert (game.position.chips[32], game.position.hands, game.outcome().winner) == (0, (4, 5), 1)
    assert table.post("/api/commands/setup", json={"position": "nonsense"}).status_code == 409
    assert table.post("/api/commands/end", json={"result": "lost"}).status_code == 400
