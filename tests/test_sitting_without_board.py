"""An evening of Black Jack on a table without a board, from one picture of the empty table."""

from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import cv2

from companion.console import Console
from companion.settings import Settings
from companion.sights import LiveSight
from companion.sitting import Evening, Table, sittings
from companion.web import Live
from hardware.virtual_table import VirtualTable


def test_black_jack_is_refereed_where_no_board_is_known(tmp_path: Path):
    ticks = iter(range(10_000))
    drawn = VirtualTable("RB", lambda: next(ticks) / 5, lambda _: None, seed=137)
    still = tmp_path / "empty.png"
    cv2.imwrite(str(still), drawn.play_still({}))
    live = Live()
    guide = SimpleNamespace(busy=False)
    table = Table(LiveSight(), SimpleNamespace(), guide, lambda _: nullcontext(drawn), drawn)
    settings = Settings(empty_table=still, patience_s=0.4)
    looks = sittings(table, Evening(settings, tmp_path / "game.db", live, Console()))
    said = list(islice(looks, 3))
    drawn.deal(4)
    said += islice(looks, 8)
    assert live.status.top.card.code == drawn.dealt.pile[0][1]
    assert said[-1] == "1 cards and turns seen"
    looks.close()
