"""What tests of reading drawn tables have in common: reading frames in a row, and what of a board was read wrongly."""

from typing import Any

import numpy as np
from learnt_chips import enrol

from companion.vision.card_index import CARD_CLASSES
from companion.vision.frame import Frame, Image, Matrix
from companion.vision.table import TableModel, TableReader, TableReading

ENROLLED = {"A": (21, 78), "B": (24, 75)}
"""The squares on which each team's chips are learnt."""


class NoIndex:
    """Reads no cards: no pile lies on this table."""

    def log_probabilities(self, crops: Image) -> Matrix:
        """The same for every class."""
        return np.full((len(crops), len(CARD_CLASSES)), -np.log(len(CARD_CLASSES)))


def reader_of(drawn: Any) -> TableReader:
    """A reader that has learnt both teams' chips."""
    lying = {square: (team, 0.05, -0.05) for team, squares in enumerate(ENROLLED.values()) for square in squares}
    models = enrol(drawn.frame(lying), drawn.empty, drawn.geometry, ENROLLED)
    return TableReader(TableModel(drawn.geometry, drawn.empty, models), NoIndex())


def read(reader: TableReader, *frames: Image) -> list[TableReading]:
    """The readings of frames in a row, from the first on."""
    memory, readings = reader.start(), []
    for number, bgr in enumerate(frames):
        reading, memory = reader.read(Frame(bgr, number / 5), memory)
        readings.append(reading)
    return readings


def wrong(reading: TableReading, lying: dict) -> dict:
    """What is read of each square that is read wrongly; hidden squares are not wrong."""
    board = reading.observation.board
    contents = {square: lying[square][0] + 1 if square in lying else 0 for square in range(100)}
    return {q: board.best(q) for q in range(100) if board.best(q) not in (None, contents[q])}
