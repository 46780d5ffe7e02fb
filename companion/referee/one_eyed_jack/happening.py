"""What happens once it is told, seen or said, with all that it brings about: a turn, a position, a belief begun anew.

What people set right by hand (a square, the whole position, counts) is an override: logged, undone like a turn.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from companion.games.cards import Card
from companion.games.one_eyed_jack.position import Accepted, Chips, Position
from companion.games.one_eyed_jack.position_text import entry_text
from companion.games.one_eyed_jack.rules_sheet import noun
from companion.games.one_eyed_jack.set_up import settle
from companion.games.one_eyed_jack.sight import Sight
from companion.games.one_eyed_jack.state import Game, Override
from companion.games.one_eyed_jack.status import PositionStatus, position_status
from companion.games.one_eyed_jack.turnover import pass_on
from companion.games.one_eyed_jack.turns import Declare, EndJoker, Exchange, Pass, Place, Remove, Stop, Turn
from companion.games.squares import SQUARES
from companion.referee import events as log
from companion.referee.followed import WITHDRAWN, Happened, happen, nothing_open
from companion.referee.naming import sides_of
from companion.referee.one_eyed_jack.faults import TURN, named
from companion.referee.one_eyed_jack.hypotheses import Deviation, Hypothesis, Now, captured_in, difference
from companion.referee.one_eyed_jack.ledger import Dwell, Step, Tracking, brought
from companion.referee.one_eyed_jack.turns import SILENT
from companion.referee.one_eyed_jack.wording import CARDLESS, remedy

_IMPOSSIBLE: Mapping[PositionStatus, str] = MappingProxyType(
    {
        PositionStatus.CHIP_ON_FREE_CORNER: "Corners are free for everybody; no chips there.",
        PositionStatus.BAD_DIRECTION: "Without a die that reverses, play goes clockwise.",
        PositionStatus.TOO_MANY_CARDS: "Stock and hands together hold more cards than the deck.",
        PositionStatus.BAD_CAPTURES: "Nothing is captured in this game.",
        PositionStatus.LOCK_IS_NO_PATTERN: "One of those lines does not count in this game.",
        PositionStatus.LOCKS_OVERLAP: "Two lines of one team may share one square at most.",
        PositionStatus.SEVERAL_WINNERS: "With these lines two teams would have won.",
    }
)
"""What is said of a position that cannot be; the other reasons are mended when it is set up."""


def accept(tracking: Tracking, turn: Turn, *, verified: bool = True) -> Step:
    """The turn happens, with the lines it completes. Raises IllegalTurnError.

    What the turn before brought is told first, if it is still untold. The open question is settled, if it was this;
    one about the table is left open until the hypotheses agree.
    """
    asked, said = tracking.question, str(turn)
    settled = asked is not None and (said in asked.candidates or tracking.watch.asked_at is None)
    answer = log.QuestionAnswered(said if asked is not None and said in asked.candidates else WITHDRAWN)
    played = log.TurnPlayed(said, verified)
    step = happen(tracking, *[answer] * settled).then(announce).happen(played)
    after = step.tracking
    team = getattr(turn, "team", tracking.game.team)  # a line is chosen when the turn has passed on already
    news = () if after.unannounced else brought(after.game, team)
    return step.happen(*news, *_overcounted(after, turn)).then(choice_offered)


def announce(tracking: Tracking, disputed: tuple[int, ...] = ()) -> Step:
    """Tell what the last chip brought before something else happens, unless that is about the chip itself."""
    last = tracking.game.moment.entry
    return Happened(tracking) if getattr(last, "square", None) in disputed else happen(tracking, *tracking.unannounced)


def undone(tracking: Tracking) -> Step:
    """The last turn is taken back, and with it what the rules asked about it."""
    asked = tracking.question is not None and tracking.watch.asked_at is None
    return happen(tracking, *[log.QuestionAnswered(WITHDRAWN)] * asked, log.TurnUndone())


def _overcounted(tracking: Tracking, turn: Turn) -> list[log.Event]:
    """A card seen once too often."""
    card = turn.card if isinstance(turn, Place | Remove | Exchange) else None
    if not card or not tracking.game.overcounted(card):
        return []
    return [log.NoticeGiven("CARD_OVERCOUNT", worded(tracking, "CARD_OVERCOUNT", Sight(card)))]


def choice_offered(tracking: Tracking) -> Step:
    """The owner of a line that may take other squares is asked which, again if what came after was taken back."""
    offer = tracking.game.position.offer
    if offer is None or tracking.question is not None:
        return Happened(tracking)
    texts = tuple(str(Declare(offer.team, pattern)) for pattern in offer.patterns)
    what = noun(tracking.game.options)[0]
    words = f"Which squares does {sides_of(tracking.setup)[offer.team]}’s {what} take?"
    return happen(tracking.watching(asked_at=None), log.QuestionAsked(words, texts))


def worded(tracking: Tracking, code: str, about: Sight, now: Now | None = None) -> str:
    """What the players are told of a fault, `now` or where the game stands."""
    return remedy(tracking.game.at(now or tracking.game.moment), code, about, tracking.setup)


def seen_chips(tracking: Tracking) -> Chips:
    """The chips on the table as far as they are seen; elsewhere those that should be there."""
    calm, stands = tracking.watch.calm, tracking.game.position.chips
    if calm is None:
        return stands
    seen = (calm.board.best(square) for square in SQUARES)
    return tuple(was if now is None else now - 1 if now else None for was, now in zip(stands, seen, strict=True))


def differing(tracking: Tracking) -> Sight:
    """The squares that are seen otherwise than the game has them."""
    return difference(tracking.game.position, seen_chips(tracking))


def as_is(tracking: Tracking, position: Position) -> Position:
    """The position with the chips as they are seen, its hands untold; chips left standing are captured no more."""
    lead, captures = tracking.watch.belief.lead, list(position.captures)
    took = captured_in(islice(lead.moments, lead.untold, None))
    for one in lead.deviations:
        for part in one.residuals if one.code == "CAPTURE_NOT_CLEARED" else ():
            if part in took:
                captures[took[part]] = max(0, captures[took[part]] - 1)
    return position._replace(chips=seen_chips(tracking), captures=tuple(captures), hands=())


def believed_anew(tracking: Tracking, before: Tracking, *, code: str = "", cards: int = 0) -> Step:
    """Once somebody said how the game stands, that is the one hypothesis; the table may still differ, as `code` says.

    `before` is the tracking before that was said; so many `cards` more of its pile wait for a turn now, or fewer.
    """
    belief, game = before.watch.belief, tracking.game
    lead = belief.lead
    waiting = max(0, min(lead.waiting + cards, len(lead.pile)))
    lacking = max(0, -cards - lead.waiting)
    hypothesis = Hypothesis(game.moment, len(game.turns), pile=lead.pile, waiting=waiting, lacking=lacking)
    seen, stands = seen_chips(tracking), game.position.chips
    declared = difference(before.game.position, stands).squares if code == "TABLE_DIFFERS" else ()
    if code != "TAKE_BACK":  # what was not declared otherwise or taken back, now or before, may be a turn
        silent = (one for one in lead.deviations if one.code in SILENT)
        held = {*declared, *(square for one in silent for square, _ in one.residuals)}
        seen = tuple(chip if square in held else stands[square] for square, chip in enumerate(seen))
    changed = difference(game.position, seen)
    if changed:
        residuals = tuple((square, seen[square]) for square in changed.squares)
        differs = Deviation(code or "TABLE_DIFFERS", changed, game.moment, residuals)
        hypothesis = hypothesis._replace(deviations=(differs,))
    calm = before.watch.calm
    alone = code == "TAKE_BACK" and hypothesis.laid == (_alone(before.game),)  # it must not count as laid once more
    if alone or waiting > 1 or (waiting and isinstance(game.moment.entry, Pass)):  # they go back into hands
        lying = Deviation("TAKE_BACK", Sight(hypothesis.laid[0]), game.moment)
        hypothesis = hypothesis._replace(deviations=(*hypothesis.deviations, lying))
    wrong = Dwell(hypothesis.deviations[0].name, calm.now_s) if hypothesis.deviations and calm else Dwell()
    corrected = tuple(sorted({*before.watch.corrected, *declared}))
    return Happened(
        tracking.watching(belief=belief.anew([hypothesis]), resumed=False, wrong=wrong, corrected=corrected)
    )


def _alone(game: Game) -> Card | None:
    """The card of the last turn if that is all there was of it: a dead one, or one that ended the game."""
    last = game.turns[-1]
    return last.card if isinstance(last, Exchange | EndJoker) else None


def card_shown(game: Game, turn: Place | Remove) -> Card | None:
    """The card its square shows, while a copy is unseen; of several jacks nobody knows which, and none is told."""
    shown = game.layout[turn.square]
    unseen = game.position.pile.count(shown) < game.rules.copies(shown)
    return shown if unseen and game.judge(replace(turn, card=shown)) else None


def set_up(tracking: Tracking, position: Position) -> Step:
    """Declare this position right; without hands they stay as they are. Raises ValueError when it cannot be."""
    if position.hands and not position.hands[position.seat - 1]:
        raise ValueError(CARDLESS)
    lead = tracking.watch.belief.lead
    laid, told = lead.laid[0] if lead.waiting else None, difference(tracking.game.position, position.chips)
    used = laid is not None and named(tracking.game, laid, told)[0] == TURN  # its chip is among what is told
    step = declared(tracking, Override(position))
    return step.then(believed_anew, tracking, code="TABLE_DIFFERS", cards=-used)


def declared(tracking: Tracking, entry: Override[Position]) -> Step:
    """The position is declared right, with the win it may bring, and whatever was open is closed.

    Raises ValueError when it cannot be, whoever declares it: a person, or the table as it lies.
    """
    game, position = tracking.game, entry.position
    stands = settle(game.rules, position._replace(hands=position.hands or game.position.hands))
    for wrong in sorted(position_status(game.rules, stands) & set(_IMPOSSIBLE)):
        raise ValueError(_IMPOSSIBLE[wrong])
    overridden = log.PositionOverridden(entry_text(entry, game.options))
    step = nothing_open(tracking).happen(overridden)
    return step.happen(*brought(step.tracking.game, game.team))


def as_it_lies(tracking: Tracking, seat: int | None) -> Step:
    """The table counts as it was last seen; `seat` moves next. Raises ValueError when that has no card."""
    rules, position = tracking.game.rules, tracking.game.position
    position = pass_on(rules, position, "n") if position.played else position  # the die was forgotten
    if seat and not position.hands[seat - 1]:
        raise ValueError(CARDLESS)
    entry: Override[Position] = Override(as_is(tracking, position))
    changed = difference(position, entry.position.chips)
    if tracking.card and changed and seat != position.seat:
        mover = position.seat if seat else _played_by(tracking.game, position, changed)
        entry = Accepted(entry.position._replace(seat=mover), tracking.card, seat)
    elif seat:
        entry = Override(entry.position._replace(seat=seat))
    step = declared(tracking, entry)
    return step.then(believed_anew, tracking, cards=-tracking.watch.belief.lead.waiting)


def _played_by(game: Game, position: Position, changed: Sight) -> int:
    """The seat whose turn lies there: the next one's where its team's chip alone came, else that of whoever is to move.

    Whoever should have played has missed that turn: the same team does not play twice in a row.
    """
    following = pass_on(game.rules, position, None).seat
    team = game.options.team_of(following)
    alone = len(changed.squares) == 1 and [one for _, one in changed.appeared] == [team]
    return following if alone and team != game.options.team_of(position.seat) else position.seat


def ended_still(tracking: Tracking, act: Callable[[Tracking], Step]) -> Step:
    """What sets a game right that the players have ended leaves it so, unless it is won on the board by that."""
    last = tracking.game.moment.entry
    if not isinstance(last, Stop):
        return act(tracking)
    step = happen(tracking, log.TurnUndone()).then(act)
    if not step.tracking.game.judge(last):
        return step
    return step.then(accept, last).then(believed_anew, tracking, code="TABLE_DIFFERS")
