"""Whatever people do at a table, in any order, nothing is thrown, the log is the game, and every start succeeds."""

from hypothesis import HealthCheck, settings
from restless_evening import BlackJackEvening, OneEyedEvening

SMALL = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)

TestOneEyedEvening = OneEyedEvening.TestCase
TestOneEyedEvening.settings = SMALL
TestBlackJackEvening = BlackJackEvening.TestCase
TestBlackJackEvening.settings = SMALL
