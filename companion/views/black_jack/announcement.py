"""What the referee of Black Jack says aloud, in words a voice can speak."""

from collections.abc import Sequence

from companion.games.black_jack.notation import parse_laid, parse_turn
from companion.games.black_jack.playing import Effect
from companion.games.black_jack.turns import Draw, Laid, Play, Turn
from companion.referee import events
from companion.referee.black_jack.ledger import Tracking
from companion.referee.black_jack.wording import SUITS, answer_words
from companion.referee.events import Event, Setup
from companion.referee.naming import natural_list
from companion.views.words import capitalised, card_words, sentence

UNSURE = " I could not see that for sure."
_TABLE_WORDS = {
    events.FaultResolved: "Thank you, the pile is right again.",
    events.TurnUndone: "The last turn is open again.",
    events.CardTakenBack: "The last card is taken back.",
    events.PositionOverridden: "The game goes on from a new position.",
    events.MatchScored: "The number of games won was corrected.",
    events.MatchScoreUndone: "The number of games won was corrected.",
}


def event_words(event: Event, setup: Setup) -> str:
    """What is said when this happens, nothing when it needs no words."""
    match event:
        case events.GameStarted():
            players = f": {natural_list(setup.players)}" if setup.players else ""
            return f"Black Jack{players}. Deal seven cards to each, and turn up the first of the stock."
        case events.CardLaid(card=card, verified=verified):
            return sentence(laid_words(parse_laid(card))) + UNSURE * (not verified)
        case events.TurnPlayed(turn=turn, verified=verified):
            return turn_words(parse_turn(turn), setup.players) + UNSURE * (not verified)
        case events.GameWon(team=team):
            return sentence(f"{_player_name(setup.players, (team or 0) + 1)} wins, and the game is over")
        case events.FaultFound(message=message) | events.NoticeGiven(message=message):
            return message
        case events.QuestionAsked(text=text):
            return text
    return _TABLE_WORDS.get(type(event), "")


def turn_words(turn: Turn, players: Sequence[str]) -> str:
    """A turn as a sentence."""
    match turn:
        case Play(seat=seat):
            return sentence(f"{_player_name(players, seat)} lays {turn_note(turn)}")
        case Draw(seat=seat):
            return sentence(f"{_player_name(players, seat)} {turn_note(turn)}")
    return "The pile was shuffled into the stock."


def turn_note(turn: Turn) -> str:
    """A turn as a short note beside its player's name."""
    match turn:
        case Play(cards=cards):
            return natural_list(tuple(map(laid_words, cards)))
        case Draw(number=number):
            return "draws" if number is None else f"draws {number}"
    return "shuffled the pile"


def laid_words(laid: Laid) -> str:
    """A card as it is spoken, with what its player said of it."""
    words = card_words(laid.card)
    if laid.declared:
        words += f" as the {card_words(laid.declared)}"
    return f"{words}, naming {SUITS[laid.suit]}" if laid.suit else words


def news_of(tracking: Tracking) -> str:
    """The last turn, what came of it, and who plays next or has won."""
    if tracking.game is None:
        return "Turn up the first card."
    game = tracking.game
    last = game.moment.entry
    said = [] if not isinstance(last, Turn) else [turn_words(last, tracking.setup.players)]
    if not tracking.over:
        return " ".join([*said, *_effect_words(tracking, game.last_effect), *_next_words(tracking)])
    return " ".join([*said, sentence(f"{tracking.player(game.position.out[0])} wins"), ranking_words(tracking)])


def ranking_words(tracking: Tracking) -> str:
    """Who is left with cards."""
    return sentence(f"{tracking.player(tracking.playing.position.seat)} is left with cards")


def _effect_words(tracking: Tracking, effect: Effect) -> list[str]:
    """What a turn brought about that is not in its own words."""
    now = tracking.playing.moment
    queens = [] if isinstance(now.entry, Draw) else _forced(effect)
    turned = now.position.direction != (now.before.position.direction if now.before else 1)
    missed = "misses" if len(effect.missed) == 1 else "miss"
    facts = [
        *[f"the Queen is not covered: {tracking.player(seat)} draws {cards}" for seat, cards in queens],
        *([f"nobody has to draw the {effect.cancelled} any more"] if effect.cancelled else []),
        *([f"{tracking.player(effect.went_out)} is out"] if effect.went_out else []),
        *([f"{natural_list(tuple(map(tracking.player, effect.missed)))} {missed} a turn"] if effect.missed else []),
        *(["play changes direction"] if turned and len(now.position.still_in) > 2 else []),
    ]
    if effect.came_back is not None:
        facts.append(f"{tracking.player(effect.came_back)} is back, and draws {dict(effect.drawn)[effect.came_back]}")
    return list(map(sentence, facts))


def _forced(effect: Effect) -> list[tuple[int, int]]:
    """Who drew for a Queen; nobody else draws in another's turn but who is brought back."""
    return [(seat, cards) for seat, cards in effect.drawn if seat != effect.came_back and cards == 1]


def _next_words(tracking: Tracking) -> list[str]:
    position = tracking.playing.position
    player = tracking.player(position.seat)
    if tracking.laid:  # the card has met what was in force
        return [sentence(f"{player} to play")]
    if position.pending:
        answer = answer_words(tracking.options, position.top.face)
        return [sentence(f"{player} draws {position.drawn} or plays {answer}")]
    suit = [sentence(f"the suit is {SUITS[position.suit]}")] if position.suit else []
    return [*suit, sentence(f"{player} to play")]


def _player_name(players: Sequence[str], seat: int) -> str:
    return capitalised(players[seat - 1]) if seat <= len(players) else f"Player {seat}"
