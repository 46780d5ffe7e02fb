"""What is believed of the pile: what was observed since the game was told, and the stories that account for it.

Every story begins where the game stands as it was told. What the stories agree on is told, and the rest begins there;
what people say of it conditions them. So nothing that was seen is ever weighed but in the light of all that is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from operator import itemgetter

from companion.games.black_jack.state import Game
from companion.games.black_jack.turns import Draw
from companion.games.cards import Card
from companion.referee.belief import Limits, updated
from companion.referee.black_jack.acts import Ended, Observed, PileModel
from companion.referee.black_jack.stories import Run, Story
from companion.referee.observation import PileObservation
from companion.referee.tracks import Track, Tracks

BEFORE_UNREAD = 12
"""So many stories go on with a card that nobody could read, since each goes on with every face that fits."""
LIMITS = Limits(beam=48, width_nats=10.0, expansions=500)


@dataclass(frozen=True, slots=True)
class Belief:
    """What was observed, and the stories of it."""

    tracks: Tracks = field(default_factory=Tracks)
    """The pile; its births are the cards that nobody was told of yet."""
    told: tuple[tuple[int, Ended | Draw], ...] = ()
    """The turns that phones told of and that cannot be told yet: each after so many of those cards."""
    beams: tuple[tuple[Story, ...], ...] = ()
    """The stories before any of it, after the first, and so on; likeliest first, their weights normalised."""
    accounted: tuple[tuple[Observed, bool], ...] = ()
    """What those account for, each with whether the pile had been out of sight for long."""

    @property
    def observed(self) -> tuple[Observed, ...]:
        """Everything that was observed since the game was told, in order."""
        cards = [(number, card) for number, card in enumerate(self.tracks.births, 1)]
        turns = [(place + 0.5, turn) for place, turn in self.told]
        return tuple(seen for _, seen in sorted([*cards, *turns], key=itemgetter(0)))

    @property
    def beam(self) -> tuple[Story, ...]:
        """The stories that account for all of it."""
        return self.beams[-1]

    @property
    def lead(self) -> Story:
        """The likeliest story."""
        return self.beam[0]

    def seen(self, pile: PileObservation, top: Card | None) -> "Belief":
        """The belief after a look at the pile, on which `top` ought to lie if nothing has happened."""
        tracks = self.tracks
        if tracks.counted is None or pile.changes < tracks.counted:  # counting began anew
            known = Track(((top, 0.0),)) if top and tracks.counted is None else tracks.top
            tracks = replace(tracks, counted=pile.changes, top=known)
        return replace(self, tracks=tracks.seen(pile, settled=True))

    def weighed(self, game: Game, laid: Run, away: bool) -> "Belief":
        """The belief with its stories brought up to date."""
        root, observed = Story(game.moment, laid), self.observed
        seen = tuple((one, away and number == len(observed)) for number, one in enumerate(observed, 1))
        same = self.beams and self.beams[0][0].now is root.now and self.beams[0][0].laid == laid
        known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(seen, self.accounted, strict=False)))
        beams = self.beams[: 1 + known] if same else ((root,),)
        for number, (one, late) in enumerate(seen[len(beams) - 1 :], len(beams)):
            unread = isinstance(one, Track) and not one.read
            before = beams[-1][: BEFORE_UNREAD if unread else None]
            beams = (*beams, updated(before, PileModel(game, one, late, number), LIMITS))
        return replace(self, beams=beams, accounted=seen)

    def since(self, number: int) -> "Belief":
        """The belief once the first of what was observed is told."""
        gone = sum(isinstance(seen, Track) for seen in self.observed[:number])
        left = sum(not isinstance(seen, Track) for seen in self.observed[number:])
        births = self.tracks.births
        tracks = replace(self.tracks, top=births[gone - 1] if gone else self.tracks.top, births=births[gone:])
        told = tuple((max(place - gone, 0), turn) for place, turn in self.told[len(self.told) - left :])
        return replace(self, tracks=tracks, told=told)

    def accepted(self) -> "Belief":
        """The belief once whatever lies on the pile counts as it lies."""
        return replace(self, tracks=replace(self.tracks, top=Track(), births=()), told=())

    def with_cards(self, cards: Sequence[Track]) -> "Belief":
        """The belief if these are the cards that came."""
        more = len(cards) - len(self.tracks.births)
        told = tuple((max(place + more, 0), turn) for place, turn in self.told)
        return replace(self, tracks=replace(self.tracks, births=tuple(cards)), told=told)

    def hearing(self, turn: Ended | Draw) -> "Belief":
        """The belief once a phone told of a turn."""
        return replace(self, told=(*self.told, (len(self.tracks.births), turn)))
