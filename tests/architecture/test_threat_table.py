"""The threat table: every test it names exists. And what links to a table are worth."""

import math
import re
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.games.lobby import ALPHABET, new_game_id
from bot.language.translator import Translator
from bot.permissions import IN_THE_NAME_OF_A_CHANNEL
from tests.fuzz.checked_host import OUTSIDER
from tests.fuzz.oracle import mark
from tests.fuzz.scripted_host import LEADER, ScriptedHost

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
LATECOMER = 30


@pytest.mark.parametrize(("path", "name"), NAMED, ids=[name for _, name in NAMED])
def test_a_test_that_is_named_exists(path: str, name: str) -> None:
    assert f"def {name}(" in (ROOT / path).read_text("utf-8")


def test_every_threat_has_one() -> None:
    threats = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| threat")]
    assert len(threats) == len(NAMED) > 20


def test_a_link_cannot_be_guessed() -> None:
    drawn = {new_game_id() for _ in range(2_000)}
    assert len(drawn) == 2_000
    assert math.log2(len(set(ALPHABET)) ** min(map(len, drawn))) > 46
    assert set("".join(drawn)) == set(ALPHABET)


async def test_a_link_ends_with_its_lobby() -> None:
    with capture_logs():
        script = ScriptedHost()
        deal = await script.begin("fiim-2025", range(11, 21))
        script.checked.messenger.groups[deal.chat].add(LATECOMER)
        await script.say(LATECOMER, LATECOMER, f"/start join_{deal.id}")
        assert LATECOMER not in deal.seating
        await script.tap(11, deal.chat, f"x:{deal.id}:1")
        await script.say(LATECOMER, LATECOMER, f"/start join_{deal.id}")
        assert deal.phase == "closed"
        assert LATECOMER not in deal.held
        assert script.faults == []
        await script.close()


async def test_who_writes_as_a_channel_does_not_lead_what_another_has_opened() -> None:
    """All who do so come as one account of Telegram's."""
    with capture_logs():
        script = ScriptedHost()
        await script.checked.open()
        group = next(iter(script.checked.rulesets))
        await _as_channel(script, group, -1009, "/newgame")
        opened = script.checked.table_in(group)
        assert opened is not None
        await _as_channel(script, group, -1008, "/cancel")
        assert opened.phase == "open"
        await script.say(LEADER, group, "/cancel")
        assert opened.phase == "closed"
        assert script.faults == []
        await script.close()


async def _as_channel(script: ScriptedHost, group: int, channel: int, text: str) -> None:
    account = {"id": IN_THE_NAME_OF_A_CHANNEL, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
    sender = {"id": channel, "type": "channel", "title": f"Zq{-channel}x"}
    more = {"from": account, "sender_chat": sender, "text": text}
    await script.checked.feed(script.shapes.words("message", IN_THE_NAME_OF_A_CHANNEL, group, **more))
    await script.checked.pass_time(1_000)


@pytest.mark.parametrize("view", ["stats", "top"])
async def test_a_forged_look_at_statistics_names_nobody(view: str) -> None:
    """Whom the message is about stands in the store, not in the button."""
    with capture_logs():
        script = ScriptedHost()
        await script.checked.open()
        group = next(iter(script.checked.rulesets))
        await script.say(OUTSIDER, OUTSIDER, "/start")
        await script.say(LEADER, group, f"/{view}")
        shown = script.checked.with_buttons(group)[-1]
        (own,) = {button.data for button in shown.buttons if button.data.endswith(":365:show")}
        before = len(script.told)
        forged = own.replace(f"n:{view}:{LEADER if view == 'stats' else 0}:", f"n:{view}:{OUTSIDER}:")
        assert forged != own
        for data in (forged, forged.replace(":show", ":png")):
            await script.checked.feed(script.shapes.tap("forged tap", LEADER, shown, group, data))
            await script.checked.pass_time(20_000)
        assert not any(mark(OUTSIDER) in sight.text for sight in script.told[before:])
        assert {sight.text for sight in script.told[before:]} == {Translator().plain("ru", "tap-old")}
        await script.checked.feed(script.shapes.tap("seen tap", LEADER, shown, group, own))
        await script.checked.pass_time(20_000)
        assert script.told[-1].edited
        assert script.faults == []
        await script.close()
