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
NO_CARD = "--"
CARD_CLASSES = (*(rank + suit for rank in "A23456789TJQK" for suit in "SHDC"), "JK", NO_CARD)
_MODEL = "card_index.onnx"
_WHITE_PART = 0.9
_BATCH = 64  # keeps the network's working memory to a few tens of megabytes


@dataclass(frozen=True, slots=True, eq=False)
class CardIndex:
    """A classifier of card corners; it keeps no state between calls."""

    network: cv2.dnn.Net

    @property
    def classes(self) -> tuple[str, ...]:
        """What the columns of `log_probabilities` stand for: 52 cards, `JK`, and `NO_CARD` for anything else."""
        return CARD_CLASSES

    def log_probabilities(self, crops: Image) -> Matrix:
        """Natural logarithms [n, classes] for crops [n, CROP_SIDE_PX, CROP_SIDE_PX, 3] (bgr, 8 bits)."""
        if crops.ndim != 4 or crops.shape[1:] != (CROP_SIDE_PX, CROP_SIDE_PX, 3):
            raise ValueError(f"card crops have shape {crops.shape}; pass [n, {CROP_SIDE_PX}, {CROP_SIDE_PX}, 3]")
        starts = range(0, len(crops), _BATCH)
        logits = [self._logits(crops[start : start + _BATCH]) for start in starts]
        return _log_softmax(np.concatenate(logits)) if logits else np.empty((0, len(CARD_CLASSES)))

    def _logits(self, crops: Image) -> Matrix:
        self.network.setInput(network_input(crops))
        return np.asarray(self.network.forward(), np.float64)


def load_card_index() -> CardIndex:
    """The classifier that ships with the program. Raises cv2.error if its file is damaged."""
    model = resources.files(__package__).joinpath(_MODEL).read_bytes()
    return CardIndex(cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8)))


def network_input(crops: Image) -> Matrix:
    """Crops [n, side, side, 3] (bgr, 8 bits) as the network sees them: [n, 3, side, side], paper about 1, ink about 0.

    Each channel is divided by its own bright level, which takes out exposure and the colour of the light.
    """
    pixels = np.sort(crops.reshape(len(crops), -1, 3)[:, ::3], axis=1)
    white = pixels[:, round(_WHITE_PART * (pixels.shape[1] - 1))].astype(np.float64)
    scaled = crops.transpose(0, 3, 1, 2) / np.maximum(white, 16)[:, :, None, None]
    return np.ascontiguousarray(np.minimum(scaled, 1.5), np.float32)


def _log_softmax(logits: Matrix) -> Matrix:
    shifted: Matrix = logits - logits.max(axis=1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return shifted
