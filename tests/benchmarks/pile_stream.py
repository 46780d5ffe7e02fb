"""How well a stream of cards on the pile is read: 200 cards laid one on the other, as a camera sees them.

    python tests/benchmarks/pile_stream.py [SEED …] [--faces FOLDER] [--height-px 70] [--cloth 238,240,242] …

Each seed has a size, a tilt, a turn, a light and an untidiness of its own, and the light changes on the way; most of
them may be set instead, and a lamp's mirror image may stand on some cards. The deck is the one that this program
draws, or, with `--faces`, one from a folder of decks as `calibration/training/card_art.py` leaves it
(FOLDER/DECK/CODE.png). Printed is how many cards were read wrong, could not be told apart (the referee would
ask), or were not noticed.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np

from companion.games.cards import STANDARD
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame, Image, Matrix
from companion.vision.pile_table import PileTableReader
from hardware.drawn_cards import CARD_MM, card_face

LOOKS = 6
SIDE_PX = 720
"""Of a frame: the part of a picture around the pile."""
PX_PER_MM = 2.0
"""Of a card lying flat, before the camera sees it."""
_FLAT_PX = 1000

Face = Callable[[str], Image]


@dataclass(frozen=True, slots=True)
class Scene:
    """How one evening's pile looks."""

    face: Face
    camera: Matrix
    """From the flat table's pixels to a frame's."""
    cloth: tuple[int, int, int]
    gains: tuple[float, float, float]
    """Of the light, for blue, green and red."""
    falloff: float
    """How much darker the frame's far side is."""
    blur_px: float
    grain: float
    shade: float
    """How dark the edge of a card is where it lies on another, 0 to 1."""
    astray_mm: float
    turned_deg: float
    glare: float = 0.0
    """On which part of the cards a lamp's mirror image stands."""
    check_mm: float = 0.0
    """How wide the checks printed on the cloth are, half as bright as what is between them; none when 0."""


def scene(seed: int, face: Face, height_px: float | None = None, tilt_deg: float | None = None) -> Scene:
    """An evening's pile; seed 0 lies straight below the camera, in plain light."""
    chance = random.Random(seed)
    tilt, turn, height = chance.uniform(0, 40) * bool(seed), chance.uniform(0, 360), chance.uniform(105, 165)
    warmth = chance.uniform(-0.12, 0.12)
    light = chance.uniform(0.55, 1.0)
    return Scene(
        face=face,
        camera=_camera(tilt if tilt_deg is None else tilt_deg, turn, height_px or height),
        cloth=tuple(chance.randrange(30, 130) for _ in range(3)),  # type: ignore[arg-type]
        gains=(light * (1 - warmth), light, light * (1 + warmth)),
        falloff=chance.uniform(0, 0.35),
        blur_px=chance.uniform(0.3, 0.8),
        grain=chance.uniform(1.0, 3.0),
        shade=chance.uniform(0.05, 0.3),
        astray_mm=chance.uniform(1, 5),
        turned_deg=chance.uniform(2, 10),
    )


def _camera(tilt_deg: float, turn_deg: float, card_px: float) -> Matrix:
    """A camera that sees a card of that height in the middle of its frame, from that far off vertical."""
    turn, tilt = np.radians(turn_deg), np.radians(tilt_deg)
    far = 600.0  # mm
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    slanted = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt) / far, 1]])
    scale = card_px / CARD_MM[1]
    grown = np.array([[scale, 0, SIDE_PX / 2], [0, scale, SIDE_PX / 2], [0, 0, 1]])
    middle = _FLAT_PX / 2 / PX_PER_MM
    flat = np.array([[1 / PX_PER_MM, 0, -middle], [0, 1 / PX_PER_MM, -middle], [0, 0, 1]])
    camera: Matrix = grown @ slanted @ turned @ flat
    return camera


def flat_tables(scene: Scene, cards: list[str], seed: int) -> Iterator[Image]:
    """The table from above, empty and after each card."""
    chance, noise = random.Random(seed), np.random.default_rng(seed)
    weave = cv2.GaussianBlur(noise.normal(0, 12, (_FLAT_PX, _FLAT_PX, 1)), (0, 0), 1.5)[..., None]
    table = np.clip((np.array(scene.cloth, float) + weave) * _printed(scene.check_mm), 0, 255).astype(np.uint8)
    yield table
    for code in cards:
        place = [_FLAT_PX / 2 + PX_PER_MM * chance.uniform(-scene.astray_mm, scene.astray_mm) for _ in range(2)]
        table = _laid(table, scene, code, (*place, chance.uniform(-scene.turned_deg, scene.turned_deg)))
        yield table


def _printed(check_mm: float) -> Matrix:
    """How bright a cloth with checks is, [side, side, 1]."""
    if not check_mm:
        return np.ones((1, 1, 1))
    odd = (np.arange(_FLAT_PX) // (check_mm * PX_PER_MM)).astype(int) % 2
    return np.where(odd[:, None] == odd, 1.0, 0.5)[..., None]


def _laid(table: Image, scene: Scene, code: str, place: tuple[float, float, float]) -> Image:
    """One more card, with round corners and a thin shade round its edge; `place` is x, y and its turn in degrees."""
    face = scene.face(code)
    height, width = face.shape[:2]
    cover = np.zeros((height, width), np.uint8)
    radius = round(3 * PX_PER_MM)
    cv2.rectangle(cover, (radius, 0), (width - 1 - radius, height - 1), 255, cv2.FILLED)
    cv2.rectangle(cover, (0, radius), (width - 1, height - 1 - radius), 255, cv2.FILLED)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(cover, (x, y), radius, 255, cv2.FILLED)
    carry = cv2.getRotationMatrix2D((width / 2, height / 2), place[2], 1.0)
    carry[:, 2] += (place[0] - width / 2, place[1] - height / 2)
    size = table.shape[1::-1]
    card = cv2.warpAffine(face, carry, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(cover, carry, size, flags=cv2.INTER_LINEAR)[..., None] / 255.0
    shade = cv2.GaussianBlur(alpha, (0, 0), 1.2)[..., None] * scene.shade
    laid: Image = (table * (1 - shade) * (1 - alpha) + card * alpha).astype(np.uint8)
    return laid


def seen(scene: Scene, flat: Image, light: float) -> Image:
    """The flat table as the camera has it, but for grain."""
    size = (SIDE_PX, SIDE_PX)
    picture = cv2.warpPerspective(flat, scene.camera, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    picture = cv2.GaussianBlur(picture, (0, 0), scene.blur_px)
    fall = 1 - scene.falloff * np.linspace(0, 1, SIDE_PX)[None, :, None]
    lit: Image = np.clip(picture * fall * np.array(scene.gains) * light, 0, 255).astype(np.uint8)
    return lit


def mirrored(picture: Image, share: float, chance: random.Random) -> Image:
    """The picture with a lamp's image somewhere near its middle, for that share of the pictures."""
    if chance.random() >= share:
        return picture
    y, x = np.mgrid[:SIDE_PX, :SIDE_PX]
    far = np.hypot(*(at - SIDE_PX / 2 - chance.uniform(-40, 40) for at in (x, y)))
    lamp = chance.uniform(80, 220) * np.exp(-((far / 18) ** 2) / 2)
    lit: Image = np.clip(picture + lamp[..., None], 0, 255).astype(np.uint8)
    return lit


def stream(seed: int, length: int) -> list[str]:
    """So many cards, pack after pack."""
    chance, cards = random.Random(seed), []
    while len(cards) < length:
        cards += chance.sample([card.code for card in STANDARD], len(STANDARD))
    return cards[:length]


def measure(seed: int, evening: Scene, length: int) -> dict[str, list[str]]:
    """The cards of a stream that were read wrong, not told apart, or not noticed."""
    cards, lamps = stream(seed, length), random.Random(seed)
    tables, noise = flat_tables(evening, cards, seed), np.random.default_rng(seed)
    empty = seen(evening, next(tables), 1.0)
    reader, found = PileTableReader(empty, load_card_index()), {"wrong": [], "asked": [], "not noticed": []}
    _, memory = reader.read(Frame(empty, 0.0), reader.start())  # what lies there at the first look did not come
    for number, (code, table) in enumerate(zip(cards, tables, strict=True)):
        picture = mirrored(seen(evening, table, 1.0 if number % 50 < 25 else 0.8), evening.glare, lamps)
        came, read = 0, None
        for _ in range(LOOKS):
            reading, memory = reader.read(Frame(grainy(picture, evening.grain, noise), 0.0), memory)
            pile = reading.observation.pile
            came += pile.came
            if not pile.hidden and came == 1 and (read := pile.card):
                break
        if came != 1:
            found["not noticed"].append(code)
        elif read is None:
            found["asked"].append(code)
        elif read.code != code:
            found["wrong"].append(f"{code} as {read}")
    return found


def grainy(picture: Image, grain: float, noise: np.random.Generator) -> Image:
    """The picture as a sensor gives it."""
    return cv2.add(picture, np.round(noise.normal(0, grain, picture.shape)).astype(np.int8), dtype=cv2.CV_8U)


@cache
def drawn_face(code: str) -> Image:
    """A card of the deck that this program draws."""
    return card_face(code, round(CARD_MM[1] * PX_PER_MM))


@cache
def kept_face(folder: Path, code: str) -> Image:
    """A card of a deck kept in a folder."""
    size = (round(CARD_MM[0] * PX_PER_MM), round(CARD_MM[1] * PX_PER_MM))
    return cv2.resize(cv2.imread(str(folder / f"{code}.png")), size, interpolation=cv2.INTER_AREA)


def main() -> None:
    """One line for each seed, and what went wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("seeds", nargs="*", type=int, default=[1, 2, 3, 4, 5])
    parser.add_argument("--faces", type=Path)
    parser.add_argument("--cards", type=int, default=200)
    parser.add_argument("--height-px", type=float)
    parser.add_argument("--tilt-deg", type=float)
    for name in ("astray-mm", "turned-deg", "glare", "check-mm"):
        parser.add_argument(f"--{name}", type=float)
    for name in ("cloth", "gains"):
        parser.add_argument(f"--{name}", type=lambda text: tuple(map(float, text.split(","))))
    options = parser.parse_args()
    decks = sorted(options.faces.iterdir()) if options.faces else []
    for seed in options.seeds:
        deck = decks[seed % len(decks)] if decks else None
        face = partial(kept_face, deck) if deck else drawn_face
        set_by_name = ("astray_mm", "turned_deg", "glare", "check_mm", "cloth", "gains")
        given = {name: getattr(options, name) for name in set_by_name}
        evening = scene(seed, face, options.height_px, options.tilt_deg)
        evening = replace(evening, **{name: value for name, value in given.items() if value is not None})
        found = measure(seed, evening, options.cards)
        counts = ", ".join(f"{len(cards)} {what}" for what, cards in found.items())
        print(f"seed {seed}, {deck.name if deck else 'drawn'}: of {options.cards} cards {counts}", found)  # noqa: T201


if __name__ == "__main__":
    main()
