"""The die, which no camera sees: who may tell what it shows while a turn is likely and waits to be told."""

import pytest
from simulated_table import Evening, asked, kinds

from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.referee.one_eyed_jack.commands import roll
from companion.referee.phones import Asker, NotAllowedError
from companion.views.one_eyed_jack.status import status_of

RED, BLUE, GREEN = (Asker(seat=seat) for seat in (1, 2, 3))


def with_a_jack_nobody_read(moment: str) -> Evening:
    """Red and blue have played; green took red's chip and laid a card that nobody can read: it is asked about."""
    evening = Evening(f"open N=3 T=3 die=d6r1s0,{moment}", teams=3)
    for asker, acts in ((RED, ("7D", "+C4:r")), (BLUE, ("8D", "+D4:b"))):
        if moment == "during":
            evening.command(roll(evening.tracking, asker, "n"))
        evening.act(*acts)
        if moment == "after":
            evening.command(roll(evening.tracking, asker, "n"))
    if moment == "during":
        evening.command(roll(evening.tracking, GREEN, "n"))
    evening.play(("-C4",), ("?JS",), frames=8)
    assert asked(evening) == ("g ?xC4", "not played")
    return evening


@pytest.mark.parametrize(("moment", "asker", "team"), [("after", GREEN, "g"), ("during", RED, "r")])
def test_who_rolls_after_a_turn_that_waits_says_that_it_was_played(moment: str, asker: Asker, team: str):
    evening = with_a_jack_nobody_read(moment)
    status = status_of(evening.tracking)
    assert (status.seat, status.roller, status.die) == (3, asker.seat, ("n", "r"))
    said = kinds(evening.command(roll(evening.tracking, asker, "n")))
    assert said == ["QuestionAnswered g ?xC4", "TurnPlayed g ?xC4", f"TurnPlayed {team} roll n"]
    assert evening.rest(20) == []


@pytest.mark.parametrize(("moment", "asker"), [("after", RED), ("during", GREEN)])
def test_nobody_rolls_for_another_seat_after_a_turn_that_waits(moment: str, asker: Asker):
    evening = with_a_jack_nobody_read(moment)
    with pytest.raises(NotAllowedError):
        roll(evening.tracking, asker, "n")
    assert asked(evening) == ("g ?xC4", "not played")


def test_a_roll_before_the_card_of_a_chip_was_laid_is_too_early():
    evening = Evening("open N=3 T=3 die=d6r1s0,after", teams=3)
    assert evening.act("+C4:r", frames=3) == []
    with pytest.raises(IllegalTurnError, match="too early to roll"):
        roll(evening.tracking, RED, "n")
    evening.act("7D")
    assert kinds(evening.command(roll(evening.tracking, RED, "n"))) == ["TurnPlayed r roll n"]
    assert evening.turns == ["r 7D@C4", "r roll n"]


def test_a_roll_before_anything_was_played_is_too_early():
    evening = Evening("open N=3 T=3 die=d6r1s0,after", teams=3)
    assert status_of(evening.tracking).roller == 0
    with pytest.raises(IllegalTurnError, match="too early to roll"):
        roll(evening.tracking, RED, "n")
