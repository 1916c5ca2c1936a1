"""For what a judge may punish: the clauses of each rule document, as the panel lists them.

A clause has a name of ours, under which its words stand (`clause-…`), and its number in the document. Where two
documents punish the same thing, it has the same name.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.commands import Verb


class Clause(NamedTuple):
    """One reason for which a judge may punish, as a rule document has it.

    >>> Clause("knocking", "6.1.1").code
    '6.1.1'
    """

    id: str
    number: str = ""
    """In the rule document; empty where the document has none."""
    points: int = 0
    """Hundredths of a point that a penalty costs."""
    consent: bool = False
    """Nothing without the chief judge (S3 7.4.4)."""

    @property
    def code(self) -> str:
        """How the journal and a button name it."""
        return self.number or self.id


Clauses = Mapping[Verb, tuple[Clause, ...]]

OUT_OF_TURN = "out-of-turn"
NIGHT_CONDUCT = "night-conduct"
LEFT_THE_TABLE = "left-the-table"
OTHER = Clause("other")
"""Where a document is silent, the judge's own discretion."""


def find_clause(clauses: Clauses, verb: Verb, code: str) -> Clause | None:
    """The clause that a note names: first among the reasons for this verb, then among all."""
    for candidates in (clauses.get(verb, ()), *clauses.values()):
        for clause in candidates:
            if clause.code == code:
                return clause
    return None


def code_of(clauses: Clauses, *ids: str) -> str:
    """The code of the first of these names that the document knows."""
    for wanted in ids:
        for clause in (clause for listed in clauses.values() for clause in listed):
            if clause.id == wanted:
                return clause.code
    return ids[-1]


def numbered(prefix: str, *ids: str, first: int = 1, points: int = 0) -> tuple[Clause, ...]:
    """Clauses of these names whose numbers follow one another in the document."""
    return tuple(Clause(name, f"{prefix}{number}", points) for number, name in enumerate(ids, start=first))


_S0_FOULS = numbered(
    "6.6.",
    OUT_OF_TURN,
    "touching",
    "knocking",
    "misconduct",
    "arguing",
    "hand-moved",
    "ballot-gestures",
    "ballot-order",
)

S0: Clauses = {
    Verb.WARN: _S0_FOULS,  # 6.3
    Verb.FOUL: _S0_FOULS,
    Verb.DISQUALIFY: numbered(
        "6.7.",
        LEFT_THE_TABLE,
        "night-touching",
        "night-hints",
        "insults",
        "glancing",
        NIGHT_CONDUCT,
        "tears",
        "moral-appeal",
        "ballot-form",
        "peeking",
    ),
    Verb.TEAM_LOSS: numbered("6.8.", "oath", "threats", "outside-hints"),
    Verb.EXPEL: (Clause("peeking", "7.3"),),
}

# In S1 a warning is what S0 and S3 call a foul: there is none that does not count.
S1: Clauses = {
    Verb.FOUL: numbered(
        "",
        OUT_OF_TURN,
        "gestures",
        "misconduct",
        "night-noise",
        "religion",
        "late-mask",
        "over-time",
        "night-touching",
        "wrong-shot",
        "talk-to-the-gone",
    ),
    # 1 is the fourth foul itself.
    Verb.DISQUALIFY: numbered(
        "", "veiled-oath", "night-hints", "hand-moved", "peeking", "false-surrender", first=2
    ),
    Verb.TEAM_LOSS: (OTHER,),
}

_S2_FOULS = (Clause(OUT_OF_TURN), Clause("misconduct"), OTHER)

S2: Clauses = {
    Verb.WARN: _S2_FOULS,
    Verb.FOUL: _S2_FOULS,
    Verb.DISQUALIFY: (Clause("insults"), Clause("peeking"), Clause(LEFT_THE_TABLE), OTHER),
    Verb.TEAM_LOSS: (Clause("outside-hints"), OTHER),
}

_S3_FOULS = (
    *numbered(
        "6.1.",
        "knocking",
        "misconduct",
        "touching",
        OUT_OF_TURN,
        "hand-moved",
        "ballot-gestures",
        "shouting",
    ),
    Clause("address", "4.3.3"),
    Clause("leaving-gestures", "4.3.10"),
)

S3: Clauses = {
    Verb.WARN: _S3_FOULS,  # 5.3
    Verb.FOUL: _S3_FOULS,
    Verb.DISQUALIFY: numbered(
        "6.2.",
        "insults",
        NIGHT_CONDUCT,
        LEFT_THE_TABLE,
        "tears",
        "ballot-order",
        "ballot-form",
        "best-move-appeal",
        "hidden-whisper",
        "swearing",
        "peeking",
        "foreign-language",
        "emotion-as-proof",
        "outside-arguments",
    ),
    Verb.TEAM_LOSS: numbered("6.3.", "oath", "moral-appeal", "night-knowledge", "outside-hints"),
    Verb.EXPEL: numbered("6.4.", "peeking", "insulted-judge", "violence"),
    Verb.PENALTY: (
        *numbered(
            "7.4.2.",
            "sheriff-overslept",
            "don-overslept",
            "shot-missed",
            "break-covered",
            "no-nomination",
            points=-20,
        ),
        *numbered(
            "7.4.3.",
            "false-sheriff",
            "split-twice",
            "against-a-sure-red",
            "sure-win-spoilt",
            "checks-not-told",
            "checks-not-made",
            "told-a-black",
            "meeting-overslept",
            "numbers-given-away",
            "sheriff-for-a-check",
            "decider-not-voted",
            "own-last-hand",
            "plan-broken",
            points=-40,
        ),
        Clause("destructive", "7.4.4", -20, consent=True),
        Clause("destructive", "7.4.4", -40, consent=True),
    ),
}
