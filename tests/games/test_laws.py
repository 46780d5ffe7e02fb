"""What is true of every game under every set of options."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from invariants import check_act, check_cards
from random_table import Table, random_options

from companion.games.cards import PRINCESS, Card
from companion.games.one_eyed_jack.count import standing
from companion.games.one_eyed_jack.faults import Fault
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position import Accepted, start
from companion.games.one_eyed_jack.record import Record, parse_record, record_text
from companion.games.one_eyed_jack.rules import Rules
from companion.games.one_eyed_jack.state import Game, Override, Undo
from companion.games.one_eyed_jack.turns import Declare, EndJoker, Exchange, Pass, Place, Remove, Roll, Turn

calmly = settings(deadline=None, max_examples=25)

randoms = st.randoms(use_true_random=False)
ALL_CARDS = (*PRINCESS, *map(Card, ("JK", "JKB", "JKR", "JKE")))


def table_in_play(random: Random, acts: int = 60) -> Table:
    """A random table somewhere in a random game."""
    table = Table(random_options(random), random)
    for _ in range(random.randint(0, acts)):
        if not table.game.outcome():
            table.act()
    return table


def any_turn(random: Random, teams: int) -> Turn:
    """Any turn at all, mostly a forbidden one."""
    team, card, square = random.randrange(teams + 1) % 6, random.choice(ALL_CARDS), random.randrange(100)
    return random.choice(
        (
            Place(team, card, square),
            Place(team, card, square),
            Remove(team, card, square),
            Exchange(team, card),
            Pass(team),
            Roll(team, random.choice("nrs")),
            EndJoker(team),
        )
    )


def told(random: Random, table: Table) -> Undo | Override | Declare | None:
    """Something the table may say instead of playing."""
    game, offer = table.game, table.game.position.offer
    if offer and random.random() < 0.5:
        return Declare(offer.team, random.choice(offer.patterns))
    if random.random() < 0.1:
        return Undo() if random.random() < 0.7 else _set_right(random, game)
    return None


def _set_right(random: Random, game: Game) -> Override:
    """The table is declared right, as it lies or as it lay first, or what lies there is a turn."""
    card = random.choice(game.options.faces)
    return random.choice([Override(game.position), Override(game.first_position), Accepted(game.position, card)])


@calmly
@given(randoms)
def test_no_chip_card_or_lock_comes_or_goes_unexplained(random: Random) -> None:
    table = Table(random_options(random), random)
    while not table.game.outcome() and len(table.game.entries) < 250:
        before = table.game.position
        turn = table.act()
        check_act(table.game, before, turn)
        check_cards(table)


@calmly
@given(randoms)
def test_popping_undoes_pushing_exactly(random: Random) -> None:
    table = table_in_play(random)
    game = table.game
    replayed = Game(game.options)
    positions = []
    for entry in game.entries:
        positions.append((replayed.position, replayed.last_effect, replayed.turns))
        replayed.push(entry)
    assert replayed == game
    for entry, then in zip(reversed(game.entries), reversed(positions), strict=True):
        assert replayed.peek() == entry
        assert replayed.pop() == entry
        assert (replayed.position, replayed.last_effect, replayed.turns) == then
    assert replayed == Game(game.options)


@calmly
@given(randoms)
def test_replaying_the_record_gives_the_same_game(random: Random) -> None:
    table = Table(random_options(random), random)
    game = table.game
    for _ in range(random.randint(0, 80)):
        entry = told(random, table)
        if entry and game.judge(entry):
            game.push(entry)
        elif not game.outcome() and not game.needs_roll:
            game.push(random.choice(list(game.legal_turns)))
        elif not game.outcome():
            game.push(Roll(game.team, random.choice(game.options.die.faces)))
    record = Record(
        game, {"Seat1": 'Ann "A"', "Date": "2026-11-21"}, ((0, "a late start"), (len(game.entries), "end}"))
    )
    read = parse_record(record_text(record))
    assert read.trouble == ""
    assert read.game == game
    assert read.game.position == game.position
    assert (read.tags["Seat1"], read.notes[-1][1]) == ("Ann 'A'", "end)")
    assert record_text(read) == record_text(record)
    tags, _, plays = record_text(Record(game)).partition("\n\n")
    wrapped = parse_record("\n\n".join((tags, plays.replace(" ", "\n"))))
    assert (wrapped.game, wrapped.notes, wrapped.trouble) == (game, (), "")


@calmly
@given(randoms)
def test_the_legal_turns_are_those_that_are_judged_legal(random: Random) -> None:
    game = table_in_play(random).game
    before = game.position
    legal = list(game.legal_turns)
    assert len(legal) == len(set(legal)) == len(game.legal_turns)
    assert bool(game.legal_turns) == bool(legal)
    assert all(game.judge(turn) for turn in legal)
    for _ in range(50):
        turn = any_turn(random, game.options.teams)
        ruling = game.judge(turn)
        assert bool(ruling) == (turn in legal) == (turn in game.legal_turns)
        assert bool(ruling) == (ruling.fault is None)
        assert ruling.fault is None or ruling.fault in Fault
    assert game.position == before


@calmly
@given(randoms)
def test_every_legal_turn_can_be_pushed_and_popped(random: Random) -> None:
    game = table_in_play(random).game
    before = game.position
    for turn in random.sample(legal := list(game.legal_turns), min(8, len(legal))):
        game.push(turn)
        check_act(game, before, turn)
        game.pop()
        assert game.position == before


@calmly
@given(st.lists(st.booleans(), min_size=1, max_size=10), st.sampled_from((3, 4, 5, 6)))
def test_a_run_of_chips_is_as_many_lines_as_fit_end_to_end(row: list[bool], n: int) -> None:
    """Read from nothing, every run of L squares yields (L - 1) // (n - 1) lines."""
    rules = Rules(parse_options(f"my_rules n={n}"))
    chips = [None] * 40 + [0 if chip else None for chip in row] + [None] * (60 - len(row))
    runs = "".join("x" if chip else " " for chip in row).split()
    expected = sum((len(run) - 1) // (n - 1) for run in runs)
    assert len(standing(rules, start(rules.options)._replace(chips=tuple(chips)), 0)) == expected


@calmly
@given(st.lists(st.sampled_from((None, 0, 0, 0)), min_size=100, max_size=100), st.sampled_from((3, 4, 5, 6)))
def test_a_turned_or_mirrored_board_has_as_many_lines(squares: list[int | None], n: int) -> None:
    rules = Rules(parse_options(f"my_rules n={n}"))
    chips = [None if square in rules.closed else chip for square, chip in enumerate(squares)]
    rows = [chips[row * 10 : row * 10 + 10] for row in range(10)]
    views = (rows, rows[::-1], [row[::-1] for row in rows], [list(column) for column in zip(*rows, strict=True)])
    boards = [start(rules.options)._replace(chips=tuple(chip for row in view for chip in row)) for view in views]
    assert len({len(standing(rules, board, 0)) for board in boards}) == 1


@calmly
@given(randoms)
def test_a_copied_game_goes_its_own_way(random: Random) -> None:
    game = table_in_play(random).game
    twin = game.copy()
    assert twin == game
    for turn in game.legal_turns:
        twin.push(turn)
        assert twin != game
        assert len(twin.entries) == len(game.entries) + 1
        break
