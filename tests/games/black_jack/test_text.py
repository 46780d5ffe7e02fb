"""Text in and out: turns, looks, positions, options and records, and what is said of broken ones."""

import pytest

from companion.games.black_jack.notation import parse_laid, parse_seat, parse_sight, parse_turn
from companion.games.black_jack.options import Options, parse_options
from companion.games.black_jack.position_text import parse_position
from companion.games.black_jack.record import Record, parse_record, record_text
from companion.games.black_jack.rules_sheet import rules_sheet
from companion.games.black_jack.state import Game, start
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle
from companion.games.cards import Card
from companion.games.history import Override
from companion.games.refusals import NotationError, OptionsError

RECORD = """[Game "BlackJack"]
[Options "base players=3"]
[Seats "3"]
[Position "top=7S cur=P1 dir=cw pending=0 stock=30 P1=?7 P2=?7 P3=?7 out=-"]
[Result "*"]
[Seat1 "Ann"]

1. P1 2S 2H 2. P2 draw 4 {a long evening} 3. P3 5H {undo} 3. P3 AS/D {reshuffle}
"""


@pytest.mark.parametrize(
    "text", ["P1 8S 9S 9D", "P12 AD/S", "P3 JK=2H", "P3 JK=AH/D JK", "P1 draw 4", "P1 draw", "reshuffle", "P1 9S out"]
)
def test_a_turn_reads_back_as_it_was_written(text: str) -> None:
    assert str(parse_turn(text)) == text


def test_turns_are_what_their_text_says() -> None:
    assert parse_turn("P2 10S AD/S") == Play(2, (Laid(Card("TS")), Laid(Card("AD"), suit="S")))
    assert (parse_turn("P2 draw"), parse_turn("reshuffle")) == (Draw(2), Reshuffle())
    assert parse_sight("P1 see AS/C > AD/H ") == (1, (Laid(Card("AS"), suit="C"),), Laid(Card("AD"), suit="H"))


@pytest.mark.parametrize(
    "text",
    ["", "P1", "8S", "P0 8S", "P100 8S", "P1 8X", "P1 8S=9S", "P1 8S/H", "P1 AS/X", "P1 AS/H/S", "P1 JK=2H=3H",
     "P1 draw four", "P1 out", "P1 draw 1 2"],
)  # fmt: skip
def test_what_is_no_turn_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotationError, match=r"write|no card|only"):
        parse_turn(text)


@pytest.mark.parametrize("text", ["P1 see 9S", "P1 9S > 9D", "see 9S > 9D"])
def test_what_is_no_look_at_the_pile_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotationError, match="see 8S > 9S"):
        parse_sight(text)


def test_seats_are_written_with_a_p() -> None:
    with pytest.raises(NotationError, match="write P1"):
        parse_seat("1")


@pytest.mark.parametrize(
    "text",
    [
        "cur=P1",
        "top=7S top",
        "top=7S cur=P9",
        "top=7S dir=up",
        "top=7S pending=x",
        "top=7S suit=H",
        "top=AS suit=X",
        "top=7S P1=7Z",
        "top=7S P9=7C",
        "top=7S P5=7C",
        "top=7S P1=60",
        "top=7S stock=40",
        "top=7S out=P1 cur=P1",
        "top=7S out=P1 P1=7C",
        "top=7S out=P1,P2,P3,P4",
        "top=7S out=P1,P1",
    ],
)
def test_what_is_no_position_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotationError, match=r"write|count|only|somebody|no such card"):
        parse_position(text, Options())


def test_a_hand_of_nothing_is_written_as_a_dash() -> None:
    assert parse_position("top=7S out=P1 P1=-", Options()) == parse_position("top=7S out=P1", Options())


def test_options_read_back_as_they_were_written() -> None:
    text = "base players=7 jokers=1 jot=any bring_backs=on king2=again"
    assert parse_options(text).text == text
    assert parse_options("") == Options()
    assert parse_options("base N=2") == parse_options("players=2")
    assert parse_options("N=2").players == 2
    assert parse_options("base packs=2").text == "base players=4 packs=2"


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("base sing=1", "BAD_OPTION", "did you mean sting"),
        ("base zzz=1", "BAD_OPTION", "write one of N, packs"),
        ("base sting", "BAD_OPTION", "did you mean sting"),
        ("base players=many", "BAD_SEATING", "no number"),
        ("base sting=perhaps", "BAD_OPTION", "on or off"),
        ("base jot=maybe", "BAD_OPTION", "off, suited, any"),
        ("base jokers=9", "BAD_OPTION", "0, 1 or 2"),
        ("base packs=3", "BAD_SEATING", "packs=3"),
        ("base players=13", "BAD_SEATING", "2 to 12"),
        ("classic", "BAD_OPTION", "only base"),
    ],
)
def test_options_that_cannot_be_played_are_refused(text: str, code: str, words: str) -> None:
    with pytest.raises(OptionsError, match=words) as refused:
        parse_options(text)
    assert refused.value.code == code


def test_a_record_tells_the_whole_game() -> None:
    record = parse_record(RECORD)
    assert (record.trouble, record.notes, dict(record.tags)) == ("", ((2, "a long evening"),), {"Seat1": "Ann"})
    assert record.game.position.suit == "D"
    assert record_text(record) == RECORD


def test_what_a_table_was_made_right_by_is_in_its_record() -> None:
    game = start(parse_options("base players=3"), parse_laid("7S"))
    game.push(Override(parse_position("top=9D cur=P2 stock=30", game.options)))
    text = record_text(Record(game))
    assert "{override: top=9D" in text
    assert parse_record(text).game.entries == game.entries


def test_a_record_says_who_went_out_and_who_lost() -> None:
    options = parse_options("base players=2")
    game = Game(options, parse_position("top=7S P1=2S,2H", options))
    game.push(parse_turn("P1 2S 2H"))
    assert '[Result "P1,P2"]' in record_text(Record(game))


def test_a_broken_record_ends_where_the_fault_is() -> None:
    record = parse_record(RECORD.replace("P3 5H", "P3 5C"))
    assert (len(record.game.entries), record.trouble.partition(":")[0]) == (2, "3. P3 5C")
    assert "no card" in parse_record(RECORD.replace("P3 5H", "P3 5X")).trouble


@pytest.mark.parametrize("old", ['[Game "BlackJack"]\n', "BlackJack", "players=3", "top=7S"])
def test_tags_that_tell_no_game_are_refused(old: str) -> None:
    with pytest.raises(NotationError, match="no game in the tags"):
        parse_record(RECORD.replace(old, "players=0" if "players" in old else ""))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("base", "After an even number of Kings you play again."),
        ("base", "A red Jack on black Jacks cancels everything."),
        ("base jot=any", "their penalties add up. A red Jack on a penalty where it may lie cancels everything."),
        ("base jot=suited red_jack_ends=1", "where it may lie cancels everything, and nothing may follow it."),
        ("base bring_backs=1", "A penalty for a seat whose player is out brings that player back."),
    ],
)
def test_the_rules_sheet_says_who_plays_again_what_a_red_jack_cancels_and_whom_a_penalty_brings_back(
    options: str, said: str
) -> None:
    assert said in " ".join(rules_sheet(parse_options(options)))
