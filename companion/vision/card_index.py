"""Telling a card by its corner: one small network reads the board's glued half cards and the card on the pile.

A crop is the square top left part of a card held upright: its left and top edges are the card's own left and
top edges, its side is half the card's height (so it spans the height fractions 0 to 1/2 and, on a card of 63 by
88 mm, the width fractions 0 to 0.70). The index lies in the crop's top left corner. A few per cent off, or a few
degrees turned, does no harm. A card upside down serves as well, since its other index then lies top left: both
ends of a whole card may be read, and their log-probabilities added. How the network was trained is told in
`calibration/training`.
"""

from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np

from companion.vision.frame import Image, Matrix

CROP_SIDE_PX = 80
"""Width and height of what the network reads: a card's top left square and a little around it."""
NO_CARD = "--"
CARD_CLASSES = (*(rank + suit for rank in "A23456789TJQK" for suit in "SHDC"), "JK", NO_CARD)
"""What its columns stand for; `NO_CARD` is anything else."""
EMBEDDING_SIZE = 128
"""So many numbers an embedding of a corner has."""
_MODEL = "card_index.onnx"
_OUTPUTS = ("logits", "onnx_node!/24/Relu")
_NOTHING = (np.empty((0, len(CARD_CLASSES))), np.empty((0, EMBEDDING_SIZE)))
_WHITE_PART = 0.9
"""A card's paper is as bright as all but a tenth of its spots at least: both networks were trained on crops divided by
that."""
_BATCHES = (2, 1, 16)
"""Crops looked at together: both ends of a card, one of them, and as many of a board as need little memory."""


@dataclass(frozen=True, slots=True, eq=False)
class CardIndex:
    """A classifier of card corners; it keeps no state between calls.

    OpenCV's older engine reads a pair a quarter quicker than its new one, but is laid out for one number of crops and
    crashes with more: so there is a network for each number.
    """

    networks: dict[int, cv2.dnn.Net]

    def log_probabilities(self, crops: Image) -> Matrix:
        """Natural logarithms [n, classes] for crops [n, CROP_SIDE_PX, CROP_SIDE_PX, 3] (bgr, 8 bits)."""
        return self.looks(crops)[0]

    def looks(self, crops: Image) -> tuple[Matrix, Matrix]:
        """The same, and each crop's embedding [n, EMBEDDING_SIZE]: what the network's last layer but one gives.

        Those of one card resemble each other, whether or not the network can tell which card it is.
        """
        if crops.ndim != 4 or crops.shape[1:] != (CROP_SIDE_PX, CROP_SIDE_PX, 3):
            raise ValueError(f"card crops have shape {crops.shape}; pass [n, {CROP_SIDE_PX}, {CROP_SIDE_PX}, 3]")
        most = max(self.networks)
        seen = [self._seen(crops[start : start + most]) for start in range(0, len(crops), most)]
        logits, embeddings = (np.concatenate(part) for part in zip(_NOTHING, *seen, strict=True))
        return log_softmax(logits), embeddings

    def _seen(self, crops: Image) -> tuple[Matrix, Matrix]:
        """Logits and embeddings of as many crops as the largest network takes; others may stand in for the rest."""
        room = min(size for size in self.networks if size >= len(crops))
        network = self.networks[room]
        network.setInput(network_input(np.resize(crops, (room, *crops.shape[1:]))))
        logits, embeddings = (np.array(part[: len(crops)], np.float64) for part in network.forward(_OUTPUTS))
        return logits, embeddings


def load_card_index() -> CardIndex:
    """The classifier that ships with the program. Raises cv2.error if its file is damaged."""
    index = CardIndex({size: load_network(_MODEL) for size in _BATCHES})
    index.log_probabilities(np.zeros((2, CROP_SIDE_PX, CROP_SIDE_PX, 3), np.uint8))  # the first takes ten times as long
    return index


def load_network(name: str) -> cv2.dnn.Net:
    """A network that ships with the program. Raises cv2.error if its file is damaged."""
    with resources.as_file(resources.files(__package__).joinpath(name)) as model:
        network = cv2.dnn.readNetFromONNX(str(model), cv2.dnn.ENGINE_CLASSIC)  # from memory, it takes the new engine
    network.enableWinograd(True)
    return network


def network_input(crops: Image) -> Matrix:
    """Crops [n, side, side, 3] (bgr, 8 bits) as the network sees them: [n, 3, side, side], paper about 1, ink about 0.

    Each channel is divided by its own bright level, which takes out exposure and the colour of the light.
    """
    planes = np.ascontiguousarray(crops.transpose(0, 3, 1, 2))
    white = np.maximum(bright_level(planes.reshape(*planes.shape[:2], -1)[..., ::3]), 16)
    scaled: Matrix = planes * (1 / white).astype(np.float32)[..., None, None]
    return np.minimum(scaled, 1.5, out=scaled)


def bright_level(spots: Matrix) -> Matrix:
    """The level [...] of a card's paper, given the levels of many of its spots [..., spots]."""
    at = round(_WHITE_PART * (spots.shape[-1] - 1))
    level: Matrix = np.partition(spots, at, axis=-1)[..., at]
    return level


def log_softmax(logits: Matrix) -> Matrix:
    """Log-probabilities [n, classes], given unnormalised."""
    shifted: Matrix = logits - logits.max(axis=1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return shifted
