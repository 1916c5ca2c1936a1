"""Takes the pictures of docs/tournaments.md in the sandbox: python -m tests.tools.tournament_pictures [FOLDER]"""

import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.async_api import Page

from sandbox.client import Group, Person
from sandbox.core.json_codec import Json
from sandbox.world.messages import text_of
from tests.end_to_end.test_finished_games import picture
from tests.end_to_end.test_tournament import SHORT, play_next, played, playing, tapped, told, word
from tests.kits.browser import Windows, chromium
from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, HostedSandbox, hosted_sandbox
from tests.tools.menu_pictures import window
from tests.tools.page_pictures import LARGEST, PICTURES

NAMES = ("Анна", "Ш" * 32, "שלום 👩‍👩‍👧 مرحبا")


class Photographer:
    """One person's window on the group."""

    def __init__(self, page: Page, person: Person, group: Group, folder: Path) -> None:
        self.page, self.person, self.group, self.folder = page, person, group, folder

    async def shoot(self, name: str, shows: Callable[[str], bool]) -> None:
        """The newest message that says so."""

        def found() -> Json | None:
            fitting = [one for one in self.person.messages(self.group) if shows(text_of(one) or "")]
            return fitting[-1] if fitting else None

        message = await self.person.until(found, within=60)
        await self.page.wait_for_timeout(700)
        shown = self.page.locator(f'.pane.main .message[data-id="{message["message_id"]}"]')
        await shown.scroll_into_view_if_needed()
        await shown.screenshot(path=self.folder / f"cup-{name}.png")
        print(f"  cup-{name}.png", flush=True)


async def register(people: list[Person], group: Group, camera: Photographer) -> None:
    chief = people[0]
    await chief.say("/tournament new Осенний кубок", group)
    await camera.shoot("draft", lambda text: word("cup-draft") in text)
    await tapped(chief, word("cup-button-open"), group)
    for person in people[:2]:
        await tapped(person, word("cup-button-join"), group)
    await tapped(people[2], word("cup-button-reserve"), group)
    for _ in range(10):
        await tapped(chief, word("cup-button-bot"), group)
    await chief.say("/tournament apart 1 3", group)
    await chief.until(lambda: any("↔️" in text for text in chief.sees(group)))
    await camera.shoot("list", lambda text: "↔️" in text)
    await chief.say("/tournament apart 1 3", group)
    await tapped(chief, word("cup-button-seat", again=0), group)
    await camera.shoot("seated", lambda text: "4–5" in text)


async def play(hosted: HostedSandbox, people: list[Person], group: Group, camera: Photographer) -> None:
    chief = people[0]
    async with playing(hosted, people, group):
        finale = await play_next(hosted, chief, group)
        while not any(played(finale, person) for person in people[:2]):
            finale = await play_next(hosted, chief, group)
        protester = next(person for person in people[:2] if played(finale, person))
        await told(protester, "/protest Голос за № 5 не засчитан", "protest-noted", group)
        await camera.shoot("protest", lambda text: "Голос за № 5" in text and "⚖️" in text)
        for label in (word("protest-button-replay"), "9.7.1.1", word("protest-button-agree")):
            await tapped(chief, label, group)
        await camera.shoot("ruled", lambda text: word("protest-fate-replayed") in text)
        for _ in range(2):
            await play_next(hosted, chief, group)
    await camera.shoot("panel", lambda text: "🏆" in text and f"\n{word('cup-button-table')}\n" in text)
    await tapped(chief, word("cup-button-table"), group)
    await camera.shoot("table", lambda text: "🏆" in text and word("cup-ties") in text)
    await tapped(chief, word("cup-button-awards"), group)
    await camera.shoot("awards", lambda text: "🎖" in text)


async def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as home:
        async with hosted_sandbox(Path(home), limits=NO_LIMITS, stand_ins=True) as hosted, chromium() as browser:
            people = [await hosted.stage.person(name, language_code="ru") for name in NAMES]
            for person in people:
                await person.start(hosted.host)
                await person.until(lambda person=person: person.sees(hosted.host))  # type: ignore[misc]
            group = await hosted.group(people)
            await hosted.use(group, options=SHORT)
            windows = Windows(browser, hosted.sandbox.url)
            page = await window(windows, hosted, people[0], "ru", group)
            camera = Photographer(page, people[0], group, folder)
            await register(people, group, camera)
            await play(hosted, people, group, camera)
            await tapped(people[0], word("cup-button-png"), group)
            (folder / "cup-standings.png").write_bytes(await picture(hosted, people[0], group))
            await windows.close()
    large = [file.name for file in folder.glob("cup-*.png") if file.stat().st_size > LARGEST]
    assert not large, f"more than {LARGEST} bytes: {large}"


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if sys.argv[1:] else PICTURES))
