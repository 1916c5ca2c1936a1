"""For what a judge may punish: the clauses of each rule document, as the panel lists them.

A clause has a name of ours, under which its words stand (`clause-…`), and its number in the document. Where two
documents punish the same thing, it has the same name.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.commands import Verb


class Clause(NamedTuple):
    id: str
    number: str = ""
    """In the rule document; empty where the document has none."""
    points: int = 0
    """Hundredths of a point that a penalty costs."""

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


def _numbered(prefix: str, *ids: str, first: int = 1, points: int = 0) -> tuple[Clause, ...]:
    return tuple(Clause(name, f"{prefix}{number}", points) for number, name in enumerate(ids, start=first))


S0: Clauses = {
    Verb.FOUL: _numbered(
        "6.6.",
        OUT_OF_TURN,
        "touching",
        "knocking",
        "misconduct",
        "arguing",
        "hand-moved",
        "ballot-gestures",
        "ballot-order",
    ),
    Verb.DISQUALIFY: _numbered(
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
    Verb.TEAM_LOSS: _numbered("6.8.", "oath", "threats", "outside-hints"),
}

S1: Clauses = {
    Verb.FOUL: _numbered(
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
    Verb.DISQUALIFY: _numbered(
        "", "veiled-oath", "night-hints", "hand-moved", "peeking", "false-surrender", first=2
    ),
    Verb.TEAM_LOSS: (OTHER,),
}

S2: Clauses = {
    Verb.FOUL: (Clause(OUT_OF_TURN), Clause("misconduct"), OTHER),
    Verb.DISQUALIFY: (Clause("insults"), Clause("peeking"), Clause(LEFT_THE_TABLE), OTHER),
    Verb.TEAM_LOSS: (Clause("outside-hints"), OTHER),
}

S3: Clauses = {
    Verb.FOUL: (
        *_numbered(
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
    ),
    Verb.DISQUALIFY: _numbered(
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
    Verb.TEAM_LOSS: _numbered("6.3.", "oath", "moral-appeal", "night-knowledge", "outside-hints"),
    Verb.PENALTY: (
        *_numbered(
            "7.4.2.",
            "sheriff-overslept",
            "don-overslept",
            "shot-missed",
            "break-covered",
            "no-nomination",
            points=-20,
        ),
        *_numbered(
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
        Clause("destructive", "7.4.4", -20),
        Clause("destructive", "7.4.4", -40),
    ),
}
