"""What a statement may have to be told with: no picture, nothing kept, something lost, a mistake of the program's own.

Each gives the same statement with a notice more, unless there is something worse to tell already.
"""

from dataclasses import replace
from typing import TypeVar

from companion.referee.events import NoticeGiven
from companion.session.internal_errors import InternalError
from companion.views.scene import Scene
from companion.views.statement import Statement
from companion.views.words import sentence

S = TypeVar("S", bound=Statement)


def waiting(status: S, notice: NoticeGiven, scene: Scene) -> S:
    """While nothing is judged; there is nothing worse."""
    return replace(status, notice=notice, settled=False, scene=scene)  # type: ignore[type-var]


def unkept(status: S, trouble: str) -> S:
    """While what is told would not survive a power cut."""
    words = f"The game is not being saved ({trouble}). You can play on; it is saved as soon as that works again."
    scene = replace(status.scene, mood="not_kept") if status.scene.mood == "turn" else status.scene
    return _with_notice(replace(status, scene=scene), NoticeGiven("NOT_KEPT", words))  # type: ignore[type-var]


def bereft(status: S, lost: str) -> S:
    """In a game without a turn, where what was told before it is lost."""
    words = f"Earlier games can no longer be read: {lost}. From now on games are saved again."
    return _with_notice(status, NoticeGiven("JOURNAL_TORN", words))


def game_left(status: S, why: str) -> S:
    """In a game without a turn, where the one before cannot be gone on with."""
    words = (
        f"The last game could not be continued: {why}. It is kept under Past games, and a new game has begun. "
        "To go on where you were, set up the position."
    )
    return _with_notice(status, NoticeGiven("GAME_LEFT", words))


def after_internal_error(status: S, internal_error: InternalError) -> S:
    """After a mistake of the program's own, until the game has gone on."""
    return _with_notice(status, _owned_up(internal_error))


def behind(status: S, internal_error: InternalError) -> S:
    """The statement before, where the newest could not be made."""
    return replace(status, notice=_owned_up(internal_error), settled=False)  # type: ignore[type-var]


def _owned_up(internal_error: InternalError) -> NoticeGiven:
    words = f"{sentence(internal_error.words)} The game goes on. Please check that the page is right."
    return NoticeGiven("STUMBLED", words)


def _with_notice(status: S, notice: NoticeGiven) -> S:
    return replace(status, notice=status.notice or notice)  # type: ignore[type-var]
