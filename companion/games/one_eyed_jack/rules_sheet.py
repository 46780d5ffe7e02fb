"""The rules in force, in plain words and few enough for a phone. Every sentence is made from the options."""

from collections.abc import Iterator

from companion.games.one_eyed_jack.options import Options

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def rules_sheet(options: Options) -> tuple[str, ...]:
    """One or two sentences to each paragraph, most important first."""
    return (
        _seating(options),
        " ".join(_goal(options)),
        " ".join(_cards(options)),
        _corners(options),
        " ".join(_removal(options)),
        *_variants(options),
        " ".join(_drawing(options)),
        " ".join(_end(options)),
    )


def _number(count: int) -> str:
    return _NUMBERS[count]


def _quantity(count: int, thing: str) -> str:
    return f"{_number(count)} {thing}" if count == 1 else f"{_number(count)} {thing}s"


def _seating(options: Options) -> str:
    each = options.seats // options.teams
    teams = "everybody for themselves" if each == 1 else f"in {_number(options.teams)} teams of {_number(each)}"
    return f"{_number(options.seats).capitalize()} players, {teams}, {_quantity(options.hand, 'card')} each."


def _goal(options: Options) -> Iterator[str]:
    one, many = noun(options)
    captures = options.capture_total is not None
    if options.objective == "sub3":
        yield "Every three of your squares in a row score a point, overlaps too; the highest score wins."
    else:
        yield f"Win with {_number(options.lines)} {one if options.lines == 1 else many}."
        yield f"A {one} is {' or '.join(_shapes(options))}; two of yours may share one square."
    if options.directions == "orth" and options.objective not in ("cross", "square"):
        diagonal = "rows" if options.objective == "sub3" else "lines"
        yield f"Diagonal {diagonal} do not count{', and nothing is captured diagonally' * captures}."
    if options.wrap != "none":
        edges = {"lr": "left and right edges", "tb": "top and bottom edges", "both": "opposite edges"}[options.wrap]
        yield f"{many.capitalize()}{' and captures' * captures} go on over the {edges}, which count as joined."


_NOUNS = {
    "line": ("line", "lines"),
    "cross": ("cross", "crosses"),
    "square": ("square", "squares"),
    "sub3": ("row of three", "rows of three"),
}


def noun(options: Options) -> tuple[str, str]:
    """What is made to win or to score, one and several of it."""
    return _NOUNS.get(options.objective, ("pattern", "patterns"))


def _shapes(options: Options) -> Iterator[str]:
    """What counts as a pattern."""
    if options.objective.startswith("line"):
        yield f"{_number(options.n)} squares in a row"
    if options.objective.endswith("cross"):
        ways = {"orth": "straight", "diag": "diagonally", "both": "straight or diagonally"}[options.shape]
        distance = "all as far away" if options.cross_sizes == "any" else "touching it"
        yield f"a centre and the four squares {ways} from it, {distance}"
    if options.objective.endswith("square"):
        points = {"orth": "the four corners of a square", "diag": "the four points of a diamond"}
        yield points.get(options.shape, "the four corners of a square or points of a diamond") + ", of any size"


def _cards(options: Options) -> Iterator[str]:
    pack = {"standard": "", "princess": " (princess deck)", "rook": " (Rook deck)"}[options.deck]
    wild, removal = {
        "standard": ("A two-eyed jack (♦ ♣)", "a one-eyed jack (♠ ♥)"),
        "princess": ("A princess", "a jack"),
        "rook": ("A 12", "an 11"),
    }[options.deck]
    yield f"Play a card and place a chip on a square that shows it{pack}."
    yield f"{wild} goes on any open square; {removal} takes a chip off."
    if options.deck == "rook":
        yield "On phones black is written ♠, green ♣, yellow ♦ and red ♥; 1, 11, 12, 13 and 14 are A, J, P, Q and K."
    if options.dead:
        often = {None: "", 1: ", once a turn"}.get(options.dead_per_turn, f", at most {options.dead_per_turn} a turn")
        yield f"Before you play you may exchange a dead card, one without an open square{often}."
    else:
        yield "Dead cards stay in the hand."


def _corners(options: Options) -> str:
    return {
        "free": "The corners are free: they count for everybody, and nobody places a chip there.",
        "joker_any": "A joker places a chip on any open corner; corners count only for the chip on them.",
        "joker_matched": "A joker places a chip on a corner of its colour; corners count only for the chip on them.",
    }[options.corners]


def _removal(options: Options) -> Iterator[str]:
    one, many = noun(options)
    whose = {"opponents": "Take opponents’ chips only", "any": "Any chip may be taken, your own included"}
    if options.objective == "sub3":
        yield f"{whose[options.remove]}; chips in a row of three are crowned and safe."
    elif options.protect:
        yield f"{whose[options.remove]}; chips of a finished {one} are safe for good."
        if options.line_choice == "declare":
            yield f"When a chip finishes several {many} in one run, its owner says which one counts."
        else:
            yield f"When a chip finishes several {many} in one run, the one nearest the top left counts."
    else:
        yield f"{whose[options.remove]}; nothing is safe, and {many} must stand at the same time to win."


def _variants(options: Options) -> Iterator[str]:
    if options.capture_total is not None:
        sizes = " or three" if 3 in options.capture_lengths else ""
        yield (
            f"Close in exactly two{sizes} opponents’ chips in a row between two of yours and they are captured: "
            f"take them off. {options.capture_total} captured chips win as well."
        )
    if options.end_joker:
        yield "Whoever plays the end-joker ends the game at once."
    if options.die:
        when = {"after": "after you play", "during": "before you play"}[options.die.moment]
        yield f"Roll the {options.die.sides}-sided die {when}: {' and '.join(_faces(options))}."


def _faces(options: Options) -> Iterator[str]:
    assert options.die is not None
    if options.die.reverse:
        yield f"{_quantity(options.die.reverse, 'face')} turn{'s' * (options.die.reverse == 1)} the direction round"
    if options.die.skip:
        yield f"{_quantity(options.die.skip, 'face')} skip{'s' * (options.die.skip == 1)} the next player"


def _drawing(options: Options) -> Iterator[str]:
    yield "Draw a card to end your turn."
    yield {
        "forgive": "If you forget, draw when you notice.",
        "short": "If you forget and the next player has played a card, you stay one card short.",
        "short_one_round": "If you forget and the next player has played a card, you draw it after your next turn.",
    }[options.forgot]


def _end(options: Options) -> Iterator[str]:
    if options.stock_end == "reshuffle":
        yield "When the stock is used up, the discard pile is shuffled into a new one."
        then = "When everybody passes twice in a row,"
    else:
        yield "When the stock is used up, play goes on without drawing until nobody can play."
        then = "Then"
    if options.objective == "sub3":
        yield f"{then} the scores are compared; equal ones are a tie."
    elif options.n > 3:
        shorter = ", then ".join(map(_number, range(options.n - 1, 2, -1)))
        yield f"{then} most {noun(options)[1]} win; if equal, lines of {shorter} squares are counted."
    else:
        yield f"{then} most {noun(options)[1]} win."
