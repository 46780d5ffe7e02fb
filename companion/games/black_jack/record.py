"""The record of a game, in the spirit of PGN: tags in brackets, then numbered plays, the rest as comments in braces.

`1. P1 8S 9S 9D 2. P2 draw 1 {undo} 2. P2 2D {reshuffle} 3. P3 draw 2`. Comments such as `{undo}`, `{reshuffle}` and
`{override: …}` are entries of the game; all others are notes.
"""

import re
from collections.abc import Iterator, Mapping

from companion.games.black_jack.notation import parse_turn
from companion.games.black_jack.options import parse_options
from companion.games.black_jack.position import Outcome
from companion.games.black_jack.position_text import parse_position, position_text, seats_text
from companion.games.black_jack.state import Entry, Game
from companion.games.black_jack.turns import Reshuffle
from companion.games.history import Override, Undo
from companion.games.record import WORD, notes_at, record_body, replay, split_record
from companion.games.record import Record as AnyRecord
from companion.games.refusals import NotationError

_ENTRY = re.compile(r"\{(?:undo|(?P<turn>reshuffle)|override: (?P<position>.+))\}")
_OURS = ("Game", "Options", "Seats", "Position", "Result")


class Record(AnyRecord[Game]):
    """A game of Black Jack with what stands beside it."""

    __slots__ = ()


def record_text(record: Record) -> str:
    """The record as text; `parse_record` reads it back."""
    return record_body({**_own_tags(record.game), **record.tags}, _movetext(record))


def result_text(outcome: Outcome | None) -> str:
    """All seats in the order of going out, `P2,P1,P3`, or `*` while the game goes on."""
    return "*" if outcome is None else seats_text(outcome.ranking)


def parse_record(text: str) -> Record:
    """The record written as `text`, up to the first play that cannot be read or is against the rules.

    Raises NotationError when the tags do not even tell which game it is.
    """
    tags, movetext = split_record(text)
    try:
        game = _game_of(tags)
    except (ValueError, KeyError) as error:
        raise NotationError(f"no game in the tags: {error}") from error
    notes, trouble = replay(game, _plays_and_comments(movetext), lambda what: _entry(what, game))
    return Record(game, {name: value for name, value in tags.items() if name not in _OURS}, notes, trouble)


def _own_tags(game: Game) -> dict[str, str]:
    """The tags that the game itself tells."""
    return {
        "Game": "BlackJack",
        "Options": game.options.text,
        "Seats": str(game.options.players),
        "Position": position_text(game.first_position),
        "Result": result_text(game.outcome()),
    }


def _game_of(tags: Mapping[str, str]) -> Game:
    """The game before its first play. Raises ValueError, and KeyError for a missing tag."""
    if tags["Game"] != "BlackJack":
        raise NotationError(f"a record of {tags['Game']}; this room plays BlackJack")
    options = parse_options(tags["Options"])
    return Game(options, parse_position(tags["Position"], options))


def _movetext(record: Record) -> Iterator[str]:
    """Each play under the number of its turn; everything else as a comment."""
    replayed = Game(record.game.options, record.game.first_position)
    for number, entry in enumerate(record.game.entries):
        yield from notes_at(record.notes, number, _ENTRY)
        match entry:
            case Undo():
                yield "{undo}"
            case Reshuffle():
                yield f"{{{entry}}}"
            case Override(position):
                yield f"{{override: {position_text(position)}}}"
            case _:
                yield f"{replayed.position.ply + 1}. {entry}"
        replayed.push(entry)
    yield from notes_at(record.notes, len(record.game.entries), _ENTRY)


def _plays_and_comments(text: str) -> Iterator[tuple[str, str]]:
    """(where, what) for each play and comment of a movetext, comments in braces."""
    number, words = "before 1.", []
    for word in (found[0] for found in WORD.finditer(f"{text} .")):
        if not word.startswith("{") and not word.endswith("."):
            words.append(word)
            continue
        if words:
            yield f"{number} {' '.join(words)}", " ".join(words)
            words = []
        if word.startswith("{"):
            yield f"{number} {word}", word
        else:
            number = word


def _entry(said: str, game: Game) -> Entry | None:
    """The entry that a play or comment stands for; None for a note. Raises NotationError."""
    comment = _ENTRY.fullmatch(said)
    if not comment:
        return None if said.startswith("{") else parse_turn(said)
    if comment["position"]:
        return Override(parse_position(comment["position"], game.options))
    return parse_turn(comment["turn"]) if comment["turn"] else Undo()
