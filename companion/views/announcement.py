"""What the referee says aloud: one sentence or two for each event, in words a voice can speak."""

from collections.abc import Sequence

from companion.games.cards import Card, parse_card
from companion.games.one_eyed_jack.squares import square_name
from companion.referee import events
from companion.referee.events import Event

_LOW_RANKS = dict(zip("23456789", ("two", "three", "four", "five", "six", "seven", "eight", "nine"), strict=True))
_RANKS = _LOW_RANKS | {"A": "ace", "T": "ten", "J": "jack", "P": "princess", "Q": "queen", "K": "king"}
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_JOKERS = {"JK": "joker", "JKB": "black joker", "JKR": "red joker", "JKE": "end joker"}
_TEAM_LETTERS = "rbgywk"
_ROLLS = {"n": "a plain face", "r": "reverse", "s": "skip"}


def card_words(card: Card) -> str:
    """A card as it is spoken: `seven of diamonds`, `joker`."""
    return _JOKERS.get(card.code) or f"{_RANKS[card.rank]} of {_SUITS[card.suit]}"


def team_of_turn(turn: str) -> int:
    """The team that took a turn in notation, counted from 0. Raises ValueError when the text names none."""
    team = _TEAM_LETTERS.find(turn[:1]) if turn else -1
    if team < 0:
        raise ValueError(f"no team in the turn {turn!r}; a turn starts with one letter of {_TEAM_LETTERS}")
    return team


def turn_words(turn: str, names: Sequence[str]) -> str:
    """A turn in notation as a sentence; `names` are the teams' names in seating order."""
    who = sentence_case(names[team_of_turn(turn)])
    play = turn[2:].strip()
    if "@" in play:
        card, square = play.split("@")
        return f"{who} plays the {_spoken(card)} on {square}."
    if "x" in play:
        card, square = play.split("x")
        return f"{who} takes the chip from {square} with the {_spoken(card)}."
    return f"{who} {_other_play(play)}."


def turn_note(turn: str) -> str:
    """A turn in notation as a short note beside the team's chip, such as `Seven of diamonds on C4`."""
    play = turn[2:].strip()
    if "@" in play:
        card, square = play.split("@")
        return sentence_case(f"{_spoken(card)} on {square}")
    if "x" in play:
        card, square = play.split("x")
        return sentence_case(f"{_spoken(card)} takes {square}")
    return sentence_case(_other_play(play))


def event_words(event: Event, names: Sequence[str]) -> str:
    """What is said when this happens; nothing for events that are only kept. `names`: the teams, in seating order."""
    match event:
        case events.GameStarted():
            return f"{_list_of(names)}: the game begins. {sentence_case(names[0])} plays first."
        case events.TurnPlayed(turn=turn):
            return turn_words(turn, names)
        case events.LineCompleted(team=team, squares=squares):
            return line_words(names[team], squares)
        case events.GameWon(team=team):
            return win_words(None if team is None else names[team])
        case _:
            return _trouble_words(event)


def turn_to_play_words(team: str, player: str | None = None) -> str:
    """Whose turn it is; a player's name is added where the team has several."""
    return f"{sentence_case(team)} to play." if player is None else f"{sentence_case(team)} to play: {player}."


def draw_words(player: str) -> str:
    """The reminder after a turn."""
    return f"{player}, draw a card."


def line_words(team: str, squares: Sequence[int]) -> str:
    """A completed line, named by its ends."""
    return f"{sentence_case(team)} completes a line from {square_name(squares[0])} to {square_name(squares[-1])}!"


def win_words(team: str | None) -> str:
    """The end of the game; no team for a tie."""
    return "The game is a tie." if team is None else f"{sentence_case(team)} wins the game!"


def sentence_case(words: str) -> str:
    """The same words as they stand at the start of a sentence."""
    return words[:1].upper() + words[1:]


def _trouble_words(event: Event) -> str:
    match event:
        case events.FaultFound(message=message) | events.NoticeGiven(message=message):
            return message
        case events.QuestionAsked(text=text):
            return text
        case events.FaultResolved():
            return "Thank you, the board is right again."
        case events.TurnUndone():
            return "The last turn is taken back."
        case events.PositionOverridden():
            return "The board is accepted as it stands."
        case _:
            return ""


def _other_play(play: str) -> str:
    if play.startswith("dead "):
        return f"exchanges the dead {_spoken(play[5:])}"
    if play.startswith("roll "):
        return f"rolls {_ROLLS.get(play[5:], play[5:])}"
    return "passes" if play == "pass" else f"plays the {_spoken(play)}"


def _spoken(code: str) -> str:
    return card_words(parse_card(code))


def _list_of(names: Sequence[str]) -> str:
    return " against ".join(sentence_case(name) for name in names)
