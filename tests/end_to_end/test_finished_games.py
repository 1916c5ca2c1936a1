"""Reports of a finished game as people receive them: text, files and the record; and who does not receive them."""

import asyncio
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from playwright.async_api import expect
from pypdf import PdfReader

from engine.record import read_record, replay_record, verify_deal
from sandbox.client import Group, Person
from sandbox.world.files import image_size
from sandbox.world.messages import text_of
from tests.bot.reports.test_replay_page import opened
from tests.kits.browser import CHROMIUM, chromium
from tests.kits.end_to_end.hosted_sandbox import (
    WORDS,
    HostedSandbox,
    hosted_sandbox,
    play_game,
    unexpected_refusals,
)
from tests.kits.end_to_end.statistics_kit import (
    none_of_whom_was_forgotten,
    nothing_more_while_a_game_runs,
    statistics_of_one_game,
)
from tests.kits.requirements import needs


def plain(key: str, language: str = "ru") -> str:
    return WORDS.plain(language, key)


async def document(hosted: HostedSandbox, person: Person, chat: Any, ending: str) -> bytes:
    """Returns the file in a chat whose name has this ending."""

    def found() -> Any:
        hosted.check()
        return next(
            (
                message["document"]
                for message in reversed(person.messages(chat))
                if message.get("document", {}).get("file_name", "").endswith(ending)
            ),
            None,
        )

    sent = await person.until(found, within=60)
    file = hosted.sandbox.world.files.find(sent["file_id"])
    assert file is not None
    return file.content


async def picture(hosted: HostedSandbox, person: Person, chat: Any) -> bytes:
    def found() -> Any:
        hosted.check()
        return next((message["photo"][-1] for message in person.messages(chat) if message.get("photo")), None)

    sent = await person.until(found, within=60)
    file = hosted.sandbox.world.files.find(sent["file_id"])
    assert file is not None
    return file.content


def says(person: Person, chat: Any, words: str) -> Any:
    return lambda: next((text for text in map(text_of, person.messages(chat)) if text and words in text), "")


async def toast(person: Person, label: str, chat: Any) -> str:
    answer = await person.tap(plain(label), chat)
    assert answer is not None
    return answer.text or ""


async def finale_papers(hosted: HostedSandbox, anna: Person, group: Group) -> None:
    assert await toast(anna, "button-paper-text", group) == plain("protocol-coming")
    text = await anna.until(says(anna, group, plain("protocol-title")))
    assert "№ 10" in text
    assert "Ночь 1" in text
    for label in ("button-paper-png", "button-paper-pdf", "button-paper-xlsx"):
        assert await toast(anna, label, group) == plain("protocol-coming")
    assert image_size(await picture(hosted, anna, group))[0] == 1684
    assert len(PdfReader(BytesIO(await document(hosted, anna, group, ".pdf"))).pages) == 2
    book = load_workbook(BytesIO(await document(hosted, anna, group, ".xlsx")))
    assert book.sheetnames[0] == "Протокол игры"


@pytest.mark.xdist_group("browser")
async def test_papers_of_a_game_and_who_gets_them(tmp_path: Path) -> None:
    """One long test: a game, its files, a crash before a file is made, strangers, and the next game."""
    needs(CHROMIUM)
    async with hosted_sandbox(tmp_path) as hosted:
        people = await hosted.guests(10)
        anna, boris = people[:2]
        group = await hosted.group(people)
        await anna.say("/protocol", group)
        await anna.until(says(anna, group, plain("protocol-none")))
        await play_game(hosted, people, group)
        await finale_papers(hosted, anna, group)
        assert await toast(anna, "button-paper-pdf", group) == plain("protocol-sent")
        game = await record_after_a_crash(hosted, anna, group, sorted(person.name for person in people))
        assert await toast(anna, "button-paper-html", group) == plain("protocol-coming")
        await opens_in_a_browser(tmp_path / "game.html", await document(hosted, anna, group, ".html"))

        # In private: the person's own last game.
        await boris.say("/protocol", hosted.host)
        assert "№ 10" in await boris.until(says(boris, hosted.host, plain("protocol-title")))
        await nothing_for_strangers(hosted, game)
        await statistics_of_one_game(hosted, people, group)
        await none_of_whom_was_forgotten(hosted, people, group)
        await nothing_of_a_running_game(hosted, people, group)
        await nothing_more_while_a_game_runs(hosted, anna, group)
        assert unexpected_refusals(await hosted.stage.counts()) == 0


async def opens_in_a_browser(file: Path, page: bytes) -> None:
    file.write_bytes(page)
    heard: list[str] = []
    async with chromium() as browser:
        window = await opened(browser, file, heard)
        await window.locator("input[value=cards]").check()
        await window.keyboard.press("End")
        await expect(window.locator(".felt b")).to_have_text("Финал")
        assert await window.locator(".seat.known").count() == 10
    assert heard == []


async def record_after_a_crash(hosted: HostedSandbox, anna: Person, group: Group, names: list[str]) -> str:
    """Checks a record that was asked for before a crash: it replays, and the deal follows from the secret."""
    assert hosted.wired is not None
    hosted.wired.outbox._sender._rendering._render = _never
    await anna.tap(plain("button-paper-record"), group)
    await hosted.end()
    await hosted.begin()
    record = read_record((await document(hosted, anna, group, ".mafia")).decode())
    assert replay_record(record).failure is None
    assert verify_deal(record) is None
    assert sorted(record.names) == names
    sent = [message["document"]["file_name"] for message in anna.messages(group) if message.get("document")]
    return str(next(name for name in sent if name.endswith(".mafia"))).removesuffix(".mafia")


async def _never(*_: object) -> None:
    await asyncio.Event().wait()


async def nothing_for_strangers(hosted: HostedSandbox, game: str) -> None:
    stranger = await hosted.stage.person("Чужой", language_code="ru")
    await stranger.start(hosted.host)
    await stranger.say("/protocol", hosted.host)
    await stranger.until(says(stranger, hosted.host, plain("protocol-none-private")))
    await stranger.say(f"/protocol {game}", hosted.host)
    await stranger.until(says(stranger, hosted.host, "Такой партии здесь нет"))
    elsewhere = await hosted.stage.group("Сад", [stranger], hosted.host)
    await stranger.say(f"/record {game}", elsewhere)
    await stranger.until(says(stranger, elsewhere, "Такой партии здесь нет"))
    assert not [message for message in stranger.messages(elsewhere) if message.get("document")]


async def nothing_of_a_running_game(hosted: HostedSandbox, people: list[Person], group: Group) -> None:
    anna = people[0]
    await anna.tap(plain("button-again"), group)
    await anna.until(lambda: plain("button-sit") in anna.buttons(group))
    for person in people[1:]:
        await person.tap(plain("button-sit"), group)
    await anna.tap(plain("button-start"), group)
    await hosted.ready()
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    for chat in (group, hosted.host):
        await anna.say(f"/record {live.id}", chat)
        await anna.until(says(anna, chat, "ещё идёт"))
