"""What a lamp, a lens and a sensor make of a drawn scene: uneven light, shadow's edge, gloss, noise and file."""

import cv2
import numpy as np

from companion.vision.frame import Image, Matrix

Size = tuple[int, int]
"""Height and width in pixels."""


def light(rng: np.random.Generator, size: Size, uneven: float, shaded: float) -> Matrix:
    """A gain [height, width, 3]: a colour temperature, a slope, and a shadow's edge in this part of the pictures."""
    warm = rng.normal(0, 0.18)
    colour = np.exp(np.array([-warm, rng.normal(0, 0.05), warm]))
    y, x = _across(size) - 0.5
    way = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(way) + y * np.sin(way)
    slope = np.exp(rng.normal(0, uneven) * along)
    if rng.random() < shaded:
        sharp = np.exp(rng.uniform(np.log(5), np.log(400)))
        edge = 1 / (1 + np.exp(-np.clip((along - rng.uniform(-0.4, 0.4)) * sharp, -50, 50)))
        slope = slope * (1 - rng.uniform(0.1, 0.8) * edge)
    return np.asarray(slope[..., None] * colour)


def glare(rng: np.random.Generator, size: Size, narrow: float, strong: float) -> Matrix:
    """Light thrown back by gloss [height, width, 1], as narrow and as strong as this at most."""
    y, x = _across(size)
    at_x, at_y = rng.uniform(-0.2, 1.2, 2)
    spread = np.exp(rng.uniform(np.log(narrow), np.log(0.6)))
    glow = np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (2 * spread**2))
    return np.asarray(rng.uniform(0.1, strong) * glow)[..., None]


def photographed(rng: np.random.Generator, linear: Matrix, noisy: float) -> Image:
    """Linear light [height, width, 3] as a sensor encodes it and a file keeps it; 1 is white."""
    encoded = 255 * np.clip(linear, 0, 1) ** (1 / rng.uniform(1.9, 2.6))
    noise = rng.normal(0, rng.uniform(0, noisy), (*linear.shape[:2], 3 if rng.random() < 0.5 else 1))
    photo = np.clip(encoded + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))]
        photo = np.asarray(cv2.imdecode(cv2.imencode(".jpg", photo, quality)[1], cv2.IMREAD_COLOR))
    return photo


def _across(size: Size) -> Matrix:
    """How far down and right each pixel is, 0 to 1 [2, height, width]."""
    across: Matrix = np.mgrid[: size[0], : size[1]] / np.array(size).reshape(2, 1, 1)
    return across
