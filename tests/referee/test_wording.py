"""What players hear fits who plays, how many chips it is about, and the rules in force."""

from dataclasses import replace

import pytest
from simulated_table import Evening, after_two_turns, kinds, setup_of, undo

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position_text import parse_position
from companion.games.one_eyed_jack.sight import Sight
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place
from companion.games.squares import parse_square
from companion.referee.one_eyed_jack import commands
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.one_eyed_jack.wording import question, remedy
from companion.referee.phones import Asker

TABLE = Asker(table=True)
RED_LINES = "*8*/X/X/X/rrrrr5/X/rrrrr5/X/X/*8*"


def game_at(options: str, position: str) -> Game:
    """A game that goes on from this position, in which every seat has cards."""
    agreed = parse_options(options)
    return Game(agreed, position=parse_position(position, agreed))


def said(options: str, position: str, code: str, about: Sight) -> str:
    """What is told of a fault in this position."""
    return remedy(game_at(options, position), code, about, setup_of(options, parse_options(options).teams))


@pytest.mark.parametrize("players", [("Ann", "Ben", "Cleo", "Dan"), ("Seat 1", "Seat 2", "Seat 3", "Seat 4")])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_partners_have_won_as_a_team_whoever_was_to_move(players: tuple[str, ...], seat: int) -> None:
    game, setup = game_at("classic N=4", f"{RED_LINES} {seat} + - 60 - 20"), replace(setup_of(), players=players)
    assert remedy(game, "GAME_OVER", Sight(), setup) == "Red has already won. Nothing more is played in this game."


@pytest.mark.parametrize(
    ("options", "board", "code", "about", "text"),
    [
        (
            "classic",
            "*8*/X/X/2b7/X/X/X/X/X/*8*",
            "CARD_MISMATCH",
            Sight(Card("7D"), ((33, 0),)),
            "7♦ belongs on H7, not D4. Move the chip, or take back card and chip.",
        ),
        (
            "open objective=sub3 end_joker=1",
            "*8*/X/X/X/X/X/X/X/X/*8*",
            "CARD_MISMATCH",
            Sight(Card("JKE"), ((33, 0),)),
            "Joker ends the game and places no chip. Take the chip off D4, or take back card and chip.",
        ),
        (
            "open capture=pairs",
            "*8*/X/X/X/1rb7/X/X/X/X/*8*",
            "CAPTURE_NOT_CLEARED",
            Sight(Card("7C"), vanished=(42,)),
            "C5 is captured: take the chip off and return it.",
        ),
        (
            "classic",
            "*8*/X/X/X/2bbb5/X/X/X/X/*8*",
            "REMOVED_TWO",
            Sight(Card("JS"), vanished=(42, 43, 44)),
            "Only one chip may go, but C5, D5 and E5 are empty. Put two back.",
        ),
        (
            "classic",
            "*8*/X/X/X/2brb5/X/X/X/X/*8*",
            "REMOVED_TWO",
            Sight(vanished=(42, 43)),
            "Put the blue and red chips back on C5 and D5; only a one-eyed jack removes chips, and only one.",
        ),
        (
            "classic",
            "*8*/X/X/X/2r7/X/X/X/X/*8*",
            "NO_CARD",
            Sight(vanished=(42,)),
            "Put the red chip back on C5; no card takes it.",
        ),
        (
            "my_rules remove=any",
            "*8*/X/X/X/2r7/X/X/X/X/*8*",
            "NO_CARD",
            Sight(vanished=(42,)),
            "Show the card for the chip taken from C5.",
        ),
        (
            "open N=3",
            "*8*/X/X/X/2bg6/X/X/X/X/*8*",
            "REMOVED_WITHOUT_JACK",
            Sight(Card("7C"), vanished=(42, 43)),
            "Put the blue and green chips back on C5 and D5; 7♣ does not remove chips.",
        ),
        (
            "open N=4 T=4",
            "*8*/X/X/X/2bgy5/X/X/X/X/*8*",
            "REMOVED_WITHOUT_JACK",
            Sight(Card("7C"), vanished=(42, 43, 44)),
            "Put the blue, green and yellow chips back on C5, D5 and E5; 7♣ does not remove chips.",
        ),
        (
            "open objective=cross",
            "*8*/X/X/4b5/3bbb4/4b5/X/X/X/*8*",
            "REMOVED_LOCKED",
            Sight(Card("JS"), vanished=(44,)),
            "E5 is part of a finished cross and safe. Put the blue chip back. No other may be taken now; take J♠ back.",
        ),
        (
            "open objective=sub3",
            "*8*/X/X/X/3bbb4/X/b9/X/X/*8*",
            "REMOVED_LOCKED",
            Sight(Card("JS"), vanished=(44,)),
            "E5 is part of a finished row of three and safe. Put the blue chip back and choose another.",
        ),
    ],
)
def test_a_remedy_names_what_is_at_stake(options: str, board: str, code: str, about: Sight, text: str) -> None:
    assert said(options, f"{board} 1 + - 60 - 20", code, about) == text


@pytest.mark.parametrize(
    ("options", "board", "code", "about", "text"),
    [
        (
            "classic",
            "*8*/X/X/X/2b7/X/X/X/X/*8*",
            "SQUARE_OCCUPIED",
            Sight(Card("JS"), recoloured=((42, 0),)),
            "A one-eyed jack only removes. Take the chip off C5.",
        ),
        (
            "classic",
            "*8*/X/X/X/bbbbb1b3/X/X/X/X/*8*",
            "SQUARE_OCCUPIED",
            Sight(Card("JS"), recoloured=((42, 0),)),
            "A one-eyed jack only removes. Put back what lay on C5 and choose another.",
        ),
        (
            "classic",
            "*8*/X/X/2b7/X/X/7b2/X/X/*8*",
            "SQUARE_OCCUPIED",
            Sight(Card("7D"), recoloured=((32, 0),)),
            "C4 already has a chip. Put it back; 7♦ has no open square left.",
        ),
        (
            "classic",
            "*8*/X/X/X/2r7/X/X/X/X/*8*",
            "REMOVED_OWN",
            Sight(Card("JH"), vanished=(42,)),
            "A one-eyed jack takes an opponent’s chip here. Put yours back on C5. "
            "No other may be taken now; take J♥ back.",
        ),
        (
            "classic",
            "*8*/X/X/X/2r7/X/X/X/X/*8*",
            "REMOVED_OWN",
            Sight(vanished=(42,)),
            "A one-eyed jack takes an opponent’s chip here. Put yours back on C5 and choose another.",
        ),
    ],
)
def test_nobody_is_sent_to_what_cannot_be_done(options: str, board: str, code: str, about: Sight, text: str) -> None:
    assert said(options, f"{board} 1 + - 60 - 20", code, about) == text


@pytest.mark.parametrize("jack", ["JS", "JH"])
def test_whoever_replaces_a_chip_with_a_jack_takes_off_the_new_one_and_has_played(jack: str):
    evening = after_two_turns()
    evening.act(jack, "-D4", "+D4:r")
    assert evening.tracking.fault.message == "A one-eyed jack only removes. Take the chip off D4."
    assert kinds(evening.act("-D4")) == ["FaultResolved SQUARE_OCCUPIED", f"TurnPlayed r {jack}xD4"]


def test_chips_strewn_over_a_bare_board_are_no_board_that_was_cleared(evening):
    assert kinds(evening.act("+C4:r", "+D4:b", "+E4:r", frames=40)) == ["FaultFound BOARD_DISTURBED"]
    words = "The board was bumped. Put it back as the picture shows; look at C4, D4 and E4."
    assert evening.tracking.fault.message == words


def test_an_end_joker_is_never_dead():
    evening = Evening("open objective=sub3 end_joker=1")
    with pytest.raises(IllegalTurnError, match=r"Joker is never dead\. Take it back into your hand"):
        commands.exchange(evening.tracking, TABLE, Card("JKE"))


def test_every_copy_too_many_is_counted(evening):
    plays = ("r 7D@C4", "b JSxC4", "r 7D@C4", "b JSxC4", "r 7D@C4", "b JHxC4", "r 7D@C4")
    for play in plays:
        said = evening.command(commands.declare(evening.tracking, play))
    assert said[-1].message.startswith("I have seen 7♦ four times;")


def told_as(game: Game, *turns: Exchange | Pass | Place) -> str:
    """The question which of these turns was played."""
    behind = [Hypothesis(game.following(turn), kept=0, untold=1) for turn in turns]
    asked_now = question(game, behind, ("red", "blue"))
    assert asked_now
    return asked_now.text


def test_a_question_names_every_card_that_may_have_been_exchanged():
    game = game_at("classic", "*8*/X/2r4r2/2b7/X/X/7r2/2b7/X/*8* 1 + - 60 - 20")
    text = told_as(game, Exchange(0, Card("7D")), Exchange(0, Card("2D")))
    assert text == "Did red exchange 7♦ or 2♦, which is dead?"


def test_a_turn_without_a_card_is_nothing():
    game = Game(parse_options("classic"))
    text = told_as(game, Pass(0), Place(0, Card("8D"), parse_square("D4")))
    assert text == "What did red play: nothing or 8♦ on D4?"


def test_an_exchange_that_is_undone_gives_its_card_back(evening):
    evening.play(("7D", "+C4:r"), ("7D", "+H7:b"))
    evening.command(commands.exchange(evening.tracking, TABLE, Card("7D")))
    evening.act("7D")
    said = evening.command(undo(evening.tracking))
    assert kinds(said)[-1] == "NoticeGiven TAKE_BACK"
    assert said[-1].message == "Take the card back."


def test_a_pass_that_is_undone_gives_nothing_back():
    evening = after_two_turns()
    evening.command(commands.pass_turn(evening.tracking, TABLE))
    assert kinds(evening.command(undo(evening.tracking))) == ["TurnUndone"]


@pytest.mark.parametrize(
    ("code", "about", "words"),
    [
        ("WRONG_COLOUR", Sight(appeared=((44, 0),)), "an orange chip was put on E5."),
        ("CHIP_MOVED", Sight(vanished=(30,), appeared=((31, 0),)), "An orange chip moved from A4 to B4."),
        ("TABLE_DIFFERS", Sight(vanished=(30,)), "put an orange chip on A4."),
    ],
)
def test_chips_have_the_article_of_their_colour(code: str, about: Sight, words: str) -> None:
    setup = setup_of()
    orange = replace(setup, teams=(replace(setup.teams[0], name="orange"), setup.teams[1]))
    assert words in remedy(game_at("classic", "*8*/X/X/r9/X/X/X/X/X/*8* 2 + - 60 - 20"), code, about, orange)
