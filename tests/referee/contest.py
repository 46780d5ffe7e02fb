"""Whole random games with real hands, played on the simulated table by careless people, and what is made of them.

Every mishap is put right before play goes on; in the end the referee must hold the true game and have named each.
"""

from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial

from mishaps import mishap_in, mishap_of_the_die, mishap_over
from scene import Mishap, Scene
from trouble import Naming
from watched_table import PATIENCE_S, Act, WatchedTable

from companion.games.cards import Card
from companion.games.one_eyed_jack.faults import IllegalTurnError
from companion.games.one_eyed_jack.position import Chips, occupied
from companion.games.one_eyed_jack.state import Game
from companion.games.one_eyed_jack.turns import Exchange, Place, Remove, Roll, Turn
from companion.referee.events import NoticeGiven
from companion.referee.one_eyed_jack.commands import answer, declare
from companion.referee.one_eyed_jack.match import observe
from companion.referee.one_eyed_jack.tracking import LEFT_OVER
from companion.referee.one_eyed_jack.turns import TURNS_BACK
from companion.referee.one_eyed_jack.wording import NOT_PLAYED, TAKEN_BACK, card_name, turns_back

THINKING = 12
"""Frames that players think at most before they play anew what they took back."""


class Contest(WatchedTable):
    """One game that is played to its end, with all that goes wrong."""

    def play(self, turns: int) -> None:
        """So many turns, or fewer when the game ends."""
        while len(self.people.game.turns) < turns and not self.people.game.outcome():
            if not (self.right or self.hurried or self.trouble.silent):
                break
            before = self.people.game.copy()
            self.third_copy()
            turn = self.people.act()
            if self.merges(before, turn):
                self.merge(before, turn)
            else:
                self.happen(before, turn, self.people.game.copy())
                self.expect(turn)
            if not self.hurried:
                self.afterwards()
        if self.right and self.people.game.outcome() and self.chance(self.trouble.mishap):
            self.suffer(mishap_over(Scene(self, self.people.game, None)))
        self.look(8)
        self.wrongly_called()
        self.hear_of_third_copies()

    def hear_of_third_copies(self) -> None:
        """Whether each card that was seen too often was asked about, and no other."""
        given = [
            event.message for event in self.log if isinstance(event, NoticeGiven) and event.code == "CARD_OVERCOUNT"
        ]
        for card in self.too_often:
            right = any(f" {card} " in message for message in given)
            self.named.append(Naming("CARD_OVERCOUNT", ("CARD_OVERCOUNT",) * right, right))
        known = self.too_often | self.perhaps_too_often
        false = {message for message in given if not any(f" {card} " in message for card in known)}
        self.alarms += ["CARD_OVERCOUNT"] * len(false)

    def expect(self, turn: Turn) -> None:
        """A card that is seen once too often must be asked about."""
        if len(self.people.game.turns) - 1 in self.unread or not isinstance(turn, Place | Remove | Exchange):
            return
        if self.people.game.overcounted(turn.card):
            known = self.too_often if self.seen_each_time(turn.card) else self.perhaps_too_often
            known.add(card_name(turn.card))

    def seen_each_time(self, card: Card) -> bool:
        """Whether every copy of this card that lies on the pile could be read."""
        game = self.people.game
        played = [
            (number, turn) for number, turn in enumerate(game.turns) if isinstance(turn, Place | Remove | Exchange)
        ]
        lies = played[-len(game.position.pile) :]
        return not any(
            number in self.unread and game.rules.alike(turn.card) == game.rules.alike(card) for number, turn in lies
        )

    def happen(self, before: Game, turn: Turn, after: Game) -> None:
        """The turn is made on the table, perhaps after a mishap; what the phone must tell is told."""
        if not isinstance(turn, Place | Remove | Exchange):
            self.tell(before, turn)
            return
        laid, late, number = False, self.hurried, len(before.turns)
        if late and isinstance(turn, Remove) and turn.square == getattr(before.turns[-1], "square", None):
            self.look(2)  # nobody takes a chip before it was let go
        if not late and isinstance(turn, Place | Remove) and self.chance(self.trouble.mishap):
            laid = self.suffer(mishap_in(Scene(self, before, turn)))
        halves: list[Act] = [
            *([] if laid else [lambda: self.lay(turn.card, number)]),
            lambda: self.show(after.position),
        ]
        self.hurried = isinstance(turn, Place | Remove) and not (late or laid or after.outcome())
        self.hurried = self.hurried and self.chance(self.trouble.quick)
        if self.hurried:
            self.hurry(number, *halves)
            return
        if len(halves) == 2 and isinstance(turn, Place | Remove) and not late and self.chance(self.trouble.halves):
            self.innocent(halves.pop(self.random.randrange(2)))
        self.innocent(*halves)
        if not self.right:
            self.innocent()
            self.answer(turn)

    def tell(self, before: Game, turn: Turn) -> None:
        """What only a phone can tell."""
        if self.hurried:  # nobody reaches for a phone before the table is at rest
            self.innocent()
            self.hurried = False
        if isinstance(turn, Roll) and self.chance(self.trouble.mishap):
            self.suffer(mishap_of_the_die(Scene(self, before, None)))
        with suppress(IllegalTurnError) if self.trouble.silent else nullcontext():
            self.seen(
                *declare(self.tracking, str(turn))
            )  # a referee nobody has answered may be in doubt, and refuse it
        self.innocent()

    def answer(self, turn: Turn) -> None:
        """The players wait, and answer what the referee asks as soon as what is true is among the answers."""
        for frames in () if self.trouble.silent else (6, 10, 10):
            self.look(frames)
            known = self.true_answers(turn)
            if known:
                self.seen(*answer(self.tracking, known[0]))
                self.look(4)
            if known or self.right:
                break
        self.wrongly_called()

    def true_answers(self, turn: Turn) -> list[str]:
        """The answers to the open question that are true."""
        asked = self.tracking.question.candidates if self.tracking.question else ()
        turns = self.people.game.turns
        true = {*map(str, (*turns[-2:], turn))}
        for number, played in list(enumerate(turns))[-2:]:
            if number in self.unread and isinstance(played, Place | Remove):
                true.add(str(replace(played, card=None)))
        known = [one for one in asked if one in true]
        known += [one for one in asked if self.would_be_right(turns_back(one))]
        return known or [one for one in asked if one == NOT_PLAYED]

    def would_be_right(self, back: int) -> bool:
        """Whether the referee held the true game so far, were so many turns taken back."""
        told = self.tracking.game.turns[: -back or None]
        return back > 0 and all(map(self.tells, told, self.people.game.turns, range(len(told))))

    def hurry(self, number: int, *acts: Act) -> None:
        """A turn is made, and the next hand is there before the table has been calm for two looks."""
        self.look(1, moving=True)
        for act in acts:
            act()
        self.look(1, moving=True)
        if self.chance(0.9):
            self.look(1)
        else:
            self.unread.add(number)

    def suffer(self, mishap: Mishap | None) -> bool:
        """A mishap, named and put right; whether the card of the turn now lies on the pile."""
        if mishap is None:
            return False
        self.wrongly_called()
        blurred = self.blurred
        if mishap.before:
            self.move(*mishap.before)
        self.move(*mishap.spoil)
        self.look(mishap.frames)
        self.look(1, moving=True)  # it is said at the latest when the next hand comes
        unread = self.blurred > blurred
        names = {mishap.code, *(mishap.unread if unread else ())}
        called = self.calls()
        self.named.append(Naming(mishap.code, called, bool(called) and {*called} <= names, mishap.of_card and unread))
        self.move(*mishap.mend)
        if mishap.of_card and unread:
            self.calls()  # what nobody could know may still be taken for something else
        self.wrongly_called()
        return mishap.laid

    def merges(self, before: Game, turn: Turn) -> bool:
        """Whether the next turn follows at once, over a card nobody noticed."""
        if self.hurried or not self.right or not isinstance(turn, Place) or not self.chance(self.trouble.merged):
            return False
        now = self.people.game
        return not (now.outcome() or now.needs_roll or before.last_effect.captured or self.options.capture != "off")

    def merge(self, before: Game, turn: Place) -> None:
        """Two turns are seen at once, with the card of the second only: the players are asked for the first."""
        between = self.people.game.copy()
        following = self.people.act()
        if (
            not isinstance(following, Place)
            or following.team == turn.team
            or len(between.turns) != len(before.turns) + 1
        ):
            self.happen(before, turn, between)
            self.happen(between, following, self.people.game.copy())
            return
        self.wrongly_called()

        def both() -> None:
            self.table.below.append((self.table.top, self.table.readable))
            self.table.top, self.table.readable = turn.card, True
            self.table.lay(following.card.code)

        missed = self.missed
        self.move(both, lambda: self.show(self.people.game.position))
        self.look(6)
        self.unread.add(len(before.turns))
        called = self.calls()
        self.named.append(Naming("MERGED_TURNS", called, self.missed > missed and not called))
        self.answer(turn)

    def third_copy(self) -> None:
        """A card of another pack comes into the hand of the seat to move."""
        people, game = self.people, self.people.game
        hand, pile = people.hands[game.seat - 1], game.position.pile
        seen = {card for card in pile if card and pile.count(card) >= game.rules.copies(card)}
        playable = [card for card in sorted(seen, key=str) if game.targets(card) and not card.is_joker]
        if hand and playable and people.late is None and self.chance(self.trouble.third):
            hand[0] = self.random.choice(playable)

    def afterwards(self) -> None:
        """What may happen between two turns without anything being wrong."""
        if self.chance(self.trouble.echo):
            self.table.came += 1
            self.innocent()
        if self.chance(self.trouble.bump):
            for _ in range(self.random.randint(1, 5)):
                self.seen(*observe(self.tracking, self.table.look(registered=False), PATIENCE_S))
            self.look(2)
        if self.chance(self.trouble.rest):
            corner = self.random.randrange(78)
            self.resting = [corner + step + 10 * row for row in range(2) for step in range(3)]
            self.innocent()
            self.resting = []
        if self.right and self.chance(self.trouble.back):
            self.take_back(1)
        if self.right and self.chance(self.trouble.far_back):
            self.take_back(self.random.randint(2, TURNS_BACK))

    def take_back(self, number: int) -> None:
        """The last turns go back, chips and cards, of one perhaps only the chip; then they are played as before."""
        moments = self.people.game.standing_moments[-number - 1 :]
        undone = [moment.entry for moment in moments[1:]]
        if len(undone) < number or not all(isinstance(turn, Place | Remove) for turn in undone):
            return
        stands = [moment.position for moment in moments]
        if not occupied(stands[0].chips) and len(occupied(stands[-1].chips)) >= LEFT_OVER:
            return  # that is a board being cleared, and said to be one
        cards = [*self.table.below, (self.table.top, self.table.readable)][-number:]
        self.taken_back += number
        self.wrongly_called()
        stays = number == 1 and isinstance(undone[0], Place) and self.chance(0.5)
        self.move(lambda: self.show(stands[0]), *([] if stays else [self.table.pick_up] * number))
        self.look(number + self.random.randint(0, THINKING) if self.table.top else THINKING)
        self.answer_take_back(number, stands[0].chips)
        for position, (card, readable) in zip(stands[1:], cards, strict=True):
            card_again = () if stays else (partial(self.table.lay, card.code, readable),)
            self.innocent(*card_again, partial(self.show, position))
        if not self.right:
            self.answer(undone[-1])

    def answer_take_back(self, number: int, before: Chips) -> None:
        """The referee must know that turns were taken back, if need be by asking, where the board shows it."""
        self.wrongly_called()
        asked = self.tracking.question.candidates if self.tracking.question else ()
        if (said := f"{TAKEN_BACK} {number}") in asked:
            self.seen(*answer(self.tracking, said))
        undone = len(self.tracking.game.turns) == len(self.people.game.turns) - number
        doubtful = self.tracking.watch.doubt.said is not None
        shows = self.people.game.position.chips != before
        if shows and not undone and not doubtful:
            self.alarms.append("NOT_TAKEN_BACK")
