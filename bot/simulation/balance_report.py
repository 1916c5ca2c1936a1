"""Prints `docs/balance.md`: how often each side wins with every official role set (`make balance`).

For a set in which one side rarely wins it tries a few changes and names the one that helped most.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bot.simulation.simulation import Plan, Tally, interval, simulate
from engine import RuleSet, check_role_set, rules_for
from engine.house_rules import SHIPPED
from engine.roles import Rank, Side

GAMES = 500
TRIAL = 100
"""Number of games for each change that is tried; the best change is then played `GAMES` times."""
WORKERS = 2
SEED = 1
LOPSIDED = 0.25
TOWN = (Side.RED, Side.TOWN)
GANGS = (Side.BLACK, Side.MAFIA, Side.YAKUZA)

WIDEST = interval(GAMES // 2, GAMES)[1] - 0.5

INTRODUCTION = f"""# Balance

How often each side wins when the stand-ins play every shipped role set against themselves: {GAMES} games each,
seed {SEED}. In brackets the 95 % interval of a share (Wilson), at its widest ±{WIDEST:.1%}. People talk better
than stand-ins, so read the table as a comparison of sets, not as a forecast. Real ten-player sport tables give
the reds about 41 %.

Made by `make balance`, with the same figures on any machine. A set in which one side has less than
{LOPSIDED:.0%} of the decided games is marked with `!` and has a suggestion at the end."""


class Cards(NamedTuple):
    """A set of cards with the options it is played with."""

    ruleset: RuleSet
    cards: Counter[str]
    options: tuple[tuple[str, str], ...] = ()
    change: str = ""
    """How the set differs from the official one."""

    def play(self, games: int) -> Tally:
        plan = Plan(self.ruleset.id, tuple(self.cards.elements()), games, SEED, "sensible", self.options)
        *_, total = simulate(plan, WORKERS)
        return total

    @property
    def can_be_dealt(self) -> bool:
        return not check_role_set(rules_for(self.ruleset, dict(self.options)), self.cards).errors


class Row(NamedTuple):
    name: str
    dealt: Cards
    total: Tally

    @property
    def size(self) -> int:
        return self.dealt.cards.total()


# --- changes that may help -------------------------------------------------------------------------------------

Chosen = Callable[[RuleSet, str], bool]


def _of(rank: Rank, *sides: Side) -> Chosen:
    def chosen(ruleset: RuleSet, role: str) -> bool:
        return ruleset.roles[role].side in sides and ruleset.roles[role].rank is rank

    return chosen


Swaps = tuple[tuple[Chosen, Chosen], ...]
FOR_THE_TOWN: Swaps = (
    (_of(Rank.PLAIN, *GANGS), _of(Rank.PLAIN, *TOWN)),
    (_of(Rank.PLAIN, *TOWN), _of(Rank.SPECIAL, *TOWN)),
    (_of(Rank.SPECIAL, *GANGS), _of(Rank.PLAIN, *GANGS)),
)
FOR_THE_OTHERS: Swaps = (
    (_of(Rank.PLAIN, *TOWN), _of(Rank.PLAIN, *GANGS)),
    (_of(Rank.SPECIAL, *TOWN), _of(Rank.PLAIN, *TOWN)),
    (_of(Rank.PLAIN, *GANGS), _of(Rank.SPECIAL, *GANGS)),
)
"""Replacements of one card by another: which cards may go, and which may come."""
OPTIONS = (("lynch", "one-by-one"), ("tie", "revote"), ("lover_alibi", "both"))
"""Options that may help either side."""


def changes(official: Cards, swaps: Swaps) -> Iterator[Cards]:
    """Yields every set that can be dealt and differs in one card or one option."""
    ruleset, cards, _, _ = official
    for goes, comes in swaps:
        for old in [role for role in cards if goes(ruleset, role)]:
            for new in [role for role in ruleset.roles if comes(ruleset, role) and role != old]:
                if ruleset.roles[new].rank is Rank.SPECIAL and new in cards:
                    continue
                changed = Cards(ruleset, cards - Counter([old]) + Counter([new]), (), f"`{old}` → `{new}`")
                if changed.can_be_dealt:
                    yield changed
    for key, value in OPTIONS:
        if key in ruleset.options:
            yield Cards(ruleset, cards, ((key, value),), f"`{key}={value}`")


def suggestion(row: Row) -> tuple[Cards, Tally] | None:
    """Returns the change with the most even result and its tally; None if no change helps."""
    swaps = FOR_THE_TOWN if town_share(row.total) < LOPSIDED else FOR_THE_OTHERS
    tried = [(changed, changed.play(TRIAL)) for changed in changes(row.dealt, swaps)]
    if not tried:
        return None
    best, _ = min(tried, key=lambda each: unevenness(each[1]))
    then = best.play(GAMES)
    return (best, then) if unevenness(then) < unevenness(row.total) else None


# --- the page --------------------------------------------------------------------------------------------------


def town_wins(total: Tally) -> int:
    return sum(total.wins[side.value] for side in TOWN)


def town_share(total: Tally) -> float:
    """Returns the town's share of the decided games; a half if no game was decided."""
    decided = total.games - total.wins["draw"]
    return town_wins(total) / decided if decided else 0.5


def unevenness(total: Tally) -> float:
    return abs(town_share(total) - 0.5)


def lopsided(total: Tally) -> bool:
    return not LOPSIDED <= town_share(total) <= 1 - LOPSIDED


def rows() -> Iterator[Row]:
    for ruleset in SHIPPED.values():
        for name, sizes in ruleset.role_sets.items():
            for size, cards in sizes.items():
                print(f"{ruleset.id} {name} {size}", file=sys.stderr, flush=True)
                dealt = Cards(ruleset, Counter({role: number for role, number in cards.items() if number}))
                yield Row(name, dealt, dealt.play(GAMES))


def page() -> Iterator[str]:
    yield INTRODUCTION
    yield ""
    yield "| rule set | role set | players | town | others | draw | days | |"
    yield "|---|---|---|---|---|---|---|---|"
    uneven = []
    for row in rows():
        yield _line(row)
        if lopsided(row.total):
            uneven.append(row)
    yield ""
    yield from _suggestions(uneven)


def _line(row: Row) -> str:
    total, ruleset = row.total, row.dealt.ruleset.id
    others = [side for side in sorted(total.wins) if side not in (*TOWN, "draw")]
    shares = ", ".join(f"{side} {_share(total.wins[side], total.games)}" for side in others)
    draws = _share(total.wins["draw"], total.games) if total.wins["draw"] else "—"
    town, days = _share(town_wins(total), total.games), f"{total.days / total.games:.1f}"
    mark = "!" if lopsided(total) else ""
    return f"| {ruleset} | {row.name} | {row.size} | {town} | {shares} | {draws} | {days} | {mark} |"


def _suggestions(uneven: list[Row]) -> Iterator[str]:
    yield f"## Sets worse than {LOPSIDED:.0%} : {1 - LOPSIDED:.0%}"
    yield ""
    if not uneven:
        yield "None."
        return
    yield (
        "Each change of one card or one option that the rules allow was played "
        f"{TRIAL} times; the one with the evenest result is named here, and was then played {GAMES} times."
    )
    yield ""
    yield "| rule set | role set | players | town now | change | town then |"
    yield "|---|---|---|---|---|---|"
    for row in uneven:
        ruleset = row.dealt.ruleset.id
        print(f"a change for {ruleset} {row.name} {row.size}", file=sys.stderr, flush=True)
        now, found = _share(town_wins(row.total), row.total.games), suggestion(row)
        helps = f"{found[0].change} | {_share(town_wins(found[1]), GAMES)}" if found else "none of them helps |"
        yield f"| {ruleset} | {row.name} | {row.size} | {now} | {helps} |"


def _share(wins: int, games: int) -> str:
    low, high = interval(wins, games)
    return f"{wins / games:.0%} ({low:.0%}–{high:.0%})"


def main() -> None:
    for line in page():
        print(line, flush=True)


if __name__ == "__main__":
    main()
