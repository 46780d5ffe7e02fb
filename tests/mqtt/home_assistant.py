"""A table as Home Assistant was shown it when `home_assistant.json` was recorded, with everything that it can know."""

import json
from dataclasses import replace

from told_table import OAK, SETUP

from companion.mqtt.discovery import discovery_text
from companion.mqtt.orders import Orders
from companion.mqtt.statements import event_text
from companion.referee.events import FaultFound, GameWon, LineCompleted, NoticeGiven, QuestionAsked, TurnPlayed
from companion.referee.followed import happen
from companion.referee.one_eyed_jack.tracking import begin
from companion.registry.games import statement_text
from companion.views.one_eyed_jack.status import status_of
from hardware.muting import MuteSwitch

TURN, LINE = TurnPlayed("r 7D@C4"), LineCompleted(0, (11, 12, 13, 14, 15))
ORDERS = Orders(lambda _: (), MuteSwitch())
_PLAYED = happen(begin(SETUP)[0], TURN)[0]
STATUS = statement_text(
    replace(
        status_of(_PLAYED),
        fault=FaultFound("TWO_CHIPS", (3,), "Two chips on one square: take one away."),
        question=QuestionAsked("Which card was it?", ("b 8D@D4",)),
        notice=NoticeGiven("NO_CAMERA", "No picture."),
    )
)
DISCOVERY = discovery_text(OAK, json.loads(STATUS), ORDERS)
EVENTS = [
    event_text(number, "a-1", each, SETUP) for number, each in enumerate((TURN, LINE, GameWon(0, "lines"), TURN), 2)
]
