"""Every option of every rule set by taps: the table that waits takes it at once, and the way back is one tap."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.club.dials import SECTIONS, dial
from bot.directory import Group
from bot.lobby import Lobby
from engine.options import write_option
from engine.rules import RuleSet
from engine.rulesets import RULESETS
from tests.host.at_the_desk import Desk
from tests.host.evening import HASTE, WORDS, evening


@pytest.mark.asyncio
async def test_every_option_of_every_rule_set_is_changed_by_taps_and_taken_back(tmp_path: Path) -> None:
    async with evening(tmp_path, 200, HASTE) as night:
        (anna,) = await night.guests(1)
        group = await night.group([anna])
        await anna.say("/newgame", group)
        await anna.until(lambda: WORDS.plain("ru", "button-sit") in anna.buttons(group))
        desk = await Desk(night, anna, group).open()
        assert night.wired is not None
        live = await night.wired.service.table_in(group.id)
        assert live is not None
        seen = 0
        for name, ruleset in RULESETS.items():
            if live.lobby.ruleset != name:
                await desk.go("section-rules", f"ruleset-{name}", "button-play-by")
            assert live.lobby.ruleset == name
            for section in SECTIONS:
                keys = [key for key in SECTIONS[section].keys if key in ruleset.options]
                if not keys:
                    continue
                await desk.go(f"section-{section}")
                for key in keys:
                    await change_and_take_back(desk, ruleset, key, lambda: live.lobby)
                    seen += 1
                await desk.go("button-back")
        assert seen == sum(len(ruleset.options) for ruleset in RULESETS.values())
        assert live.lobby.options == ()


async def change_and_take_back(desk: Desk, ruleset: RuleSet, key: str, lobby: Callable[[], Lobby]) -> None:
    official = write_option(key, ruleset.options[key].value)
    shown = dial(Group(0, ruleset=ruleset.id), key)
    assert shown is not None
    other = next(value for value in reversed(shown.offered) if value != official)
    await desk.tap_to("dial", key)
    await desk.tap_to("turn", key, other)
    assert value_at(lobby, key) == other, f"{ruleset.id}: {key} does not reach the table"
    assert value_at(lobby, key) != official
    await desk.go("button-official")
    assert value_at(lobby, key) == official
    await desk.go("button-back")


def value_at(lobby: Callable[[], Lobby], key: str) -> str:
    return write_option(key, getattr(lobby().rules.options, key))
