"""Black Jack in words, lamps and numbers: what is in force, what happened, what may be done."""

from contextlib import suppress
from dataclasses import replace

import pytest
from watched_pile import Watched, begun, setup_for

from companion.games.black_jack.options import parse_options
from companion.referee import events
from companion.referee.black_jack.commands import answer
from companion.referee.events import Event, FaultFound, NoticeGiven
from companion.referee.phones import Asker, NotAllowedError
from companion.views.appearance import seat_appearances
from companion.views.black_jack.announcement import event_words
from companion.views.black_jack.status import Status, status_of
from companion.views.black_jack.status_json import status_json
from companion.views.scene import Scene

SETUP = setup_for("base players=3", 3)
SAID: dict[Event, str] = {
    events.GameStarted(SETUP): (
        "Black Jack: Ann, Ben and Cleo. Deal seven cards to each, and turn up the first of the stock."
    ),
    events.CardLaid("8S"): "Eight of spades.",
    events.CardLaid("JK=2H"): "Joker as the two of hearts.",
    events.CardLaid("8S", verified=False): "Eight of spades. I could not see that for sure.",
    events.TurnPlayed("P2 8S", verified=False): "Ben lays eight of spades. I could not see that for sure.",
    events.TurnsHeard(("?", "P1 end")): "",
    events.CardTakenBack(): "The last card is taken back.",
    events.TurnPlayed("P1 8S AD/S"): "Ann lays eight of spades and ace of diamonds, naming spades.",
    events.TurnPlayed("P2 draw 4"): "Ben draws 4.",
    events.TurnPlayed("P9 draw"): "Player 9 draws.",
    events.TurnPlayed("reshuffle"): "The pile was shuffled into the stock.",
    events.TurnUndone(): "The last turn is open again.",
    events.PositionOverridden("top=7S"): "The game goes on from a new position.",
    events.FaultFound("X", (), "Take it back."): "Take it back.",
    events.FaultResolved("X"): "Thank you, the pile is right again.",
    events.QuestionAsked("Which?", ()): "Which?",
    events.QuestionAnswered("-"): "",
    events.NoticeGiven("X", "It is dark."): "It is dark.",
    events.GameWon(1, "out"): "Ben wins, and the game is over.",
    events.CommandGiven("the table", "undo"): "",
}


def told(watched: Watched) -> Status:
    return status_of(watched.tracking)


@pytest.mark.parametrize("event", SAID)
def test_every_event_has_its_words(event: Event):
    assert event_words(event, SETUP) == SAID[event]


def test_before_the_first_card_the_table_is_told_to_deal():
    watched = Watched()
    status = told(watched)
    assert (status.seat, status.hands, status.stock, status.scene) == (0, (7,) * 4, 24, Scene("starting"))
    assert status.hint.startswith("Deal seven cards to each")
    assert (status.announcement, status.undo) == ("Turn up the first card.", "")
    watched.lay("JK")
    watched.wait(3.0)
    assert told(watched).scene == Scene("fault")
    assert status_json(told(watched))["top"] is None


@pytest.mark.parametrize(
    ("top", "laid", "hint"),
    [
        ("7S", "", "Play spades, a 7, an Ace or a joker, or draw a card."),
        ("8D", "", "Play diamonds, an 8, an Ace or a joker, or draw a card."),
        ("7S", "9S", "Go on with the run, or end the turn."),
        ("7S", "QS", "Cover the Queen, or end the turn and draw a card."),
        ("7S", "AS", "Ann, name a suit."),
        ("7S", "JK", "Ann, say what the joker stands for."),
        ("7S", "2S end", "Draw 2, or play a 2, or a joker."),
        ("7S", "AS suit", "Play hearts, an Ace or a joker, or draw a card."),
    ],
)
def test_what_may_be_done_is_said_in_a_sentence(top: str, laid: str, hint: str):
    watched = begun(top, "base players=4 jokers=1")
    for word in laid.split():
        if word == "end":
            watched.say("end")
        elif word == "suit":
            watched.say("name_suit", suit="H")
        else:
            watched.lay(word)
    assert told(watched).hint == hint


def test_nobody_but_the_seat_to_move_plays_and_nobody_once_it_is_over():
    watched = begun()
    for seat in (1, 2):
        assert [each["seat"] for each in status_json(told(watched))["seats"] if each["plays"]] == [seat]
        watched.say("draw", seat=seat)
    over = replace(told(watched), over=True)
    assert not any(each["plays"] for each in status_json(over)["seats"])


def test_who_goes_out_is_celebrated_and_who_is_left_is_named():
    watched = begun(options="base players=3", players=3)
    watched.say("count_cards", seat=1, cards=1)
    watched.lay("9S")
    watched.wait(3.0)
    status = told(watched)
    assert status.scene == Scene("line", 0)
    assert "Ann is out." in status.announcement
    assert status.headline == "Ben to play"
    watched.say("go_out", seat=3)
    status = told(watched)
    assert (status.over, status.scene) == (True, Scene("win", 0))
    assert status.announcement == "Ann wins. Ben is left with cards."
    assert (status.headline, status.hint) == ("Ann wins!", "Ben is left with cards.")
    seats = status_json(status)["seats"]
    assert [seat["out"] for seat in seats] == [1, None, 2]


def test_lamps_show_what_is_wrong_before_what_is_asked_before_whose_turn_it_is():
    watched = begun()
    assert told(watched).scene == Scene("turn", 0)
    watched.lay("9D")
    watched.wait(3.0)
    assert told(watched).scene == Scene("fault", 0)
    watched.take_back()
    watched.lay("AS")
    watched.wait(2.0)
    assert told(watched).scene == Scene("question", 0)
    watched.look(2, notices=("TOO_DARK",))
    assert told(watched).scene == Scene("lost_board")


def test_troubles_come_with_their_words_when_there_are_some():
    status = told(begun())
    assert {status_json(status)[what] for what in ("fault", "question", "notice")} == {None}
    fault, notice = FaultFound("BJ_NO_MATCH", (), "No."), NoticeGiven("TOO_DARK", "It is dark.")
    troubled = status_json(replace(status, fault=fault, notice=notice))
    assert troubled["fault"] == {"code": "BJ_NO_MATCH", "squares": [], "message": "No."}
    assert troubled["notice"] == {"code": "TOO_DARK", "message": "It is dark."}


def test_a_card_that_may_be_the_next_players_is_shown_as_such():
    watched = begun()
    watched.lay("9S TS")
    assert (told(watched).waiting, told(watched).hands) == ("TS", (6, 7, 7, 7))
    watched.say("claim_card", seat=1)
    assert told(watched).waiting is None
    watched.lay("3H")
    assert told(watched).waiting is None


def test_a_card_that_nobody_can_read_is_shown_as_nobodys():
    watched = begun()
    watched.lay("9S")
    watched.reading = ()
    watched.lay("TS")
    assert [track.read for track in watched.tracking.waiting] == [False]
    assert (told(watched).waiting, told(watched).hands) == (None, (6, 7, 7, 7))


def test_undoing_is_told_beforehand():
    watched = begun()
    watched.lay("9S")
    assert told(watched).undo == "The nine of spades is taken back."
    watched.say("end")
    assert told(watched).undo == "This is open again: Ann lays nine of spades."
    watched.say("accept_pile", seat=1)
    assert told(watched).undo == "This is taken back: What was corrected by hand."
    watched.say("reshuffle")
    assert told(watched).undo == "This is taken back: The pile was shuffled into the stock."


def test_jokers_are_offered_where_there_are_any():
    assert told(begun()).hint == "Play spades, a 7 or an Ace, or draw a card."
    assert told(begun(options="base players=4 jokers=2")).hint == "Play spades, a 7, an Ace or a joker, or draw a card."


def test_a_game_without_names_begins_without_them():
    setup = setup_for("base players=3", 0)
    begins = "Black Jack. Deal seven cards to each, and turn up the first of the stock."
    assert event_words(events.GameStarted(setup), setup) == begins


def test_nobody_is_told_to_draw_more_cards_than_there_are():
    watched = begun("7S", "base players=2", 2)
    watched.say("count_cards", seat=2, cards=42)
    watched.lay("2S 2H 2D")
    watched.say("end")
    assert watched.tracking.playing.position.pending == 6
    assert (told(watched).pending, told(watched).hint) == (5, "Draw 5, or play a 2.")


def test_answers_are_told_in_words():
    watched = begun(options="base players=2 jokers=1", players=2)
    watched.lay("8S 9S")
    watched.wait(5.0)
    assert status_json(told(watched))["question"]["words"] == ["Ann’s", "Another turn begins"]
    watched.say("answer", candidate="P1 9S")
    watched.lay("JK")
    watched.say("claim_card", seat=1)
    watched.wait(1.0)
    assert "10♠" in status_json(told(watched))["question"]["words"]
    two = begun(options="base players=4 packs=2")
    two.lay("7S")
    two.wait(5.0)
    assert status_json(told(two))["question"]["words"] == ["Ann’s", "No new card"]
    ace = begun()
    ace.lay("AS")
    ace.wait(2.0)
    assert status_json(told(ace))["question"]["words"] == ["Spades", "Hearts", "Diamonds", "Clubs"]


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ("base players=4", "AH"),
        ("base players=4", "8S 9S"),
        ("base players=2", "8S 9S"),
        ("base players=4 jokers=1", "JK"),
        ("base players=4 start_card=active", ""),
    ],
)
def test_a_question_is_put_to_the_seats_that_may_answer_it_and_to_no_other(options: str, cards: str):
    watched = Watched(options, players := parse_options(options).players)
    watched.lay("7S" if cards else "AH")
    watched.lay(cards)
    watched.wait(5.0)
    question, allowed = watched.tracking.question, list[int]()
    assert question is not None
    for seat in range(1, players + 1):
        with suppress(NotAllowedError):
            answer(watched.tracking, Asker(seat=seat), question.candidates[0])
            allowed.append(seat)
    assert sorted(status_json(told(watched))["question"]["seats"]) == allowed


def test_a_statement_is_plain_values_for_the_page():
    watched = begun()
    watched.tracking = replace(
        watched.tracking, setup=replace(watched.tracking.setup, teams=(events.TeamLook("R", "red"),))
    )
    watched.lay("AS")
    watched.say("name_suit", suit="H")
    watched.lay("AH")
    watched.say("name_suit", suit="S")
    watched.say("draw")
    watched.say("reshuffle")
    shown = status_json(told(watched))
    assert (shown["game"], shown["suit"], shown["top"]["suit"], shown["turn"]["player"]) == (
        "black-jack",
        "S",
        "S",
        "Dan",
    )
    assert shown["last_turns"][0] == {
        "seat": None, "words": "The pile was shuffled into the stock.", "note": "Shuffled the pile"
    }  # fmt: skip
    assert told(watched).known == (("R", "red"),)


def test_twelve_seats_are_told_apart():
    looks = seat_appearances(["red", "blue"])
    assert len(looks) == 12
    assert len({look.blink for look in looks}) == 12
    assert len({look.paint for look in looks}) == 12


def test_before_the_first_card_the_headline_is_the_deal():
    dealing = told(Watched("base players=4", 4))
    assert dealing.headline == "Deal the cards"
    assert (status_json(dealing)["turn"]["seat"], status_json(dealing)["turn"]["player"]) == (0, "")
