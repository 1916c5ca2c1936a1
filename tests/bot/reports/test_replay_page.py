"""The replay page in a real browser: it can be paged, hides the cards until asked, and makes no network
requests."""

import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from bot.cli import main
from bot.reports.protocol_cells import Heading
from bot.reports.replay_frames import ReplayFrames
from bot.reports.replay_page import replay_page
from tests.kits.browser import CHROMIUM, PHONE, chromium
from tests.kits.protocol_kit import GAMES, HOSTILE, WORDS, journal_of
from tests.kits.requirements import needs

RULE_SETS = ("fiim", "fiim-2025", "phystech", "city", "box")


def a_page(name: str, language: str = "ru", names: tuple[str, ...] | None = None) -> str:
    journal, called = journal_of(name)
    heading = Heading(names or called, game="k3Hd82mA", table="Двор", date="16.11.2026")
    return replay_page(journal, heading, WORDS, language)


async def opened(browser: Browser, file: Path, heard: list[str], **settings: object) -> Page:
    """Opens the page offline in a window whose errors and requests are recorded."""
    context = await browser.new_context(offline=True, **settings)  # type: ignore[arg-type]
    page = await context.new_page()
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    page.on("request", lambda request: None if request.url == file.as_uri() else heard.append(request.url))
    await page.goto(file.as_uri())
    return page


# --- the frames ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("language", ["ru", "uk"])
def test_what_the_table_did_not_see_is_in_secret_frames_only(name: str, language: str) -> None:
    journal, names = journal_of(name)
    replay = ReplayFrames(journal, names, WORDS, language)
    kinds = {arrow[2] for frame in replay.frames if not frame["secret"] for arrow in frame["arrows"]}
    assert kinds <= {"vote", "nominate", "guess"}  # the best move is public
    secret = {arrow[2] for frame in replay.frames if frame["secret"] for arrow in frame["arrows"]}
    assert {"shot", "check"} <= secret
    assert replay.frames[-1]["chapter"] == len(replay.chapters) - 1
    spoken = " ".join(line for frame in replay.frames if not frame["secret"] for line in frame["text"])
    for word in ("protocol-deed-shoot", "protocol-deed-check"):
        assert WORDS.plain(language, word) + " →" not in spoken


def test_every_vote_of_a_game_is_an_arrow() -> None:
    journal, names = journal_of("fiim-2025")
    replay = ReplayFrames(journal, names, WORDS, "ru")
    first = next(frame for frame in replay.frames if "Итог голосования" in frame["text"][0])
    assert sorted(map(tuple, first["arrows"])) == sorted(
        (voter, 5 if voter in (1, 2, 3, 7, 8) else 6, "vote") for voter in range(1, 11)
    )


def test_nothing_in_a_page_leads_out_of_it() -> None:
    page = a_page("city", names=(*HOSTILE, "</script><img src=x onerror=alert(1)>", "<!--"))
    assert "Content-Security-Policy" in page
    before, data, after = re.split(r'(?<=id="game">)(.*?)(?=</script>)', page, maxsplit=1, flags=re.DOTALL)
    assert "<" not in data
    assert json.loads(data)["seats"][10]["name"] == "</script><img src=x onerror=alert(1)>"
    ways_out = (
        r"(?:src|href)\s*=|url\((?!#tip-)|@import|fetch\(|XMLHttp|WebSocket|https?:(?!//www.w3.org/2000/svg)"
    )
    assert not re.findall(ways_out, before + after)


# --- in the browser -------------------------------------------------------------------------------------------


@pytest.mark.realtime
async def test_the_page_in_a_browser(tmp_path: Path) -> None:
    needs(CHROMIUM)
    file = tmp_path / "game.html"
    heard: list[str] = []
    async with chromium() as browser:
        file.write_text(a_page("fiim-2025"), encoding="utf-8")
        page = await opened(browser, file, heard)
        await turns_over(page)
        await secrets_when_asked(page)
        await page.context.close()

        wild = (*HOSTILE, "</script><img src=x onerror=alert(1)>", "x")
        file.write_text(a_page("box", "uk", wild), encoding="utf-8")
        page = await opened(browser, file, heard, viewport=PHONE, color_scheme="dark")
        await stays_whole_with_wild_names(page)
    assert heard == []


async def turns_over(page: Page) -> None:
    said, slider = page.locator(".said"), page.locator(".slider")
    await expect(said).to_have_text("Карты розданы, игроков за столом: 10.")
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Shift+ArrowRight")
    await expect(page.locator(".felt b")).to_have_text("День 1")
    for _ in range(30):
        if "Итог" in await said.inner_text():
            break
        await page.keyboard.press("ArrowRight")
    assert await page.locator(".arrows > path.vote").count() == 10
    before = await slider.input_value()
    await page.keyboard.press("ArrowLeft")
    assert int(await slider.input_value()) == int(before) - 1
    await page.keyboard.press("End")
    await expect(page.locator(".felt b")).to_have_text("Финал")
    await expect(page.locator(".seat").first).to_contain_text("Дон")
    await page.locator(".chapters button", has_text="Ночь 1").click()
    await expect(page.locator(".seat").first).not_to_contain_text("Дон")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile("^Ночь 1"))


async def secrets_when_asked(page: Page) -> None:
    before = int(await page.locator(".slider").get_attribute("max") or 0)
    assert "проверка" not in await page.locator(".log").inner_text()
    await page.locator("input[value=cards]").check()
    await expect(page.locator(".felt b")).to_have_text("Ночь 1")
    assert int(await page.locator(".slider").get_attribute("max") or 0) > before
    await expect(page.locator(".seat").first).to_contain_text("Дон")
    assert "проверка" in await page.locator(".log").inner_text()
    await page.locator(".forward").click()
    assert await page.locator(".arrows > path.shot").count() == 1


async def stays_whole_with_wild_names(page: Page) -> None:
    await page.locator("input[value=cards]").check()
    for _ in range(60):
        await page.locator(".forward").click(force=True)
    assert await page.locator("img").count() == 0
    assert await page.locator("script").count() == 2
    wide = await page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    await expect(page.locator(".seat").nth(6)).to_contain_text("<script>")


# --- from the command line --------------------------------------------------------------------------------------


def test_render_writes_a_page_from_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.html"
    assert main(["render", str(GAMES / "box.mafia"), "-o", str(out), "--language", "uk"]) == 0
    assert "Партія box" in out.read_text(encoding="utf-8")
    bad = tmp_path / "bad.mafia"
    bad.write_text("ruleset nothing\n", encoding="utf-8")
    assert main(["render", str(bad), "-o", str(out)]) == 2
    broken = tmp_path / "broken.mafia"
    broken.write_text("ruleset fiim\n\n3: vote 4\n", encoding="utf-8")
    assert main(["render", str(broken), "-o", str(out)]) == 1
    assert main(["render", str(GAMES / "box.mafia"), "-o", str(tmp_path / "no" / "where.html")]) == 1
    said = capsys.readouterr().err
    assert "UNREADABLE" in said
    assert "FAILED" in said
    assert "where.html" in said
