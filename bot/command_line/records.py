"""`omerta replay`, `verify` and `render`: check the text of a game, or make a page of it."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bot.command_line.exit_codes import FAILED, HELD, UNREADABLE

if TYPE_CHECKING:
    from engine.record import Failure, Record


def _each_record(files: list[Path], check: "Callable[[Record], Failure | None]") -> int:
    """Checks each file and prints one line for it. Returns the worst of the exit codes."""
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


def replay(args: argparse.Namespace) -> int:
    from engine.record import replay_record

    return _each_record(args.files, lambda record: replay_record(record).failure)


def verify(args: argparse.Namespace) -> int:
    from engine.record import replay_record, verify_deal

    return _each_record(args.files, lambda record: verify_deal(record) or replay_record(record).failure)


def render(args: argparse.Namespace) -> int:
    from bot.language.translator import Translator
    from bot.reports.protocol_cells import Heading
    from bot.reports.replay_page import replay_page
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
    page = replay_page(replay.journal, Heading(names, game=args.file.stem), Translator(), args.language)
    try:
        args.output.write_text(page, encoding="utf-8")
    except OSError as error:
        print(f"omerta: {args.output}: {error.strerror}", file=sys.stderr)
        return FAILED
    return HELD
