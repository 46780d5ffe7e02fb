"""Scene, status and words for tracked games: what everybody is told at each moment."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tracked_games import LINE, SECOND, SQUARE, card_seen, tracking

from companion.games.one_eyed_jack.state import Override
from companion.games.one_eyed_jack.turns import Roll
from companion.referee.events import FaultFound, MatchScored, NoticeGiven, QuestionAsked
from companion.referee.observation import BoardObservation, PileObservation
from companion.referee.one_eyed_jack.belief import believing
from companion.referee.one_eyed_jack.ledger import Watch
from companion.referee.one_eyed_jack.tracking import Tracking
from companion.referee.settling import Calm
from companion.views.one_eyed_jack.hints import headline_of
from companion.views.one_eyed_jack.scene import scene_of
from companion.views.one_eyed_jack.status import Status, score_lines, status_of
from companion.views.one_eyed_jack.status_json import status_json
from companion.views.scene import Scene


def test_before_the_first_calm_look_the_lights_are_starting():
    assert scene_of(tracking(settled=False)) == Scene("starting")


def test_a_turn_points_at_nobodys_square_until_a_card_is_seen():
    assert scene_of(tracking("r 7D@C4")) == Scene("turn", 1)


def test_a_plain_card_points_at_its_open_squares():
    assert scene_of(card_seen("7D")) == Scene("turn", 0, (32, 67))


def test_a_wild_card_points_nowhere():
    assert scene_of(card_seen("JD")) == Scene("turn", 0)


def test_a_fault_comes_before_a_question_and_a_lost_board_before_both():
    troubled = tracking(
        fault=FaultFound("TWO_CHIPS", (3, 4), "Only one chip per turn. Take one back."),
        question=QuestionAsked("Which card?", ("r 7D@C4", "r JD@C4", "r pass")),
    )
    assert scene_of(troubled) == Scene("fault", 0, (3, 4))
    assert scene_of(replace(troubled, fault=None)) == Scene("question", 0, (32,))
    assert scene_of(replace(troubled, notice=NoticeGiven("BOARD_LOST", "…"))) == Scene("lost_board")
    assert scene_of(replace(troubled, notice=NoticeGiven("BOARD_COVERED", "…"))).mood == "fault"


def test_a_line_is_celebrated_until_the_next_card_is_seen():
    assert scene_of(tracking(LINE)) == Scene("line", 0, (40, 41, 42, 43, 44))
    assert scene_of(card_seen("TS", LINE)).mood == "turn"


def test_a_win_shows_every_line_of_the_winner():
    status = status_of(tracking(f"{LINE}; {SECOND}"))
    assert status.scene == Scene("win", 0, (*range(40, 45), *range(50, 55)))
    assert (status.winner, status.over, status.targets) == (0, True, ())
    assert status.announcement == (
        "Ann plays the eight of clubs on E6. Ann completes a line from A6 to E6! Ann wins the game!"
    )


def test_a_tie_is_over_and_nobodys():
    passes, options = "r pass; b pass; r pass; b pass", "classic N=2 T=2"
    assert scene_of(tracking(passes, options)) == Scene("over")
    assert status_of(tracking(passes, options)).announcement == "Ben passes. The game is a tie."


def test_the_status_tells_score_cards_and_last_turns():
    status = status_of(tracking(LINE))
    assert [(team.name, team.lines, team.chips) for team in status.teams] == [("red", 1, 5), ("blue", 0, 4)]
    assert (status.lines_needed, status.seat, status.team) == (2, 2, 1)
    assert status.locked == ((0, (40, 41, 42, 43, 44)),)
    assert status.last_turns[0] == "r 7C@E5"
    assert status.last_squares == (44,)
    assert status.stock == 104 - 12 - 9
    assert status.hands == (6, 6)


def test_a_declared_position_is_no_turn():
    game = tracking("r 7D@C4").game
    game.push(Override(game.position))
    status = status_of(replace(tracking(), game=game))
    assert status.last_turns == ("r 7D@C4",)
    assert status.last_squares == ()
    assert status.announcement == "Ben to play."


@pytest.mark.parametrize(
    ("plays", "result", "announcement"),
    [
        ("r 7D@C4", "", "Ann plays the seven of diamonds on C4. Ben to play."),
        (f"{LINE}; {SECOND}", "Ann wins!", None),
        ("r 7D@C4; stop b", "Ben wins!", "The players end the game. Ben wins the game!"),
        ("r 7D@C4; stop tie", "It is a tie", "The players end the game. The game is a tie."),
        ("r 7D@C4; stop *", "No result", "The players end the game. The game has no result."),
    ],
)
def test_the_result_is_told_as_a_headline_and_aloud(plays: str, result: str, announcement: str | None):
    status = status_of(tracking(plays))
    assert status.result == result
    assert announcement in (None, status.announcement)
    assert not any(turn.startswith("stop") for turn in status.last_turns)


def test_what_would_be_undone_is_told():
    assert status_of(tracking()).undo == ""
    assert status_of(tracking("r 7D@C4")).undo == "Ann plays the seven of diamonds on C4."
    game = tracking("r 7D@C4").game
    game.push(Override(game.position))
    assert status_of(replace(tracking(), game=game)).undo == "The board was corrected by hand."


def test_games_won_are_told_with_the_one_that_is_over():
    assert status_of(tracking("r 7D@C4")).wins == (0, 0)
    assert status_of(tracking(f"{LINE}; {SECOND}")).wins == (1, 0)
    scored = tracking("r 7D@C4").after(MatchScored((1, 2)))
    assert status_of(scored).wins == (1, 2)
    assert status_of(scored).undo == "The number of games won was changed."
    assert status_of(tracking("r 7D@C4; stop *")).wins == (0, 0)


def test_every_card_that_was_seen_is_counted():
    assert status_of(tracking("r 7D@C4; b ?@D4; r 7D@H7")).seen == (("7D", 2),)


def test_captured_squares_belong_to_the_last_turn():
    options = "open N=2 T=2 capture=pairs n=5"
    status = status_of(tracking("r AS@B1; b 2S@C1; r 7D@C4; b 3S@D1; r 4S@E1", options))
    assert status.last_squares == (4, 2, 3)
    assert status.teams[0].captured == 2


def test_where_points_are_counted_they_stand_in_the_place_of_lines():
    status = status_of(tracking("r AS@B1; b 7D@C4; r 2S@C1", "open N=2 T=2 objective=sub3"))
    assert (status.lines_needed, status.teams[0].lines) == (0, 1)
    assert score_lines(status) == ("Red: 1 point, 2 chips", "Blue: 0 points, 1 chip")


@pytest.mark.parametrize(
    ("objective", "words", "score"),
    [
        ("square", ["square", "squares"], "1 square"),
        ("line+cross", ["pattern", "patterns"], "0 patterns"),
        ("sub3", ["point", "points"], "1 point"),
    ],
)
def test_the_score_speaks_of_what_counts_in_this_game(objective: str, words: list[str], score: str):
    status = status_of(tracking(SQUARE, f"open N=2 T=2 objective={objective}"))
    assert status_json(status)["counted"] == words
    assert score_lines(status)[0] == f"Red: {score}, 4 chips"


def test_partners_share_a_team():
    status = status_of(tracking(options="classic N=4 T=2"))
    assert [team.players for team in status.teams] == [("Ann", "Cem"), ("Ben", "Dan")]
    assert status.announcement == "Ann to play."


@pytest.mark.parametrize(
    ("seen", "headline"),
    [
        (tracking(), "Ann begins"),
        (tracking("r 7D@C4"), "Ben to play"),
        (tracking("r 7D@C4; b 8D@D4", "classic N=4 T=2"), "Cem to play"),
        (tracking(f"{LINE}; {SECOND}"), "Ann wins!"),
        (tracking("stop b", "classic N=4 T=2"), "Ben and Dan win!"),
        (replace(tracking(), clearing=frozenset()), "Ann begins"),
    ],
)
def test_the_headline_names_who_plays_and_who_has_won(seen: Tracking, headline: str):
    assert headline_of(seen) == headline


@pytest.mark.parametrize(("chips", "headline"), [(5, "5 chips left"), (4, "4 chips left"), (1, "1 chip left")])
def test_a_board_that_is_being_cleared_says_how_many_chips_are_left(chips: int, headline: str):
    status = status_of(replace(tracking(), clearing=frozenset(range(chips))))
    assert (status.headline, status.ready) == (f"Clear the board: {headline}", False)
    assert status.hint == "Take all chips off the board, and gather the cards."
    assert status.announcement == "Clear the board."
    assert status.scene == Scene("starting", None, tuple(range(chips)) if chips <= 4 else ())


def test_a_wrong_chip_is_told_with_the_square_it_lies_on():
    rows = tuple((-20.0, -20.0, 0.0) if square == 33 else (0.0, -20.0, -20.0) for square in range(100))
    calm = Calm(BoardObservation(rows), PileObservation(), 0.0, 1.0, 5)
    watch = Watch(believing(tracking().game), calm=calm)
    fault = FaultFound("CARD_MISMATCH", (33, 34), "That chip belongs elsewhere.")
    assert status_of(replace(tracking(), fault=fault, watch=watch)).strays == ((33, 1),)
    assert status_of(replace(tracking(), watch=watch)).strays == ()


@given(st.sampled_from(["after", "during"]), st.lists(st.integers(0, 400), max_size=12))
def test_the_faces_of_a_die_are_told_while_it_is_to_be_rolled_and_at_no_other_time(moment: str, choices: list[int]):
    told = tracking(options=f"open N=3 T=3 die=d6r1s0,{moment}")
    game = told.game
    for choice in choices:
        turns = list(game.legal_turns)
        rolled = any(isinstance(turn, Roll) for turn in turns)
        assert status_of(replace(told, game=game)).die == ("n", "r") * rolled
        game.push(turns[choice % len(turns)])


@given(st.lists(st.integers(0, 400), max_size=30))
def test_every_reachable_game_can_be_told(choices: list[int]):
    game = tracking().game
    for choice in choices:
        turns = list(game.legal_turns)
        if turns:
            game.push(turns[choice % len(turns)])
    status: Status = status_of(replace(tracking(), game=game))
    assert sum(team.chips for team in status.teams) == sum(chip is not None for chip in status.chips)
    assert status.announcement.endswith(("to play.", "game!", "tie."))
