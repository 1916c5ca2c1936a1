"""Takes the pictures of docs/settings.md, an admin's menu screen by screen: python -m tests.tools.menu_pictures"""

import asyncio
import base64
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Page

from sandbox.client import Group, Person
from tests.kits.browser import Windows, chromium
from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, HostedSandbox, hosted_sandbox
from tests.kits.end_to_end.settings_menu import SettingsMenu
from tests.tools.page_pictures import LARGEST, PICTURES

PHONE = {"width": 390, "height": 1100}
"""Higher than a phone, so that the longest screen is seen in one piece."""
EMOJI = Path(__file__).parents[2] / "bot" / "papers" / "fonts" / "NotoEmoji-Regular.ttf"
RU = (
    ("home", ()),
    ("rules", ("section-rules",)),
    ("rule-set", ("ruleset-box",)),
    ("section", ("button-play-by", "section-talk")),
    ("value", ("option-discussion", "10 минут")),
    ("cards", ("button-back", "button-back", "section-cards")),
    ("set", ("12",)),
    ("sets", ("button-other-set",)),
    ("draft", ("role-set-yakuza",)),
)
"""Name of the picture, and the taps that lead there from the one before."""


async def shoot(page: Page, settings_editor: SettingsMenu, name: str, folder: Path) -> None:
    await page.wait_for_timeout(500)
    message = page.locator(f'.pane.main .message[data-id="{settings_editor.menu["message_id"]}"]')
    await message.scroll_into_view_if_needed()
    await message.screenshot(path=folder / f"settings-{name}.png")
    print(f"  settings-{name}.png", flush=True)


async def window(
    windows: Windows, hosted: HostedSandbox, person: Person, language: str, chat: Group | None = None
) -> Page:
    """The private chat with the bot, or a group."""
    page = await windows.open(
        f"/?as={person.id}#{person.id}:{(chat or hosted.host).id}", PHONE, locale=f"{language}-UA", bypass_csp=True
    )
    font = base64.b64encode(EMOJI.read_bytes()).decode()
    face = f"@font-face {{ font-family: Signs; src: url(data:font/ttf;base64,{font}); }}"
    await page.add_style_tag(content=f"{face} .message, .message * {{ font-family: 'DejaVu Sans', Signs; }}")
    await page.locator(".pane.main .message").last.wait_for()
    return page


async def in_russian(windows: Windows, hosted: HostedSandbox, anna: Person, group: Group, folder: Path) -> None:
    settings_editor = await SettingsMenu(hosted, anna, group).open()
    page = await window(windows, hosted, anna, "ru")
    for name, taps in RU:
        await settings_editor.go(*taps)
        await shoot(page, settings_editor, name, folder)
    await settings_editor.tap("стр. 2")
    await settings_editor.tap_to("add", "12", "maniac")
    await settings_editor.tap("стр. 1")
    await settings_editor.tap_to("take", "12", "civilian")
    await settings_editor.tap("стр. 3")
    await shoot(page, settings_editor, "stopped", folder)
    await settings_editor.go("button-bring")
    await shoot(page, settings_editor, "bring", folder)
    await settings_editor.go("button-back", "button-forget-draft", "button-balance")
    await anna.until(lambda: "±" in settings_editor.text, within=300)
    await shoot(page, settings_editor, "balance", folder)
    await settings_editor.go("button-stop-balance", "button-back", "button-back", "section-presets")
    await settings_editor.ask("button-save-preset")
    await settings_editor.reply("Вечер пятницы")
    await anna.until(lambda: "Вечер пятницы" in settings_editor.buttons())
    await shoot(page, settings_editor, "presets", folder)
    await settings_editor.go("Вечер пятницы")
    await shoot(page, settings_editor, "preset", folder)
    await settings_editor.go("button-back", "button-back", "section-who")
    await shoot(page, settings_editor, "who", folder)
    await settings_editor.go("button-back")
    await shoot(page, settings_editor, "home-changed", folder)


async def in_ukrainian(windows: Windows, hosted: HostedSandbox, olena: Person, group: Group, folder: Path) -> None:
    settings_editor = await SettingsMenu(hosted, olena, group, "uk").open()
    page = await window(windows, hosted, olena, "uk")
    await shoot(page, settings_editor, "uk-home", folder)
    await settings_editor.go("section-vote", "option-unvoted")
    await shoot(page, settings_editor, "uk-value", folder)
    await settings_editor.go("button-back", "button-back", "section-hours", "choice-quiet")
    await shoot(page, settings_editor, "uk-quiet", folder)


async def main(folder: Path = PICTURES) -> None:
    with tempfile.TemporaryDirectory() as data:
        async with hosted_sandbox(Path(data), 20, NO_LIMITS) as hosted, chromium() as browser:
            windows = Windows(browser, hosted.sandbox.url)
            (anna,) = await hosted.guests(1)
            await in_russian(windows, hosted, anna, await hosted.group([anna]), folder)
            olena = await hosted.stage.person("Олена", language_code="uk")
            await olena.start(hosted.host)
            group = await hosted.stage.group("Майстерня", [olena], hosted.host)
            await olena.until(lambda: olena.buttons(group))
            await in_ukrainian(windows, hosted, olena, group, folder)
            await windows.close()
    heavy = [file.name for file in folder.glob("settings-*.png") if file.stat().st_size > LARGEST]
    if heavy or windows.complaints:
        sys.exit("\n".join((*windows.complaints, *(f"{name} has more than {LARGEST} bytes" for name in heavy))))


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:])))
