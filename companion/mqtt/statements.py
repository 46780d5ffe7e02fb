"""What is said under a table's topics, as one line of JSON each. How the game stands is told as phones are told."""

import json
from dataclasses import asdict
from typing import Any

from companion.referee.events import Event, GameWon, LineCompleted, Setup
from companion.referee.naming import sides_of
from companion.registry.games import refereed
from companion.views.appearance import appearances_of, seat_appearances
from companion.views.words import capitalised


def event_text(number: int, game: str, event: Event, setup: Setup) -> str:
    """An event of a game with this set-up, under its running number.

    `game` names the game among all of all tables, and its events have rising numbers: whoever remembers the last of
    them knows one that comes again. The fields are the journal's, with the event's kind, and its words for people.
    """
    words = refereed(setup.game).words(event, setup)
    told = {**asdict(event), "number": number, "game": game, "kind": type(event).__name__, "text": words}
    return json.dumps({**told, **_side(event, setup)}, ensure_ascii=False, separators=(",", ":"))


def _side(event: Event, setup: Setup) -> dict[str, Any]:
    """Whose line or win it is: a name, and the colour [red, green, blue] of its lamps; nothing of other events."""
    if not isinstance(event, LineCompleted | GameWon) or event.team is None:
        return {}
    names = [chip.name for chip in setup.known]
    if refereed(setup.game).needs_board:
        side, look = capitalised(sides_of(setup)[event.team]), appearances_of(names)[setup.places[event.team]]
    else:
        side, look = setup.players[event.team], seat_appearances(names)[event.team]
    return {"side": side, "rgb": list(look.lamp)}
