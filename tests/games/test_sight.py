"""Certain looks at the table; most of what they mean is in the conformance cases."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cards import PRINCESS, Card
from companion.games.one_eyed_jack.faults import Fault, NotationError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.sight import Sight, Wait, parse_sight, see
from companion.games.one_eyed_jack.state import Game
from companion.games.squares import parse_square

calmly = settings(deadline=None, max_examples=150)


def table() -> Game:
    """A game in which some squares are taken."""
    game = Game(parse_options("open capture=pairs"))
    for play in ("r 4C@B5", "b 5C@C5", "r 9C@G5", "b 6C@D5", "r AC@I4", "b 7D@C4"):
        game.push(parse_turn(play))
    return game


def changes(game: Game, squares: list[int], teams: list[int]) -> Sight:
    """Something that can have happened on these squares."""
    chips = list(zip(dict.fromkeys(squares), teams, strict=False))
    appeared = tuple((square, team) for square, team in chips if game.position.chips[square] is None)
    taken = [(square, team) for square, team in chips if game.position.chips[square] is not None]
    vanished = tuple(square for square, team in taken if game.position.chips[square] == team)
    recoloured = tuple((square, team) for square, team in taken if game.position.chips[square] != team)
    return Sight(None, appeared, vanished, recoloured)


@calmly
@given(
    st.none() | st.sampled_from((*PRINCESS, Card("JK"), Card("JKE"))),
    st.lists(st.sampled_from((*range(100), 22, 41, 42, 43, 44, 46)), max_size=4),
    st.lists(st.integers(0, 1), min_size=4, max_size=4),
)
def test_every_sight_is_a_legal_turn_a_fault_or_a_reason_to_wait(
    card: Card | None, squares: list[int], teams: list[int]
) -> None:
    game = table()
    before = game.position
    happened = changes(game, squares, teams)
    seen = see(game, Sight(card, happened.appeared, happened.vanished, happened.recoloured))
    assert [bool(seen.turn), bool(seen.fault), bool(seen.wait)].count(True) == 1
    assert game.position == before
    if seen.turn:
        game.push(seen.turn)
        after = {square for square in range(100) if game.position.chips[square] != before.chips[square]}
        assert after == {square for square, _ in happened.appeared} | set(happened.vanished)


def test_a_sight_is_read_from_its_text() -> None:
    squares = [parse_square(name) for name in ("C4", "E5", "D4")]
    assert parse_sight("7D +C4:r -E5 ~D4:b") == Sight(Card("7D"), ((squares[0], 0),), (squares[1],), ((squares[2], 1),))
    assert parse_sight("") == Sight()


@pytest.mark.parametrize("text", ["7D 8D", "+K4:r", "+C4:z", "+C4", "7X", "-"])
def test_what_is_no_sight_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_sight(text)


def test_a_fault_names_its_squares() -> None:
    seen = see(table(), parse_sight("7C +E5:r"))
    assert (seen.fault, seen.squares) == (Fault.CAPTURE_NOT_CLEARED, (parse_square("C5"), parse_square("D5")))


@pytest.mark.parametrize(
    ("sight", "code", "squares"),
    [
        ("8D +D4:r +E4:r", Fault.TWO_CHIPS, "D4 E4"),
        ("8D +D4:r +E4:b", Fault.MERGED_TURNS, "D4 E4"),
        ("7D ~C4:r", Fault.SQUARE_OCCUPIED, "C4"),
        ("7D ~C4:r +D4:r -C5", Fault.BOARD_DISTURBED, "C4 D4 C5"),
        ("+D4:r", Wait.WAIT_CARD, "D4"),
        ("JS +D4:r", Fault.PLACED_WITH_REMOVER, "D4"),
        ("9D +D4:r", Fault.CARD_MISMATCH, "D4"),
        ("8D +D4:r -C5", Fault.REMOVED_WITHOUT_JACK, "C5"),
        ("7D -C4", Fault.REMOVED_WITHOUT_JACK, "C4"),
        ("JS -B5", Fault.REMOVED_OWN, "B5"),
        ("JS -C4 -C5", Fault.REMOVED_TWO, "C4 C5"),
        ("8D +D4:b", Fault.WRONG_COLOUR, "D4"),
        ("8D +D4:b -C4", Fault.CHIP_MOVED, "C4 D4"),
    ],
)
def test_whatever_is_wrong_or_missing_names_its_squares(sight: str, code: str, squares: str) -> None:
    seen = see(table(), parse_sight(sight))
    assert (seen.code, seen.squares) == (code, tuple(map(parse_square, squares.split())))


def test_while_a_card_waits_for_its_chip_the_open_squares_are_named() -> None:
    seen = see(Game(parse_options("classic")), parse_sight("7D"))
    assert (seen.wait, seen.squares) == (Wait.WAIT_CHIP, (parse_square("C4"), parse_square("H7")))


def test_two_chips_of_a_team_that_moves_twice_are_not_two_turns() -> None:
    game = Game(parse_options("my_rules N=4 die=d6r0s1,during"))
    game.push(parse_turn("r roll s"))
    assert see(game, parse_sight("7D +C4:r +D4:r")).fault is Fault.TWO_CHIPS
