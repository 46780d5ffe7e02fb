"""Scene, status and words for tracked games: what everybody is told at each moment."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cards import parse_card
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.state import Game, Override
from companion.referee.events import FaultFound, MatchScored, NoticeGiven, QuestionAsked, Setup, TeamLook
from companion.referee.observation import BoardObservation, PileObservation
from companion.referee.one_eyed_jack.belief import believing
from companion.referee.one_eyed_jack.ledger import Watch
from companion.referee.one_eyed_jack.tracking import Tracking
from companion.referee.settling import Calm
from companion.views.one_eyed_jack.hints import headline_of, hint_of
from companion.views.one_eyed_jack.scene import scene_of
from companion.views.one_eyed_jack.status import Status, score_lines, status_of
from companion.views.one_eyed_jack.status_json import status_json
from companion.views.scene import Scene

TWO = "my_rules N=2 T=2 hand=6 lines=2 n=5"
RED, BLUE, GREEN = TeamLook("R", "red"), TeamLook("B", "blue"), TeamLook("G", "green")
LINE = "r 3C@A5; b AS@B1; r 4C@B5; b 2S@C1; r 5C@C5; b 3S@D1; r 6C@D5; b 9S@A2; r 7C@E5"
SQUARE = "r TS@B2; b 7D@C4; r QS@C2; b 8D@D4; r 8H@B3; b 9D@E4; r 9H@C3"
NONE_TO_TAKE = "The jack of spades takes a chip, but none may be taken now: take it back and play another."
SECOND = "b TS@B2; r KC@A6; b QS@C2; r QC@B6; b KS@D2; r TC@C6; b AH@E2; r 9C@D6; b 3H@G2; r 8C@E6"


def tracking(plays: str = "", options: str = TWO, **changes: object) -> Tracking:
    teams = (RED, BLUE, GREEN)[: parse_options(options).teams]
    players = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay")[: parse_options(options).seats]
    game = Game(parse_options(options), REFERENCE)
    for play in filter(None, plays.split("; ")):
        game.push(parse_turn(play))
    setup = Setup(options, tuple(card.code for card in REFERENCE.cards), teams, players)
    return replace(Tracking(setup, game, Watch(believing(game)), settled=True), **changes)


def card_seen(code: str, plays: str = "", options: str = TWO) -> Tracking:
    return tracking(plays, options, card=parse_card(code))


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
    ("seen", "hint"),
    [
        (card_seen("7D"), "The seven of diamonds goes on C4 or H7."),
        (
            card_seen("7D", "r 7D@C4; b 8D@D4; r 7D@H7; b 9D@E4"),
            "The seven of diamonds is dead: draw another card and play on.",
        ),
        (
            card_seen("7D", "r 7D@C4; b 8D@D4; r 7D@H7; b 9D@E4", f"{TWO} dead=off"),
            "The seven of diamonds is dead: take it back and play another.",
        ),
        (card_seen("JC"), "The jack of clubs is wild: any open square."),
        (card_seen("JS", "r 7D@C4; b 8D@D4"), "The jack of spades takes another team's chip off the board."),
        (card_seen("JS", "r 7D@C4; b 8D@D4", "denexa N=2 T=2"), "The jack of spades takes any chip off the board."),
        (card_seen("JS"), NONE_TO_TAKE),
        (card_seen("JS", "r 7D@C4; b 7D@H7; r 8D@D4; b KC@A6; r 9D@E4", "open objective=sub3"), NONE_TO_TAKE),
        (card_seen("JK"), ""),
        (tracking(), "Deal 6 cards to each. Then play a card and place a chip."),
        (tracking("r 7D@C4"), "Ann plays the seven of diamonds on C4. Ann: draw a card."),
        (tracking(f"{LINE}; {SECOND}"), "Enough lines are complete."),
        (tracking(SQUARE, "open objective=square lines=1"), "Enough squares are complete."),
        (tracking("r JKE", "open objective=sub3 end_joker=1"), "The end joker was played."),
    ],
)
def test_the_hint_says_what_may_be_done_now(seen: Tracking, hint: str):
    assert hint_of(seen) == hint


@pytest.mark.parametrize(
    ("seen", "headline"),
    [
        (tracking(), "Ann begins"),
        (tracking("r 7D@C4"), "Ben to play"),
        (tracking("r 7D@C4; b 8D@D4", "classic N=4 T=2"), "Cem to play"),
        (tracking(f"{LINE}; {SECOND}"), "Ann wins!"),
        (tracking("stop b", "classic N=4 T=2"), "Ben and Dan win!"),
        (replace(tracking(), clearing=True), "Ann begins"),
    ],
)
def test_the_headline_names_who_plays_and_who_has_won(seen: Tracking, headline: str):
    assert headline_of(seen) == headline


@pytest.mark.parametrize(("chips", "headline"), [(5, "5 chips left"), (4, "4 chips left"), (1, "1 chip left")])
def test_a_board_that_is_being_cleared_says_how_many_chips_are_left(chips: int, headline: str):
    rows = tuple((-20.0, 0.0, -20.0) if square < chips else (0.0, -20.0, -20.0) for square in range(100))
    calm = Calm(BoardObservation(rows), PileObservation(), 0.0, 1.0, 5)
    status = status_of(replace(tracking(), clearing=True, watch=Watch(believing(tracking().game), calm=calm)))
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


@pytest.mark.parametrize(
    ("plays", "hint"),
    [
        ("r 7D@C4; b 8D@D4; r 9D@E4", "Cem plays the nine of diamonds on E4. Cem: draw a card."),
        ("r 7D@C4; b 8D@D4; forgot 1 late", "Ann forgot to draw."),
        ("r 7D@C4; b 8D@D4; r 9D@E4; forgot 3 early", "Cem forgot to draw. Cem: draw a card."),
    ],
)
def test_of_a_team_of_several_whoever_played_last_is_named(plays: str, hint: str):
    told = tracking(plays, "open N=4 T=2 forgot=short")
    assert hint_of(told) == hint
    assert status_of(told).undo == hint.partition(" Cem:")[0]


def test_nobody_is_told_to_deal_once_the_game_goes_on_from_a_position_set_by_hand():
    game = tracking("r 7D@C4; b 8D@D4").game
    game.push(Override(game.position))
    assert hint_of(replace(tracking(), game=game)) == "Play a card and place a chip."


def test_the_die_is_asked_for():
    assert hint_of(tracking("r 7D@C4", "open N=3 T=3 die=d6r1s0,after")) == "Roll the die."


@pytest.mark.parametrize(
    ("stock", "options", "said"),
    [
        (0, TWO, "Ben plays the eight of diamonds on D4. The stock is used up."),
        (1, TWO, "Ben plays the eight of diamonds on D4. Ben: draw a card."),
        (0, f"{TWO} stock_end=reshuffle", "Ben plays the eight of diamonds on D4. Ben: draw a card."),
    ],
)
def test_the_last_card_is_drawn_and_then_the_stock_is_used_up(stock: int, options: str, said: str):
    assert hint_of(short_of("r 7D@C4", "b 8D@D4", stock, options)) == said


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        ("r 7D@C4; b 8D@D4; forgot 1 late; r 9D@E4", "Ann plays the nine of diamonds on E4. Ann: draw two cards."),
        ("r 7D@C4; b 8D@D4; forgot 1 late; r pass", "Ann passes. Ann: draw a card."),
        ("r 7D@C4; b pass", "Ben passes."),
        ("r 7D@C4; b 8D@D4; r 7D@H7; b dead 7D", "Ben exchanges the dead seven of diamonds. Ben: draw a card."),
    ],
)
def test_as_many_cards_are_to_be_drawn_as_are_due(plays: str, said: str):
    assert hint_of(tracking(plays, f"{TWO} forgot=short_one_round")) == said


@pytest.mark.parametrize(
    ("plays", "stock", "options"), [("r pass", 0, TWO), ("r dead 7D", 80, f"{TWO} dead_per_turn=1")]
)
def test_a_dead_card_that_may_not_be_exchanged_now_is_taken_back(plays: str, stock: int, options: str):
    dead = "r 7D@C4; b 8D@D4; r 7D@H7; b 9D@E4"
    seen = replace(short_of(dead, plays, stock, options), card=parse_card("7D"))
    assert hint_of(seen) == "The seven of diamonds is dead: take it back and play another."


def short_of(plays: str, last: str, stock: int, options: str) -> Tracking:
    """So many cards were left in the stock when the last of these turns was played."""
    game = tracking(plays, options).game
    game.push(Override(game.position._replace(stock=stock)))
    game.push(parse_turn(last))
    return replace(tracking(options=options), game=game)


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
