"""Results come from the tables themselves, each once and for the right meeting, and people may put them right."""

import json
from pathlib import Path
from threading import Thread

import pytest
from statements import begun, changed, ended, pile, pile_after, whole_game, won_by

from companion.club.club import Club, outcome_of, plan_json, round_json
from companion.club.evening import Evening, EveningBegan, Meeting, after
from companion.club.hall import Hall
from companion.club.journal import ClubJournal
from companion.club.stands import stand_of

FOUR = ("Ann", "Bo", "Cid", "Dora")


class Night:
    """A club whose lots are no chance, with two tables."""

    def __init__(self, folder: Path, tables: tuple[str, ...] = ("elm", "oak")) -> None:
        self.path, self.tables = folder / "club.jsonl", tables
        self.start()

    def start(self) -> None:
        """The program begins, or begins again: every table says what it last said."""
        self.journal = ClubJournal(self.path)
        self.club = Club(self.journal, Hall(), range)
        for table in self.tables:
            self.say(table, begun())

    def say(self, table: str, *said: str) -> None:
        """A table says something."""
        for each in said:
            self.club.hear(table, "status", each)

    @property
    def results(self) -> list[tuple[tuple[int, int], tuple[int, int]] | None]:
        """Points and lines of the newest round's meetings."""
        newest = self.club.evening.rounds[-1].meetings
        return [None if each.result is None else (each.result.points, each.result.lines) for each in newest]


@pytest.fixture
def night(tmp_path: Path) -> Night:
    night = Night(tmp_path)
    night.club.begin(FOUR)
    night.club.draw()
    assert [meeting.pair for meeting in night.club.evening.rounds[0].meetings] == [(0, 3), (1, 2)]
    return night


def points(said: str, crossed: bool = False) -> tuple[int, int]:
    """What the winner of this game gives to the pair."""
    return (2, 0) if (won_by(said) == 0) != crossed else (0, 2)


def lines(said: str) -> tuple[int, ...]:
    """The lines of both sides."""
    return tuple(team["lines"] for team in json.loads(said)["teams"])


def test_a_game_that_ends_at_its_table_is_the_result_of_the_meeting_there(night: Night):
    night.say("oak", *whole_game(3, ("Bo", "Cid")))
    assert night.results == [None, (points(ended()), lines(ended()))]
    night.say("elm", *whole_game(4, ("Ann", "Dora")))
    assert night.results[0] == (points(ended(4)), lines(ended(4)))
    night.club.draw()
    assert len(night.club.evening.rounds) == 2


def test_whoever_sits_the_other_way_round_is_known_by_name(night: Night):
    said = ended(3, ("cid", "BO"))
    night.say("oak", said)
    assert night.results[1] == (points(said, crossed=True), lines(said)[::-1])


def test_a_game_that_had_ended_before_the_round_is_no_result(tmp_path: Path):
    night = Night(tmp_path)
    night.say("oak", ended())
    night.club.begin(FOUR)
    night.club.draw()
    night.say("oak", ended(), changed(ended(), headline="Still over"))
    assert night.results == [None, None]
    night.say("oak", begun(), ended(4))
    assert night.results[1] == (points(ended(4)), lines(ended(4)))


def test_a_game_that_ended_while_the_club_was_down_is_its_result_all_the_same(night: Night):
    night.journal.close()
    night.start()
    night.say("oak", ended())
    night.say("oak", ended())
    assert night.results == [None, (points(ended()), lines(ended()))]


def test_a_game_that_is_played_for_fun_after_the_meeting_changes_nothing(night: Night):
    night.say("oak", ended(), begun(), ended(4))
    assert night.results[1] == (points(ended()), lines(ended()))


def test_two_meetings_at_one_table_are_two_games(tmp_path: Path):
    night = Night(tmp_path, ("oak",))
    night.club.begin(FOUR)
    night.club.draw()
    night.say("oak", ended(), ended())
    assert night.results == [(points(ended()), lines(ended())), None]
    night.say("oak", begun(), ended(4))
    assert night.results[1] == (points(ended(4)), lines(ended(4)))


def test_a_win_that_is_taken_back_was_none(night: Night):
    game = whole_game()
    night.say("oak", game[-1], changed(game[-2], headline="Bo to play"))
    assert night.results == [None, None]
    night.say("oak", game[-1])
    assert night.results[1] == (points(ended()), lines(ended()))


def test_a_win_at_a_pile_that_is_taken_back_was_none(night: Night):
    night.say("oak", pile_after(19), pile_after(20, out="Bo"))
    assert night.results[1] == ((2, 0), (1, 0))
    night.say("oak", pile_after(19))
    assert night.results[1] is None
    night.say("oak", pile_after(20), pile_after(21, out="Cid"))
    assert night.results[1] == ((0, 2), (0, 1))
    night.say("oak", pile_after(0), pile_after(1))
    assert night.results[1] == ((0, 2), (0, 1))


def test_cards_left_in_a_hand_are_no_lines(night: Night):
    seats = json.loads(pile_after(20, out="Bo"))["seats"]
    left = [{**seat, "cards": 0 if seat["out"] else 5} for seat in seats]
    night.say("oak", changed(pile_after(20, out="Bo"), seats=left))
    assert night.results[1] == ((2, 0), (1, 0))
    assert [row["name"] for row in plan_json(night.club.evening)["standings"] if row["lines"]] == ["Bo"]


def test_what_is_corrected_after_the_end_is_no_other_game(tmp_path: Path):
    night = Night(tmp_path, ("oak",))
    night.club.begin(FOUR)
    night.club.draw()
    counted = changed(ended(), number=99)
    night.say("oak", ended(), counted)
    assert night.results == [(points(ended()), lines(ended())), None]
    tied = changed(ended(), number=100, winner=None)
    night.say("oak", tied)
    assert night.results == [((1, 1), lines(ended())), None]
    night.say("oak", changed(whole_game()[-2], number=98))
    assert night.results == [None, None]


def test_a_game_of_before_the_round_that_is_corrected_meanwhile_is_no_result(tmp_path: Path):
    night = Night(tmp_path)
    night.say("oak", ended())
    night.club.begin(FOUR)
    night.club.draw()
    night.say("oak", changed(ended(), number=99))
    assert night.results == [None, None]


def test_a_game_that_was_given_up_is_no_result_and_no_tie(night: Night):
    night.say("oak", changed(ended(), winner=None, result="No result", headline="No result"))
    assert night.results == [None, None]
    night.say("oak", begun(), ended(4))
    assert night.results[1] == (points(ended(4)), lines(ended(4)))


def test_tables_are_heard_while_a_round_is_drawn(night: Night):
    night.say("elm", ended())
    night.say("oak", ended())

    class Talking(Hall):
        """A hall in which a result is put right just when the round is drawn."""

        @property
        def tables(self) -> tuple[str, ...]:
            person = Thread(target=night.club.report, args=(1, 0, None, (1, 1)), daemon=True)
            person.start()
            person.join(5)
            assert not person.is_alive()
            return ("elm", "oak")

    night.club.hall = Talking()
    with pytest.raises(ValueError, match="draw again"):
        night.club.draw()


def test_what_people_say_holds_and_can_be_put_right_again(night: Night):
    night.club.report(1, 1, 0, (2, 1))
    night.say("oak", ended())
    assert night.results[1] == ((2, 0), (2, 1))
    night.club.report(1, 1, None, (1, 1))
    assert night.results[1] == ((1, 1), (1, 1))
    with pytest.raises(ValueError, match="no such meeting"):
        night.club.report(1, 9, 0, (2, 0))


def test_what_is_said_of_a_round_that_is_over_is_no_result_of_the_next(night: Night):
    night.say("elm", ended())
    night.say("oak", ended())
    night.club.draw()
    with pytest.raises(ValueError, match="that round is over"):
        night.club.report(1, 0, 0, (2, 1))
    assert night.results == [None, None]
    night.club.report(2, 0, 0, (2, 1))
    assert night.results[0] == ((2, 0), (2, 1))


def test_what_three_have_played_is_left_to_people(night: Night):
    evening = after(Evening(), EveningBegan(FOUR, (0, 1, 2, 3)))
    assert outcome_of(stand_of(pile()), Meeting((0, 1), "oak"), evening) is None
    seats = [{**seat, "out": place} for place, seat in zip((2, 1, None), json.loads(pile())["seats"], strict=True)]
    night.say("oak", changed(pile(), over=True, seats=seats))
    assert night.results == [None, None]


def test_a_tie_is_shared():
    evening = after(Evening(), EveningBegan(FOUR, (0, 1, 2, 3)))
    stand = stand_of(changed(ended(), winner=None))
    assert outcome_of(stand, Meeting((0, 1), "oak"), evening) == (None, lines(ended()))


def test_whose_side_is_whose_is_told_by_names_with_joiners_too():
    family, ali_reza = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
    evening = after(Evening(), EveningBegan((family, ali_reza), (0, 1)))
    said = ended(players=(ali_reza, family))
    assert [side.players for side in stand_of(said).sides] == [(ali_reza,), (family,)]
    assert outcome_of(stand_of(said), Meeting((0, 1), "oak"), evening) == (1 - won_by(said), lines(said)[::-1])


@pytest.mark.parametrize(
    ("players", "crossed"),
    [(("Bo", ""), True), (("", "Ann"), True), (("Ann", ""), False), (("", "Bo"), False), (("Cid", "Dora"), False)],
)
def test_one_name_is_enough_to_tell_whose_side_is_whose(players: tuple[str, str], crossed: bool):
    evening, said = after(Evening(), EveningBegan(FOUR, (0, 1, 2, 3))), ended(players=players)
    winner, made = (1 - won_by(said), lines(said)[::-1]) if crossed else (won_by(said), lines(said))
    assert outcome_of(stand_of(said), Meeting((0, 1), "oak"), evening) == (winner, made)


def test_people_come_and_leave(night: Night):
    night.club.leave("Dora")
    night.club.come(" Egon  Maria ")
    names = [(each["name"], each["gone"]) for each in told_plan(night)["entrants"]]
    assert names == [("Ann", False), ("Bo", False), ("Cid", False), ("Dora", True), ("Egon Maria", False)]
    with pytest.raises(ValueError, match="no result yet"):
        night.club.draw()


def test_a_disk_that_refuses_a_result_is_said_on_the_page(night: Night):
    night.journal.close()
    night.say("oak", ended())
    assert "make room" in told_plan(night)["unkept"]


def test_everybody_on_the_broker_may_know_the_round(night: Night):
    night.say("oak", ended())
    assert round_json(night.club.evening) == {
        "round": 1,
        "meetings": [
            {"table": "elm", "sides": ["Ann", "Dora"], "points": None},
            {"table": "oak", "sides": ["Bo", "Cid"], "points": list(points(ended()))},
        ],
        "bye": None,
    }


def told_plan(night: Night) -> dict[str, object]:
    """The plan as pages are told it."""
    told = night.club.hall.newest
    assert told is not None
    plan: dict[str, object] = json.loads(told.text)["plan"]
    return plan
