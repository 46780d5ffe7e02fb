"""An evening of Black Jack on a table without a board, from one picture of the empty table."""

from contextlib import nullcontext
from functools import partial
from io import StringIO
from itertools import islice
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.errors import SettingsError
from companion.live.evening import EveningOutlets, TableEquipment, play_evening, setup_without_board
from companion.live.viewfinder import LiveViewfinder
from companion.recording.evening_recorder import EveningRecorder
from companion.recording.phone_commands import load_phone_commands
from companion.referee.phones import Asker, signed
from companion.registry.games import act
from companion.settings import Settings
from companion.terminal.console import Console
from companion.vision.frame import Frame
from companion.web import Live
from hardware.archive import Budget, RecordingArchive
from hardware.virtual_table import VirtualTable


def test_black_jack_is_refereed_where_no_board_is_known(tmp_path: Path):
    ticks = iter(range(10_000))
    drawn = VirtualTable("RB", lambda: next(ticks) / 5, lambda _: None, seed=137)
    still = tmp_path / "empty.png"
    cv2.imwrite(str(still), drawn.play_still({}))
    live = Live()
    guide = SimpleNamespace(busy=False)
    table = TableEquipment(LiveViewfinder(), SimpleNamespace(), guide, lambda _: nullcontext(drawn), drawn)
    settings = Settings(empty_table=still, patience_s=0.4)
    looks = play_evening(table, EveningOutlets(settings, tmp_path / "game.db", live, Console()))
    said = list(islice(looks, 3))
    drawn.deal(4)
    said += islice(looks, 8)
    assert live.status.top.card.code == drawn.dealt.pile[0][1]
    assert said[-1] == "1 cards and turns seen"
    looks.close()


@pytest.mark.parametrize("size", [(480, 360), (960, 540), (1920, 1080)])
def test_a_picture_of_the_empty_table_that_does_not_fit_the_frames_is_refused(tmp_path: Path, size: tuple[int, int]):
    drawn = VirtualTable("RB", lambda: 0.0, lambda _: None)
    still = tmp_path / "empty.png"
    cv2.imwrite(str(still), cv2.resize(drawn.play_still({}), size))
    table = TableEquipment(
        LiveViewfinder(), SimpleNamespace(), SimpleNamespace(busy=False), lambda _: nullcontext(drawn), drawn
    )
    looks = play_evening(table, EveningOutlets(Settings(empty_table=still), tmp_path / "game.db", Live(), Console()))
    with pytest.raises(SettingsError) as refused:
        next(looks)
    sizes = f"the picture has {size[0]}x{size[1]} pixels, and the camera gives 960x720"
    assert str(refused.value) == f"{still}: {sizes}; remove it, and the camera takes it anew"


def test_another_camera_in_mid_evening_is_told_and_the_game_goes_on_with_the_first(tmp_path: Path):
    ticks = iter(range(10_000))
    drawn = VirtualTable("RB", lambda: next(ticks) / 5, lambda _: None, seed=137)
    still = tmp_path / "empty.png"
    cv2.imwrite(str(still), drawn.play_still({}))
    small = Frame(np.zeros((60, 80, 3), np.uint8), 1.0)
    camera = SimpleNamespace(capture=drawn.capture)
    live, console = Live(), StringIO()
    table = TableEquipment(
        LiveViewfinder(), SimpleNamespace(), SimpleNamespace(busy=False), lambda _: nullcontext(camera)
    )
    settings = Settings(empty_table=still, patience_s=0.4)
    looks = play_evening(table, EveningOutlets(settings, tmp_path / "game.db", live, Console(console)))
    list(islice(looks, 3))
    camera.capture = lambda: small
    list(islice(looks, 2))
    assert live.status.notice.code == "NO_CAMERA"
    assert "plug in the camera that was there before" in console.getvalue()
    camera.capture = drawn.capture
    drawn.deal(4)
    assert list(islice(looks, 8))[-1] == "1 cards and turns seen"
    looks.close()


def test_what_phones_say_there_is_kept_where_the_evening_is_recorded(tmp_path: Path):
    ticks = iter(range(10_000))
    drawn = VirtualTable("RB", lambda: next(ticks) / 5, lambda _: None, seed=137)
    still, empty = tmp_path / "empty.png", drawn.play_still({})
    cv2.imwrite(str(still), empty)
    keeping = EveningRecorder(RecordingArchive(tmp_path, Budget(least_free_mb=0), print), True, print, lambda: "now")
    camera = keeping.recorded_without_board(lambda _: nullcontext(drawn), empty, setup_without_board(None), 0.4)
    live, asker = Live(), Asker(table=True)
    table = TableEquipment(LiveViewfinder(), SimpleNamespace(), SimpleNamespace(busy=False), camera, drawn)
    looks = play_evening(
        table, EveningOutlets(Settings(empty_table=still, patience_s=0.4), tmp_path / "game.db", live, Console())
    )
    list(islice(looks, 3))
    drawn.deal(4)
    list(islice(looks, 8))
    command = signed(asker, "draw", partial(act, asker=asker, name="draw", fields={}))
    phone = Thread(target=live.desk.carry_out, args=(command,))
    phone.start()
    while phone.is_alive():
        next(looks)
    looks.close()
    assert [each.given.command for each in load_phone_commands(tmp_path / "now" / "said.jsonl")] == ["draw"]
