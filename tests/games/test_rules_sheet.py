"""The rules in words."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from random_table import random_options

from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.rules_sheet import rules_sheet

calmly = settings(deadline=None, max_examples=40)


def sheet(options: str) -> str:
    return "\n".join(rules_sheet(parse_options(options)))


@calmly
@given(st.randoms(use_true_random=False))
def test_any_rules_fit_on_a_phone_in_whole_sentences(random: Random) -> None:
    paragraphs = rules_sheet(random_options(random))
    assert len("\n".join(paragraphs)) < 1500
    assert all(paragraph[0].isupper() and paragraph.endswith(".") for paragraph in paragraphs)


def test_classic_is_said_in_full() -> None:
    assert rules_sheet(parse_options("classic")) == (
        "Two players, everybody for themselves, seven cards each.",
        "Win with two lines. A line is five squares in a row; two of yours may share one square.",
        "Play a card and place a chip on a square that shows it. A two-eyed jack (♦ ♣) goes on any open square; "
        "a one-eyed jack (♠ ♥) takes a chip off. "
        "Before you play you may exchange a dead card, one without an open square.",
        "The corners are free: they count for everybody, and nobody places a chip there.",
        "Take opponents’ chips only; chips of a finished line are safe for good. "
        "When a chip finishes several lines in one run, the one nearest the top left counts.",
        "Draw a card to end your turn. If you forget, draw when you notice.",
        "When the stock is used up, play goes on without drawing until nobody can play. "
        "Then most lines win; if equal, lines of four, then three squares are counted.",
    )


def test_every_variant_is_said() -> None:
    said = {
        "open capture=pairs_trios n=5": "Close in exactly two or three opponents’ chips in a row",
        "open capture=pairs_trios": "15 captured chips win as well",
        "open capture=pairs": "Close in exactly two opponents’ chips in a row",
        "open N=3 die=d8r2s0,during": "Roll the 8-sided die before you play: two faces turn the direction round.",
        "open N=3 die=d8r0s1,after": "Roll the 8-sided die after you play: one face skips the next player.",
        "open objective=sub3 end_joker=1": "Whoever plays the end-joker ends the game at once.",
        "open objective=line+cross shape=orth": "or a centre and the four squares straight from it, touching it",
        "open objective=cross": "the four squares straight or diagonally from it, all as far away",
        "open objective=square shape=diag": "the four points of a diamond, of any size",
        "open wrap=lr": "over the left and right edges",
        "open directions=orth": "Diagonal lines do not count.",
        "denexa": "nothing is safe",
        "zepherin": "you stay one card short",
        "my_rules dead=off": "Dead cards stay in the hand.",
        "my_rules dead_per_turn=1": "once a turn",
        "my_rules dead_per_turn=3": "at most 3 a turn",
        "my_rules line_choice=declare": "its owner says which one counts",
        "my_rules stock_end=reshuffle": "shuffled into a new one",
        "my_rules n=3": "Then most lines win.",
        "my_rules stock_end=reshuffle n=3": "When everybody passes twice in a row, most lines win.",
        "open objective=sub3 directions=orth": "Diagonal rows do not count.",
        "open objective=sub3 wrap=tb": "Rows of three go on over the top and bottom edges",
        "open directions=orth capture=pairs": "Diagonal lines do not count, and nothing is captured diagonally.",
        "open capture=pairs wrap=both": "Lines and captures go on over the opposite edges",
        "my_rules N=12 hand=4": "Twelve players, in two teams of six, four cards each.",
        "my_rules corners=joker_any": "A joker places a chip on any open corner",
        "my_rules corners=joker_matched": "A joker places a chip on a corner of its colour",
        "kids": "Win with one line. A line is four squares in a row",
        "my_rules n=4": "if equal, lines of three squares are counted.",
        "open objective=sub3": "chips in a row of three are crowned and safe",
        "open objective=sub3 n=4": "Every three of your squares in a row score a point",
        "open objective=sub3 n=5": "Then the scores are compared; equal ones are a tie.",
        "open objective=cross shape=diag": "the four squares diagonally from it",
        "open objective=square shape=orth": "A square is the four corners of a square, of any size; two",
        "open objective=square": "the four corners of a square or points of a diamond, of any size",
        "open N=3 die=d6r0s2,after": "two faces skip the next player",
        "open deck=rook": "A 12 goes on any open square; an 11 takes a chip off. On phones black is written ♠",
    }
    assert {options: words in sheet(options) for options, words in said.items()} == dict.fromkeys(said, True)


def test_where_no_line_scores_nothing_is_said_of_diagonal_ones() -> None:
    for objective in ("cross", "square"):
        assert "Diagonal" not in sheet(f"open objective={objective} directions=orth")
