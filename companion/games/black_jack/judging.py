"""Is this turn legal now, and if not, which fault is it? Pure questions about a position; nothing is changed."""

from companion.games.black_jack.faults import LEGAL, Fault, Ruling
from companion.games.black_jack.matching import Kind, answers, cancels, continues, kind, starts
from companion.games.black_jack.options import Options
from companion.games.black_jack.position import Position
from companion.games.black_jack.turns import Draw, Laid, Play, Reshuffle, Turn
from companion.games.cards import SUITS, Card


def judge(options: Options, position: Position, turn: Turn) -> Ruling:
    """Whether `turn` is legal now; a ruling with a fault when it is not."""
    if position.outcome:
        return Ruling(Fault.GAME_OVER)
    if isinstance(turn, Reshuffle):
        return LEGAL if len(position.pile) > 1 else Ruling(Fault.NOTHING_TO_SHUFFLE)
    if turn.seat in position.out:
        return Ruling(Fault.BJ_OUT_PLAYER)
    if turn.seat != position.seat:
        return Ruling(Fault.OUT_OF_TURN)
    return _judge_draw(position, turn) if isinstance(turn, Draw) else judge_play(options, position, turn)


def judge_play(options: Options, position: Position, play: Play) -> Ruling:
    """Whether the seat to move may lay these cards: they are there, they follow each other, nothing is left unsaid."""
    position = position.counted(play.seat, len(play.cards)) if play.out else position
    return (
        _judge_cards(options, position, play)
        and judge_run(options, position, play.cards)
        and _judge_end(options, position, play)
    )


def judge_run(options: Options, position: Position, cards: tuple[Laid, ...]) -> Ruling:
    """Whether these cards may lie on the current card in this order, whoever holds them and whatever is named."""
    below, pending, closed = position.top.face, position.pending, False
    for step, face in enumerate(laid.face for laid in cards):
        if pending and not answers(options, below, face):
            return Ruling(Fault.BJ_PENALTY_PENDING, step)
        if closed or (step and not continues(options, below, face)):
            return Ruling(Fault.BJ_BAD_RUN, step)
        if not step and not starts(options, below, position.suit, face):
            return Ruling(Fault.BJ_NO_MATCH)
        if pending and cancels(options, face):
            pending, closed = 0, options.red_jack_ends
        below = face
    return LEGAL


def judge_start(options: Options, top: Laid) -> Ruling:
    """Whether the game may begin on this turned-up card."""
    if not options.copies(top.card):
        return Ruling(Fault.UNKNOWN_CARD)
    acts = kind(options, top.face) is not Kind.PLAIN
    if top.card.is_joker or (options.start_card == "redraw" and acts):
        return Ruling(Fault.START_REDRAW)
    if options.start_card == "active" and top.face.rank == "A" and top.suit not in (*SUITS,):
        return Ruling(Fault.BJ_SUIT_NEEDED)
    return LEGAL


def is_possible(options: Options, position: Position) -> bool:
    """Whether this deck and table could show such a position at all."""
    seats = range(1, options.players + 1)
    counts = (position.stock, position.pending, *(hand.unseen for hand in position.hands))
    if len(position.hands) != options.players or position.seat not in seats or position.direction not in (1, -1):
        return False
    if min(counts) < 0 or position.stock + sum(map(len, position.hands)) >= options.deck_size:
        return False
    emptied = [seat for seat in seats if not position.hand(seat)]
    return sorted(position.out) == emptied and position.seat not in position.out


def _judge_draw(position: Position, draw: Draw) -> Ruling:
    """Exactly what is due; where the cards run out, as many as there are."""
    fits = draw.number in (None, position.due, min(position.due, position.drawable))
    return LEGAL if fits else Ruling(Fault.BJ_WRONG_DRAW)


def _judge_cards(options: Options, position: Position, play: Play) -> Ruling:
    """Whether the cards are in this deck and can be in the hand, and each joker stands for a card."""
    if not play.cards:
        return Ruling(Fault.NO_CARD)
    hand = position.hand(play.seat)
    for step, laid in enumerate(play.cards):
        if not options.copies(laid.card):
            return Ruling(Fault.UNKNOWN_CARD, step)
        left = hand.without(laid.card)
        if left is None:
            return Ruling(Fault.CARD_NOT_IN_HAND, step)
        if not _is_plain_face(laid.face):
            return Ruling(Fault.BJ_JOKER_NEEDED, step)
        hand = left
    return LEGAL


def _is_plain_face(face: Card) -> bool:
    """Whether a face has a rank and a suit of an ordinary pack."""
    return not face.is_joker and face.rank != "P"


def _judge_end(options: Options, position: Position, play: Play) -> Ruling:
    """Whether the last card may be the last, and an Ace there names a suit."""
    last, step = play.cards[-1], len(play.cards) - 1
    finishes = len(play.cards) == len(position.hand(play.seat))
    acts = kind(options, last.face) not in (Kind.PLAIN, Kind.QUEEN)
    if options.no_action_finish and finishes and acts:
        return Ruling(Fault.BJ_ACTION_FINISH, step)
    if last.face.rank == "A" and last.suit not in (*SUITS,):
        return Ruling(Fault.BJ_SUIT_NEEDED, step)
    return LEGAL
