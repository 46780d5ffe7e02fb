"""The record of a game, in the spirit of PGN: tags in brackets, then numbered plays, the rest as comments in braces.

`1. r 7D@C4 2. b dead 7D 8D@D4 {forgot 1 late} 3. r JSxD4 {undo}`. Comments such as `{undo}`,
`{override: …}`, `{forgot 1 late}`, `{stop tie}` and `{r line A5-E5}` are entries of the game; all others are notes.
"""

import re
from collections.abc import Iterator, Mapping

from companion.games.one_eyed_jack.faults import NotationError
from companion.games.one_eyed_jack.layout import REFERENCE, parse_layout
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import Options, parse_options
from companion.games.one_eyed_jack.position import Outcome, Position
from companion.games.one_eyed_jack.position_text import entry_text, parse_entry, parse_position, position_text
from companion.games.one_eyed_jack.state import Entry, Game, Override, Undo
from companion.games.one_eyed_jack.turns import TEAM_LETTERS, Declare, Forgot, Place, Remove, Stop
from companion.games.record import WORD, notes_at, record_body, replay, split_record
from companion.games.record import Record as AnyRecord

_ENTRY = re.compile(
    r"\{(?:undo|override:\s(?P<position>[^}]+)"
    r"|(?P<turn>forgot\s+\d+\s+(?:late|early)|stop\s+\S+|[a-z]\s+line\s+\S+))\}"
)
_OURS = ("Game", "Preset", "Options", "Layout", "Seats", "Teams", "Position", "Result")


class Record(AnyRecord[Game]):
    """A game of One-Eyed Jack with what stands beside it."""

    __slots__ = ()


def record_text(record: Record) -> str:
    """The record as text; `parse_record` reads it back."""
    return record_body({**_own_tags(record.game), **record.tags}, _movetext(record))


def result_text(outcome: Outcome | None) -> str:
    """The winning team's letter, `tie`, or `*` while the game goes on or when it was left unfinished."""
    if outcome is None or outcome.termination == "unfinished":
        return "*"
    return "tie" if outcome.winner is None else TEAM_LETTERS[outcome.winner]


def parse_record(text: str) -> Record:
    """The record written as `text`, up to the first play that cannot be read or is against the rules.

    Raises NotationError when the tags do not even tell which game it is.
    """
    tags, movetext = split_record(text)
    try:
        game = _game_of(tags)
    except ValueError as error:
        raise NotationError(f"no game in the tags: {error}") from error
    said = (words for words in _plays_and_comments(movetext) if words[1] != "{unverified}")
    notes, trouble = replay(game, said, lambda what: _entry(what, game.options))
    return Record(game, {name: value for name, value in tags.items() if name not in _OURS}, notes, trouble)


def _own_tags(game: Game) -> dict[str, str]:
    """The tags that the game itself tells."""
    options = game.options
    tags = {
        "Game": "OneEyedJack",
        "Preset": options.preset,
        "Options": options.text.partition(" ")[2],
        "Layout": game.layout.text,
        "Seats": str(options.seats),
        "Teams": str(options.teams),
        "Result": result_text(game.outcome()),
    }
    first = position_text(game.first_position, options)
    return tags if first == position_text(Game(options).position, options) else {**tags, "Position": first}


def _game_of(tags: Mapping[str, str]) -> Game:
    """The game before its first play. Raises ValueError."""
    if tags.get("Game", "OneEyedJack") != "OneEyedJack":
        raise NotationError(f"a record of {tags['Game']}; this room plays OneEyedJack")
    seats = [f"{short}={tags[name]}" for name, short in (("Seats", "N"), ("Teams", "T")) if name in tags]
    options = parse_options(" ".join((tags.get("Preset", "classic"), *seats, tags.get("Options", ""))))
    layout = parse_layout(tags["Layout"]) if "Layout" in tags else REFERENCE
    position = parse_position(tags["Position"], options) if "Position" in tags else None
    return Game(options, layout, position)


def _movetext(record: Record) -> Iterator[str]:
    """Numbers, plays and comments; plays of one turn share a number and their team letter."""
    replayed, turn = Game(record.game.options, record.game.layout, record.game.first_position), None
    for number, entry in enumerate(record.game.entries):
        yield from notes_at(record.notes, number, _ENTRY)
        if isinstance(entry, Undo | Override | Forgot | Declare | Stop):
            turn = None
            yield f"{{{_comment(entry, replayed.options)}}}"
        else:
            if turn != (turn := replayed.position.ply):
                yield f"{replayed.position.ply + 1}. {TEAM_LETTERS[entry.team]}"
            yield str(entry).partition(" ")[2]
            if isinstance(entry, Place | Remove) and entry.card is None:
                yield "{unverified}"
        replayed.push(entry)
    yield from notes_at(record.notes, len(record.game.entries), _ENTRY)


def _comment(entry: Undo | Override[Position] | Forgot | Declare | Stop, options: Options) -> str:
    match entry:
        case Undo():
            return "undo"
        case Override():
            return f"override: {entry_text(entry, options)}"
    return str(entry)


def _plays_and_comments(text: str) -> Iterator[tuple[str, str]]:
    """(where, what) for each play and comment of a movetext, plays with their team letter, comments in braces."""
    number, team, verb = "before 1.", "", ""
    for word in (found[0] for found in WORD.finditer(text)):
        if word.endswith("}"):
            yield f"{number} {word}", word
        elif verb:
            yield f"{number} {team} {verb} {word}", f"{team} {verb} {word}"
            verb = ""
        elif word.endswith("."):
            number = word
        elif word in ("dead", "roll"):
            verb = word
        elif len(word) == 1 and word != "*":
            team = word
        elif word not in ("*", "tie"):
            yield f"{number} {team} {word}", f"{team} {word}"
    if verb:
        yield f"{number} {team} {verb}", f"{team} {verb}"


def _entry(said: str, options: Options) -> Entry | None:
    """The entry that a play or comment stands for; None for a note. Raises NotationError."""
    comment = _ENTRY.fullmatch(said)
    if not comment:
        return None if said.startswith("{") else parse_turn(said)
    if comment["position"]:
        return parse_entry(" ".join(comment["position"].split()), options)
    return parse_turn(comment["turn"]) if comment["turn"] else Undo()
