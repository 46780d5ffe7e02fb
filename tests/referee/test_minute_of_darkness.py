"""Turns that nobody watched are told once the board is seen again, and play is followed from there on."""

import pytest
from simulated_table import Evening

from companion.games.cards import Card
from companion.games.one_eyed_jack.turns import Place, Remove
from companion.games.squares import square_name

UNSEEN = ("AD", "KH", "JS", "5H", "JC@B1", "QH", "2S")
"""Cards played while the camera sees nothing: a one-eyed jack takes blue's first chip, the other goes where it says."""


def played(evening: Evening, card: str, team: int) -> None:
    """A seat lays a card and puts its chip where the card says, or takes one."""
    code, _, square = card.partition("@")
    evening.table.lay(code)
    if code == "JS":
        evening.table.take(next(square_name(one) for one, chip in enumerate(evening.table.contents) if chip == 2))
        return
    free = evening.tracking.game.layout.squares_of(Card(code))
    evening.table.put(square or square_name(next(one for one in free if not evening.table.contents[one])), team)


def watched(evening: Evening, *cards: str) -> None:
    """Turns that are played one by one in full view."""
    for card in cards:
        evening.hand()
        played(evening, card, len(evening.tracking.game.turns) % 2)
        evening.hand(1)
        evening.rest(8)


@pytest.mark.parametrize("unseen", range(2, len(UNSEEN) + 1))
def test_turns_played_in_the_dark_are_told_in_the_light_and_the_next_one_is_refereed(evening, unseen):
    watched(evening, "7D", "6D", "9D", "TD")
    for number, card in enumerate(UNSEEN[:unseen]):
        played(evening, card, number % 2)
        for _ in range(4):
            evening.look(evening.table.look(registered=False))
    evening.table.came = 1  # of the cards that came meanwhile the last lies on top
    evening.rest(12)
    assert evening.tracking.fault is None
    watched(evening, "8S", "KC")
    assert evening.tracking.fault is None
    chips = [None if chip == 0 else chip - 1 for chip in evening.table.contents]
    assert list(evening.tracking.game.position.chips) == chips
    last = [turn for turn in evening.tracking.game.turns if isinstance(turn, Place | Remove)][-2:]
    assert [turn.card for turn in last] == [Card("8S"), Card("KC")]
