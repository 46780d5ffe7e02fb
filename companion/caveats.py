"""What a statement may have to be told with: no picture, nothing kept, something lost, a mistake of the program's own.

Each gives the same statement with a notice more, unless there is something worse to tell already.
"""

from dataclasses import replace
from typing import TypeVar

from companion.referee.events import NoticeGiven
from companion.stumbles import Stumble
from companion.views.scene import Scene
from companion.views.statement import Statement

S = TypeVar("S", bound=Statement)


def waiting(status: S, notice: NoticeGiven, scene: Scene) -> S:
    """While nothing is judged; there is nothing worse."""
    return replace(status, notice=notice, settled=False, scene=scene)  # type: ignore[type-var]


def unkept(status: S, trouble: str) -> S:
    """While what is told would not survive a power cut."""
    words = f"What is told is not kept ({trouble}). The game goes on, and is kept as soon as that can be."
    scene = replace(status.scene, mood="not_kept") if status.scene.mood == "turn" else status.scene
    return _noticed(replace(status, scene=scene), NoticeGiven("NOT_KEPT", words))  # type: ignore[type-var]


def bereft(status: S, lost: str) -> S:
    """In a game without a turn, where what was told before it is lost."""
    words = f"What was told before cannot be read any more: {lost}. Games are kept again from now on."
    return _noticed(status, NoticeGiven("JOURNAL_TORN", words))


def left(status: S, why: str) -> S:
    """In a game without a turn, where the one before cannot be gone on with."""
    words = (
        f"The last game cannot be gone on with: {why}. All of it is kept among the past games, and a new one begins. "
        "Set up another game on the page if you like, or the position you had."
    )
    return _noticed(status, NoticeGiven("GAME_LEFT", words))


def stumbled(status: S, stumble: Stumble) -> S:
    """After a mistake of the program's own, until the game has gone on."""
    return _noticed(status, _owned_up(stumble))


def behind(status: S, stumble: Stumble) -> S:
    """The statement before, where the newest could not be made."""
    return replace(status, notice=_owned_up(stumble), settled=False)  # type: ignore[type-var]


def _owned_up(stumble: Stumble) -> NoticeGiven:
    words = f"{stumble.words[0].upper()}{stumble.words[1:]}. The game goes on; look whether the page is right."
    return NoticeGiven("STUMBLED", words)


def _noticed(status: S, notice: NoticeGiven) -> S:
    return replace(status, notice=status.notice or notice)  # type: ignore[type-var]
