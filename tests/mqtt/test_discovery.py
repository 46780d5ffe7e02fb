"""What Home Assistant finds of a table. Recorded: what a real one was told, and which entities it made of it."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jinja2
import pytest
from home_assistant import DISCOVERY, EVENTS, ORDERS, STATUS
from told_table import OAK

from companion.mqtt.discovery import SCORES, discovery_text
from companion.mqtt.orders import Orders
from companion.mqtt.topics import Topics
from companion.referee.black_jack.ledger import begin
from companion.referee.events import Setup
from companion.registry.games import statement_text
from companion.views.black_jack.status import status_of

RECORDED = json.loads((Path(__file__).parent / "home_assistant.json").read_text())
GUIDE = Path(__file__).parent.parent.parent / "companion" / "mqtt" / "homeassistant.md"
BLACK_JACK = json.loads(
    statement_text(status_of(begin(Setup("base players=3", (), (), ("Ann", "Ben", "Cay"), "black-jack"))[0]))
)
TEMPLATES = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
TEMPLATES.filters["to_json"] = lambda value: json.dumps(value, ensure_ascii=False)


def rendered(template: str, value: dict[str, Any]) -> str:
    return TEMPLATES.from_string(template).render(value_json=value)


def entities(discovery: str) -> dict[str, dict[str, Any]]:
    """The parts that are there, by their keys; those that are only taken away are left out."""
    parts = json.loads(discovery)["components"]
    return {key: part for key, part in parts.items() if len(part) > 1}


TOLD_SINCE = {"first": 1, "counted": ["line", "lines"], "turn": RECORDED["status"]["turn"] | {"roller": 0}}
"""What the status has told since it was tried; no template reads it."""


def test_home_assistant_is_told_what_it_was_told_when_it_was_tried():
    assert json.loads(DISCOVERY) == RECORDED["discovery"]
    assert json.loads(STATUS) == RECORDED["status"] | TOLD_SINCE
    assert [json.loads(each) for each in EVENTS] == RECORDED["events"]


def test_it_made_an_entity_of_every_part():
    names = {f"One-Eyed Jack oak {part['name']}" for part in entities(DISCOVERY).values()}
    assert {each["attributes"]["friendly_name"] for each in RECORDED["entities"].values()} == names


def test_it_read_the_values_that_the_templates_give():
    read = {each["attributes"]["friendly_name"]: each["state"] for each in RECORDED["entities"].values()}
    parts = [part for part in entities(DISCOVERY).values() if part["platform"] in ("sensor", "binary_sensor")]
    told = {f"One-Eyed Jack oak {p['name']}": p for p in parts if "value_template" in p}
    for name, part in told.items():
        value = rendered(part["value_template"], json.loads(STATUS))
        assert read[name] == (value.lower() if part["platform"] == "binary_sensor" else value)


def test_only_lines_and_wins_are_events_there_and_carry_side_and_light():
    template = entities(DISCOVERY)["happened"]["value_template"]
    told = [rendered(template, json.loads(each)) for each in EVENTS]
    kinds = [json.loads(each)["event_type"] if each else "" for each in told]
    assert kinds == ["", "line", "win", ""]
    win = RECORDED["entities"]["event.one_eyed_jack_oak_lines_and_wins"]["attributes"]
    assert win.items() >= json.loads(told[2]).items()


def test_every_table_is_a_device_of_its_own_with_entities_of_its_own():
    names = ("oak", "elm", "a-table-with-a-very-long-name-on", "a-table-with-a-very-long-name-no")
    tables = [discovery_text(Topics(name), json.loads(STATUS), ORDERS) for name in names]
    ids = [part["unique_id"] for table in tables for part in entities(table).values()]
    given = [part["default_entity_id"] for table in tables for part in entities(table).values() if "score" in str(part)]
    assert len(set(ids)) == len(ids)
    assert len({json.loads(table)["device"]["identifiers"][0] for table in tables}) == len(tables)
    assert len(set(given)) == len(given) == 2 * len(tables)


def test_without_orders_there_is_nothing_to_press():
    parts = entities(discovery_text(OAK, json.loads(STATUS), Orders(None, ORDERS.mute)))
    assert {"undo", "mute"} & set(parts) == set()


def test_without_a_buzzer_there_is_nothing_to_mute():
    parts = entities(discovery_text(OAK, json.loads(STATUS), replace(ORDERS, mute=None)))
    assert {"undo", "mute"} & set(parts) == {"undo"}


def test_a_game_without_a_board_has_a_score_for_each_seat_and_the_others_are_taken_away():
    found = discovery_text(OAK, BLACK_JACK, ORDERS)
    scores = {key for key in entities(found) if key.startswith("score")}
    assert scores == {"score_1", "score_2", "score_3"}
    assert sum(key.startswith("score") for key in json.loads(found)["components"]) == SCORES


@pytest.mark.parametrize("shown", [BLACK_JACK, json.loads(STATUS)])
@pytest.mark.parametrize("described", [BLACK_JACK, json.loads(STATUS)])
def test_no_template_stumbles_over_the_other_game(described: dict[str, Any], shown: dict[str, Any]):
    for part in entities(discovery_text(OAK, described, ORDERS)).values():
        for key in ("value_template", "json_attributes_template"):
            if key in part and part["platform"] != "event":
                rendered(part[key], shown)


def test_no_value_is_longer_than_home_assistant_takes():
    for length in (999, 260, 256, 255):
        shown = json.loads(STATUS) | {"headline": "x" * length}
        assert len(rendered(entities(DISCOVERY)["game"]["value_template"], shown)) == 255


def test_before_the_first_card_it_is_nobodys_turn():
    found = entities(discovery_text(OAK, BLACK_JACK, ORDERS))
    assert rendered(found["turn"]["value_template"], BLACK_JACK) == "nobody"


def test_without_players_the_team_is_named():
    shown = json.loads(STATUS) | {"players": []}
    assert rendered(entities(DISCOVERY)["turn"]["value_template"], shown) == "Blue"
    over = json.loads(STATUS) | {"over": True}
    assert rendered(entities(DISCOVERY)["turn"]["value_template"], over) == "nobody"


def test_the_guide_names_entities_that_are_there():
    named = set(re.findall(r"\b(?:sensor|binary_sensor|event|button|switch)\.one_eyed_jack_\w+", GUIDE.read_text()))
    assert named <= set(RECORDED["entities"])
    assert "event.one_eyed_jack_oak_lines_and_wins" in named
