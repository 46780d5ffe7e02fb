"""Conformance cases of One-Eyed Jack: setting up, playing, and reading off facts by their names."""

from collections.abc import Callable, Iterable

from companion.games.cards import parse_card
from companion.games.one_eyed_jack.faults import NotationError, OptionsError
from companion.games.one_eyed_jack.notation import parse_pattern, parse_team, parse_turn, pattern_text
from companion.games.one_eyed_jack.options import Options, parse_options
from companion.games.one_eyed_jack.position import Position, start
from companion.games.one_eyed_jack.sight import parse_sight, see
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import TEAM_LETTERS, Forgot, Pattern
from companion.games.squares import CORNERS, parse_square

NUMBERS = {"stock": "stock", "seat": "seat", "dir": "direction"}


def played(case: dict[str, str]) -> Callable[[str, str], str]:
    """Play a case and return a function from the name of a fact, and its expected value, to the value it has."""
    try:
        options = parse_options(case["options"])
    except OptionsError as error:
        answer = f"!{error.code}"
        return lambda name, _: answer if name == "answer" else "?"
    plays = [play.strip() for play in case["play"].split(";") if play.strip() not in ("", "-")]
    game = Game(options, position=set_up(options, case["position"], plays))
    answer = "ok"
    for number, play in enumerate(plays, 1):
        answer = act(game, play)
        if answer != "ok" and number < len(plays):
            raise ValueError(f"{play}: {answer}")
    return lambda name, expected: answer if name == "answer" else fact(game, name, expected)


def act(game: Game, play: str) -> str:
    """Make one play and return `ok`, `!CODE` or `see:…`."""
    if play.startswith("see"):
        return f"see:{see(game, parse_sight(play.removeprefix('see'))).code}"
    turn = parse_turn(play)
    ruling = game.judge(turn)
    if ruling.fault:
        return f"!{ruling.fault}"
    game.push(turn)
    return "ok"


def set_up(options: Options, text: str, plays: list[str]) -> Position:
    """The position a case describes; unless it says so, the team that plays first is to move."""
    words = dict(word.split("=", 1) for word in text.split() if word != "-")
    numbers = {name: int(words.pop(key)) for key, name in NUMBERS.items() if key in words}
    chips, position = [None] * 100, start(options)._replace(seat=first_seat(options, plays))
    locks, captures = list(position.locks), list(position.captures)
    for key, value in words.items():
        kind, _, letter = key.rpartition("(")
        team = parse_team(letter.rstrip(")"))
        if kind not in ("", "L", "cap") or team >= options.teams:
            raise ValueError(f"{key}= says nothing about {options.teams} teams; write r=, L(r)= or cap(r)=")
        if kind == "cap":
            captures[team] = int(value)
        if kind == "L":
            locks[team] = tuple(map(parse_pattern, value.split("+")))
        for square in () if kind == "cap" else squares_of(value):
            chips[square] = None if options.free_corners and square in CORNERS else team
    return position._replace(**{"chips": tuple(chips), "locks": tuple(locks), "captures": tuple(captures), **numbers})


def squares_of(text: str) -> Iterable[int]:
    """Every square named in `A5-D5,F5` or `A5-E5+A7-E7`."""
    for part in text.replace("+", ",").split(","):
        yield from parse_pattern(part)


def first_seat(options: Options, plays: list[str]) -> int:
    """The first seat of the team that makes the first play; seat 1 when no team at the table is named."""
    try:
        turn = parse_turn(plays[0]) if plays else None
    except NotationError:
        return 1
    named = turn is not None and not isinstance(turn, Forgot) and turn.team < options.teams
    return turn.team + 1 if named else 1


def fact(game: Game, key: str, expected: str) -> str:
    """The value of a fact in the words of the cases; `expected` settles how a switch is spelt."""
    name, _, argument = key.partition("(")
    argument = argument.rstrip(")")
    if key.startswith("opt."):
        return spelt(game.options.value_text(key.removeprefix("opt.")), expected)
    by_name: dict[str, Callable[[], object]] = {
        "lines": lambda: len(game.patterns(parse_team(argument))),
        "locked": lambda: patterns_text(game.position.locks[parse_team(argument)]),
        "standing": lambda: patterns_text(game.standing(parse_team(argument))),
        "choices": lambda: patterns_text(game.last_effect.choices),
        "cap": lambda: game.position.captures[parse_team(argument)],
        "score": lambda: game.score(parse_team(argument)),
        "win": lambda: win_text(game),
        "result": lambda: "tie" if (winner := game.count().winner) is None else TEAM_LETTERS[winner],
        "next": lambda: game.seat,
        "dir": lambda: game.position.direction,
        "hand": lambda: game.position.hands[int(argument) - 1],
        "stock": lambda: game.position.stock,
        "team": lambda: TEAM_LETTERS[game.options.team_of(int(argument))],
        "targets": lambda: squares_text(game, argument, expected),
        "ntargets": lambda: len(game.targets(parse_card(argument))),
        "dead": lambda: "yes" if game.is_dead(parse_card(argument)) else "no",
    }
    return str(by_name[name]() if name in by_name else chip_text(game, key))


def spelt(value: str, expected: str) -> str:
    """A switch spelt as the case spells it."""
    same = {"on": ("on", "yes", "1", "True", "true"), "off": ("off", "no", "0", "False", "false", "none", "None", "-")}
    return expected if expected in same.get(value, ()) else value


def patterns_text(patterns: Iterable[Pattern]) -> str:
    """Patterns joined by `+`, or `-` for none."""
    return "+".join(map(pattern_text, patterns)) or "-"


def squares_text(game: Game, card: str, expected: str) -> str:
    """The open squares for a card, in the order and with the separator of the case when they are the same ones."""
    found = game.targets(parse_card(card))
    named = [] if expected == "-" else [parse_square(name) for name in expected.replace("+", ",").split(",")]
    return expected if sorted(named) == sorted(found) else ",".join(pattern_text((square,)) for square in found) or "-"


def chip_text(game: Game, square: str) -> str:
    """The letter of the chip on a square, or a full stop."""
    chip = game.position.chips[parse_square(square)]
    return "." if chip is None else TEAM_LETTERS[chip]


def win_text(game: Game) -> str:
    """The winning team's letter, `count` when the cards decide, `-` while the period goes on."""
    outcome = game.outcome()
    if outcome is None:
        return "-"
    by_count = outcome.winner is None or outcome.termination in ("count", "end_joker")
    return "count" if by_count else TEAM_LETTERS[outcome.winner or 0]
