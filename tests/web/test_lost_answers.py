"""A phone whose answer is lost: what it spoke for before it still speaks for, until it shows what it was given."""

from companion.referee.phones import Asker
from companion.web.access import SEAT_GRANTS, Access


def test_a_phone_that_never_got_its_new_token_keeps_what_the_old_one_allowed():
    access = Access()
    seated = access.claim(access.code(2), "a", "") or ""
    access.enter(access.pin, "a", seated)
    assert access.asker(seated) == Asker(2)
    again = access.enter(access.pin, "a", seated) or ""
    assert access.asker(again) == Asker(2, table=True)


def test_the_old_token_is_worth_nothing_once_the_new_one_was_shown():
    access = Access()
    first = access.claim(access.code(2), "a", "") or ""
    second = access.claim(access.code(1), "a", first) or ""
    assert access.asker(second) == Asker(1)
    assert access.asker(first) == Asker()
    third = access.enter(access.pin, "a", second) or ""
    access.claim(access.code(2), "a", third)
    assert (access.asker(second), access.asker(third)) == (Asker(), Asker(1, table=True))


def test_a_phone_that_leaves_as_soon_as_it_was_given_a_token_leaves_none_behind():
    access = Access()
    first = access.enter(access.pin, "a", "") or ""
    access.leave(access.claim(access.code(2), "a", first) or "")
    assert access.asker(first) == Asker()


def test_who_claims_a_seat_again_and_again_fills_no_memory():
    access = Access()
    token = first = access.claim(access.code(1), "a", "") or ""
    for _ in range(3 * SEAT_GRANTS):
        token = access.claim(access.code(1), "a", token) or ""
        access.claim(access.code(1), "a", first)
    assert len(access._outlived) <= SEAT_GRANTS
