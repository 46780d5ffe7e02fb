"""What the table should know now, in a sentence or two: the news of the last turn, and what may be done next."""

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.rules_sheet import noun
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Forgot, Pass, Place, Remove, Turn
from companion.games.squares import SQUARES, square_name
from companion.referee.naming import members_of, natural_list, player_of, sides_of
from companion.referee.one_eyed_jack.tracking import Tracking, being_dealt, left_over, pile_left
from companion.views.one_eyed_jack.announcement import capture_words, draw_words, end_words, line_words, turn_words
from companion.views.words import capitalised, card_words, sentence

NO_RESULT = "No result"
"""The headline of a game that its players gave up."""
_ENDINGS = {
    "patterns": "Enough {patterns} are complete.",
    "captures": "Enough chips are captured.",
    "count": "Nobody can play on; the {patterns} were counted.",
    "end_joker": "The end joker was played.",
    "agreed": "The players agreed on it.",
    "unfinished": "The players ended it.",
}


def news_of(tracking: Tracking) -> str:
    """The last turn, what it completed, and who plays next or has won."""
    game, names = tracking.game, sides_of(tracking.setup)
    if left_over(tracking):
        return "Clear the board."
    if pile_left(tracking):
        return "Clear the discard pile."
    if tracking.unannounced:
        return _last_turn(tracking)
    said = [_last_turn(tracking), *_effects(game, names)]
    outcome = tracking.outcome
    if outcome:
        said.append(end_words(None if outcome.winner is None else names[outcome.winner], outcome.termination))
    else:
        said.append(sentence(_next_words(tracking)))
    return " ".join(filter(None, said))


def headline_of(tracking: Tracking) -> str:
    """What the table does now, in the fewest words: who plays, who has won, what is to be cleared away."""
    if left := len(left_over(tracking)):
        return f"Clear the board: {left} {'chip' if left == 1 else 'chips'} left"
    if pile_left(tracking):
        return "Clear the discard pile"
    if being_dealt(tracking):
        return f"Deal {tracking.game.position.hands[tracking.game.seat - 1]} each"
    if tracking.outcome:
        return result_of(tracking)
    if tracking.game.turns:
        return capitalised(_next_words(tracking))
    return f"{capitalised(player_of(tracking.setup, tracking.game.seat))} begins"


def result_of(tracking: Tracking) -> str:
    """How the game ended, as a headline; nothing while it goes on."""
    outcome = tracking.outcome
    if outcome is None:
        return ""
    if outcome.winner is not None:
        winners = members_of(tracking.setup, outcome.winner)
        return f"{capitalised(natural_list(winners))} {'win' if len(winners) > 1 else 'wins'}!"
    return NO_RESULT if outcome.termination == "unfinished" else "It is a tie"


def undo_of(tracking: Tracking) -> str:
    """What taking back the last entry would take back, as a sentence; nothing when there is none."""
    if tracking.scored_last:
        return "The number of games won was changed."
    return _last_turn(tracking) or ("The board was corrected by hand." if tracking.game.turns else "")


def hint_of(tracking: Tracking) -> str:
    """What may be done with the card that was seen; without one, what was done last."""
    game, card = tracking.game, tracking.card
    if left_over(tracking):
        return "Take all chips off the board, and gather the cards."
    if pile_left(tracking):
        return "Take the cards of the last game away, and shuffle."
    if being_dealt(tracking):
        first = "roll the die, " * game.needs_roll
        return f"Then {player_of(tracking.setup, game.seat)} begins: {first}play a card and place a chip."
    if outcome := tracking.outcome:
        return _ENDINGS[outcome.termination].format(patterns=noun(game.options)[1])
    if tracking.unannounced:
        return _last_turn(tracking) + " Lay its card." * tracking.cardless
    if game.needs_roll:
        return " ".join(filter(None, (_to_draw(tracking), _to_roll(tracking))))
    if card is not None:
        return _card_hint(game, card)
    if last := _last_turn(tracking):
        return " ".join(filter(None, (last, _to_draw(tracking))))
    if game.turns:  # set right by hand
        return "Play a card and place a chip."
    return f"Deal {game.position.hands[game.seat - 1]} cards to each. Then play a card and place a chip."


def _next_words(tracking: Tracking) -> str:
    """Who is to act, and how."""
    return f"{player_of(tracking.setup, tracking.game.seat)} to {'roll' if tracking.game.needs_roll else 'play'}"


def _to_roll(tracking: Tracking) -> str:
    """The die is due: of whoever played just now, or of whoever is to play."""
    if tracking.game.position.played:
        return "Roll the die."
    return sentence(f"{player_of(tracking.setup, tracking.game.seat)}: roll the die")


def _last_turn(tracking: Tracking) -> str:
    """The last turn as a sentence, by the name of whoever played it; nothing after a correction by hand."""
    moment = tracking.game.moment
    last = moment.entry
    if moment.before is None or not isinstance(last, Turn):
        return ""
    seat = last.seat if isinstance(last, Forgot) else moment.before.position.seat
    return turn_words(last, sides_of(tracking.setup, seat))


def _to_draw(tracking: Tracking) -> str:
    """What has to be drawn for the turn just played, by the one who played it, whoever is next."""
    moment, now = tracking.game.moment, tracking.game.position
    if isinstance(moment.entry, Forgot) and moment.before and moment.before.position.hands == now.hands:  # in time
        return draw_words(player_of(tracking.setup, moment.entry.seat))
    if moment.before is None or not isinstance(moment.entry, Place | Remove | Exchange | Pass):
        return ""
    before, played = moment.before.position, not isinstance(moment.entry, Pass)
    cards = now.hands[before.seat - 1] - before.hands[before.seat - 1] + played
    if cards > 0:
        shuffle = "The stock is used up: shuffle the discard pile into a new one. " * (now.stock > before.stock)
        return shuffle + draw_words(player_of(tracking.setup, before.seat), cards)
    return "The stock is used up." if played else ""


def _effects(game: Game, names: tuple[str, ...]) -> list[str]:
    """What the last turn captured and completed."""
    effect, team = game.last_effect, getattr(game.moment.entry, "team", None)
    if team is None:
        return []
    fallen = [capture_words(names[team], effect.captured)] if effect.captured else []
    return fallen + [line_words(names[team], line) for line in effect.patterns]


def _card_hint(game: Game, card: Card) -> str:
    kind, name = game.rules.kind(card), card_words(card)
    if kind is Kind.WILD:
        return sentence(f"the {name} is wild: any open square")
    if kind is Kind.REMOVAL:
        if not game.targets(card):
            return sentence(f"the {name} takes a chip, but none may be taken now: take it back and play another")
        whose = "another team’s" if game.options.remove == "opponents" else "any"
        safe = f"; a finished {noun(game.options)[0]} is safe" if any(map(game.is_safe, SQUARES)) else ""
        return sentence(f"the {name} takes {whose} chip off the board{safe}")
    if kind is not Kind.PLAIN:
        return ""
    return " ".join(_plain_hint(game, face) for face in game.rules.looking_like(card))


def _plain_hint(game: Game, card: Card) -> str:
    name, targets = card_words(card), game.targets(card)
    if targets:
        return sentence(f"the {name} goes on {natural_list(list(map(square_name, targets)), 'or')}")
    if game.judge(Exchange(game.team, card)):
        return sentence(f"the {name} is dead: draw another card and play on")
    return sentence(f"the {name} is dead: take it back and play another")
