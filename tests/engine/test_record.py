"""Every record holds, every sport rule and option value has one, and a record of an option depends on that option.

`pytest tests/engine/test_record.py -s` prints the clauses covered.
"""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import RULESETS, Reason, StepName
from engine import events as ev
from engine.judge_commands import JUDGE_VERBS
from engine.options import KINDS, Choice, Switch
from engine.record import read_record, replay_record
from engine.record.replaying import EXPECTATIONS
from engine.undo import END_UNDO
from tests.kits.sport_clauses import BY_THE_HOST, ELSEWHERE, ROWS, SPORT

FOLDER = Path(__file__).parents[1] / "records"
EXAMPLES = ("box-night-order", "city-doctor", "fiim-2025-first-night", "fiim-2025-tie-lift")
"""Given with the specification, word for word; their first line is not ours."""
FIRST_LINE = re.compile(r"# \[(?P<ids>[^]]+)\] (?P<clauses>S\d[^:]*): (?P<sentence>.+\.)")
RULESET = re.compile(r"^ruleset (?P<id>\S+)", re.MULTILINE)
OPTION_ID = re.compile(r"option (?P<key>\w+)=(?P<value>\S+)")


class Told(NamedTuple):
    """A record, and what its first line says that it shows."""

    name: str
    text: str
    ruleset: str
    ids: tuple[str, ...]

    @property
    def options(self) -> list[tuple[str, str]]:
        return [(match["key"], match["value"]) for each in self.ids if (match := OPTION_ID.fullmatch(each))]


def _tell(file: Path) -> Told:
    text = file.read_text(encoding="utf-8")
    match, ruleset = FIRST_LINE.fullmatch(text.partition("\n")[0]), RULESET.search(text)
    ids = tuple(re.split(r",\s*", match["ids"])) if match else ()
    return Told(file.stem, text, ruleset["id"] if ruleset else "", ids)


RECORDS = [_tell(file) for file in sorted(FOLDER.glob("*.mafia"))]
OURS = [record for record in RECORDS if record.name not in EXAMPLES]
SPORT_RECORDS = [record for record in OURS if record.ruleset in SPORT]
every_record = pytest.mark.parametrize("record", RECORDS, ids=[record.name for record in RECORDS])
every_one_of_ours = pytest.mark.parametrize("record", OURS, ids=[record.name for record in OURS])


@cache
def shown() -> dict[str, dict[str, list[str]]]:
    """Id → rule set → the records that show it, among the sport rule sets."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for record in SPORT_RECORDS:
        for each in record.ids:
            found[each][record.ruleset].append(record.name)
    return found


def summary() -> str:
    """The clauses covered, as a table."""
    lines = [f"{'clause':34}" + "".join(f"{ruleset:>10}" for ruleset in SPORT)]
    for each in [*ROWS, *sorted(set(shown()) - set(ROWS))]:
        counts = "".join(f"{len(shown()[each][ruleset]) or '-':>10}" for ruleset in SPORT)
        lines.append(f"{each:34}{counts}  {ROWS[each].says if each in ROWS else ''}".rstrip())
    lines += [f"{each:34}{'elsewhere':>30}  {why}" for each, why in (ELSEWHERE | BY_THE_HOST).items()]
    return "\n".join(lines)


def test_there_are_at_least_eighty_records_of_our_own() -> None:
    assert len(SPORT_RECORDS) >= 80


@every_record
def test_every_record_holds(record: Told) -> None:
    failure = replay_record(read_record(record.text)).failure
    assert failure is None, f"{record.name}:{failure.line if failure else 0}: {failure}"


@every_one_of_ours
def test_first_line_says_what_is_shown_and_by_which_clause(record: Told) -> None:
    assert record.ids, f"{record.name}: the first line must read `# [ids] CLAUSES: sentence.`"


@pytest.mark.parametrize("record", SPORT_RECORDS, ids=[record.name for record in SPORT_RECORDS])
def test_what_a_sport_record_shows_is_a_row_of_the_rules(record: Told) -> None:
    unknown = [each for each in record.ids if each not in ROWS and not OPTION_ID.fullmatch(each)]
    assert not unknown, f"{record.name}: no such row in tests/kits/sport_clauses.py: {unknown}"


@every_record
def test_record_is_named_after_its_rule_set(record: Told) -> None:
    assert record.name.startswith(f"{record.ruleset}-")


def test_every_row_of_the_rules_has_a_record() -> None:
    print(f"\n{summary()}")
    missing = [
        f"{each} ({row.says}) in {ruleset}"
        for each, row in ROWS.items()
        for ruleset in row.shown_in
        if not shown()[each][ruleset]
    ]
    assert not missing, f"without a record: {missing}\n{summary()}"


def option_ids() -> list[str]:
    """What has to be shown of the options: every value of a choice or switch, one number of the others."""
    wanted = []
    for key in sorted({key for ruleset in SPORT for key in RULESETS[ruleset].options}):
        match KINDS[key]:
            case Switch():
                wanted += [f"{key}=on", f"{key}=off"]
            case Choice(values):
                wanted += [f"{key}={value}" for value in values]
            case _:
                wanted.append(key)
    return wanted


@pytest.mark.parametrize("wanted", option_ids())
def test_every_option_value_has_a_record(wanted: str) -> None:
    exempt = wanted in BY_THE_HOST or wanted.partition("=")[0] in BY_THE_HOST
    found = [each for each in shown() if each == f"option {wanted}" or each.startswith(f"option {wanted}=")]
    assert exempt != bool(found), f"shown by {found}, exempt: {exempt}\n{summary()}"


def flips() -> list[tuple[Told, str, str]]:
    return [
        (record, f"option {key}={value}", f"option {key}={other}")
        for record in OURS
        for key, value in record.options
        for other in KINDS[key].others(KINDS[key].parse(value))
        if record.ruleset not in SPORT or f"{key}={other}" not in BY_THE_HOST
    ]


@pytest.mark.parametrize(
    ("record", "line", "flipped"),
    [pytest.param(*flip, id=f"{flip[0].name}: {flip[2].removeprefix('option ')}") for flip in flips()],
)
def test_flipping_the_option_breaks_its_record(record: Told, line: str, flipped: str) -> None:
    lines = record.text.splitlines()
    assert lines.count(line) == 1, f"{record.name} must contain the line `{line}`"
    lines[lines.index(line)] = flipped
    assert replay_record(read_record("\n".join(lines))).failure is not None


# --- the language of the records ----------------------------------------------------------------------------


def words_of_the_records() -> dict[str, set[str]]:
    """First word of an action or an expectation → what follows it."""
    words: dict[str, set[str]] = defaultdict(set)
    for record in RECORDS:
        for line in record.text.splitlines():
            said = [*line.partition("#")[0].split(), "", "", ""]
            words["seat:" if said[0].rstrip(":").isdigit() else said[0]].add(said[1])
            words[f"{said[0]} {said[1]}"].add(said[2])
    return words


@pytest.mark.parametrize("reason", list(Reason))
def test_every_refusal_is_expected_by_a_record(reason: Reason) -> None:
    assert reason in words_of_the_records()["expect error"]


@pytest.mark.parametrize("step", list(StepName))
def test_every_step_is_expected_by_a_record(step: StepName) -> None:
    assert step in words_of_the_records()["expect step"]


def test_every_verb_is_said_in_a_record() -> None:
    words = words_of_the_records()
    sayable = {verb for ruleset in RULESETS.values() for verb in ruleset.verbs}
    assert not sayable - words["seat:"]
    assert not set(JUDGE_VERBS) - words["judge:"]


def test_every_expectation_is_used_in_a_record() -> None:
    assert not set(EXPECTATIONS) - words_of_the_records()["expect"]


ENDS_EARLY = {
    StepName.DEAL: ev.CardSeen,
    StepName.SPEECH: ev.Passed,
    StepName.BALLOT: ev.Voted,
    StepName.TIE_SPEECH: ev.Passed,
    StepName.TIE_BALLOT: ev.Voted,
    StepName.LIFT_BALLOT: ev.LiftVoted,
    StepName.LAST_WORD: ev.Passed,
    StepName.NIGHT: ev.Acted,
    StepName.BEST_MOVE: ev.BestMoveMade,
}
"""What a player does that ends a step before its time."""


@cache
def endings(ruleset: str) -> set[tuple[StepName, type]]:
    """Which act was the last of which step, in all records of a rule set."""
    found = set()
    for record in RECORDS:
        step, act = None, None
        for event in replay_record(read_record(record.text)).journal if record.ruleset == ruleset else ():
            if type(event) in END_UNDO:
                act = type(event)
            elif isinstance(event, ev.StepBegan):
                if step is not None and act is not None:
                    found.add((step, act))
                step, act = event.step, None
    return found


@pytest.mark.parametrize("ruleset", SPORT)
@pytest.mark.parametrize("step", ENDS_EARLY)
def test_every_step_is_ended_by_the_players_in_a_record(step: StepName, ruleset: str) -> None:
    assert (step, ENDS_EARLY[step]) in endings(ruleset)


@pytest.mark.parametrize("ruleset", SPORT)
@pytest.mark.parametrize("step", [StepName.MEET, *ENDS_EARLY])
def test_every_step_is_ended_by_the_clock_in_a_record(step: StepName, ruleset: str) -> None:
    assert (step, ev.Expired) in endings(ruleset)
