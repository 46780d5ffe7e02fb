"""What the button at the board asks for: pressed, it confirms; held, it takes the last turn back.

It is a command like any phone's, carried out between two frames and signed in the log; who stands at the board may do
what the table may.
"""

from concurrent.futures import Future
from functools import partial

from companion.ports import Buttons, Sounder
from companion.referee.events import Event
from companion.referee.followed import Followed, Step
from companion.referee.phones import BUTTON, signed
from companion.registry.games import act, refereed
from companion.session.loop import Session
from hardware.muting import MuteSwitch

_DONE = "done"


def on_press(followed: Followed) -> Step:
    """Yes: the first answer of the open question; without one, the turn is done where somebody must say so.

    Raises ValueError when nothing is to be confirmed.
    """
    question = refereed(followed.setup.game).statement(followed).question
    if question is not None:
        return _command(followed, "answer", candidate=question.candidates[0])
    if _DONE in refereed(followed.setup.game).acts:
        return _command(followed, _DONE)
    raise ValueError("There is nothing to confirm.")


def on_hold(followed: Followed) -> Step:
    """The last turn is taken back. Raises ValueError when there is none."""
    return _command(followed, "undo")


def attend(buttons: Buttons, session: Session, sounder: Sounder | None) -> None:
    """From now on the button speaks to this session; what is refused is heard."""
    answered = partial(_sound_refusal, sounder)
    buttons.listen(
        lambda: session.command(on_press).add_done_callback(answered),
        lambda: session.command(on_hold).add_done_callback(answered),
    )


def attend_mute(buttons: Buttons, mute: MuteSwitch, sounder: Sounder | None) -> None:
    """From now on this button, pressed or held, silences the buzzer and lets it be heard again, which is heard."""

    def turned() -> None:
        """The other way round."""
        if not mute.toggle() and sounder is not None:
            sounder.sound("accepted")

    buttons.listen(turned, turned)


def _command(followed: Followed, name: str, **fields: str) -> Step:
    words = " ".join([name, *(f"{key}={value}" for key, value in fields.items())])
    return signed(BUTTON, words, partial(act, asker=BUTTON, name=name, fields=fields))(followed)


def _sound_refusal(sounder: Sounder | None, answer: "Future[tuple[Event, ...]]") -> None:
    if sounder is not None and not answer.cancelled() and answer.exception() is not None:
        sounder.sound("refused")
