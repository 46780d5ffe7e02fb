"""The game as a stack of entries: pushing, popping, undoing, overriding."""

import pytest

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import Fault, IllegalTurnError, Ruling
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Outcome
from companion.games.one_eyed_jack.position_text import parse_position
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game, Override, Undo
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Forgot, Pass, Place, Remove, Roll, Stop
from companion.games.squares import parse_square


def game_of(options: str, *plays: str, position: str = "") -> Game:
    parsed = parse_options(options)
    game = Game(parsed, position=parse_position(position, parsed) if position else None)
    for play in plays:
        game.push(parse_turn(play))
    return game


def chip(game: Game, square: str) -> int | None:
    return game.position.chips[parse_square(square)]


def test_an_illegal_turn_is_refused_and_changes_nothing() -> None:
    game = game_of("classic", "r 7D@C4")
    before = game.position
    with pytest.raises(IllegalTurnError, match="SQUARE_OCCUPIED") as refused:
        game.push(parse_turn("b 7D@C4"))
    assert refused.value.ruling == Ruling(Fault.SQUARE_OCCUPIED, (parse_square("C4"),))
    assert game.position == before
    assert len(game.entries) == 1
    assert game.judge(Exchange(1, Card("8D"))) == Ruling(Fault.NOT_DEAD, (parse_square("D4"), parse_square("G7")))


def test_an_undo_takes_back_the_last_turn_that_stands() -> None:
    game = game_of("classic", "r 7D@C4", "b 8D@D4")
    game.push(Undo())
    game.push(Undo())
    assert game.position == Game(game.options).position
    assert game.turns == ()
    assert game.judge(Undo()).fault is Fault.NOTHING_TO_UNDO


def test_after_an_undo_play_goes_on_from_there() -> None:
    game = game_of("classic", "r 7D@C4", "b 8D@D4")
    game.push(Undo())
    game.push(parse_turn("b 9D@E4"))
    assert [str(turn) for turn in game.turns] == ["r 7D@C4", "b 9D@E4"]
    assert (chip(game, "D4"), chip(game, "E4")) == (None, 1)


def test_an_undo_can_be_taken_back() -> None:
    game = game_of("classic", "r 7D@C4")
    game.push(Undo())
    assert game.pop() == Undo()
    assert chip(game, "C4") == 0


def test_an_override_makes_the_table_right_and_can_be_undone() -> None:
    game = game_of("classic", "r 7D@C4")
    claimed = parse_position("*8*/X/X/2b7/X/X/X/X/X/*8* 1 + - 89 - 1", game.options)
    game.push(Override(claimed))
    assert (chip(game, "C4"), game.seat, game.position.hands) == (1, 1, (7, 7))
    game.push(Undo())
    assert (chip(game, "C4"), game.seat) == (0, 2)


def test_an_override_may_tell_the_hands_and_undoing_it_gives_them_back() -> None:
    game = game_of("classic", "r 7D@C4")
    game.push(Override(game.position._replace(hands=(5, 0), seat=1)))
    assert (game.position.hands, game.seat) == ((5, 0), 1)
    game.push(Override(game.position._replace(hands=(), stock=0)))
    assert (game.position.hands, game.position.stock) == ((5, 0), 0)
    game.push(Undo())
    game.push(Undo())
    assert game.position.hands == (7, 7)


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("stop *", Outcome(None, "unfinished")),
        ("stop tie", Outcome(None, "agreed")),
        ("stop b", Outcome(1, "agreed")),
    ],
)
def test_the_players_may_end_the_game_themselves_and_take_that_back(said: str, outcome: Outcome) -> None:
    game = game_of("classic", "r 7D@C4", said)
    assert game.outcome() == outcome
    assert game.judge(parse_turn("b 8D@D4")).fault is Fault.GAME_OVER
    game.push(Undo())
    assert (game.outcome(), game.seat) == (None, 2)


def test_nobody_agrees_on_a_team_that_does_not_play() -> None:
    assert game_of("classic").judge(parse_turn("stop g")).fault is Fault.NO_SUCH_CHOICE


def test_an_override_drops_the_locks_it_destroys_and_locks_what_is_complete() -> None:
    game = game_of("classic", position="*8*/X/X/X/rrrrr5/X/X/X/X/*8* 2 + r:A5-E5 81 - 9")
    claimed = parse_position("*8*/X/X/X/rr1rr5/X/bbbbb5/X/X/*8* 2 + r:A5-E5 81 - 9", game.options)
    game.push(Override(claimed))
    assert game.position.locks == ((), ((60, 61, 62, 63, 64),))


def test_a_game_ended_by_the_cards_goes_on_after_an_override() -> None:
    game = game_of("classic", "r pass", "b pass", position="*8*/X/X/X/X/X/X/X/X/*8* 1 + - 0 - 90")
    assert game.outcome() == Outcome(None, "count")
    game.push(Override(game.position))
    assert game.outcome() is None


def test_a_chip_lying_on_a_locked_line_is_safe() -> None:
    game = game_of("classic", position="*8*/X/X/X/rrrrrr4/X/X/X/X/*8* 2 + r:A5-E5 81 - 9")
    assert [game.is_safe(parse_square(name)) for name in ("A5", "E5", "F5", "A6")] == [True, True, False, False]


def test_an_unread_card_commits_the_turn_on_any_open_square() -> None:
    game = game_of("classic", "r ?@C4")
    assert (chip(game, "C4"), game.position.pile, game.position.stock) == (0, (None,), 89)
    assert game.judge(parse_turn("b ?@C4")).fault is Fault.SQUARE_OCCUPIED
    assert game.judge(parse_turn("b ?@A1")).fault is Fault.CORNER_CLOSED
    assert game.judge(parse_turn("b ?xC4"))
    assert len(game.targets(None)) == 95


def test_what_only_the_table_can_tell_is_not_among_the_legal_turns() -> None:
    game = game_of("classic", "r 7D@C4")
    for turn in (Place(1, None, 50), Remove(1, None, 32), Forgot(1, False), Stop()):
        assert game.judge(turn)
        assert turn not in game.legal_turns


def test_a_dead_card_is_exchanged_and_played_nowhere() -> None:
    game = game_of("classic", "r 7D@C4", "b 7D@H7")
    assert [turn for turn in game.legal_turns if getattr(turn, "card", None) == Card("7D")] == [Exchange(0, Card("7D"))]


def test_a_finished_game_has_no_legal_turns() -> None:
    game = game_of("classic", "r pass", "b pass", position="*8*/X/X/X/X/X/X/X/X/*8* 1 + - 0 - 90")
    assert not game.legal_turns
    assert game.judge(Pass(0)).fault is Fault.GAME_OVER


def test_before_the_roll_only_its_faces_are_legal() -> None:
    game = game_of("open N=3 die=d6r1s0,during")
    assert list(game.legal_turns) == [Roll(0, "n"), Roll(0, "r")]


def test_the_end_joker_is_among_the_legal_turns() -> None:
    assert EndJoker(0) in list(game_of("open objective=sub3 end_joker=1").legal_turns)


def test_a_seat_that_is_not_there_has_forgotten_nothing() -> None:
    for seat in (0, 3, 9):
        assert game_of("classic", "r 7D@C4", "b 8D@D4").judge(Forgot(seat, True)).fault is Fault.NO_DRAW_OWED


def test_whether_a_forgotten_draw_is_late_follows_from_the_next_discard() -> None:
    game = game_of("zepherin", "r 7D@C4")
    assert game.forgotten_draw(1) == Forgot(1, late=False)
    game.push(parse_turn("b pass"))
    game.push(parse_turn("r 7D@H7"))
    assert game.forgotten_draw(1) == Forgot(1, late=False)
    game.push(parse_turn("b dead 7D"))
    assert game.forgotten_draw(1) == Forgot(1, late=True)
    game.push(game.forgotten_draw(1))
    assert game.position.hands == (6, 7)


@pytest.mark.parametrize(
    ("plays", "late"),
    [
        ("r 7D@C4,b 8D@D4", True),
        ("r 7D@C4,b JSxC4", True),
        ("r 7D@C4,b 8D@D4,r JSxD4", False),
        ("r 7D@C4,b 8D@D4,r pass", True),
        ("r 7D@C4,b pass,r pass,b 8D@D4", True),
        ("r 7D@C4,b 7D@H7,r dead 7D", True),
    ],
)
def test_neither_a_pass_nor_an_exchange_is_followed_by_a_draw(plays: str, late: bool) -> None:
    assert game_of("zepherin", *plays.split(",")).forgotten_draw(1) == Forgot(1, late)


def test_a_seats_own_exchange_does_not_make_its_forgotten_draw_late() -> None:
    game = game_of("zepherin", "r 7D@C4", "b 7D@H7", "r 8D@D4", "b pass")
    game.push(parse_turn("r dead 7D"))
    assert game.forgotten_draw(1) == Forgot(1, late=False)


def test_a_seat_that_has_not_played_has_forgotten_nothing() -> None:
    game = game_of("zepherin", "r 7D@C4")
    assert game.judge(game.forgotten_draw(2)).fault is Fault.NO_DRAW_OWED


def test_a_square_off_the_board_is_judged_and_not_stumbled_over() -> None:
    for turn in (Place(0, Card("JD"), 100), Remove(0, Card("JS"), -1)):
        assert game_of("classic").judge(turn).fault is Fault.NO_SUCH_SQUARE


def test_a_game_in_play_is_in_order() -> None:
    assert game_of("classic", "r 7D@C4").status() == frozenset()


def test_a_third_copy_of_a_card_is_noticed_and_does_no_harm() -> None:
    game = game_of("classic", "r 7D@C4", "b 7D@H7", "r JSxH7")
    assert not game.overcounted(Card("7D"))
    game.push(parse_turn("b 7D@H7"))
    assert game.overcounted(Card("7D"))
    assert not game.overcounted(Card("8D"))


def test_any_joker_counts_four_times_where_jokers_are_alike() -> None:
    game = game_of("my_rules corners=joker_any")
    assert [game.rules.copies(Card(code)) for code in ("JK", "7D", "JKE", "PS")] == [4, 2, 0, 0]
    assert game_of("open objective=sub3 end_joker=1").rules.copies(Card("JKE")) == 1
    matched = game_of("open corners=joker_matched", "r JKB@A1")
    assert (matched.rules.copies(Card("JKB")), matched.times_seen(Card("JKR"))) == (2, 0)


def test_a_joker_is_no_jack_where_every_jack_removes() -> None:
    assert game_of("my_rules deck=princess corners=joker_any").rules.kind(Card("JK")) is Kind.PLAIN


def test_a_fifth_joker_is_noticed_whatever_the_colours() -> None:
    game = game_of("my_rules corners=joker_any", "r JK@A1", "b JKB@J1", "r JKR@A10", "b JKR@J10", "r JSxJ1")
    assert not game.overcounted(Card("JK"))
    game.push(parse_turn("b JK@J1"))
    assert game.overcounted(Card("JKB"))


def test_the_neighbour_moves_next_in_the_direction_of_play() -> None:
    game = game_of("open N=3 die=d6r1s0,after")
    assert game.next_team == 1
    game.push(parse_turn("r 7D@C4"))
    game.push(parse_turn("r roll r"))
    assert (game.team, game.next_team) == (2, 1)


def test_a_face_rolled_before_the_card_says_who_moves_next() -> None:
    game = game_of("open N=3 die=d6r1s1,during", "r roll s")
    assert (game.team, game.next_team) == (0, 2)


def test_a_seat_without_cards_does_not_move_next() -> None:
    game = game_of("my_rules N=3 hand=2 stock_end=play_out")
    game.push(Override(game.position._replace(stock=0)))
    for play in ("r 7D@C4", "b 8D@D4", "g pass", "r 9D@E4", "b TD@F4"):
        game.push(parse_turn(play))
    assert (game.team, game.next_team) == (2, 2)


def test_games_are_equal_when_they_went_alike() -> None:
    assert game_of("classic", "r 7D@C4") == game_of("classic", "r 7D@C4")
    assert game_of("classic", "r 7D@C4") != game_of("classic", "r 7D@H7")
    assert game_of("classic") != game_of("zepherin")
    assert game_of("classic") != "classic"


def test_a_new_pattern_and_its_captures_are_told() -> None:
    game = game_of("open capture=pairs", "r 7C@E5", position="*8*/X/X/X/1rbb1rrrr1/X/X/X/X/*8* 1 + - 80 - 10")
    assert game.last_effect.captured == (42, 43)
    assert game.last_effect.patterns == ((44, 45, 46, 47, 48),)


def test_lines_that_only_read_otherwise_are_not_new() -> None:
    game = game_of("denexa", "r 3C@A5", position="*8*/X/X/X/1rrrrr4/X/X/X/X/*8* 1 + - 80 - 10")
    assert game.patterns(0) == ((40, 41, 42, 43, 44),)
    assert game.last_effect.patterns == ()


def test_a_new_standing_line_is_told_where_nothing_is_locked() -> None:
    game = game_of("denexa", "r 7C@E5", position="*8*/X/X/X/rrrr6/X/X/X/X/*8* 1 + - 80 - 10")
    assert game.last_effect.patterns == ((40, 41, 42, 43, 44),)
    assert game.position.locks == ((), ())


def test_a_game_that_remembers_works_out_only_once_what_follows_and_says_the_same() -> None:
    game, turn = game_of("classic", "r 7D@C4"), parse_turn("b 8D@D4")
    remembering = game.remembering()
    assert not isinstance(turn, Undo)
    assert remembering.following(turn) is remembering.at(game.moment).following(turn)
    assert remembering.following(turn) == game.following(turn)
    assert game.following(turn) is not game.following(turn)
    assert remembering.at(remembering.following(turn)).following(Pass(0)).before is remembering.following(turn)


def test_four_free_corners_are_no_square_of_anybodys() -> None:
    game = game_of("open objective=square lines=1", position="*8*/X/X/X/X/X/X/X/X/*8* 1 + r:A1.J1.A10.J10 90 - 0")
    assert (game.position.locks, game.outcome()) == (((), ()), None)
