"""What a new game may be: only what the rules know, only what this table's chips allow."""

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.games.black_jack.options import parse_options as black_jack_options
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.options import Options, parse_options
from companion.games.one_eyed_jack.presets import PRESETS
from companion.referee.events import Setup, TeamLook
from companion.registry.games import GAMES, refereed
from companion.web import Live, set_up
from companion.web.choices import BLACK_JACK, CHOICES, ONE_EYED_JACK, possible
from companion.web.fields import FIELDS

NEEDS = {"end_joker": "objective=sub3", "shape": "objective=square"}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, all_) in ONE_EYED_JACK.items() for value in all_]
)
def test_everything_that_may_be_picked_is_known_to_the_rules(name: str, value: str):
    chosen = parse_options(f"my_rules N=3 T=3 {NEEDS.get(name, '')} {name}={value}")
    assert chosen.value_text(name) == value


def test_everything_the_rules_know_may_be_picked():
    dictated = {"seats", "teams", "preset", "notices", "cross_sizes"}
    assert {field.name for field in fields(Options)} - dictated == set(ONE_EYED_JACK)


@pytest.mark.parametrize("preset", ["denexa", "classic", "kids", "zepherin"])
def test_a_preset_leaves_open_what_any_table_may_settle_and_nothing_else(preset: str):
    picks = possible("one-eyed-jack", f"{preset} N=4 T=2")
    open_ = {name for name, values in picks.items() if len(values) > 1}
    locks = preset != "denexa"  # else no line is anybody's for good
    assert open_ == {"forgot", "stock_end", "dead_per_turn", *["line_choice"] * locks}


@given(st.sampled_from(["one-eyed-jack", "black-jack"]), st.sampled_from(["my_rules", "open"]), st.data())
def test_whatever_is_picked_of_what_is_possible_can_be_played(game: str, preset: str, data: st.DataObject):
    settled: dict[str, str] = {} if game == "black-jack" else {"N": "6", "T": "3"}
    for _ in range(4):
        text = " ".join(("base" if game == "black-jack" else preset, *map("=".join, settled.items())))
        picks = {name: values for name, values in possible(game, text).items() if values}
        name = data.draw(st.sampled_from(sorted(picks)))
        settled[name] = data.draw(st.sampled_from(picks[name]))
        chosen = refereed(game).options(f"{text} {name}={settled[name]}")
        assert chosen.value_text(name) == settled[name]


def test_what_does_not_go_together_is_not_possible():
    assert "pairs_trios" not in possible("one-eyed-jack", "my_rules n=4")["capture"]
    assert possible("one-eyed-jack", "my_rules")["end_joker"] == ["off"]
    assert possible("one-eyed-jack", "my_rules objective=sub3")["end_joker"] == ["on", "off"]
    assert possible("one-eyed-jack", "my_rules N=2")["die"] == ["off"]
    assert possible("one-eyed-jack", "my_rules")["shape"] == []


@pytest.mark.parametrize(
    ("options", "idle"),
    [
        ("my_rules objective=sub3", {"n", "lines", "protect", "line_choice", "shape", "capture"}),
        ("my_rules protect=off", {"line_choice", "shape"}),
        ("my_rules dead=off", {"dead_per_turn", "shape"}),
    ],
)
def test_what_would_say_nothing_is_not_asked(options: str, idle: set[str]):
    asked = {name for name, values in possible("one-eyed-jack", f"{options} N=3 T=3").items() if len(values) > 1}
    assert idle.isdisjoint(asked)


@pytest.mark.parametrize("game", CHOICES)
def test_the_page_is_told_what_is_possible_with_the_rules(phone: Callable[[], FlaskClient], game: str):
    told = phone().get(f"/api/rules?game={game}").json
    assert told["possible"] == possible(game, "")
    assert set(told["possible"]) == set(CHOICES[game])


CHIPS = (("R", "red"), ("B", "blue"), ("G", "green"), ("Y", "yellow"))


@pytest.mark.parametrize("colours", [2, 3, 4])
def test_a_preset_is_offered_to_all_numbers_of_teams_that_there_are_chips_for(
    phone: Callable[[], FlaskClient], live: Live, status: Callable, colours: int
):
    live.tell(replace(status(), known=CHIPS[:colours]))
    page = phone().get("/new").text
    offered = [json.loads(each) for each in re.findall("data-seats='([^']*)'", page)]
    for preset, seats in zip(set_up.OFFERED, offered, strict=True):
        wanted = [f"{seats}:{teams}" for seats, teams in sorted(PRESETS[preset].seatings) if teams <= colours]
        assert [value for value, _ in seats] == wanted
    two = ["2", "4"] if colours == 2 else ["2", "4 in two teams"]
    assert [words for value, words in offered[0] if value in {"2:2", "4:2"}] == two
    assert [chip["letter"] for chip in json.loads(re.findall("data-chips='([^']*)'", page)[0])] == [*"RBGY"[:colours]]


def test_a_table_without_a_board_plays_black_jack(phone: Callable[[], FlaskClient], live: Live):
    cards = refereed("black-jack")
    live.tell(cards.statement(cards.begin(Setup("base players=2", (), (), (), "black-jack"))[0]))
    page = phone().get("/new").text
    assert page.count("This table has no board. Start without --empty-table to play on one.") == 1
    assert 'value="black-jack" checked' in page


@pytest.mark.parametrize("game", GAMES)
def test_the_game_that_is_played_at_a_table_with_a_board_is_picked_already(
    phone: Callable[[], FlaskClient], live: Live, game: str
):
    known, rules = tuple(TeamLook(letter, name) for letter, name in CHIPS[:2]), refereed(game)
    setup = Setup(rules.options("").text, tuple(card.code for card in REFERENCE.cards), known, (), game)
    live.tell(rules.statement(rules.begin(setup)[0]))
    assert re.findall('name="game" value="([^"]*)" checked', phone().get("/new").text) == [game]


def test_what_is_usual_is_told(phone: Callable[[], FlaskClient]):
    told = phone().get("/api/rules?options=my_rules N=4 T=2 hand=3").json["usual"]
    assert (told["hand"], told["lines"], told["protect"], told["die"]) == ("5", "2", "on", "off")


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, values) in BLACK_JACK.items() for value in values]
)
def test_everything_that_may_be_picked_for_black_jack_is_known_to_its_rules(name: str, value: str):
    chosen = black_jack_options(f"base {name}={value}")
    assert chosen.value_text(name) == value


FAMILY, ALI_REZA = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"


def test_names_may_be_written_with_joiners_within_them():
    assert FIELDS["players"].read([FAMILY, f"{ALI_REZA}\u200d "]) == (FAMILY, ALI_REZA)


@pytest.mark.parametrize("name", ["", "\u200d", "W" * 25, "W" * 400, "a\nb", "a\u202eb", 5, None])
def test_a_name_that_is_refused_is_said_whose_it_is_and_how_long_it_may_be(name: object):
    with pytest.raises(ValueError, match="the name of player 2 is to have 1 to 24 characters that can be printed"):
        FIELDS["players"].read(["Ann", name])


def test_names_that_differ_in_what_nobody_sees_are_not_different():
    with pytest.raises(ValueError, match="different names"):
        FIELDS["players"].read(["Ann", "A\u200dnn"])
