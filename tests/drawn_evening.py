"""A whole short evening that nobody filmed: any table, camera, light and chips, legal turns by hands that pass by.

Frames are drawn one by one, with what may happen on the way: lamps are switched, also while a hand is in view, and the
camera is knocked. What was really played is known, so that a replay of the frames can be held against it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import cv2
import numpy as np
from drawn_board import AROUND, CLOTH, CREAM, GREEN, OAK, flat_board_of, on_stripes, real_faces, shrunk, view_of_all
from drawn_chips import Chip, Laid, Surface, Thing, laid_on, surface_of
from drawn_light import Light, place_of, seen
from random_table import Table
from unforgiving import Unforgiving

from calibration.steps import Stills, calibrate
from companion.games.one_eyed_jack.layout import parse_layout
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Turn
from companion.games.squares import column_of, row_of
from companion.journal.event_log import MemoryJournal
from companion.referee.events import Event, Setup, TeamLook
from companion.session.loop import Outlets, Session
from companion.views.appearance import appearances_of
from companion.vision.card_index import load_card_index
from companion.vision.frame import Frame, Image
from companion.vision.geometry import BoardGeometry, Lens
from companion.vision.table import TableModel, TableReader
from companion.web import Live
from hardware.drawn_cards import CARD_MM, card_face
from hardware.lights import FakeLights

NAMES, PEOPLE = ["red", "blue", "green"], ("Ann", "Ben", "Cleo")
FPS, PATIENCE_S = 5, 0.4
PX = 44
"""Pixels to a square of the table from straight above."""
SQUARE_MM = 44.5
KINDS = (
    Chip("plain", (38, 30, 190), 30),
    Chip("plain", (170, 80, 25), 28),
    Chip("plain", (28, 26, 26), 26),
    Chip("plain", (70, 35, 15), 32),
    Chip("casino", (60, 120, 30), 39),
    Chip("casino", (30, 110, 235), 39),
    Chip("glass", (60, 170, 40), 20),
    Chip("glass", (40, 40, 180), 20),
    Chip("wood", (60, 110, 160), 26),
)
SKIN = ((120, 150, 200), (70, 90, 130), (150, 175, 215))
STILL_FACTOR = 1.8
CALM = 5
"""Frames that the table rests after a turn, and after a lamp was switched or the camera knocked."""


@dataclass(frozen=True)
class Lying:
    """What lies on the table: chips by square and the pile's cards, each with where it lies and its turn in degrees."""

    chips: Mapping[int, Laid] = field(default_factory=dict)
    pile: tuple[tuple[str, tuple[float, float, float]], ...] = ()


@dataclass(frozen=True)
class Followed:
    """What a session made of an evening: the turns that stand, and everything it said."""

    turns: tuple[str, ...]
    events: tuple[Event, ...]


class DrawnEvening:
    """One evening, drawn from its seed; `lens` says how large the frames are."""

    def __init__(self, seed: int, lens: Lens, turns: int = 10, trouble: float = 0.25) -> None:
        """`trouble` is how often, turn by turn, a lamp is switched or the camera is knocked."""
        self._random, self._turns, self._trouble = Random(seed), turns, trouble
        chance = np.random.default_rng(seed)
        faces = real_faces("board-04").dealt_anew(seed)
        flat = flat_board_of(faces, (GREEN, CREAM, (60, 90, 140))[seed % 3], (OAK, CLOTH)[seed // 3 % 2], seed)
        self._large = on_stripes(flat, 0.7) if chance.random() < 0.3 else flat
        self._flat = shrunk(self._large, PX)
        self.view = view_of_all(lens, float(chance.uniform(0, 35)), float(chance.uniform(0, 360)))
        self.light = _light(chance)
        self.teams = 2 + int(chance.random() < 0.3)
        self.chips = [KINDS[kind] for kind in chance.permutation(len(KINDS))[: self.teams]]
        options = parse_options(f"my_rules N={self.teams} T={self.teams}")
        self._people = Table(options, self._random)
        self._people.game = Game(options, parse_layout(" ".join(faces.codes)))
        self._pile = self._beside_board()
        self._drawn, self._taken = 0, list[Turn]()

    @property
    def turns(self) -> tuple[str, ...]:
        """What was played so far."""
        return tuple(str(turn) for turn in self._taken)

    def followed(self) -> Followed:
        """Calibrate from the stills, then show a new session the evening. Raises CalibrationError."""
        profile = calibrate(self.stills(), self.enrolled, lambda _: None).profile
        table = TableModel(profile.geometry, profile.empty_bgr, tuple(profile.chips.values()))
        looks = tuple(TeamLook(letter, name) for letter, name in zip("RBG", NAMES, strict=True))[: self.teams]
        options = f"my_rules N={self.teams} T={self.teams}"
        setup = Setup(options, profile.layout, looks, PEOPLE[: self.teams])
        outlets = Outlets(
            MemoryJournal(), FakeLights(appearances_of(NAMES[: self.teams])), Live(), internal_errors=Unforgiving()
        )
        session = Session(TableReader(table, load_card_index()), outlets, setup, PATIENCE_S)
        ticks = [session.tick(Frame(bgr, number / FPS)) for number, bgr in enumerate(self.frames())]
        events = tuple(event for tick in ticks for event in tick.events)
        return Followed(tuple(str(turn) for turn in session.tracking.game.turns), events)

    @property
    def enrolled(self) -> dict[str, tuple[int, int]]:
        """The squares each team's chips lie on to be learnt."""
        return {"RBG"[team]: (21 + team, 78 - team) for team in range(self.teams)}

    def stills(self) -> Stills:
        """What calibration is given."""
        laid = {at: self._chip(team) for team, squares in enumerate(self.enrolled.values()) for at in squares}
        large = seen(surface_of(self._large), self.view.scaled(STILL_FACTOR), self.light, 1)
        x, y = self.view.image_from_board(np.array([[-0.2, -0.2]]))[0]
        return Stills(large, self._frame(Lying()), self._frame(Lying(laid)), (float(x), float(y)))

    def frames(self) -> Iterator[Image]:
        """The evening, frame by frame; `turns` grows on the way."""
        lying = Lying()
        yield from self._rest(lying, 3)
        while len(self._taken) < self._turns:
            turn = self._people.act()
            if not isinstance(turn, Place | Remove | Exchange):
                return
            self._taken.append(turn)
            for after, target in self._halves(lying, turn):
                yield from self._reach(lying, after, target)
                lying = after
            yield from self._rest(lying, CALM)
            if self._happens():
                yield from self._rest(lying, CALM)

    def _halves(self, lying: Lying, turn: Turn) -> list[tuple[Lying, tuple[float, float]]]:
        """The table after each half of a turn, the card or the chip first, and where the hand reaches for it."""
        chips, square = dict(lying.chips), getattr(turn, "square", None)
        if isinstance(turn, Place):
            chips[turn.square] = self._chip(turn.team)
        elif isinstance(turn, Remove):
            del chips[turn.square]
        x, y, askew = self._random.uniform(-0.1, 0.1), self._random.uniform(-0.1, 0.1), self._random.uniform(-9, 9)
        card = (turn.card.code, (self._pile[0] + x, self._pile[1] + y, askew))
        on_pile = replace(lying, pile=(*lying.pile, card))
        both = Lying(chips, on_pile.pile)
        if square is None:
            return [(on_pile, self._pile)]
        at = (column_of(square) + 0.5, row_of(square) + 0.5)
        if self._random.random() < 0.5:
            return [(on_pile, self._pile), (both, at)]
        return [(replace(lying, chips=chips), at), (both, self._pile)]

    def _chip(self, team: int) -> Laid:
        off = 0.12 if self.chips[team].diameter_mm > 35 else 0.18
        x, y = self._random.uniform(-off, off), self._random.uniform(-off, off)
        return Laid(self.chips[team], x, y, self._random.uniform(0, 360))

    def _reach(self, before: Lying, after: Lying, target: tuple[float, float]) -> Iterator[Image]:
        """A hand comes, lets go and leaves; now and then a lamp is switched meanwhile."""
        skin, switched = SKIN[self._random.randrange(3)], self._random.random() < self._trouble / 3
        base = self._random.uniform(-2, 12), (-9.0, 19.0)[target[1] > 5]
        for far in (0.5, 1.0):
            yield self._frame(before, [_arm(target, base, far, skin)])
        if switched:
            self.light = _switched(self.light, self._random)
        for far in (1.0, 0.5):
            yield self._frame(after, [_arm(target, base, far, skin)])

    def _rest(self, lying: Lying, frames: int) -> Iterator[Image]:
        on = self._shown(lying)
        return (self._photo(on) for _ in range(frames))

    def _happens(self) -> bool:
        """Perhaps a lamp is switched, or the camera is knocked by up to three centimetres and three degrees."""
        switched, knocked = (self._random.random() < self._trouble / 2 for _ in range(2))
        if switched:
            self.light = _switched(self.light, self._random)
        if knocked:
            turn = np.vstack([cv2.getRotationMatrix2D((5, 5), self._random.uniform(-3, 3), 1), [0, 0, 1]])
            turn[:2, 2] += [self._random.uniform(-0.45, 0.45) for _ in range(2)]
            self.view = BoardGeometry(self.view.lens, self.view.ideal_from_board @ turn)
        return switched or knocked

    def _frame(self, lying: Lying, things: Sequence[Thing] = ()) -> Image:
        return self._photo(self._shown(lying, things))

    def _photo(self, on: Surface) -> Image:
        self._drawn += 1
        return seen(on, self.view, self.light, self._drawn)

    def _shown(self, lying: Lying, things: Sequence[Thing] = ()) -> Surface:
        flat = self._flat.copy()
        for code, place in lying.pile[-4:]:
            _lay_card(flat, code, place)
        return laid_on(surface_of(flat), lying.chips, things, place_of(self.view, self.light))

    def _beside_board(self) -> tuple[float, float]:
        """A place for the pile beside the board, and well in the picture."""
        width, height = (2 * middle + 1 for middle in self.view.lens.centre_px)
        places = np.array([(-1.7, 5.0), (11.7, 5.0), (5.0, -1.7), (5.0, 11.7)])
        seen_at = self.view.image_from_board(places)
        room = np.minimum(seen_at, np.array([width, height]) - seen_at).min(axis=1)
        x, y = places[int(room.argmax())].tolist()
        return x, y


def _light(chance: np.random.Generator) -> Light:
    lamp = float(chance.uniform(-10, 20)), float(chance.choice([-9.0, 19.0])), float(chance.uniform(16, 30))
    tint = (float(chance.uniform(0.8, 1.1)), 1.0, float(chance.uniform(0.9, 1.15)))
    return Light(float(chance.uniform(0.4, 1.0)), float(chance.uniform(0.1, 0.6)), lamp, tint)


def _switched(light: Light, random: Random) -> Light:
    """Another lamp on, or this one off."""
    share = 0.1 if light.lamp_share > 0.3 else 0.6
    level = min(max(light.level * (0.6 if share < 0.3 else 1.5), 0.2), 1.1)
    return replace(light, level=level, lamp_share=share, lamp_tint=(random.uniform(0.75, 1.05), 1.0, 1.1))


def _arm(target: tuple[float, float], base: tuple[float, float], far: float, skin: tuple[int, int, int]) -> Thing:
    """An arm from the table's edge towards a place, so far of the way; fingers let the place itself be seen."""
    start, end = np.array(base), np.array(target)
    along = (end - start) / np.linalg.norm(end - start)
    tip, aside = start + far * (end - 0.2 * along - start), np.array([-along[1], along[0]])
    outline = [tip - 0.25 * aside, tip + 0.25 * aside, start + 1.0 * aside, start - 1.0 * aside]
    return Thing([(float(x), float(y)) for x, y in outline], skin, 0.6)


def _lay_card(flat: Image, code: str, place: tuple[float, float, float]) -> None:
    """A whole card of the drawn deck on the table from above."""
    x, y, turned = place
    face = card_face(code, round(CARD_MM[1] / SQUARE_MM * PX))
    height, width = face.shape[:2]
    carry = cv2.getRotationMatrix2D((width / 2, height / 2), turned, 1.0)
    carry[:, 2] += ((x + AROUND) * PX - width / 2, (y + AROUND) * PX - height / 2)
    size = flat.shape[1::-1]
    laid = cv2.warpAffine(face, carry, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpAffine(np.ones((height, width), np.float32), carry, size)
    shade = 1 - 0.25 * cv2.GaussianBlur(share, (0, 0), 1.0)[..., None] * (1 - share[..., None])
    flat[:] = (flat * shade * (1 - share[..., None]) + laid * share[..., None]).astype(np.uint8)
