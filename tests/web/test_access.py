"""Who may do what: anyone watches, the PIN speaks for the table, a code for its seat, and guessing has its limits."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.events import CommandGiven
from companion.referee.phones import Asker
from companion.web import Desk, Live
from companion.web.access import GRANTS, SEAT_GRANTS, Access, TooManyTriesError
from companion.web.commands import COMMANDS
from companion.web.limiter import ALL, EACH, WINDOW_S, Limiter
from companion.web.phone_book import PhoneBook

pytestmark = pytest.mark.usefixtures("untouched")

Phone = Callable[[], FlaskClient]


def seated(phone: Phone, desk: Desk, seat: int) -> FlaskClient:
    """A phone that has scanned the code of a seat."""
    client = phone()
    assert client.post("/api/claim", json={"code": desk.access.code(seat)}).status_code == 204
    return client


def test_anyone_may_watch_and_is_told_so(phone: Phone):
    assert phone().get("/api/me").json == {"table": False, "seat": None}
    assert phone().get("/").status_code == 200


@pytest.mark.parametrize("name", COMMANDS)
def test_whoever_watches_changes_nothing(phone: Phone, name: str):
    answer = phone().post(f"/api/commands/{name}", json={})
    assert answer.status_code == 401
    assert "PIN" in answer.json["error"]


@pytest.mark.usefixtures("changes")
def test_whoever_knows_the_pin_speaks_for_the_table(table: FlaskClient, played):
    assert table.get("/api/me").json == {"table": True, "seat": None}
    answer = table.post("/api/commands/pass", json={"number": 0})
    assert [event["type"] for event in answer.json["events"]] == ["CommandGiven", "TurnPlayed"]
    assert played.log[1] == CommandGiven("the table", "pass")


@pytest.mark.usefixtures("changes")
def test_a_seat_may_do_what_is_its_own(phone: Phone, desk: Desk, played):
    ann, ben = seated(phone, desk, 1), seated(phone, desk, 2)
    assert ben.post("/api/commands/pass", json={}).status_code == 403
    assert ann.post("/api/commands/undo", json={}).status_code == 403
    assert ann.post("/api/commands/pass", json={}).status_code == 200
    assert played.log[1] == CommandGiven("seat 1", "pass")


@pytest.mark.usefixtures("changes")
def test_two_who_press_undo_at_once_take_back_one_turn(table: FlaskClient, played):
    table.post("/api/commands/pass", json={})
    table.post("/api/commands/pass", json={})
    answers = [table.post("/api/commands/undo", json={"number": 2}).status_code for _ in range(2)]
    assert answers == [200, 409]
    assert len(played.tracking.game.turns) == 1


def test_who_mistyped_and_then_knew_it_may_mistype_again():
    now_s = [0.0]
    limiter = Limiter(lambda: now_s[0])
    assert [limiter.take("a") for _ in range(EACH)] == [0.0] * EACH
    assert limiter.take("a") == WINDOW_S
    limiter.forgive("a")
    assert limiter.take("a") == 0.0


def test_a_seats_code_buys_no_more_guesses_at_the_pin():
    access = Access()
    for _ in range(EACH - 1):
        assert access.enter("wrong", "a", "") is None
        assert access.claim(access.code(1), "a", "") is not None
    assert access.enter("wrong", "a", "") is None
    for _ in range(2):
        with pytest.raises(TooManyTriesError):
            access.enter(access.pin, "a", "")
        with pytest.raises(TooManyTriesError):
            access.claim(access.code(1), "a", "")


def test_a_family_behind_one_address_may_scan_as_many_seats_as_there_are():
    access = Access()
    assert all(access.claim(access.code(seat), "a", "") for seat in range(1, 13))


@given(st.lists(st.tuples(st.sampled_from("abcdefghijklmnop"), st.floats(0, 120)), max_size=200))
def test_nobody_ever_gets_more_tries_than_the_limit(comings: list[tuple[str, float]]):
    now_s, taken = 0.0, []
    limiter = Limiter(lambda: now_s)
    for address, pause_s in comings:
        now_s += pause_s
        wait_s = limiter.take(address)
        if wait_s == 0:
            taken.append((now_s, address))
        assert 0 <= wait_s <= WINDOW_S
        lately = [by for at_s, by in taken if now_s - at_s < WINDOW_S]
        assert len(lately) <= ALL
        assert lately.count(address) <= EACH


def test_the_pin_is_shown_until_the_first_phone_has_it(phone: Phone, desk: Desk):
    assert phone().get("/api/secrets").json == {"pin": desk.access.pin}
    desk.access.claim(desk.access.code(1), "a", "")
    assert phone().get("/api/secrets").status_code == 200
    desk.access.enter(desk.access.pin, "a", "")
    assert phone().get("/api/secrets").status_code == 401


def test_a_pin_that_a_phone_once_had_is_shown_to_no_stranger_again(tmp_path: Path):
    book = PhoneBook(tmp_path / "game.phones")
    access = Access(book=book)
    access.leave(access.enter(access.pin, "a", "") or "")
    assert access.known_to_somebody
    assert Access(book=book).known_to_somebody
    assert not Access(book=book, pin="31415").known_to_somebody


def test_the_secrets_are_for_a_screen_at_the_table(
    phone: Phone, table: FlaskClient, desk: Desk, live: Live, status: Callable
):
    assert phone().get("/api/secrets").status_code == 401
    assert seated(phone, desk, 1).get("/api/secrets").status_code == 401
    assert phone().get("/api/seats/1.svg").status_code == 401
    assert table.get("/api/secrets").json == {"pin": desk.access.pin}
    assert table.get("/api/secrets").headers["Cache-Control"] == "no-store"
    assert table.get("/api/seats/1.svg").status_code == 404
    live.tell(status(1))
    assert table.get("/api/seats/1.svg").mimetype == "image/svg+xml"
    assert table.get("/api/seats/3.svg").status_code == 404


def test_one_phone_may_speak_for_the_table_and_a_seat(table: FlaskClient, desk: Desk):
    assert table.post("/api/claim", json={"code": desk.access.code(2)}).status_code == 204
    assert table.get("/api/me").json == {"table": True, "seat": 2}


@pytest.mark.usefixtures("changes")
def test_a_new_game_gives_seats_away_and_keeps_the_table(phone: Phone, table: FlaskClient, desk: Desk, played):
    ann, before = seated(phone, desk, 1), desk.access.code(1)
    answer = table.post("/api/commands/game", json={"options": "kids", "players": ["Cleo", "Dan"]})
    assert answer.status_code == 200
    assert played.tracking.setup.players == ("Cleo", "Dan")
    assert ann.get("/api/me").json == {"table": False, "seat": None}
    assert table.get("/api/me").json == {"table": True, "seat": None}
    assert desk.access.code(1) != before


@pytest.mark.parametrize(
    "body",
    [
        {"options": "classic N=4", "players": ["a", "b"]},
        {"options": "classic N=3", "players": ["a", "b", "c"]},
    ],
)
def test_a_game_this_table_cannot_play_is_refused(table: FlaskClient, body: dict):
    assert table.post("/api/commands/game", json=body).status_code == 409


def test_when_nobody_plays_nothing_is_changed(table: FlaskClient, desk: Desk):
    desk.close()
    answer = table.post("/api/commands/undo", json={})
    assert answer.status_code == 503
    assert "No game" in answer.json["error"]


@pytest.mark.usefixtures("changes")
def test_a_desk_is_open_as_long_as_somebody_plays(table: FlaskClient, desk: Desk, played):
    with desk.opened(played.submit):
        assert table.post("/api/commands/pass", json={}).status_code == 200
    assert table.post("/api/commands/pass", json={}).status_code == 503


def test_what_is_being_carried_out_already_is_waited_for(table: FlaskClient, desk: Desk):
    class Running(Future):
        def result(self, timeout: float | None = None):
            if timeout is not None:
                raise TimeoutError
            return ()

    running = Running()
    running.set_running_or_notify_cancel()
    desk.open(lambda _: running)
    assert table.post("/api/commands/undo", json={}).json == {"events": []}


def test_a_table_that_does_not_answer_gets_the_command_no_more(table: FlaskClient, desk: Desk):
    waiting: list[Future] = []
    desk.open(lambda _: waiting.append(Future()) or waiting[-1])
    assert table.post("/api/commands/undo", json={}).status_code == 503
    assert waiting[0].cancelled()


def test_a_flood_of_phones_fills_no_memory():
    access = Access()
    first = access.enter(access.pin, "a", "")
    for _ in range(GRANTS):
        access.enter(access.pin, "a", "")
    assert access.asker(first or "").table is False


def test_no_seats_phones_push_out_the_tables_or_another_seats():
    access = Access()
    table = access.enter(access.pin, "a", "") or ""
    other, first = (access.claim(access.code(seat), "a", "") or "" for seat in (2, 1))
    both = access.claim(access.code(1), "a", access.enter(access.pin, "a", "") or "") or ""
    for _ in range(GRANTS + SEAT_GRANTS):
        newest = access.claim(access.code(1), "a", "")
    assert access.asker(table) == Asker(table=True)
    assert access.asker(both) == Asker(1, table=True)
    assert access.asker(other) == Asker(2)
    assert access.asker(newest or "") == Asker(1)
    assert access.asker(first) == Asker()


def test_the_phone_of_a_seat_that_was_heard_of_stays():
    access = Access()
    first, second = (access.claim(access.code(1), "a", "") or "" for _ in range(2))
    for _ in range(SEAT_GRANTS - 1):
        access.asker(first)
        access.claim(access.code(1), "a", "")
    assert (access.asker(first), access.asker(second)) == (Asker(1), Asker())


def test_pins_differ_from_evening_to_evening():
    pins = {Access().pin for _ in range(20)}
    assert len(pins) > 15
    assert all(len(pin) == 6 and pin.isdecimal() for pin in pins)


def test_seats_go_with_their_players_into_the_next_game():
    access = Access()
    tokens = [access.claim(access.code(seat), "a", "") or "" for seat in (1, 2, 3)]
    table = access.claim(access.code(3), "a", access.enter(access.pin, "a", "") or "") or ""
    code = access.code(1)
    access.reseat(("Annika", "Benno", "Cleo"), ("Benno", "Annika"))
    assert [access.asker(token) for token in tokens] == [Asker(2), Asker(1), Asker()]
    assert access.asker(table) == Asker(table=True)
    assert access.code(2) == code


def test_a_seat_without_a_name_is_the_same_seat_once_it_has_one():
    access = Access()
    token = access.claim(access.code(2), "a", "") or ""
    access.reseat((), ("Annika", "Benno"))
    assert access.asker(token) == Asker(2)


def test_the_table_forgets_all_other_phones(table: FlaskClient, phone: Phone, desk: Desk):
    ann = seated(phone, desk, 1)
    assert ann.post("/api/forget", json={}).status_code == 401
    assert table.post("/api/forget", json={}).status_code == 204
    assert ann.get("/api/me").json == {"table": False, "seat": None}
    assert table.get("/api/me").json == {"table": True, "seat": None}
