"""`omerta watch`, `simulate` and `balance`: games that computer players play."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.command_line.exit_codes import HELD, UNREADABLE

if TYPE_CHECKING:
    from bot.simulation.simulation import Plan, Tally

BAR = 30


def watch(args: argparse.Namespace) -> int:
    """Plays one game and prints its record: every line can be checked against the rules."""
    import random
    import secrets

    from engine import cards_for, open_game, rules_for
    from engine.house_rules import find_ruleset
    from engine.players import SensiblePlayer, play_to_the_end
    from engine.record import write_record

    ruleset = find_ruleset(args.ruleset)
    seed = args.seed if args.seed is not None else secrets.randbits(64)
    dice = random.Random(seed)
    size = ruleset.official_size
    guests = tuple(f"guest-{number}" for number in range(1, size + 1))
    secret = f"{dice.getrandbits(128):032x}:{dice.getrandbits(128):032x}"
    game = open_game(rules_for(ruleset, {}), cards_for(ruleset, size), guests, secret)
    play_to_the_end(game, [SensiblePlayer() for _ in guests], dice)
    print(f"# A game of {ruleset.id} by computer players: {game.table.winner} wins on day {game.table.day}.")
    print(f"# The same again: omerta watch --ruleset {ruleset.id} --seed {seed}")
    print(write_record(game.journal), end="")
    print(f"expect winner {game.table.winner}")
    return HELD


def simulate(args: argparse.Namespace) -> int:
    from bot.simulation.simulation import Plan, simulate, timed

    try:
        cards, options = _cards_and_options(args)
    except ValueError as bad:
        return _complain(bad)
    plan = Plan(args.ruleset, cards, args.games, args.seed, args.conduct, options)
    bar = _bar()
    total, seconds = timed(simulate(plan, args.workers), lambda total: bar(total.games / args.games, total.games))
    summary = {
        **_summary(plan, total),
        "workers": args.workers,
        "commands": total.commands,
        "games_per_second": round(total.games / seconds, 1),
        "commands_per_second": round(total.commands / seconds, 1),
    }
    if args.json:
        print(json.dumps(summary))
        return HELD
    _print_shares(plan, total)
    print(f"  {summary['games_per_second']} games and {summary['commands_per_second']} commands a second")
    return HELD


def balance(args: argparse.Namespace) -> int:
    from bot.simulation.balance import PRECISION, balance_of
    from bot.simulation.simulation import Plan, Tally, simulate, timed

    try:
        if args.preset:
            args.ruleset, cards, options = _from_preset(args)
        else:
            cards, options = _cards_and_options(args)
    except ValueError as bad:
        return _complain(bad)
    plan = Plan(args.ruleset, cards, 0, args.seed, "sensible", options)
    bar = _bar()

    def enough(total: Tally) -> bool:
        balance = balance_of(total, PRECISION)
        bar(min(1.0, (PRECISION / balance.half_width) ** 2), total.games)
        return balance.done

    total, _ = timed(simulate(plan, args.workers), enough)
    if args.json:
        print(json.dumps(_summary(plan, total) | {"deciders": dict(sorted(total.deciders.items()))}))
        return HELD
    _print_shares(plan, total)
    print("  who was the last to leave:")
    for role, games in total.deciders.most_common():
        print(f"    {role:<12} {games / total.games:6.1%}")
    return HELD


def _cards_and_options(args: argparse.Namespace) -> "tuple[tuple[str, ...], tuple[tuple[str, str], ...]]":
    from engine import cards_for, rules_for
    from engine.house_rules import find_ruleset

    ruleset = find_ruleset(args.ruleset)
    named = args.role_set or next(iter(ruleset.role_sets))
    if named not in ruleset.role_sets:
        raise ValueError(f"{ruleset.id} has no role set {named!r}; it has {', '.join(ruleset.role_sets)}")
    if args.players not in ruleset.role_sets[named]:
        raise ValueError(f"the role set {named!r} of {ruleset.id} has no cards for {args.players} players")
    rules_for(ruleset, dict(args.option))
    return cards_for(ruleset, args.players, named), tuple(args.option)


def _from_preset(args: argparse.Namespace) -> "tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]":
    from engine.preset import read_preset

    preset = read_preset(args.preset)
    args.ruleset = preset.ruleset
    if args.players in preset.role_sets:
        cards = tuple(role for role, number in preset.role_sets[args.players].items() for _ in range(number))
    else:
        cards, _ = _cards_and_options(args)
    return preset.ruleset, cards, preset.options


def _complain(bad: ValueError) -> int:
    print(f"omerta: {bad}", file=sys.stderr)
    return UNREADABLE


def _summary(plan: "Plan", total: "Tally") -> dict[str, object]:
    from bot.simulation.simulation import interval

    sides = _sides(plan)
    return {
        "ruleset": plan.ruleset,
        "players": len(plan.cards),
        "conduct": plan.conduct,
        "seed": plan.seed,
        "games": total.games,
        "wins": {side: total.wins[side] for side in sides},
        "share_95": {side: [round(b, 4) for b in interval(total.wins[side], total.games)] for side in sides},
        "days": round(total.days / total.games, 3),
    }


def _sides(plan: "Plan") -> list[str]:
    """Returns the sides that can win with these cards, and a draw."""
    from engine.house_rules import find_ruleset

    roles = find_ruleset(plan.ruleset).roles
    return [*dict.fromkeys(roles[card].side.value for card in sorted(plan.cards, reverse=True)), "draw"]


def _print_shares(plan: "Plan", total: "Tally") -> None:
    from bot.simulation.simulation import interval

    players = len(plan.cards)
    print(f"{plan.ruleset}, {players} {plan.conduct} players, {total.games} games, seed {plan.seed}")
    for side in _sides(plan):
        wins, (low, high) = total.wins[side], interval(total.wins[side], total.games)
        print(f"  {side:<6} {wins:>7}  {wins / total.games:6.1%}   95 %: {low:.1%} to {high:.1%}")
    print(f"  {total.days / total.games:.2f} days a game")


def _bar() -> Callable[[float, int], bool]:
    """Returns a function that shows a progress bar on a terminal, and nothing anywhere else."""

    def show(share: float, games: int) -> bool:
        if sys.stderr.isatty():
            filled = int(BAR * share)
            end = "\r" if share < 1 else "\r\033[K"
            print(f"[{'#' * filled}{'.' * (BAR - filled)}] {games} games", end=end, file=sys.stderr, flush=True)
        return False

    return show
