"""Who somebody is in words: by name where people gave their names, else by the colour of their chips."""

import re
from collections.abc import Sequence
from types import MappingProxyType

from companion.games.cards import Card
from companion.referee.events import Setup

_NO_NAME = re.compile(r"(Seat|Player) \d+( \(.*\))?")


def natural_list(words: Sequence[str], joined_by: str = "and") -> str:
    """Names in a sentence: `Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    return f" {joined_by} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def with_article(words: str) -> str:
    """One of what is named so: `a red chip`, `an orange chip`."""
    return f"{'an' if words[:1].lower() in {*'aeiou'} else 'a'} {words}"


def has_name(player: str) -> bool:
    """Whether somebody has given this name, and it is not a seat's."""
    return bool(player) and not _NO_NAME.fullmatch(player)


def player_of(setup: Setup, seat: int) -> str:
    """Whoever sits at a seat; without a name the team, and the seat where the team has several."""
    name = setup.players[seat - 1] if seat <= len(setup.players) else ""
    if has_name(name):
        return name
    team = setup.teams[(seat - 1) % len(setup.teams)].name
    return f"{team}, seat {seat}" if len(setup.players) > len(setup.teams) else team


def seats_before(before: Sequence[str], after: Sequence[str]) -> tuple[int, ...]:
    """Where, in the game before, each seat's player sat (seats from 1), or 0 for somebody new.

    Players are known by name; who sat where nobody had given a name sits there still.
    """
    known = {name: seat for seat, name in enumerate(before, 1)}
    gone_on = {known[name] for name in after if name in known}

    def unnamed(seat: int) -> bool:
        """Whether whoever sat there had no name, and has not moved."""
        named = before and (seat > len(before) or has_name(before[seat - 1]))
        return seat not in gone_on and not named

    return tuple(known.get(name, seat * unnamed(seat)) for seat, name in enumerate(after, 1))


def sides_of(setup: Setup, mover: int | None = None) -> tuple[str, ...]:
    """What each team is called, in seating order: its player's name where only one plays for it, else its own.

    Of a team of several the one who plays is meant where it is about the turn of the seat `mover`.
    """
    alone = len(setup.players) <= len(setup.teams)
    sides = [player_of(setup, seat) if alone else team.name for seat, team in enumerate(setup.teams, 1)]
    if mover is not None and player_of(setup, mover) in setup.players:
        sides[(mover - 1) % len(sides)] = player_of(setup, mover)
    return tuple(sides)


def members_of(setup: Setup, team: int) -> tuple[str, ...]:
    """Everybody who plays for a team, by name; the team alone where they have given none."""
    players = setup.players[team :: len(setup.teams)]
    named = bool(players) and not any(map(_NO_NAME.fullmatch, players))
    return players if named else (setup.teams[team].name,)


_SUITS = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})


def card_name(card: Card | None) -> str:
    """A card as players write it: `7♦`, `10♠`, `Joker`; `this card` when it could not be read."""
    if card is None:
        return "this card"
    if card.is_joker:
        return "Joker"
    return f"{'10' if card.rank == 'T' else card.rank}{_SUITS[card.suit]}"
