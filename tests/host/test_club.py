"""The settings of a group, end to end: an admin taps in the private chat, and the tables of the group follow."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.lobby import Phase
from sandbox.client import Group, Person
from sandbox.contents import text_of
from tests.host.at_the_desk import HASTE, Desk
from tests.host.evening import WORDS, Evening, evening

pytestmark = pytest.mark.asyncio(loop_scope="module")

Scene = tuple[Evening, list[Person], Group]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    folder: Path = tmp_path_factory.mktemp("club")
    async with evening(folder, 200, HASTE) as night:
        people = await night.guests(4)
        group = await night.group(people)
        yield night, people, group


async def test_a_length_is_tapped_typed_and_taken_back(scene: Scene) -> None:
    night, (anna, *_), group = scene
    desk = await (await Desk(night, anna, group).open()).go("section-talk", "option-speech")
    assert "Официально: 60 секунд (п. 4.3.1)" in desk.text
    answer = await desk.tap("90 секунд")
    assert answer.text == WORDS.plain("ru", "settings-saved-none")
    assert (await desk.stored()).options == (("speech", "90"),)
    assert "✏️ Сейчас: 90 секунд" in desk.text
    await desk.ask("button-own-value")
    assert (await desk.reply("49 ч")).startswith("Не похоже на время")
    assert (await desk.stored()).options == (("speech", "90"),)
    assert await desk.reply("1 ч 30 мин") == WORDS.plain("ru", "settings-saved-none")
    assert (await desk.stored()).options == (("speech", "5400"),)
    await anna.until(lambda: "1 час 30 минут" in desk.text)
    await desk.go("button-official")
    assert (await desk.stored()).options == ()


async def test_a_table_that_waits_takes_a_change_at_once(scene: Scene) -> None:
    night, (anna, *_), group = scene
    assert night.wired is not None
    await anna.say("/newgame", group)
    await anna.until(lambda: WORDS.plain("ru", "button-sit") in anna.buttons(group))
    shown = await anna.tap(WORDS.plain("ru", "button-settings"), group)
    assert shown is not None
    assert shown.text == WORDS.plain("ru", "sent-to-private")
    desk = Desk(night, anna, group)
    await anna.until(lambda: "сразу" in desk.text)
    await desk.go("section-rules", "ruleset-box")
    answer = await desk.tap(WORDS.plain("ru", "button-play-by"))
    assert answer.text == WORDS.plain("ru", "settings-saved-waiting")
    live = await night.wired.service.table_in(group.id)
    assert live is not None
    assert live.lobby.ruleset == "box"
    await anna.until(lambda: any(f"Стол открыт · {WORDS.say('ru', 'ruleset-box')}" in t for t in anna.sees(group)))
    await night.wired.service.change_lobby(live.id, lambda lobby: lobby.close(), "")
    assert live.lobby.phase is Phase.CLOSED
    await (await desk.open()).go("section-rules", "ruleset-fiim-2025", "button-play-by")


async def test_only_admins_come_in(scene: Scene) -> None:
    night, (_, boris, *_), group = scene
    await boris.say("/settings", group)
    await boris.until(lambda: WORDS.plain("ru", "admins-only") in boris.sees(group)[-1])
    tapped = await boris.tap(WORDS.plain("ru", "button-settings"), group)
    assert tapped is not None
    assert tapped.text == WORDS.plain("ru", "admins-only")
    assert not [m for m in boris.messages(night.host) if (text_of(m) or "").startswith("⚙️")]
