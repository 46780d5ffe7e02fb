"""Telling is reading the beam: a turn on which the stories agree, a fault that stands in most of them, else a question.

Every waiting time is a multiple of the table's patience; every threshold is a probability.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from companion.games.cards import Card
from companion.games.one_eyed_jack.rules import Kind
from companion.games.one_eyed_jack.squares import square_name
from companion.games.one_eyed_jack.state import Override
from companion.games.one_eyed_jack.turns import Exchange, Pass, Place, Remove, Roll
from companion.referee.belief import support
from companion.referee.events import CardRead, Event, FaultFound, NoticeGiven, QuestionAnswered, QuestionAsked, TurnUndone
from companion.referee.followed import WITHDRAWN
from companion.referee.one_eyed_jack.acceptance import accept, names, resolved, tell_untold
from companion.referee.one_eyed_jack.difference import Difference
from companion.referee.one_eyed_jack.faults import circumstances, named
from companion.referee.one_eyed_jack.ledger import Step, Tracking, happen
from companion.referee.one_eyed_jack.questions import dead_question, question
from companion.referee.one_eyed_jack.remedies import remedy
from companion.referee.one_eyed_jack.stories import Deviation, Story, acts
from companion.referee.settling import Calm

AGREED = 0.85
"""Stories that agree on a turn must have this probability together for it to be told."""
MOSTLY = 0.5
"""A fault is told when it is likelier than not."""
CARD_AGREED = 0.7
"""A card is told as seen when, given its turn, it is as likely as this."""
RIVAL = 0.05
"""A story as likely as this is worth a question."""

HAND_PATIENCE = 0.5
"""What has stood for this share of the patience is said when the next hand comes, since it may change the table."""
CREDIT = 0.75
"""What comes late on a calm table is taken to have stood for this share of the patience."""
UNREAD_PATIENCE = 1.5
"""A card that was laid and cannot be read is waited for so long."""
LATE_PATIENCE = 3.0
"""A card that was not laid yet is waited for so long, and so is doubt that a further look may settle."""
BACK_PATIENCE = 8.0
"""Whether a turn was taken back is only asked after so long: what is played anew tells it as well."""
NO_CARD_PATIENCE = 10.0
"""A chip without a card is nobody's fault for so long, nor is a card that seems to be of another game."""
LATE_FAULTS = ("NO_CARD", "UNKNOWN_CARD")
REGRET_S = 1.0
"""Whoever takes a chip back mostly does so within a second: until then no line and no win is told."""
ROUNDING_S = 1e-6

TOLD_AT_ONCE = 24
"""So many turns are told after one look; whatever is left is told after the next."""
PLAYED_ON = 2
"""Once so many turns were played after one that is in doubt, the likeliest story is told, and the others overruled."""

BACK = "taken back"
NOTHING = "nothing more"
Said = object
"""What a story says happens next: `BACK`, `NOTHING`, or what a turn does, whatever its card."""


def said_next(story: Story, told: int) -> Said:
    """What happens next in a story after so many turns were told."""
    if story.kept < told:
        return BACK
    return acts(story.turns[0]) if story.turns else NOTHING


def tell(tracking: Tracking, patience_s: float) -> Step:
    """Whatever the stories agree on after a settled look."""
    tracking, events = turns_told(tracking, patience_s)
    tracking, read = _card_read(tracking)
    tracking, faults = _faults_told(tracking, patience_s)
    tracking, asked = _asked(tracking, patience_s)
    tracking, news = _celebrated(tracking)
    lead = tracking.watch.belief.lead
    resumed = tracking.watch.resumed and (bool(lead.turns) or bool(lead.deviations))
    tracking = replace(tracking, watch=replace(tracking.watch, resumed=resumed))
    card = lead.laid[0] if lead.waiting and not lead.turns else None
    return replace(tracking, card=card), events + read + faults + asked + news


# Turns


def turns_told(tracking: Tracking, patience_s: float) -> Step:
    """The turns on which the stories agree, one after the other; none before the table was seen."""
    events: tuple[Event, ...] = ()
    if tracking.watch.calm is None:
        return tracking, events
    missed = list[str]()
    for _ in range(TOLD_AT_ONCE):
        tracking, story, agreed = _next(tracking, patience_s)
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


def _next(tracking: Tracking, patience_s: float) -> tuple[Tracking, Story | None, bool]:
    """The likeliest story whose next step is to be told now, if there is one, and whether the stories agree on it."""
    watch, calm, told = tracking.watch, _calm(tracking), len(tracking.game.turns)
    overruled = min(watch.overruled, told)
    heard = [story for story in watch.belief.beam if story.kept >= overruled]
    if support(watch.belief.beam, lambda story: story.kept < overruled) > MOSTLY or not heard:
        heard = list(watch.belief.beam)
    said, share = _likeliest(heard, told)
    turn = watch.turn.renewed(said, calm, CREDIT * patience_s)
    tracking = replace(tracking, watch=replace(watch, turn=turn))
    if share < AGREED and len(heard[0].turns) > PLAYED_ON:
        said = said_next(heard[0], told)
    elif share < AGREED:
        said = NOTHING
    if said is NOTHING:
        return tracking, None, False
    story = next(story for story in heard if said_next(story, told) == said)
    waited = calm.now_s - turn.since_s >= _patience(tracking, story, said) * patience_s - ROUNDING_S
    return tracking, story if waited else None, share >= AGREED


def _likeliest(stories: Sequence[Story], told: int) -> tuple[Said, float]:
    """What most of these stories say happens next, and their share of the stories' probability."""
    shares = dict[Said, float]()
    for story in stories:
        said = said_next(story, told)
        shares[said] = shares.get(said, 0.0) + exp(story.weight)
    best = max(shares, key=shares.__getitem__)
    return best, shares[best] / sum(shares.values())


def _patience(tracking: Tracking, story: Story, said: Said) -> float:
    """For how many patiences it must have stood: what play has gone on from at once, else what may change, later."""
    if tracking.watch.resumed or said is BACK:
        return 0.0 if len(story.turns) > PLAYED_ON else 1.0
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
    return 1.0 if _calm(tracking).board.hidden else 0.0


def _told_one(tracking: Tracking, story: Story) -> Step:
    """One turn is told, or that the last one was taken back."""
    said = said_next(story, len(tracking.game.turns))
    tracking, events = (tracking, ()) if story.deviations else resolved(tracking)
    if said is BACK:
        tracking, undone = happen(tracking, TurnUndone())
        return tracking, events + undone
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
    cards = dict[Card | None, float]()
    for story in saying:
        card = getattr(story.turns[0], "card", None)
        cards[card] = cards.get(card, 0.0) + exp(story.weight)
    best = max(cards, key=cards.__getitem__)
    return best if cards[best] >= CARD_AGREED * sum(cards.values()) else None


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
    team = names(tracking)[getattr(turn, "team", 0)]
    if isinstance(turn, Pass | Roll):
        return [f"I missed {team}'s turn and cannot tell what was played."]
    behind = len(story.turns) > 1 and story.lacking < len(story.turns)
    if behind and isinstance(turn, Place | Remove) and turn.card is None:
        what = "played on" if isinstance(turn, Place) else "took the chip from"
        return [f"I missed a turn: {team} {what} {square_name(turn.square)}, and I could not see the card."]
    return []


def _card_read(tracking: Tracking) -> Step:
    """The card of the last turn, which was only guessed, is known now."""
    told = tracking.game.turns
    last = told[-1] if told else None
    if not isinstance(last, Place | Remove) or last.card is not None or tracking.game.entries[-1] is not last:
        return tracking, ()
    cards = dict[Card | None, float]()
    for story in tracking.watch.belief.beam:
        card = _kept_card(story, len(told))
        cards[card] = cards.get(card, 0.0) + exp(story.weight)
    best = max(cards, key=cards.__getitem__)
    return (tracking, ()) if best is None or cards[best] < AGREED else happen(tracking, CardRead(best.code))


def _kept_card(story: Story, told: int) -> Card | None:
    """The card that the last turn told has in a story."""
    if story.kept < told:
        return None
    moment = story.now
    for _ in story.turns:
        assert moment.before is not None
        moment = moment.before
    return getattr(moment.entry, "card", None)


# Faults


def _faults_told(tracking: Tracking, patience_s: float) -> Step:
    """The fault that stands in most stories, once it has stood for long enough; one that does so no more is over."""
    watch, calm = tracking.watch, _calm(tracking)
    wrong = wrong_now(tracking)
    standing = watch.wrong.renewed(None if wrong is None else wrong.name, calm, CREDIT * patience_s)
    tracking = replace(tracking, watch=replace(watch, wrong=standing))
    if wrong is None:
        over = tracking.fault is not None and set(calm.board.hidden).isdisjoint(tracking.fault.squares)
        return resolved(tracking) if over else (tracking, ())
    patience = NO_CARD_PATIENCE if wrong.code in LATE_FAULTS else 1.0
    stood = calm.now_s - standing.since_s >= patience * patience_s - ROUNDING_S
    return blame(tracking, wrong) if stood else (tracking, ())


def wrong_now(tracking: Tracking) -> Deviation | None:
    """What is wrong by most stories, the newest first; in the cards alone if it is nothing on the board."""
    beam = tracking.watch.belief.beam
    for deviation in reversed(beam[0].deviations):
        def stands(story: Story, name: object = deviation.name) -> bool:
            return any(one.name == name for one in story.deviations)

        if deviation.code not in ("TAKE_BACK", "OVER") and support(beam, stands) > MOSTLY:
            return replace(deviation, code="TABLE_DIFFERS") if tracking.watch.resumed else deviation
    return None if beam[0].deviations or beam[0].turns else _wrong_card(tracking, beam[0])


def _wrong_card(tracking: Tracking, story: Story) -> Deviation | None:
    """What is wrong with the cards that wait, or with a turn that waits for its card."""
    game = tracking.game.at(story.now)
    if game.outcome():
        return None
    if story.lacking and not tracking.watch.belief.tracks.blind:
        return _without_card(tracking, story)
    read = [card for card in story.laid if card is not None]
    playable = [card for card in read if game.rules.kind(card)]
    if len(playable) > 1 and named(game, playable[0], Difference())[0] == "WAIT_CHIP":
        return Deviation("TWO_CARDS", circumstances(game, playable[-1], Difference()))
    card = next(iter(playable or read), None)
    if card is None:
        return None
    code, about = named(game, card, Difference())
    return None if code in ("WAIT_CHIP", "TURN", "NOTHING") else Deviation(code, about)


def _without_card(tracking: Tracking, story: Story) -> Deviation | None:
    """The last chip still waits for its card, though the pile is in full view."""
    turn, game = story.now.entry, tracking.game
    if not isinstance(turn, Place):
        return None
    return Deviation("NO_CARD", circumstances(game, None, Difference(((turn.square, turn.team),))))


def blame(tracking: Tracking, wrong: Deviation) -> Step:
    """The fault is said, unless it is said already."""
    found = FaultFound(wrong.code, wrong.about.squares, remedy(wrong.code, wrong.about, names(tracking)))
    if tracking.fault == found:
        return tracking, ()
    if tracking.fault and tracking.fault.code == found.code == "BOARD_DISTURBED":
        return replace(tracking, fault=found), ()  # it only grew or shrank: no second word
    tracking, news = tell_untold(tracking, wrong.about.squares)
    tracking, events = resolved(tracking)
    tracking, more = happen(tracking, found)
    return tracking, news + events + more


def interrupted(tracking: Tracking, patience_s: float) -> Step:
    """The next hand came: a fault that had stood for a while is said now."""
    watch = tracking.watch
    wrong = wrong_now(tracking) if watch.calm is not None and watch.wrong.said is not None else None
    tracking = replace(tracking, watch=replace(watch, turn=watch.turn.__class__(), wrong=watch.wrong.__class__()))
    if wrong is None or wrong.name != watch.wrong.said or watch.calm is None or wrong.code in LATE_FAULTS:
        return tracking, ()
    stood = watch.calm.now_s - watch.wrong.since_s >= HAND_PATIENCE * patience_s - ROUNDING_S
    return blame(tracking, wrong) if stood else (tracking, ())


# Questions and news


def _asked(tracking: Tracking, patience_s: float) -> Step:
    """What the stories do not agree on for long is asked; what later looks have settled is asked no more."""
    watch, calm = tracking.watch, _calm(tracking)
    told = len(tracking.game.turns)
    if (unread := _unread_card(tracking)) is not None:
        return _ask(tracking, ("unread",), LATE_PATIENCE * patience_s, unread)
    rivals = tuple(story for story in watch.belief.beam if exp(story.weight) >= RIVAL)
    ways = dict.fromkeys(said_next(story, told) for story in rivals)
    turns = [said for said in ways if said not in (BACK, NOTHING)]
    dead = any(isinstance(story.turns[0], Exchange) for story in rivals if story.turns)
    if len(ways) < 2 or not turns or (NOTHING in ways and BACK not in ways and not dead):
        tracking = replace(tracking, watch=replace(watch, doubt=watch.doubt.__class__()))
        return _withdrawn(tracking)
    patience = BACK_PATIENCE if BACK in ways else LATE_PATIENCE
    asked = question(tracking.game, rivals, names(tracking))
    return _ask(tracking, tuple(sorted(map(str, ways))), patience * patience_s, asked)


def _ask(tracking: Tracking, doubt: tuple[str, ...], after_s: float, asked: QuestionAsked | None) -> Step:
    """The question, once the doubt has stood for so long and unless it is open already."""
    watch, calm = tracking.watch, _calm(tracking)
    standing = watch.doubt.renewed(doubt, calm, 0.0)
    tracking = replace(tracking, watch=replace(watch, doubt=standing))
    waits = calm.now_s - standing.since_s < after_s - ROUNDING_S
    if waits or asked is None or tracking.question == asked:
        return tracking, ()
    tracking, withdrawn = _withdrawn(tracking)
    watch = replace(tracking.watch, about_table=True, asked_at=len(tracking.game.turns))
    tracking, more = happen(replace(tracking, watch=watch), asked)
    return tracking, withdrawn + more


def _unread_card(tracking: Tracking) -> QuestionAsked | None:
    """What is asked of a card that nobody could read and that brought no chip: it may be a dead one."""
    lead = tracking.watch.belief.lead
    if lead.laid != (None,) or lead.turns or lead.deviations or lead.kept < len(tracking.game.turns):
        return None
    return dead_question(tracking.game, names(tracking))


def _withdrawn(tracking: Tracking) -> Step:
    """Without the question about the table, if one is open: later looks have settled it."""
    if tracking.question is None or not tracking.watch.about_table:
        return tracking, ()
    tracking = replace(tracking, watch=replace(tracking.watch, about_table=False))
    return happen(tracking, QuestionAnswered(WITHDRAWN))


def _celebrated(tracking: Tracking) -> Step:
    """The lines and the win that the last chip brought are told once calm looks have not disputed them."""
    lead, told = tracking.watch.belief.lead, len(tracking.game.turns)
    disputed = said_next(lead, told) is BACK or _calm(tracking).calm_s < REGRET_S - ROUNDING_S
    return (tracking, ()) if disputed else tell_untold(tracking)


def _calm(tracking: Tracking) -> Calm:
    assert tracking.watch.calm is not None
    return tracking.watch.calm

