"""What may have been played since the last look, as far as it helps to explain the board: turns, legal ones alone.

A turn is played with the first card that waits, with a later one (those before it were none), or with a card that is
still to come. Turns may be taken back, and a seat's turn may have gone by without a trace.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from math import log

from companion.games.one_eyed_jack.position import Position
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Game, Override
from companion.games.one_eyed_jack.turns import Declare, EndJoker, Exchange, Pass, Place, Remove, Roll
from companion.referee.one_eyed_jack import prices
from companion.referee.one_eyed_jack.cards import shown_again
from companion.referee.one_eyed_jack.evidence import Changed, Evidence
from companion.referee.one_eyed_jack.hypotheses import Deviation, Hypothesis, Residual, plays_card
from companion.referee.tracks import Track

TURNS_BACK = 4
"""So many of the last turns are recognised when the players take them back."""
SILENT = ("TAKE_BACK", "TABLE_DIFFERS")
"""Deviations that were there before the game came to where it is; they are no turns."""
RESIDUALS = 8
"""Of so many chips that came or went against the rules it is thought that they are turns after all."""
UNSEEN = 4
"""Of so many chips it is thought that a card nobody saw put or took them."""


def turn_acts(game: Game, evidence: Evidence, hypothesis: Hypothesis, changed: Changed) -> Iterator[Hypothesis]:
    """The hypothesis with one turn more; `game` stands where the hypothesis does."""
    if game.outcome():
        return
    others = any(evidence.best[square] != now for square, now in _turned(game, changed))  # the mover cannot have
    if others or (changed and game.needs_roll):
        yield from _gone_by(game, hypothesis)
    if game.needs_roll:
        return
    alone = card_alone(game, evidence, hypothesis, changed)
    if alone and game.judge(alone):
        yield hypothesis.stepped(alone, prices.EXCHANGE, waiting=hypothesis.waiting - 1)
    price = prices.ANOTHER_TURN * another_turn(evidence, hypothesis)
    yield from _with_a_chip(game, evidence, hypothesis.weighed(-price), changed)


def another_turn(evidence: Evidence, hypothesis: Hypothesis) -> bool:
    """Whether a turn now would be one more since the last look; one on a hidden square may have been played before."""
    last = getattr(hypothesis.ahead or hypothesis.now.entry, "square", None)
    return hypothesis.fresh > 0 and not evidence.tracks.gap and last not in evidence.hidden


def _turned(game: Game, squares: Iterable[int]) -> list[Residual]:
    """These squares as one turn of the mover's would leave each of them."""
    team, chips = game.team, game.position.chips
    return [(square, team if chips[square] is None else None) for square in squares]


def card_alone(game: Game, evidence: Evidence, hypothesis: Hypothesis, changed: Changed) -> EndJoker | Exchange | None:
    """The turn that the first card that waits would be by itself: it ends the game, or is exchanged.

    It ends nothing while a chip that came or went for it still does so.
    """
    card = hypothesis.laid[0] if hypothesis.waiting and not hypothesis.to_take_up else None
    if card is None or game.rules.kind(card) is not Kind.END:
        return card and Exchange(game.team, card)
    about = (one for one in hypothesis.deviations if one.sight.card == card)
    squares = (*changed, *(square for one in about for square, _ in one.residuals))
    misused = any(evidence.best[square] != game.position.chips[square] for square in squares)
    return None if misused else EndJoker(game.team)


def _with_a_chip(game: Game, evidence: Evidence, hypothesis: Hypothesis, changed: Changed) -> Iterator[Hypothesis]:
    """A turn put a chip on the board, or took one: where that is seen, where nothing can be, or where it was a fault.

    Its card waits, or is still to come; it was missed where the pile is out of sight.
    """
    tracks, chips = evidence.tracks, game.position.chips
    shown = [one for one in _turned(game, changed) if evidence.loss(*one) > evidence.loss(one[0], chips[one[0]])]
    seen = list(_turns_leaving(game, sorted(shown, key=lambda one: -evidence.loss(*one))))
    out_of_sight = evidence.covered and not (game.options.capture_lengths and changed)  # a chip shows by what it took
    hidden = [] if out_of_sight else list(_turns_leaving(game, _turned(game, evidence.hidden)))
    faults = [one.residuals for one in hypothesis.deviations if one.code not in SILENT]
    yield from _out_of_turn(game, hypothesis, chain.from_iterable(faults))
    for turn in _cardless(game, seen):
        yield _before_its_card(game, evidence, hypothesis, turn)
    if hypothesis.waiting:
        taken_up = islice(_turns_leaving(game, chain.from_iterable(faults)), RESIDUALS)
        yield from _with_a_card(game, hypothesis, seen, 0.0)
        yield from _with_a_card(game, hypothesis, hidden, prices.COVERED_CHIP)
        yield from _with_a_card(game, hypothesis, taken_up, 0.0)
        yield from _with_a_card(game, hypothesis, _undone(game, evidence, hypothesis, changed), prices.UNDONE_UNSEEN)
        return
    found = [(turn, 0.0) for turn in _what_stays(game, faults, changed)]
    if (changed or evidence.lost) and (tracks.blind or tracks.covered or hypothesis.overlooked):
        lost = {square for square, _ in evidence.lost}  # one of them is likely to bear the chip
        found += [(turn, (prices.SQUARE - prices.UNREAD_SQUARE) * (turn.square in lost)) for turn in hidden]
    for turn, less in found:
        if isinstance(turn, Place) and game.judge(turn):
            yield _before_its_card(game, evidence, hypothesis, turn).weighed(less)


def _out_of_turn(game: Game, hypothesis: Hypothesis, faults: Iterable[Residual]) -> Iterator[Hypothesis]:
    """The turns that chips are which were laid too soon, once their team is to move; their cards lie there, unused."""
    came = [one.square for one in _turns_leaving(game, islice(faults, RESIDUALS)) if isinstance(one, Place)]
    lying = hypothesis.pile[: len(hypothesis.pile) - hypothesis.waiting][-TURNS_BACK:]
    played = {getattr(moment.entry, "card", None) for moment in islice(hypothesis.moments, TURNS_BACK)} if came else ()
    for square in came:
        turn = Place(game.team, game.layout[square], square)
        if turn.card in lying and turn.card not in played and game.judge(turn):
            price = _price(game, hypothesis, turn, 0.0)
            yield hypothesis.without(square).stepped(turn, price, waiting=hypothesis.waiting)


def _turns_leaving(game: Game, left: Iterable[Residual]) -> Iterator[Place | Remove]:
    """The turns of the team to move that would leave this on its square, legal or not, where there is one."""
    team, chips = game.team, game.position.chips
    for square, chip in left:
        if chip == team and chips[square] is None:
            yield Place(team, None, square)
        elif chip is None:
            yield Remove(team, None, square)


def _what_stays(game: Game, faults: Iterable[tuple[Residual, ...]], changed: Changed) -> Iterator[Place | Remove]:
    """The turns that chips are which were laid wrongly and stay, while others of the same fault go."""
    mended = [part for part in faults if not changed.keys().isdisjoint(dict(part))]
    return _turns_leaving(game, (one for one in chain.from_iterable(mended) if one[0] not in changed))


def _cardless(game: Game, seen: Sequence[Place | Remove]) -> Iterator[Place | Remove]:
    """The turns, likeliest first, whose card nobody saw."""
    for kind in (Place, Remove):
        yield from islice((turn for turn in seen if isinstance(turn, kind) and game.judge(turn)), UNSEEN)


def _with_a_card(
    game: Game, hypothesis: Hypothesis, turns: Iterable[Place | Remove], more: float
) -> Iterator[Hypothesis]:
    """Each of these turns with each card that waits, where it is legal; those before the card were nothing."""
    came = max(1, hypothesis.waiting - hypothesis.taken)  # the first card that may have been laid upon a wrong one now
    for one in turns:
        cleared = hypothesis.without(one.square)
        too_soon = any(fault.code == "NO_CHIP" for fault in cleared.deviations)  # for that chip the second was laid
        for place, card in enumerate(hypothesis.laid):
            turn = type(one)(one.team, card, one.square)
            if game.judge(turn) and not (too_soon and place == 1):
                laid_after = place >= came and one.square in hypothesis.residuals  # for the chip that lies there
                price = _price(game, hypothesis, turn, more + place * prices.UNUSED_CARD)
                plain = game.rules.kind(card) is Kind.PLAIN  # the jacks may be any chip's
                price -= (prices.FACE - (prices.ITS_CARD if plain else prices.JACK_INSTEAD)) * laid_after
                waiting = hypothesis.waiting - place - 1
                yield from (one.stepped(turn, price, waiting=waiting) for one in _played_anew(cleared, turn))


def _played_anew(hypothesis: Hypothesis, turn: Place | Remove) -> Iterator[Hypothesis]:
    """The hypothesis, in which a chip that was put wrongly with the turn's card went, or lies there as a second one."""
    wrong = [one for one in hypothesis.deviations if one.sight.card == turn.card and turn.card]
    wrong = [one for one in wrong if {chip for _, chip in one.residuals} == {turn.team}]
    if not wrong:
        yield hypothesis
        return
    others = tuple([one for one in hypothesis.deviations if one not in wrong])
    yield hypothesis._replace(deviations=others).weighed(-prices.MENDED)
    if isinstance(turn, Place):
        wrong = [_two_chips(one, turn) for one in wrong]
    yield hypothesis._replace(deviations=(*others, *wrong)).weighed(-prices.FAULT)


def _two_chips(deviation: Deviation, turn: Place) -> Deviation:
    """What is wrong once its card was played rightly, and the chip that it is about lies there still."""
    came = sorted([*deviation.sight.appeared, (turn.square, turn.team)])
    return replace(deviation, code="TWO_CHIPS", sight=replace(deviation.sight, appeared=tuple(came)))


def _before_its_card(game: Game, evidence: Evidence, hypothesis: Hypothesis, turn: Place | Remove) -> Hypothesis:
    """The turn with a card that is still to come, or was missed."""
    late = prices.LATE_CARD if isinstance(turn, Place) else prices.LATE_JACK
    tracks = evidence.tracks
    buried = tracks.gap and hypothesis.taken < len(tracks.births)  # under the card that has come since
    blind = tracks.blind or buried or hypothesis.overlooked
    price = prices.UNSEEN_CARD if blind else late
    price += (prices.UNSEEN_JACK - prices.UNREAD_JACK) * isinstance(turn, Remove)
    unseen = prices.missing(tracks.covered or hypothesis.overlooked)
    if hypothesis.lacking and not blind:  # one card may be late; those before it were missed
        price += unseen
    if tracks.births and not tracks.covered:  # something was counted as the chip came
        price += prices.NOT_ITS_CARD
    if hypothesis.waiting:  # what was laid was nothing, and the card that counts was not seen
        price += unseen + hypothesis.waiting * prices.UNUSED_CARD
    price = _price(game, hypothesis, turn, price)
    return hypothesis.without(turn.square).stepped(turn, price, waiting=0, lacking=hypothesis.lacking + 1)


def _price(game: Game, hypothesis: Hypothesis, turn: Place | Remove, more: float) -> float:
    """What a turn with a chip costs: the price of its kind, and of whatever else it needs.

    Where the chip lies as a fault, or is gone as one, the fault has paid for its square already.
    """
    if isinstance(turn, Remove):
        own = game.position.chips[turn.square] == turn.team
        price = prices.CHIP + prices.UNREAD_JACK * (turn.card is None) + prices.OWN_CHIP * own
    elif game.rules.kind(turn.card) is Kind.PLAIN:
        price = prices.SQUARE_OF_CARD
    else:
        last = hypothesis.now.entry
        retaken = prices.RETAKEN if turn.card else prices.RETAKEN_UNREAD
        price = retaken if isinstance(last, Remove) and last.square == turn.square else prices.SQUARE
    left = turn.square, turn.team if isinstance(turn, Place) else None
    others = hypothesis.without(turn.square).deviations
    if fault := next((one for one in hypothesis.deviations if left in one.residuals), None):
        on_card = prices.SQUARE_OF_CARD if fault.sight.card == game.layout[turn.square] else prices.SQUARE
        paid = on_card if isinstance(turn, Place) else prices.CHIP
        price = prices.RESIDUAL_TAKEN_UP + max(0.0, price - paid)
    return price + more + prices.IGNORED * any(one.code not in SILENT for one in others)


def _undone(game: Game, evidence: Evidence, hypothesis: Hypothesis, changed: Changed) -> Iterator[Place | Remove]:
    """The turns with the first card that waits which the next card's may have undone before anybody saw them."""
    card, another = hypothesis.laid[0], hypothesis.waiting > 1 or hypothesis.taken < len(evidence.tracks.births)
    kind = game.rules.kind(card) if another else None
    open_to = game.targets(card) if kind in (Kind.PLAIN, Kind.REMOVAL) else ()
    seen = [square for square in open_to if square not in changed and evidence.losses[square]]
    if kind is Kind.REMOVAL:
        following, chips = game.next_team, game.position.chips
        seen = [square for square in seen if chips[square] == following]
    return _turns_leaving(game, _turned(game, seen))


def _gone_by(game: Game, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """A roll of the die or a seat's turn went by without a trace."""
    if game.options.die and game.needs_roll:
        price = prices.ROLLED_UNTOLD + log(len(game.options.die.faces))
        yield from (hypothesis.stepped(Roll(game.team, face), price) for face in game.options.die.faces)
        return
    missed: Pass | Override[Position] = Pass(game.team)
    if not game.options.die and game.position.stock:  # nobody passes who can draw: a card is gone
        after = game.following(missed).position
        missed = Override(after._replace(stock=after.stock - 1, hands=()))
    yield hypothesis.stepped(missed, prices.PASSED, waiting=0)


def take_backs(
    game: Game, evidence: Evidence, hypothesis: Hypothesis, unexplained: Callable[[Hypothesis], Changed]
) -> Iterator[Hypothesis]:
    """The last turns taken back, where that explains more of the board; their cards stay on the pile or go too."""
    changed = unexplained(hypothesis)
    if hypothesis.fresh or not (changed or evidence.tracks.births):
        return
    after, cards, price = hypothesis, 0, prices.TAKEN_BACK - prices.ANOTHER_BACK
    joker = isinstance(hypothesis.now.entry, EndJoker)  # no chip shows that it is taken up again
    for number in range(1, TURNS_BACK + 1):
        entry = after.now.entry
        if entry is None or isinstance(entry, Override):
            return
        after, cards = after.back(), cards + plays_card(entry)
        another = 0.0 if isinstance(entry, Declare) else prices.ANOTHER_BACK  # a line goes with its chip
        price += another + prices.JACK_TAKEN_BACK * isinstance(entry, Remove)
        price += prices.ROLL_TAKEN_BACK * isinstance(entry, Roll)
        left = unexplained(after)
        explains = len(left) < len(changed) or (not set(left) - set(changed) and (number > 1 or joker))
        if explains and plays_card(entry):  # what was told on a phone goes only with a turn before it
            before = after._replace(fresh=1, lacking=max(0, hypothesis.lacking - cards)).weighed(-price)
            yield from _cards_back(game, evidence, before, max(0, cards - hypothesis.lacking))


def _cards_back(game: Game, evidence: Evidence, hypothesis: Hypothesis, cards: int) -> Iterator[Hypothesis]:
    """The cards of turns taken back stay where they are, or go back into hands one by one.

    One that stays waits to be played again; of several nobody can tell which will be.
    """
    stays = cards if cards == 1 else 0
    left = prices.CARDS_LEFT if cards > 1 else 0.0
    yield hypothesis._replace(waiting=min(hypothesis.waiting + stays, len(hypothesis.pile))).weighed(-left)
    if not cards or hypothesis.waiting:
        return
    births, pile = evidence.tracks.births[hypothesis.taken :], hypothesis.pile
    shown = min(cards, len(births))
    after = hypothesis._replace(pile=pile[: len(pile) - cards], taken=hypothesis.taken + shown)
    nats = 0.0 if evidence.tracks.blind else -prices.MISSED_CARD * (cards - shown)
    *passing, last = births[:shown] or [Track()]
    for number, track in enumerate(passing, 1 + cards - shown):
        nats += track.nats(pile[-1 - number]) if number < len(pile) else track.least
    nats += shown_again(game, last, after) if after.pile else last.least
    yield after.weighed(nats)
