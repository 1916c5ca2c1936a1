"""`omerta` on the command line. What a subcommand does not need is not imported for it."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.command_line import computer_games, phrases, records
from bot.command_line import run as hosting
from bot.command_line.exit_codes import FAILED

SANDBOX_PORT, LAST_PORT = 8081, 65535


def main(argv: Sequence[str] | None = None) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = args.run
    try:
        return run(args)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the pipe (`head`, say) has exited; silence the error when Python closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="omerta", description="Host of the game Mafia.")
    parser.set_defaults(run=hosting.run)
    _about_the_port(parser, SANDBOX_PORT)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    run = commands.add_parser("run", help="host games: in Telegram, or without BOT_TOKEN in a sandbox (default)")
    _about_the_port(run, argparse.SUPPRESS)
    run.set_defaults(run=hosting.run)

    move = commands.add_parser("migrate-store", help="move all games from a SQLite file into an empty PostgreSQL")
    move.add_argument(
        "--to",
        required=True,
        metavar="URL",
        help="postgresql+asyncpg://user@host/name; its password from PGPASSWORD or ~/.pgpass",
    )
    move.add_argument("--from", dest="source", default="", metavar="URL", help="default: DATABASE_URL")
    move.set_defaults(run=hosting.migrate_store)

    watch = commands.add_parser("watch", help="let computer players play one game and print its record")
    watch.add_argument("--ruleset", default="fiim-2025", type=_known_ruleset)
    watch.add_argument("--seed", type=int)
    watch.set_defaults(run=computer_games.watch)

    replay = commands.add_parser(
        "replay", help="replay game records and hold their expectations against the rules"
    )
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE")
    replay.set_defaults(run=records.replay)

    verify = commands.add_parser("verify", help="recompute the deal of finished games from their secret")
    verify.add_argument("files", nargs="+", type=Path, metavar="FILE")
    verify.set_defaults(run=records.verify)

    render = commands.add_parser("render", help="a game record as a page that opens in any browser")
    render.add_argument("file", type=Path, metavar="FILE")
    render.add_argument("-o", "--output", type=Path, required=True, metavar="game.html")
    render.add_argument("--language", default="ru", choices=("ru", "uk"))
    render.set_defaults(run=records.render)

    hear = commands.add_parser("hear", help="what is heard in sentences, one a line, from standard input")
    hear.add_argument("--ruleset", default="fiim-2025", type=_known_ruleset)
    hear.set_defaults(run=phrases.hear)

    simulate = commands.add_parser("simulate", help="play many games by computer players and count the wins")
    _about_the_table(simulate)
    simulate.add_argument("--games", default=1000, type=_positive)
    simulate.add_argument("--conduct", default="sensible", choices=("sensible", "random"))
    simulate.set_defaults(run=computer_games.simulate)

    balance = commands.add_parser(
        "balance", help="play a set of cards until its shares of wins are known as precisely as in the settings"
    )
    _about_the_table(balance)
    balance.add_argument("--preset", metavar="TEXT", help="rules, cards and options as a preset's text")
    balance.set_defaults(run=computer_games.balance)
    return parser


def _about_the_port(command: argparse.ArgumentParser, default: object) -> None:
    """Adds the option to `omerta` and to `omerta run`, which are the same; the second leaves alone what was given
    to the first."""
    about = f"of the sandbox, or the next free one; 0 takes any (default {SANDBOX_PORT})"
    command.add_argument("--port", default=default, type=_port, help=about)


def _about_the_table(command: argparse.ArgumentParser) -> None:
    command.add_argument("--ruleset", default="fiim-2025", type=_known_ruleset)
    command.add_argument("--players", default=10, type=_positive, help="how many sit at the table (default 10)")
    command.add_argument("--role-set", default="", help="name of the role set (default: the usual one)")
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", type=_option)
    command.add_argument("--seed", default=1, type=int)
    command.add_argument("--workers", default=os.cpu_count() or 1, type=_positive)
    command.add_argument("--json", action="store_true", help="print one JSON object")


# --- arguments ----------------------------------------------------------------------------------------------


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"not a positive number: {text!r}")
    return int(text)


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"not a port: {text!r}")
    return int(text)


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"an option is written KEY=VALUE, not {text!r}")
    return key, value


def _known_ruleset(text: str) -> str:
    from engine.errors import UnknownRuleSet
    from engine.house_rules import find_ruleset

    try:
        return find_ruleset(text).id
    except UnknownRuleSet as unknown:
        raise argparse.ArgumentTypeError(str(unknown)) from unknown


if __name__ == "__main__":
    sys.exit(main())
