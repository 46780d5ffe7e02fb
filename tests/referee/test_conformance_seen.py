"""The conformance cases of what a camera sees (section D3.16, and our own), put before the referee as likelihoods."""

import json
from pathlib import Path

import pytest
from one_eyed_jack_cases import set_up
from simulated_table import SimulatedTable

from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.sight import parse_sight
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Place, Remove
from companion.referee.discard import Discard
from companion.referee.judge import judge
from companion.referee.positions import contents_of
from companion.referee.settling import Calm, settle
from companion.referee.verdicts import Illegal, Legal, Unchanged, Verdict, Waiting

TESTS = Path(__file__).parents[1]
FILES = (TESTS / "conformance.json", TESTS / "games" / "own_cases.json")
CASES = [case for file in FILES for case in json.loads(file.read_text()) if case["play"].startswith("see")]
ACTS = {Place: "ok:place", Remove: "ok:remove", Exchange: "ok:exchange", EndJoker: "ok:end"}
WIDER_VIEW = {"OWN-235": "see:two turns", "OWN-689": "see:two turns", "OWN-248": "see:DEAD_NOT_ALLOWED"}
"""A referee thinks of a jack nobody noticed too, and says that a dead card stays dead where it is not exchanged."""


def looked_at(table: SimulatedTable, discard: Discard) -> tuple[Calm, Discard]:
    """Two looks that agree, and what is then remembered of the pile."""
    calm = settle(settle(None, table.look()), look := table.look())
    assert calm is not None
    return calm, discard.seen(look.pile)


def in_short(verdict: Verdict) -> str:
    """What the cases call it."""
    match verdict:
        case Legal(turns=turns):
            return ACTS[type(turns[0])] if len(turns) == 1 else "two turns"
        case Unchanged():
            return "NOTHING"
        case Illegal(code=code) | Waiting(code=code):
            return code
    return repr(verdict)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_referee_sees_what_the_cases_say(case):
    options = parse_options(case["options"])
    game = Game(options, position=set_up(options, case["position"], [case["play"]]))
    table = SimulatedTable(options.teams, contents=list(contents_of(game)))
    _, discard = looked_at(table, Discard())
    sight = parse_sight(case["play"].removeprefix("see"))
    if sight.card:
        table.lay(sight.card.code)
    for square, team in (*sight.appeared, *sight.recoloured):
        table.contents[square] = team + 1
    for square in sight.vanished:
        table.contents[square] = 0
    calm, discard = looked_at(table, discard)
    assert f"see:{in_short(judge(game, calm, discard))}" == WIDER_VIEW.get(case["id"], case["expected"])
