"""Records of games: how they look, and what happens to broken ones."""

import pytest

from companion.games.one_eyed_jack.drawing import drawing
from companion.games.one_eyed_jack.faults import NotationError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Outcome
from companion.games.one_eyed_jack.position_text import parse_position
from companion.games.one_eyed_jack.record import Record, parse_record, record_text, result_text
from companion.games.one_eyed_jack.state import Game, Override, Undo

HEAD = '[Game "OneEyedJack"]\n[Preset "classic"]\n\n'


def moves(game: Game) -> str:
    return record_text(Record(game)).split("\n\n")[1].strip()


def game_of(text: str, options: str = "classic") -> Game:
    game = Game(parse_options(options))
    for play in text.split("; "):
        game.push(parse_turn(play))
    return game


def test_plays_are_numbered_and_a_turn_shares_its_number() -> None:
    game = game_of("r 7D@C4; b 7D@H7; r dead 7D; r 8D@D4; b JSxD4; r pass; forgot 1 early; b ?@D4; r ?xD4")
    assert parse_record(record_text(Record(game))) == Record(game)
    assert record_text(Record(game)).startswith('[Game "OneEyedJack"]\n[Preset "classic"]\n[Options "N=2 T=2 hand=7')
    assert '[Seats "2"]\n[Teams "2"]\n[Result "*"]\n\n' in record_text(Record(game))
    assert moves(game) == (
        "1. r 7D@C4 2. b 7D@H7 3. r dead 7D 8D@D4 4. b JSxD4 5. r pass {forgot 1 early} "
        "6. b ?@D4 {unverified} 7. r ?xD4 {unverified}"
    )


def test_rolls_belong_to_the_turn_they_close() -> None:
    game = game_of("r 7D@C4; r roll s; g 8D@D4; g roll r", "open N=3 die=d6r1s1,after")
    assert moves(game) == "1. r 7D@C4 roll s 2. g 8D@D4 roll r"


def test_undos_and_overrides_are_comments() -> None:
    game = game_of("r 7D@C4; b 8D@D4")
    game.push(Undo())
    game.push(Override(game.position))
    game.push(parse_turn("b 9D@E4"))
    here = "*8*/X/X/2r7/X/X/X/X/X/*8* 2 + - 89 - 1"
    assert moves(game) == f"1. r 7D@C4 2. b 8D@D4 {{undo}} {{override: {here}}} 2. b 9D@E4"


def test_an_override_that_tells_the_hands_and_an_early_end_are_comments() -> None:
    game = game_of("r 7D@C4")
    game.push(Override(game.position._replace(hands=(6, 7))))
    game.push(parse_turn("stop b"))
    here = "*8*/X/X/2r7/X/X/X/X/X/*8* 2 + - 89 - 1 6,7"
    assert moves(game) == f"1. r 7D@C4 {{override: {here}}} {{stop b}}"
    read = parse_record(record_text(Record(game)))
    assert read.game.position == game.position


@pytest.mark.parametrize(("said", "result"), [("stop *", "*"), ("stop tie", "tie"), ("stop r", "r")])
def test_the_result_of_a_game_that_was_ended_early_is_what_was_agreed(said: str, result: str) -> None:
    assert f'[Result "{result}"]' in record_text(Record(game_of(f"r 7D@C4; {said}")))


def test_a_declared_line_is_a_comment() -> None:
    options = parse_options("my_rules line_choice=declare")
    game = Game(options, position=parse_position("*8*/X/X/X/rrr1rrr3/X/X/X/X/*8* 1 + - 81 - 9", options))
    game.push(parse_turn("r 6C@D5"))
    game.push(parse_turn("r line C5-G5"))
    assert moves(game) == "10. r 6C@D5 {r line C5.D5.E5.F5.G5}"
    assert parse_record(record_text(Record(game))).game.patterns(0) == ((42, 43, 44, 45, 46),)


def test_a_game_set_up_in_mid_play_says_where_it_began() -> None:
    options = parse_options("classic")
    position = parse_position("*8*/X/X/X/rrrrr5/X/X/X/X/*8* 2 + r:A5-E5 81 - 9", options)
    text = record_text(Record(Game(options, position=position)))
    assert '[Position "*8*/X/X/X/rrrrr5/X/X/X/X/*8* 2 + r:A5-E5 81 - 9"]' in text
    assert parse_record(text).game.position.locks == position.locks


def test_results_are_a_letter_a_tie_or_a_star() -> None:
    assert [result_text(outcome) for outcome in (Outcome(2, "patterns"), Outcome(None, "count"), None)] == [
        "g",
        "tie",
        "*",
    ]


@pytest.mark.parametrize(
    ("moves", "entries", "where"),
    [
        ("1. r 7D@C4 2. b 7D@C4 3. r 8D@D4", 1, "2. b 7D@C4: "),
        ("1. r 7D@C4 2. b nonsense", 1, "2. b nonsense: "),
        ("1. r 7D@C4 2. b dead", 1, "2. b dead: "),
        ("1. r 7D@C4 {override: nowhere} 2. b 8D@D4", 1, "1. {override: nowhere}: "),
        ("{undo} 1. r 7D@C4", 0, "before 1. {undo}: "),
        ("1. r 7D@C4 {never closed", 1, "1. r {never: "),
    ],
)
def test_a_broken_record_loads_up_to_its_fault_and_says_where(moves: str, entries: int, where: str) -> None:
    record = parse_record(HEAD + moves)
    assert len(record.game.entries) == entries
    assert record.trouble.startswith(where)


def test_a_result_at_the_end_is_read_over() -> None:
    assert parse_record(HEAD + "1. r 7D@C4 2. b 8D@D4 *").trouble == ""
    assert parse_record(HEAD + "1. r 7D@C4 2. b 8D@D4 tie").trouble == ""


@pytest.mark.parametrize(
    "tags",
    ['[Game "Chess"]', '[Preset "chess"]', '[Layout "7D"]', '[Seats "7"]', '[Position "nowhere"]'],
)
def test_tags_that_tell_of_no_game_are_refused(tags: str) -> None:
    with pytest.raises(NotationError, match="no game in the tags"):
        parse_record(tags)


def test_a_note_that_looks_like_an_entry_stays_a_note() -> None:
    game = game_of("r 7D@C4")
    text = record_text(Record(game, notes=((1, "undo"),)))
    assert text.endswith("1. r 7D@C4 {note: undo}\n")
    assert parse_record(text).game == game


def test_a_board_is_drawn_with_its_safe_chips_in_capitals() -> None:
    options = parse_options("classic")
    position = parse_position("*8*/X/X/2b7/rrrrrr4/X/X/X/X/*8* 2 + r:A5-E5 81 - 9", options)
    game = Game(options, position=position)
    lines = drawing(game.rules, game.position).splitlines()
    assert lines[:2] == ["   A B C D E F G H I J", " 1 * . . . . . . . . *"]
    assert lines[4:6] == [" 4 . . b . . . . . . .", " 5 R R R R R r . . . ."]


def test_seats_and_teams_are_read_from_their_tags() -> None:
    options = parse_record('[Preset "my_rules"]\n[Seats "6"]\n[Teams "3"]\n[Options "n=4"]\n\n').game.options
    assert (options.seats, options.teams, options.n) == (6, 3, 4)


def test_a_note_stays_between_the_plays_it_was_written_between() -> None:
    plays = "1. r 7D@C4 {well played} 2. b 8D@D4 {and so to bed}"
    assert record_text(parse_record(HEAD + plays)).endswith(f"\n\n{plays}\n")
