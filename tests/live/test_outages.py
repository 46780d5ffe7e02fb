"""A camera that comes and goes fills no log, and what lasts is said."""

from companion.live.outages import EVERY_S, Outages

BACK = "The table is seen again."


class Evening:
    """A console and a clock."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.said: list[str] = []
        self.outages = Outages(self.said.append, lambda: self.now_s)


def test_an_outage_is_said_once_and_that_it_is_over():
    evening = Evening()
    evening.outages.seen()
    for _ in range(3):
        evening.outages.lost("no cable")
    evening.outages.seen()
    evening.outages.seen()
    assert evening.said == ["no cable", BACK]


def test_a_loose_plug_says_two_lines_a_minute():
    evening = Evening()
    for second in range(600):
        evening.now_s = float(second)
        evening.outages.lost("no cable")
        evening.outages.seen()
    assert evening.said == ["no cable", BACK] * round(600 / EVERY_S)


def test_a_driver_that_words_each_failure_anew_says_a_line_a_minute():
    evening = Evening()
    for second in range(600):
        evening.now_s = float(second)
        evening.outages.lost(f"ioctl {second}")
    assert len(evening.said) == round(600 / EVERY_S)


def test_a_second_outage_that_lasts_is_said_though_the_first_was_just_now():
    evening = Evening()
    evening.outages.lost("no cable")
    evening.outages.seen()
    for evening.now_s in (1.0, EVERY_S, EVERY_S + 1):
        evening.outages.lost("busy")
    evening.outages.seen()
    assert evening.said == ["no cable", BACK, "busy", BACK]
