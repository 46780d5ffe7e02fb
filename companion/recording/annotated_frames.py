"""Annotated frames of an evening: what was seen is drawn over them, and what was said is written below."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.files.atomic import write_picture
from companion.recording.playback import SeenFrame
from companion.registry.games import refereed
from companion.vision.drawing import captioned
from companion.vision.frame import Image
from companion.vision.pictures import draw_reading


@dataclass(frozen=True, slots=True)
class AnnotatedFrames:
    """Pictures in a folder, one for each frame in which something was said, or for every frame."""

    folder: Path
    every_frame: bool = False

    def keep(self, seen: SeenFrame) -> None:
        """Draw and write this frame, if it belongs in here. Raises OutputError when it cannot be written."""
        if self.every_frame or seen.tick.events:
            write_picture(self.folder / f"{seen.number:06d}.jpg", annotated(seen))


def annotated(seen: SeenFrame) -> Image:
    """One frame with its reading, its number and time, and the words that were said."""
    setup = seen.tick.tracking.setup
    said = [words for event in seen.tick.events if (words := refereed(setup.game).words(event, setup))]
    letters = [chip.letter for chip in setup.known]
    return captioned(draw_reading(seen.frame.bgr, seen.tick.reading, letters), [_state(seen), *said])


def _state(seen: SeenFrame) -> str:
    observation = seen.tick.observation
    parts: Sequence[str] = (
        f"Frame {seen.number} at {seen.frame.taken_at_s:.1f} s",
        "" if observation.registered else "the board is not in sight",
        "something moves" if observation.moving else "",
        "settled" if seen.tick.tracking.settled else "",
        *(notice.lower().replace("_", " ") for notice in observation.notices),
    )
    return ", ".join(part for part in parts if part)
