"""Cards that are read, though not at their best, or badly: what they are believed to be."""

from simulated_table import Evening, asked, kinds

from companion.referee.events import TurnPlayed


def test_a_card_that_is_read_rightly_though_not_at_its_best_is_believed_before_its_chip(evening):
    evening.hand()
    evening.table.faces = (("8D", 2.0), ("8H", 7.5))
    evening.table.lay("8D")
    evening.table.put("C4", 0)
    assert kinds(evening.rest(8)) == ["FaultFound CARD_MISMATCH"]


def test_a_face_that_eight_others_look_likelier_than_is_thought_of_where_its_square_got_a_chip(evening):
    likelier = (("AS", 1.3), ("4S", 4.4), ("KS", 4.6), ("TS", 5.4), ("5S", 6.5), ("AC", 6.5), ("6S", 6.6), ("AD", 7.6))
    evening.table.faces = (*likelier, ("7D", 8.0))
    evening.act("AS", "+C4:r", frames=12)
    assert asked(evening) == ("r 7D@C4", "not played")
    evening.table.faces = None
    assert kinds(evening.act("8D", "+D4:b"))[-2:] == ["TurnPlayed r 7D@C4", "TurnPlayed b 8D@D4"]


def test_a_card_that_is_read_badly_is_told_as_the_likeliest_of_its_faces_and_not_as_the_one_its_square_shows(evening):
    evening.table.faces = (("JC", 3.7), ("JD", 5.4), ("KC", 8.3))
    assert evening.act("JC", "+C4:r", frames=12) == [TurnPlayed("r JC@C4", verified=False)]
    assert evening.turns == ["r ?@C4"]


def test_a_card_that_is_read_as_the_one_below_is_not_called_wrong_for_its_chip(evening):
    evening.act("7D", "+C4:r")
    evening.table.faces = (("7D", 2.1), ("6H", 6.0))
    assert kinds(evening.act("8D", "+D4:b", frames=20)) == ["TurnPlayed b 8D@D4"]


def test_what_is_wrong_with_the_chips_is_said_though_the_card_is_read_as_one_of_another_game(evening):
    evening.hand()
    evening.table.faces = (("JK", 1.9),)
    evening.table.lay("8C")
    evening.table.put("E6", 0)
    evening.table.put("C8", 0)
    assert kinds(evening.rest(5)) == ["FaultFound TWO_CHIPS"]
    evening.table.take("C8")
    assert kinds(evening.rest(4)) == ["FaultResolved TWO_CHIPS", "QuestionAsked"]
    assert asked(evening) == ("r ?@E6", "not played")
    evening.table.faces = ()
    told = ["TurnPlayed r 8C@E6", "TurnPlayed b 8D@D4", "NoticeGiven MERGED_TURNS", "QuestionAnswered -"]
    assert kinds(evening.act("8D", "+D4:b")) == told
    assert evening.turns == ["r ?@E6", "b 8D@D4"]


def test_a_third_jack_that_takes_a_chip_is_told_and_asked_about_though_it_looks_like_the_one_below():
    evening = Evening("denexa N=3", teams=3)
    chips = (("7D", "+C4:r"), ("8D", "+D4:b"), ("9D", "+E4:g"), ("TD", "+F4:r"))
    evening.play(*chips, ("JH", "-C4"), ("JH", "-D4"))
    assert kinds(evening.act("JH", "-E4", frames=8)) == ["TurnPlayed r JHxE4", "NoticeGiven CARD_OVERCOUNT"]
