"""What a new game may be: only what the rules know, only what this table's chips allow."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.games.black_jack.options import parse_options as black_jack_options
from companion.games.one_eyed_jack.faults import OptionsError
from companion.games.one_eyed_jack.options import parse_options
from companion.views.status import TeamStatus
from companion.web import Live
from companion.web.set_up import ANY_TABLE, BLACK_JACK, OWN_RULES

PICKS = [(name, value) for name, (_, values) in {**ANY_TABLE, **OWN_RULES}.items() for value in values]


@pytest.mark.parametrize(("name", "value"), PICKS)
def test_everything_that_may_be_picked_is_known_to_the_rules(name: str, value: str):
    assert f" {name}={value}" in f" {parse_options(f'my_rules {name}={value}').text} " or (
        parse_options(f"my_rules {name}={value}") == parse_options("my_rules")
    )


@pytest.mark.parametrize("name", ANY_TABLE)
def test_what_any_table_may_settle_is_open_in_every_preset(name: str):
    for value in ANY_TABLE[name][1]:
        for preset in ("denexa", "classic", "kids", "zepherin", "my_rules", "open"):
            parse_options(f"{preset} {name}={value}")


@pytest.mark.parametrize(("name", "value"), [pick for pick in PICKS if pick[0] in OWN_RULES])
def test_what_only_own_rules_settle_cannot_be_changed_elsewhere(name: str, value: str):
    usual = parse_options("classic")
    if usual.value_text(name) == value:
        assert parse_options(f"classic {name}={value}") == usual
    else:
        with pytest.raises(OptionsError):
            parse_options(f"classic {name}={value}")


@pytest.mark.parametrize(("teams", "presets"), [(2, 6), (3, 6), (4, 3), (5, 2)])
def test_only_presets_for_as_many_teams_are_offered(
    phone: Callable[[], FlaskClient], live: Live, status: Callable, teams: int, presets: int
):
    side = TeamStatus("R", "red", 0, 0, 0, ("Ann",))
    live.tell(replace(status(), teams=(side,) * teams))
    page = phone().get("/new").text
    assert page.count("data-seats=") == presets + 1  # Black Jack needs no chips
    assert f'data-teams="{teams}"' in page
    assert 'data-seats=""' not in page


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, values) in BLACK_JACK.items() for value in values]
)
def test_everything_that_may_be_picked_for_black_jack_is_known_to_its_rules(name: str, value: str):
    chosen = black_jack_options(f"base {name}={value}")
    assert chosen.value_text(name) == value
