"""The conformance cases of what a camera sees (section D3.16, and our own), put before the referee as likelihoods.

What the likeliest hypothesis makes of the one look is compared with what the rules call it: its turns, its deviation,
or that it waits. Where the two differ, the tables below say so and why.
"""

import json
from pathlib import Path

import pytest
from one_eyed_jack_cases import set_up
from simulated_table import SimulatedTable

from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.sight import Sight, parse_sight
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Place, Remove
from companion.referee.belief import updated
from companion.referee.one_eyed_jack.belief import LIMITS, believing
from companion.referee.one_eyed_jack.evidence import evidence_of
from companion.referee.one_eyed_jack.faults import TURN, named
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.one_eyed_jack.model import GameModel
from companion.referee.settling import settle
from companion.referee.tracks import Tracks

TESTS = Path(__file__).parents[1]
FILES = (TESTS / "conformance.json", TESTS / "games" / "own_cases.json")
CASES = [case for file in FILES for case in json.loads(file.read_text()) if case["play"].startswith("see")]
ACTS = {Place: "ok:place", Remove: "ok:remove", Exchange: "ok:exchange", EndJoker: "ok:end"}

TURNS_ALL_THE_SAME = {
    **dict.fromkeys(("OEJ-209", "OWN-714"), "WAIT_CARD:ok:place"),
    **dict.fromkeys(("OWN-243", "OWN-668", "OWN-670", "OWN-671", "OWN-674", "OWN-725"), "WAIT_CARD:two turns"),
    "OEJ-225": "two turns",
}
"""Chips that came by turns are turns: the cards are still to come, or were not seen; nothing is merged or disturbed."""
TURN_AND_FAULT = {
    **dict.fromkeys(("OWN-246", "OWN-665", "OWN-666"), "ok:place+BOARD_DISTURBED"),
    **dict.fromkeys(("OEJ-229", "OWN-237", "OWN-661", "OWN-771"), "ok:place+REMOVED_WITHOUT_JACK"),
    **dict.fromkeys(("OWN-719", "OWN-773", "OWN-775"), "ok:place+REMOVED_TWO"),
    **dict.fromkeys(("OWN-664", "OWN-713"), "ok:place+CHIP_MOVED"),
    "OWN-663": "ok:place+NO_CARD",
    "OWN-667": "ok:place+WRONG_COLOUR",
    "OWN-233": "ok:place+SQUARE_OCCUPIED",
    "OWN-247": "ok:place+TWO_CHIPS",
    "OWN-242": "ok:remove+REMOVED_TWO",
}
"""A fault is no wall: what is a turn is one, and whatever else changed is a fault of its own beside it."""
WIDER_VIEW = {"OWN-240": "NO_CARD", "OWN-245": "TWO_CHIPS", "OWN-248": "DEAD_NOT_ALLOWED"}
"""A chip that went waits for its jack, named as what it will be if none comes; no card brings two chips; and a dead
card stays dead where it is not exchanged."""
CHIPS_FIRST = {"OWN-673": "TWO_CHIPS", "OWN-676": "CORNER_CLOSED"}
"""A card of another game is likelier misread, so what is wrong with the chips whatever it is comes first."""
DIFFERENT = TURNS_ALL_THE_SAME | TURN_AND_FAULT | WIDER_VIEW | CHIPS_FIRST


def in_short(game: Game, hypothesis: Hypothesis) -> str:
    """What the cases call what a hypothesis says."""
    if hypothesis.deviations:
        acts = "".join(f"{ACTS[type(turn)]}+" for turn in hypothesis.turns)
        return acts + "+".join(deviation.code for deviation in hypothesis.deviations)
    if hypothesis.turns:
        waits = "WAIT_CARD:" if hypothesis.lacking else ""
        return waits + ("two turns" if len(hypothesis.turns) > 1 else ACTS[type(hypothesis.turns[0])])
    code = named(game.at(hypothesis.now), hypothesis.laid[0] if hypothesis.waiting else None, Sight())[0]
    return "a turn that is not told" if code == TURN else code


def likeliest(case: dict[str, str]) -> tuple[Game, Hypothesis]:
    """The likeliest hypothesis of what a case shows."""
    options = parse_options(case["options"])
    game = Game(options, position=set_up(options, case["position"], [case["play"]]))
    table = SimulatedTable(options.teams, contents=[0 if team is None else team + 1 for team in game.position.chips])
    tracks = Tracks().seen(table.look().pile, settled=True).closed()
    sight = parse_sight(case["play"].removeprefix("see"))
    if sight.card:
        table.lay(sight.card.code)
    for square, team in (*sight.appeared, *sight.recoloured):
        table.contents[square] = team + 1
    for square in sight.vanished:
        table.contents[square] = 0
    came, after = table.look(), table.look()
    calm = settle(settle(None, came), after)
    assert calm is not None
    seen = evidence_of(calm, tracks.seen(came.pile, settled=False).seen(after.pile, settled=True))
    return game, updated(believing(game).beam, GameModel(game, seen), LIMITS)[0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_likeliest_hypothesis_is_what_the_cases_say(case):
    expected = DIFFERENT.get(case["id"], case["expected"].removeprefix("see:"))
    assert in_short(*likeliest(case)) == expected


def test_no_difference_is_listed_that_is_none():
    expected = {case["id"]: case["expected"].removeprefix("see:") for case in CASES}
    assert {name for name in DIFFERENT if expected[name] == DIFFERENT[name]} == set()
