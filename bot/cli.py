"""`omerta` on the command line. What a subcommand does not need is not imported for it."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.record import Failure, Record

HELD, FAILED, UNREADABLE = 0, 1, 2
BAR = 30


def main(argv: Sequence[str] | None = None) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = args.run
    try:
        return run(args)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader (`head`, say) has gone; nothing is left to tell it, not even when Python closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="omerta", description="Host of the game Mafia.")
    parser.set_defaults(run=_watch, seed=None, ruleset="fiim-2025")
    commands = parser.add_subparsers(title="commands", metavar="")

    watch = commands.add_parser("watch", help="let computer players play one game and print its record")
    watch.add_argument("--ruleset", default="fiim-2025", type=_known_ruleset)
    watch.add_argument("--seed", type=int)
    watch.set_defaults(run=_watch)

    replay = commands.add_parser(
        "replay", help="replay game records and hold their expectations against the rules"
    )
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE")
    replay.set_defaults(run=_replay)

    verify = commands.add_parser("verify", help="recompute the deal of finished games from their secret")
    verify.add_argument("files", nargs="+", type=Path, metavar="FILE")
    verify.set_defaults(run=_verify)

    simulate = commands.add_parser("simulate", help="play many games by computer players and count the wins")
    simulate.add_argument("--ruleset", default="fiim-2025", type=_known_ruleset)
    simulate.add_argument("--size", default=10, type=int, help="number of players (default 10)")
    simulate.add_argument("--games", default=1000, type=_positive)
    simulate.add_argument("--seed", default=1, type=int)
    simulate.add_argument("--players", default="sensible", choices=("sensible", "random"))
    simulate.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", type=_option)
    simulate.add_argument("--workers", default=os.cpu_count() or 1, type=_positive)
    simulate.add_argument("--json", action="store_true", help="print one JSON object")
    simulate.set_defaults(run=_simulate)
    return parser


# --- records ------------------------------------------------------------------------------------------------


def _each_record(files: list[Path], check: "Callable[[Record], Failure | None]") -> int:
    """One line for each file; the worst of the answers is the exit code."""
    return max(_report(file, check) for file in files)


def _report(file: Path, check: "Callable[[Record], Failure | None]") -> int:
    from engine.record import BadRecord, read_record

    try:
        failure = check(read_record(_text(file)))
    except BadRecord as bad:
        print(f"UNREADABLE {file}:{bad.line}: {bad.what}")
        return UNREADABLE
    if failure is not None:
        print(f"FAILED {file}:{failure.line}: {failure}")
        return FAILED
    print(f"ok {file}")
    return HELD


def _text(file: Path) -> str:
    from engine.record import BadRecord

    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadRecord(1, f"cannot be opened: {error.strerror}") from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(data.count(b"\n", 0, error.start) + 1, "not a text file") from error
    if "\0" in text:
        raise BadRecord(text.count("\n", 0, text.index("\0")) + 1, "not a text file")
    return text


def _replay(args: argparse.Namespace) -> int:
    from engine.record import replay_record

    return _each_record(args.files, lambda record: replay_record(record).failure)


def _verify(args: argparse.Namespace) -> int:
    from engine.record import replay_record, verify_deal

    return _each_record(args.files, lambda record: verify_deal(record) or replay_record(record).failure)


# --- games by computer players ------------------------------------------------------------------------------


def _watch(args: argparse.Namespace) -> int:
    """One game, written as its record: every line can be checked against the rules."""
    import random
    import secrets

    from engine import RULESETS, cards_for, open_game, rules_for
    from engine.players import SensiblePlayer, play_to_the_end
    from engine.record import write_record

    ruleset = RULESETS[args.ruleset]
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


def _simulate(args: argparse.Namespace) -> int:
    from bot.simulation import Plan, interval, simulate, timed
    from engine import RULESETS, rules_for
    from engine.options import BadOption

    ruleset = RULESETS[args.ruleset]
    if args.size not in ruleset.role_sets:
        print(f"omerta: {ruleset.id} has no cards for {args.size} players", file=sys.stderr)
        return UNREADABLE
    try:
        rules_for(ruleset, dict(args.option))
    except BadOption as bad:
        print(f"omerta: {bad}", file=sys.stderr)
        return UNREADABLE
    plan = Plan(ruleset.id, args.size, args.games, args.seed, args.players, tuple(args.option))
    total, seconds = timed(simulate(plan, args.workers), _progress(args.games))
    shares = {side: interval(total.wins[side], total.games) for side in ("red", "black", "draw")}
    summary = {
        "ruleset": ruleset.id,
        "size": args.size,
        "players": args.players,
        "seed": args.seed,
        "workers": args.workers,
        "games": total.games,
        "wins": {side: total.wins[side] for side in shares},
        "share_95": {side: [round(bound, 4) for bound in bounds] for side, bounds in shares.items()},
        "days": round(total.days / total.games, 3),
        "commands": total.commands,
        "games_per_second": round(total.games / seconds, 1),
        "commands_per_second": round(total.commands / seconds, 1),
    }
    if args.json:
        print(json.dumps(summary))
        return HELD
    print(f"{ruleset.id}, {args.size} {args.players} players, {total.games} games, seed {args.seed}")
    for side, (low, high) in shares.items():
        wins = total.wins[side]
        print(f"  {side:<6} {wins:>7}  {wins / total.games:6.1%}   95 %: {low:.1%} to {high:.1%}")
    print(f"  {summary['days']} days a game")
    print(f"  {summary['games_per_second']} games and {summary['commands_per_second']} commands a second")
    return HELD


def _progress(games: int) -> Callable[[int], None]:
    """A bar on the terminal, and silence anywhere else."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(done: int) -> None:
        filled = BAR * done // games
        end = "\r" if done < games else "\r\033[K"
        print(f"[{'#' * filled}{'.' * (BAR - filled)}] {done}/{games}", end=end, file=sys.stderr, flush=True)

    return show


# --- arguments ----------------------------------------------------------------------------------------------


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"not a positive number: {text!r}")
    return int(text)


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"an option is written KEY=VALUE, not {text!r}")
    return key, value


def _known_ruleset(text: str) -> str:
    from engine import RULESETS

    if text not in RULESETS:
        raise argparse.ArgumentTypeError(f"unknown rule set {text!r}; known: {', '.join(RULESETS)}")
    return text


if __name__ == "__main__":
    sys.exit(main())
