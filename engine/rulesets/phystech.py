"""`phystech`: a student club's rules of 2023 (S4): sport rules with time-outs, silent on fouls and points.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from dataclasses import replace

from engine.options import Option, SingleLater
from engine.rulesets import fiim_2025

OPTIONS = fiim_2025.OPTIONS | {
    "deal": Option(60, "S4 3.1.3"),
    "meet": Option(60, "S4 3.2.1"),
    "speech": Option(60, "S4 3.3.3"),
    "show_candidates": Option(True, "S4 3.3.7"),
    "ballot_window": Option(20, "S4 3.4.2"),
    "unvoted": Option(fiim_2025.OPTIONS["unvoted"].value, "S4 3.4.4"),
    "first_day_ballot": Option(True, "S4 3.4.6"),
    "ballot_secrecy": Option(fiim_2025.OPTIONS["ballot_secrecy"].value, "S4 3.4.2"),
    "change_vote": Option(False, "S4 3.4.5"),
    "confirmation": Option(False, "S4 3.4.7"),
    "single_later": Option(SingleLater.BALLOT, "S4 3.4.6"),
    "tie_speech": Option(30, "S4 3.4.8"),
    "lift_window": Option(15, "S4 3.4.10"),
    "last_words": Option(True, "S4 3.4.11"),
    "last_word": Option(60, "S4 3.4.11"),
    "reveal_roles": Option(False, "S4 3.4.11"),
    "first_night_kill": Option(True, "S4 3.5"),
    "night": Option(40, "S4 3.5"),
    "best_move": Option(20, "S4 3.5.10"),
    "last_word_when_decided": Option(False, "S4 3.6.4"),
    "time_outs": Option(3, "S4"),
    "time_out": Option(120, "S4"),
}

PHYSTECH = replace(fiim_2025.FIIM_2025, id="phystech", document="S4", options=OPTIONS, last_seconds_announced=True)
