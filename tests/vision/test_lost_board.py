"""A board carried off and put back the other way round, from the camera's frames to what a phone is told."""

import numpy as np
import pytest
from drawn_board import GREEN, OAK, flat_board_of, real_faces, shrunk
from drawn_chips import surface_of
from drawn_light import mirrored
from learnt_chips import enrol
from unforgiving import Unforgiving

from companion.games.one_eyed_jack.layout import REFERENCE
from companion.journal.event_log import MemoryJournal
from companion.referee.events import NoticeGiven, Setup, TeamLook
from companion.session.loop import Outlets, Session
from companion.views.appearance import appearances_of
from companion.views.scene import Scene
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame, Image
from companion.vision.table import TableModel, TableReader
from companion.web import Live, create_app
from hardware.lights import FakeLights

ENROLLED = {"R": (21, 78), "B": (22, 77)}
QUARTER_TURN = np.array([[0, -1, 10], [1, 0, 0], [0, 0, 1.0]])
HALF_TURN = np.array([[-1, 0, 10], [0, -1, 10], [0, 0, 1.0]])
TEN_CENTIMETRES = np.array([[1, 0, 1.9], [0, 1, 0.5], [0, 0, 1.0]])
FROM_ELSEWHERE = np.array([[0.72, -0.43, 4.3], [0.4, 0.7, -0.4], [0.006, -0.01, 1.0]])
"""The camera hangs higher, turned and leaning."""
FRAME_S = 0.2


class Evening:
    """A live evening over drawn frames, as phones follow it."""

    def __init__(self, table) -> None:
        lying = {square: (team, 0.05, -0.05) for team, squares in enumerate(ENROLLED.values()) for square in squares}
        chips = enrol(table.frame(lying), table.empty, table.geometry, ENROLLED)
        reader = TableReader(TableModel(table.geometry, table.empty, chips), load_card_index())
        self.live, self.lights, self.frames = Live(), FakeLights(appearances_of(["red", "blue"])), 0
        cards = tuple(card.code for card in REFERENCE.cards)
        setup = Setup("classic N=2 T=2", cards, (TeamLook("R", "red"), TeamLook("B", "blue")), ("Ann", "Ben"))
        self.session = Session(
            reader, Outlets(MemoryJournal(), self.lights, self.live, internal_errors=Unforgiving()), setup, 0.4
        )

    def show(self, bgr: Image, frames: int) -> list[str]:
        """The camera sees this for so many frames; what was said, by code where it has one."""
        said = []
        for _ in range(frames):
            self.frames += 1
            events = self.session.tick(Frame(bgr, FRAME_S * self.frames)).events
            said += [event.code if isinstance(event, NoticeGiven) else type(event).__name__ for event in events]
        return said

    def told(self) -> dict:
        """The statement a phone is given."""
        return create_app(self.live).test_client().get("/api/status").get_json()


def lit(bgr: Image, gain: float) -> Image:
    """The picture in so much of its light."""
    return np.clip(bgr * gain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "back",
    [HALF_TURN, TEN_CENTIMETRES, FROM_ELSEWHERE],
    ids=["turned round", "ten centimetres away", "seen from elsewhere"],
)
def test_a_board_carried_off_is_missed_with_what_to_do_and_comes_back_by_itself(table, back):
    evening = Evening(table)
    assert evening.show(table.frame({}), 3) == []
    assert evening.show(np.full_like(table.empty, 90), 20) == ["BOARD_LOST"]
    assert evening.told()["notice"]["code"] == "BOARD_LOST"
    assert "Move the camera or the board until all of it can be seen" in evening.told()["notice"]["message"]
    assert evening.lights.scenes[-1] == Scene("lost_board")
    assert evening.show(table.frame({}, knock=back), 40) == ["BOARD_MOVED"]
    assert evening.told()["notice"] is None
    assert evening.lights.scenes[-1] != Scene("lost_board")


@pytest.mark.parametrize("squares", [1.5, 5.0], ids=["over some squares", "over most of the board"])
def test_a_lamp_mirrored_on_the_board_is_told_as_that_and_not_as_a_thing_or_a_lost_board(table, squares):
    evening = Evening(table)
    evening.show(table.frame({}), 3)
    assert evening.show(mirrored(table.frame({}), table.geometry, (5.0, 5.0), squares), 20) == ["GLARE"]
    assert "Move the lamp" in evening.told()["notice"]["message"]
    evening.show(table.frame({}), 10)
    assert evening.told()["notice"] is None


@pytest.mark.parametrize("turned", [QUARTER_TURN, HALF_TURN], ids=["by a quarter", "by half"])
def test_a_board_turned_round_on_the_spot_is_not_taken_for_one_that_lies_as_it_lay(table, turned):
    """Its squares lie on one another, and court cards and aces look much alike from either side."""
    bare = surface_of(shrunk(flat_board_of(real_faces("board-11"), GREEN, OAK), 44))
    table = type(table)(bare=bare)
    evening = Evening(table)
    evening.show(table.frame({}), 3)
    astray = turned @ np.array([[1, 0, 0.15], [0, 1, -0.1], [0, 0, 1.0]])
    assert "BOARD_MOVED" in evening.show(table.frame({}, knock=astray), 4)
    tick = evening.session.tick(Frame(table.frame({44: (0, 0.0, 0.0)}, knock=astray), 9.0))
    seen = tick.reading.observation.board
    assert [seen.best(square) for square in (44, 55)] == [1, 0]


@pytest.mark.parametrize("turned", [QUARTER_TURN, HALF_TURN], ids=["by a quarter", "by half"])
def test_a_board_turned_on_the_spot_is_known_again_in_flickering_light_too(table, turned):
    bare = surface_of(shrunk(flat_board_of(real_faces("board-11"), GREEN, OAK), 44))
    table = type(table)(bare=bare)
    evening = Evening(table)
    astray, lights = turned @ np.array([[1, 0, 0.15], [0, 1, -0.1], [0, 0, 1.0]]), (1.0, 0.85) * 6
    for gain in lights:
        evening.show(lit(table.frame({}), gain), 1)
    said = [evening.show(lit(table.frame({}, knock=astray), gain), 1) for gain in lights]
    assert ["BOARD_MOVED"] in said
