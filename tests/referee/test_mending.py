"""Every fault that a camera can see ends by itself, whichever way the players mend it, and the game is as it should."""

from dataclasses import dataclass

import pytest
from simulated_table import Evening, after_two_turns, kinds, override, told, undo

from companion.games.one_eyed_jack.position_text import override_text
from companion.games.one_eyed_jack.state import Override
from companion.games.squares import parse_square
from companion.referee.events import Event
from companion.referee.one_eyed_jack.commands import declare, put_chip, roll
from companion.referee.one_eyed_jack.happening import set_up
from companion.referee.one_eyed_jack.wording import REMEDIES
from companion.referee.phones import Asker


@dataclass(frozen=True)
class Mishap:
    """What was played before, what went wrong, and the ways to mend it, each with the turns that stand then."""

    before: tuple[tuple[str, ...], ...]
    wrong: tuple[str, ...]
    ways: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    options: str = "classic"
    frames: int = 8
    teams: int = 2


TWO = (("7D", "+C4:r"), ("8D", "+D4:b"))
STAND = ("r 7D@C4", "b 8D@D4")
THREE = (*TWO, ("9D", "+E4:r"))
STANDS = (*STAND, "r 9D@E4")
LINED = (("AS", "+B1:r"), ("9D", "+E4:b"), ("2S", "+C1:r"))
LINED_TURNS = ("r AS@B1", "b 9D@E4", "r 2S@C1")
PAIRS = (("5D", "+A4:r"), ("6D", "+B4:b"), ("AS", "+B1:r"), ("7D", "+C4:b"))
PAIRS_TURNS = ("r 5D@A4", "b 6D@B4", "r AS@B1", "b 7D@C4")
DEAD = (("JD", "+C4:r"), ("7D", "+H7:b"), ("9D", "+E4:r"))
DEAD_TURNS = ("r JD@C4", "b 7D@H7", "r 9D@E4")
LIMIT_TURNS = ("r JD@C4", "b 8D@G7", "r JC@D4", "b 7D@H7", "r TD@F4", "b QD@D7", "r dead 7D")
CORRECTED = "*8*/X/X/2rb6/4b5/X/X/X/X/*8* 1 + - 88 - 2"
OVERRIDDEN = "*8*/X/X/2rb6/X/X/X/X/X/*8* 1 + - 88 - 2"

MISHAPS = {
    "WRONG_COLOUR": Mishap((), ("7D", "+C4:b"), ((("-C4", "+C4:r"), ("r 7D@C4",)), (("-C4",), ()))),
    "SQUARE_OCCUPIED": Mishap(TWO, ("8D", "+D4:r"), ((("+D4:b", "+G7:r"), (*STAND, "r 8D@G7")), (("+D4:b",), STAND))),
    "CARD_MISMATCH": Mishap(
        (), ("7D", "+D4:r"), ((("-D4", "+H7:r"), ("r 7D@H7",)), (("-D4",), ()), (("8D",), ("r 8D@D4",)))
    ),
    "CORNER_CLOSED": Mishap((), ("7D", "+A1:r"), ((("-A1", "+C4:r"), ("r 7D@C4",)), (("-A1",), ()))),
    "NO_CHIP": Mishap(
        (("7D",),),
        ("8D", "+D4:b"),
        ((("+C4:r",), ("r 7D@C4", "b 8D@D4")), (("-D4", "7D"), ())),
    ),
    "NO_CARD": Mishap((), ("+C4:r",), ((("7D",), ("r 7D@C4",)), (("-C4",), ())), frames=30),
    "NO_CARD for a chip taken": Mishap(
        TWO, ("-C4",), ((("JS", "+C4:r", "-D4"), (*STAND, "r JSxD4")), (("+C4:r",), STAND)), frames=30
    ),
    "TWO_CHIPS": Mishap((), ("7D", "+C4:r", "+H7:r"), ((("-C4",), ("r 7D@H7",)), (("-H7",), ("r 7D@C4",)))),
    "TWO_CARDS": Mishap((("7D",),), ("9D",), ((("+E4:r",), ("r 9D@E4",)), (("7D", "+C4:r"), ("r 7D@C4",)))),
    "CHIP_MOVED": Mishap(
        TWO, ("-D4", "+D5:b"), ((("-D5", "+D4:b"), STAND), (("-D5", "+D4:b", "9D", "+E4:r"), (*STAND, "r 9D@E4")))
    ),
    "BOARD_DISTURBED": Mishap(
        TWO,
        ("-C4", "-D4", "+A5:r", "+B6:b", "+E9:r"),
        (
            (("+C4:r", "+D4:b", "-A5", "-B6", "-E9"), STAND),
            (("+C4:r", "+D4:b", "-A5", "-B6", "-E9", "9D", "+E4:r"), (*STAND, "r 9D@E4")),
        ),
    ),
    "REMOVED_WITHOUT_JACK": Mishap(
        TWO, ("9D", "-D4"), ((("+D4:b", "+E4:r"), (*STAND, "r 9D@E4")), (("+D4:b",), STAND))
    ),
    "REMOVED_OWN": Mishap(TWO, ("JS", "-C4"), ((("+C4:r", "-D4"), (*STAND, "r JSxD4")), (("+C4:r",), STAND))),
    "REMOVED_LOCKED": Mishap(
        LINED,
        ("JS", "-C1"),
        ((("+C1:r",), LINED_TURNS), (("+C1:r", "9S", "+A2:b"), (*LINED_TURNS, "b 9S@A2"))),
        "my_rules n=3 lines=2",
    ),
    "REMOVED_TWO": Mishap(
        THREE, ("JS", "-C4", "-D4"), ((("+D4:b",), (*STANDS, "b JSxC4")), (("+C4:r", "+D4:b"), STANDS))
    ),
    "PLACED_WITH_REMOVER": Mishap(
        TWO,
        ("JS", "+E4:r"),
        ((("-E4", "-D4"), (*STAND, "r JSxD4")), (("-E4",), STAND), (("9D",), (*STAND, "r 9D@E4"))),
    ),
    "CAPTURE_NOT_CLEARED": Mishap(
        PAIRS,
        ("8D", "+D4:r"),
        ((("-B4", "-C4"), (*PAIRS_TURNS, "r 8D@D4")), (("-D4",), PAIRS_TURNS)),
        "open capture=pairs n=5",
    ),
    "UNKNOWN_CARD": Mishap((), ("PD",), ((("7D", "+C4:r"), ("r 7D@C4",)), (("7D",), ())), frames=30),
    "DEAD_NO_STOCK": Mishap(
        DEAD, ("7D",), ((("8D", "+D4:b"), (*DEAD_TURNS, "b 8D@D4")), (("!b pass",), (*DEAD_TURNS, "b pass")))
    ),
    "DEAD_LIMIT": Mishap(
        (("JD", "+C4:r"), ("8D", "+G7:b"), ("JC", "+D4:r"), ("7D", "+H7:b"), ("TD", "+F4:r"), ("QD", "+D7:b"), ("7D",)),
        ("8D",),
        ((("9D", "+E4:r"), (*LIMIT_TURNS, "r 9D@E4")), (("!r pass",), (*LIMIT_TURNS, "r pass"))),
        "my_rules dead_per_turn=1",
    ),
    "DIE_MISSING": Mishap(
        (("7D", "+C4:r"),),
        ("8D", "+D4:b"),
        ((("-D4", "!r roll n"), ("r 7D@C4", "r roll n")), (("!r roll n",), ("r 7D@C4", "r roll n", "b 8D@D4"))),
        "open N=3 die=d6r1s0,after",
        teams=3,
    ),
    "GAME_OVER": Mishap(
        (("AS", "+B1:r"), ("JD", "+J9:b"), ("2S", "+C1:r")),
        ("9D", "+E4:b"),
        (
            (("-E4",), ("r AS@B1", "b JD@J9", "r 2S@C1")),
            (("-E4", "-B1", "-C1", "-J9"), ("r AS@B1", "b JD@J9", "r 2S@C1")),
        ),
        "my_rules lines=1 n=3",
    ),
    "TABLE_DIFFERS": Mishap(
        TWO,
        ("!edit E5",),
        ((("+E5:b",), (*STAND, CORRECTED)), (("!undo",), STAND), (("!override",), (*STAND, CORRECTED, OVERRIDDEN))),
    ),
}
ELSEWHERE = {
    *("OUT_OF_TURN", "NOT_DEAD", "NOTHING_REMOVED", "DEAD_NOT_ALLOWED", "DIE_TOO_EARLY", "DIE_TWICE", "DIE_BAD_FACE"),
    *("DIE_NOT_ALLOWED", "NO_SUCH_SQUARE", "NO_SUCH_CHOICE", "NO_DRAW_OWED", "NOTHING_TO_UNDO"),  # refused on a phone
    *("CARD_OVERCOUNT", "MERGED_TURNS", "HAND_SHORT"),  # notices, which never stand in the way
}
WAYS = [(code, way) for code in MISHAPS for way in range(len(MISHAPS[code].ways))]


def test_no_fault_is_left_out():
    assert {code.split()[0] for code in MISHAPS} | ELSEWHERE == set(REMEDIES)
    assert all(len(mishap.ways) > 1 for mishap in MISHAPS.values())


def done(evening: Evening, acts: tuple[str, ...], frames: int) -> list[Event]:
    """What is said while the table, and after it a phone (`!r pass`), does this."""
    said = evening.act(*(act for act in acts if act[0] != "!"))
    for act in (act[1:] for act in acts if act[0] == "!"):
        commands = {
            "undo": undo,
            "override": override,
            "edit E5": lambda tracking: put_chip(tracking, Asker(table=True), parse_square("E5"), 1),
        }
        command = commands.get(act, lambda tracking, play=act: declare(tracking, play))
        said += evening.command(command(evening.tracking))
    return said + evening.rest(frames)


@pytest.mark.parametrize(("code", "way"), WAYS)
def test_a_fault_ends_whichever_way_it_is_mended(code: str, way: int):
    mishap = MISHAPS[code]
    evening = Evening(mishap.options, mishap.teams)
    if code == "DEAD_NO_STOCK":
        evening.command(set_up(evening.tracking, evening.tracking.game.position._replace(stock=0)))
    evening.play(*mishap.before)
    assert f"FaultFound {code.split()[0]}" in kinds(done(evening, mishap.wrong, mishap.frames))
    mending, turns = mishap.ways[way]
    done(evening, mending, 8)
    assert (evening.tracking.fault, stands(evening)) == (None, turns)


def stands(evening: Evening) -> tuple[str, ...]:
    """The turns that stand, and the positions that were declared on a board with chips."""
    game = evening.tracking.game
    told = [
        override_text(turn.position, game.options) if isinstance(turn, Override) else str(turn) for turn in game.turns
    ]
    return tuple(text for text in told if not text.startswith("*8*/X/X/X/X"))


def test_what_was_put_right_is_not_wrong_again_for_one_look_that_a_sleeve_passes_by(evening):
    evening.table.pile_hidden = True
    assert kinds(evening.act("+C4:r", "+E6:r")) == ["FaultFound TWO_CHIPS"]
    assert kinds(evening.act("-E6", frames=5))[0] == "FaultResolved TWO_CHIPS"
    evening.table.put("E6", 0)
    assert kinds(evening.rest(1)) == []
    evening.table.take("E6")
    assert kinds(evening.rest(4)) == []


@pytest.mark.parametrize(
    ("options", "teams", "acts", "turns"),
    [
        (
            "classic N=3",
            3,
            (("7D", "+C4:r"), ("9D", "+E4:g"), ("8D", "+D4:b"), ("TD", "+F4:r"), ("QD", "+G4:b")),
            ["r 7D@C4", "b 8D@D4", "g 9D@E4", "r TD@F4", "b QD@G4"],
        ),
        (
            "classic",
            2,
            (("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:b"), ("TD", "+F4:r"), ("QD", "+G4:r"), ("KD", "+H4:b")),
            ["r 7D@C4", "b 8D@D4", "r TD@F4", "b 9D@E4", "r QD@G4", "b KD@H4"],
        ),
    ],
    ids=["three players", "two, both twice in a row"],
)
def test_a_chip_laid_too_soon_is_a_turn_once_its_side_is_to_move(
    options: str, teams: int, acts: tuple[tuple[str, ...], ...], turns: list[str]
):
    """Neighbours play in swapped order: whoever was too quick is told, and nobody takes anything back."""
    evening = Evening(options, teams)
    evening.play(*acts, frames=10)
    assert evening.turns == turns
    assert evening.tracking.fault is None
    assert evening.tracking.watch.belief.lead.deviations == ()


LATE_ROLLS = [
    (
        "after",
        (("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:g"), "n", "n"),
        ["r 7D@C4", "r roll n", "b 8D@D4", "b roll n", "g 9D@E4"],
    ),
    (
        "after",
        (("7D", "+C4:r"), ("8D", "+D4:g"), ("JD", "+F6:r"), "r", "r"),
        ["r 7D@C4", "r roll r", "g 8D@D4", "g roll r", "r JD@F6"],
    ),
    (
        "during",
        (("7D", "+C4:r"), ("JC", "+F6:b"), "n", "n"),
        ["r roll n", "r 7D@C4", "b roll n", "b JC@F6"],
    ),
    (
        "during",
        ("n", ("8C", "+E6:r"), ("JC", "+H3:b"), ("2H", "+E9:r"), "r", "r"),
        ["r roll n", "r 8C@E6", "b roll r", "b JC@H3", "r roll r", "r 2H@E9"],
    ),
]


@pytest.mark.parametrize(("moment", "acts", "turns"), LATE_ROLLS)
def test_two_turns_that_were_rolled_for_too_late_are_both_told_once_both_rolls_are(
    moment: str, acts: tuple[tuple[str, ...] | str, ...], turns: list[str]
):
    evening = Evening(f"open N=3 T=3 die=d6r1s0,{moment}", teams=3)
    for act in acts:
        if isinstance(act, str):
            evening.command(roll(evening.tracking, Asker(table=True), act))
        evening.act(*(act if isinstance(act, tuple) else ()), frames=10)
    assert "FaultFound DIE_MISSING" in kinds(evening.log)
    assert (evening.turns, evening.tracking.fault) == (turns, None)


@pytest.mark.parametrize("wrong", ["7D", "JS"])
def test_a_wild_jack_laid_upon_a_wrong_card_makes_the_chip_a_turn_before_the_next_one(wrong: str):
    evening = after_two_turns()
    (fault,) = kinds(evening.act(wrong, "+E4:r", frames=8))
    assert kinds(evening.act("JD", frames=8)) == [fault.replace("Found", "Resolved"), "TurnPlayed r JD@E4"]
    assert kinds(evening.act("TD", "+F4:b", frames=8)) == ["TurnPlayed b TD@F4"]


@pytest.mark.parametrize(
    ("spoilt", "half_mended", "code"),
    [
        (("-D4", "+E5:b"), ("-E5",), "CHIP_MOVED"),
        (("-C4", "-D4", "+C5:r", "+E5:b", "+A1:r"), ("-A1", "-C5", "+C4:r", "-E5"), "BOARD_DISTURBED"),
        (("-C4", "-D4"), ("+C4:r",), "REMOVED_TWO"),
    ],
)
def test_of_several_chips_the_last_one_is_still_to_be_put_back(
    spoilt: tuple[str, ...], half_mended: tuple[str, ...], code: str
):
    evening = after_two_turns()
    evening.play(("8H", "+I8:r"), ("9H", "+H8:b"))
    assert kinds(evening.act(*spoilt)) == [f"FaultFound {code}"]
    assert told(evening.act(*half_mended)) == ["Put the blue chip back on D4; only a one-eyed jack removes chips."]
    assert evening.rest(60) == []
    assert kinds(evening.act("+D4:b")) == ["FaultResolved REMOVED_WITHOUT_JACK"]


def test_a_chip_that_went_beside_a_fault_is_to_be_put_back_once_the_fault_is_mended():
    evening = after_two_turns()
    assert kinds(evening.act("9D", "+F5:r", "-D4", frames=8)) == ["FaultFound CARD_MISMATCH"]
    said = evening.act("-F5", "+E4:r", frames=8)
    assert kinds(said) == ["TurnPlayed r 9D@E4", "FaultResolved CARD_MISMATCH", "FaultFound REMOVED_WITHOUT_JACK"]
    assert kinds(evening.act("+D4:b")) == ["FaultResolved REMOVED_WITHOUT_JACK"]
