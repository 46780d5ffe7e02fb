"""What a card that was seen may be to a hypothesis: laid for a turn, waiting for one, taken up again, or no card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Place, Remove
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.hypotheses import Hypothesis, Now, Transition
from companion.referee.tracks import Track, Tracks


def card_acts(game: Game, tracks: Tracks, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The hypothesis with one more of the cards that were seen accounted for, in every way that may be.

    Nothing came, and what lay on top is seen once more; a card that waits goes back into a hand, and the one below it
    shows; or a card is laid.
    """
    if hypothesis.taken < len(tracks.births):
        track, taken = tracks.births[hypothesis.taken], hypothesis.taken + 1
        shown = _readable_now(game, track, hypothesis) if hypothesis.pile else track.least
        yield hypothesis._replace(taken=taken).weighed(shown + track.none_came_nats(prices.GHOST))
        if hypothesis.waiting and len(hypothesis.pile) > 1:
            price = prices.PICKED_UP_MENDING if hypothesis.deviations or hypothesis.waiting > 1 else prices.PICKED_UP
            after = hypothesis.picked_up()._replace(taken=taken)
            yield after.weighed(_readable_now(game, track, after) + track.came_nats - price)
        for face in (*track.candidates, None):
            seen = (track.nats(face) if face else track.least) + track.came_nats
            yield from (laid.weighed(seen) for laid in _laid(game, tracks, hypothesis._replace(taken=taken), face))
    elif not tracks.births:
        if tracks.top.read and hypothesis.pile:
            yield from _read_at_last(game, tracks, hypothesis)
        if tracks.blind and hypothesis.waiting:
            yield hypothesis.picked_up().weighed(-prices.PICKED_UP)


def shown_again(game: Game, track: Track, hypothesis: Hypothesis) -> float:
    """The log-likelihood of what was seen if it is the card on top, which was seen before.

    One that nobody could read may be any with which its turn can have been played.
    """
    top, turn = hypothesis.top, hypothesis.now.entry
    if top is None and turn and track.read and not (hypothesis.waiting or hypothesis.lacking):
        played = game.at(hypothesis.now)
        if not any(True for face in track.candidates for _ in _renamed(played, face)):
            return track.least
    return track.nats(top)


def _readable_now(game: Game, track: Track, hypothesis: Hypothesis) -> float:
    """The same, where nothing has been moved that may have hidden it."""
    return shown_again(game, track, hypothesis) - prices.READABLE_NOW * (hypothesis.top is None and track.read)


def _laid(game: Game, tracks: Tracks, hypothesis: Hypothesis, card: Card | None) -> Iterator[Hypothesis]:
    """A card is laid: for a turn that lacks one, or to wait for its turn."""
    missing = prices.missing(tracks.covered or hypothesis.overlooked)
    jack = card is not None and game.rules.kind(card) is Kind.WILD
    following = len(tracks.births) - hypothesis.taken
    for missed, filled in _filled(game, hypothesis, card, following):
        its_card = prices.JACK_INSTEAD if jack else prices.ITS_CARD
        if card is None and isinstance(hypothesis.now.entry, Remove):  # it was laid after all
            its_card += prices.UNREAD_JACK - prices.UNSEEN_JACK
        yield filled.with_card(card).weighed(-its_card - missed * missing)
    bare = card is None and any(one.code == "NO_CARD" for one in hypothesis.deviations)
    price = (
        _oddness(game, hypothesis, card)
        + hypothesis.lacking * missing
        + prices.NOT_ITS_CARD * bool((hypothesis.lacking and hypothesis.fresh and not tracks.gap) or bare)
    )
    yield hypothesis._replace(waiting=hypothesis.waiting + 1, lacking=0).with_card(card).weighed(-price)


def _oddness(game: Game, hypothesis: Hypothesis, card: Card | None) -> float:
    """How unusual it is that this card comes at all."""
    if card is None:
        return 0.0
    if not game.rules.kind(card):
        return prices.STRANGE_JOKER if card.is_joker else prices.STRANGE_CARD
    copies = hypothesis.position.pile.count(card) + hypothesis.laid.count(card)
    return prices.FACE + (prices.THIRD_COPY if copies >= game.rules.copies(card) else 0.0)


def _filled(game: Game, hypothesis: Hypothesis, card: Card | None, following: int) -> Iterator[tuple[int, Hypothesis]]:
    """A turn that lacks its card with this one, the newest first; and how many before it will never have theirs.

    So many cards are `following`; of the turns after it they have theirs, or one does that is late with it.
    """
    if card is None:
        if hypothesis.lacking:
            yield 0, hypothesis._replace(lacking=hypothesis.lacking - 1)
        return
    later, moment = list[Transition](), hypothesis.now
    for number in range(min(hypothesis.lacking, following + 2)):
        assert moment.entry is not None
        assert moment.before is not None
        for turn, now in _renamed(game.at(moment), card, later):
            turns, place = hypothesis.turns, len(hypothesis.turns) - number - 1
            turns = turns if place < 0 else (*turns[:place], turn, *turns[place + 1 :])
            yield hypothesis.lacking - number - 1, hypothesis._replace(now=now, turns=turns, lacking=number)
        later.append(moment.entry)
        moment = moment.before


def _renamed(game: Game, card: Card, later: Sequence[Transition] = ()) -> Iterator[tuple[Transition, Now]]:
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


def _read_at_last(game: Game, tracks: Tracks, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The top card, which nobody could read when it came, can be read now; or it is another, which was not counted."""
    track = tracks.top
    if hypothesis.top is None and not hypothesis.fresh:
        for face in track.candidates:
            yield from _known(game, hypothesis, face)
    elif hypothesis.top is not None and track.nats(hypothesis.top) <= track.least:
        uncounted = prices.missing(tracks.covered)
        for face in track.candidates:
            for laid in _laid(game, tracks, hypothesis, face):
                yield laid.weighed(-uncounted)


def _known(game: Game, hypothesis: Hypothesis, face: Card) -> Iterator[Hypothesis]:
    """The top card has this face."""
    pile = (*hypothesis.pile[:-1], face)
    if hypothesis.waiting:
        yield hypothesis._replace(pile=pile).weighed(prices.FACE - _oddness(game, hypothesis, face))
        return
    if hypothesis.lacking:
        return
    for turn, now in _renamed(game.at(hypothesis.now), face):
        turns = (*hypothesis.turns[:-1], turn) if hypothesis.turns else ()
        price = prices.JACK_INSTEAD if game.rules.kind(face) is Kind.WILD else 0.0
        yield hypothesis._replace(now=now, turns=turns, pile=pile).weighed(-price)
