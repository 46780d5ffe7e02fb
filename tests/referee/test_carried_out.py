"""What the players are told, carried out to the letter, leads back into the game and to no second fault."""

import pytest
from simulated_table import Evening, after_two_turns, kinds, told

from companion.referee.one_eyed_jack.commands import declare

Acts = tuple[str, ...]


@pytest.mark.parametrize(
    ("done", "text", "mend", "turn"),
    [
        (
            ("9D", "+E4:b", "+F7:b"),
            "Only one chip per turn. Take the chips off E4 and F7.",
            ("-E4", "-F7"),
            ("+E4:r",),
        ),
        (("9D", "+E4:r", "+I8:r"), "Only one chip per turn. Take the chip off I8.", ("-I8",), ()),
        (
            ("JS", "+E4:r", "+F7:r"),
            "A one-eyed jack only removes. Take the chips off E4 and F7.",
            ("-E4", "-F7"),
            ("-D4",),
        ),
        (("JS", "-C4", "-D4"), "Only one chip may go. Put back what lay on C4.", ("+C4:r",), ()),
        (
            ("JS", "-C4", "-E4"),
            "Only one chip may go. Put back what lay on C4 and E4 and choose another.",
            ("+C4:r", "+E4:r"),
            ("-D4",),
        ),
        (
            ("JS", "-C4", "-D4", "-F4"),
            "Only one chip may go. Put back what lay on C4, and one more.",
            ("+C4:r", "+F4:b"),
            (),
        ),
    ],
)
def test_of_several_chips_the_one_that_breaks_a_rule_goes_back(done: Acts, text: str, mend: Acts, turn: Acts):
    evening = after_two_turns()
    if "-C4" in done:
        evening.play(("9D", "+E4:r"), ("TD", "+F4:b"), frames=8)
    said = evening.act(*done, frames=8)
    assert told(said) == [text]
    mended = [*evening.act(*mend, frames=8), *(evening.act(*turn, frames=8) if turn else ())]
    assert [kind.split()[0] for kind in kinds(mended)] == ["FaultResolved", "TurnPlayed"]
    assert evening.tracking.fault is None


@pytest.mark.parametrize(
    ("before", "text", "mend", "turns"),
    [
        (
            ("9D", "+E4:r"),
            "2♦ still has an open square: place a chip on H3.",
            (("+H3:r",), ("TD", "+F4:r")),
            ["r 2D@H3", "b JC@C8", "r TD@F4"],
        ),
        (
            ("2D", "+H3:r"),
            "2♦ comes first, on C8. Take the blue chip off, and place yours.",
            (("-C8",), ("+C8:r",), ("8H", "+I8:b")),
            ["b JD@H7", "r 2D@C8", "b 8H@I8"],
        ),
    ],
)
def test_a_chip_that_is_missed_goes_where_no_other_came_since(before: Acts, text: str, mend: list[Acts], turns: list):
    evening = after_two_turns()
    evening.play(before, ("JD", "+H7:b"), ("2D",), frames=8)
    assert told(evening.act("JC", "+C8:b", frames=8)) == [text]
    assert kinds(evening.play(*mend, frames=8))[0] == "FaultResolved NO_CHIP"
    assert evening.turns[-3:] == turns
    assert evening.tracking.fault is None


@pytest.mark.parametrize(("card", "mend", "turn"), [("JC", "+F7:r", "r JC@F7"), ("JS", "-D4", "r JSxD4")])
@pytest.mark.parametrize(("too_soon", "next_turn"), [(("9D", "+E4:b"), "b 9D@E4"), (("JH", "-C4"), "b JHxC4")])
def test_a_chip_that_was_missed_is_no_turn_with_the_card_of_the_next_seat(
    card: str, mend: str, turn: str, too_soon: Acts, next_turn: str
):
    evening = after_two_turns()
    evening.play(("2D", "+H3:r"), ("JD", "+H7:b"), (card,), too_soon, frames=8)
    assert evening.tracking.fault.code == "NO_CHIP"
    evening.play((mend,), ("8H", "+I8:r"), frames=8)
    assert evening.turns[-3:] == [turn, next_turn, "r 8H@I8"]
    assert evening.tracking.fault is None


@pytest.mark.parametrize("cards", [("JS", "9D"), ("9D", "JS")])
def test_of_two_cards_the_jack_that_can_take_nothing_goes_back(cards: Acts):
    evening = Evening()
    evening.act(cards[0], frames=8)
    assert told(evening.act(cards[1], frames=8)) == ["J♠ takes a chip, but none may be taken now. Take it back."]
    assert kinds(evening.act("+E4:r", frames=8)) == ["FaultResolved TWO_CARDS", "TurnPlayed r 9D@E4"]


def test_of_two_cards_that_can_be_played_the_last_goes_back():
    evening = Evening()
    evening.act("7D", frames=8)
    assert told(evening.act("9D", frames=8)) == ["One card per turn. Take 9♦ back."]


@pytest.mark.parametrize("face", ["r", "s"])
def test_a_chip_before_a_die_that_gives_the_turn_to_another_is_not_mended_by_one_more_roll(face: str):
    evening = Evening("open N=3 die=d6r1s1,after", teams=3)
    evening.act("7D", "+C4:r")
    assert told(evening.act("8D", "+D4:b", frames=8)) == ["Roll the die first and enter what it shows."]
    evening.command(declare(evening.tracking, f"r roll {face}"))
    assert told(evening.rest(8)) == [
        "It is Green’s turn, but a blue chip was put on D4. Take it back; Green plays.",
    ]
    mended = evening.play(("-D4",), ("9D", "+E4:g"))
    assert kinds(mended) == ["FaultResolved WRONG_COLOUR", "TurnPlayed g 9D@E4"]
