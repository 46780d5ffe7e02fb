"""What is true of every game of Black Jack under every set of options."""

from random import Random

from dealt import Table, random_options
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.black_jack.judging import is_possible
from companion.games.black_jack.legal_turns import readings
from companion.games.black_jack.notation import parse_turn
from companion.games.black_jack.options import parse_options
from companion.games.black_jack.pile import begins_next, goes_on, why_not
from companion.games.black_jack.position_text import parse_position, position_text
from companion.games.black_jack.record import Record, parse_record, record_text
from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle, Turn
from companion.games.cards import PRINCESS, Card
from companion.games.history import Override, Undo

calmly = settings(deadline=None, max_examples=25)

randoms = st.randoms(use_true_random=False)
ANY_CARDS = (*PRINCESS, Card("JK"), Card("JKB"))


def table_in_play(random: Random, acts: int = 40, open_hands: bool = True) -> Table:
    """A table somewhere in a random game."""
    table = Table(random_options(random), random, open_hands)
    for _ in range(random.randint(0, acts)):
        if not table.game.outcome():
            table.act()
    return table


def any_laid(random: Random) -> Laid:
    """Any card with anything said of it, mostly nonsense."""
    declared = random.choice([None, None, random.choice(ANY_CARDS)])
    return Laid(random.choice(ANY_CARDS), declared, random.choice([None, "S", "D", "X"]))


def any_turn(random: Random, seats: int) -> Turn:
    """Any turn at all, mostly a forbidden one."""
    seat = random.randint(-1, seats + 1)
    cards = tuple(any_laid(random) for _ in range(random.randint(0, 3)))
    return random.choice((Play(seat, cards), Play(seat, cards), Draw(seat, random.randint(-1, 9)), Reshuffle()))


@calmly
@given(randoms, st.booleans())
def test_no_card_comes_or_goes_and_the_game_ends_with_one_loser(random: Random, open_hands: bool) -> None:
    table = Table(random_options(random), random, open_hands)
    table.check()
    for _ in range(120):
        if table.game.outcome():
            break
        before = table.game.position
        turn = table.act()
        table.check()
        after = table.game.position
        assert is_possible(table.game.options, after)
        assert after.ply == before.ply + (not isinstance(turn, Reshuffle))
    outcome = table.game.outcome()
    if outcome:
        assert sorted(outcome.ranking) == list(range(1, table.game.options.players + 1))
        assert table.hands[outcome.loser]
        assert [seat for seat in outcome.ranking if table.hands[seat]] == [outcome.loser]


@calmly
@given(randoms)
def test_popping_undoes_pushing_exactly(random: Random) -> None:
    table = table_in_play(random)
    replayed, past = Game(table.game.options, table.game.first_position), []
    for entry in table.game.entries:
        past.append((replayed.position, replayed.last_effect, replayed.turns))
        replayed.push(entry)
    assert replayed == table.game
    assert replayed.position == table.game.position
    for entry, (position, effect, turns) in zip(reversed(table.game.entries), reversed(past), strict=True):
        assert replayed.peek() == entry
        assert replayed.pop() == entry
        assert (replayed.position, replayed.turns) == (position, turns)
        assert replayed.last_effect == effect


@calmly
@given(randoms, st.booleans())
def test_a_record_replays_to_the_same_game(random: Random, open_hands: bool) -> None:
    game = table_in_play(random, open_hands=open_hands).game
    for _ in range(random.randint(0, 3)):
        entry = random.choice([Undo(), Override(game.first_position), Override(game.position)])
        if game.judge(entry):
            game.push(entry)
    notes = ((0, "a note"), (len(game.entries), "undo"))
    text = record_text(Record(game, {"Seat1": "Ann"}, notes))
    read = parse_record(text)
    assert (read.trouble, read.tags, read.notes[0]) == ("", {"Seat1": "Ann"}, notes[0])
    assert read.game.entries == game.entries
    assert position_text(read.game.position) == position_text(game.position)
    assert read.game.outcome() == game.outcome()
    assert record_text(read).replace("{note: note: undo}", "{note: undo}") == text


@calmly
@given(randoms)
def test_a_position_reads_back_as_it_was_written(random: Random) -> None:
    game = table_in_play(random, open_hands=random.random() < 0.5).game
    read = parse_position(position_text(game.position), game.options)
    assert read._replace(pile=(), ply=0) == game.position._replace(pile=(), ply=0)
    assert len(read.pile) == len(game.position.pile)
    assert parse_options(game.options.text) == game.options


@calmly
@given(randoms)
def test_every_legal_first_card_is_judged_legal_and_no_other(random: Random) -> None:
    game = table_in_play(random).game
    hand = game.position.hand(game.seat)
    cards = {*hand.known, *(game.options.faces if hand.unseen else ())}
    firsts = game.first_cards(game.seat)
    for card in cards:
        plays = [Play(game.seat, (laid,)) for laid in readings(card)]
        assert any(map(game.judge, plays)) == (card in firsts)


@calmly
@given(randoms)
def test_every_legal_turn_is_judged_legal_and_can_be_written(random: Random) -> None:
    game = table_in_play(random).game
    for turn, _ in zip(game.legal_turns, range(40), strict=False):
        assert turn in game.legal_turns
        assert parse_turn(str(turn)) == turn
        twin = game.copy()
        twin.push(turn)
        assert twin.turns == (*game.turns, turn)
        assert twin.pop() == turn
        assert twin == game


@calmly
@given(randoms)
def test_judging_never_raises_and_changes_nothing(random: Random) -> None:
    game = table_in_play(random).game
    before = (game.position, game.entries)
    for _ in range(60):
        turn = any_turn(random, game.options.players)
        ruling = game.judge(turn)
        assert (ruling.fault is None) == bool(ruling)
        assert 0 <= ruling.step < max(1, len(turn.cards) if isinstance(turn, Play) else 1)
    assert (game.position, game.entries) == before


@calmly
@given(randoms)
def test_a_card_goes_on_or_begins_the_next_turn_just_where_a_play_with_it_is_legal(random: Random) -> None:
    game = table_in_play(random).game
    for entry in (play for play, _ in zip(game.legal_turns.runs(()), range(20), strict=False)):
        closed, card = game.at(game.following(entry)), random.choice(ANY_CARDS)
        with_it = [game.judge(Play(game.seat, (*entry.cards, laid))) for laid in readings(card)]
        next_with_it = [closed.judge(Play(closed.seat, (laid,))) for laid in readings(card)]
        assert goes_on(game, entry.cards, Laid(card)) == any(with_it)
        assert begins_next(game, entry.cards, Laid(card)) == any(next_with_it)
        assert [goes_on(game, entry.cards, laid) for laid in readings(card)] == list(map(bool, with_it))
        assert [begins_next(game, entry.cards, laid) for laid in readings(card)] == list(map(bool, next_with_it))
        assert any(with_it) or why_not(game, entry.cards, card) is with_it[0].fault


@calmly
@given(randoms)
def test_a_card_of_a_legal_run_is_never_nobodys_nor_only_the_next_players(random: Random) -> None:
    game = table_in_play(random).game
    for entry in (play for play, _ in zip(game.legal_turns.runs(()), range(20), strict=False)):
        for step in range(len(entry.cards)):
            assert goes_on(game, entry.cards[:step], Laid(entry.cards[step].card))
