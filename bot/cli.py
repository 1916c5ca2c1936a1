"""`omerta` on the command line. What a subcommand does not need is not imported for it."""

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.host import Host
    from bot.settings import Settings
    from bot.simulation import Plan, Tally
    from engine.record import Failure, Record

HELD, FAILED, UNREADABLE = 0, 1, 2
BAR = 30
SANDBOX_PORT = 8081
SIGNS = (signal.SIGINT, signal.SIGTERM)


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
    parser.set_defaults(run=_run, port=SANDBOX_PORT)
    commands = parser.add_subparsers(title="commands", metavar="")

    run = commands.add_parser("run", help="host games: in Telegram, or without BOT_TOKEN in a sandbox (default)")
    run.add_argument("--port", default=SANDBOX_PORT, type=int, help="of the sandbox; 0 takes any free one")
    run.set_defaults(run=_run)

    move = commands.add_parser("migrate-store", help="move all games from a SQLite file into an empty PostgreSQL")
    move.add_argument("--to", required=True, metavar="URL", help="postgresql+asyncpg://user:password@host/name")
    move.add_argument("--from", dest="source", default="", metavar="URL", help="default: DATABASE_URL")
    move.set_defaults(run=_migrate_store)

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

    render = commands.add_parser("render", help="a game record as a page that opens in any browser")
    render.add_argument("file", type=Path, metavar="FILE")
    render.add_argument("-o", "--output", type=Path, required=True, metavar="game.html")
    render.add_argument("--language", default="ru", choices=("ru", "uk"))
    render.set_defaults(run=_render)

    simulate = commands.add_parser("simulate", help="play many games by computer players and count the wins")
    _about_the_table(simulate)
    simulate.add_argument("--games", default=1000, type=_positive)
    simulate.add_argument("--conduct", default="sensible", choices=("sensible", "random"))
    simulate.set_defaults(run=_simulate)

    balance = commands.add_parser("balance", help="play a set of cards until its shares of wins are known to 2 %%")
    _about_the_table(balance)
    balance.add_argument("--preset", metavar="TEXT", help="rules, cards and options as a preset's text")
    balance.set_defaults(run=_balance)
    return parser


def _about_the_table(command: argparse.ArgumentParser) -> None:
    command.add_argument("--ruleset", default="fiim-2025", type=_known_ruleset)
    command.add_argument("--players", default=10, type=_positive, help="how many sit at the table (default 10)")
    command.add_argument("--role-set", default="", help="name of the role set (default: the usual one)")
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", type=_option)
    command.add_argument("--seed", default=1, type=int)
    command.add_argument("--workers", default=os.cpu_count() or 1, type=_positive)
    command.add_argument("--json", action="store_true", help="print one JSON object")


# --- hosting ------------------------------------------------------------------------------------------------


def _run(args: argparse.Namespace) -> int:
    """The host itself. Without a token it plays in the sandbox, on the page whose address it prints."""
    import asyncio

    from bot.operation.logs import set_up_logs
    from bot.settings import Settings, readable
    from bot.store.opening import CannotStart

    try:
        settings = readable(Settings)
        set_up_logs(settings.log_level, settings.log_format)
        if settings.bot_token.get_secret_value():
            from bot.serving import serve

            asyncio.run(_until_told(serve(settings, on_ready=_settle)))
        else:
            asyncio.run(_until_told(_in_sandbox(settings, args.port)))
    except CannotStart as reason:
        print(f"omerta: {reason}", file=sys.stderr)
        return FAILED
    except Exception as error:
        from bot.operation.trouble import described, trace

        print(trace(error), file=sys.stderr)
        print(f"omerta: stopped by {described(error)}. Nothing is lost; start it again.", file=sys.stderr)
        return FAILED
    return HELD


def _settle(_: "Host") -> None:
    from bot.operation.garbage import settle

    settle()


async def _until_told(work: "Coroutine[Any, Any, None]") -> None:
    """SIGTERM ends the program as cleanly as Ctrl+C."""
    import asyncio
    import contextlib

    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()

    def end() -> None:
        """Cleanly, once: a second sign is the system's to answer."""
        for sign in SIGNS:
            loop.remove_signal_handler(sign)
        task.cancel()

    for sign in SIGNS:
        with contextlib.suppress(NotImplementedError):  # Windows has none: there Ctrl-C ends it
            loop.add_signal_handler(sign, end)
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _in_sandbox(settings: "Settings", port: int) -> None:
    """The same host, over HTTP, against a Bot API of our own; nothing of it outlives the program."""
    import secrets
    import tempfile

    from pydantic import SecretStr

    from bot.clockwork.pace import Pace
    from bot.serving import serve
    from sandbox.limits import PUBLISHED
    from sandbox.server import NewBot, Sandbox

    pace = Pace(settings.speed)

    def set_speed(speed: float) -> None:
        pace.speed = speed

    token = f"{secrets.randbelow(10**9) + 10**9}:{secrets.token_hex(18)}"
    bot = NewBot(token, "Омерта", "omerta_bot", can_read_all_group_messages=True)
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox([bot], port=port, limits=PUBLISHED, speed=settings.speed, on_speed=set_speed) as stage:
            print(f"Omertà: {stage.url}", flush=True)
            own = {
                "bot_token": SecretStr(token),
                "api_url": stage.url,
                "database_url": f"sqlite+aiosqlite:///{folder}/omerta.db",
                "stand_ins": True,
                "webhook_url": "",
            }
            await serve(settings.model_copy(update=own), pace, on_ready=_settle)


def _migrate_store(args: argparse.Namespace) -> int:
    """The host must be stopped; when it is started on the new database, its games go on."""
    import asyncio

    from bot.settings import Settings, readable
    from bot.store.copying import copy_store
    from bot.store.opening import CannotStart

    try:
        copied = asyncio.run(copy_store(args.source or readable(Settings).database_url, args.to))
    except CannotStart as reason:
        print(f"omerta: {reason}", file=sys.stderr)
        return FAILED
    for table, rows in copied.items():
        print(f"{table:<12} {rows:>9}")
    print("Everything is there. Set DATABASE_URL to the new database, and start.")
    return HELD


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


def _render(args: argparse.Namespace) -> int:
    from bot.language.words import Words
    from bot.papers.form import Heading
    from bot.papers.replay_page import replay_page
    from engine.record import BadRecord, read_record, replay_record

    try:
        record = read_record(_text(args.file))
    except BadRecord as bad:
        print(f"UNREADABLE {args.file}:{bad.line}: {bad.what}", file=sys.stderr)
        return UNREADABLE
    replay = replay_record(record)
    if replay.failure is not None:
        print(f"FAILED {args.file}:{replay.failure.line}: {replay.failure}", file=sys.stderr)
        return FAILED
    names = record.names or record.seating or ("",) * len(record.dealt)
    page = replay_page(replay.journal, Heading(names, game=args.file.stem), Words(), args.language)
    try:
        args.output.write_text(page, encoding="utf-8")
    except OSError as error:
        print(f"omerta: {args.output}: {error.strerror}", file=sys.stderr)
        return FAILED
    return HELD


# --- games by computer players ------------------------------------------------------------------------------


def _watch(args: argparse.Namespace) -> int:
    """One game, written as its record: every line can be checked against the rules."""
    import random
    import secrets

    from engine import cards_for, open_game, rules_for
    from engine.house import find_ruleset
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


def _simulate(args: argparse.Namespace) -> int:
    from bot.simulation import Plan, simulate, timed

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


def _balance(args: argparse.Namespace) -> int:
    from bot.balance import PRECISION, balance_of
    from bot.simulation import Plan, Tally, simulate, timed

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
        balance = balance_of(total)
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
    from engine.house import find_ruleset

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
    from bot.simulation import interval

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
    """Who can win with these cards."""
    from engine.house import find_ruleset

    roles = find_ruleset(plan.ruleset).roles
    return [*dict.fromkeys(roles[card].side.value for card in sorted(plan.cards, reverse=True)), "draw"]


def _print_shares(plan: "Plan", total: "Tally") -> None:
    from bot.simulation import interval

    players = len(plan.cards)
    print(f"{plan.ruleset}, {players} {plan.conduct} players, {total.games} games, seed {plan.seed}")
    for side in _sides(plan):
        wins, (low, high) = total.wins[side], interval(total.wins[side], total.games)
        print(f"  {side:<6} {wins:>7}  {wins / total.games:6.1%}   95 %: {low:.1%} to {high:.1%}")
    print(f"  {total.days / total.games:.2f} days a game")


def _bar() -> Callable[[float, int], bool]:
    """A bar on the terminal, and silence anywhere else."""

    def show(share: float, games: int) -> bool:
        if sys.stderr.isatty():
            filled = int(BAR * share)
            end = "\r" if share < 1 else "\r\033[K"
            print(f"[{'#' * filled}{'.' * (BAR - filled)}] {games} games", end=end, file=sys.stderr, flush=True)
        return False

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
    from engine.house import UnknownRules, find_ruleset

    try:
        return find_ruleset(text).id
    except UnknownRules as unknown:
        raise argparse.ArgumentTypeError(str(unknown)) from unknown


if __name__ == "__main__":
    sys.exit(main())
