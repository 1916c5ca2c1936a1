"""Journals that earlier releases have written lead to the results they led to then.

`python -m tests.faults.test_old_journals` writes those of this release, before the next one changes an event.
"""

import json
import random
import tomllib
from pathlib import Path

import pytest

from engine.codec import decode, encode
from engine.deciding import open_game, replay
from engine.players import RandomPlayer
from engine.players.whole_game import play_to_the_end
from engine.results import game_result, write_result
from engine.rules import cards_for, rules_for
from engine.rulesets import RULESETS
from tests.faults.ledger import injected

ROOT = Path(__file__).parent.parent.parent
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
FOLDER = ROOT / "tests" / "journals"
KEPT = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_old_journal_leads_to_its_result(path: Path) -> None:
    kept = json.loads(path.read_text("utf-8"))
    state = replay(decode(event) for event in kept["events"])
    injected("old journal")
    assert (
        json.loads(json.dumps(write_result(game_result("game", state, state.table.guests, 0)))) == kept["result"]
    )


def test_every_rule_set_of_this_release_is_among_them() -> None:
    assert {path.stem for path in KEPT if path.parent.name == VERSION} == set(RULESETS)


def write() -> None:
    for ruleset in RULESETS.values():
        dice = random.Random(f"journal:{ruleset.id}")
        words = tuple(f"u{seat}" for seat in range(1, 11))
        game = open_game(rules_for(ruleset, {}), cards_for(ruleset, 10), words, f"{1:032x}:{2:032x}")
        play_to_the_end(game, [RandomPlayer() for _ in words], dice)
        result = write_result(game_result("game", game.state, game.table.guests, 0))
        folder = FOLDER / VERSION
        folder.mkdir(parents=True, exist_ok=True)
        lines = ",\n".join(json.dumps(encode(event), ensure_ascii=False) for event in game.journal)
        text = f'{{"result": {json.dumps(result, ensure_ascii=False)},\n"events": [\n{lines}\n]}}\n'
        (folder / f"{ruleset.id}.json").write_text(text, "utf-8")


if __name__ == "__main__":
    write()
