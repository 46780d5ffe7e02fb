"""Telling is reading the beam: a turn is told once the stories that matter agree on it, whatever its card."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.cards import Card
from companion.games.one_eyed_jack.position_text import override_text
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.state import Override
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place, Remove, Roll
from companion.games.squares import square_name
from companion.referee.belief import AGREED, likeliest
from companion.referee.events import CardRead, Event, NoticeGiven, PositionOverridden, TurnUndone
from companion.referee.followed import UNREAD_PATIENCE, happen
from companion.referee.naming import sides_of
from companion.referee.one_eyed_jack.acceptance import accept, resolved, tell_untold
from companion.referee.one_eyed_jack.ledger import Step, Tracking
from companion.referee.one_eyed_jack.policy import (
    BACK,
    CARD_AGREED,
    CREDIT,
    LATE_PATIENCE,
    NOTHING,
    PLAYED_ON,
    REGRET_S,
    ROUNDING_S,
    TOLD_AT_ONCE,
    Said,
    calm_of,
    covered,
    said_next,
)
from companion.referee.one_eyed_jack.stories import Entry, Story, acts


def turns_told(tracking: Tracking, patience_s: float) -> Step:
    """The turns on which the stories agree, one after the other; none before the table was seen."""
    events: tuple[Event, ...] = ()
    if tracking.watch.calm is None:
        return tracking, events
    missed, agreed = list[str](), True
    for _ in range(TOLD_AT_ONCE):
        tracking, story, agreed = _next(tracking, patience_s, overruling=not agreed)
        if story is None:
            break
        missed += _missed(tracking, story)
        tracking, more = _told_one(tracking, story)
        overruled = len(tracking.game.turns) if not agreed else tracking.watch.overruled
        tracking = replace(tracking, watch=replace(tracking.watch, overruled=overruled))
        events += more
    if missed:
        tracking, more = happen(tracking, NoticeGiven("MERGED_TURNS", " ".join(missed)))
        events += more
    return tracking, events


def _next(tracking: Tracking, patience_s: float, *, overruling: bool) -> tuple[Tracking, Story | None, bool]:
    """The likeliest story whose next step is to be told now, if there is one, and whether the stories agree on it.

    `overruling` says that the step before was told of the likeliest story alone, which is told to its end then.
    """
    watch, calm, told = tracking.watch, calm_of(tracking), len(tracking.game.turns)
    overruled = min(watch.overruled, told)
    heard = [story for story in watch.belief.beam if story.kept >= overruled]
    if watch.belief.lead.kept < overruled or not heard:
        heard = list(watch.belief.beam)
    said, share = likeliest(heard, lambda story: said_next(story, told))
    turn = watch.turn.renewed(said, calm, CREDIT * patience_s)
    tracking = replace(tracking, watch=replace(watch, turn=turn))
    overrules = overruling or _played_on(heard[0], told) or _agreed_but_for_exchanges(heard, told)
    if share < AGREED and overrules:
        said = said_next(heard[0], told)
    elif share < AGREED:
        said = NOTHING
    if said is NOTHING:
        return tracking, None, False
    story = next(story for story in heard if said_next(story, told) == said)
    waited = calm.now_s - turn.since_s >= _patience(tracking, story, said) * patience_s - ROUNDING_S
    return tracking, story if waited else None, share >= AGREED


def _played_on(story: Story, told: int) -> bool:
    """Whether so much was played after what is in doubt that waiting tells no more."""
    return len(story.turns) >= PLAYED_ON + (story.kept == told)


def _agreed_but_for_exchanges(stories: Sequence[Story], told: int) -> bool:
    """Whether the stories agree on the next turn with a chip, and not on the dead cards exchanged before it."""

    def chip_turn(story: Story) -> Said:
        """The first turn of a story that is no exchange."""
        turns = (turn for turn in story.turns if not isinstance(turn, Exchange))
        return acts(next(turns, None)) if story.kept == told else BACK

    said, share = likeliest(stories, chip_turn)
    return share >= AGREED and said == chip_turn(stories[0]) and said not in (BACK, acts(None))


def _patience(tracking: Tracking, story: Story, said: Said) -> float:
    """For how many patiences it must have stood: what play has gone on from at once, else what may change, later."""
    if tracking.watch.resumed or said is BACK:
        return 0.0 if len(story.turns) > PLAYED_ON else LATE_PATIENCE if covered(calm_of(tracking)) else 1.0
    turn = story.turns[0]
    if len(story.turns) > 1:
        return 0.0
    if isinstance(turn, Override | Pass | Roll):
        return float("inf")  # it left no trace but in what is played after it
    if story.lacking:
        waits_for_jack = isinstance(turn, Remove) and not tracking.watch.belief.tracks.blind
        return float("inf") if waits_for_jack else LATE_PATIENCE
    if isinstance(turn, Exchange):
        return 1.0
    if isinstance(turn, Place | Remove) and turn.card is None:
        return UNREAD_PATIENCE
    return 1.0 if calm_of(tracking).board.hidden else 0.0


def _told_one(tracking: Tracking, story: Story) -> Step:
    """One turn is told, or that the last one was taken back."""
    said = said_next(story, len(tracking.game.turns))
    tracking, events = (tracking, ()) if story.deviations else resolved(tracking)
    if said is BACK:
        tracking, undone = happen(tracking, TurnUndone())
        return tracking, events + undone
    if _nameless(story.turns[0]) and isinstance(story.turns[0], Override):
        text = override_text(story.turns[0].position, tracking.game.options)
        tracking, overridden = happen(tracking, PositionOverridden(text))
        return tracking, events + overridden
    turn = next(entry for entry in story.turns if not isinstance(entry, Override))  # a new count is told with its turn
    verified = not isinstance(turn, Place | Remove)
    if isinstance(turn, Place | Remove):
        card = _card_of(tracking, said)
        verified = card is not None
        turn = replace(turn, card=card if verified else _likeliest_card(tracking, turn))
    tracking, played = accept(tracking, turn, verified=verified)
    return tracking, events + played


def _card_of(tracking: Tracking, said: Said) -> Card | None:
    """The card of the next turn, where the stories that have it agree."""
    told = len(tracking.game.turns)
    saying = [story for story in tracking.watch.belief.beam if said_next(story, told) == said]
    card, share = likeliest(saying, lambda story: getattr(story.turns[0], "card", None))
    return card if share >= CARD_AGREED else None


def _likeliest_card(tracking: Tracking, turn: Place | Remove) -> Card | None:
    """The card its square shows, while a copy is unseen; of several jacks nobody knows which, and none is told."""
    game = tracking.game
    if isinstance(turn, Remove):
        return None
    shown = game.layout[turn.square]
    unseen = game.position.pile.count(shown) < game.rules.copies(shown)
    fits = unseen and bool(game.judge(replace(turn, card=shown)))
    return shown if fits and game.rules.kind(shown) is Kind.PLAIN else None


def _missed(tracking: Tracking, story: Story) -> list[str]:
    """What is said of a turn that was missed while play went on."""
    if said_next(story, len(tracking.game.turns)) is BACK:
        return []
    turn = story.turns[0]
    team = sides_of(tracking.setup)[getattr(turn, "team", tracking.game.team)]
    if _nameless(turn):
        return [f"I missed {team}'s turn and cannot tell what was played."]
    behind = len(story.turns) > 1 and story.lacking < len(story.turns)
    if behind and isinstance(turn, Place | Remove) and turn.card is None:
        what = "played on" if isinstance(turn, Place) else "took the chip from"
        return [f"I missed a turn: {team} {what} {square_name(turn.square)}, and I could not see the card."]
    return []


def _nameless(entry: Entry) -> bool:
    """Whether a turn left no trace; an override that tells hands is a new count, told with the turn it allows."""
    return not entry.position.hands if isinstance(entry, Override) else isinstance(entry, Pass | Roll)


def card_read(tracking: Tracking) -> Step:
    """The card of the last turn, which was only guessed, is known now."""
    told = tracking.game.turns
    last = told[-1] if told else None
    if not isinstance(last, Place | Remove) or last.card is not None or tracking.game.entries[-1] is not last:
        return tracking, ()
    card, share = likeliest(tracking.watch.belief.beam, lambda story: _kept_card(story, len(told)))
    return (tracking, ()) if card is None or share < AGREED else happen(tracking, CardRead(card.code))


def _kept_card(story: Story, told: int) -> Card | None:
    """The card that the last turn told has in a story."""
    if story.kept < told:
        return None
    moment = story.now
    for _ in story.turns:
        assert moment.before is not None
        moment = moment.before
    return getattr(moment.entry, "card", None)


def celebrated(tracking: Tracking) -> Step:
    """The lines and the win that the last chip brought are told once calm looks have not disputed them."""
    lead, told = tracking.watch.belief.lead, len(tracking.game.turns)
    disputed = said_next(lead, told) is BACK or calm_of(tracking).calm_s < REGRET_S - ROUNDING_S
    return (tracking, ()) if disputed else tell_untold(tracking)
