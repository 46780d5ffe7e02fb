"""The presets, table by table, as the rules print them."""

import pytest

from companion.games.one_eyed_jack.faults import OptionsError
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.presets import PRESETS

NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 12)
SEATED = {
    "denexa": "2/2 3/3 4/2",
    "classic": "2/2 3/3 4/2",
    "kids": "2/2 3/3 4/2 4/4",
    "zepherin": "2/2 3/3 4/2 6/2 6/3 8/2 9/3 10/2 12/2 12/3",
    "my_rules": "2/2 3/3 4/2 4/4 5/5 6/2 6/3 6/6 8/2 8/4 9/3 10/2 10/5 12/2 12/3 12/4 12/6",
    "open": "2/2 3/3 4/2 4/4 5/5 6/2 6/3 6/6 8/2 8/4 9/3 10/2 10/5 12/2 12/3 12/4 12/6",
}
"""Seats and teams."""
DEALT = {
    "denexa": "765",
    "classic": "765",
    "kids": "333",
    "zepherin": "766-54433",
    "my_rules": "765654433",
    "open": "766654433",
}
"""Cards to each of so many seats."""
WON = {"denexa": "21", "classic": "21", "zepherin": "22", "kids": "11111", "my_rules": "21111", "open": "21111"}
"""Patterns that two, three and more teams need."""


@pytest.mark.parametrize("preset", SEATED)
def test_a_preset_seats_deals_and_ends_as_it_is_printed(preset: str) -> None:
    hands, lines = dict(zip(NUMBERS, DEALT[preset], strict=False)), dict(enumerate(WON[preset], 2))
    seatings = [tuple(map(int, pair.split("/"))) for pair in SEATED[preset].split()]
    assert sorted(PRESETS[preset].seatings) == seatings
    for seats, teams in seatings:
        options = parse_options(f"{preset} N={seats} T={teams}")
        assert (str(options.hand), str(options.lines)) == (hands[seats], lines[teams])


@pytest.mark.parametrize(
    ("preset", "settled"),
    [
        ("denexa", "n=5 remove=any protect=off dead=on forgot=forgive"),
        ("classic", "n=5 remove=opponents protect=on dead=on forgot=forgive"),
        ("kids", "n=4 remove=opponents protect=on dead=on forgot=forgive"),
        ("my_rules", "n=5 remove=opponents protect=on dead=on forgot=forgive"),
        ("zepherin", "n=5 remove=any protect=on dead=on forgot=short"),
        ("open", "n=5 remove=opponents protect=on dead=on forgot=forgive"),
    ],
)
def test_a_preset_settles_what_its_name_stands_for(preset: str, settled: str) -> None:
    everywhere = " corners=free stock_end=play_out line_choice=topleft dead_per_turn=off capture=off wrap=none die=off"
    options = parse_options(preset)
    for agreed in (settled + everywhere).split():
        key, _, value = agreed.partition("=")
        assert options.value_text(key) == value


MOST = {"my_rules": (10, 10, 10, 10, 8, 6, 5, 5, 4), "open": tuple(map(int, DEALT["open"]))}


@pytest.mark.parametrize(("preset", "least"), [("my_rules", 2), ("open", 3)])
def test_where_hands_are_free_they_have_a_least_and_a_most(preset: str, least: int) -> None:
    teams = dict(pair.split("/") for pair in SEATED[preset].split())
    for seats, most in zip(NUMBERS, MOST[preset], strict=True):
        table = f"{preset} N={seats} T={teams[str(seats)]}"
        assert [parse_options(f"{table} hand={hand}").hand for hand in (least, most)] == [least, most]
        for hand in (least - 1, most + 1):
            with pytest.raises(OptionsError, match=f"deal {least} to {most}"):
                parse_options(f"{table} hand={hand}")
