"""A smart home undoes and mutes where the settings allow it, signed in the journal; nobody else does anything."""

import pytest
from told_table import OAK, SETUP

from companion.mqtt.orders import OFF, ON, PRESS, Orders
from companion.ports import Message
from companion.referee.events import CommandGiven, GameStarted, TurnPlayed, TurnUndone
from companion.referee.one_eyed_jack.tracking import replay
from companion.referee.phones import NotAllowedError, named_asker
from hardware.muting import MuteSwitch

PLAYED = (GameStarted(SETUP), TurnPlayed("r 7D@C4"))
UNDO = Message(OAK.undo_command, PRESS)


class Played:
    """A game with one turn, that commands are carried out in."""

    def __init__(self, *events):
        self.tracking, self.happened = replay(events), ()

    def __call__(self, command):
        """Carry one out."""
        self.tracking, self.happened = command(self.tracking)
        return self.happened


def test_an_undo_from_the_smart_home_is_signed_as_from_there():
    played = Played(*PLAYED)
    Orders(played).obey(UNDO, OAK)
    assert played.happened[:2] == (CommandGiven("the smart home", "undo"), TurnUndone())


def test_the_signature_is_read_back():
    assert named_asker("the smart home").table
    with pytest.raises(ValueError, match="nobody is called"):
        named_asker("the smart house")


def test_what_the_referee_refuses_changes_nothing():
    played = Played(GameStarted(SETUP))
    Orders(played).obey(UNDO, OAK)
    assert played.happened == ()


def test_when_nobody_plays_nothing_is_undone():
    def nobody(_):
        raise NotAllowedError("nobody plays")

    Orders(nobody).obey(UNDO, OAK)


@pytest.mark.parametrize(
    "message",
    [
        Message(OAK.undo_command, PRESS, retained=True),
        Message(OAK.undo_command, "press"),
        Message(OAK.mute_command, ON),
        Message(OAK.status, PRESS),
    ],
)
def test_what_is_old_or_means_nothing_here_is_let_lie(message: Message):
    played = Played(*PLAYED)
    Orders(played).obey(message, OAK)
    assert played.happened == ()


def test_the_buzzer_is_muted_and_heard_again():
    mute = MuteSwitch()
    orders = Orders(Played(*PLAYED), mute)
    for payload, muted in ((ON, True), ("on", True), (OFF, False)):
        orders.obey(Message(OAK.mute_command, payload), OAK)
        assert mute.muted is muted


def test_where_nothing_may_be_ordered_nothing_is_listened_to_nor_done():
    mute = MuteSwitch()
    orders = Orders(None, mute)
    assert orders.topics(OAK) == ()
    orders.obey(Message(OAK.mute_command, ON), OAK)
    orders.obey(UNDO, OAK)
    assert not mute.muted


def test_only_what_is_there_is_listened_to():
    assert Orders(Played(*PLAYED)).topics(OAK) == (OAK.undo_command,)
    assert Orders(Played(*PLAYED), MuteSwitch()).topics(OAK) == (OAK.undo_command, OAK.mute_command)
