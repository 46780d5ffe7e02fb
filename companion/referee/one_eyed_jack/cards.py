"""What a card that was seen may be to a story: laid for a turn, waiting for one, taken up again, or no card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Place, Remove
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.stories import Entry, Now, Story
from companion.referee.tracks import Track, Tracks

FACES = 4
"""So many of the likeliest faces of a card are thought of, and that it may be none of them."""

LACKING = 3
"""Of so many of the last turns, and of the oldest, it is thought that the card is theirs."""


def card_acts(game: Game, tracks: Tracks, story: Story) -> Iterator[Story]:
    """The story with one more of the cards that were seen accounted for, in every way that may be."""
    if story.taken < len(tracks.births):
        track, taken = tracks.births[story.taken], story._replace(taken=story.taken + 1)
        yield _none_came(taken, track)
        yield from _taken_up(taken, track)
        for face in (*track.candidates[:FACES], None):
            seen = (track.nats(face) if face else track.least) + track.came_nats
            yield from (laid.weighed(seen) for laid in _laid(game, tracks, taken, face))
    elif not tracks.births:
        if tracks.top.read and story.pile:
            yield from _read_at_last(game, tracks, story)
        if tracks.blind and story.waiting:
            taken_up = story._replace(pile=story.pile[:-1], waiting=story.waiting - 1)
            yield taken_up.weighed(-prices.PICKED_UP)


def _none_came(story: Story, track: Track) -> Story:
    """Nothing came: what lay on top before is seen once more."""
    shown = track.nats(story.top) if story.pile else track.least
    return story.weighed(shown + track.none_came_nats(prices.GHOST))


def _taken_up(story: Story, track: Track) -> Iterator[Story]:
    """A card that waits goes back into a hand, and the one below it shows."""
    if story.waiting and len(story.pile) > 1:
        mending = story.deviations or story.waiting > 1
        after = story._replace(pile=story.pile[:-1], waiting=story.waiting - 1)
        shown = track.nats(after.top) + track.came_nats
        yield after.weighed(shown - (prices.PICKED_UP_MENDING if mending else prices.PICKED_UP))


def _laid(game: Game, tracks: Tracks, story: Story, card: Card | None) -> Iterator[Story]:
    """A card is laid: for a turn that lacks one, or to wait for its turn."""
    missing = prices.missing(tracks.covered or story.overlooked)
    jack = card is not None and game.rules.kind(card) is Kind.WILD
    for missed, filled in _filled(game, story, card):
        its_card = prices.JACK_INSTEAD if jack else prices.ITS_CARD
        yield filled.with_card(card).weighed(-its_card - missed * missing)
    price = (
        _oddness(game, story, card)
        + story.lacking * missing
        + prices.NOT_ITS_CARD * bool(story.lacking and story.fresh)
    )
    yield story._replace(waiting=story.waiting + 1, lacking=0).with_card(card).weighed(-price)


def _oddness(game: Game, story: Story, card: Card | None) -> float:
    """How unusual it is that this card comes at all."""
    if card is None:
        return 0.0
    if not game.rules.kind(card):
        return prices.STRANGE_JOKER if card.is_joker else prices.STRANGE_CARD
    copies = story.position.pile.count(card) + story.laid.count(card)
    return prices.FACE + (prices.THIRD_COPY if copies >= game.rules.copies(card) else 0.0)


def _filled(game: Game, story: Story, card: Card | None) -> Iterator[tuple[int, Story]]:
    """A turn that lacks its card with this one, the newest first; and how many before it will never have theirs."""
    if card is None and story.lacking:
        yield 0, story._replace(lacking=story.lacking - 1)
    later, moment = list[Entry](), story.now
    for number in range(story.lacking if card else 0):
        assert moment.entry is not None
        assert moment.before is not None
        if card and (number < LACKING or number == story.lacking - 1):
            for turn, now in _renamed(game.at(moment), card, later):
                place = len(story.turns) - number - 1
                turns = story.turns if place < 0 else (*story.turns[:place], turn, *story.turns[place + 1 :])
                yield story.lacking - number - 1, story._replace(now=now, turns=turns, lacking=number)
        later.append(moment.entry)
        moment = moment.before


def _renamed(game: Game, card: Card, later: Sequence[Entry] = ()) -> Iterator[tuple[Entry, Now]]:
    """The last turn with its card known, and where the game stands once `later`, the last one first, followed it.

    Nothing where it cannot be that card, or where that card would have ended the game before.
    """
    turn, before = game.moment.entry, game.moment.before
    if before is None or not isinstance(turn, Place | Remove) or turn.card not in (None, card):
        return
    behind, named = game.at(before), replace(turn, card=card)
    for entry in (named, *reversed(later)):
        if not behind.judge(entry):
            return
        behind.push(entry)
    yield named, behind.moment


def _read_at_last(game: Game, tracks: Tracks, story: Story) -> Iterator[Story]:
    """The top card, which nobody could read when it came, can be read now; or it is another, which was not counted."""
    track = tracks.top
    if story.top is None and not story.fresh:
        for face in track.candidates[:FACES]:
            yield from _known(game, story, face)
    elif story.top is not None and track.nats(story.top) <= track.least:
        uncounted = prices.missing(tracks.covered)
        for face in track.candidates[:FACES]:
            for laid in _laid(game, tracks, story, face):
                yield laid.weighed(-uncounted)


def _known(game: Game, story: Story, face: Card) -> Iterator[Story]:
    """The top card has this face."""
    pile = (*story.pile[:-1], face)
    if story.waiting:
        yield story._replace(pile=pile).weighed(prices.FACE - _oddness(game, story, face))
        return
    if story.lacking:
        return
    for turn, now in _renamed(game.at(story.now), face):
        turns = (*story.turns[:-1], turn) if story.turns else ()
        price = prices.JACK_INSTEAD if game.rules.kind(face) is Kind.WILD else 0.0
        yield story._replace(now=now, turns=turns, pile=pile).weighed(-price)
