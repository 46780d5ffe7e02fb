"""The discard pile as tracks: each card that came to lie on top, with how likely each face makes what was seen of it.

A reader may be fooled by a sleeve or a lamp, so nothing here decides which card it is, or whether one came at all.
"""

from dataclasses import dataclass, replace
from math import exp, log

from companion.games.cards import Card
from companion.referee.observation import CAME, MAY_HAVE_COME, TOLD_APART_NATS, PileObservation

FACES = 4
"""So many of the likeliest faces of a card are thought of."""
MISREAD_NATS = -10.0
"""The log-likelihood of a clear reading under any face that was not thought of."""
UNCLEAR_NATS = -7.0
"""That of a reading which is not clear, or cannot tell two faces apart: it may well be of no use."""
ANY_FACE_NATS = -4.0
"""How much less likely a face is under a card that may have any, about one in fifty."""
_CLEAR_NATS = -2.5
"""A clear reading finds its best face at least so likely: one played card in twelve is read with -1.5 to -2.5, and all
are read rightly; what a lamp's image is taken for mostly stays below."""
_USELESS_NATS = -4.5
"""A reading whose best face is not even so likely says nothing."""
LONG_UNSEEN = 4
"""Out of sight for so many looks in a row a pile may have got several cards: a hand that lays one hides it for less."""
_BARELY = 0.001
"""How likely a card may have come at least where whether one did is weighed."""
_SURE_NATS = 5.0
"""A reading leads by so much to count as another card though none was seen to come."""


@dataclass(frozen=True, slots=True)
class Track:
    """One card on the pile, as far as it was seen; without faces it could not be read."""

    faces: tuple[tuple[Card, float], ...] = ()
    """Candidates, likeliest first, with log-likelihoods."""
    away_s: float = 0.0
    """For how long the pile had been out of sight before it showed."""
    new: float = 1.0
    """How likely it is another card than the one that was seen before it, above 0 to 1."""
    below: tuple[Card, float] | None = None
    """What the card below it was read as, a corner of which may still show beside it, and its log-likelihood."""
    mistaken: Card | None = None
    """What it was read as before somebody told which card it is, maybe more than once."""
    expected: frozenset[Card] = frozenset()
    """Faces that would explain what came with it: they are thought of, too, unlikely as they look."""

    def __str__(self) -> str:
        return self.candidates[0].code if len(self.candidates) == 1 else "?"

    @property
    def came_nats(self) -> float:
        """How likely it is that a card came."""
        return log(self.new)

    def none_came_nats(self, price: float) -> float:
        """How likely it is that none did, and no less than at this price: whoever is sure may be fooled."""
        return max(-price, log(1 - self.new) if self.new < 1 else -price)

    @property
    def read(self) -> bool:
        """Whether what was seen says anything about its face: not if faces that nobody thinks of are as likely."""
        if not self.faces or self.faces[0][1] <= _USELESS_NATS:
            return False
        return len(self.faces) <= FACES or self.faces[0][1] - self.faces[FACES][1] > TOLD_APART_NATS

    @property
    def unclear(self) -> bool:
        """Whether what was read may be something else than a card: a cup, a hand, a lamp's image."""
        return bool(self.faces) and self.faces[0][1] < _CLEAR_NATS

    @property
    def most(self) -> float:
        """The log-likelihood of what was seen under its likeliest face; 0 where it says nothing of one."""
        return self.faces[0][1] if self.read else 0.0

    @property
    def least(self) -> float:
        """The log-likelihood of what was seen under any face that was not thought of."""
        if not self.read:
            return 0.0
        alike = len(self.faces) > 1 and self.faces[0][1] - self.faces[1][1] < TOLD_APART_NATS
        return UNCLEAR_NATS if alike or self.unclear or self._like_below else MISREAD_NATS

    @property
    def _like_below(self) -> bool:
        """Whether it was read as the card below it was, less clearly than that: it may be that one's corner."""
        (face, value), (under, clearly) = self.faces[0], self.below or (None, 0.0)
        return face == under and clearly - value > TOLD_APART_NATS

    def nats(self, card: Card | None) -> float:
        """The log-likelihood of what was seen if it is `card`; None is a card of which nothing is known."""
        if not self.read:
            return 0.0
        if card is None:
            return ANY_FACE_NATS + self.most
        return max(next((value for face, value in self.faces if face == card), self.least), self.least)

    @property
    def clarity(self) -> float:
        """How much likelier its likeliest face is than any other."""
        (_, best), *others = self.faces
        return best - log(exp(self.least) + sum(exp(value) for _, value in others))

    @property
    def candidates(self) -> tuple[Card, ...]:
        """The few faces that are likelier than a reading of no use, likeliest first."""
        likely = (face for face, value in self.faces if value > self.least) if self.read else ()
        return tuple(face for place, face in enumerate(likely) if place < FACES or face in self.expected)

    @property
    def likely(self) -> tuple[Card, ...]:
        """The faces that cannot be told from the likeliest, that one first."""
        return tuple(face for face, value in self.faces if value > self.faces[0][1] - TOLD_APART_NATS)

    def contradicts(self, other: "Track") -> bool:
        """Whether the two were surely read as different cards."""
        if not (self.read and other.read):
            return False
        lead = self.nats(self.faces[0][0]) - self.nats(other.faces[0][0])
        return lead > _SURE_NATS and other.nats(other.faces[0][0]) - other.nats(self.faces[0][0]) > _SURE_NATS

    def told(self, card: Card) -> "Track":
        """The same card once somebody told which it is."""
        seen = self.mistaken or (self.faces[0][0] if self.read else None)
        return replace(self, faces=((card, 0.0),), mistaken=seen)

    def likewise(self, known: "Track") -> "Track":
        """What was seen, if it may be the known card: that is taken for the same as before, whatever was told of it."""
        if not self.read or known.mistaken != self.faces[0][0]:
            return self
        face, value = known.faces[0][0], self.faces[0][1]
        others = (each for each in self.faces if each[0] != face)
        return replace(self, faces=((face, value), *others), mistaken=known.mistaken)

    def joined(self, other: "Track") -> "Track":
        """What two looks at the same card say of it: the clearer of them."""
        worse = not other.faces or (self.faces and self.clarity > other.clarity)
        again = self.read and other.read and self.faces[0][0] == other.faces[0][0]  # nothing was laid meanwhile
        away_s = self.away_s if again else max(self.away_s, other.away_s)
        return replace(self if worse else other, away_s=away_s, new=self.new, below=self.below)


@dataclass(frozen=True, slots=True)
class Tracks:
    """What was seen of the pile since the belief was last brought up to date."""

    begun: bool = False
    """Whether the pile was seen at all: what lies there at the first look did not come."""
    top: Track = Track()
    """The card that lay on top when the belief was last brought up to date."""
    weighed: Track = Track()
    """What was known of that card then, and is not weighed again."""
    births: tuple[Track, ...] = ()
    """The cards that came to lie on top since, in order; a card that shows again is one as well."""
    unseen: int = 1
    """At so many looks in a row nothing was to be seen of the pile, counted no further than `LONG_UNSEEN`."""
    covered: bool = False
    """Whether a card may have come uncounted since one was last seen to come: the pile was out of sight so long on a
    table at rest, or something changed there that may have been one."""
    gap: bool = False
    """Whether nobody saw the table for a while since the belief was last brought up to date."""

    @property
    def blind(self) -> bool:
        """Whether nothing is to be seen of the pile now."""
        return self.unseen > 0

    @property
    def on_top(self) -> Track:
        """The card that was seen on top last."""
        return self.births[-1] if self.births else self.top

    def seen(self, pile: PileObservation, *, settled: bool, away_s: float = 0.0, asked: bool = False) -> "Tracks":
        """The tracks after a look at which nothing moved, or a card came; `settled`: the whole table was at rest.

        The pile had been out of sight for `away_s`; `asked` says that whether a card came is to be weighed.
        """
        looked = Track(pile.cards, away_s).likewise(self.on_top)
        more = LONG_UNSEEN if self.blind and looked.unclear else 1  # what is seen twice there is no hand that passes
        unseen = min(self.unseen + more, LONG_UNSEEN) if pile.hidden or looked.unclear else 0
        uncounted = (unseen == LONG_UNSEEN and settled) or MAY_HAVE_COME <= pile.new < CAME
        after = replace(self, unseen=unseen, covered=self.covered or uncounted)
        if pile.hidden:
            return after
        after = replace(after, begun=True)
        if self.begun and (pile.came or asked):
            below = self.on_top.faces[0] if self.on_top.read else None
            return replace(after, births=(*self.births, replace(looked, new=max(pile.new, _BARELY), below=below)))
        if self.on_top.contradicts(looked):
            return replace(after, births=(*self.births, looked))
        if self.births:
            return replace(after, births=(*self.births[:-1], self.on_top.joined(looked)))
        return replace(after, top=self.top.joined(looked))

    def unwatched(self) -> "Tracks":
        """The tracks after a moment in which nobody knows what came to lie on the pile."""
        return replace(self, covered=True, gap=True)

    def expecting(self, faces: frozenset[Card]) -> "Tracks":
        """The tracks, in which any card that came may have one of these faces, little as it looks so."""
        return replace(self, births=tuple([replace(birth, expected=faces) for birth in self.births]))

    def closed(self) -> "Tracks":
        """The tracks once the belief has taken in what was seen."""
        covered = self.covered and (not self.births or self.unseen == LONG_UNSEEN)  # since the last of them came, too
        return replace(self, top=self.on_top, weighed=self.on_top, births=(), covered=covered, gap=False)

    def news(self, card: Card | None) -> float:
        """How much likelier what was seen of the top card since then makes this face; None for none of the faces."""
        if card is None:
            return self.top.least - self.weighed.least
        return self.top.nats(card) - self.weighed.nats(card)
