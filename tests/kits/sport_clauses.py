"""What the records must show: every row of the sport rules, in our own words, and every value of an option.

An id is the paragraph and the row of the specification (`2.6/third-foul`), or paragraph and number (`2.3.5`).
"""

from typing import NamedTuple

FIIM, FIIM_2025, PHYSTECH = "fiim", "fiim-2025", "phystech"
SPORT = (FIIM, FIIM_2025, PHYSTECH)


class Row(NamedTuple):
    says: str
    shown_in: tuple[str, ...] = SPORT
    """A record of each of these rule sets must show it."""


ROWS: dict[str, Row] = {
    "2/size": Row("ten is the official table; six to twelve can play"),
    # 2.1 Steps of a game
    "2.1/deal": Row("cards go out; over when all have seen theirs"),
    "2.1/meet": Row("blacks learn each other and the Don, who appoints the shots"),
    "2.1/speech": Row("a minute each, from the opener round the table"),
    "2.1/pass": Row("the speaker, or the clock, ends the minute"),
    "2.1/ballot": Row("candidates in the order of nomination, a window each"),
    "2.1/tie-speech": Row("half a minute for each of the tied, three fouls or not"),
    "2.1/tie-ballot": Row("a second ballot among the tied alone"),
    "2.1/lift-ballot": Row("shall all the tied leave? more than half of the living must say yes"),
    "2.1/last-word": Row("a minute for the voted out, and in the morning for the shot"),
    "2.1/night": Row("shots and checks side by side, in private"),
    "2.1/best-move": Row("the first victim names up to three seats", (FIIM_2025, PHYSTECH)),
    # 2.2 Nomination
    "2.2/who": Row("the speaker, in the own minute, one seat a day"),
    "2.2/several": Row("which of several seats named in one minute counts"),
    "2.2/answer": Row("a seat that stands already is not taken twice"),
    "2.2/withdraw": Row("taking a nomination back: allowed in the older edition alone"),
    "2.2/oneself": Row("the own seat may be nominated"),
    "2.2/out": Row("a seat that is out may not"),
    "2.2/silenced": Row("three fouls leave the right to nominate"),
    "2.2/asking": Row("who stands is shown from the ballot on, or at once"),
    # 2.3 Ballot
    "2.3.1": Row("nobody or one stands: no ballot, or no window"),
    "2.3.2": Row("one candidate after another, or all in one window"),
    "2.3.3": Row("one final vote each; votes not cast go to the last candidate"),
    "2.3.4": Row("most votes leaves; a tie is spoken and voted on again"),
    "2.3.5": Row("tied again: fewer go another round, the same are put to the lift"),
    "2.3.6": Row("nobody lifts the whole table; the older edition spares three or four"),
    "2.3.7": Row("everybody living votes, candidates and silenced too"),
    "2.3.8": Row("roles stay closed"),
    # 2.4 Night
    "2.4.1": Row("all living blacks on one seat hit; anything else is a miss"),
    "2.4.2": Row("any living seat may be shot, black ones and the own too"),
    "2.4.3": Row("Don and Sheriff check once a night, the Don after the shot"),
    "2.4.4": Row("everybody is asked; the dead make no night shorter or longer"),
    "2.4.5": Row("blacks talk at the meeting and never again"),
    # 2.5 Best move
    "2.5/when": Row("in the night, or in the last word, of the first victim"),
    "2.5/not-if": Row("two have left on day one: none, but in the older edition"),
    "2.5/points": Row("for a red victim who names two or three blacks"),
    "2.5/seats": Row("up to three different other seats, living or out, once"),
    "2.5/miss": Row("a miss in the first night: nobody has it"),
    # 2.6 Fouls, removal, team loss
    "2.6/third-foul": Row("the next own minute is silent, once"),
    "2.6/third-foul-few": Row("with three or four at the table half a minute instead"),
    "2.6/fourth-foul": Row("leaves at once without a word"),
    "2.6/disqualify": Row("so does the disqualified"),
    "2.6/removal-before": Row("before the ballot: it is not held"),
    "2.6/removal-during": Row("during the ballot and what follows a tie: it is broken off"),
    "2.6/removal-shot": Row("but the shot take no ballot with them"),
    "2.6/removal-leaving": Row("nor do those who are leaving by this ballot"),
    "2.6/removal-after": Row("after the result: the next day has no ballot"),
    "2.6/cancelled": Row("a cancellation is spent on its day; silence spares the last word"),
    "2.6/two-removed": Row("two removed cost one ballot"),
    "2.6/team-loss": Row("the other team wins at once, also by the act of one who is out"),
    "2.6/warning": Row("by word of mouth it costs nothing"),
    "2.6/tournament": Row("out of the tournament: out of the game too, for good"),
    # 2.7 End
    "2.7/red": Row("no blacks left: red"),
    "2.7/black": Row("as many blacks as reds: black"),
    "2.7/lift-once": Row("the lifted leave together, one check"),
    "2.7/zero-zero": Row("nobody against nobody cannot come about"),
    "2.7/decided": Row("a deciding departure has a last word in the older edition alone"),
    "2.7/decided-stays": Row("a decided game stays decided during the last word", (FIIM,)),
    "2.7/draw": Row("three quiet nights, or nights and days, in a row"),
    "2.7/reveal": Row("all cards are turned over when the game is over, not before"),
    # 2.8 Time-outs
    "2.8/limit": Row("three for each player", (PHYSTECH,)),
    "2.8/clock": Row("two minutes at most, then the step goes on", (PHYSTECH,)),
    "2.8/no-play": Row("nobody plays in it", (PHYSTECH,)),
    "2.8/judge-vote": Row("it may carry a vote on changing the judge", (PHYSTECH,)),
    "2.8/night": Row("none at night", (PHYSTECH,)),
    "2.8/others": Row("the other rule sets have none unless switched on", (FIIM, FIIM_2025)),
    # 2.9 Points of a game
    "2.9/win": Row("each player of the winning team"),
    "2.9/loss-draw": Row("nothing for a loss or a draw"),
    "2.9/disqualified": Row("a removed player pays"),
    "2.9/team-loss": Row("who caused a team loss pays"),
    "2.9/best-move": Row("two or three blacks found"),
    "2.9/bonus": Row("the judge's bonus and its limits"),
    "2.9/penalty": Row("the judge's penalty, not in the older edition"),
    # 7 Game records
    "7/errors": Row("each refusal has its code, and the first of several is given"),
    "7/judge": Row("pause, hold, next, repeat, undo"),
    "7/position": Row("a game may begin in the middle"),
}

ELSEWHERE: dict[str, str] = {
    "2.1/warning": "ten seconds before the end of a minute: the host's clock says it",
    "2.1/words": "a written pass or thanks: the host turns words into the command `pass`",
    "2.2/phrase": "the spoken forms of a nomination: the host turns words into `nominate`",
    "2.6/phystech": "says that the rows of 2.6 hold there too: each of them asks for a record of that rule set",
    "2.9/compensation": "Ci depends on all games of a distance",
    "2.9/coefficient": "K depends on all games of a distance",
}
"""Rows of the rules that no record of a single game can show, and why."""

BY_THE_HOST: dict[str, str] = {
    "stand_ins": "who sits down for an absent player is the host's business",
    "compensation_max": "read by ratings over a distance",
    "night_talk=choices": "choices shown live among a team belong to the boxed game; no sport rule reads it",
}
"""Options, or single values, that change nothing in a game of these rule sets, and why."""
