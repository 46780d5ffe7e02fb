"""What a card that was seen may be to a hypothesis: laid for a turn, waiting for one, taken up again, or no card."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import EndJoker, Exchange, Place, Remove
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.hypotheses import Hypothesis
from companion.referee.tracks import Track, Tracks


def card_acts(game: Game, tracks: Tracks, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The hypothesis with one more of the cards that were seen accounted for, in every way that may be.

    Nothing came, and what lay on top is seen once more; a card that waits goes back into a hand, and the one below it
    shows; or a card is laid.
    """
    if hypothesis.taken < len(tracks.births):
        track, hypothesis = tracks.births[hypothesis.taken], hypothesis._replace(taken=hypothesis.taken + 1)
        shown = _readable_now(game, track, hypothesis) if hypothesis.pile else track.least
        yield hypothesis.weighed(shown + track.none_came_nats(prices.GHOST))
        ended = isinstance(hypothesis.now.entry, EndJoker)  # whoever begins to clear the table may lift it first
        if (hypothesis.waiting or ended) and len(hypothesis.pile) > 1:
            price = prices.PICKED_UP_MENDING if hypothesis.deviations or hypothesis.waiting > 1 else prices.PICKED_UP
            price = price if hypothesis.waiting else prices.CLEARED
            after = hypothesis.picked_up()
            yield after.weighed(_readable_now(game, track, after) + track.came_nats - price)
        for face in (*track.candidates, None):
            seen = (track.nats(face) if face else track.least) + track.came_nats
            yield from (laid.weighed(seen) for laid in _laid(game, tracks, hypothesis, face))
    elif not tracks.births:
        if tracks.top.read and hypothesis.pile:
            yield from _read_at_last(game, tracks, hypothesis)
        if tracks.blind and hypothesis.waiting:
            yield hypothesis.picked_up().weighed(-prices.PICKED_UP)


def shown_again(game: Game, track: Track, hypothesis: Hypothesis) -> float:
    """The log-likelihood of what was seen if it is the card on top, which was seen before.

    One that nobody could read may be any with which its turn can have been played.
    """
    unread_turn = hypothesis.top is None and hypothesis.now.entry and not (hypothesis.waiting or hypothesis.lacking)
    if unread_turn and track.read and not any(_with_its_card(game, hypothesis, face) for face in track.candidates):
        return track.least
    return track.nats(hypothesis.top)


def _readable_now(game: Game, track: Track, hypothesis: Hypothesis) -> float:
    """The same, where nothing has been moved that may have hidden it."""
    return shown_again(game, track, hypothesis) - prices.READABLE_NOW * (hypothesis.top is None and track.read)


def _laid(game: Game, tracks: Tracks, hypothesis: Hypothesis, card: Card | None) -> Iterator[Hypothesis]:
    """A card is laid: for a turn that lacks one, or to wait for its turn."""
    missing = prices.missing(tracks.covered or hypothesis.overlooked)
    jack = game.rules.kind(card) is Kind.WILD
    following = len(tracks.births) - hypothesis.taken
    for missed, filled in _filled(game, hypothesis, card, following):
        its_card = prices.JACK_INSTEAD if jack else prices.ITS_CARD
        if card is None and isinstance(hypothesis.now.entry, Remove):  # it was laid after all
            its_card += prices.UNREAD_JACK - prices.UNSEEN_JACK
        yield filled.with_card(card, -its_card - missed * missing)
    bare = card is None and any(one.code == "NO_CARD" for one in hypothesis.deviations)
    price = (
        _oddness(game, hypothesis, card)
        + hypothesis.lacking * missing
        + prices.CAME_AFTER_THE_END * isinstance(hypothesis.now.entry, EndJoker)
        + prices.NOT_ITS_CARD * bool((hypothesis.lacking and hypothesis.fresh and not tracks.gap) or bare)
    )
    yield hypothesis._replace(waiting=hypothesis.waiting + 1, lacking=0).with_card(card, -price)


def _oddness(game: Game, hypothesis: Hypothesis, card: Card | None) -> float:
    """How unusual it is that this card comes at all."""
    if card is None:
        return 0.0
    if not game.rules.kind(card):
        return prices.STRANGE_JOKER if card.is_joker else prices.STRANGE_CARD
    copies = hypothesis.position.pile.count(card) + hypothesis.laid.count(card)
    wrong = [one for one in hypothesis.deviations if one.code == "WRONG_COLOUR" and one.sight.card is None]
    its_card = any(game.layout[square] == card for one in wrong for square in one.sight.squares)
    face = prices.ITS_CARD if its_card else prices.FACE
    return face + (prices.THIRD_COPY if copies >= game.rules.copies(card) else 0.0)


def _filled(game: Game, hypothesis: Hypothesis, card: Card | None, following: int) -> Iterator[tuple[int, Hypothesis]]:
    """A turn that lacks its card with this one, the newest first; and how many before it will never have theirs.

    So many cards are `following`; of the turns after it they have theirs, or one does that is late with it.
    """
    if card is None:
        if hypothesis.lacking:
            yield 0, hypothesis._replace(lacking=hypothesis.lacking - 1)
        return
    for later in range(min(hypothesis.lacking, following + 2)):
        if named := _with_its_card(game, hypothesis, card, later):
            yield hypothesis.lacking - later - 1, named._replace(lacking=later)


def _with_its_card(game: Game, hypothesis: Hypothesis, card: Card, later: int = 0) -> Hypothesis | None:
    """The hypothesis with the card known of its last turn but so many later ones.

    None where it cannot be that card, or where that card would have ended the game before.
    """
    moments = list(islice(hypothesis.moments, later + 1))
    turn, before = moments[-1].entry, moments[-1].before
    if before is None or not isinstance(turn, Place | Remove | Exchange) or turn.card not in (None, card):
        return None
    behind, named = game.at(before), replace(turn, card=card)
    for entry in (named, *(moment.entry for moment in reversed(moments[:-1]))):
        if entry is None or not behind.judge(entry):
            return None
        behind = game.at(behind.following(entry))
    return hypothesis._replace(now=behind.moment)


def _read_at_last(game: Game, tracks: Tracks, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The top card, which nobody could read when it came, can be read now; or it is another, which was not counted."""
    track, top = tracks.top, hypothesis.top
    if top is None and not hypothesis.fresh:
        yield from filter(None, (_known(game, hypothesis, face) for face in track.candidates))
    elif top is not None and track.nats(top) <= track.least:
        for face in track.candidates:
            yield from (laid.weighed(-prices.missing(tracks.covered)) for laid in _laid(game, tracks, hypothesis, face))


def _known(game: Game, hypothesis: Hypothesis, face: Card) -> Hypothesis | None:
    """The hypothesis with this face of its top card, where it may have it."""
    known: Hypothesis | None = hypothesis
    nats = min(0.0, prices.FACE - _oddness(game, hypothesis, face))  # that it waits was paid for, unread or not
    if not hypothesis.waiting:
        known = None if hypothesis.lacking else _with_its_card(game, hypothesis, face)
        nats = -prices.JACK_INSTEAD * (game.rules.kind(face) is Kind.WILD)
    return known and known._replace(pile=(*hypothesis.pile[:-1], face)).weighed(nats)
