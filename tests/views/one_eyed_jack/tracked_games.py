"""Games as they are followed, told by their turns."""

from dataclasses import replace

from companion.games.cards import parse_card
from companion.games.one_eyed_jack.layout import REFERENCE
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.state import Game
from companion.referee.events import Setup, TeamLook
from companion.referee.one_eyed_jack.belief import believing
from companion.referee.one_eyed_jack.ledger import Watch
from companion.referee.one_eyed_jack.tracking import Tracking

TWO = "my_rules N=2 T=2 hand=6 lines=2 n=5"
RED, BLUE, GREEN = TeamLook("R", "red"), TeamLook("B", "blue"), TeamLook("G", "green")
LINE = "r 3C@A5; b AS@B1; r 4C@B5; b 2S@C1; r 5C@C5; b 3S@D1; r 6C@D5; b 9S@A2; r 7C@E5"
SQUARE = "r TS@B2; b 7D@C4; r QS@C2; b 8D@D4; r 8H@B3; b 9D@E4; r 9H@C3"
SECOND = "b TS@B2; r KC@A6; b QS@C2; r QC@B6; b KS@D2; r TC@C6; b AH@E2; r 9C@D6; b 3H@G2; r 8C@E6"


def tracking(plays: str = "", options: str = TWO, **changes: object) -> Tracking:
    teams = (RED, BLUE, GREEN)[: parse_options(options).teams]
    players = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay")[: parse_options(options).seats]
    game = Game(parse_options(options), REFERENCE)
    for play in filter(None, plays.split("; ")):
        game.push(parse_turn(play))
    setup = Setup(options, tuple(card.code for card in REFERENCE.cards), teams, players)
    return replace(Tracking(setup, game, watch=Watch(believing(game)), settled=True), **changes)


def card_seen(code: str, plays: str = "", options: str = TWO) -> Tracking:
    return tracking(plays, options, card=parse_card(code))
