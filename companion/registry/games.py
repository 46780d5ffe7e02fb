"""The games this house can referee. A further one is a package of rules, a referee, its views, and an entry here."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.games.black_jack import options as black_jack_options
from companion.games.black_jack import record as black_jack_record
from companion.games.black_jack import rules_sheet as black_jack_rules
from companion.games.one_eyed_jack import options as one_eyed_options
from companion.games.one_eyed_jack import record as one_eyed_record
from companion.games.one_eyed_jack import rules_sheet as one_eyed_rules
from companion.referee.black_jack import commands as black_jack_commands
from companion.referee.black_jack import ledger as black_jack
from companion.referee.black_jack.tracking import observe as observe_pile
from companion.referee.events import Event, Setup
from companion.referee.followed import Followed, Step
from companion.referee.naming import sides_of
from companion.referee.observation import TableObservation
from companion.referee.one_eyed_jack import commands as one_eyed_commands
from companion.referee.one_eyed_jack import tracking as one_eyed_jack
from companion.referee.phones import Asker, score_match
from companion.views.black_jack import status as black_jack_status
from companion.views.black_jack import status_json as black_jack_json
from companion.views.black_jack.announcement import event_words as black_jack_words
from companion.views.black_jack.rows import event_rows as black_jack_rows
from companion.views.one_eyed_jack.announcement import event_words
from companion.views.one_eyed_jack.rows import event_rows as one_eyed_rows
from companion.views.one_eyed_jack.status import score_lines, status_of
from companion.views.one_eyed_jack.status_json import status_json
from companion.views.statement import Statement
from companion.views.words import capitalised

Notes = tuple[tuple[int, str], ...]
"""(entries before it, words) for each note in a record, in order."""


@dataclass(frozen=True, slots=True)
class Refereed:
    """One game: the functions that referee it and tell of it, each over the game's own `Followed` and `Statement`."""

    needs_board: bool
    """Whether it is played with chips on a board; else a pile will do."""
    begin: Callable[[Setup], Step]
    """A game from its set-up. Raises ValueError when options or board are invalid."""
    observe: Callable[[Any, TableObservation, float], Step]
    """One look at the table; the number is the table's patience in seconds."""
    replay: Callable[[Iterable[Event]], Any]
    """The game that a log of events, `GameStarted` first, leads to. Raises ValueError when it leads to none."""
    statement: Callable[[Any], Statement]
    """How the game stands, for lamps and phones."""
    json: Callable[[Any], dict[str, Any]]
    """The statement as plain JSON values."""
    score: Callable[[Any], tuple[str, ...]]
    """What a statement tells of each side, a line each."""
    words: Callable[[Event, Setup], str]
    """What is said when something happens, nothing when it needs no words."""
    rows: Callable[[Iterable[tuple[int, Event]]], list[dict[str, Any]]]
    """A row for other programs for each event that is told; the events of one game, each with its frame."""
    record: Callable[[Any, Mapping[str, str], Notes], str]
    """The game as text, with these tags and notes. Raises ValueError before it began."""
    teams: Callable[[Setup], tuple[str, ...]]
    """What the teams are called; nothing where everybody plays alone."""
    winners: Callable[[Setup, int], tuple[str, ...]]
    """The players who have won when `GameWon` names this number, which is also the team's, if there are teams."""
    options: Callable[[str], Any]
    """Options out of text. Raises OptionsError."""
    sheet: Callable[[Any], tuple[str, ...]]
    """The rules that options come to, in words."""
    new_game: Callable[[Any, Asker, Setup], Step]
    """A game at the table where another is played. Raises NotAllowedError, and ValueError when it cannot be there."""
    acts: Mapping[str, Callable[..., Step]]
    """What phones may ask for, by name; each takes the followed game, an asker, and its own fields."""


def agreed(rules: str) -> tuple[str, str]:
    """Which game is meant, and its options: `black-jack players=4`; rules that name no game are One-Eyed Jack's.

    Raises OptionsError for options that the game named does not know.
    """
    game, _, options = rules.strip().partition(" ")
    return (game, refereed(game).options(options).text) if game in REPERTOIRE else (next(iter(REPERTOIRE)), rules)


def refereed(game: str) -> Refereed:
    """The game of this name, as set-ups give it. Raises ValueError when this house does not know it."""
    if game not in REPERTOIRE:
        raise ValueError(f"no such game: {game!r}; this program referees {', '.join(REPERTOIRE)}")
    return REPERTOIRE[game]


def statement_text(status: Statement) -> str:
    """A statement as one line of JSON, as it goes out to phones and to a broker."""
    return json.dumps(refereed(status.game).json(status), allow_nan=False, separators=(",", ":"))


def act(followed: Followed, asker: Asker, name: str, fields: Mapping[str, Any]) -> Step:
    """What a phone asks for, in the game that is played now. Raises NotAllowedError, ValueError."""
    acts = refereed(followed.setup.game).acts
    if name not in acts:
        raise ValueError("The game being played now has nothing like that.")
    return acts[name](followed, asker, **fields)


def _one_eyed_words(event: Event, setup: Setup) -> str:
    return event_words(event, sides_of(setup))


def _one_eyed_record(followed: one_eyed_jack.Tracking, tags: Mapping[str, str], notes: Notes) -> str:
    return one_eyed_record.record_text(one_eyed_record.Record(followed.game, tags, notes))


def _black_jack_record(followed: black_jack.Tracking, tags: Mapping[str, str], notes: Notes) -> str:
    return black_jack_record.record_text(black_jack_record.Record(followed.playing, tags, notes))


def _teams(setup: Setup) -> tuple[str, ...]:
    return tuple(capitalised(team.name) for team in setup.teams)


def _no_teams(_: Setup) -> tuple[str, ...]:
    return ()


def _winning_team(setup: Setup, team: int) -> tuple[str, ...]:
    return setup.players[team :: len(setup.teams)]


def _winning_player(setup: Setup, place: int) -> tuple[str, ...]:
    return setup.players[place : place + 1]


REPERTOIRE: Mapping[str, Refereed] = MappingProxyType(
    {
        "one-eyed-jack": Refereed(
            needs_board=True,
            begin=one_eyed_jack.begin,
            observe=one_eyed_jack.observe,
            replay=one_eyed_jack.replay,
            statement=status_of,
            json=status_json,
            score=score_lines,
            words=_one_eyed_words,
            rows=one_eyed_rows,
            record=_one_eyed_record,
            teams=_teams,
            winners=_winning_team,
            options=one_eyed_options.parse_options,
            sheet=one_eyed_rules.rules_sheet,
            new_game=one_eyed_commands.new_game,
            acts=MappingProxyType(
                {
                    "undo": one_eyed_commands.take_back,
                    "override": one_eyed_commands.accept_table,
                    "answer": one_eyed_commands.reply,
                    "tell": one_eyed_commands.tell_card,
                    "pass": one_eyed_commands.pass_turn,
                    "exchange": one_eyed_commands.exchange,
                    "roll": one_eyed_commands.roll,
                    "forgot": one_eyed_commands.forgot_to_draw,
                    "edit": one_eyed_commands.put_chip,
                    "setup": one_eyed_commands.set_position,
                    "hand": one_eyed_commands.count_hand,
                    "end": one_eyed_commands.end_game,
                    "score": score_match,
                }
            ),
        ),
        "black-jack": Refereed(
            needs_board=False,
            begin=black_jack.begin,
            observe=observe_pile,
            replay=black_jack.replay,
            statement=black_jack_status.status_of,
            json=black_jack_json.status_json,
            score=black_jack_status.score_lines,
            words=black_jack_words,
            rows=black_jack_rows,
            record=_black_jack_record,
            teams=_no_teams,
            winners=_winning_player,
            options=black_jack_options.parse_options,
            sheet=black_jack_rules.rules_sheet,
            new_game=black_jack_commands.new_game,
            acts=MappingProxyType(
                {
                    "undo": black_jack_commands.undo,
                    "override": black_jack_commands.accept_pile,
                    "answer": black_jack_commands.answer,
                    "done": black_jack_commands.end,
                    "draw": black_jack_commands.draw,
                    "suit": black_jack_commands.name_suit,
                    "joker": black_jack_commands.name_joker,
                    "reshuffle": black_jack_commands.reshuffle,
                    "tell": black_jack_commands.tell_card,
                    "missed": black_jack_commands.missed_card,
                    "whose": black_jack_commands.claim_card,
                    "out": black_jack_commands.go_out,
                    "hand": black_jack_commands.count_cards,
                    "score": score_match,
                }
            ),
        ),
    }
)
"""Every game, under the name its set-ups carry."""
