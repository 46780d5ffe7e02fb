"""The game as a stack of entries, its positions, and what the table is told of each turn."""

import pytest

from companion.games.black_jack.faults import Fault, Ruling
from companion.games.black_jack.legal_turns import LegalTurns
from companion.games.black_jack.notation import parse_laid, parse_turn
from companion.games.black_jack.options import parse_options
from companion.games.black_jack.pile import overcounted
from companion.games.black_jack.playing import Effect
from companion.games.black_jack.position import Hand, Outcome, Position
from companion.games.black_jack.position_text import parse_position, position_text
from companion.games.black_jack.state import Game, start
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle
from companion.games.cards import Card
from companion.games.history import Override, Undo
from companion.games.refusals import IllegalTurnError


def game_of(position: str, *plays: str, options: str = "base") -> Game:
    parsed = parse_options(options)
    game = Game(parsed, parse_position(position, parsed))
    for play in plays:
        game.push(parse_turn(play))
    return game


def test_an_illegal_play_is_refused_names_its_card_and_changes_nothing() -> None:
    game = game_of("top=7S")
    before = game.position
    with pytest.raises(IllegalTurnError, match="BJ_BAD_RUN"):
        game.push(parse_turn("P1 9S TS 8S"))
    assert game.judge(parse_turn("P1 9S TS 8S")).step == 2  # type: ignore[attr-defined]
    assert (game.position, game.entries) == (before, ())


@pytest.mark.parametrize(
    ("options", "position", "play", "fault"),
    [
        ("base", "top=7S", "P1 9S JK", Fault.UNKNOWN_CARD),
        ("base", "top=7S P1=9S,4D", "P1 9S TS", Fault.CARD_NOT_IN_HAND),
        ("base jokers=1", "top=7S", "P1 9S JK", Fault.BJ_JOKER_NEEDED),
        ("base no_action_finish=1", "top=7S P1=7D,8D", "P1 7D 8D", Fault.BJ_ACTION_FINISH),
        ("base", "top=7D", "P1 2D AD", Fault.BJ_SUIT_NEEDED),
        ("base", "top=2S pending=2", "P1 2H 3H", Fault.BJ_PENALTY_PENDING),
    ],
)
def test_the_second_card_of_a_play_may_be_the_one_at_fault(
    options: str, position: str, play: str, fault: Fault
) -> None:
    assert game_of(position, options=options).judge(parse_turn(play)) == Ruling(fault, 1)


def test_only_a_card_that_makes_others_draw_answers_a_penalty() -> None:
    game = game_of("top=7S pending=4")
    assert game.judge(parse_turn("P1 7H")).fault is Fault.BJ_PENALTY_PENDING


def test_a_play_of_nothing_is_no_play() -> None:
    assert game_of("top=7S").judge(Play(1, ())).fault is Fault.NO_CARD
    assert game_of("top=7S").judge(parse_turn("P1 AD")) == Ruling(Fault.BJ_SUIT_NEEDED, 0)


def test_a_joker_that_stands_for_a_joker_stands_for_nothing() -> None:
    game = game_of("top=7S", options="base jokers=1")
    assert game.judge(Play(1, (Laid(Card("JK"), Card("JKB")),))).fault is Fault.BJ_JOKER_NEEDED
    assert game.judge(Play(1, (Laid(Card("JK"), Card("PS")),))).fault is Fault.BJ_JOKER_NEEDED


def test_an_undo_takes_back_the_last_turn_and_can_itself_be_taken_back() -> None:
    game = game_of("top=7S", "P1 2S", "P2 2H")
    assert game.judge(Undo())
    assert game.undone is game_of("top=7S").undone is None
    game.push(Undo())
    assert game.undone == parse_turn("P2 2H")
    assert (game.position.pending, game.seat) == (2, 2)
    assert game.pop() == Undo()
    assert (game.position.pending, game.seat) == (4, 3)
    assert game_of("top=7S").judge(Undo()).fault is Fault.NOTHING_TO_UNDO


def test_an_override_makes_the_table_right_and_can_be_undone() -> None:
    game = game_of("top=7S", "P1 2S")
    claimed = parse_position("top=9D cur=P3 dir=acw P1=?2 P3=4", game.options)
    game.push(Override(claimed))
    assert (game.seat, game.position.pending, len(game.position.hand(1)), game.position.ply) == (3, 0, 2, 1)
    assert game.position.pile[-1] == Card("9D")
    game.push(Undo())
    assert game.position.pending == 2


def test_what_lies_in_the_pile_is_known_where_only_a_hand_is_counted_and_not_where_another_moves() -> None:
    for seat, pile in ((3, (Card("7S"), Card("2S"), Card("2H"))), (4, (None, None, Card("2H")))):
        game = game_of("top=7S", "P1 2S", "P2 2H")
        game.push(Override(game.position.counted(4, 2)._replace(seat=seat)))
        assert (game.position.pile, len(game.position.hand(4))) == (pile, 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": 5},
        {"direction": 0},
        {"hands": ()},
        {"stock": 52},
        {"stock": 24},
        {"stock": -1},
        {"pending": -2},
        {"out": (2,)},
        {"hands": (Hand((), -1), Hand(), Hand(), Hand())},
        {"hands": (Hand((), 0),) * 4, "out": (1, 2, 3, 4)},
        {"hands": (Hand((), 0), Hand(), Hand(), Hand()), "out": (1,)},
        {"hands": (Hand((), 0), Hand(), Hand(), Hand())},
    ],
    ids=str,
)
def test_an_override_that_no_table_can_show_is_refused(changes: dict[str, object]) -> None:
    game = game_of("top=7S")
    impossible = game.position._replace(**changes)  # type: ignore[arg-type]
    assert game.judge(Override(impossible)).fault is Fault.IMPOSSIBLE_POSITION


def test_games_are_equal_when_they_went_alike() -> None:
    assert game_of("top=7S", "P1 9S") == game_of("top=7S", "P1 9S")
    assert game_of("top=7S", "P1 9S") != game_of("top=7S", "P1 8S")
    assert game_of("top=7S") != game_of("top=7S", options="base sting=1")
    assert game_of("top=7S") != "top=7S"


def test_a_copy_goes_its_own_way() -> None:
    game = game_of("top=7S", "P1 9S")
    twin = game.copy()
    twin.push(Draw(2))
    assert (game.seat, twin.seat, game.peek()) == (2, 3, parse_turn("P1 9S"))
    assert game.at(game.moment).entries == ()


def test_ranking_is_the_order_of_going_out_and_the_last_one_loses() -> None:
    game = game_of("top=7S P1=9S P2=9D P3=4D,5D", "P1 9S", "P2 9D", options="base players=3")
    assert game.outcome() == Outcome((1, 2, 3))
    assert (game.outcome() or Outcome(())).loser == 3
    assert list(game.legal_turns) == []
    assert game.first_cards(3) == ()
    assert game.judge(Reshuffle()).fault is Fault.GAME_OVER


def test_whoever_is_brought_back_is_ranked_by_going_out_again() -> None:
    options = "base players=3 bring_backs=1"
    game = game_of("top=9C out=P1 cur=P3 P2=3D,4S P3=JC,JS", "P3 JC", options=options)
    assert game.last_effect == Effect(drawn=((1, 5),), came_back=1)
    for play in ("P2 draw 1", "P3 JS"):
        game.push(parse_turn(play))
    assert (game.position.out, game.position.pending, game.seat) == ((3,), 5, 1)


def test_skipped_seats_are_told() -> None:
    assert game_of("top=7S", "P1 8S 8H").last_effect.missed == (2, 3)
    assert game_of("top=7S", "P1 8S 8H 8D 8C").last_effect.missed == (2, 3, 4)
    assert game_of("top=7S cur=P2 out=P3", "P2 8S").last_effect.missed == (4,)


def test_a_cancelled_penalty_is_told() -> None:
    assert game_of("top=7S", "P1 JS JC", "P2 JD").last_effect.cancelled == 10
    assert game_of("top=7S", "P1 JS JC", "P2 JD TD").last_effect.cancelled == 10
    assert game_of("top=7S", "P1 JS JD").last_effect.cancelled == 0
    assert game_of("top=7S", "P1 JS", "P2 JC").last_effect.cancelled == 0


def test_going_out_is_told() -> None:
    assert game_of("top=7S P1=9S", "P1 9S").last_effect.went_out == 1


def test_drawing_more_than_the_stock_holds_shuffles_the_pile() -> None:
    game = game_of("top=7S stock=1 P1=9S,TS,?4 P2=9H,?10 P3=10 P4=10", "P1 9S TS", "P2 draw", "P3 draw 1")
    assert game.last_effect == Effect(drawn=((3, 1),), reshuffled=True)
    assert game.position.pile == (Card("TS"),)
    assert game.drawn(3) == 1


def test_a_pile_of_one_card_is_not_shuffled() -> None:
    game = game_of("top=7S stock=0 P1=12 P2=13 P3=13 P4=13", "P1 draw")
    assert game.last_effect == Effect(drawn=((1, 0),))
    game = game_of("top=7S stock=0 P1=9S,?11 P2=13 P3=13 P4=13", "P1 9S", "P2 draw")
    assert game.last_effect == Effect(drawn=((2, 1),), reshuffled=True)


def test_a_shuffle_before_its_time_is_an_entry_and_no_turn() -> None:
    game = game_of("top=7S stock=1", "P1 9S", "reshuffle")
    assert (game.position.pile, game.seat, game.last_effect.reshuffled) == ((Card("9S"),), 2, True)
    assert game.judge(Reshuffle()).fault is Fault.NOTHING_TO_SHUFFLE


def test_a_card_seen_twice_between_shuffles_is_noticed_and_does_no_harm() -> None:
    game = game_of("top=7S", "P1 9S", "P2 9S")
    assert game.overcounted(Card("9S"))
    assert not game.overcounted(Card("7S"))
    assert overcounted(game, (parse_laid("TS"),), parse_laid("TS"))
    assert not overcounted(game, (parse_laid("TS"),), parse_laid("TH"))
    two_packs = game_of("top=7S", "P1 9S", "P2 9S", options="base packs=2")
    assert not two_packs.overcounted(Card("9S"))
    assert two_packs.options.copies(Card("JK")) == 0
    assert parse_options("base packs=2 jokers=2").copies(Card("JK")) == 4


def test_a_hand_nobody_has_shown_may_hold_anything() -> None:
    game = game_of("top=7S P1=9D,?1")
    assert len(game.first_cards(1)) == 13 + 3 + 3
    assert Card("JK") in game_of("top=7S", options="base jokers=1").first_cards(1)
    assert game.judge(parse_turn("P1 9S 9D"))
    assert game.judge(parse_turn("P1 9S TS")).fault is Fault.CARD_NOT_IN_HAND


def test_first_cards_are_those_of_any_seat_that_could_begin_with_them() -> None:
    game = game_of("top=7S P1=9D P2=9S,7C,4H P3=8S", options="base no_action_finish=1")
    assert game.first_cards(2) == (Card("7C"), Card("9S"))
    assert game.first_cards(3) == ()


def test_an_out_seat_has_no_first_card() -> None:
    assert game_of("top=7S out=P1").first_cards(1) == ()


def test_legal_turns_begin_with_drawing_and_go_on_to_longer_runs() -> None:
    game = game_of("top=7S P1=9S,9D,TD,4H")
    told = [str(turn) for turn in game.legal_turns]
    assert told == ["P1 draw", "P1 9S", "P1 9S 9D", "P1 9S 9D TD"]
    assert Reshuffle() not in game_of("top=7S", "P1 9S").legal_turns


def test_no_legal_run_ends_on_a_card_that_may_not_be_the_last() -> None:
    game = game_of("top=7S P1=7D,8D", options="base no_action_finish=1")
    assert [str(turn) for turn in game.legal_turns] == ["P1 draw", "P1 7D"]


def test_cards_that_are_not_there_lead_nowhere() -> None:
    game = game_of("top=7S P1=9S,9D")
    assert list(LegalTurns(game.options, game.position).runs((parse_laid("8S"), parse_laid("8H")))) == []


def test_after_the_end_nobody_may_lay_anything() -> None:
    game = game_of("top=7S cur=P2 P2=9S out=P1", options="base players=2")
    turns = LegalTurns(game.options, game.position)
    assert game.outcome() is not None
    assert [*turns, *turns.runs(()), *turns.next_cards(())] == []


def test_a_game_begins_on_its_turned_up_card() -> None:
    game = start(parse_options("base"), parse_laid("AS/H"))
    assert (game.position.suit, game.seat, game.position.stock) == (None, 1, 23)
    for inert in ("2S", "8S", "QS", "AS"):
        game = start(parse_options("base"), parse_laid(inert))
        assert (game.last_effect, game.seat, game.position.pending) == (Effect(), 1, 0)
    game = start(parse_options("base start_card=active"), parse_laid("QS"))
    assert (game.last_effect, game.position.ply) == (Effect(drawn=((4, 1),)), 0)
    hands = (Hand((Card("9S"),), 6), Hand((Card("9D"),), 6))
    assert start(parse_options("base players=2"), parse_laid("7S"), hands).position.hands == hands


@pytest.mark.parametrize(
    ("options", "top", "fault"),
    [
        ("base jokers=1", "JK", Fault.START_REDRAW),
        ("base", "JK", Fault.UNKNOWN_CARD),
        ("base start_card=redraw", "2S", Fault.START_REDRAW),
        ("base start_card=active", "AS", Fault.BJ_SUIT_NEEDED),
    ],
)
def test_a_game_cannot_begin_on_every_card(options: str, top: str, fault: Fault) -> None:
    with pytest.raises(IllegalTurnError) as refused:
        start(parse_options(options), parse_laid(top))
    assert refused.value.ruling.fault is fault


def test_a_position_tells_hands_known_and_unknown() -> None:
    options = parse_options("base jokers=1")
    text = "top=JK=AS/H cur=P3 dir=acw pending=0 stock=20 P1=3C,5C P3=?7 P4=9D,?2 out=P2"
    position = parse_position(text, options)
    assert position_text(position) == text
    assert (position.hand(4), position.suit) == (Hand((Card("9D"),), 2), "H")
    assert parse_position(text.replace("AS/H", "AS") + " suit=H", options) == position
    assert position.pile == (*[None] * 20, Card("JK"))


def test_positions_compare_by_content() -> None:
    assert game_of("top=7S").position == game_of("top=7S").position
    assert isinstance(game_of("top=7S").position, Position)
