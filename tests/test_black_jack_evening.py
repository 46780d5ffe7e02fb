"""A recorded game of Black Jack, from its pictures to the last turn, with what was said on phones at its moment."""

import json
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2

from companion.journal import MemoryJournal
from companion.referee.commands import Asker, signed
from companion.referee.events import FaultFound, GameWon, Setup, TurnPlayed
from companion.repertoire import act, refereed
from companion.session import Outlets, Session, is_over
from companion.views.looks import seat_looks
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame
from companion.vision.pile_table import PileTableReader
from companion.web import Live
from hardware.lights import FakeLights

sys.path.insert(0, str(Path(__file__).parent))

from black_jack_evening import PLAYERS, frames

FOLDER = Path(__file__).parent / "recordings" / "black-jack"


def test_every_turn_of_a_recorded_game_is_refereed_from_its_pictures():
    about = json.loads((FOLDER / "evening.json").read_text())
    reader = PileTableReader(cv2.imread(str(FOLDER / "empty.jpg")), load_card_index())
    journal, table = MemoryJournal(), Asker(table=True)
    setup = Setup(about["options"], (), (), PLAYERS, "black-jack")
    session = Session(reader, Outlets(journal, FakeLights(seat_looks([])), Live()), setup, about["patience_s"])
    said, refused = list(about["said"]), []
    for number, picture in enumerate(frames(FOLDER)):
        while said and said[0]["frame"] <= number:
            one = said.pop(0)
            command = partial(act, asker=table, name=one["command"], fields=one["fields"])
            answer = session.command(signed(table, one["command"], command))
            answer.add_done_callback(lambda done: refused.append(done.exception()))
        session.tick(Frame(picture, number / about["fps"]))
    events = [entry.event for entry in journal.entries()]
    played = [event.turn for event in events if isinstance(event, TurnPlayed)]
    assert played == about["turns"]
    assert [error for error in refused if error is not None] == []
    assert not any(isinstance(event, FaultFound) for event in events)
    assert is_over(events)
    assert isinstance(events[-1], GameWon)
    assert replace(refereed("black-jack").replay(events), settled=True) == replace(session.tracking, settled=True)
