"""What is believed of the pile: what was observed since the game was told, and the hypotheses that account for it.

Every hypothesis begins where the game stands as it was told. What they agree on is told, and the rest begins there;
what people say of it conditions them. So nothing that was seen is ever weighed but in the light of all that is known.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile

from companion.games.black_jack.pile import Run
from companion.games.black_jack.state import Game
from companion.games.cards import Card
from companion.referee.belief import Limits, branched, normalised
from companion.referee.black_jack.acts import Observed, accounts, observed_text
from companion.referee.black_jack.hypotheses import Hypothesis
from companion.referee.events import Event
from companion.referee.observation import PileObservation
from companion.referee.tracks import Track, Tracks

BEFORE_UNREAD = 8
"""So many hypotheses go on with a card that nobody could read, since each goes on with every face that fits."""
LIMITS = Limits(beam=48, width_nats=10.0)


@dataclass(frozen=True, slots=True)
class Belief:
    """What was observed, and the hypotheses of it."""

    tracks: Tracks = field(default_factory=Tracks)
    """The pile; its births are the cards that nobody was told of yet."""
    observed: tuple[Observed, ...] = ()
    """Those cards, and the turns that phones told of and that cannot be told yet, in order."""
    beams: tuple[tuple[Hypothesis, ...], ...] = ()
    """The hypotheses before any of it, after the first, and so on as far as weighed; likeliest first, normalised."""

    @property
    def beam(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that account for all of it."""
        return self.beams[-1]

    def seen(self, pile: PileObservation, top: Card | None, late: bool) -> "Belief":
        """The belief after a look at the pile, on which `top` ought to lie if nothing has happened.

        `late` says that the pile had been out of sight for long.
        """
        tracks = self.tracks
        if not tracks.begun and top:
            tracks = replace(tracks, top=Track(((top, 0.0),)))
        tracks = tracks.seen(pile, settled=True)
        newest = tuple(replace(track, late=late or track.late) for track in tracks.births[-1:])
        return replace(self, tracks=tracks).with_cards((*tracks.births[:-1], *newest))

    def with_cards(self, cards: Iterable[Track]) -> "Belief":
        """The belief if these are the cards that came: those known before, seen better, and further ones."""
        fresh = iter(cards)
        known = [next(fresh) if isinstance(seen, Track) else seen for seen in self.observed]
        return self.having((*known, *fresh))

    def having(self, observed: tuple[Observed, ...], top: Track | None = None) -> "Belief":
        """The belief if just this was observed, upon another card on top if there is one."""
        births = tuple(seen for seen in observed if isinstance(seen, Track))
        tracks = replace(self.tracks, births=births, top=top or self.tracks.top)
        known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(observed, self.observed, strict=False)))
        return replace(self, tracks=tracks, observed=observed, beams=self.beams[: 1 + known])

    def since(self, hypothesis: Hypothesis, number: int) -> "Belief":
        """The belief once the first of what was observed is told as this hypothesis has it."""
        told = [seen for seen in self.observed[:number] if isinstance(seen, Track)]

        def first(one: Hypothesis) -> list[tuple[Event, ...]]:
            """What a hypothesis says of the first things observed."""
            return [step.events for step in one.associations[:number]]

        alike = ([one for one in beam if first(one) == first(hypothesis)] for beam in self.beams[number:])
        beams = (tuple(one.since(number) for one in beam) for beam in alike)
        after = self.having(self.observed[number:], told[-1] if told else None)
        agreeing = tuple(normalised(beam) for beam in takewhile(bool, beams))
        return replace(after, beams=agreeing)

    @property
    def heard(self) -> tuple[str, ...]:
        """What was observed up to the last turn that a phone told of, as `TurnsHeard` has it."""
        turns = (number for number, seen in enumerate(self.observed, 1) if not isinstance(seen, Track))
        return tuple(map(observed_text, self.observed[: max(turns, default=0)]))

    @property
    def behind(self) -> bool:
        """Whether the hypotheses do not account for all that was observed yet."""
        return len(self.beams) <= len(self.observed)

    def weighed(self, game: Game, laid: Run, most: int | None = None) -> "Belief":
        """The belief with its hypotheses brought up to date, by so many of the things observed at most."""
        root = Hypothesis(game.moment, laid)
        same = self.beams and self.beams[0][0].now == root.now and self.beams[0][0].laid == laid
        beams = self.beams if same else ((root,),)
        for one in self.observed[len(beams) - 1 :][:most]:
            unread = isinstance(one, Track) and not one.read
            before = beams[-1][:BEFORE_UNREAD] if unread else beams[-1]
            beams = (*beams, branched(before, partial(accounts, game, seen=one), LIMITS))
        return replace(self, beams=beams)
