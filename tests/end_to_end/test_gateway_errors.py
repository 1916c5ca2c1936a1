"""A gateway answers in place of Telegram with an HTML page, or an answer is cut off: for each method in turn, in a
whole game.

The host cannot know whether such a call was executed, so both cases are tested. `GATEWAY_GAME` is the rule set and
the players.
"""

import os
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from tests.end_to_end.test_kill import places
from tests.faults.fault_log import injected, saw
from tests.kits.end_to_end.killable_host import ForkServer, KillableHost, table

RULESET, _, SIZE = os.environ.get("GATEWAY_GAME", "box:6").partition(":")
AT_THE_START = {
    **dict.fromkeys(("getMe", "deleteWebhook", "setMyCommands", "getUpdates", "sendMessage"), 3),
    **dict.fromkeys(("sendChatAction", "getChat", "pinChatMessage"), 3),
    "getChatMember": 1,  # a few in a row, and nobody is muted for a while
}
IN_THE_GAME = (
    *("sendMessage", "editMessageText", "answerCallbackQuery", "restrictChatMember"),
    *("unpinChatMessage", "getUpdates"),
)
SENDS = frozenset({"sendMessage", "sendRichMessage", "sendPhoto", "sendDocument"})
HOW: tuple[dict[str, Any], ...] = (
    {"kind": "gateway", "executed": False},
    {"kind": "gateway", "executed": True, "error_code": 504},
    {"kind": "cut_answer"},
)


@dataclass
class BadGateway:
    killable: KillableHost | None = None
    armed: dict[int, tuple[str, bool]] = field(default_factory=dict)
    """By the number of a fault: its method, and whether the call is executed."""

    async def at_the_start(self, killable: KillableHost) -> None:
        self.killable = killable
        for method, times in AT_THE_START.items():
            for how in HOW[:times]:
                await self.arm(method, how)

    async def arm(self, method: str, how: dict[str, Any]) -> None:
        assert self.killable is not None
        number = await self.killable.stage.fault(method=method, times=1, **how)
        self.armed[number] = method, how.get("executed", True)

    def struck(self) -> Counter[tuple[str, bool]]:
        assert self.killable is not None
        faults = self.killable.sandbox.faults.all
        assert len(faults) == len(self.armed), "the sandbox has forgotten some"
        return Counter(what for number, what in self.armed.items() if faults[number].triggered)


async def test_every_card_prompt_and_step_arrives_and_each_fault_doubles_one_at_most(
    tmp_path: Path, server: ForkServer
) -> None:
    async with table(tmp_path / "calm", server, RULESET, int(SIZE)) as calm:
        await calm.play()
        expected, texts, at_the_end = calm.journal.payloads(), calm.texts(), places(calm)
    gateway = BadGateway()
    start = gateway.at_the_start
    async with table(tmp_path / "disturbed", server, RULESET, int(SIZE), prepare=start) as disturbed:
        turns = iter([(method, how) for how in HOW for method in IN_THE_GAME])
        while await disturbed.go_on():
            for method, how in islice(turns, 1):
                await gateway.arm(method, how)
        await disturbed.play()
        assert next(turns, None) is None, "the game was too short for all of them"
        assert disturbed.journal.payloads() == expected
        assert places(disturbed) == at_the_end
        struck = gateway.struck()
        met = Counter(method for method, _ in struck.elements())
        assert {*AT_THE_START, *IN_THE_GAME} == set(met)
        doubled = check(texts, disturbed.texts(), struck)
        log = disturbed.log.read_text()
    injected("gateway", met.total())
    saw(f"{met.total()} pages and cut answers to {len(met)} methods, {doubled} doubled messages")
    assert "Bad Gateway" not in log
    assert "Traceback" not in log


def check(
    expected: dict[str, Counter[str]], got: dict[str, Counter[str]], struck: Counter[tuple[str, bool]]
) -> int:
    """Checks that no message is missing, and that there are at most as many duplicates as calls executed without
    an answer."""
    assert {chat: texts - got.get(chat, Counter()) for chat, texts in expected.items()} == {
        chat: Counter() for chat in expected
    }
    more = {chat: texts - expected.get(chat, Counter()) for chat, texts in got.items()}
    for chat, texts in more.items():
        assert set(texts) <= set(expected[chat]), chat
    doubled = sum(texts.total() for texts in more.values())
    # A fault doubles one message; on a fast machine a second one may hit the same message when it is sent again.
    assert doubled <= sum(count for (method, executed), count in struck.items() if method in SENDS and executed)
    return doubled
