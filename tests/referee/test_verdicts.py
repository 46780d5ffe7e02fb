"""The cases of the rules about what a camera sees, judged from likelihoods instead of certainties."""

import json
from pathlib import Path

import pytest
from one_eyed_jack_cases import set_up
from simulated_table import SimulatedTable

from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.sight import parse_sight
from companion.games.one_eyed_jack.squares import square_name
from companion.games.one_eyed_jack.state import Game
from companion.referee.discard import Discard
from companion.referee.judge import judge
from companion.referee.positions import contents_of
from companion.referee.settling import settle
from companion.referee.verdicts import Illegal, Legal, Waiting

SEEN = [
    case
    for case in json.loads((Path(__file__).parent.parent / "conformance.json").read_text())
    if case["game"] == "oneeyedjack" and case["play"].startswith("see")
]


def table_of(game, sight):
    """The game's table after what was seen."""
    table = SimulatedTable(game.options.teams)
    table.contents = list(contents_of(game))
    for square, team in (*sight.appeared, *sight.recoloured):
        table.put(square_name(square), team)
    for square in sight.vanished:
        table.take(square_name(square))
    if sight.card:
        table.lay(sight.card.code)
    return table


def said(verdict):
    """A verdict in the words of the cases."""
    match verdict:
        case Legal(turns=turns):
            return f"ok:{type(turns[0]).__name__.lower()}"
        case Illegal(code=code) | Waiting(code=code):
            return code
    return type(verdict).__name__


@pytest.mark.parametrize("noise", [0.0, 2.0])
@pytest.mark.parametrize("case", SEEN, ids=lambda case: case["id"])
def test_what_a_camera_sees_is_judged_as_the_rules_say(case, noise):
    options = parse_options(case["options"])
    game = Game(options, position=set_up(options, case["position"], [case["play"]]))
    table = table_of(game, parse_sight(case["play"].removeprefix("see")))
    table.noise = noise
    calm = settle(settle(None, table.look()), table.look())
    discard = Discard(closed=0).seen(calm.pile)
    assert said(judge(game, calm, discard)) == case["expected"].removeprefix("see:")
