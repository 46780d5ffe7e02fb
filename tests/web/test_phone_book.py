"""What outlasts a restart: the PIN and whom it was shown to, on a disk that may be torn or full."""

import shutil
from pathlib import Path

import pytest

from companion.doctor.machine import phones
from companion.referee.phones import Asker
from companion.web.access import Access
from companion.web.phone_book import PhoneBook


def test_pin_and_phones_outlast_a_restart_and_no_token_is_kept(tmp_path: Path):
    file = tmp_path / "game.phones"
    before = Access(book=PhoneBook(file))
    table, seat = before.enter(before.pin, "a", "") or "", before.claim(before.code(2), "a", "") or ""
    assert file.stat().st_mode & 0o777 == 0o600
    assert table not in file.read_text()
    after = Access(book=PhoneBook(file))
    assert (after.pin, after.asker(table), after.asker(seat)) == (before.pin, Asker(table=True), Asker(2))
    after.leave(table)
    assert Access(book=PhoneBook(file)).asker(table) == Asker()


def test_phones_of_a_game_that_was_begun_when_the_power_went_are_seated_for_it_at_the_next_start(tmp_path: Path):
    file = tmp_path / "game.phones"
    before = Access(book=PhoneBook(file))
    before.take_up(("Annika", "Benno"))
    annika, benno = (before.claim(before.code(seat), "a", "") or "" for seat in (1, 2))
    table = before.enter(before.pin, "a", "") or ""
    after = Access(book=PhoneBook(file))
    after.take_up(("Benno", "Cleo"))  # this game is in the journal; the phones were not told of it any more
    assert [after.asker(token) for token in (annika, benno, table)] == [Asker(), Asker(1), Asker(table=True)]


def test_a_restart_in_a_game_leaves_every_phone_its_seat(tmp_path: Path):
    file = tmp_path / "game.phones"
    for players in ((), ("Annika", "Benno")):
        before = Access(book=PhoneBook(file))
        before.take_up(players)
        token = before.claim(before.code(2), "a", "") or ""
        after = Access(book=PhoneBook(file))
        after.take_up(players)
        assert after.asker(token) == Asker(2)


def test_another_pin_in_the_settings_ends_the_trust_in_phones(tmp_path: Path):
    book = PhoneBook(tmp_path / "game.phones")
    table = Access(book=book, pin="2718").enter("2718", "a", "") or ""
    assert Access(book=book, pin="2718").asker(table) == Asker(table=True)
    assert Access(book=book, pin="31415").asker(table) == Asker()


SINCE = '{{"pin": "1", "phones": {{"a": {{"table": true, "seat": null, "since_s": {}}}}}}}'
MOMENTS = [SINCE.format(when) for when in ("1e300", "999999999999999999", "300000000000", "null", '"1"')]


@pytest.mark.parametrize("kept", ["", "[]", '{"pin": "1234"}', '{"pin": "1", "phones": {"a": 3}}', *MOMENTS])
def test_a_torn_phone_book_is_begun_anew(tmp_path: Path, kept: str):
    file = tmp_path / "game.phones"
    file.write_text(kept)
    assert phones(file).finding == "none is trusted yet"
    access = Access(book=PhoneBook(file))
    assert len(access.pin) == 6
    assert Access(book=PhoneBook(file)).pin == access.pin


def test_a_disk_that_takes_nothing_keeps_nobody_out(tmp_path: Path):
    access = Access(book=PhoneBook(tmp_path / "nowhere" / "game.phones"))
    assert access.asker(access.enter(access.pin, "a", "") or "") == Asker(table=True)


def test_a_full_disk_keeps_the_phone_book_as_it_was_and_nothing_beside_it(small_disk: Path):
    book = PhoneBook(small_disk / "game.phones")
    access = Access(book=book)
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    access.enter(access.pin, "a", "")
    assert {path.name for path in small_disk.iterdir()} == {"game.phones", "filler"}
    assert Access(book=book).pin == access.pin


def test_a_phone_that_left_while_the_disk_was_full_is_trusted_by_no_later_start_once_there_was_room(small_disk: Path):
    file = small_disk / "game.phones"
    access = Access(book=PhoneBook(file))
    left, stayed = (access.enter(access.pin, "1.2.3.4", "") or "" for _ in range(2))
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    access.leave(left)
    (small_disk / "filler").unlink()
    assert access.asker(stayed) == Asker(table=True)
    after = Access(book=PhoneBook(file))
    assert (after.asker(left), after.asker(stayed)) == (Asker(), Asker(table=True))
