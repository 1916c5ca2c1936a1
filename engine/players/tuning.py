"""Parameters of the sensible player: how it weighs evidence, and how it behaves. One set for all rules.

Evidence is a ratio: how many times as often one black does this to another as anybody else does it to anybody.
The ratios are milder than those of the games that these players play: people, too, see less than there is.
"""

# --- how evidence is weighed -----------------------------------------------------------------------------

VOTED_AGAINST_MATE = 0.4
SPARED_MATE = 1.3
NOMINATED_MATE = 0.5
SUSPECTED_MATE = 0.75
FIRST_LIE = 0.7
"""The first to claim the Sheriff's card is a liar so many times as often as the Sheriff."""
COUNTER_LIE = 0.9
"""The same of whoever claims it after another."""
SILENT_SHERIFF = 0.2
"""The true Sheriff keeps quiet although a black claims the card."""

# --- behaviour ---------------------------------------------------------------------------------------------------

HUNCH = 1.3
"""Random private bias of each player, as the spread of the logarithm of the odds."""
HERD = 1.8
HERD_PRAISE = 0.6
"""How much each word of another about a candidate weighs when it comes to the vote."""
FIRST_DAY_NOMINATION = 0.3
FIRST_DAY_SECOND = 0.07
"""On day 1 a second candidate means that somebody leaves while nobody knows anything."""
ONE_MORE = 0.6
"""Nominates later although others stand already."""
SECOND_CHOICE = 0.15
"""Nominates although the very one it suspects most stands already."""
LIFT_FROM = 0.45
"""Lets all the tied leave if they are black with at least this probability on average."""
PRAISE = 0.15
"""Speaks of the one it trusts most, not of the one it suspects."""
SILENCE = 0.15
"""Chance to say nothing in a speech."""

# --- the Sheriff ----------------------------------------------------------------------------------------------

REVEAL_BLACK = 0.45
"""Comes out with a black check in a minute."""
BARE_CLAIM = 0.5
"""Comes out when tied, with nothing to tell yet."""
REVEAL_LIVING = 5
"""Comes out with any checks when so few are left."""

# --- the blacks -----------------------------------------------------------------------------------------------

SLIP = 0.037
"""A black forgets the appointed seat: with three of them the team misses one night in ten."""
COUNTER_CLAIM = 0.7
"""Calls itself the Sheriff against the true one, in a minute."""
FALSE_ALARM = 0.4
"""Calls itself the Sheriff when nominated."""
DYING_CLAIM = 0.1
"""A black who was voted out calls itself the Sheriff in its last word."""
DOOMED = 0.6
"""A mate who looks as black as that to the table cannot be saved."""
DESERT = 0.5
"""Votes against a doomed mate, to look red."""
COVER_WORD = 0.3
COVER_NOMINATION = 0.2
COVER_VOTE = 0.3
"""How often a black forgets its mates and says, nominates, votes what a red would."""

# --- the trial of box: the cards of the dead are shown -----------------------------------------------------------
# What is made of words, nominations and votes once a card is shown, in logarithms of odds.

ACCUSED_INNOCENT = 0.3
ACCUSED_GUILTY = -1.3
DEFENDED_INNOCENT = -0.2
DEFENDED_GUILTY = 0.8
SPOKEN = 0.7
"""A word weighs so much of a nomination."""
VOTED = 0.2
"""So does a vote, which the close of the ballot shows."""
LOST_VOTE = -0.8
"""A gang takes the votes of its enemies."""
HONEST_CLAIM = 1.0
HONEST_COUNTER_CLAIM = 0.8
NOBODY_HONEST = 0.25
"""How the first claimant, each later one, and none of them weigh as the true leader."""
CHECK_CONFIRMED = 5.0
CHECK_REFUTED = 0.1
"""How a claim's weight changes with a card shown."""
BARE_WORD = 0.45
"""A claim without a check weighs less."""
BELIEVE = 0.95
"""How far a believed leader's answers are taken over."""
TRIAL_HUNCH = 0.3
TRIAL_HERD = 0.45
"""How far feelings, and each word of this day, lead astray or together."""
FIRST_TRIAL = 0.03
"""On day 1 each nominates with this chance while nobody stands."""
FIRST_TRIAL_SECOND = 0.12
SPARE = 0.12
"""Nobody of the town votes against one who is guilty with less than this chance."""
REVEAL_FOUND = 0.8
"""The leader comes out with a criminal found."""
TRUE_COUNTER_CLAIM = 0.9
PRESSED = 2
"""So many words against one in a day are danger."""
PRESSED_CLAIM = 0.6
"""The true leader in danger comes out."""
FALSE_CLAIM = 0.15
"""A criminal in danger calls itself the leader."""
FALSE_COUNTER_CLAIM = 0.2
"""The same against a living claimant."""
FRIENDLY_FIRE = 1.5
"""How many criminals shot outweigh one innocent."""
