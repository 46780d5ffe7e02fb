"""What each act costs: how much less usual it is than nothing happening, in nats. Nothing else decides.

One nat is a factor of 2.7. What happens once in twenty turns costs 3; where an act may hit one of so many squares, each
of them costs the log of their number more. The figures are the table's habits, not the camera's: what the camera sees
comes as likelihoods and is added to these.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType

SQUARE = math.log(90)  # to hit one of all open squares: any square, a jack's, that of a card nobody read
SQUARE_OF_CARD = math.log(2)  # to choose one of the two squares that show a card
NEIGHBOUR = math.log(8)  # to come to lie on one of the squares beside its own: that is where a chip is nudged to
UNREAD_SQUARE = math.log(4)  # to hit one of the few that were just lost: mostly since something new lies there
MISREAD = 3.0  # a square seems to have changed, and has not: what errs at one look errs at the next, and it did not
LOST_SQUARE = 2.5  # a square that could be read cannot be any more, and nothing was laid there or taken away
RETAKEN = math.log(4)  # to hit, with a jack, just the square that the turn before has emptied: it was worth one
RETAKEN_UNREAD = math.log(48)  # the same with a card nobody read: one in 26 is such a jack, the others hit any square
CHIP = math.log(12)  # to take one of the chips that may be taken
OWN_CHIP = 1.0  # to take one of the own, where that is allowed: hardly anybody wants it
UNSEEN_JACK = 2.5  # a card that nobody has seen is one of the four in a pack that take chips
UNREAD_JACK = 1.5  # a card that was laid as a chip went, and cannot be read, is one of them
EXCHANGE = 0.3  # a dead card laid to be exchanged
DEAD_KEPT = 3.0  # a dead card laid, and not to be exchanged
HALF_COVERED = 3.0  # a card waits for its chip while just a square that it may go to is out of sight

ANOTHER_TURN = 1.5  # each turn beyond the first between two looks, if somebody watched: most are seen one by one
COVERED_CHIP = 0.3  # a chip that lies just where nothing can be seen
UNDONE_UNSEEN = 1.5  # a turn that was undone by the next before anybody saw it
LATE_CARD = 2.0  # a chip laid before its card: one player in seven does so
LATE_JACK = 2.5  # a chip taken before the jack is laid: hardly anybody does
UNSEEN_CARD = 0.3  # the same while nothing can be seen of the pile: then no card can be
MISSED_CARD = 5.0  # a card that came to lie in full view, was covered by the next, and was never noticed
COVERED_CARD = 0.1  # the same while the pile was out of sight
NOT_ITS_CARD = 2.0  # a card that came together with a chip, and is not that chip's
GHOST = 4.6  # a card was counted and none came: of 729 that were counted on fifteen evenings all had come
UNUSED_CARD = 2.0  # a card that belongs to no turn: shown, taken up later, or part of a fault that was put right
SECOND_CARD = 3.0  # a card laid on one that still waits for its chip
PICKED_UP = 2.5  # the top card goes back into a hand
PICKED_UP_MENDING = 0.3  # the same while something is to be put right
READABLE_NOW = 1.0  # a card nobody could read can be read when it shows again: whatever hid it mostly hides it still
FACE = 4.0  # a card of just this face, of some fifty: what was there already shows its own face for nothing
STRANGE_CARD = 8.0  # a card of another game; it is likelier misread
STRANGE_JOKER = 9.5  # a joker where none is in play: whatever is read of a lamp's image is read as one
THIRD_COPY = 3.0  # a card of which the deck holds no further copy

TAKEN_BACK = 3.5  # the last turn is taken back: one turn in thirty
JACK_TAKEN_BACK = 1.5
"""More for one in which a chip was taken: that one was thought over, and somebody else would have to give it back."""
ROLL_TAKEN_BACK = 3.0  # more beyond each roll of the die that somebody told: by then the turn before it stood
ANOTHER_BACK = 1.0  # each further one; whoever takes back two mostly means it
CARDS_LEFT = 3.0  # several turns are taken back, and their cards left on the pile
PASSED = 9.0  # a seat's turn went by without a trace
ROLLED_UNTOLD = 6.0  # the die was rolled and nobody said what it showed

NOTHING_LAID = 4.0
"""A turn and a fault in one look, and no card for either though the pile is in view: rather somebody meddled."""
RESIDUAL_TAKEN_UP = 1.0  # a chip that lay there as a fault is a turn after all; its square is paid for
IGNORED = 0.5
"""A turn that is played while something wrong still lies there: two people in five would have put it right first."""
MENDED = 0.3  # something wrong is put right
MENDED_LATE = 1.0  # more for each turn that was played on it: who sees it sees it soon
CLEARED = 6.0  # after the end somebody begins to clear the board, rather than take the last turn back
CLEARED_TOO = 0.5  # each chip that goes then
CAME_AFTER_THE_END = 6.0  # a chip that comes when the game is over, without a card; or a card upon the end-joker

FAULT = 3.0  # something against the rules: once in twenty turns, all kinds together
FAULTS: Mapping[str, float] = MappingProxyType(
    {"WRONG_COLOUR": 0.5, "REMOVED_WITHOUT_JACK": 0.5, "NO_CARD": 0.5, "GAME_OVER": 1.0, "UNKNOWN_CARD": -FAULT}
)
"""How much rarer than others a fault is, by its code in the rules; each also costs what it is to hit its squares."""
TAKEN_BESIDE = 1.5  # a chip taken away by whoever puts another where it may not lie: two wrongs in one

DISTURBED = 8.0  # the board is bumped or meddled with, once in an evening
DISTURBED_MOVED = 5.0  # each chip that slid from one square to another then
DISTURBED_CAME = 7.0  # each chip that came out of nowhere: chips are laid, they do not fall
DISTURBED_WENT = 3.0  # each chip that went
DISTURBED_CHANGED = 6.0  # each chip that became another

ITS_CARD = 0.3  # the card of a chip that lies there already, rightly or not, is the one its square shows
JACK_INSTEAD = 2.0
"""A chip whose card nobody read was a jack's: of six cards that may put it there four are jacks, but they are kept."""

USELESS_LOOK = 30.0
"""A look that shows something else than the board: a frozen picture of a sleeve, a lamp's image over half of it."""


def missing(covered: bool) -> float:
    """What it costs that a card was never noticed; nearly nothing while the pile was `covered`."""
    return COVERED_CARD if covered else MISSED_CARD
