"""How a game of Black Jack stands, for phones: one whole statement that a page can draw without knowing more."""

from dataclasses import dataclass

from companion.games.black_jack.pile import begins_next
from companion.games.black_jack.turns import Laid, Turn
from companion.referee.black_jack.ledger import Tracking
from companion.referee.events import FaultFound, NoticeGiven, QuestionAsked
from companion.views.black_jack.announcement import news_of
from companion.views.black_jack.hints import headline_of, hint_of, undo_of
from companion.views.scene import LOST, Scene

TURNS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Status:
    """Everything a page shows; seats are numbered from 1."""

    players: tuple[str, ...]
    """A name for each seat, seat 1 first."""
    hands: tuple[int, ...]
    """By count; what nobody told of is not in it."""
    out: tuple[int, ...]
    """The seats that are out, in the order of going out."""
    seat: int
    """The seat to move, 0 before the first card."""
    direction: int
    """1 clockwise, -1 the other way round."""
    pending: int
    """The penalty that the seat to move draws: no more cards than there are."""
    suit: str | None
    """The suit that was named and is in force."""
    top: Laid | None
    """The current card, on which the turn began."""
    laid: tuple[Laid, ...]
    """The cards of the turn being played."""
    waiting: str | None
    """A card that was seen and may be the next player's."""
    last_turns: tuple[Turn, ...]
    """Newest first."""
    stock: int
    fault: FaultFound | None
    question: QuestionAsked | None
    answering: tuple[int, ...]
    """The seats that may answer it, beside the table."""
    notice: NoticeGiven | None
    over: bool
    headline: str
    """What the table does now: who plays, or who has won."""
    announcement: str
    hint: str
    scene: Scene
    settled: bool
    number: int
    options: str
    known: tuple[tuple[str, str], ...]
    """Letter and name of the chips that this table knows, for other games."""
    undo: str = ""
    """What undoing would take back, in words; empty when there is nothing."""
    wins: tuple[int, ...] = ()
    """The games each seat's player has won this evening."""
    game: str = "black-jack"


def status_of(tracking: Tracking) -> Status:
    """The whole statement for this tracking."""
    game, players = tracking.game, tracking.options.players
    position = game.position if game else None
    return Status(
        players=tuple(tracking.player(seat) for seat in range(1, players + 1)),
        hands=_hands(tracking),
        out=position.out if position else (),
        seat=position.seat if position else 0,
        direction=position.direction if position else 1,
        pending=position.drawn if position and position.pending and not tracking.laid else 0,
        suit=position.suit if position and not tracking.laid else None,
        top=position.top if position else None,
        laid=tracking.laid,
        waiting=_waiting(tracking),
        last_turns=_last_turns(tracking),
        stock=position.stock if position else tracking.options.deck_size - 7 * players,
        fault=tracking.fault,
        question=tracking.question,
        answering=tracking.answering,
        notice=tracking.notice,
        over=tracking.over,
        headline=headline_of(tracking),
        announcement=news_of(tracking),
        hint=hint_of(tracking),
        scene=_scene(tracking),
        settled=tracking.settled,
        number=tracking.number,
        options=tracking.options.text,
        undo=undo_of(tracking),
        wins=tracking.standings,
        known=tracking.setup.known_names,
    )


def _hands(tracking: Tracking) -> tuple[int, ...]:
    """What each seat holds now; the cards of the turn being played are no longer in the hand."""
    if tracking.game is None:
        return (7,) * tracking.options.players
    position = tracking.game.position
    hands = [len(hand) for hand in position.hands]
    hands[position.seat - 1] = max(hands[position.seat - 1] - len(tracking.laid), 0)
    return tuple(hands)


def _waiting(tracking: Tracking) -> str | None:
    """The top card, while it fits the run and the next turn alike."""
    if len(tracking.waiting) != 1 or tracking.game is None or tracking.over or not tracking.laid:
        return None
    card = next(iter(tracking.waiting[0].candidates), None)
    if card is None:
        return None
    return card.code if begins_next(tracking.game, tracking.laid, Laid(card)) else None


def _last_turns(tracking: Tracking) -> tuple[Turn, ...]:
    turns = [turn for turn in (tracking.game.turns if tracking.game else ()) if isinstance(turn, Turn)]
    return tuple(reversed(turns[-TURNS_SHOWN:]))


def _scene(tracking: Tracking) -> Scene:
    """What is wrong first, then what is asked, then who is out, then whose turn it is; seats take the teams' places."""
    if tracking.notice and tracking.notice.code in LOST:
        return Scene("lost_board")
    if tracking.game is None:
        return Scene("fault") if tracking.fault else Scene("starting")
    mover = tracking.game.seat - 1
    if tracking.fault:
        return Scene("fault", mover)
    if tracking.question:
        return Scene("question", mover)
    if tracking.over:
        return Scene("win", tracking.game.position.out[0] - 1)
    went_out = tracking.game.last_effect.went_out
    return Scene("line", went_out - 1) if went_out and not tracking.laid else Scene("turn", mover)


def score_lines(status: Status) -> tuple[str, ...]:
    """How many cards each player has, as far as they were told."""
    return tuple(
        f"{player}: {'out' if seat in status.out else f'{cards} card' if cards == 1 else f'{cards} cards'}"
        for seat, (player, cards) in enumerate(zip(status.players, status.hands, strict=True), 1)
    )
