"""Whether the broker that the settings name hears this table, and how much it has yet to hear."""

from collections.abc import Callable
from pathlib import Path

from calibration.quality import Grade, Verdict
from companion.errors import BrokerError, JournalError
from companion.mqtt.receipts import waiting
from companion.mqtt.settings import MqttSettings
from companion.ports import Archive, Broker
from hardware.broker import BrokerAddress, PahoBroker

MOST = 10_000
"""So many events that wait are counted."""
_CHECK = "Check [mqtt] in the settings, and the broker; the game goes on without it."


def broker(settings: MqttSettings, line: Callable[[BrokerAddress, str], Broker] = PahoBroker) -> Verdict:
    """Whether it takes this table in."""
    if settings.host is None:
        return Verdict("Broker", Grade.GOOD, "not needed: the settings name none")
    try:
        address = settings.address()
        found = line(address, f"{settings.client}-doctor")  # under another name, so that a game keeps its own line
        found.connect(None, (), lambda _: None)
        found.close()
    except (BrokerError, ValueError) as error:
        return Verdict("Broker", Grade.FAIR, f"not told of the game ({error})", _CHECK)
    return Verdict("Broker", Grade.GOOD, f"{address} takes {settings.username or 'everybody'} in")


def backlog(settings: MqttSettings, receipts: Path, archive: Archive) -> Verdict | None:
    """How many events wait for the broker, if any do."""
    try:
        number = 0 if settings.host is None else waiting(receipts, archive, MOST)
    except JournalError:  # which the game tells of
        return None
    if not number:
        return None
    words = f"{number} event{'s wait' if number > 1 else ' waits'} in the journal to be told"
    return Verdict("Broker", Grade.FAIR, words, "They are told as soon as a game runs and the broker takes them.")
