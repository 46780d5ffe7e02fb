"""The description of the API is held against the API: every route, every field, every status that can be had."""

import json
import re
from collections.abc import Callable
from inspect import Parameter, signature
from itertools import islice
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from past_evening import write_evening
from promised import DOCUMENT, check, problems

from companion.journal.archive import MemoryArchive, SqliteArchive
from companion.journal.event_log import MemoryJournal
from companion.journal.past_games import PastGames
from companion.registry.games import GAMES
from companion.views.appearance import CHIP_COLOURS
from companion.views.one_eyed_jack.status import status_of
from companion.views.one_eyed_jack.status_json import status_json
from companion.views.walk import Laying, Remark, WalkStatus, walk_json
from companion.web import Desk, Live, create_app
from companion.web.boards import ACTS
from companion.web.calibration import STEPS
from companion.web.commands import COMMANDS
from companion.web.fields import FIELDS, Field
from companion.web.history import add_history
from companion.web.workshop import Ask

STATUSES = {200, 204, 304, 400, 401, 403, 404, 409, 413, 415, 429, 503}


@pytest.fixture
def table(phone: Callable[[], FlaskClient], desk: Desk) -> FlaskClient:
    client = phone()
    check(client.post("/api/pin", json={"pin": desk.access.pin}), "/api/pin", "post")
    return client


def routes(app: Flask) -> set[tuple[str, str]]:
    """Every path and method under /api, as OpenAPI writes them."""
    found = set()
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        methods = {method.lower() for method in (rule.methods or ())} - {"head", "options"}
        found |= {(path, method) for method in methods if path.startswith("/api/")}
    return found


def test_every_route_is_described_and_nothing_else(live: Live):
    described = {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}
    app = create_app(live)
    add_history(app, PastGames(MemoryArchive(MemoryJournal())))
    assert described == routes(app)


def test_past_games_are_what_was_promised(tmp_path: Path, live: Live):
    journal, app = write_evening(tmp_path / "game.db"), create_app(live)
    add_history(app, PastGames(SqliteArchive(tmp_path / "game.db")))
    client = app.test_client()
    for query in ({}, {"before": 2}, {"before": "soon"}):
        check(client.get("/api/history", query_string=query), "/api/history")
    for number in (1, 2, 3, 4):
        for path in (one for one in DOCUMENT["paths"] if one.startswith("/api/history/{number}")):
            check(client.get(path.replace("{number}", str(number)).replace("{step}", "0")), path)
    journal.close()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_field_of_a_command_is_described(name: str):
    body = DOCUMENT["paths"][f"/api/commands/{name}"]["post"]["requestBody"]
    schema = body["content"]["application/json"]["schema"]
    assert set(schema["properties"]) == set(COMMANDS[name].fields)
    assert set(schema["required"]) == set(COMMANDS[name].required)
    assert (schema["additionalProperties"], body["required"]) == (False, True)


@pytest.mark.parametrize("game", GAMES)
def test_a_games_acts_take_the_fields_that_are_described(game: str):
    for name, act in GAMES[game].acts.items():
        taken = dict(islice(signature(act).parameters.items(), 2, None))
        assert set(taken) == {*COMMANDS[name].required, *COMMANDS[name].optional}
        assert {key for key, field in taken.items() if field.default is Parameter.empty} == set(COMMANDS[name].required)
    known = set().union(*(rules.acts for rules in GAMES.values()))
    assert known == set(COMMANDS) - {"game"}


ANY = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.lists(st.text(max_size=3))
NEAR = st.integers(-2, 140) | st.sampled_from(
    ("n", "win", "S", "black-jack", "C4", "J10", "7D", "10S", "JKE", "c4", "JS")
)


@pytest.mark.parametrize("name", FIELDS)
@given(value=ANY | NEAR)
def test_a_field_takes_just_what_is_described(name: str, value: object):
    field = FIELDS[name]
    described = not list(problems(dict(field.schema), value))
    if taken(field, value):
        assert described or isinstance(value, (float, str))
    else:
        assert not described or field.schema["type"] in ("array", "string")


def taken(field: Field, value: object) -> bool:
    """Whether a field takes a value."""
    try:
        field.read(value)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(("where", "asks"), [("calibration", STEPS), ("boards", ACTS)])
def test_every_field_of_what_a_board_needs_is_described(where: str, asks: dict[str, Ask]):
    for name, ask in asks.items():
        body = DOCUMENT["paths"][f"/api/{where}/{name}"]["post"]["requestBody"]
        schema = body["content"]["application/json"]["schema"]
        assert set(schema["properties"]) == set(ask.fields)
        assert set(schema["required"]) == set(ask.fields) - ask.optional


def test_a_whole_walk_is_what_was_promised():
    places = ((0.5, 1.0),) * 11
    walk = WalkStatus(
        step="chips",
        number=4,
        size_px=(960, 720),
        crossings=(places,) * 11,
        layout=("JK",) * 100,
        doubtful=(5,),
        named=(7,),
        remarks=(Remark("Light", "poor", "too dark", "Switch on a light."),),
        grade="poor",
        chips=(Laying("R", (21, 78), known=False),),
        colours=CHIP_COLOURS,
        usual=("R", "B"),
        ends_game=True,
    )
    for each in (walk, WalkStatus("rest", doing="reading the cards", complaint="no board")):
        told = json.loads(json.dumps(walk_json(each)))
        assert list(problems({"$ref": "#/components/schemas/Walk"}, told)) == []


def test_every_reference_leads_somewhere_and_every_status_is_known():
    refs = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(DOCUMENT)))
    assert refs == set(DOCUMENT["components"]["schemas"])
    operations = [one for methods in DOCUMENT["paths"].values() for one in methods.values()]
    assert {int(status) for one in operations for status in one["responses"]} <= STATUSES
    assert all(one["summary"].endswith(".") for one in operations)


def test_a_whole_statement_is_what_was_promised(live: Live, played, phone: Callable[[], FlaskClient]):
    live.tell(status_of(played.tracking))
    check(phone().get("/api/status"), "/api/status")
    promised = DOCUMENT["components"]["schemas"]["Status"]
    assert set(promised["properties"]) == set(status_json(status_of(played.tracking)))


def test_what_can_be_read_is_what_was_promised(
    table: FlaskClient, live: Live, status: Callable, phone: Callable[[], FlaskClient]
):
    live.tell(status(3, fault="Take one back."))
    for path in ("/api/status", "/api/me", "/api/secrets", "/api/openapi.json"):
        check(table.get(path), path)
        check(table.get(path, headers={"Host": "evil.example"}), path)
    check(phone().get("/api/secrets"), "/api/secrets")
    for query in ({}, {"chips": "." * 40 + "00000" + "." * 55}, {"chips": "7"}):
        check(table.get("/api/scan", query_string=query), "/api/scan")
    check(phone().get("/api/scan"), "/api/scan")
    for seat in (1, 3):
        check(table.get(f"/api/seats/{seat}.svg"), "/api/seats/{seat}.svg")
    check(phone().get("/api/seats/1.svg"), "/api/seats/{seat}.svg")


@pytest.mark.parametrize(
    "options", ["classic", "my_rules N=6 T=3 die=d6r1s0,after", "open N=10 T=5 objective=sub3 end_joker=on", "kids n=4"]
)
def test_the_rules_change_with_the_options(phone: Callable[[], FlaskClient], options: str):
    told = check(phone().get("/api/rules", query_string={"options": options}), "/api/rules").json
    assert told["stock"] == told["deck"] - told["seats"] * told["hand"]
    again = phone().get("/api/rules", query_string={"options": told["options"]}).json
    assert (again["options"], again["sheet"]) == (told["options"], told["sheet"])


@pytest.mark.parametrize(("number", "status"), [(1, 409), (1.0, 409), (1.5, 400), (True, 400), (-1, 400), (1e300, 400)])
def test_a_whole_number_is_one_however_json_writes_it(table: FlaskClient, number: object, status: int):
    path = "/api/commands/undo"
    assert check(table.post(path, json={"number": number}), path, "post").status_code == status


def test_rules_longer_than_any_are_refused(phone: Callable[[], FlaskClient]):
    answer = phone().get("/api/rules", query_string={"options": "classic " * 50})
    assert check(answer, "/api/rules").status_code == 400


@given(st.text(max_size=320))
def test_no_text_whatever_upsets_the_rules(application: Flask, options: str):
    application.extensions["live"], client = Live(), application.test_client()
    check(client.get("/api/rules", query_string={"options": options}), "/api/rules")


@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_a_command_meets_was_promised(
    table: FlaskClient, phone: Callable[[], FlaskClient], desk: Desk, name: str
):
    path = f"/api/commands/{name}"
    body = {
        "candidate": "r pass",
        "card": "7D",
        "face": "n",
        "seat": 1,
        "options": "kids",
        "players": ["a", "b"],
        "square": "C4",
        "cards": 3,
        "result": "tie",
        "wins": 2,
        "suit": "S",
        "position": "*8*/X/X/2r7/X/X/X/X/X/*8* 2 + - 80 - 9 6,5",
    }
    sent = {key: value for key, value in body.items() if key in COMMANDS[name].fields}
    seated = phone()
    seated.post("/api/claim", json={"code": desk.access.code(2)})
    answers = [
        phone().post(path, json=sent),
        seated.post(path, json=sent),
        table.post(path, json={**sent, "number": 99}),
        table.post(path, json={"x": 1}),
        table.post(path, data=b"{}"),
        table.post(path, data=b"x" * 5000, content_type="application/json"),
        table.post(path, json=sent, headers={"Origin": "http://evil.example"}),
        table.post(path, json=sent),
    ]
    desk.close()
    answers.append(table.post(path, json=sent))
    for answer in answers:
        check(answer, path, "post")
    assert {401, 409, 400, 415, 413, 403, 503} <= {answer.status_code for answer in answers}
