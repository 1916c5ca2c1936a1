"""Every option of every rule set changed by taps: an open lobby takes it at once, and one tap changes it back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.games.lobby import Lobby
from bot.group_settings.options import SECTIONS, group_option
from bot.storage.groups import Group
from engine.house_rules import SHIPPED
from engine.options import write_option
from engine.rules import RuleSet
from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, WORDS, hosted_sandbox
from tests.kits.end_to_end.settings_menu import SettingsMenu


@pytest.mark.asyncio
async def test_every_option_of_every_rule_set_is_changed_by_taps_and_taken_back(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, 200, NO_LIMITS) as hosted:
        (anna,) = await hosted.guests(1)
        group = await hosted.group([anna])
        await anna.say("/newgame", group)
        await anna.until(lambda: WORDS.plain("ru", "button-sit") in anna.buttons(group))
        settings_editor = await SettingsMenu(hosted, anna, group).open()
        assert hosted.wired is not None
        live = await hosted.wired.games.table_in(group.id)
        assert live is not None
        seen = 0
        for name, ruleset in SHIPPED.items():
            if live.lobby.ruleset != name:
                await settings_editor.go("section-rules", f"ruleset-{name}", "button-play-by")
            assert live.lobby.ruleset == name
            for section in SECTIONS:
                keys = [key for key in SECTIONS[section].keys if key in ruleset.options]
                if not keys:
                    continue
                await settings_editor.go(f"section-{section}")
                for key in keys:
                    await change_and_take_back(settings_editor, ruleset, key, lambda: live.lobby)
                    seen += 1
                await settings_editor.go("button-back")
        assert seen == sum(len(ruleset.options) for ruleset in SHIPPED.values())
        assert live.lobby.options == ()


async def change_and_take_back(
    settings_editor: SettingsMenu, ruleset: RuleSet, key: str, lobby: Callable[[], Lobby]
) -> None:
    official = write_option(key, ruleset.options[key].value)
    shown = group_option(Group(0, ruleset=ruleset.id), key)
    assert shown is not None
    other = next(value for value in reversed(shown.offered) if value != official)
    await settings_editor.tap_to("dial", key)
    await settings_editor.tap_to("turn", key, other)
    assert value_at(lobby, key) == other, f"{ruleset.id}: {key} does not reach the table"
    assert value_at(lobby, key) != official
    await settings_editor.go("button-official")
    assert value_at(lobby, key) == official
    await settings_editor.go("button-back")


def value_at(lobby: Callable[[], Lobby], key: str) -> str:
    return write_option(key, getattr(lobby().rules.options, key))
