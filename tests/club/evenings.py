"""Evenings that Hypothesis draws: who comes, goes, wins, and how many rounds are played."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from companion.club.drawing import draw_round
from companion.club.evening import EntrantCame, EntrantLeft, Evening, EveningBegan, ResultCame, after

TABLES = tuple(f"table {number}" for number in range(1, 31))


def names(number: int) -> tuple[str, ...]:
    """So many different names."""
    return tuple(f"Player {each + 1}" for each in range(number))


def began(number: int, random: Random | None = None) -> Evening:
    """An evening of so many, in the order of a lot."""
    lot = random.sample(range(number), number) if random else [*range(number)]
    return after(Evening(), EveningBegan(names(number), tuple(lot)))


def played(evening: Evening, random: Random) -> Evening:
    """The newest round, to its end."""
    for meeting in range(len(evening.rounds[-1].meetings)):
        lines = (random.randint(0, 2), random.randint(0, 2))
        evening = after(evening, ResultCame(meeting, random.choice([0, 0, 1, 1, None]), lines, ""))
    return evening


def one_round(evening: Evening, random: Random) -> Evening:
    """One more round, drawn and played."""
    return played(after(evening, draw_round(evening, TABLES)), random)


def after_rounds(number: int, rounds: int, random: Random) -> Evening:
    """An evening of so many after so many rounds."""
    evening = began(number, random)
    for _ in range(rounds):
        evening = one_round(evening, random)
    return evening


def restless(number: int, rounds: int, random: Random) -> Evening:
    """The same, while people come and go."""
    evening = began(number, random)
    for _ in range(rounds):
        if random.random() < 0.3 and len(evening.present) > 3:
            evening = after(evening, EntrantLeft(evening.entrants[random.choice(evening.present)]))
        if random.random() < 0.3:
            evening = after(evening, EntrantCame(f"Late {len(evening.entrants) + 1}"))
        evening = one_round(evening, random)
    return evening


def renumbered(evening: Evening, order: list[int]) -> Evening:
    """The same evening, had people been entered in another order: `order[old]` is somebody's new number."""
    old = sorted(range(len(order)), key=order.__getitem__)

    def moved(each: int | None) -> int | None:
        return None if each is None else order[each]

    rounds = tuple(
        replace(
            each,
            bye=moved(each.bye),
            meetings=tuple(replace(one, pair=(order[one.pair[0]], order[one.pair[1]])) for one in each.meetings),
        )
        for each in evening.rounds
    )
    meetings = tuple(meeting for each in rounds for meeting in each.meetings)
    entrants = tuple(evening.entrants[each] for each in old)
    return replace(evening, entrants=entrants, rounds=rounds, meetings=meetings)


randoms = st.randoms(use_true_random=False)
