"""Board files on the web: they come in pieces, from any phones at once, and are taken in whole or not at all."""

import base64
from collections.abc import Callable

import pytest
from bench import Bench
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web import Live, Workshop, create_app
from companion.web.workshop import LARGEST_BYTES

NewPhone = Callable[[], FlaskClient]


@pytest.fixture
def new_phone(live: Live, bench: Bench) -> NewPhone:
    """A phone that has entered the PIN."""
    app = create_app(live, workshop=Workshop(bench, bench))

    def entered() -> FlaskClient:
        client = app.test_client()
        assert client.post("/api/pin", json={"pin": live.desk.access.pin}).status_code == 204
        return client

    return entered


@pytest.fixture
def table(new_phone: NewPhone) -> FlaskClient:
    return new_phone()


def piece(phone: FlaskClient, at: int, data: bytes, size: float = 6) -> TestResponse:
    sent = {"name": "Oak", "size": size, "at": at, "data": base64.b64encode(data).decode()}
    return phone.post("/api/boards/import", json=sent)


def test_a_size_may_be_written_with_a_point_as_json_allows(table: FlaskClient, bench: Bench):
    assert piece(table, 0, b"abcdef", size=6.0).status_code == 200
    assert [name for name, *_ in bench.asked] == ["take_in"]


def test_a_file_comes_in_pieces_and_is_taken_in_when_it_is_whole(table: FlaskClient, bench: Bench):
    assert piece(table, 0, b"abc").status_code == 200
    assert bench.asked == []
    assert piece(table, 3, b"def").status_code == 200
    assert bench.asked == [("take_in", "Oak", b"abcdef")]
    assert piece(table, 6, b"x", 7).status_code == 409


def test_pieces_out_of_order_are_refused(table: FlaskClient, bench: Bench):
    assert piece(table, 3, b"def").status_code == 409
    assert piece(table, 0, b"abc").status_code == 200
    assert piece(table, 2, b"def").status_code == 409
    assert piece(table, 3, b"def").status_code == 200
    assert bench.asked == [("take_in", "Oak", b"abcdef")]


def test_files_that_come_from_two_phones_at_once_do_not_mix_and_both_are_taken_in(new_phone: NewPhone, bench: Bench):
    one, other = new_phone(), new_phone()
    assert piece(one, 0, b"abc").status_code == 200
    assert piece(other, 3, b"def").status_code == 409
    for phone, at, data in ((other, 0, b"uvw"), (one, 3, b"def"), (other, 3, b"xyz")):
        assert piece(phone, at, data).status_code == 200
    assert bench.asked == [("take_in", "Oak", b"abcdef"), ("take_in", "Oak", b"uvwxyz")]


def test_a_file_that_was_left_unfinished_longest_gives_way_to_a_fifth(new_phone: NewPhone, bench: Bench):
    phones = [new_phone() for _ in range(5)]
    assert [piece(phone, 0, b"abc").status_code for phone in phones] == [200] * 5
    assert [piece(phone, 3, b"def").status_code for phone in phones] == [409, 200, 200, 200, 200]
    assert len(bench.asked) == 4


def test_a_file_never_grows_beyond_what_a_profile_has(table: FlaskClient, bench: Bench):
    held = 0
    while (answer := piece(table, held, b"\0" * 45_000, LARGEST_BYTES)).status_code == 200:
        held += 45_000
    assert (answer.status_code, bench.asked) == (409, [])
    assert LARGEST_BYTES - 45_000 < held <= LARGEST_BYTES


def test_a_file_is_named_after_its_board(table: FlaskClient):
    answer = table.get("/api/boards/Tischchen%20in%20K%C3%B6ln/file")
    assert "Tischchen in K" in answer.headers["Content-Disposition"]
    assert (answer.mimetype, answer.data) == ("application/octet-stream", b"zip")
