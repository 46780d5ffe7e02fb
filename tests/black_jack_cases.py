"""Conformance cases of Black Jack: setting up, playing, and reading off facts by their names."""

from collections.abc import Callable

from one_eyed_jack_cases import spelt

from companion.games.black_jack.faults import Fault
from companion.games.black_jack.notation import parse_seat, parse_sight, parse_turn
from companion.games.black_jack.options import HAND, Options, parse_options
from companion.games.black_jack.pile import Run, begins_next, goes_on
from companion.games.black_jack.position_text import direction_text, parse_position, seats_text
from companion.games.black_jack.state import Game, start
from companion.games.black_jack.turns import Laid, Play
from companion.games.refusals import IllegalTurnError, NotationError, OptionsError


def played(case: dict[str, str]) -> Callable[[str, str], str]:
    """Play a case and return a function from the name of a fact, and its expected value, to the value it has."""
    plays = [play.strip() for play in case["play"].split(";") if play.strip() not in ("", "-")]
    try:
        game = set_up(parse_options(case["options"]), case["position"], plays)
    except OptionsError as error:
        return refused(error.code)
    except IllegalTurnError as error:
        return refused(str(error.ruling.fault))
    answer = "ok"
    for number, play in enumerate(plays, 1):
        answer = act(game, play)
        if answer.startswith("!") and number < len(plays):
            raise ValueError(f"{play}: {answer}")
    return lambda name, expected: answer if name == "answer" else fact(game, name, expected)


def refused(code: str) -> Callable[[str, str], str]:
    """The facts of a case whose options or turned-up card are refused."""
    return lambda name, _: f"!{code}" if name == "answer" else "?"


def act(game: Game, play: str) -> str:
    """Make one play and return `ok`, `!CODE` or `see:…`."""
    if " see " in play:
        seat, laid, card = parse_sight(play)
        return f"see:{whose(game, laid, card)}" if seat == game.seat else "!OUT_OF_TURN"
    turn = parse_turn(play)
    ruling = game.judge(turn)
    if ruling.fault:
        return f"!{ruling.fault}"
    game.push(turn)
    return "ok"


def whose(game: Game, laid: Run, card: Laid) -> str:
    """Whose card that is, in the words of the cases; what nobody has said yet is asked first."""
    unsaid = game.judge(Play(game.seat, laid)).fault if laid else None
    if unsaid in (Fault.BJ_SUIT_NEEDED, Fault.BJ_JOKER_NEEDED):
        return "ask_suit" if unsaid is Fault.BJ_SUIT_NEEDED else "ask_joker"
    same, following = goes_on(game, laid, card), begins_next(game, laid, card)
    return "either" if same and following else "same" if same else "next" if following else "neither"


def set_up(options: Options, text: str, plays: list[str]) -> Game:
    """The game a case describes; a bare turned-up card opens it, and hands not told hold enough for the case."""
    words = dict(word.split("=", 1) for word in ("top=7S" if text == "-" else text).split())
    out = words.get("out", "-").split(",")
    for seat in (seat for seat in range(1, options.players + 1) if f"P{seat}" not in out):
        words.setdefault(f"P{seat}", str(max(HAND, 1 + cards_laid(plays, seat))))
    position = parse_position(" ".join(f"{key}={value}" for key, value in words.items()), options)
    if options.start_card == "inert" or words.keys() & {"cur", "pending", "out", "dir", "suit"}:
        return Game(options, position)
    return start(options, position.top, position.hands)


def cards_laid(plays: list[str], seat: int) -> int:
    """How many cards a seat lays in a case."""
    turns = (parse_turn(play) for play in plays if " see " not in play)
    return sum(len(turn.cards) for turn in turns if isinstance(turn, Play) and turn.seat == seat)


def fact(game: Game, key: str, expected: str) -> str:
    """The value of a fact in the words of the cases; `expected` settles how a switch is spelt."""
    name, _, argument = key.partition("(")
    if key.startswith("opt."):
        return spelt(game.options.value_text(key.removeprefix("opt.")), expected)
    seat, position = parse_seat(argument.rstrip(")")) if argument else 0, game.position
    by_name: dict[str, Callable[[], object]] = {
        "top": lambda: position.top.face,
        "next": lambda: f"P{position.seat}",
        "dir": lambda: direction_text(position.direction),
        "pending": lambda: position.pending,
        "suit": lambda: position.suit or "-",
        "stock": lambda: position.stock,
        "hand": lambda: len(position.hand(seat)),
        "drew": lambda: game.drawn(seat),
        "out": lambda: seats_text(position.out),
        "over": lambda: "yes" if game.outcome() else "no",
        "first": lambda: ",".join(map(str, game.first_cards(seat))) or "-",
    }
    if name not in by_name:
        raise NotationError(f"no such fact: {key}")
    return str(by_name[name]())
