"""What settings and a profile stand for: the page, the lamps, the buzzer, the buttons, and what reads frames."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from calibration.profile import Profile
from companion.errors import SettingsError
from companion.journal.past_games import PastGames
from companion.mqtt.herald import Herald, HeraldSources
from companion.mqtt.receipts import Receipts
from companion.mqtt.settings import MqttSettings
from companion.ports import Archive, Buttons, Lights, Mute, Pictures, Sounder
from companion.referee.events import Setup
from companion.settings import LightSettings, PageSettings
from companion.views.appearance import seat_appearances
from companion.vision.card_index import load_card_index
from companion.vision.own_deck import own_deck
from companion.vision.table import TableModel, TableReader
from companion.web import Live, Workshop, create_app
from companion.web.drawn_table import TapTable, add_drawn_table
from companion.web.history import add_history
from companion.web.server import Server, serve
from hardware.broker import PahoBroker
from hardware.controls import FakeButtons, FakeSounder, GpioButtons, GpioSounder
from hardware.lights import FakeLights, GpioLights
from hardware.muting import MutedSounder
from hardware.recordings import Recording as Recording  # the demo speaks of recordings, but looks no further than here
from hardware.strip import StripLights


def table_reader(profile: Profile) -> TableReader:
    """What reads frames of the table this profile was made at."""
    model = TableModel(profile.geometry, profile.empty_bgr, tuple(profile.chips.values()))
    return TableReader(model, own_deck(load_card_index(), profile.embeddings, profile.layout))


@dataclass(frozen=True, slots=True)
class Rooms:
    """What has pages of its own beside the live page, where it is there."""

    drawn: TapTable | None = None
    workshop: Workshop | None = None
    archive: Archive | None = None
    pictures: Pictures | None = None
    mute: Mute | None = None
    """What silences the buzzer, where there is one; pages find it as `app.extensions["mute"]`."""


def serve_page(live: Live, settings: PageSettings, rooms: Rooms) -> Server:
    """The page and those of the rooms, served until it is closed. Raises AddressError without the address."""
    app = create_app(live, workshop=rooms.workshop)
    app.extensions["mute"] = rooms.mute
    if rooms.drawn is not None:
        add_drawn_table(app, rooms.drawn)
    if rooms.archive is not None:
        add_history(app, PastGames(rooms.archive), rooms.pictures)
    return serve(app, settings.host, settings.port)


def lights_for(settings: LightSettings, setup: Setup) -> Lights:
    """The lamps at this table. Raises LightsError when they cannot be reached."""
    appearances = seat_appearances([chip.name for chip in setup.known])
    if settings.kind == "strip":
        return StripLights(settings.strip, appearances)
    return GpioLights(settings.pins, appearances) if settings.kind == "gpio" else FakeLights(appearances)


def sounder_for(pin: int | None, mute: Mute) -> Sounder:
    """The buzzer on this pin, heard unless it is muted; where there is none, nothing is. Raises ControlsError."""
    return FakeSounder() if pin is None else MutedSounder(GpioSounder(pin), mute)


def buttons_for(pin: int | None) -> Buttons:
    """The button on this pin; where there is none, nobody presses it. Raises ControlsError."""
    return FakeButtons() if pin is None else GpioButtons(pin)


@contextmanager
def told_to_broker(settings: MqttSettings, sources: HeraldSources, receipts: Path) -> Iterator[None]:
    """A broker is told of the table until the block ends, if the settings name one. Raises SettingsError."""
    if settings.host is None:
        yield
        return
    try:
        broker = PahoBroker(settings.address(), settings.client)
    except ValueError as error:
        raise SettingsError(str(error)) from error
    with closing(Herald(broker, settings.topics, sources, Receipts(receipts))):
        yield
