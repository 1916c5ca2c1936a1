"""Every row of the city's and the boxed game's rules has a record, and every value of their own options."""

import re
from pathlib import Path

import pytest

from engine import RULESETS
from engine.options import KINDS, Seconds

RECORDS = Path(__file__).parents[1] / "records"
FIRST_LINE = re.compile(r"# \[([^\]]+)\]")

CITY = {
    "3/first-night": "the blacks meet, nobody dies",
    "3/speech": "who spoke second yesterday opens today, or the next one living",
    "3/nomination": "of several the last counts, and it may be withdrawn",
    "3/single-day-one": "one candidate on day one is not voted on",
    "3/ballot": "a vote not cast is not counted",
    "3/removed-vote": "a removed player's vote for the one being called is lost",
    "3/tie": "half a minute, a second ballot, then the question about all of them",
    "3/nobody-voted": "no votes at all: nobody leaves",
    "3/removal": "no ballot is cancelled; a removed candidate is struck",
    "3/night-order": "all are asked together and resolved in order",
    "3/shooting": "all blacks on one seat, or a miss",
    "3/don": "looks for the Commissar after the own shot",
    "3/maniac": "red, and kills whom he likes",
    "3/commissar": "red or black",
    "3/doctor": "saves from every kill, never twice running, himself once",
    "3/lover": "an alibi, never twice running",
    "3/killed-has-acted": "who dies in a night has acted in it",
    "3/morning": "the dead are named and have a word",
    "3/roles-hidden": "cards stay closed",
    "3/best-move": "the first victim's three, unless he claimed to be the Commissar",
    "3/warnings": "three silence, four remove",
    "3/surrender": "a black loses the game by it, a red the seat",
    "3/red-wins": "no blacks left, or three misses in a row",
    "3/black-wins": "as many blacks as reds, none against none too",
    "3/decided": "a deciding departure has no word",
    "3/removed": "nor has a removed player",
}
BOX = {
    "4.3/first-night": "introductions only",
    "4.3/order": "who acts before whom",
    "4.3/waves": "which part of a night is played",
    "4.3/killed-earlier": "asked, but in vain",
    "4.3/mafia-and-yakuza-at-once": "both gangs shoot in one moment",
    "4.3/void": "a void ability comes to nothing",
    "4.3/mafia-choice": "most choices, the first to get there",
    "4.3/protection": "doctor, beauty, bodyguard",
    "4.3/targets": "anybody living; doctor and bodyguard another player",
    "4.3/extra-shot": "the sleepwalker's death gives one more",
    "4.4/discussion": "ready, more time, the clock",
    "4.4/nomination": "one by each player",
    "4.4/ballot": "most votes; some may not vote",
    "4.4/tie": "nobody, or a second ballot",
    "4.4/acquittal": "the judge spares one a day",
    "4.4/one-by-one": "yes or no on one suspect after another",
    "4.4/copied-vote": "the swindler's victim votes as he does",
    "4.4/no-words": "the dead say nothing",
    "4.5/town": "no gang and no loner left",
    "4.5/mafia": "as many as all others, and no rival",
    "4.5/yakuza": "the same for the other gang",
    "4.5/loner": "alone at the table",
    "4.5/draw": "nobody alive, or three quiet rounds",
    "4.5/prisoners-live": "prisoners count as living",
    "4.5/sleepwalker-is-town": "the sleepwalker counts as town",
    "4.5/checks-once": "all deaths of a night are counted together",
}


def ids_of(ruleset: str) -> dict[str, list[str]]:
    """Every id that a record of this rule set shows, with the records' names."""
    shown: dict[str, list[str]] = {}
    for file in sorted(RECORDS.glob("*.mafia")):
        text = file.read_text()
        first = FIRST_LINE.match(text)
        if first and f"\nruleset {ruleset}\n" in text:
            for each in first[1].split(","):
                shown.setdefault(each.strip(), []).append(file.stem)
    return shown


@pytest.mark.parametrize(("ruleset", "rows"), [("city", CITY), ("box", BOX)])
def test_every_row_and_every_role_has_a_record(ruleset: str, rows: dict[str, str]) -> None:
    shown = ids_of(ruleset)
    wanted = {**rows, **{f"role/{role}": "plays" for role in RULESETS[ruleset].roles}}
    missing = {row: says for row, says in wanted.items() if row not in shown}
    assert not missing, "\n".join(
        [*(f"{row}: {', '.join(shown[row])}" for row in wanted if row in shown), str(missing)]
    )


@pytest.mark.parametrize("ruleset", ["city", "box"])
def test_every_value_of_an_option_of_its_own_has_a_record(ruleset: str) -> None:
    shown = ids_of(ruleset)
    for key in RULESETS[ruleset].options.keys() - RULESETS["fiim-2025"].options.keys():
        if isinstance(KINDS[key], Seconds):
            assert any(each.startswith(f"option {key}=") for each in shown), key
            continue
        official = RULESETS[ruleset].options[key].value
        for value in (KINDS[key].write(official), *KINDS[key].others(official)):
            assert f"option {key}={value}" in shown, f"{key}={value}"
