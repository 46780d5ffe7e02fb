"""Light and camera of drawn tables: lamps and rooms, gloss, vignetting, exposure, white balance, grain and tone."""

from dataclasses import dataclass

import cv2
import numpy as np
from drawn_board import AROUND, SIZE
from drawn_chips import Place, Surface

from companion.vision.frame import Image, Matrix
from companion.vision.geometry import BoardGeometry


@dataclass(frozen=True)
class Light:
    """What light there is: how bright a white card comes out, and how much of it comes from a lamp, where.

    `level` 1 makes a card nearly white, 0.25 is a quarter of that light. Tints are factors on blue, green and red:
    what the camera's white balance leaves of the lamp's and of the room's colour.
    """

    level: float = 1.0
    lamp_share: float = 0.5
    lamp: tuple[float, float, float] = (-4.0, -3.0, 22.0)
    lamp_tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    room_tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    vignette: float = 0.2


def place_of(geometry: BoardGeometry, light: Light) -> Place:
    """Where this camera's eye is above the board, and the lamp."""
    scale = np.linalg.norm(geometry.ideal_from_board[:, 0])
    across, down, away = (geometry.ideal_from_board / scale).T
    turn = np.stack([across, down, np.cross(across, down)], axis=1)
    x, y, depth = -turn.T @ away
    return Place((float(x), float(y), float(-depth)), light.lamp)


def seen(surface: Surface, geometry: BoardGeometry, light: Light, seed: int = 0) -> Image:
    """The frame a camera takes of a surface in a light."""
    size = tuple(round(2 * middle + 1) for middle in geometry.lens.centre_px)
    shone = _photographed(_shone(surface, place_of(geometry, light), light), geometry, size)
    return _developed(shone * _vignette(size, light.vignette), np.random.default_rng(seed))


def mirrored(bgr: Image, geometry: BoardGeometry, at: tuple[float, float], squares: float) -> Image:
    """The same frame with a lamp's mirror image at a place on the board, its radius in squares, its edge soft."""
    x, y = geometry.image_from_board(np.array([at, (at[0] + 1, at[1])]))
    px = float(np.linalg.norm(y - x))
    lamp = np.zeros(bgr.shape[:2], np.float32)
    cv2.circle(lamp, np.round(x).astype(int).tolist(), round(squares * px), 255, cv2.FILLED)
    return np.clip(bgr + cv2.GaussianBlur(lamp, (0, 0), 0.4 * px)[..., None], 0, 255).astype(np.uint8)


def _shone(surface: Surface, place: Place, light: Light) -> Matrix:
    """The light that leaves each spot of the surface, [side, side, 3]."""
    lamp, mirrored = _lamp_fields(place, surface.shiny.shape)
    direct = surface.lit * lamp * light.lamp_share
    around = surface.open_sky * (1 - light.lamp_share)
    arriving = direct[..., None] * np.float32(light.lamp_tint) + around[..., None] * np.float32(light.room_tint)
    gloss = light.lamp_share * (surface.shiny * mirrored * 12 + surface.glow)[..., None] * np.float32(light.lamp_tint)
    return (light.level * (surface.reflects * arriving + gloss)).astype(np.float32)


def _lamp_fields(place: Place, shape: tuple[int, ...]) -> tuple[Matrix, Matrix]:
    """How brightly the lamp lights each spot against the board's middle, and how much of it is mirrored there."""
    axis = np.linspace(-AROUND, SIZE + AROUND, 64)
    spots = np.stack([*np.meshgrid(axis, axis), np.zeros((64, 64))], axis=-1)
    to_lamp, to_eye = np.array(place.lamp) - spots, np.array(place.eye) - spots
    middle = np.linalg.norm(np.array(place.lamp) - [SIZE / 2, SIZE / 2, 0])
    field = (middle / np.linalg.norm(to_lamp, axis=-1)) ** 3
    between = sum(way / np.linalg.norm(way, axis=-1, keepdims=True) for way in (to_lamp, to_eye))
    off = np.arccos(np.clip(between[..., 2] / np.linalg.norm(between, axis=-1), -1, 1))
    mirrored = np.exp(-((off / 0.09) ** 2)) + 0.02 * np.exp(-((off / 0.3) ** 2))
    side = (shape[1], shape[0])
    return tuple(cv2.resize(np.float32(part), side, interpolation=cv2.INTER_LINEAR) for part in (field, mirrored))


def _photographed(shone: Matrix, geometry: BoardGeometry, size: tuple[int, ...]) -> Matrix:
    """The surface through the lens, a little blurred."""
    px, step, (width, height) = len(shone) / (SIZE + 2 * AROUND), 8, size
    nodes = np.stack(np.meshgrid(np.arange(width // step + 2), np.arange(height // step + 2)), axis=-1) * float(step)
    board = geometry.board_from_image(nodes.reshape(-1, 2)).reshape(nodes.shape)
    across, down = np.meshgrid(np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step)
    at = cv2.remap(((board + AROUND) * px - 0.5).astype(np.float32), across, down, cv2.INTER_LINEAR)
    picture = cv2.remap(shone, at, None, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


def _vignette(size: tuple[int, ...], depth: float) -> Matrix:
    x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    return (1 - depth * (x * x + y * y) / 2).astype(np.float32)[..., None]


def _developed(shone: Matrix, chance: np.random.Generator) -> Image:
    """Grain, a tone curve with a soft shoulder, and eight bits."""
    grain = chance.standard_normal(shone.shape, np.float32)
    raw = shone + np.sqrt(1.2e-4 * np.maximum(shone, 0) + 4e-6) * grain
    bright = raw >= 0.7
    raw[bright] = 1 - 0.3 * np.exp(-(raw[bright] - 0.7) / 0.3)
    return _TONES[np.clip(raw * 4095, 0, 4095).astype(np.uint16)]


_TONES = np.round(255 * (np.arange(4096) / 4095) ** (1 / 2.2)).astype(np.uint8)
