"""What an evening of several games is told after a restart between two of them: who plays, and who has won how many."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from table_in_numbers import PATIENCE_S, SETUP, Table, outlets

from companion.games.one_eyed_jack.position import Outcome
from companion.journal.buffered import BufferedJournal
from companion.journal.event_log import SqliteJournal
from companion.ports import Journal
from companion.referee.events import GameStarted, Setup, TurnPlayed
from companion.referee.followed import Command
from companion.referee.phones import Asker, score_match, signed
from companion.session.loop import Session
from companion.web.commands import COMMANDS, _act

TABLE = Asker(table=True)
FROM_SETTINGS = replace(SETUP, players=())
OTHER_BOARD = replace(FROM_SETTINGS, layout=(*SETUP.layout[:1], *SETUP.layout[2:0:-1], *SETUP.layout[3:]))
EIGHT = datetime(2026, 11, 27, 20, 0).astimezone()
AGREED = {"options": "my_rules N=2 T=2 lines=1", "players": ("Ann", "Ben")}
Began = Callable[..., Session]


@contextmanager
def begun(folder: Path, now: datetime, setup: Setup = FROM_SETTINGS) -> Iterator[tuple[Session, Journal]]:
    """A program that was started at this table at this time of day."""
    opening = partial(SqliteJournal, folder / "game.db", now.timestamp)
    with closing(BufferedJournal(opening, lambda: 0.0)) as journal:
        session = Session(
            Table(teams=len(setup.known)),
            replace(outlets(journal), audience=Deaf(), makes_room=True),
            setup,
            PATIENCE_S,
        )
        yield session, journal


class Deaf:
    """An audience."""

    def tell(self, status: object) -> None:
        """Whatever it is."""


def told(session: Session, name: str, **fields: object) -> None:
    """A phone of the table asks for this."""
    assert name in COMMANDS
    heard(session, signed(TABLE, name, lambda followed: _act(followed, TABLE, name, fields)))


def heard(session: Session, command: Command) -> None:
    """The command is carried out."""
    future = session.command(command)
    session.tick(Table().frame())
    future.result(0)


def played(folder: Path, agreed: dict[str, object]) -> None:
    """Ann and Ben begin a game at eight, and Ben wins it."""
    with begun(folder, EIGHT) as (session, _):
        told(session, "game", **agreed)
        told(session, "end", result="win", team=1)
        assert session.tracking.standings == (0, 1)


def test_after_a_restart_a_game_that_is_over_is_so_still_and_the_next_one_counts_on(tmp_path: Path):
    played(tmp_path, AGREED)
    for hours in (1, 9.9, -30 * 24):  # at half past five in the morning, and where the clock has lost the time
        with begun(tmp_path, EIGHT + timedelta(hours=hours)) as (session, _):
            assert (session.tracking.setup.players, session.tracking.standings) == (("Ann", "Ben"), (0, 1))
            assert session.tracking.outcome == Outcome(1, "agreed")
    with begun(tmp_path, EIGHT) as (session, _):
        told(session, "undo")
        assert session.tracking.outcome is None
        told(session, "end", result="win", team=0)
    with begun(tmp_path, EIGHT) as (session, _):
        told(session, "game", **AGREED)
        assert session.tracking.wins == (1, 0)


def test_another_day_s_game_is_anybody_s(tmp_path: Path):
    played(tmp_path, AGREED)
    with begun(tmp_path, EIGHT + timedelta(hours=10.1)) as (session, _):
        assert session.tracking.setup == FROM_SETTINGS


def test_a_game_of_before_games_were_dated_is_of_no_evening(tmp_path: Path):
    played(tmp_path, AGREED)
    with closing(SqliteJournal(tmp_path / "game.db")) as journal:
        journal._database.execute("UPDATE game SET began_at_s = NULL")
    with begun(tmp_path, EIGHT) as (session, _):
        assert session.tracking.setup == FROM_SETTINGS


def test_on_another_board_a_game_counts_on_and_is_gone_on_with_after_a_restart(tmp_path: Path):
    played(tmp_path, AGREED)
    with begun(tmp_path, EIGHT, OTHER_BOARD) as (session, journal):
        setup = session.tracking.setup
        assert (setup.players, setup.layout, session.resumed_at_s) == (("Ann", "Ben"), OTHER_BOARD.layout, None)
        assert "lines=1" in setup.options.split()
        journal.append([TurnPlayed("r 7D@C4")], 1.0)
    with begun(tmp_path, EIGHT + timedelta(days=1), OTHER_BOARD) as (session, _):
        assert (len(session.tracking.game.turns), session.tracking.wins) == (1, (0, 1))


def test_both_games_of_an_evening_count_on_after_a_restart(tmp_path: Path):
    played(tmp_path, AGREED)
    with begun(tmp_path, EIGHT) as (session, _):
        told(session, "game", game="black-jack", options="base players=3", players=("Cleo", "Ben", "Ann"))
        heard(session, lambda followed: score_match(followed, TABLE, 1, 4))
    with begun(tmp_path, EIGHT) as (session, _):
        setup = session.tracking.setup
        assert (setup.game, setup.players, session.tracking.wins) == ("black-jack", ("Cleo", "Ben", "Ann"), (4, 0, 0))
        told(session, "game", game="one-eyed-jack", **AGREED)
        assert session.tracking.wins == (0, 1)


def test_games_won_at_a_table_without_names_count_on_on_another_board(tmp_path: Path):
    with begun(tmp_path, EIGHT) as (session, _):
        told(session, "end", result="win", team=1)
    with begun(tmp_path, EIGHT, OTHER_BOARD) as (session, _):
        assert (session.tracking.setup.players, session.tracking.wins) == ((), (0, 1))
        told(session, "end", result="win", team=0)
    with begun(tmp_path, EIGHT, OTHER_BOARD) as (session, _):
        assert session.tracking.standings == (1, 1)


def test_other_rules_for_a_table_without_names_begin_another_game(tmp_path: Path):
    with begun(tmp_path, EIGHT) as (session, _):
        told(session, "end", result="win", team=1)
    kids = replace(FROM_SETTINGS, options="kids N=2 T=2")
    with begun(tmp_path, EIGHT, kids) as (session, _):
        assert session.tracking.setup == kids


def test_a_finished_game_that_adds_up_to_none_leaves_the_next_one_alone(tmp_path: Path):
    with begun(tmp_path, EIGHT) as (session, journal):
        journal.append([TurnPlayed("b 7D@C4")], 1.0)
        told(session, "end", result="tie")
    with begun(tmp_path, EIGHT, OTHER_BOARD) as (session, _):
        assert session.tracking.setup == OTHER_BOARD


@pytest.mark.parametrize("players", [("Cleo", "Ben"), ("Ben", "Ann")])
def test_whoever_is_named_at_the_start_plays_and_counts_on(tmp_path: Path, players: tuple[str, ...]):
    with begun(tmp_path, EIGHT, SETUP) as (session, _):
        told(session, "end", result="win", team=1)
    with begun(tmp_path, EIGHT, replace(SETUP, players=players)) as (session, _):
        assert session.tracking.setup.players == players
        assert session.tracking.standings[players.index("Ben")] == 1


def test_a_game_that_was_left_counts_for_its_players_in_the_one_that_is_begun_instead(tmp_path: Path):
    with begun(tmp_path, EIGHT) as (session, journal):
        told(session, "game", **AGREED)
        told(session, "score", seat=1, wins=2)
        journal.append([TurnPlayed("r 7D@C4")], 1.0)
    with begun(tmp_path, EIGHT, OTHER_BOARD) as (session, _):
        setup = session.tracking.setup
        assert (setup.layout, setup.players, session.tracking.wins) == (OTHER_BOARD.layout, ("Ann", "Ben"), (2, 0))


def test_a_game_that_nobody_has_played_waits_for_its_players_until_the_evening_ends(tmp_path: Path):
    with begun(tmp_path, EIGHT) as (session, _):
        told(session, "game", **AGREED)
    for hours, players in ((1, ("Ann", "Ben")), (24, ()), (48, ())):
        with begun(tmp_path, EIGHT + timedelta(hours=hours)) as (session, journal):
            assert session.tracking.setup.players == players
            games = sum(isinstance(entry.event, GameStarted) for entry in journal.entries())
    assert games == 3, "the settings' own game waits for whoever comes, and is not begun once more"


def test_cards_alone_at_a_table_without_a_board_are_not_what_is_played_on_one(tmp_path: Path):
    alone = Setup("base players=2", (), (), ("Ann", "Ben"), "black-jack")
    with begun(tmp_path, EIGHT, alone) as (session, _):
        assert session.tracking.setup == alone
    with begun(tmp_path, EIGHT) as (session, _):
        assert session.tracking.setup.game == FROM_SETTINGS.game


GREEN = replace(SETUP.teams[0], letter="G", name="green")
THREE = replace(FROM_SETTINGS, options="classic N=3 T=3", teams=(*SETUP.teams, GREEN))


def test_two_teams_with_two_of_three_colours_play_on_after_a_restart(tmp_path: Path):
    with begun(tmp_path, EIGHT, THREE) as (session, journal):
        told(session, "game", **AGREED, chips="BG")
        assert [team.letter for team in session.tracking.setup.teams] == ["B", "G"]
        journal.append([TurnPlayed("r 7D@C4")], 1.0)
    with begun(tmp_path, EIGHT + timedelta(days=1), THREE) as (session, _):
        assert [team.letter for team in session.tracking.setup.teams] == ["B", "G"]
        assert len(session.tracking.game.turns) == 1
        told(session, "game", options="classic N=3 T=3", players=("Ann", "Ben", "Cleo"))
        assert session.tracking.setup.teams == THREE.teams


def test_whoever_played_with_two_of_three_colours_has_them_on_another_board_too(tmp_path: Path):
    with begun(tmp_path, EIGHT, THREE) as (session, _):
        told(session, "game", **AGREED, chips="BG")
        told(session, "end", result="win", team=1)
    with begun(tmp_path, EIGHT, replace(THREE, layout=OTHER_BOARD.layout)) as (session, _):
        setup = session.tracking.setup
        assert ([team.letter for team in setup.teams], setup.players) == (["B", "G"], ("Ann", "Ben"))
        assert setup.known == THREE.teams
