"""How strong the sensible player is: how it weighs evidence, how it behaves. One set for all rules.

Evidence is a ratio: how many times as often one black does this to another as other players do it to each other.
The ratios are closer to 1 than those measured in games of these players, since people overlook evidence too.
"""

# --- how evidence is weighed -----------------------------------------------------------------------------

VOTED_AGAINST_MATE = 0.4
SPARED_MATE = 1.3
NOMINATED_MATE = 0.5
SUSPECTED_MATE = 0.75
FIRST_LIE = 0.7
"""Odds that the first who claims the Sheriff's card lies."""
COUNTER_LIE = 0.9
"""Odds that each later claimant of the Sheriff's card lies."""
SILENT_SHERIFF = 0.2
"""Factor for the case that all claimants lie and the true Sheriff keeps quiet."""

# --- behaviour ---------------------------------------------------------------------------------------------------

HUNCH = 1.3
"""Random private bias of each player, as the spread of the logarithm of the odds."""
HERD = 1.8
HERD_PRAISE = 0.6
"""`HERD` and `HERD_PRAISE`: how much each suspicion and each praise of a candidate by others weighs in a vote."""
FIRST_DAY_NOMINATION = 0.3
FIRST_DAY_SECOND = 0.07
"""Probability of a further nomination on day 1; low, because a ballot would remove somebody without evidence."""
ONE_MORE = 0.6
"""Probability to nominate after day 1 although there are candidates."""
SECOND_CHOICE = 0.15
"""Probability to nominate although the most suspicious seat is a candidate already."""
LIFT_FROM = 0.45
"""All the tied shall leave if their average probability to be black is this; a lone red shoots from it on."""
PRAISE = 0.15
"""Probability to speak of the most trusted seat instead of a suspect."""
SILENCE = 0.15
"""Probability to say nothing in a speech."""

# --- the Sheriff ----------------------------------------------------------------------------------------------

REVEAL_BLACK = 0.45
"""Probability to claim the card in a minute with a living black found."""
BARE_CLAIM = 0.5
"""Probability to claim the card in a tie speech without a check."""
REVEAL_LIVING = 5
"""Claims the card with any checks if at most this many players are alive."""

# --- the blacks -----------------------------------------------------------------------------------------------

SLIP = 0.037
"""Probability that a black shoots another seat than agreed; a team of three then misses one night in ten."""
COUNTER_CLAIM = 0.7
"""Probability that a black claims the Sheriff's card against a living claimant."""
FALSE_ALARM = 0.4
"""Probability that a nominated black claims the Sheriff's card."""
DYING_CLAIM = 0.1
"""Probability that a black claims the Sheriff's card in its last word."""
DOOMED = 0.6
"""A mate whom the table takes for guilty with at least this probability is given up."""
DESERT = 0.5
"""Probability to vote against a mate who is given up, to look innocent."""
COVER_WORD = 0.3
COVER_NOMINATION = 0.2
COVER_VOTE = 0.3
"""`COVER_*`: probabilities to treat mates like others in a statement, a nomination and a vote, as a cover."""

# --- the trial of box: the cards of the dead are shown -----------------------------------------------------------
# Evidence about an accuser or defender once the target's card is shown, in logarithms of odds.

ACCUSED_INNOCENT = 0.3
ACCUSED_GUILTY = -1.3
DEFENDED_INNOCENT = -0.2
DEFENDED_GUILTY = 0.8
SPOKEN = 0.7
"""Weight of a word; that of a nomination is 1."""
VOTED = 0.2
"""Weight of a vote; that of a nomination is 1."""
LOST_VOTE = -0.8
"""Evidence for innocence of a seat that has lost its vote: gangs take the votes of their enemies."""
HONEST_CLAIM = 1.0
HONEST_COUNTER_CLAIM = 0.8
NOBODY_HONEST = 0.25
"""Weights of the cases that the first claimant, a later one (`HONEST_*`) or none of them is the true leader."""
CHECK_CONFIRMED = 5.0
CHECK_REFUTED = 0.1
"""`CHECK_*`: factors on a claim's weight when a shown card confirms guilt or refutes a check."""
BARE_WORD = 0.45
"""Factor on the weight of a claim without a check."""
BELIEVE = 0.95
"""Factor on a claimant's probability to be the leader, when its checks are taken over."""
TRIAL_HUNCH = 0.3
TRIAL_HERD = 0.45
"""`TRIAL_HUNCH`, `TRIAL_HERD`: how much hunches, and each word of the day by others, change a suspicion."""
FIRST_TRIAL = 0.03
"""Probability to nominate on day 1 while there is no candidate."""
FIRST_TRIAL_SECOND = 0.12
SPARE = 0.12
"""The town does not vote against a seat that is guilty with less than this probability."""
REVEAL_FOUND = 0.8
"""Probability that the true leader makes its claim with a living criminal found."""
TRUE_COUNTER_CLAIM = 0.9
PRESSED = 2
"""A player is in danger if this many others speak against it in a day."""
PRESSED_CLAIM = 0.6
"""Probability that the true leader makes its claim in danger."""
FALSE_CLAIM = 0.15
"""Probability that a criminal in danger claims to be the leader."""
FALSE_COUNTER_CLAIM = 0.2
"""Probability that a criminal claims to be the leader against another; doubled if accused, else halved."""
FRIENDLY_FIRE = 1.5
"""Cost of shooting an innocent, in criminals shot."""
