"""What Home Assistant is told so that it finds a table by itself: one device, with what can be known and done there.

The form is that of its MQTT integration's device discovery, since 2024.11. Values are taken out of the very statement
that phones are shown, by templates in Home Assistant's own language.
"""

import json
from collections.abc import Mapping
from typing import Any

from companion.mqtt.orders import OFF, ON, PRESS, Orders
from companion.mqtt.topics import OFFLINE, ONLINE, Topics

Json = dict[str, Any]

SCORES = 12
"""No game here has so many sides; those it has not are taken away where an earlier game had them."""
_MAKER = "One-Eyed Jack Companion"
_SHORT = "| truncate(255, true, '…', 0)"
"""No state of Home Assistant's is longer; without the 0 five characters more are let pass."""
_WHO = (
    "'nobody' if value_json.over or not value_json.turn.seat else value_json.turn.player if value_json.players"
    " else value_json.teams[value_json.turn.team].name"
)
_HAPPENED = (
    "{% set kind = {'LineCompleted': 'line', 'GameWon': 'win'}.get(value_json.kind) %}"
    "{% if kind %}{{ {'event_type': kind, 'text': value_json.text, 'number': value_json.number,"
    " 'side': value_json.side | default(none), 'rgb': value_json.rgb | default(none)} | to_json }}{% endif %}"
)


def discovery_text(topics: Topics, status: Mapping[str, Any], orders: Orders) -> str:
    """The whole device as one line of JSON, for a table that stands as this statement says."""
    name = topics.identity
    parts = {
        **_scores(topics, status),
        **_sensors(topics),
        **_binary(topics),
        **_events(topics),
        **_acts(topics, orders),
    }
    for key, part in parts.items():
        if len(part) > 1:
            part["unique_id"] = f"{name}-{key}"
    device = {"identifiers": [name], "name": f"One-Eyed Jack {topics.name}", "manufacturer": _MAKER, "model": "Table"}
    told = {"device": device, "origin": {"name": _MAKER}, "components": parts, "qos": 1}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _scores(topics: Topics, status: Mapping[str, Any]) -> Json:
    """A number for each side, with the colour of its chips; on a table without a board the games each seat has won."""
    sides, value = ("teams", "lines") if "layout" in status else ("seats", "won")
    parts: Json = {f"score_{place}": {"platform": "sensor"} for place in range(1, SCORES + 1)}
    for place, side in enumerate(status[sides]):
        found = f"value_json.{sides}[{place}]"
        parts[f"score_{place + 1}"] = {
            **_shown_entity(topics, "sensor", f"{side['name']} {value}"),
            "default_entity_id": f"sensor.one_eyed_jack_{topics.name.replace('-', '_')}_score_{place + 1}",
            "icon": "mdi:counter",
            "state_class": "measurement",
            "value_template": f"{{{{ {found}.{value} if value_json.{sides} | default([]) | length > {place} }}}}",
            **_attributes(
                topics, f"{{'paint': {found}.paint}} if value_json.{sides} | default([]) | length > {place} else {{}}"
            ),
        }
    return parts


def _sensors(topics: Topics) -> Json:
    return {
        "turn": {
            **_shown_entity(topics, "sensor", "Turn"),
            "icon": "mdi:account-arrow-right",
            "value_template": f"{{{{ ({_WHO}) {_SHORT} }}}}",
        },
        "last_turn": {
            **_shown_entity(topics, "sensor", "Last turn"),
            "icon": "mdi:cards-playing",
            "value_template": f"{{{{ value_json.last_turns | map(attribute='words') | first | default {_SHORT} }}}}",
        },
        "game": {
            **_shown_entity(topics, "sensor", "Game"),
            "icon": "mdi:poker-chip",
            "value_template": f"{{{{ (value_json.headline | default(value_json.announcement)) {_SHORT} }}}}",
            **_attributes(
                topics,
                "{'game': value_json.game, 'rules': value_json.options, 'players': value_json.players,"
                " 'over': value_json.over, 'entries': value_json.number}",
            ),
        },
    }


def _binary(topics: Topics) -> Json:
    return {
        "fault": {
            **_shown_entity(topics, "binary_sensor", "Fault"),
            "device_class": "problem",
            "value_template": "{{ 'ON' if value_json.fault else 'OFF' }}",
            **_attributes(topics, "{'message': value_json.fault.message if value_json.fault else ''}"),
        },
        "question": {
            **_shown_entity(topics, "binary_sensor", "Question"),
            "icon": "mdi:help-circle",
            "value_template": "{{ 'ON' if value_json.question else 'OFF' }}",
            **_attributes(topics, "{'message': value_json.question.text if value_json.question else ''}"),
        },
        "camera": {
            **_shown_entity(topics, "binary_sensor", "Camera"),
            "device_class": "connectivity",
            "value_template": "{{ 'OFF' if value_json.notice and value_json.notice.code == 'NO_CAMERA' else 'ON' }}",
        },
        "running": {
            "platform": "binary_sensor",
            "name": "Running",
            "device_class": "running",
            "state_topic": topics.availability,
            "payload_on": ONLINE,
            "payload_off": OFFLINE,
        },
    }


def _events(topics: Topics) -> Json:
    return {
        "happened": {
            **_there(topics, "event", "Lines and wins"),
            "icon": "mdi:party-popper",
            "state_topic": topics.event,
            "event_types": ["line", "win"],
            "value_template": _HAPPENED,
        }
    }


def _acts(topics: Topics, orders: Orders) -> Json:
    """What can be done there; what cannot any more is taken away."""
    undo: Json = {"command_topic": topics.undo_command, "payload_press": PRESS, "icon": "mdi:undo"}
    mute: Json = {
        "state_topic": topics.mute,
        "command_topic": topics.mute_command,
        "payload_on": ON,
        "payload_off": OFF,
    }
    undone = {**_there(topics, "button", "Undo"), **undo} if orders.allowed else {"platform": "button"}
    muted = {**_there(topics, "switch", "Mute"), **mute, "icon": "mdi:volume-off"}
    return {"undo": undone, "mute": muted if orders.allowed and orders.mute is not None else {"platform": "switch"}}


def _shown_entity(topics: Topics, platform: str, name: str) -> Json:
    return {**_there(topics, platform, name), "state_topic": topics.status}


def _there(topics: Topics, platform: str, name: str) -> Json:
    return {"platform": platform, "name": name, "availability_topic": topics.availability}


def _attributes(topics: Topics, words: str) -> Json:
    return {"json_attributes_topic": topics.status, "json_attributes_template": f"{{{{ ({words}) | to_json }}}}"}
