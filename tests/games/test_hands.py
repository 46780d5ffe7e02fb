"""Cards in hands are only counted: who may play, who is passed over, and when a period ends with none to play."""

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import Fault, Ruling
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Draws, Outcome, Position, start
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Pass
from companion.games.squares import CORNERS, SQUARES, parse_square, square_name


def with_hands(options: str, hands: tuple[int, ...], **changes: object) -> Game:
    """A game whose seats hold so many cards; positions tell more than their text does."""
    parsed = parse_options(options)
    position: Position = start(parsed)._replace(hands=hands, **changes)
    return Game(parsed, position=position)


def test_a_seat_without_cards_is_passed_over() -> None:
    game = with_hands("classic N=4", (1, 0, 1, 1), stock=0)
    game.push(parse_turn("r 7D@C4"))
    assert game.seat == 3
    assert game.judge(parse_turn("b 8D@D4")).fault is Fault.OUT_OF_TURN


def test_a_team_without_cards_is_told_so() -> None:
    game = with_hands("classic N=3", (2, 0, 1), stock=0)
    assert game.judge(parse_turn("b 8D@D4")).fault is Fault.HAND_SHORT
    assert game.judge(parse_turn("y 8D@D4")).fault is Fault.OUT_OF_TURN


def test_a_mover_without_cards_may_only_pass() -> None:
    game = with_hands("classic", (0, 2))
    assert game.judge(parse_turn("r 7D@C4")).fault is Fault.HAND_SHORT
    assert game.judge(parse_turn("r pass"))
    assert list(game.legal_turns) == [Pass(0)]


def test_seats_without_cards_count_as_having_passed() -> None:
    game = with_hands("classic N=3", (1, 0, 1), stock=0)
    game.push(parse_turn("r pass"))
    game.push(parse_turn("g pass"))
    assert game.outcome() == Outcome(None, "count")


def test_a_seat_passed_over_still_draws_what_it_is_owed() -> None:
    game = with_hands("zepherin N=3 forgot=short_one_round", (2, 2, 1))
    game.push(parse_turn("r 7D@C4"))
    game.push(parse_turn("b 8D@D4"))
    game.push(parse_turn("g 9D@E4"))
    game.push(parse_turn("r TD@F4"))
    game.push(parse_turn("forgot 3 late"))
    assert game.position.hands == (2, 2, 0)
    game.push(parse_turn("b QD@G4"))
    assert (game.position.hands, game.seat) == ((2, 2, 1), 1)


def test_nobody_can_have_forgotten_to_draw_a_card_they_do_not_hold() -> None:
    game = with_hands("zepherin N=3", (1, 1, 1), stock=1)
    for play in ("r 7D@C4", "b 8D@D4", "g 9D@E4"):
        game.push(parse_turn(play))
    assert game.position.hands == (1, 0, 0)
    assert game.judge(parse_turn("forgot 2 late")).fault is Fault.NO_DRAW_OWED


def after_drawing_the_last_card(options: str, *plays: str) -> Game:
    """Seat 1 drew the last card, as far as was known, and nobody else has any; then these plays."""
    game = with_hands(options, (1, 1, 1), stock=1)
    for play in ("r 7D@C4", "b 8D@D4", "g 9D@E4", *plays):
        game.push(parse_turn(play))
    return game


def test_when_the_last_card_turns_out_never_drawn_the_period_is_over() -> None:
    game = after_drawing_the_last_card("zepherin N=3", "forgot 1 late")
    assert (game.position.hands, game.outcome()) == ((0, 0, 0), Outcome(None, "count"))


def test_when_it_turns_out_so_before_the_die_was_rolled_the_period_is_over_after_the_roll() -> None:
    game = with_hands("open N=3 die=d6r1s0,after forgot=short", (1, 0, 0), stock=1)
    for play in ("r 7D@C4", "forgot 1 late", "r roll n"):
        game.push(parse_turn(play))
    assert (game.position.hands, game.outcome()) == ((0, 0, 0), Outcome(None, "count"))


def test_a_card_that_may_still_be_made_up_for_keeps_the_period_going() -> None:
    game = after_drawing_the_last_card("zepherin N=3 forgot=short_one_round", "forgot 1 late")
    assert (game.position.hands, game.seat, game.outcome()) == ((1, 0, 0), 1, None)
    assert game.judge(parse_turn("r TD@F4"))


def test_whoever_is_to_move_and_turns_out_to_hold_no_card_is_passed_over() -> None:
    game = with_hands("zepherin N=3", (2, 1, 1), stock=2)
    for play in ("r 7D@C4", "b 8D@D4", "g 9D@E4", "r TD@F4", "forgot 2 late"):
        game.push(parse_turn(play))
    assert (game.position.hands, game.seat) == ((1, 0, 0), 1)


def test_what_a_seat_did_before_it_was_passed_over_is_not_the_next_seats() -> None:
    game = with_hands("zepherin N=3 dead_per_turn=1", (2, 1, 1), stock=5)
    for play in ("r 7D@C4", "b 7D@H7", "g 9D@E4", "r TD@F4", "b dead 7D", "forgot 2 late"):
        game.push(parse_turn(play))
    assert (game.seat, game.position.exchanges) == (3, 0)
    rolled = with_hands("open N=3 die=d6r1s0,during forgot=short", (2, 1, 1), stock=5)
    for play in ("r roll n", "r 7D@C4", "b roll n", "b 7D@H7", "g roll n", "g 9D@E4", "r roll n", "r TD@F4"):
        rolled.push(parse_turn(play))
    for play in ("b roll n", "forgot 2 late"):
        rolled.push(parse_turn(play))
    assert (rolled.seat, rolled.needs_roll) == (3, True)


def test_a_card_made_up_for_is_lost_when_it_was_forgotten_once_more() -> None:
    game = with_hands("zepherin forgot=short_one_round", (3, 3))
    for play in ("r 7D@C4", "b 8D@D4", "forgot 1 late", "r 9D@E4", "b TD@F4", "forgot 1 late"):
        game.push(parse_turn(play))
    assert game.position.draws[0] == Draws(taken=1)
    game.push(parse_turn("forgot 1 late"))
    assert game.position.draws[0] == Draws(taken=0, owed=1)
    assert game.judge(parse_turn("forgot 1 late")).fault is Fault.NO_DRAW_OWED


def test_a_card_made_up_for_while_passing_may_be_forgotten_as_well() -> None:
    game = with_hands("zepherin forgot=short_one_round", (3, 3))
    for play in ("r 7D@C4", "b 8D@D4", "forgot 1 late", "r pass"):
        game.push(parse_turn(play))
    assert game.position.draws[0] == Draws(made_up=1)
    assert game.judge(parse_turn("forgot 1 late"))


def test_while_the_pile_may_be_shuffled_a_period_ends_when_everybody_passed_twice() -> None:
    game = with_hands("my_rules stock_end=reshuffle", (3, 3), stock=0)
    for over in (False, False, False, True):
        assert game.outcome() is None
        game.push(Pass(game.team))
        assert (game.outcome() is not None) == over


def test_several_forgotten_draws_add_up() -> None:
    game = with_hands("zepherin forgot=short_one_round", (3, 3))
    for play in ("r 7D@C4", "b 8D@D4", "r 9D@E4", "b TD@F4", "forgot 1 late", "forgot 1 late"):
        game.push(parse_turn(play))
    assert (game.position.draws[0], game.position.hands[0]) == (Draws(owed=2), 1)
    game.push(parse_turn("r QD@G4"))
    assert (game.position.draws[0], game.position.hands[0]) == (Draws(taken=1, made_up=2), 3)


def exhausted(*, last: str, chips: dict[str, int]) -> Game:
    """A classic game with an empty stock in which every card but `last` was seen."""
    options = parse_options("classic")
    unseen = [Card(code) for code in last.split()]
    pile = [card for card in options.faces for _ in range(2)]
    for card in unseen:
        pile.remove(card)
    board = [None] * 100
    for name, team in chips.items():
        board[parse_square(name)] = team
    hands = (1, len(unseen) - 1)
    return Game(options, position=start(options)._replace(chips=tuple(board), hands=hands, stock=0, pile=tuple(pile)))


def test_the_period_ends_when_nothing_in_any_hand_can_be_played() -> None:
    game = exhausted(last="8D 7D", chips={"C4": 1, "H7": 0})
    game.push(parse_turn("r 8D@D4"))
    assert game.outcome() == Outcome(None, "count")


def test_jokers_of_any_colour_count_as_seen() -> None:
    options = parse_options("my_rules corners=joker_any")
    plain = [card for card in options.faces for _ in range(2) if not card.is_joker]
    plain.remove(Card("8D"))
    plain.remove(Card("7D"))
    pile = (*plain, Card("JK"), Card("JKB"), Card("JKR"), Card("JKR"))
    chips = tuple({32: 1, 67: 0}.get(square) for square in range(100))
    position = start(options)._replace(chips=chips, hands=(1, 1), stock=0, pile=pile)
    game = Game(options, position=position)
    game.push(parse_turn("r 8D@D4"))
    assert game.outcome() == Outcome(None, "count")


def test_it_goes_on_while_a_card_has_an_open_square() -> None:
    for last, chips in (("8D 7D", {"C4": 1}), ("8D 7D 9D", {"C4": 1, "H7": 0})):
        game = exhausted(last=last, chips=chips)
        game.push(parse_turn("r 8D@D4"))
        assert game.outcome() is None


def test_it_goes_on_while_a_jack_is_unseen() -> None:
    for jack in ("JS", "JD"):
        game = exhausted(last=f"8D {jack}", chips={"C4": 1, "H7": 0})
        game.push(parse_turn("r 8D@D4"))
        assert game.outcome() is None


def test_it_ends_while_the_jack_that_is_unseen_can_do_nothing() -> None:
    locked = exhausted(last="8D JS", chips=dict.fromkeys(("A4", "B4", "C4", "E4"), 0))
    locked.push(parse_turn("r 8D@D4"))
    assert locked.outcome() == Outcome(0, "count")
    taken = {square_name(square): (square % 10 // 2 + square // 10) % 2 for square in set(SQUARES) - {33, *CORNERS}}
    full = exhausted(last="8D JD", chips=taken)
    full.push(parse_turn("r 8D@D4"))
    assert full.outcome() is not None


def test_it_goes_on_while_the_end_joker_is_unseen() -> None:
    options = parse_options("open objective=sub3 end_joker=1")
    pile = [card for card in options.faces for _ in range(2) if card != Card("JKE")]
    pile.remove(Card("8D"))
    position = start(options)._replace(hands=(1, 1), stock=0, pile=tuple(pile))
    game = Game(options, position=position)
    game.push(parse_turn("r 8D@D4"))
    assert game.outcome() is None


def test_an_unread_card_leaves_open_what_is_in_the_hands() -> None:
    game = exhausted(last="8D 7D", chips={"C4": 1, "H7": 0})
    game.push(parse_turn("r ?@D4"))
    assert game.outcome() is None


def test_it_ends_though_a_card_was_not_read_when_whatever_it_was_nothing_unseen_can_be_played() -> None:
    game = exhausted(last="8D 7D", chips={"C4": 1, "H7": 0, "G7": 1})
    game.push(parse_turn("r ?@D4"))
    assert game.outcome() == Outcome(None, "count")


def test_an_end_joker_ends_the_period_by_its_own_name() -> None:
    game = with_hands("open objective=sub3 end_joker=1", (6, 6))
    game.push(parse_turn("r JKE"))
    assert (game.outcome(), game.position.ply) == (Outcome(None, "end_joker"), 1)


def test_dead_cards_are_exchanged_as_often_as_the_table_agreed() -> None:
    game = with_hands("my_rules dead_per_turn=2", (7, 7))
    for play in ("r 7D@C4", "b 7D@H7", "r dead 7D", "r dead 7D"):
        game.push(parse_turn(play))
    assert game.judge(parse_turn("r dead 7D")).fault is Fault.DEAD_LIMIT


def test_what_was_shuffled_into_a_new_stock_was_not_seen_since() -> None:
    game = with_hands("my_rules stock_end=reshuffle", (2, 2), stock=0, pile=(Card("7D"),) * 2)
    game.push(parse_turn("r 7D@C4"))
    assert (game.position.pile, game.position.stock, game.times_seen(Card("7D"))) == ((), 100, 0)
    game = with_hands("my_rules stock_end=reshuffle", (2, 2), stock=1, pile=(Card("7D"),))
    game.push(parse_turn("r 7D@C4"))
    assert (game.position.stock, game.times_seen(Card("7D"))) == (0, 2)


def test_a_hand_of_more_cards_than_are_unseen_may_hold_anything() -> None:
    known = exhausted(last="8D 7D", chips={"C4": 1, "H7": 0})
    game = Game(known.options, position=known.position._replace(hands=(1, 2)))
    game.push(parse_turn("r 8D@D4"))
    assert game.outcome() is None


def test_who_passed_before_a_chip_was_taken_has_not_passed_since() -> None:
    chips = tuple({40: 2, 41: 1}.get(square) for square in range(100))
    game = with_hands("classic N=3", (3, 3, 3), stock=0, chips=chips)
    for play in ("r pass", "b JSxA5", "g pass", "r JSxB5", "b pass"):
        game.push(parse_turn(play))
    assert (game.position.passed, game.outcome()) == ((2,), None)


def test_where_dead_cards_are_kept_no_square_is_at_fault() -> None:
    assert with_hands("my_rules dead=off", (7, 7)).judge(parse_turn("r dead 7D")) == Ruling(Fault.DEAD_NOT_ALLOWED)
