"""A discard pile beside the board: which card lies on top, and how likely it is another than before.

The pile's surroundings are compared with how they looked when they were last seen at rest. While they look the same
nothing is done. When they differ and lie still, the cards that nothing covers are spotted, and which of them are new;
the newest is read. What one frame leaves in doubt the next ones look at again, so that none takes long.
"""

from dataclasses import dataclass, replace

from companion.referee.observation import PileObservation
from companion.vision.card_outline import Outline, best_drawn
from companion.vision.card_spotter import CardSpotter, Spotted
from companion.vision.frame import Matrix
from companion.vision.pile_card import CardReading, CornerClassifier, OldInk, Picture, read_outline
from companion.vision.pile_finder import beside
from companion.vision.pile_keyframe import SOMETHING, Keyframe, apart, other_face
from companion.vision.pile_window import different, squares_of

_CLEAR = 0.85
"""A card that is seen as well as this, and read, is believed though something still moves. At 0.43 72 frames
of twelve evenings are read otherwise, and 51 are lost where it can never be."""
PATIENCE = 8
"""After so many frames without it a pile may lie anywhere, and is looked for elsewhere. It is how long somebody waits;
from 4 to 16 no test differs."""
_A_PIP = SOMETHING / 2
"""So many squares of the card on top look different when another lies there, which may differ by a single pip (a 2 laid
just so upon a 3: 0.037): of 4,488 looks at eighteen evenings none without a new card comes to more than 0.006 and less
than SOMETHING."""
_AT_ONCE = PATIENCE // 2
"""How often a still picture that cannot be read is read at once, and later only now and then, as light changes. With 2
three frames of twelve evenings are lost."""


@dataclass(frozen=True, slots=True, eq=False)
class _Spotted:
    """A card as it was spotted, with what to read it in."""

    picture: Picture
    now: Keyframe
    top: Spotted


@dataclass(frozen=True, slots=True, eq=False)
class PileMemory:
    """What is kept of a pile between frames."""

    keyframe: Keyframe
    last_contrast: Matrix | None = None
    """The window in the frame before."""
    still_frames: int = 0
    """For how many frames the window has been still."""
    spotted: _Spotted | None = None
    """A card that was spotted in the frame before and is yet to be read, so that no frame has to bear both."""
    lost: bool = False
    """Whether the pile has been out of sight for so long that it may have gone."""
    whole: Keyframe | None = None
    """The pile before a part of its card was hidden, as by a hand that lies on it: it may come to look so again."""

    @property
    def outline(self) -> Outline:
        """Where the top card was last seen, in board coordinates."""
        return self.keyframe.reading.outline


@dataclass(frozen=True, slots=True, eq=False)
class PileReader:
    """Reads a pile frame by frame; it keeps nothing itself."""

    index: CornerClassifier
    spotter: CardSpotter

    def read(self, picture: Picture, memory: PileMemory) -> tuple[PileObservation, PileMemory]:
        """What the pile shows in a picture, and what to remember until the next.

        `hidden` means that nothing is known: a hand is above, the picture has not come to rest, or the card was not
        read yet. While players are busy at the board nobody waits for a card, which is then spotted in one picture and
        read in the next.
        """
        memory = replace(memory, lost=False)
        now, same, touched = _compared(memory.keyframe, picture, memory.still_frames)
        if same:
            return self._unchanged(picture, replace(memory, spotted=None), now)
        if memory.whole is not None:
            whole, same, _ = _compared(memory.whole, picture, memory.still_frames)
            if same:
                return self._unchanged(picture, replace(memory, spotted=None, whole=None), whole)
        memory = replace(memory, keyframe=replace(memory.keyframe, window=now.window))
        return self._changed(picture, memory, now, touched=touched)

    def _unchanged(self, picture: Picture, memory: PileMemory, now: Keyframe) -> tuple[PileObservation, PileMemory]:
        """Nothing happened; a top card that was not read without doubt is looked at a few times more."""
        still_frames = memory.still_frames + 1
        if not now.reading.certain and _due(still_frames):
            now = now.on_top(self._again(picture, now), picture)
        return shown(replace(memory, keyframe=now, last_contrast=now.contrast, still_frames=still_frames))

    def _again(self, picture: Picture, now: Keyframe) -> CardReading:
        """What is known of a card in doubt after one more look, the first of them where its edges are drawn best."""
        before, ink, look = now.reading, now.ink, None
        if ink and before.looks == 1:
            look = read_outline(self.index, picture, _drawn(ink, before.outline), ink)
        if look is None or not look.useful:  # what is drawn best may be the edges of others
            look = read_outline(self.index, picture, before.outline, ink)
        return before.with_another(look)

    def _changed(
        self, picture: Picture, memory: PileMemory, now: Keyframe, *, touched: bool
    ) -> tuple[PileObservation, PileMemory]:
        """Something happened on the pile or near it: once it lies still, the newest card is looked for."""
        last, where = memory.last_contrast, now.mask if touched else now.window.beside
        still = last is not None and squares_of(different(last, now.contrast) & where) < SOMETHING
        begun = picture.busy and memory.still_frames > 0  # a hand has only just come
        memory = replace(memory, last_contrast=now.contrast, still_frames=memory.still_frames + 1 if still else 0)
        due = _due(memory.still_frames) if still else touched and not begun and memory.keyframe.may_have_a_card(now)
        looked = None
        if memory.spotted is not None:
            looked, memory = self._told(memory.spotted, memory), replace(memory, spotted=None)
        elif due:
            looked = self._looked(picture, memory, now, touched=touched)
        if looked is not None:
            return looked
        if not touched:
            return shown(memory)
        return PileObservation(hidden=True), replace(memory, lost=memory.still_frames >= PATIENCE)

    def _looked(
        self, picture: Picture, memory: PileMemory, now: Keyframe, *, touched: bool
    ) -> tuple[PileObservation, PileMemory] | None:
        """The pile with its newest card, and how likely that is another; None while none lies uncovered."""
        top, still = self._top(now, memory.keyframe), memory.still_frames > 0
        if still and not touched and (top is None or not top.is_new):
            return shown(replace(memory, keyframe=now))
        if top is None or not (still or top.outline.score > _CLEAR):
            return None
        spotted = _Spotted(picture, now, top)
        if picture.busy and not still:
            return PileObservation(hidden=True), replace(memory, spotted=spotted)
        return self._told(spotted, memory)

    def _told(self, spotted: _Spotted, memory: PileMemory) -> tuple[PileObservation, PileMemory] | None:
        """The pile with a card that was spotted on it, if it can be believed."""
        picture, now, top, still = spotted.picture, spotted.now, spotted.top, memory.still_frames > 0
        below = now.reading.cards[0][0] if top.is_new and now.reading.sure else None
        ink = OldInk(now.window, memory.keyframe.view, now.view, below)
        seen = read_outline(self.index, picture, top.outline, ink)
        if not (still or seen.sure):
            return None
        other = other_face(seen, now.reading)
        if top.is_new or other:
            laid = replace(now, ink=replace(ink, doubted=True)).on_top(seen, picture)
            return shown(replace(memory, keyframe=laid, spotted=None, whole=None), max(top.new, other))
        known = replace(now.reading.with_another(seen), outline=seen.outline)
        whole = memory.whole or (memory.keyframe if now.reading.outline.score > _CLEAR else None)
        whole = whole if seen.outline.score <= _CLEAR else None
        return shown(replace(memory, keyframe=now.on_top(known, picture), spotted=None, whole=whole), top.new)

    def _top(self, now: Keyframe, before: Keyframe) -> Spotted | None:
        """The clearest of the new cards, or else the one nearest to where the top card lay (board coordinates)."""
        found = self.spotter.spot(now.view, before.view)
        spotted = [replace(one, outline=now.window.on_board(one.outline)) for one in found]
        spotted = [one for one in spotted if beside(one.outline)]
        new = [one for one in spotted if one.is_new]
        if new:
            return max(new, key=lambda one: one.outline.score)
        return min(spotted, key=lambda one: apart(one.outline, before.reading.outline), default=None)


def _compared(known: Keyframe, picture: Picture, still_frames: int) -> tuple[Keyframe, bool, bool]:
    """A pile in what its window shows now, whether that looks the same, and whether its card may be another."""
    now = known.under(picture.bgr, picture.geometry)
    differs = known.differs(now)
    unsettled = now.pale and still_frames < _AT_ONCE  # a card so pale may be another, and look the same
    touched = unsettled or squares_of(differs & now.mask) >= _A_PIP
    return now, squares_of(differs) < SOMETHING and not touched, touched


def _drawn(ink: OldInk, spot: Outline) -> Outline:
    """The best drawn outline around a spot (board coordinates): warped cards show through each other and mislead."""
    drawn = best_drawn(ink.now, ink.before, ink.window.in_window(spot))
    return replace(ink.window.on_board(drawn), ends=spot.ends)


def _due(still_frames: int) -> bool:
    return 0 < still_frames <= _AT_ONCE or still_frames % PATIENCE == PATIENCE - 1


def shown(memory: PileMemory, new: float = 0.0) -> tuple[PileObservation, PileMemory]:
    """What the card on top of a pile tells, and how likely it came in this very frame."""
    reading = memory.keyframe.reading
    return PileObservation(reading.cards if reading.useful else (), new=new), memory
