"""What the players are told and asked: for each fault what is wrong, where, and what to do; questions and notices."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.position import occupied
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.rules_sheet import noun
from companion.games.one_eyed_jack.sight import Sight
from companion.games.one_eyed_jack.state import Game, Override
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Roll, Turn
from companion.games.squares import square_name
from companion.referee.events import QuestionAsked, Setup
from companion.referee.naming import card_name, natural_list, player_of, sides_of, with_article
from companion.referee.one_eyed_jack.hypotheses import Hypothesis, acts

REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "WRONG_COLOUR": "It is {mover}’s turn, but {foreign} chip was put on {came}. Take it back; {mover} plays.",
        "OUT_OF_TURN": "{mover} is next. Please take your play back.",
        "SQUARE_OCCUPIED": "{over} already has a chip. Put it back and choose an open square.",
        "CARD_MISMATCH": "{card} belongs on {open}, not {came}. Move the chip, or take back card and chip.",
        "CORNER_CLOSED": "Corners are free for everybody; no chips there. Take the chip off {came}.",
        "NO_CHIP": "{card} still has an open square: place a chip on {open}.",
        "NO_CARD": "Show the card for {act}.",
        "TWO_CHIPS": "Only one chip per turn, but chips were put on {came}. Take one back.",
        "TWO_CARDS": "One card per turn. Take {card} back.",
        "CHIP_MOVED": "{moved} moved from {gone} to {came}. Put it back on {gone}.",
        "MERGED_TURNS": "I missed a turn. Which card did {mover} play on {came}?",
        "BOARD_DISTURBED": "The board was bumped. Put it back as the picture shows; look at {touched}.",
        "REMOVED_WITHOUT_JACK": "Put the {lost} back on {gone}; {card} does not remove chips.",
        "REMOVED_OWN": "A {remover} takes an opponent’s chip here. Put yours back on {gone}{choose}.",
        "REMOVED_LOCKED": "{gone} is part of a finished {pattern} and safe. Put the {lost} back{choose}.",
        "REMOVED_TWO": "Only one chip may go, but {gone} are empty. Put {surplus} back.",
        "NOTHING_REMOVED": "There is no chip on {gone}.",
        "PLACED_WITH_REMOVER": "A {remover} only removes. Take your chip off {came}.",
        "NOT_DEAD": "{card} can still go to {open}. Take it back into your hand and play on.",
        "DEAD_NOT_ALLOWED": "Dead cards are not exchanged in this game; take {card} back.",
        "DEAD_LIMIT": "No more dead cards may be exchanged this turn; take {card} back.",
        "DEAD_NO_STOCK": "{card} is dead, but the stock is empty and nothing can be drawn for it; take the card back.",
        "CAPTURE_NOT_CLEARED": "{captured}.",
        "CARD_OVERCOUNT": "I have seen {card} {often}; was this card misread, or is there an extra pack in play?",
        "UNKNOWN_CARD": "That card is not used in this game. Take {card} back and play another.",
        "HAND_SHORT": "{mover} plays, but should have no cards left. Is a count wrong?",
        "DIE_MISSING": "Roll the die first and enter what it shows.",
        "DIE_TOO_EARLY": "It is too early to roll: play first, then roll the die.",
        "DIE_TWICE": "The die was rolled already this turn.",
        "DIE_BAD_FACE": "The die has no such face; enter what it shows.",
        "DIE_NOT_ALLOWED": "No die is used in this game.",
        "NO_SUCH_SQUARE": "There is no such square on this board.",
        "NO_SUCH_CHOICE": "That line is not one of those to choose from.",
        "NO_DRAW_OWED": "That seat has no card to draw.",
        "NOTHING_TO_UNDO": "There is no turn to take back.",
        "TABLE_DIFFERS": "The table does not match the game: {mend}. Or accept the board as it lies.",
        "GAME_OVER": "{winner} Nothing more is played in this game.",
    }
)
"""The texts by code of the rules; braces stand for what the fault is about."""

NOTICES: Mapping[str, str] = MappingProxyType(
    {
        "BOARD_COVERED": "Part of the board is covered; the rest is still watched.",
        "BOARD_CUT_OFF": "Part of the board is outside the picture, and not watched. Move the board or the camera.",
        "BOARD_LOST": "The board is out of view. Move the camera or the board until all of it can be seen.",
        "BOARD_MOVED": "The board or the camera was moved. The board was found again, and nothing is lost.",
        "CAMERA_STALLED": "The camera shows the same picture again and again. Go on; I look again as soon as it moves.",
        "GLARE": "Glare from a lamp or the sun hides part of the board. Move the lamp, or shade the board.",
        "OBJECT_ON_BOARD": "Something lies on the board. Please take it off; the squares under it are not watched.",
        "SPARE_CHIP": "A chip of a colour that nobody plays lies on the board. Please take it off.",
        "TOO_DARK": "It is too dark to read the board. Please switch on a light.",
    }
)
"""What is no fault of the players."""
TOO_LATE: Mapping[str, str] = MappingProxyType(
    {
        "DRAW_LOST": "Too late to draw: {player} plays one card short.",
        "DRAW_LATE": "Too late to draw: {player} plays one card short, and draws two after the next turn.",
    }
)
"""What becomes of a draw that is missed too late."""
CARDLESS = "Whoever is to move must have a card."

Pairs = tuple[tuple[int, int], ...]
"""Squares, each with a team."""
_SWEPT = "The board was cleared. Put the chips back as the picture shows; or play anew, and a new game begins."
_ENDS_THE_GAME = "{card} ends the game and places no chip. Take the chip off {came}, or take back card and chip."
_PLAYED_TOO_SOON = "{card} comes first, on {came}. Take the {other} chip off, and place yours."
_NOTHING_TO_TAKE = "{card} takes a chip, but none may be taken now. Take it back and play another card."
_TIMES = dict(enumerate(("twice", "three times", "four times", "five times", "six times"), 2))
"""How often a card was seen that is in no deck so often."""
_CAPTURED = ("is captured: take the chip off and return it", "are captured: take the chips off and return them")
_COLOURED = {"JKB": "the black joker", "JKR": "the red joker"}
"""What is asked of a joker, of which nobody but its player may know the colour."""
_FEW = 6
"""Of so many squares the players are told what to do on each."""


def remedy(game: Game, code: str, about: Sight, setup: Setup) -> str:
    """What the players are told where the game stands: people by their names, chips by their colours."""
    outcome, card = game.outcome(), about.card
    taken = dict(about.appeared)  # by the next seat, while this one's chip is still to come
    free = [square for square in game.targets_as_seen(card) if square not in taken] if card and not outcome else []
    seen = max(game.times_seen(card), game.rules.copies(card) + 1) if card else 0
    text = _text(game, code, about, free)
    chips = [team.name for team in setup.teams]
    won = "" if outcome is None or outcome.winner is None else sides_of(setup)[outcome.winner]
    stood = game.position.chips
    gone = tuple((square, owner) for square in about.vanished if (owner := stood[square]) is not None)
    came, over = ([square for square, _ in pairs] for pairs in (about.appeared, about.recoloured))
    other, lost = (natural_list([*dict.fromkeys(chips[team] for _, team in pairs)]) for pairs in (about.appeared, gone))
    first = (player_of(setup, game.seat), won, with_article(f"{lost} chip"))
    mover, winner, moved = (words[:1].upper() + words[1:] for words in first)
    words = {
        "mover": mover,
        "card": card_name(card),
        "open": square_list(free, "or"),
        "often": _TIMES.get(seen, f"{seen} times"),
        "remover": "one-eyed jack" if game.options.deck == "standard" else "jack",
        "came": square_list(came),
        "gone": square_list(about.vanished),
        "surplus": "two" if about.vanished[2:] else "one",
        "misfits": square_list(_misfits(game, about)),
        "over": square_list(over),
        "touched": square_list(about.squares),
        "mend": _mending(about, gone, chips),
        "act": f"the chip on {square_list(came)}" if came else f"the chip taken from {square_list(about.vanished)}",
        "captured": f"{square_list(about.vanished)} {_CAPTURED[len(about.vanished) > 1]}",
        "choose": " and choose another"
        if free or not card
        else f". No other may be taken now; take {card_name(card)} back",
        "pattern": noun(game.options)[0],
        "other": other,
        "foreign": with_article(other),
        "moved": moved,
        "lost": f"{lost} chip{'s' * (len(gone) > 1)}",
        "winner": f"{winner} has already won." if winner else "The game is over.",
    }
    return text.format_map(words)


def _text(game: Game, code: str, about: Sight, free: Sequence[int]) -> str:
    """The text of a fault where the game stands, and where its card may go, or take a chip from, if anywhere."""
    kind, able = game.rules.kind(about.card), bool(free)
    if code == "SQUARE_OCCUPIED":
        return _over_a_chip(kind, able, {square for square, _ in about.recoloured} <= {*free})
    if code == "CARD_MISMATCH" and not able:
        return _ENDS_THE_GAME if kind is Kind.END else "{card} has no open square left. Take back card and chip."
    if code == "TWO_CARDS" and kind is Kind.REMOVAL and not able:
        return "{card} takes a chip, but none may be taken now. Take it back."
    if code == "NO_CHIP":
        return _without_its_chip(kind, able)
    if code == "NOT_DEAD" and kind not in (None, Kind.PLAIN):
        return "{card} is never dead. Take it back into your hand and play on."
    if code == "REMOVED_WITHOUT_JACK" and about.card is None:
        whose = "no card takes it" if any(map(game.is_safe, about.vanished)) else "only a {remover} removes chips"
        return f"Put the {{lost}} back on {{gone}}; {whose}."
    if code == "NO_CARD" and about.vanished and not game.judge(Remove(game.team, None, about.vanished[0])):
        return "Put the {lost} back on {gone}; no card takes it."
    if code in ("TWO_CHIPS", "REMOVED_TWO"):
        return _one_too_many(code, about, kind, _misfits(game, about))
    if code == "BOARD_DISTURBED" and about.vanished and about.vanished == occupied(game.position.chips):
        return _SWEPT
    more = " If not, take the chip off {came}." if code == "HAND_SHORT" and about.appeared else ""
    return REMEDIES[code] + more


def _without_its_chip(kind: Kind | None, able: bool) -> str:
    """The text of a card whose chip is missed, where it may still go somewhere or not."""
    if kind is Kind.REMOVAL:
        return "{card} takes a chip: take the one on {open}." if able else _NOTHING_TO_TAKE
    if not able:
        return _PLAYED_TOO_SOON
    return "{card} goes anywhere: place a chip on an open square." if kind is Kind.WILD else REMEDIES["NO_CHIP"]


def _over_a_chip(kind: Kind | None, able: bool, takeable: bool) -> str:
    """The text of a chip upon another, which its card may take or not."""
    if kind is Kind.REMOVAL:
        undo = "Take the chip off {over}." if takeable else "Put back what lay on {over}{choose}."
        return f"A {{remover}} only removes. {undo}"
    if kind is Kind.PLAIN and not able:
        return "{over} already has a chip. Put it back; {card} has no open square left."
    return REMEDIES["SQUARE_OCCUPIED"]


def _misfits(game: Game, about: Sight) -> list[int]:
    """The squares on which the card cannot put, or from which it cannot take, what came or went there."""
    came = [square for square, team in about.appeared if not game.judge(Place(team, about.card, square))]
    return came + [square for square in about.vanished if not game.judge(Remove(game.team, about.card, square))]


def _one_too_many(code: str, about: Sight, kind: Kind | None, misfits: Sequence[int]) -> str:
    """The text of several chips that came or went in one turn: which to put right, where the card fits not all."""
    all_wrong = len(misfits) == len(about.squares)
    if code == "REMOVED_TWO":
        if kind is None:
            return "Put the {lost} back on {gone}; only a {remover} removes chips, and only one."
        back = f"Only one chip may go. Put back what lay on {{misfits}}{'{choose}' if all_wrong else ''}"
        return f"{back}{', and one more' * (len(about.squares) > len(misfits) + 1)}." if misfits else REMEDIES[code]
    if not misfits:
        return REMEDIES[code]
    why = "A {remover} only removes" if kind is Kind.REMOVAL else "Only one chip per turn"
    return f"{why}. Take the chip{'s' * (len(misfits) > 1)} off {{misfits}}."


def square_list(squares: Iterable[int], joined_by: str = "and") -> str:
    """Squares in a sentence: `C4`, `C4 and H7`, `C4, D4 and H7`."""
    return natural_list([square_name(square) for square in squares], joined_by)


def _mending(about: Sight, gone: Pairs, chips: Sequence[str]) -> str:
    """What would make the table right again: where to look, and when it is little, what to do there."""
    if len(about.squares) > _FEW:
        return f"look at {square_list(about.squares)}"

    def each(pairs: Pairs, act: str) -> list[str]:
        """What to do with the chips of each team."""
        teams = dict.fromkeys(team for _, team in pairs)
        where = [(chips[one], square_list(s for s, team in pairs if team == one)) for one in teams]
        return [act.format(colour, squares, one=with_article(colour)) for colour, squares in where]

    squares = square_list(square for square, _ in about.recoloured)
    over = [f"put the right chip on {squares}"] if squares else []
    return ", ".join(each(gone, "put {one} chip on {1}") + each(about.appeared, "take the {0} chip off {1}") + over)


TAKEN_BACK = "undo"
"""The answer that turns were taken back, followed by how many."""
NOT_PLAYED = "not played"
"""The answer that nothing of what is asked about was played."""


def question(game: Game, rivals: Sequence[Hypothesis], names: Sequence[str]) -> QuestionAsked | None:
    """Which of these hypotheses, the likeliest first, is true; None where nobody could say so in a word."""
    told = len(game.turns)
    nexts = dict.fromkeys(hypothesis.turns[0] for hypothesis in rivals if hypothesis.kept == told and hypothesis.untold)
    named = {acts(turn) for turn in nexts if getattr(turn, "card", None)}
    # what was played is asked, not with which card
    nameless = {turn for turn in nexts if getattr(turn, "card", turn) is None and acts(turn) in named}
    turns = [turn for turn in nexts if not isinstance(turn, Override) and turn not in nameless]
    if not turns or any(isinstance(turn, Roll) for turn in turns):  # what a die showed is no turn to choose from
        return None
    back = max((told - hypothesis.kept for hypothesis in rivals), default=0)
    team = names[getattr(turns[0], "team", game.team)]
    if all(isinstance(turn, Exchange) for turn in turns):
        exchanged = (getattr(turn, "card", None) for turn in turns)
        cards = natural_list([_COLOURED.get(str(card)) or card_name(card) for card in exchanged], "or")
        return QuestionAsked(f"Did {team} exchange {cards}, which is dead?", (*map(str, turns), NOT_PLAYED))
    words = " or ".join(map(_in_words, turns))
    candidates = tuple(map(str, turns))
    if back:
        turned = "was the turn before" if back == 1 else f"were {back} turns"
        text = f"Did {team} play {words}, or {turned} taken back?"
        return QuestionAsked(text, (*candidates, f"{TAKEN_BACK} {back}"))
    if any(one.kept == told and not one.untold for one in rivals):
        return QuestionAsked(f"Did {team} play {words}?", (*candidates, NOT_PLAYED))
    return QuestionAsked(f"What did {team} play: {words}?", candidates)


def dead_question(game: Game, names: Sequence[str]) -> QuestionAsked | None:
    """Which dead card it is that nobody could read, if it is one; None where none may be exchanged."""
    faces = dict.fromkeys(map(game.rules.alike, game.options.faces))
    unseen = (card for card in faces if game.times_seen(card) < game.rules.copies(card))
    legal = [turn for turn in (Exchange(game.team, card) for card in unseen) if game.judge(turn)]
    if not legal:
        return None
    team = names[game.team]
    text = f"I could not read that card. If {team} exchanges it because it is dead, which is it? If not, just play on."
    return QuestionAsked(text, tuple(map(str, legal)))


def turns_back(candidate: str) -> int:
    """How many turns were taken back if this is the answer; 0 when it says something else."""
    word, _, number = candidate.partition(" ")
    return int(number) if word == TAKEN_BACK else 0


def turns_among(asked: QuestionAsked) -> tuple[Turn, ...]:
    """The candidates that are turns."""
    return tuple(filter(None, map(turn_in, asked.candidates)))


def turn_in(candidate: str) -> Turn | None:
    """The turn that a candidate is; None when it says that turns were taken back, or that nothing was played."""
    return None if turns_back(candidate) or candidate == NOT_PLAYED else parse_turn(candidate)


def _in_words(turn: Turn) -> str:
    match turn:
        case Place(_, card, square):
            return f"{card_name(card)} on {square_name(square)}"
        case Remove(_, card, square):
            return f"{card_name(card)}, taking the chip from {square_name(square)}"
    card = getattr(turn, "card", None)
    return f"{card_name(card)} and no chip" if card else "nothing"
