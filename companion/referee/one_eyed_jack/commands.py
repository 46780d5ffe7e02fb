"""What people may tell the referee of One-Eyed Jack from their phones, and who may tell it.

Every command raises NotAllowedError for whoever may not give it, and ValueError, in words for players, for what cannot
be. What is said is one more observation, and the surest: the hypotheses that contradict it are dropped.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.games.one_eyed_jack.notation import parse_turn
from companion.games.one_eyed_jack.options import parse_options
from companion.games.one_eyed_jack.position_text import parse_override
from companion.games.one_eyed_jack.sight import Sight, see
from companion.games.one_eyed_jack.state import Override, Undo
from companion.games.one_eyed_jack.turns import Declare, Exchange, Forgot, Pass, Place, Remove, Roll, Stop, Turn
from companion.games.squares import square_name
from companion.referee.belief import MOSTLY, support
from companion.referee.events import GameWon, MatchScoreUndone, NoticeGiven, QuestionAnswered, Setup, TurnUndone
from companion.referee.followed import Followed, Happened, happen, nothing_open
from companion.referee.naming import card_name, natural_list, player_of, sides_of
from companion.referee.one_eyed_jack.faults import OVER, TURN, named
from companion.referee.one_eyed_jack.happening import (
    accept,
    as_it_lies,
    believed_anew,
    differing,
    ended_still,
    set_up,
    worded,
)
from companion.referee.one_eyed_jack.hypotheses import BACK, NO_ACT, Hypothesis, acts, next_act, plays_card
from companion.referee.one_eyed_jack.ledger import Step, Tracking, begin
from companion.referee.one_eyed_jack.telling import turns_told
from companion.referee.one_eyed_jack.wording import TOO_LATE, square_list, turn_in, turns_among, turns_back
from companion.referee.phones import Asker, NotAllowedError, asked, for_the_table, known_seat, speaks_for


def take_back(tracking: Tracking, asker: Asker) -> Step:
    """The last entry that stands is taken back. What it put there is no turn meanwhile; the rest may be one."""
    for_the_table(asker)
    if tracking.scored_last:
        return happen(tracking, MatchScoreUndone())
    if not tracking.game.judge(Undo()):
        raise ValueError("There is no turn to take back.")
    last = tracking.game.turns[-1]
    lead, cards = tracking.watch.belief.lead, int(plays_card(last))
    code = "TAKE_BACK" if cards and not isinstance(last, Override) else "TABLE_DIFFERS"  # nothing lies there of it
    seen = lead.kept < len(tracking.game.turns) and (lead.waiting or lead.took_up(tracking.game.position.pile))
    lying = 0 if seen else cards  # it waits already, or is off the pile
    step = nothing_open(tracking).happen(TurnUndone()).then(believed_anew, tracking, code=code, cards=lying)
    if code != "TAKE_BACK":
        outcome = step.tracking.outcome  # what was set right after a win leaves it won
        return step.happen(GameWon(outcome.winner, outcome.termination)) if outcome else step
    squares = differing(step.tracking).squares
    were = "as it was" if len(squares) == 1 else "as they were"
    laid = "cards" if step.tracking.watch.belief.lead.waiting > 1 else "card"  # upon that of the turn
    words = f"Put {square_list(squares)} back {were} before, and take the {laid} back."
    return step.happen(NoticeGiven("TAKE_BACK", words if squares else f"Take the {laid} back."))


def accept_table(tracking: Tracking, asker: Asker, seat: int | None = None) -> Step:
    """Override: the table counts as it was last seen; `seat` (from 1) moves next.

    A half turn on the table for which a card was laid is a turn, and is over, unless `seat` is the one that is on turn.
    If nobody says who moves next, a single chip of the next seat's team is that seat's turn, played too soon.
    """
    for_the_table(asker)
    known_seat(tracking, seat)
    accepting = partial(as_it_lies, seat=seat)
    return accepting(tracking) if seat else ended_still(tracking, accepting)  # who names the next seat plays on


def reply(tracking: Tracking, asker: Asker, candidate: str) -> Step:
    """Answer the open question, which is for the team it is about."""
    question = asked(tracking, candidate)
    step = answer(tracking, candidate)
    turn = turn_in(candidate) or turns_among(question)[0]
    team = getattr(turn, "team", 0)
    if not (asker.table or (asker.seat is not None and tracking.game.options.team_of(asker.seat) == team)):
        raise NotAllowedError(f"This is for {sides_of(tracking.setup)[team]} or the table to answer.")
    return step


def pass_turn(tracking: Tracking, asker: Asker) -> Step:
    """The seat to move passes."""
    return _own(tracking, asker, str(Pass(tracking.game.team)))


def exchange(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """The seat to move exchanges a dead card."""
    return _own(tracking, asker, str(Exchange(tracking.game.team, card)))


def roll(tracking: Tracking, asker: Asker, face: str) -> Step:
    """The die of the seat to move shows `n`, `r` or `s`; that may be one whose turn is likely, and not told yet."""
    game = tracking.rolling or tracking.game
    speaks_for(tracking, asker, game.seat)
    return declare(tracking, str(Roll(game.team, face)))


def forgot_to_draw(tracking: Tracking, asker: Asker, seat: int) -> Step:
    """A seat finds out that it did not draw: too late once the next one's card lies on the pile, with a chip or not."""
    speaks_for(tracking, asker, seat)
    game, lead = tracking.game, tracking.watch.belief.lead
    shown = lead.turns[: len(lead.turns) - lead.lacking]
    next_laid = game.seat != seat and (bool(lead.laid) or any(map(plays_card, shown)))
    forgotten = game.forgotten_draw(seat)
    step = declare(tracking, str(replace(forgotten, late=forgotten.late or next_laid)))
    before, after = game.position, step.tracking.game.position
    if before.hands == after.hands:
        return step
    code = "DRAW_LATE" if after.draws[seat - 1].owed > before.draws[seat - 1].owed else "DRAW_LOST"
    return step.happen(NoticeGiven(code, TOO_LATE[code].format(player=player_of(tracking.setup, seat))))


def tell_card(tracking: Tracking, asker: Asker, card: Card) -> Step:
    """The card of the half turn on the table, of the open question, or of the last turn, was this one."""
    if tracking.question:
        return reply(tracking, asker, _only_candidate(tracking.question.candidates, card))
    changed = differing(tracking)
    if not changed:
        for_the_table(asker)
        return _last_turn(tracking, card)
    speaks_for(tracking, asker, tracking.game.seat)
    code, about = named(tracking.game, card, changed)
    if code != TURN:
        over = "The game is over; what lies on the board now is no turn."
        raise ValueError(over if code == OVER else worded(tracking, code, about))
    turn = see(tracking.game, about).turn
    assert turn is not None
    return said(tracking, turn)


def put_chip(tracking: Tracking, asker: Asker, square: int, team: int | None = None) -> Step:
    """A chip of this team stands on a square, or none."""
    for_the_table(asker)
    names = _known_team(tracking, team)
    if tracking.game.position.chips[square] == team:
        raise ValueError(f"{square_name(square)} has {'no' if team is None else f'a {names[team]}'} chip already.")
    chips = tracking.game.position.chips
    chips = (*chips[:square], team, *chips[square + 1 :])
    return ended_still(tracking, partial(set_up, position=tracking.game.position._replace(chips=chips, hands=())))


def set_position(tracking: Tracking, asker: Asker, position: str) -> Step:
    """The game goes on from this position, in notation."""
    for_the_table(asker)
    return set_up(tracking, parse_override(position, tracking.game.options))


def count_hand(tracking: Tracking, asker: Asker, seat: int, cards: int) -> Step:
    """So many cards are in a seat's hand."""
    speaks_for(tracking, asker, seat)
    position = tracking.game.position
    hands = (*position.hands[: seat - 1], cards, *position.hands[seat:])
    if hands == position.hands:
        raise ValueError("That is the count already.")
    return ended_still(tracking, partial(set_up, position=position._replace(hands=hands)))


def end_game(tracking: Tracking, asker: Asker, result: str, team: int | None = None) -> Step:
    """The players end the game: `unfinished`, a `tie`, or a `win` of a team."""
    for_the_table(asker)
    _known_team(tracking, team)
    if (result == "win") != (team is not None):
        raise ValueError("Name a team for a win, and only for a win.")
    return declare(tracking, str(Stop(result != "unfinished", team)))


def new_game(followed: Followed, asker: Asker, setup: Setup) -> Step:
    """A game begins on the board and with the chips that lie here."""
    for_the_table(asker)
    if setup.layout != followed.setup.layout:
        raise ValueError("That game is for another board. Reload the page, and set it up again.")
    if (teams := parse_options(setup.options).teams) > (most := len(setup.known)):
        raise ValueError(f"This table has chips for {most} teams; choose no more.")
    if teams != len(setup.teams):
        raise ValueError(f"The game is for {teams} teams; choose as many colours of chips.")
    begun, events = begin(setup, pile_known=followed.pile_known)
    return Happened(begun, (*followed.unannounced, *events))


def _own(tracking: Tracking, asker: Asker, play: str) -> Step:
    speaks_for(tracking, asker, tracking.game.seat)
    return declare(tracking, play)


def _known_team(tracking: Tracking, team: int | None) -> list[str]:
    """The teams' names, if this is the number of one of them or of none."""
    names = [look.name for look in tracking.setup.teams]
    if team is not None and team >= len(names):
        raise ValueError(f"The only teams are {natural_list(names)}.")
    return names


def _only_candidate(candidates: tuple[str, ...], card: Card) -> str:
    fitting = [candidate for candidate in candidates if getattr(turn_in(candidate), "card", None) == card]
    if len(fitting) != 1:
        raise ValueError(f"With {card_name(card)} the question stays open. Please choose one of its answers.")
    return fitting[0]


def _last_turn(tracking: Tracking, card: Card) -> Step:
    last = tracking.game.moment.entry
    if not isinstance(last, Place | Remove):
        raise ValueError("The last turn put no chip on the board and took none; its card cannot be changed.")
    turn = replace(last, card=card)
    undone = happen(tracking, TurnUndone())
    ruling = undone.tracking.game.judge(turn)
    if not ruling:
        chip = f"chip {'on' if isinstance(turn, Place) else 'taken from'} {square_name(turn.square)}"
        raise IllegalTurnError(f"That cannot have been {card_name(card)}: it does not go with the {chip}.", ruling)
    return undone.then(accept, turn).then(believed_anew, tracking)


def declare(tracking: Tracking, play: str) -> Step:
    """A play only a phone can tell, in notation: a pass, a dead card, a die roll, a line, a forgotten draw."""
    turn = parse_turn(play)
    ruling = tracking.game.judge(turn)
    if ruling.fault is None:
        return said(tracking, turn)
    if isinstance(turn, Roll) and (step := _rolled_after(tracking, turn)):
        return step
    about = Sight(getattr(turn, "card", None))
    raise IllegalTurnError(worded(tracking, str(ruling.fault), about), ruling)


def _rolled_after(tracking: Tracking, roll: Roll) -> Step | None:
    """What comes of a roll that is due after turns that wait to be told, if they are likelier played than not."""
    after = [one for one in tracking.heard if one.complete and tracking.game.at(one.now).judge(roll)]
    if support(after, lambda _: True) <= MOSTLY:
        return None
    step = turns_told(_believing(tracking, after), 0.0)
    return step.then(said, roll) if step.tracking.game.judge(roll) else None


def said(tracking: Tracking, turn: Turn) -> Step:
    """Somebody says that this was played now. Raises IllegalTurnError."""
    before, traceless = tracking.watch.belief, isinstance(turn, Forgot | Declare | Roll)
    step = accept(tracking, turn)
    after, told = step.tracking, len(step.tracking.game.turns)
    told_card = getattr(turn, "card", None) is not None  # it is waited for no more
    beam = [one for one in after.watch.belief.beam if one.kept == told and not (told_card and one.lacking)]
    if traceless:
        beam = list(filter(None, (_with_turn(tracking, hypothesis, turn) for hypothesis in before.beam)))
    if beam and not isinstance(turn, Pass | Stop):
        return step._replace(tracking=_believing(after, beam))
    used = not (traceless or isinstance(turn, Pass | Stop))
    return step.then(believed_anew, tracking, cards=-used)


def _with_turn(tracking: Tracking, hypothesis: Hypothesis, turn: Turn) -> Hypothesis | None:
    """The hypothesis with a turn that leaves no trace, after those it keeps; None where it cannot be there.

    One that has foreseen just this turn stays as it is.
    """
    if hypothesis.turns[:1] == (turn,):
        return hypothesis
    game = tracking.game.at(hypothesis.told)
    for entry in (turn, *hypothesis.turns):
        if not game.judge(entry):
            return None
        game.push(entry)
    return hypothesis._replace(now=game.moment, untold=hypothesis.untold + 1)


def answer(tracking: Tracking, candidate: str) -> Step:
    """Settle the open question with one of its candidates. Raises ValueError when it is none of them."""
    asked(tracking, candidate)
    told, watch = tracking.game.turns, tracking.watch
    turn, number = turn_in(candidate), watch.asked_at
    if number is None or (turn is not None and len(told) == number and tracking.game.judge(turn)):
        assert turn is not None  # the rules ask for nothing else
        return said(tracking, turn)
    happened = acts(turn) if turn else BACK if turns_back(candidate) else NO_ACT
    agreeing = [
        one
        for one in watch.belief.beam
        if happened == (acts(told[number]) if one.kept > number else next_act(one, number))
    ]
    if not agreeing:
        raise ValueError("The game has gone on since. Take turns back, or set the board right by hand.")
    if happened is NO_ACT:  # and the cards that lie there are nobody's
        agreeing = [one._replace(waiting=0) for one in agreeing]
    return happen(_believing(tracking, agreeing), QuestionAnswered(candidate)).then(turns_told, 0.0)


def _believing(tracking: Tracking, hypotheses: Sequence[Hypothesis]) -> Tracking:
    """The tracking that believes in these hypotheses alone."""
    return tracking.watching(belief=tracking.watch.belief.anew(hypotheses).following(tracking.game))
