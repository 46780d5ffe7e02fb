"""What several commands are tried on: the first seconds of a shipped evening, and what calibration makes of them."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli import MISTAKE, TROUBLE, main

ROOT = Path(__file__).parent.parent.parent
SHIPPED = ROOT / "tests" / "recordings" / "oak-plain"
FRAMES = 45


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first seconds of the shipped recording; whoever opened its truth would fail, since that is a folder."""
    folder = tmp_path_factory.mktemp("recordings") / "start"
    shutil.copytree(SHIPPED, folder, ignore=shutil.ignore_patterns("truth.json"))
    (folder / "truth.json").mkdir()
    about = json.loads((folder / "recording.json").read_text())
    (folder / "recording.json").write_text(json.dumps(about | {"frames": FRAMES}))
    return folder


@pytest.fixture(scope="session")
def profile(evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile as the command makes it."""
    path = tmp_path_factory.mktemp("profiles") / "oak.profile"
    assert main(["calibrate", "recording", str(evening), "--out", str(path)]) == 0
    return path


@pytest.fixture(scope="session")
def pictures_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the replay leaves its pictures."""
    return tmp_path_factory.mktemp("pictures_folder") / "pictures"


@pytest.fixture(scope="session")
def replayed(evening: Path, profile: Path, pictures_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "evening"
    pictures = ["--pictures", str(pictures_folder)]
    assert main(["replay", str(evening), "--profile", str(profile), "--out", str(out), *pictures]) == 0
    return out


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command that is to refuse, and gives what it says, in one line."""

    def run(*arguments: object) -> str:
        capsys.readouterr()
        assert main([str(argument) for argument in arguments]) in (MISTAKE, TROUBLE)
        said = capsys.readouterr().err
        assert said.startswith("companion: ")
        assert said.count("\n") == 1
        return said

    return run


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen]]:
    """Starts commands as processes of their own, and ends those that are left."""
    processes = []

    def start(*arguments: object) -> subprocess.Popen:
        by_itself = ["env", "--default-signal=HUP"]  # the tests may be told to outlive their terminal
        command = [*by_itself, sys.executable, "-m", "companion", *map(str, arguments)]
        processes.append(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
