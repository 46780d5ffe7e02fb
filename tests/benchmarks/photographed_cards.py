"""How well cards in photographs of real tables are read: pictures somebody else took, with a box drawn round each card.

    python tests/benchmarks/photographed_cards.py FOLDER

FOLDER holds pictures and beside each an XML file in Pascal VOC's form, whose objects are named ace, king, queen, jack,
ten or nine; suits are not told. How large a card is seen follows from its box, as if the camera looked straight down,
so that tilted ones are seen askew. Counted are cards whose box has the shape that a whole card's can have.
"""
# ruff: noqa: T201

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.vision.card_index import load_card_index  # noqa: E402
from companion.vision.card_outline import CARD_SQUARES  # noqa: E402
from companion.vision.card_spotter import load_card_spotter  # noqa: E402
from companion.vision.frame import Image  # noqa: E402
from companion.vision.geometry import BoardGeometry, Lens  # noqa: E402
from companion.vision.pile_card import Picture, read_outline  # noqa: E402
from companion.vision.pile_window import window_around  # noqa: E402

RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T", "nine": "9"}
_PLACE = (16.0, 5.0)
"""Where the card's middle is put, in squares of a board that is not there."""
_NEAR_SQUARES = 0.6
_RIM_PX = 3

_TURNS = np.radians(np.arange(91))
_ACROSS = CARD_SQUARES[0] * np.cos(_TURNS) + CARD_SQUARES[1] * np.sin(_TURNS)
_DOWN = CARD_SQUARES[0] * np.sin(_TURNS) + CARD_SQUARES[1] * np.cos(_TURNS)
Box = tuple[int, int, int, int]


def boxes(written: Path) -> Iterator[tuple[str, Box]]:
    """The cards named in an XML file of our own disk: their ranks and their boxes in pixels."""
    for found in ElementTree.parse(written).iter("object"):
        box = tuple(int(found.findtext(f"bndbox/{side}", "0")) for side in ("xmin", "ymin", "xmax", "ymax"))
        yield found.findtext("name", ""), (box[0], box[1], box[2], box[3])


def plane_of(box: Box, picture: Image) -> BoardGeometry | None:
    """The table's plane, in squares, if a whole card turned any way has such a box; else None."""
    left, top, right, bottom = box
    height, width = picture.shape[:2]
    inside = min(left, top, width - right, height - bottom) >= _RIM_PX
    shape = (right - left) / (bottom - top)
    if not inside or not 0.95 * min(_ACROSS / _DOWN) < shape < 1.05 * max(_ACROSS / _DOWN):
        return None
    turn = int(np.abs(_ACROSS / _DOWN - shape).argmin())
    px = (bottom - top) / float(_DOWN[turn])
    x, y = (left + right) / 2 - _PLACE[0] * px, (top + bottom) / 2 - _PLACE[1] * px
    return BoardGeometry(Lens(1.0, (0.0, 0.0)), np.array([[px, 0, x], [0, px, y], [0, 0, 1.0]]))


def main() -> None:
    """How many cards were read right, read wrong, not told apart and not spotted, and which."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    counts, spotter, index = Counter[str](), load_card_spotter(), load_card_index()
    for written in sorted(parser.parse_args().folder.rglob("*.xml")):
        path = next(iter(sorted(written.parent.glob(f"{written.stem}.[jJpP]*"))))
        picture = cv2.imread(str(path))
        assert picture is not None, path
        for name, box in boxes(written):
            plane = plane_of(box, picture)
            if plane is None:
                continue
            window = window_around(_PLACE, plane)
            spotted = [window.on_board(one.outline) for one in spotter.spot(window.view(picture))]
            near = [one for one in spotted if np.hypot(one.x - _PLACE[0], one.y - _PLACE[1]) < _NEAR_SQUARES]
            said = "not spotted"
            if near:
                reading = read_outline(index, Picture(picture, plane), near[0])
                card = reading.cards[0][0].code if reading.sure else None
                said = "asked" if card is None else "right" if card[0] == RANKS[name] else f"wrong: {card}"
            counts[said.split(":")[0]] += 1
            if said != "right":
                print(f"{path.name}: {name} {said}")
    print(", ".join(f"{count} {what}" for what, count in counts.most_common()), f"of {counts.total()}")


if __name__ == "__main__":
    main()
