"""The rules in force, as data: how many play, with how many cards, and which variations. Fixed before the deal."""

from dataclasses import dataclass, fields, replace

from companion.games.cards import STANDARD, Card
from companion.games.choices import Reader, number, read_changes, switch, value_text, word
from companion.games.refusals import OptionsError

HAND = 7
"""Cards dealt to each seat."""

_STANDARD = frozenset(STANDARD)
_SHORT = {"N": "players"}
_READERS: dict[str, Reader] = {
    **dict.fromkeys(("players", "packs"), number("BAD_SEATING")),
    "jokers": number(),
    **dict.fromkeys(("sting", "bring_backs", "ace_in_run", "no_action_finish", "red_jack_ends"), switch),
    "jot": word("off", "suited", "any"),
    "queen": word("run", "suit"),
    "king2": word("opponent", "again"),
    "start_card": word("inert", "active", "redraw"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """Everything agreed before the deal. Build it with `parse_options`; any two settings go together."""

    players: int = 4
    packs: int = 1
    jokers: int = 0
    """Jokers in each pack."""
    sting: bool = False
    """All Jacks sting: red Jacks are penalty cards like black ones."""
    jot: str = "off"
    """Jacks on Twos: `suited` or `any` where one may lie on the other."""
    queen: str = "run"
    """What covers a Queen: the next step of the run, or with `suit` any card of her suit."""
    bring_backs: bool = False
    """A penalty aimed at a seat that is out brings its player back."""
    start_card: str = "inert"
    """What the turned-up card does: nothing, act as if the dealer had played it, or make room for another."""
    ace_in_run: bool = False
    """Inside a run too an Ace goes on any card."""
    no_action_finish: bool = False
    """Nobody may go out on an action card."""
    red_jack_ends: bool = False
    """Nothing may follow a red Jack that cancels."""
    king2: str = "opponent"
    """Who moves after an odd number of Kings when two are left; `again` is whoever played them."""

    @property
    def text(self) -> str:
        """`base`, the number of players and what else was changed; `parse_options` reads it back."""
        usual = Options(self.players, _packs_for(self.players))
        names = [f.name for f in fields(self) if getattr(self, f.name) != getattr(usual, f.name)]
        return " ".join(("base", *(f"{name}={self.value_text(name)}" for name in ("players", *names))))

    def value_text(self, key: str) -> str:
        """One option as players write it: `on`, `off`, a word or a number. Raises AttributeError."""
        return value_text(getattr(self, _SHORT.get(key, key)))

    @property
    def seats(self) -> int:
        """How many play."""
        return self.players

    @property
    def teams(self) -> int:
        """Everybody plays alone."""
        return self.players

    @property
    def hand(self) -> int:
        """Cards dealt to each."""
        return HAND

    @property
    def notices(self) -> tuple[str, ...]:
        """What was changed so that the options go together: nothing, since any two do."""
        return ()

    @property
    def faces(self) -> tuple[Card, ...]:
        """Every card face that may be played, once each."""
        return (*STANDARD, Card("JK")) if self.jokers else STANDARD

    @property
    def deck_size(self) -> int:
        """How many cards are shuffled together."""
        return self.packs * (len(STANDARD) + self.jokers)

    def copies(self, card: Card) -> int:
        """How often a card is in the deck."""
        if card.code == "JK":
            return self.packs * self.jokers
        return self.packs if card in _STANDARD else 0


def parse_options(text: str) -> Options:
    """The options written as `base`, which may be left out, and `key=value` changes. Raises OptionsError."""
    words = text.split()
    name, *changes = words if words and "=" not in words[0] else ["base", *words]
    if name != "base":
        raise OptionsError("BAD_OPTION", f"no such preset: {name!r}; Black Jack has only base")
    chosen = read_changes(changes, _READERS, _SHORT)
    options = replace(Options(), **chosen)  # type: ignore[arg-type]
    if "packs" not in chosen:
        options = replace(options, packs=_packs_for(options.players))
    _check(options)
    return options


def _packs_for(players: int) -> int:
    """The packs a table of this size needs."""
    return 1 if players <= 6 else 2


def _check(options: Options) -> None:
    """Raises OptionsError for what cannot be dealt."""
    if not 2 <= options.players <= 12:
        raise OptionsError("BAD_SEATING", f"{options.players} players; Black Jack is for 2 to 12")
    if options.packs not in (1, 2) or options.packs < _packs_for(options.players):
        raise OptionsError("BAD_SEATING", f"packs={options.packs} for {options.players} players; 7 and more need 2")
    if options.jokers > 2:
        raise OptionsError("BAD_OPTION", f"jokers={options.jokers}; a pack has 0, 1 or 2")
