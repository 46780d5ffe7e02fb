"""What each act above the pile costs: how unusual it is, in nats. Nothing else decides between hypotheses.

One nat is a factor of 2.7. The figures are a table's habits, not the camera's: what was seen of a card comes as
likelihoods and is added to these.
"""

import math

FACE = math.log(17)  # to begin a turn with just this card: so many of the deck fit, suit, rank and Aces
RUN_FACE = math.log(5)  # to go on with just this card: three more of its rank, and two neighbours
RUNS_ON = 1.2  # the run goes on: once in three cards
ENDED = 0.4  # the turn is over: twice in three
SAME_FACE = 0.7  # a card like the one below: half as many of them are left

ILLEGAL = 3.5  # a card that may not lie there: once in thirty
PLAYED_ON = 3.5  # a card that may not lie there stays, and play goes on upon it
DREW = 4.0  # whoever has to draw does so without a word, and another lays: the phone mostly knows
OVERCOUNT = 6.0  # a card of which the deck holds no further copy: misread before, or of another pack

LAID_UNSEEN, NONE_UNSEEN = 0.7, 0.7  # a turn ends while the pile is out of sight: a card has just been laid, or not
LAID_UPON = 3.0  # a card is covered by the next player's while no more than a hand hides the pile
COVERED = 5.0  # a card that nobody saw was laid and covered: two laid behind a sleeve, a stall
MISSED = 5.6  # cards were laid while the pile was out of sight for long: rarer than one that fits
UNHEARD = 6.0  # a turn that a phone told of was none, or not then

GHOST = 3.0  # a card was counted and none came: a knock, a sleeve, a lamp
UNREADABLE = 2.0  # a card that was read before cannot be read now
SHUFFLED = 2.0  # the pile is shuffled while it is out of sight for long
PICKED_UP = 2.5  # the top card goes back into a hand
