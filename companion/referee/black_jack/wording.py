"""What the players of Black Jack are told and asked: faults and what to do about them, questions, and notices.

A question's answers say all that is needed to carry them out: `P2 9S` whose card it is (`P2 end 9S`, that it begins
another turn of the same player), `P2 next` whose turn it is, `AD/S` which suit an Ace names, `JK=2H` what a joker
stands for, `8C` which card lies there, `- back` that its like was taken up, and `-` that no card came at all.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from companion.games.black_jack.matching import answers, penalty
from companion.games.black_jack.options import Options
from companion.games.black_jack.pile import next_seat
from companion.games.cards import STANDARD, Card
from companion.referee.black_jack.ledger import Tracking
from companion.referee.events import QuestionAsked
from companion.referee.naming import card_name

SUITS: Mapping[str, str] = MappingProxyType({"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"})

REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "BJ_NO_MATCH": "{card} matches neither the suit nor the rank of {below}. "
        "Take it back; play another card or draw one.",
        "BJ_NO_SUIT": "{card} is not one of the {suit} that were named. Take it back; play another card or draw one.",
        "BJ_BAD_RUN": "{below} → {card} is not one step. Take back the last card; {player}’s run ends at {below}.",
        "BJ_NO_COVER": "{card} does not cover {below}. Take it back; {player} covers {below}, or draws one.",
        "BJ_PENALTY_PENDING": "{player} must draw {due}, or answer with {answer}. Take {card} back.",
        "BJ_ONLY_ANSWERS": "The penalty is still pending: only {answer} may follow. Take {card} back.",
        "BJ_ACTION_FINISH": "{player} may not finish on {card}, an action card. Take it back and draw {due}.",
        "CARD_NOT_IN_HAND": "By my count {player} has no card left for {card}. "
        "Take it back, or say how many cards {player} holds.",
        "UNKNOWN_CARD": "{card} is not used in this game. Take it back.",
        "START_REDRAW": "The game does not begin on {card}. Bury it, and turn up another.",
        "BJ_SUIT_NEEDED": "{player}, name the suit of {card}.",
        "BJ_JOKER_NEEDED": "{player}, say what the joker stands for.",
        "BJ_WRONG_DRAW": "{player} must draw {due}.",
        "BJ_OUT_PLAYER": "{speaker} is out.",
        "OUT_OF_TURN": "It is {player}’s turn.",
        "GAME_OVER": "The game is over.",
        "NO_CARD": "{player} has laid no card. Lay one, or draw.",
        "NOTHING_TO_SHUFFLE": "Only one card lies on the pile; there is nothing to shuffle.",
    }
)
"""The texts by code; braces stand for what the fault is about."""

QUESTIONS: Mapping[str, str] = MappingProxyType(
    {
        "WHOSE": "Is {card} still {player}’s, or {following}’s?",
        "RUN_OR_TURN": "Does {card} go on with {player}’s run, or begin another turn?",
        "LAID": "Was another {card} laid, or was a card taken back or moved?",
        "TAKEN": "Was a card taken back, or was the pile only moved?",
        "NEXT": "I missed some cards below {card}. Whose turn is it now?",
        "SUIT": "Which suit does {player} name?",
        "SUIT_OR_RUN": "Which suit did {player} name, or does the run go on?",
        "JOKER": "What does {player}’s joker stand for?",
        "CARD": "I cannot read the top card. Which is it?",
        "CARD_BELOW": "I missed a card under the top one. Which is it?",
        "UNSEEN": "Which card was laid while I could not see the pile?",
        "FIRST": "Was {card} turned up to begin with?",
        "FIRST_SUIT": "Which suit does the dealer name?",
    }
)

NOTICES: Mapping[str, str] = MappingProxyType(
    {
        "CAMERA_STALLED": "The camera shows the same picture again and again. Go on; I look again as soon as it moves.",
        "TOO_DARK": "It is too dark to read the cards. Please switch on a light.",
        "PILE_COVERED": "I cannot see the pile. Leave its top card uncovered.",
    }
)
"""What is no fault of the players."""


def remedy(tracking: Tracking, code: str, card: Card | None = None, speaker: int | None = None) -> str:
    """What the players are told; of a turn, who told of it."""
    if code == "BJ_NO_MATCH" and tracking.playing.position.suit:
        code = "BJ_NO_SUIT"
    if code == "BJ_BAD_RUN" and tracking.laid and tracking.laid[-1].face.rank == "Q":
        code = "BJ_NO_COVER"
    if tracking.laid and code == "BJ_PENALTY_PENDING":
        code = "BJ_ONLY_ANSWERS"
    return REMEDIES[code].format_map({**_words(tracking, card), "speaker": tracking.player(speaker or 0)})


def question(tracking: Tracking, code: str, answers: Iterable[object], card: Card | None = None) -> QuestionAsked:
    """What the players are asked, about this card."""
    return QuestionAsked(QUESTIONS[code].format_map(_words(tracking, card)), tuple(map(str, answers)))


def answer_words(options: Options, below: Card) -> str:
    """What answers a penalty on this card, in words: `a 2`, `a black Jack, or a red Jack that cancels it`."""
    faces = [face for face in STANDARD if answers(options, below, face)]
    passing = [face for face in faces if penalty(options, face)]
    words = [f"a {_kind_words(passing, rank)}" for rank in dict.fromkeys(face.rank for face in passing)]
    cancelling = [face for face in faces if face not in passing]
    words += [f"a {_kind_words(cancelling, 'J')} that cancels it"] * bool(cancelling)
    words += ["a joker"] * bool(options.jokers)
    return ", or ".join(words)


def _kind_words(cards: list[Card], rank: str) -> str:
    """These cards of a rank: `2`, `black Jack`, `Jack of diamonds`."""
    suits = [face.suit for face in cards if face.rank == rank]
    name = "Jack" if rank == "J" else rank
    if len(suits) == 1:
        return f"{name} of {SUITS[suits[0]]}"
    colour = {"SC": "black ", "HD": "red "}.get("".join(suits), "")
    return f"{colour}{name}"


def _words(tracking: Tracking, card: Card | None) -> dict[str, object]:
    """Every word the texts may ask for; before the game has begun, the card alone."""
    if tracking.game is None:
        return {"card": card_name(card)}
    position = tracking.game.position
    below = tracking.laid[-1].face if tracking.laid else position.top.face
    return {
        "card": card_name(card),
        "below": card_name(below),
        "player": tracking.player(position.seat),
        "following": tracking.player(next_seat(tracking.game, tracking.laid)),
        "due": position.drawn,
        "suit": SUITS.get(position.suit or "", ""),
        "answer": answer_words(tracking.options, below) if position.pending else "",
    }
