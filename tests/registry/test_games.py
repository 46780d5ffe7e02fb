"""Every game of the registry keeps what the registry promises, and so does a third one that only this test knows."""

from pathlib import Path

import pytest
import tic_tac_toe
from mypy import api
from table_in_numbers import SETUP, Table, look
from unforgiving import Unforgiving

from companion.games.squares import parse_square
from companion.journal.archive import SqliteArchive
from companion.journal.event_log import SqliteJournal
from companion.journal.past_games import about, past_game, record
from companion.journal.resuming import resumed
from companion.referee.events import GameStarted, Setup
from companion.referee.phones import Asker
from companion.registry import games
from companion.registry.game import AnyGame
from companion.registry.games import GAMES, act, agreed, refereed, statement_text
from companion.session.loop import Outlets, Session
from companion.views.appearance import appearances_of
from companion.views.scene import Scene
from companion.web import Live
from hardware.lights import FakeLights

ALL = {**GAMES, "tic-tac-toe": tic_tac_toe}
SETUPS = {
    "one-eyed-jack": SETUP,
    "black-jack": Setup("base players=2", (), (), ("Ann", "Bob"), "black-jack"),
    "tic-tac-toe": Setup("tic-tac-toe", SETUP.layout, SETUP.teams, ("Ann", "Bob"), "tic-tac-toe"),
}
PROMISE = """
from companion.registry.game import Game
import tic_tac_toe
game: Game[tic_tac_toe.Play, {told}, tic_tac_toe.Options] = tic_tac_toe
"""


@pytest.fixture(params=ALL)
def name(request, monkeypatch) -> str:
    monkeypatch.setattr(games, "GAMES", ALL)
    return request.param


def game_of(name: str) -> AnyGame:
    return refereed(name)


def test_a_game_begins_with_its_start_and_its_log_gives_it_back(name: str):
    begun, events = game_of(name).begin(SETUPS[name])
    assert events == (GameStarted(SETUPS[name]),)
    assert game_of(name).replay(events) == begun == resumed(events)
    assert (begun.setup, begun.number, game_of(name).entries(begun)) == (SETUPS[name], 0, 0)


def test_a_game_that_begins_is_told_to_phones_lamps_and_programs(name: str):
    begun, events = game_of(name).begin(SETUPS[name])
    status = game_of(name).statement(begun)
    assert (status.game, len(status.players)) == (name, begun.seats)
    assert f'"{name}"' in statement_text(status)
    assert game_of(name).rows(enumerate(events)) == []


def test_options_are_read_back_from_their_own_text_and_come_to_rules(name: str):
    options = game_of(name).options("")
    assert game_of(name).options(options.text) == options
    assert game_of(name).sheet(options)
    assert agreed(f"{name} {options.text}") == (name, options.text)


def test_whoever_wins_is_a_player_of_the_side_that_won(name: str):
    players = [game_of(name).winners(SETUPS[name], side) for side in (0, 1)]
    assert players == [SETUPS[name].players[:1], SETUPS[name].players[1:]]


def test_a_third_game_is_played_kept_told_and_taken_back_like_any_other(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(games, "GAMES", ALL)
    path, table = tmp_path / "games.db", Table()
    journal, live, lights = SqliteJournal(path), Live(), FakeLights(appearances_of(["red", "blue"]))
    session = Session(table, Outlets(journal, lights, live, internal_errors=Unforgiving()), SETUPS["tic-tac-toe"], 2.0)
    for turn, square in enumerate(("A1", "B1", "A2", "B2", "C2", "A3")):
        table.contents[parse_square(square)] = 1 + turn % 2
        look(session, table)
    session.command(lambda play: act(play, Asker(table=True), "undo", {}))
    table.contents[parse_square("A3")] = 0
    look(session, table)
    table.contents[parse_square("B3")] = 2
    look(session, table)
    journal.close()
    assert live.status.scene == Scene("win", 1)
    game = past_game(SqliteArchive(path).games(None, 1)[0])
    steps = [step["words"] for step in about(game)["steps"]]
    assert steps == ["", "A1", "B1", "A2", "B2", "C2", "A3", "", "B3 That is three in a row."]
    assert (game.state, record(game)) == ("over", "A1 B1 A2 B2 C2 B3")


def checked(tmp_path: Path, told: str) -> str:
    """What mypy says of the promise that the third game is one, told by this kind of statement."""
    root = Path(__file__).parents[2]
    (tmp_path / "promise.py").write_text(PROMISE.format(told=told))
    settings = ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(root / ".mypy_cache")]
    return api.run([*settings, str(tmp_path / "promise.py"), str(root / "tests/registry/tic_tac_toe.py")])[0]


def test_a_game_whose_functions_do_not_fit_together_is_told_by_mypy(tmp_path: Path):
    assert checked(tmp_path, "tic_tac_toe.Status").startswith("Success")
    assert "incompatible type" in checked(tmp_path, "int").lower()
