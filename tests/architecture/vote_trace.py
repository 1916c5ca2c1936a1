"""`python -m tests.architecture.vote_trace`: the way of one vote through the modules of bot, handlers and engine.

A sport game is played on the virtual clock up to its first ballot. Then one person taps the key, and every call of
a Python function of ours is noted, from the update that comes in until the message of the ballot shows the vote.

A switch is a call into another module than the call before it was into. A coroutine that goes on after it has
waited is called again; returns are not counted. Code that other libraries have made for our classes is theirs.
"""

import asyncio
import logging
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import structlog
from aiogram.dispatcher.event.handler import HandlerObject
from aiogram.methods import AnswerCallbackQuery, EditMessageText, SendMessage, TelegramMethod
from aiogram.types import InlineKeyboardMarkup

from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House, Manners, VirtualTable
from tests.kits.virtual_clock.telegram import CountingTelegram

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("bot", "handlers", "engine")
PURE = "engine"
RULESET, SIZE, SEED = "fiim-2025", 10, 3
VOTE = ":vote:"
"""Stands in what the key of a vote carries."""
THINKS_MS, AFTERWARDS_MS = 1_000, 6_000
"""Both together are shorter than the ten seconds of the ballot: nothing but the vote happens in them."""
LONGEST_MS = 3_600_000


class Moment(NamedTuple):
    """So many calls had been noted when it came."""

    name: str
    calls: int


class Trace:
    """Modules of ours in the order of the calls into them, while it is on."""

    def __init__(self) -> None:
        self.modules: list[str] = []
        self.moments: list[Moment] = []
        self._names: dict[str, str] = {}

    def start(self) -> None:
        sys.setprofile(self._note)

    def stop(self) -> None:
        sys.setprofile(None)

    def mark(self, name: str) -> None:
        self.moments.append(Moment(name, len(self.modules)))

    def at(self, name: str) -> int:
        """How many calls there were before the first moment of this name."""
        return next(moment.calls for moment in self.moments if moment.name == name)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code.co_filename not in self._names:
            self._names[code.co_filename] = _module_of(code.co_filename)
        if (module := self._names[code.co_filename]) and code.co_name != "<module>":
            self.modules.append(module)
        elif code.co_name == "call" and _is_our_handler(frame.f_locals.get("self")):
            self.mark("handler")


class Watched(CountingTelegram):
    """Notes when the answer and the message of the ballot go out, and which key is there to be tapped."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.trace = Trace()
        self.key = ""
        self.message = 0

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if isinstance(method, AnswerCallbackQuery):
            self.trace.mark("answer")
        elif isinstance(method, EditMessageText) and _vote_key(method):
            self.trace.mark("shown")
        told = await super().__call__(method, request_timeout)
        if isinstance(method, SendMessage | EditMessageText) and not self.key and (key := _vote_key(method)):
            # The ballot is announced before it has keys: they come with an edit.
            self.key, self.message = key, getattr(method, "message_id", None) or told.message_id
        return told


def _module_of(file: str) -> str:
    """Empty: it is not ours."""
    path = Path(file)
    if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in PACKAGES:
        return ""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _is_our_handler(called: object) -> bool:
    """The dispatcher's own handlers, which pass an update on, are none of ours."""
    return isinstance(called, HandlerObject) and called.callback.__module__.partition(".")[0] in PACKAGES


def _vote_key(method: SendMessage | EditMessageText) -> str:
    markup = method.reply_markup
    rows = markup.inline_keyboard if isinstance(markup, InlineKeyboardMarkup) else []
    keys = (key.callback_data or "" for row in rows for key in row)
    return next((key for key in keys if VOTE in key), "")


async def traced() -> Trace:
    telegrams: list[Watched] = []

    def watched(clock: VirtualClock) -> Watched:
        telegrams.append(Watched(clock))
        return telegrams[-1]

    house = House(watched)
    [telegram] = telegrams
    table = VirtualTable(RULESET, SIZE, SEED, house)
    table.manners = Manners(nominates=0.9)
    await house.open()
    await table.begin()
    people, voter = People(house), table.first_person
    await people.say(voter, "/start")  # whoever votes has been met before
    while not telegram.key:  # once it is there nobody is asked any more, so nobody else votes
        table.ask()
        assert await house.clock.step(house.clock.now() + LONGEST_MS), "no ballot comes"
    await house.clock.on_to(house.clock.now() + THINKS_MS)
    tap = people.tap(voter, telegram.key, telegram.message, table.group)
    trace = telegram.trace = Trace()
    trace.start()
    try:
        await people.bring(tap)
        trace.mark("acknowledged")
        await house.clock.on_to(house.clock.now() + AFTERWARDS_MS)
    finally:
        trace.stop()
    assert not people.troubles
    await house.close()
    return trace


def switches(modules: Iterable[str]) -> int:
    before, number = "", 0
    for module in modules:
        number += bool(before) and module != before
        before = module
    return number


def report(trace: Trace) -> str:
    end = len(trace.modules)
    spans = {
        "update in → answer to the tap sent": (0, trace.at("answer")),
        "handler → answer to the tap sent": (trace.at("handler"), trace.at("answer")),
        "update in → update acknowledged": (0, trace.at("acknowledged")),
        "update in → ballot shows the vote, all settled": (0, end),
    }
    assert trace.at("answer") < trace.at("shown") < end
    lines = [
        "# The way of one vote",
        "",
        "| from → to | of | modules | calls | switches |",
        "|---|---|---:|---:|---:|",
    ]
    for name, (begin, last) in spans.items():
        passed = trace.modules[begin:last]
        shell = [module for module in passed if module.partition(".")[0] != PURE]
        for packages, modules in ((", ".join(PACKAGES), passed), (f"without {PURE}", shell)):
            figures = f"{len(set(modules))} | {len(modules)} | {switches(modules)}"
            lines.append(f"| {name} | {packages} | {figures} |")
    answered = trace.at("answer")
    first = {module: place for place, module in reversed([*enumerate(trace.modules)])}
    lines += ["", "## Modules in the order of first entry", ""]
    for number, module in enumerate(sorted(first, key=first.__getitem__), start=1):
        lines.append(f"{number}. `{module}`{'' if first[module] < answered else ', after the answer'}")
    return "\n".join(lines)


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    print(report(asyncio.run(traced())))


if __name__ == "__main__":
    main()
