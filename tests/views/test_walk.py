"""The walk as phones are told it: plain JSON, with looks for the chips and the squares that are pointed at."""

import json

from companion.views.appearance import CHIP_COLOURS
from companion.views.walk import Laying, Remark, WalkStatus, walk_json

CHIPS = (Laying("R", (22,), known=True), Laying("B", (77,), known=False), Laying("N", (27,), known=False))


def test_page_and_lights_point_at_the_next_chips_that_are_not_known():
    assert WalkStatus("chips", chips=CHIPS).pointed == (77,)
    assert WalkStatus("chips", chips=CHIPS[:1]).pointed == ()
    assert WalkStatus("rest").pointed == ()


def test_the_statement_is_plain_json_with_a_look_for_every_chip():
    status = WalkStatus("chips", crossings=(((1.5, 2.0),),), chips=CHIPS, colours=CHIP_COLOURS)
    told = json.loads(json.dumps(walk_json(status)))
    assert told["pointed"] == [77]
    assert told["crossings"] == [[[1.5, 2.0]]]
    assert told["colours"][0] == {"letter": "R", "name": "red"}
    assert [(chip["letter"], chip["name"], chip["known"]) for chip in told["chips"]] == [
        ("R", "Red", True),
        ("B", "Blue", False),
        ("N", "N", False),
    ]
    assert all(chip["paint"].startswith("#") and len(chip["paint"]) == 7 for chip in told["chips"])


def test_remarks_are_told_as_they_are():
    status = WalkStatus("cards", remarks=(Remark("Light", "poor", "dark", "Switch on a light."),))
    told = json.loads(json.dumps(walk_json(status)))
    assert told["remarks"] == [{"topic": "Light", "grade": "poor", "finding": "dark", "remedy": "Switch on a light."}]
