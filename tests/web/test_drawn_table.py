"""The page of a drawn table: taps become chips and cards; what is no tap is refused and changes nothing."""

import re
import time
from collections.abc import Iterator
from html import unescape

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import Live, create_app
from companion.web.drawn_table import add_drawn_table
from hardware.drawn_table import frame_from_board
from hardware.virtual_table import VirtualTable


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return VirtualTable("RB", time.monotonic, lambda _: None)


@pytest.fixture(scope="module")
def drawn(table: VirtualTable) -> Flask:
    app = create_app(Live())
    add_drawn_table(app, table)
    return app


@pytest.fixture
def client(drawn: Flask, table: VirtualTable) -> FlaskClient:
    table.clear()
    for seat in table.lying.sitters:
        table.sit(seat, None)
    return drawn.test_client()


def test_a_tap_on_a_square_lays_a_chip_and_another_takes_it_away(client: FlaskClient):
    x, y = map(float, frame_from_board(np.array([[4.5, 2.5]]))[0])
    assert client.post("/drawn/chip", json={"x": x, "y": y, "team": "B"}).json["chips"] == {"24": "B"}
    assert client.post("/drawn/chip", json={"x": x, "y": y, "team": "B"}).json["chips"] == {}


def test_a_program_names_the_square(client: FlaskClient):
    assert client.post("/drawn/chip", json={"square": 7, "team": "R"}).json["chips"] == {"7": "R"}


def test_what_a_program_asks_for_twice_is_done_once(client: FlaskClient):
    for team, chips in (("R", {"7": "R"}), ("B", {"7": "R"}), (None, {}), ("B", {"7": "B"})):
        for _ in range(2):
            client.post("/drawn/chip", json={"square": 7, "team": team})
            assert client.get("/drawn/lying").json["chips"] == chips


def test_a_chip_is_not_laid_upon_another(client: FlaskClient):
    client.post("/drawn/chip", json={"square": 7, "team": "R"})
    refused = client.post("/drawn/chip", json={"square": 7, "team": "B"})
    assert (refused.status_code, refused.json["error"]) == (400, "another chip lies there; take that away first")


def test_the_page_says_what_its_picture_shows_as_it_is_told_later(client: FlaskClient):
    for square, team in ((44, "R"), (5, "B"), (9, "R")):
        client.post("/drawn/chip", json={"square": square, "team": team})
    client.post("/drawn/card", json={"card": "JD"})
    page = unescape(client.get("/drawn/").text)
    assert 'data-lies="[{"5":"B","9":"R","44":"R"},["JD"]]"' in page


def test_a_card_goes_on_the_pile(client: FlaskClient):
    assert client.post("/drawn/card", json={"card": "JD"}).json["pile"] == ["JD"]


def test_the_table_can_be_cleared(client: FlaskClient, table: VirtualTable):
    table.put(3, "R")
    assert client.post("/drawn/clear", json={}).json == {"chips": {}, "pile": [], "mine": None, "kept": []}


@pytest.mark.parametrize(
    ("what", "asked"),
    [
        ("chip", {"x": 955, "y": 300, "team": "R"}),
        ("chip", {"square": 100, "team": "R"}),
        ("chip", {"square": 5, "team": "G"}),
        ("chip", {"team": "R"}),
        ("chip", {"square": True, "team": "R"}),
        ("chip", {"square": 5, "team": ["R"]}),
        ("chip", {"square": 5, "team": ""}),
        ("chip", {"x": 1e99, "y": 1, "team": "R"}),
        ("chip", []),
        ("card", {"card": "1X"}),
        ("card", {}),
    ],
)
def test_what_is_no_tap_is_refused(client: FlaskClient, table: VirtualTable, what: str, asked: object):
    assert client.post(f"/drawn/{what}", json=asked).status_code == 400
    assert (dict(table.lying.chips), table.lying.pile) == ({}, ())


CHANGES = ("chip", "card", "clear", "deal", "board-deal", "sit", "stand", "play", "draw", "back")


@pytest.fixture
def laid(client: FlaskClient, table: VirtualTable) -> Iterator[FlaskClient]:
    """A table with a chip and a card on it, which whoever is refused leaves as it was."""
    table.put(7, "R")
    table.lay("JD")
    yield client
    assert (dict(table.lying.chips), table.lying.pile, table.dealt) == ({7: "R"}, ("JD",), None)


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""])
def test_a_foreign_pages_form_is_refused(laid: FlaskClient, what: str, kind: str):
    assert laid.post(f"/drawn/{what}", data=b"{}", headers={"Content-Type": kind}).status_code == 415


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_a_hostile_page_in_another_tab_changes_nothing(laid: FlaskClient, what: str, headers: dict[str, str]):
    assert laid.post(f"/drawn/{what}", json={}, headers=headers).status_code == 403
    assert laid.options(f"/drawn/{what}", headers=headers).headers.get("Access-Control-Allow-Origin") is None


@pytest.mark.parametrize("what", CHANGES)
def test_a_name_that_was_pointed_here_reaches_no_drawn_table(laid: FlaskClient, what: str):
    assert laid.post(f"/drawn/{what}", json={}, headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("body", [b"", b"{", b"[" * 4000, b"null", b'{"who": 1}', b'{"x": NaN, "y": 1}'])
def test_what_is_malformed_is_refused(laid: FlaskClient, what: str, body: bytes):
    assert laid.post(f"/drawn/{what}", data=body, content_type="application/json").status_code == 400


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_too_large_is_refused(laid: FlaskClient, what: str):
    body = b'{"card": "' + b"1" * 5000 + b'"}'
    assert laid.post(f"/drawn/{what}", data=body, content_type="application/json").status_code == 413


def test_the_page_offers_every_card_and_both_teams(client: FlaskClient):
    page = client.get("/drawn/").text
    assert page.count("data-card=") == 53  # and the joker
    assert 'value="R"> Red' in page
    assert 'value="B"> Blue' in page


def test_every_square_of_the_picture_can_be_tapped_and_rows_columns_and_pile_are_named(
    client: FlaskClient, table: VirtualTable
):
    page = client.get("/drawn/").text
    outlines = re.findall(r'data-square="(\d+)" points="([^"]+)"', page)
    assert [int(square) for square, _ in outlines] == list(range(100))
    for square, points in outlines:
        corners = np.array([point.split(",") for point in points.split()], float)
        assert table.square_at(*corners.mean(axis=0)) == int(square)
    names = re.findall(r">([A-J]|10|[1-9]|Discard pile)</text>", page)
    assert names == [*"ABCDEFGHIJ", *map(str, range(1, 11)), "Discard pile"]


def test_a_picture_of_the_table_is_a_jpeg(client: FlaskClient):
    assert client.get("/drawn/picture.jpg").mimetype == "image/jpeg"


def test_without_a_drawn_table_there_is_no_such_page():
    assert create_app(Live()).test_client().get("/drawn/").status_code == 404


def test_cards_are_dealt_laid_drawn_and_taken_back(client: FlaskClient):
    dealt = client.post("/drawn/deal", json={"seats": 4}).json
    assert ([len(hand) for hand in dealt["hands"]], dealt["stock"], len(dealt["pile"])) == ([7] * 4, 23, 1)
    card = dealt["hands"][0][0]
    assert client.post("/drawn/play", json={"seat": 1, "card": card}).json["pile"][-1] == card
    assert card in client.post("/drawn/back", json={}).json["hands"][0]
    assert client.post("/drawn/draw", json={"seat": 2, "cards": 2}).json["stock"] == 21
    assert client.get("/drawn/lying").json["stock"] == 21


def test_hands_for_the_board_are_dealt_from_two_packs_and_none_is_turned_up(client: FlaskClient):
    dealt = client.post("/drawn/board-deal", json={"seats": 3, "hand": 6}).json
    assert (dealt["held"], dealt["stock"], dealt["pile"]) == ([6, 6, 6], 86, [])


def test_a_hand_that_a_phone_keeps_is_seen_and_played_by_that_phone_alone(client: FlaskClient, drawn: Flask):
    other = drawn.test_client()
    client.post("/drawn/board-deal", json={"seats": 2, "hand": 7})
    hands = client.get("/drawn/lying").json["hands"]
    kept = client.post("/drawn/sit", json={"seat": 2}).json
    assert (kept["hands"], kept["mine"]) == (hands, 2)
    seen = other.get("/drawn/lying").json
    assert (seen["hands"], seen["held"], seen["mine"], seen["kept"]) == ([hands[0], None], [7, 7], None, [2])
    for path, asked in (("play", {"card": hands[1][0]}), ("draw", {}), ("sit", {})):
        refused = other.post(f"/drawn/{path}", json={"seat": 2, **asked})
        assert (refused.status_code, refused.json["error"]) == (
            400,
            "another phone keeps the cards of seat 2; use that phone",
        )
    assert client.post("/drawn/play", json={"seat": 2, "card": hands[1][0]}).status_code == 200


def test_a_phone_keeps_one_hand_and_opens_it_again(client: FlaskClient, drawn: Flask):
    other = drawn.test_client()
    client.post("/drawn/board-deal", json={"seats": 2, "hand": 7})
    other.post("/drawn/stand", json={})
    for seat in (1, 2):
        assert client.post("/drawn/sit", json={"seat": seat}).json["kept"] == [seat]
    other.post("/drawn/stand", json={})
    assert other.get("/drawn/lying").json["kept"] == [2]
    assert client.post("/drawn/stand", json={}).json["kept"] == []
    assert None not in other.get("/drawn/lying").json["hands"]


def test_the_phones_token_is_told_to_nobody(client: FlaskClient, drawn: Flask, table: VirtualTable):
    answer = client.post("/drawn/sit", json={"seat": 1})
    cookie = answer.headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/drawn/"} <= set(cookie.split("; "))
    token = cookie.partition("=")[2].partition(";")[0]
    assert token not in answer.text + drawn.test_client().get("/drawn/lying").text + str(table.lying)


def test_cards_that_nobody_dealt_are_taken_back_too(client: FlaskClient):
    cards = ["7D", "8D", "9D", "TD", "JD"]
    for card in cards:
        client.post("/drawn/card", json={"card": card})
    for left in range(4, -1, -1):
        assert client.post("/drawn/back", json={}).json["pile"] == cards[:left]
    refused = client.post("/drawn/back", json={})
    assert (refused.status_code, refused.json["error"]) == (
        400,
        "no card on the pile can be taken back; lay one first",
    )


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("deal", {"seats": 9}),
        ("deal", {"seats": "4"}),
        ("board-deal", {"seats": 2, "hand": 60}),
        ("board-deal", {"seats": 0, "hand": 7}),
        ("card", {"card": "7D"}),
        ("play", {"seat": 1, "card": "XX"}),
        ("draw", {"seat": 0}),
        ("back", {}),
    ],
)
def test_what_cannot_be_done_with_the_cards_is_refused(client: FlaskClient, path: str, body: dict):
    client.post("/drawn/deal", json={"seats": 4})
    assert client.post(f"/drawn/{path}", json=body).status_code == 400
