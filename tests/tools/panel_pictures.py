"""Takes the pictures of docs/judge.md, the panel in the game and after it: python -m tests.tools.panel_pictures"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.end_to_end.test_judged_game import foul, next_step, seat_all
from tests.kits.browser import Windows, chromium
from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, hosted_sandbox
from tests.kits.end_to_end.judged_game import SLOW, Bench
from tests.tools.menu_pictures import window
from tests.tools.page_pictures import LARGEST, PICTURES


async def main(folder: Path = PICTURES) -> None:
    with tempfile.TemporaryDirectory() as data:
        async with hosted_sandbox(Path(data), 20, NO_LIMITS) as hosted, chromium() as browser:
            people = await hosted.guests(11)
            group = await hosted.group(people)
            await hosted.use(group, options=SLOW)
            bench = await seat_all(hosted, group, people[:10], people[10])
            windows = Windows(browser, hosted.sandbox.url)
            page = await window(windows, hosted, bench.judge, "ru")

            async def shoot(name: str) -> None:
                await page.wait_for_timeout(500)
                shown = page.locator(f'.pane.main .message[data-id="{bench.panel()["message_id"]}"]')
                await shown.scroll_into_view_if_needed()
                await shown.screenshot(path=folder / f"judge-{name}.png")
                print(f"  judge-{name}.png", flush=True)

            await play(bench, shoot)
            await windows.close()
    heavy = [file.name for file in folder.glob("judge-*.png") if file.stat().st_size > LARGEST]
    if heavy or windows.complaints:
        sys.exit("\n".join((*windows.complaints, *(f"{name} has more than {LARGEST} bytes" for name in heavy))))


async def play(bench: Bench, shoot: Callable[[str], Awaitable[None]]) -> None:
    """A foul or two in the first day, and a night in which nobody has checked."""
    assert await bench.tap("✋ Вести по шагам") == "Принято."
    await bench.shows("Ведёт судья")
    await next_step(bench)
    await next_step(bench)
    for seat in (4, 4, 7):
        await foul(bench, seat)
    await shoot("panel")
    while not (live := await bench.live()).table.night:
        await next_step(bench)
    don = next(seat for seat in range(1, 11) if live.position.views[seat].me.role.id == "don")
    mafia = next(seat for seat in range(1, 11) if live.position.views[seat].me.role.id == "mafia")
    await bench.path(str(mafia), "🏳 ППК", "6.3.1")
    await bench.shows("Отменить это будет нельзя")
    assert await bench.tap("🏳 ППК") == "Принято."
    await bench.shows("Решаете вы")
    await bench.tap(str(don))
    await bench.shows("порядок отстрела не назначен")
    await shoot("points")


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:])))
