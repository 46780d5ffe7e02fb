"""Telling is reading the beam: a step on which hypotheses agree, a fault that stands in most of them, else a question.

An unanswered question costs nothing: the hypotheses go on, and what is left open for too long goes by the likeliest.
"""

from collections.abc import Callable
from dataclasses import replace

from companion.games.black_jack.faults import Fault
from companion.games.black_jack.judging import judge_start
from companion.games.black_jack.pile import joker_faces, next_seat
from companion.games.black_jack.turns import Laid, Play
from companion.games.cards import SUITS
from companion.referee.belief import AGREED, MOSTLY, RIVAL, Limits, S, likeliest, shares, support, updated
from companion.referee.black_jack.acts import LEADING, PileModel
from companion.referee.black_jack.happening import end_turn, noted, told, undoing
from companion.referee.black_jack.hypotheses import TAKEN_UP, Hypothesis, Unseen, reopened, unread
from companion.referee.black_jack.ledger import Step, Tracking
from companion.referee.black_jack.wording import NOTICES, question, remedy
from companion.referee.events import CardLaid, CardTakenBack, FaultFound, QuestionAsked
from companion.referee.followed import HAND_PATIENCE, UNREAD_PATIENCE, WITHDRAWN, Happened, given, nothing_open
from companion.referee.observation import TableObservation
from companion.referee.tracks import Track

LIMITS = Limits(beam=48, width_nats=10.0, branch=0.15)
"""A branch takes longer here: of looks that make no sense, with twelve players and two packs, the longest took 71 ms,
and takes 42. Of 116 games full of mishaps as many turns are told right."""

NO_CARD = (TAKEN_UP, WITHDRAWN)
"""The answers of those who say that no card was laid."""
FACE_RIVAL = 0.005
"""A face as likely as this may be the answer to which card it is."""
WINDOW = 9
"""So much that was observed waits to be told at most; then the likeliest hypothesis is believed of the first of it."""
ALIKE_NATS = 0.1
"""Hypotheses that differ by less are about as likely."""
AT_ONCE = 1
"""So much of what was observed is weighed in one look; whatever else was is weighed in the next."""

PAUSE_PATIENCE = 2.0
"""A card that may be either player's is asked about after so many."""

_SILENT = (Fault.BJ_JOKER_NEEDED, Fault.GAME_OVER)
"""What is no fault of a card: a joker below is still to be named, or the cards are gathered."""
Open = tuple[FaultFound | QuestionAsked | CardLaid | None, float]
"""What is wrong or asked now, if anything, and for how many patiences it must have stood to be said; or the first card
of the game."""


def tell(tracking: Tracking, patience_s: float) -> Step:
    """Whatever comes of what was observed so far, once that has settled."""
    step = _agreed_told(tracking) if tracking.game else Happened(tracking)
    if step.tracking.game and (step.tracking.over or step.tracking.watch.belief.behind):
        return step
    return step.then(_open_told, patience_s).then(_hand_empty, patience_s)


def weighed(tracking: Tracking, most: int | None = None) -> Tracking:
    """The tracking with its hypotheses brought up to date, by so many of the things observed at most."""
    before = tracking.before
    under = before if before and before.events[:1] == (CardTakenBack(),) else None
    belief, root = tracking.watch.belief, Hypothesis(tracking.playing.moment, tracking.laid, under=under)
    begun = belief.beams[0][0] if belief.beams else None
    same = begun and begun.now == root.now and begun.laid == root.laid and begun.under is under
    beams = belief.beams if same else ((root,),)
    game = tracking.playing.remembering()
    for one in belief.observed[len(beams) - 1 :][:most]:
        going_on = beams[-1][:LEADING] if unread(one) else beams[-1]
        beams = (*beams, updated(going_on, PileModel(game, one, going_on), LIMITS))
    return tracking.watching(belief=replace(belief, beams=beams))


def lead(beam: tuple[Hypothesis, ...]) -> Hypothesis:
    """The likeliest hypothesis; of those about as likely, as where nobody saw a face, one that most agree with."""
    alike = [hypothesis for hypothesis in beam if hypothesis.weight > beam[0].weight - ALIKE_NATS]
    seat, _ = likeliest(alike, lambda hypothesis: hypothesis.seat)
    return next(hypothesis for hypothesis in alike if hypothesis.seat == seat)


def forgotten(tracking: Tracking) -> Tracking:
    """The tracking once nothing that was observed matters any more: after the end the cards are gathered."""
    return tracking.watching(belief=tracking.watch.belief.having((), Track()))


def interrupted(tracking: Tracking, patience_s: float) -> Step:
    """The next hand came: a fault that had stood for a while is said now; before the first card somebody deals."""
    if tracking.game is None:
        return nothing_open(tracking)
    stood = tracking.watch.stood_s >= HAND_PATIENCE * patience_s and not tracking.watch.belief.behind
    return _open_told(tracking, 0.0) if stood and _wrong(tracking) else Happened(tracking)


def agreement(beam: tuple[Hypothesis, ...], least: float = AGREED) -> int:
    """On how many steps, from the first, the hypotheses agree; what becomes of an illegal card belongs to it."""
    agreed = 0
    for number, step in enumerate(beam[0].associations):
        beam = tuple(hypothesis for hypothesis in beam if hypothesis.associations[number].events == step.events)
        if step.unsaid or support(beam, lambda _: True) < least:
            break
        agreed = agreed if step.illegal else number + 1
    return agreed


def _agreed_told(tracking: Tracking) -> Step:
    """What the hypotheses agree on; and of what waits for too long the first, as the likeliest has it."""
    if tracking.over:
        return Happened(forgotten(tracking))
    tracking = weighed(tracking, AT_ONCE)
    belief = tracking.watch.belief
    if belief.behind:
        return Happened(tracking)
    agreed = agreement(belief.beam)
    due = agreed or len(belief.observed) - WINDOW
    likely = belief.beam[0] if agreed else lead(belief.beam)
    if due <= 0:
        return Happened(tracking)
    after, events = told(tracking, likely, due, verified=agreed > 0)
    if due < len(belief.observed) or not isinstance(belief.observed[-1], Track):
        return Happened(after, events)
    before = undoing(tracking, likely, due)
    latest = before.events or not tracking.before
    return Happened(after.watching(inferred=(after.number, before)) if latest else after, events)


def _open_told(tracking: Tracking, patience_s: float) -> Step:
    """What is open is said once it has stood for long enough; what was open and is no more is over."""
    wanted, patience = (_wrong(tracking) or _asked(tracking)) if tracking.game else _before_the_game(tracking)
    due = tracking.watch.stood_s >= patience * patience_s
    still_wrong = tracking.fault and isinstance(wanted, FaultFound) and not due
    if still_wrong or wanted == (tracking.fault or tracking.question):
        return Happened(tracking)
    return nothing_open(tracking).happen(*([wanted] if wanted and due else []))


def _wrong(tracking: Tracking) -> Open | None:
    """The card that may not lie there by most hypotheses."""
    beam = tracking.watch.belief.beam
    wrong = beam[0].illegal
    if wrong is None or wrong[1] in _SILENT or support(beam, lambda hypothesis: hypothesis.illegal == wrong) <= MOSTLY:
        return None
    there = replace(tracking, game=tracking.playing.at(beam[0].now), laid=beam[0].laid)
    return FaultFound(str(wrong[1]), (), remedy(there, str(wrong[1]), wrong[0]), str(wrong[0] or "?")), 1.0


def _asked(tracking: Tracking) -> Open:
    """The question that nobody answered yet; what nobody said comes before all else."""
    belief, last = tracking.watch.belief, tracking.laid[-1] if tracking.laid else None
    if last is not None and last.face.is_joker:
        stands = (Laid(last.card, face) for face in joker_faces(tracking.playing, tracking.laid))
        return question(tracking, "JOKER", stands), 0.0
    first = belief.observed[0] if belief.observed else None
    ace = last is not None and last.face.rank == "A"
    if isinstance(first, Unseen) and tracking.waiting and not ace:
        unseen = _said(tracking, FACE_RIVAL, lambda one: str(one.associations[0].card or WITHDRAWN))
        return question(tracking, "UNSEEN", unseen) if unseen else None, UNREAD_PATIENCE
    if not isinstance(first, Track):
        return _suit_question(tracking) if ace else None, HAND_PATIENCE
    covered = len(tracking.waiting) > 1
    faces = _said(tracking, FACE_RIVAL, lambda hypothesis: hypothesis.associations[0].card)
    if len(faces) > 1:
        others = _said(tracking, FACE_RIVAL, lambda one: one.associations[0].answer)
        which = (*faces, *(answer for answer in others if answer in NO_CARD))
        return question(tracking, "CARD_BELOW" if covered else "CARD", which), UNREAD_PATIENCE * (not covered)
    answers, pause = _said(tracking, RIVAL, lambda one: one.associations[0].answer), PAUSE_PATIENCE * (not covered)
    if ace and support(belief.beam, lambda hypothesis: hypothesis.associations[0].unsaid) >= RIVAL:
        true = (*NO_CARD, *(f"P{tracking.playing.seat} {face}" for face in faces))
        goes_on = tuple(answer for answer in answers if answer in true)
        return _suit_question(tracking, goes_on), pause * bool({*NO_CARD} & {*goes_on})
    if len(answers) < 2:  # or it is illegal, or shows what lay there before
        return None, 0.0
    again = next_seat(tracking.playing, tracking.laid) == tracking.playing.seat
    missed = any(answer.endswith(" next") for answer in answers)
    code = "NEXT" if missed else "RUN_OR_TURN" if again else "WHOSE"
    if {*NO_CARD} & {*answers}:
        code = "TAKEN" if {*NO_CARD} >= {*answers} else "LAID"
    return question(tracking, code, answers, *(faces or first.candidates)[:1]), pause


def _suit_question(tracking: Tracking, answers: tuple[str, ...] = ()) -> QuestionAsked:
    """Which suit the Ace on top names, unless one of the further answers is true: that the run goes on, for one."""
    named = (tracking.laid[-1]._replace(suit=suit) for suit in SUITS)
    return question(tracking, "SUIT_OR_RUN" if answers else "SUIT", (*named, *answers))


def _said(tracking: Tracking, least: float, says: Callable[[Hypothesis], S | None]) -> tuple[S, ...]:
    """What hypotheses say that are at least so likely together, the likeliest first, and last that no card came."""
    found = shares(tracking.watch.belief.beam, lambda hypothesis: None if hypothesis.illegal else says(hypothesis))
    likely = {said: share for said, share in found.items() if said and share >= least}
    return tuple(sorted(likely, key=lambda said: (said == WITHDRAWN, -round(likely[said], 6))))


def _hand_empty(tracking: Tracking, patience_s: float) -> Step:
    """Whoever has laid all cards has ended the turn, once that has lain for a while; not if just that was undone."""
    if not tracking.laid or tracking.watch.belief.observed or tracking.watch.stood_s < patience_s:
        return Happened(tracking)
    game, laid = tracking.playing, tracking.laid
    all_laid = len(laid) == len(game.position.hand(game.seat)) and laid != reopened(game.undone)
    return end_turn(tracking) if all_laid and game.judge(Play(game.seat, laid)) else Happened(tracking)


def _before_the_game(tracking: Tracking) -> Open:
    """The card that is turned up from the stock; else what is wrong with it, or has to be said of it."""
    tracks, denied = tracking.watch.belief.tracks, tracking.watch.denied
    faces = tracks.on_top.likely
    if not tracking.waiting or (denied and faces[:1] == tracks.top.likely[:1]):
        lay_there = bool(faces) and not denied
        return question(tracking, "FIRST", (faces[0], WITHDRAWN), faces[0]) if lay_there else None, 0.0
    if len(faces) != 1:
        return question(tracking, "CARD", faces or tracking.options.faces), UNREAD_PATIENCE
    for ace in (face for below in tracking.waiting[-2:-1] for face in below.likely if faces[0].suit):
        if judge_start(tracking.options, Laid(ace)).fault is Fault.BJ_SUIT_NEEDED:  # play goes on as somebody named it
            return CardLaid(f"{ace}/{faces[0].suit}", verified=False), 0.0
    fault = judge_start(tracking.options, Laid(faces[0])).fault
    if fault is None:
        return CardLaid(str(faces[0])), 0.0
    if fault is Fault.BJ_SUIT_NEEDED:
        return question(tracking, "FIRST_SUIT", (Laid(faces[0], None, suit) for suit in SUITS)), 0.0
    return FaultFound(str(fault), (), remedy(tracking, str(fault), faces[0]), str(faces[0])), 1.0


COVERED_S = 20.0
"""A pile that is out of sight for so long is worth a word."""
ABOUT_GAME = ("RESHUFFLED", "CARD_OVERCOUNT")
"""Notices about what was played; they stand until the next turn."""


def observe(tracking: Tracking, table: TableObservation, patience_s: float) -> Step:
    """One look at the table; `patience_s` is how long something wrong must stand before it is said: 2 s at a table.

    Where a game goes on, a pile that was not seen yet is out of sight, not bare.
    """
    unknown = not (tracking.watch.belief.tracks.begun or table.pile.cards or table.pile.came)
    if tracking.game and unknown:
        table = replace(table, pile=replace(table.pile, hidden=True))
    looked = _looked(tracking, table)
    step, act = _noticed(looked, table), interrupted if table.pile.hidden else tell
    due = tracking.settled if table.pile.hidden else looked.settled
    return noted(step.then(act, patience_s) if due else step)


def _looked(tracking: Tracking, table: TableObservation) -> Tracking:
    """What was seen, counted and timed."""
    watch, now_s = tracking.watch, table.taken_at_s
    if table.pile.hidden:
        return replace(tracking.watching(now_s=now_s, seen_s=min(watch.seen_s, now_s)), settled=False)
    belief = watch.belief.seen(table.pile, max(watch.now_s - watch.seen_s, 0.0))
    was, now = watch.belief.tracks, belief.tracks
    came = (was.begun, len(was.births)) != (now.begun, len(now.births))
    same = not came and was.on_top.candidates[:1] == now.on_top.candidates[:1]
    settled = same and watch.seen_s >= watch.now_s  # a card on top is believed once two looks agree
    since_s = now_s if came else watch.since_s
    after = tracking.watching(belief=belief, since_s=since_s, now_s=now_s, seen_s=now_s)
    return replace(after, settled=settled)


def _noticed(tracking: Tracking, table: TableObservation) -> Step:
    """What is no fault of the players; said once, and over with the first settled look without it."""
    covered = tracking.watch.now_s - tracking.watch.seen_s >= COVERED_S
    codes = [code for code in NOTICES if code in table.notices] + ["PILE_COVERED"] * covered
    return given(tracking, NOTICES, codes, ABOUT_GAME)
