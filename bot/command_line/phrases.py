"""`omerta hear`: prints how the phrase reader understands sentences, for translators and bug reports."""

import argparse
import json
import sys

from bot.command_line.exit_codes import HELD

TABLE = range(1, 11)
"""Seats of a table with ten players without names."""


def hear(args: argparse.Namespace) -> int:
    from bot.phrases.reader import phrase_reader_for

    listener = phrase_reader_for(args.ruleset, TABLE)
    for line in sys.stdin.buffer:
        heard = listener.hear(line.decode("utf-8", errors="replace").rstrip("\r\n"))
        answer = {
            "nominate": list(heard.nominate),
            "withdraw": heard.withdraw,
            "pass": heard.passed,
            "surrender": heard.surrender,
            "claim": heard.claim,
        }
        print(json.dumps(answer), flush=True)
    return HELD
