"""What the referee of Black Jack asks, and what each answer is: a text that says all that is needed to carry it out.

`P2 9S` says whose card it is (`P2 end 9S`, that it begins another turn of the same player), `AD/S` which suit an Ace
names, `JK=2H` what a joker stands for, `8C` which card lies there, and `-` that no card came at all.
"""

from collections.abc import Iterable

from companion.games.black_jack.pile import joker_faces, next_seat
from companion.games.black_jack.turns import Laid
from companion.games.cards import SUITS, Card
from companion.referee.black_jack.ledger import Tracking
from companion.referee.events import QuestionAsked
from companion.referee.followed import WITHDRAWN
from companion.referee.words import card_name


def whose_question(tracking: Tracking, card: Card, answers: tuple[str, ...]) -> QuestionAsked:
    """Whose card it is, still of the run or the next player's; or whether it came at all."""
    if WITHDRAWN in answers:
        return QuestionAsked(f"Was another {card_name(card)} laid, or was a card taken back or moved?", answers)
    if any(answer.endswith(" next") for answer in answers):
        return QuestionAsked(f"I missed some cards below {card_name(card)}. Whose turn is it now?", answers)
    seat = tracking.playing.seat
    following = next_seat(tracking.playing, tracking.laid)
    words = f"Is {card_name(card)} still {tracking.player(seat)}'s, or {tracking.player(following)}'s?"
    if following == seat:
        words = f"Does {card_name(card)} go on with {tracking.player(seat)}'s run, or begin another turn?"
    return QuestionAsked(words, answers)


def suit_question(tracking: Tracking, answers: tuple[str, ...] = ()) -> QuestionAsked:
    """Which suit the Ace on top names, unless one of the further answers is true: that the run goes on, for one."""
    ace, player = tracking.laid[-1], tracking.player(tracking.playing.seat)
    named = tuple(str(Laid(ace.card, ace.declared, suit)) for suit in SUITS)
    words = f"Which suit did {player} name, or does the run go on?" if answers else f"Which suit does {player} name?"
    return QuestionAsked(words, (*named, *answers))


def joker_question(tracking: Tracking) -> QuestionAsked:
    """What the joker on top stands for."""
    faces = joker_faces(tracking.playing, tracking.laid)
    words = f"What does {tracking.player(tracking.playing.seat)}'s joker stand for?"
    return QuestionAsked(words, tuple(str(Laid(tracking.laid[-1].card, face)) for face in faces))


def card_question(faces: Iterable[Card], covered: bool) -> QuestionAsked:
    """Which card it is that nobody could read."""
    words = "I missed a card under the top one. Which is it?" if covered else "I cannot read the top card. Which is it?"
    return QuestionAsked(words, tuple(map(str, faces)))


def found_question(card: Card) -> QuestionAsked:
    """Whether the card that lay there before the game began is the one turned up first."""
    return QuestionAsked(f"Was {card_name(card)} turned up to begin with?", (str(card), WITHDRAWN))


def start_question(card: Card) -> QuestionAsked:
    """Which suit the dealer names for an Ace that was turned up and acts."""
    return QuestionAsked("Which suit does the dealer name?", tuple(str(Laid(card, None, suit)) for suit in SUITS))
