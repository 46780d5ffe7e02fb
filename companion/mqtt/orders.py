"""What a table hears over the broker, where its settings allow it: undo, be still, and who meets there in a club."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.errors import CompanionError
from companion.mqtt.rounds import seats_at
from companion.mqtt.topics import Topics
from companion.ports import Message, Mute
from companion.referee.events import Event
from companion.referee.followed import Command
from companion.referee.phones import HOME, signed
from companion.registry.games import act

PRESS, ON, OFF = "PRESS", "ON", "OFF"


@dataclass(frozen=True, slots=True)
class Orders:
    """What is obeyed, and where it is carried out."""

    carry_out: Callable[[Command], tuple[Event, ...]] | None = None
    """Gives a command to whoever plays; None where nothing may be ordered. Raises CompanionError, ValueError."""
    mute: Mute | None = None
    """What silences the buzzer; None where there is none."""
    seated: Callable[[str], None] | None = None
    """Takes who meets here in a club's round, in words; None where no club is listened to."""

    @property
    def allowed(self) -> bool:
        """Whether anything may be ordered."""
        return self.carry_out is not None

    def topics(self, topics: Topics) -> tuple[str, ...]:
        """What is listened to."""
        mutes = (topics.mute_command,) if self.mute is not None else ()
        orders = (topics.undo_command, *mutes) if self.allowed else ()
        return orders if self.seated is None else (*orders, topics.round)

    def obey(self, message: Message, topics: Topics) -> None:
        """Do what was asked. What was left behind before anybody listened is not, nor what the referee refuses."""
        if message.topic == topics.round and self.seated is not None:
            self.seated(seats_at(topics.name, message.payload))
        if message.retained or not self.allowed:
            return
        if (message.topic, message.payload) == (topics.undo_command, PRESS):
            self._undo()
        elif message.topic == topics.mute_command and self.mute is not None and message.payload in (ON, OFF):
            self.mute.set(message.payload == ON)

    def _undo(self) -> None:
        assert self.carry_out is not None
        try:
            self.carry_out(signed(HOME, "undo", partial(act, asker=HOME, name="undo", fields={})))
        except (CompanionError, ValueError):
            return
