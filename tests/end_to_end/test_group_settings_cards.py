"""A set of cards chosen by taps: built, limited by the rules, saved, copied to another group, and played."""

from pathlib import Path

import pytest

from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, WORDS, hosted_sandbox, open_more, play_on
from tests.kits.end_to_end.settings_menu import SettingsMenu

TWELVE = {"civilian": 6, "detective": 1, "doctor": 1, "mafioso": 2, "yakuza": 2}
SAY = WORDS.plain


@pytest.mark.asyncio
async def test_a_set_of_cards_is_built_stopped_saved_carried_over_and_played(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, 200, NO_LIMITS) as hosted:
        (anna,) = await hosted.guests(1)
        first, second = await hosted.group([anna]), await hosted.group([anna])
        settings_editor = await (await SettingsMenu(hosted, anna, first).open()).go(
            "section-rules", "ruleset-box", "button-play-by"
        )
        await settings_editor.go("section-cards", "12", "button-copy")
        for role in ("mafioso", "mafioso", "civilian"):
            await page_of(settings_editor, role)
            await settings_editor.tap_to("take", "12", role)
        for role in ("yakuza", "yakuza", "maniac"):
            await page_of(settings_editor, role)
            await settings_editor.tap_to("add", "12", role)
        assert SAY("ru", "flaw-yakuza-with-loner") in settings_editor.text
        stopped = await settings_editor.tap(SAY("ru", "button-keep-cards"), changes=False)
        assert stopped.alert
        assert stopped.text == SAY("ru", "flaw-yakuza-with-loner")
        assert (await settings_editor.stored()).role_sets == ()
        await settings_editor.tap_to("take", "12", "maniac")
        await page_of(settings_editor, "civilian")
        assert SAY("ru", "cards-not-size", count=11, size=12) in settings_editor.text
        await settings_editor.tap_to("add", "12", "civilian")
        assert "⛔" not in settings_editor.text
        await settings_editor.go("button-keep-cards")
        kept = {size: dict(cards) for size, cards in (await settings_editor.stored()).role_sets}
        assert kept == {12: TWELVE}

        await settings_editor.go("button-back", "button-back", "section-presets")
        await settings_editor.ask("button-save-preset")
        await settings_editor.reply("Якудза на двенадцать")
        await anna.until(lambda: "Якудза на двенадцать" in settings_editor.buttons())
        await settings_editor.go("Якудза на двенадцать")
        last = anna.messages(hosted.host)[-1]["message_id"]
        await settings_editor.tap(SAY("ru", "button-export"), changes=False)
        text = "omerta1" + (await settings_editor.said_after(last)).partition("omerta1")[2]

        other = await (await SettingsMenu(hosted, anna, second).open()).go("section-presets")
        assert (await other.stored()).role_sets == ()
        await other.ask("button-import")
        assert await other.reply(text) == SAY("ru", "settings-saved-none")
        assert (await other.stored()).ruleset == "box"
        assert {size: dict(cards) for size, cards in (await other.stored()).role_sets} == kept

        await anna.say("/newgame", second)
        await anna.tap(SAY("ru", "button-fill", count=10), second)
        await open_more(anna, second)
        for _ in range(2):
            await anna.tap(SAY("ru", "button-add-bot"), second)
        assert hosted.wired is not None
        live = await hosted.wired.games.table_in(second.id)
        assert live is not None
        begun = await anna.tap(SAY("ru", "button-start"), second)
        assert begun is not None
        assert begun.text == SAY("ru", "lobby-begun")
        dealt = [seat.role.id for seat in live.position.judge_view().seats if seat.seat]
        assert sorted(dealt) == sorted(r for r, n in TWELVE.items() for _ in range(n))
        assert "🏁" in await play_on(hosted, [anna], second)


async def page_of(settings_editor: SettingsMenu, role: str) -> None:
    """Turns to the page of the draft that shows a role."""
    for page in range(1, 5):
        if any(data.endswith(f":role:12:{role}") for data in settings_editor.buttons().values()):
            return
        label = SAY("ru", "button-page", number=page)
        if label in settings_editor.buttons():
            await settings_editor.tap(label)
    raise AssertionError(f"{role} is on no page")
