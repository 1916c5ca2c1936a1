"""Writes `docs/balance.md`: how every official role set plays against itself (`make balance`)."""

import sys
from collections.abc import Iterator

from bot.simulation import Plan, Tally, interval, simulate
from engine import RULESETS, RuleSet, cards_for
from engine.roles import Side

GAMES = 1000
SEED = 1
LOPSIDED = 0.25
TOWNS = (Side.RED.value, Side.TOWN.value)

INTRODUCTION = f"""# Balance

How often each side wins when the stand-ins play every official role set against themselves: {GAMES} games each,
seed {SEED}, shares with their 95 % intervals. People talk better than stand-ins, so read the table as a
comparison of sets, not as a forecast. Real ten-player sport tables give the reds about 41 %.

Made by `make balance`. Sets in which one side has less than {LOPSIDED:.0%} against the other are marked with a
suggestion.
"""


def rows() -> Iterator[tuple[RuleSet, str, int, Tally]]:
    for ruleset in RULESETS.values():
        for name, sizes in ruleset.role_sets.items():
            for size in sizes:
                plan = Plan(ruleset.id, cards_for(ruleset, size, name), GAMES, SEED, "sensible")
                *_, total = simulate(plan, workers=2)
                yield ruleset, name, size, total


def page() -> Iterator[str]:
    yield INTRODUCTION
    yield "| rule set | role set | players | town | others | draw | days | |"
    yield "|---|---|---|---|---|---|---|---|"
    for ruleset, name, size, total in rows():
        town = sum(total.wins[side] for side in TOWNS)
        others = {side: wins for side, wins in total.wins.items() if side not in (*TOWNS, "draw")}
        yield " | ".join(
            (
                f"| {ruleset.id}",
                name,
                str(size),
                _share(town, total.games),
                ", ".join(f"{side} {_share(wins, total.games)}" for side, wins in sorted(others.items())),
                _share(total.wins["draw"], total.games),
                f"{total.days / total.games:.1f}",
                f"{_suggestion(town, sum(others.values()))} |",
            )
        )
        print(f"{ruleset.id} {name} {size}", file=sys.stderr)


def _share(wins: int, games: int) -> str:
    low, high = interval(wins, games)
    return f"{wins / games:.0%} ({low:.0%}–{high:.0%})"


def _suggestion(town: int, others: int) -> str:
    decided = town + others
    if not decided or LOPSIDED <= town / decided <= 1 - LOPSIDED:
        return ""
    return (
        "for the town: one criminal less, or a doctor more"
        if town < others
        else "for the town's foes: one criminal more"
    )


def main() -> None:
    for line in page():
        print(line)


if __name__ == "__main__":
    main()
