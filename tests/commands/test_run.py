"""A live evening on the drawn table, from the command to the page, killed and gone on with."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from drawn_page import WAIT_S, play, sent, until

from companion.cli import main
from companion.commands.places import state_folder
from companion.errors import CameraError, SettingsError
from companion.games.one_eyed_jack.options import parse_options
from companion.live.cameras import CameraName, parse_camera
from companion.live.evening import FORSAKEN_S, live_setup, looks, setup_without_board
from companion.referee.events import NoticeGiven, Setup
from companion.views.scene import Scene
from companion.vision.frame import Frame

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-m", "companion", "run", "--camera", "virtual", "--host", "127.0.0.1"]
Start = Callable[[], tuple[subprocess.Popen, str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts an evening, of a game if one is named, as a process of its own; gives it and the page's address."""
    processes = []
    environment = os.environ | {"STATE_DIRECTORY": str(tmp_path / "state")}

    def begin(*game: str) -> tuple[subprocess.Popen, str]:
        command = [*COMMAND, "--port", "0", *game]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        processes.append(process)
        for line in process.stdout:
            if "http://" in line and "drawn" not in line:
                return process, "http://" + line.split("http://")[1].strip()
        raise AssertionError("it ended before it named its page")

    yield begin
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def played(address: str, *squares: int) -> None:
    """The first turns of a game, each once the one before was told."""
    for turns, square in enumerate(squares, 1):
        play(address, square)
        until(address, lambda status, turns=turns: len(status["last_turns"]) == turns)


def test_a_newcomer_plays_on_the_drawn_table_and_a_killed_game_goes_on(start: Start):
    process, address = start()
    played(address, 44, 53)
    process.kill()
    process.wait()
    _, address = start()
    status = until(address, lambda status: status["layout"])
    assert [status["chips"][square] for square in (44, 53)] == [0, 1]
    assert len(status["last_turns"]) == 2
    assert sent(f"{address}drawn/lying")["chips"] == {"44": "R", "53": "B"}
    play(address, 36)
    assert until(address, lambda status: len(status["last_turns"]) == 3)["fault"] is None


def test_a_drawn_table_has_chips_for_the_teams_of_the_game_that_is_named_and_keeps_them(start: Start):
    process, address = start("--game", "classic N=3 T=3")
    played(address, 44, 53, 36)
    process.kill()
    process.wait()
    _, address = start()
    status = until(address, lambda status: status["layout"])
    assert [status["chips"][square] for square in (44, 53, 36)] == [0, 1, 2]
    assert [team["name"] for team in status["teams"]] == ["Red", "Blue", "Green"]


def test_where_no_board_is_played_on_no_phone_calibrates_one_that_is_then_said_to_be_in_use(
    start: Start, tmp_path: Path
):
    _, address = start("--empty-table", str(tmp_path / "table.png"))
    assert until(address, lambda status: status["settled"])["game"] == "black-jack"
    with urllib.request.urlopen(f"{address}calibrate", timeout=10) as page:
        assert "Nothing can be calibrated here" in page.read().decode()


def test_an_evening_whose_log_is_on_a_full_disk_is_played_and_ends_as_ever(tmp_path: Path, drawn_profile: Path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"STATE_DIRECTORY": str(tmp_path)}
    command = [*COMMAND, "--port", str(port), "--profile", str(drawn_profile)]
    with open("/dev/full", "w") as full:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=full, stderr=subprocess.PIPE, text=True)
    try:
        address = f"http://127.0.0.1:{port}/"
        end = time.monotonic() + WAIT_S
        while process.poll() is None and time.monotonic() < end:
            with suppress(urllib.error.URLError):
                sent(f"{address}api/status")
                break
            time.sleep(0.1)
        play(address, 44)
        until(address, lambda status: len(status["last_turns"]) == 1)
    finally:
        process.terminate()
        _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, said) == (143, "")


@pytest.mark.parametrize(
    ("text", "camera"),
    [
        ("picamera", CameraName("picamera")),
        ("webcam", CameraName("webcam", "0")),
        ("webcam:2", CameraName("webcam", "2")),
        ("virtual", CameraName("virtual")),
        (str(ROOT), CameraName("folder", str(ROOT))),
    ],
)
def test_a_camera_is_known_by_its_name(text: str, camera: CameraName):
    assert parse_camera(text) == camera


@pytest.mark.parametrize("text", ["", "webcam:front", "virtual:1", "/no/such/folder"])
def test_what_names_no_camera_is_refused(text: str):
    with pytest.raises(SettingsError, match="is no camera; write picamera"):
        parse_camera(text)


@pytest.mark.parametrize("camera", ["virtual", "webcam:7"])
def test_a_profile_that_is_not_there_is_an_error_and_no_new_file(
    camera: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    missing = tmp_path / "nowhere.profile"
    assert main(["run", "--camera", camera, "--profile", str(missing)]) == 2
    assert f"{missing}: no such profile" in capsys.readouterr().err
    assert not missing.exists()


def test_another_boards_profile_is_no_drawn_table_and_stays_as_it_is(profile: Path, capsys: pytest.CaptureFixture[str]):
    before = profile.read_bytes()
    assert main(["run", "--camera", "virtual", "--profile", str(profile)]) == 2
    assert "belongs to another table than the drawn one" in capsys.readouterr().err
    assert profile.read_bytes() == before


def test_settings_that_are_not_there_are_an_error_and_no_new_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    missing = tmp_path / "nowhere.toml"
    assert main(["run", "--camera", "virtual", "--settings", str(missing)]) == 2
    assert f"{missing}: cannot be read" in capsys.readouterr().err
    assert not missing.exists()


def test_rules_that_cannot_be_are_said_before_anything_is_served(capsys: pytest.CaptureFixture[str]):
    assert main(["run", "--camera", "webcam:7", "--game", "classic N=5 T=5"]) == 2
    assert "this game cannot be played: 5 seats in 5 teams" in capsys.readouterr().err


def test_the_state_lies_where_systemd_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path / 'given'}:/elsewhere")
    assert state_folder() == tmp_path / "given"
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    assert state_folder() == tmp_path / "home" / "companion"
    assert state_folder().is_dir()


def test_a_user_without_a_home_is_told_where_games_can_lie(monkeypatch: pytest.MonkeyPatch):
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(SettingsError, match="this user has no home; let XDG_STATE_HOME name a folder"):
        state_folder()


def test_rules_are_chosen_or_classic_for_as_many_teams_as_there_are_chips():
    profile = SimpleNamespace(chips={"R": 1, "B": 2, "X": 3}, layout=("JK",))
    assert live_setup(profile, None).options == "classic N=3 T=3"
    many = SimpleNamespace(chips=dict.fromkeys("RBGYW"), layout=("JK",))
    assert parse_options(live_setup(many, None).options).teams == 5
    assert live_setup(profile, "house N=4 T=2").options == "house N=4 T=2"
    assert [team.name for team in live_setup(profile, None).teams] == ["red", "blue", "X"]


def test_another_game_is_named_before_its_rules_and_a_board_game_needs_its_board():
    profile = SimpleNamespace(chips={"R": 1, "B": 2}, layout=("JK",))
    beside_board = live_setup(profile, "black-jack players=3")
    assert (beside_board.game, beside_board.options) == ("black-jack", "base players=3")
    assert setup_without_board(None) == Setup("base players=4", (), (), (), "black-jack")
    assert setup_without_board("black-jack jokers=2").options == "base players=4 jokers=2"
    with pytest.raises(SettingsError, match="is played on a board"):
        setup_without_board("classic N=2 T=2")


@pytest.mark.parametrize("rules", ["black-jack players=99", "black-jack stng=1", "whist"])
def test_rules_of_any_game_are_checked_before_anything_is_served(rules: str, capsys: pytest.CaptureFixture[str]):
    assert main(["run", "--camera", "virtual", "--game", rules]) == 2
    assert "this game cannot be played" in capsys.readouterr().err


class Script:
    """A camera, a calibration, a session and a console in one, which remember what was said."""

    scene = Scene("starting", None, (21, 78))

    def __init__(self, *comes: object) -> None:
        self.comes = iter(comes)
        self.said: list[str] = []
        self.busy = False
        self.forsaken = False
        self.viewfinder = self.guide = self

    def capture(self) -> object:
        """The next of what comes."""
        coming = next(self.comes)
        if isinstance(coming, CameraError):
            raise coming
        return coming

    def tick(self, frame: Frame) -> object:
        """A frame without events."""
        self.said.append(f"frame {frame.taken_at_s:g}")
        return SimpleNamespace(events=(), tracking=SimpleNamespace(setup=SimpleNamespace(teams=())))

    def words(self, _: object) -> tuple[str, ...]:
        """Nothing to be said."""
        return ()

    def blind(self, words: str) -> None:
        """No camera."""
        self.said.append(f"blind: {words}")

    def wait(self, notice: NoticeGiven | None = None, scene: Scene | None = None) -> None:
        """As a session: nothing is judged. As a viewfinder: nothing is played."""
        self.said.append("looked on" if notice is None else f"{notice.code} {scene.squares}")

    def idle_s(self, now_s: float) -> float:
        """How long no phone has asked."""
        return FORSAKEN_S + 1 if self.forsaken else now_s - now_s

    def leave(self) -> None:
        """The calibration ends."""
        self.busy = False

    def say(self, words: str) -> None:
        """On the console."""
        self.said.append(f"console: {words}")


def test_a_lost_camera_is_told_once_on_the_console_and_always_to_the_page_until_it_is_back():
    frame = Frame(np.zeros((2, 2, 3), np.uint8), 1.0)
    script = Script(frame, CameraError("no cable"), CameraError("no cable"), frame, None)
    assert list(looks(script, script, script)) == [frame, None, None, frame]
    words = "No picture of the table (no cable). The game is kept and goes on with the next picture."
    assert script.said == [
        "frame 1",
        f"console: {words}",
        f"blind: {words}",
        f"blind: {words}",
        "console: The table is seen again.",
        "frame 1",
    ]


def test_a_game_waits_for_a_calibration_and_not_for_one_that_was_forsaken():
    frame = Frame(np.zeros((2, 2, 3), np.uint8), 1.0)
    script = Script(frame, None)
    script.busy = True
    looking = looks(script, script, script)
    assert [next(looking), next(looking)] == [None, None]
    assert script.said == ["CALIBRATING (21, 78)", "looked on"] * 2
    script.forsaken = True
    assert list(looking) == [frame]
    assert not script.busy
