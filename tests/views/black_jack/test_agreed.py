"""What was agreed on before the first card: the game by its name, its options, and the rules sheet that tells them."""

import pytest
from watched_pile import Watched

from companion.games.black_jack.options import parse_options
from companion.games.black_jack.rules_sheet import rules_sheet
from companion.games.one_eyed_jack.options import parse_options as one_eyed_options
from companion.referee.phones import Asker
from companion.registry.games import GAMES, act, agreed, refereed


@pytest.mark.parametrize(
    "options",
    ["base", "base players=8 sting=1 jot=any", "base jot=suited queen=suit king2=again ace_in_run=1",
     "base red_jack_ends=1 bring_backs=1 jokers=2 no_action_finish=1 start_card=active", "base start_card=redraw"],
)  # fmt: skip
def test_the_rules_sheet_tells_what_was_agreed(options: str):
    chosen = parse_options(options)
    sheet = " ".join(rules_sheet(chosen))
    assert f"{chosen.players} players" in sheet
    assert ("joker" in sheet) == bool(chosen.jokers)
    assert ("red Jack" in sheet) != chosen.sting
    assert ("brings that player back" in sheet) == chosen.bring_backs
    assert (chosen.seats, chosen.teams, chosen.hand, chosen.notices) == (chosen.players, chosen.players, 7, ())


@pytest.mark.parametrize(
    ("text", "game", "options"),
    [
        ("black-jack", "black-jack", "base players=4"),
        ("black-jack players=3 jokers=1", "black-jack", "base players=3 jokers=1"),
        ("one-eyed-jack kids", "one-eyed-jack", one_eyed_options("kids").text),
        ("classic N=2 T=2", "one-eyed-jack", "classic N=2 T=2"),
    ],
)
def test_a_game_is_agreed_on_by_its_name_and_its_options(text: str, game: str, options: str):
    assert agreed(text) == (game, options)


def test_every_game_of_the_house_is_known_by_its_name():
    for name in GAMES:
        assert refereed(name) is GAMES[name]
    with pytest.raises(ValueError, match="no such game: 'whist'"):
        refereed("whist")
    watched = Watched("base players=4", 4)
    watched.lay("7S")
    tracking = watched.tracking
    assert act(tracking, Asker(table=True), "draw", {})[1]
    with pytest.raises(ValueError, match="has nothing like that"):
        act(tracking, Asker(table=True), "exchange", {})
