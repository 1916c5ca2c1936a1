"""A group that lets the bot write nothing, over HTTP: no cards are dealt there, and a game waits for it."""

import asyncio
from pathlib import Path

import pytest

from bot.games.running_game import RunningGame
from engine.events import StepName
from sandbox.client import Answer, Group, Person
from tests.end_to_end.test_topics import table_of
from tests.kits.end_to_end.evening import RIGHTS, Evening, evening

OPTIONS = (("stand_ins", "fill"), ("deal", "5"), ("meet", "1"), ("draw", "off"))
SHUT = Answer("Боту здесь нельзя писать: откройте группу для сообщений или снимите с бота ограничения")


async def closes(group: Group, *, closed: bool) -> None:
    await group.stage.do("set_permissions", chat=group.id, permissions={"can_send_messages": not closed})


async def restricts(night: Evening, group: Group, by: Person, *, silenced: bool) -> None:
    await group.restrict(night.host, {"can_send_messages": not silenced}, by=by)


async def lobby(night: Evening, anna: Person, group: Group) -> None:
    """Anna and nine computer players."""
    await night.use(group, options=OPTIONS)
    await anna.say("/newgame", group)
    await anna.until(lambda: "Добавить бота" in anna.buttons(group))
    for _ in range(9):
        await anna.tap("Добавить бота", group)


async def game_in(night: Evening, group: Group) -> RunningGame:
    assert night.wired is not None
    live = await night.wired.games.table_in(group.id)
    assert live is not None
    return live


@pytest.mark.parametrize("restricted", [False, True])
async def test_no_cards_in_a_group_where_the_bot_may_not_write(tmp_path: Path, *, restricted: bool) -> None:
    async with evening(tmp_path, speed=200) as night:
        (anna,) = await night.guests(1)
        group = await night.group([anna], rights=None)
        await lobby(night, anna, group)
        if restricted:
            await restricts(night, group, anna, silenced=True)
        else:
            await closes(group, closed=True)
        assert await anna.tap("Начать", group) == SHUT
        assert (await game_in(night, group)).state is None
        examined = await anna.tap("Всё ли готово", group)
        assert examined is not None
        assert examined.text.startswith(SHUT.text)
        if restricted:
            await restricts(night, group, anna, silenced=False)
        else:
            await closes(group, closed=False)
        begun = await anna.tap("Начать", group)
        assert begun is not None
        assert begun.text.startswith("Раздаём карты!")


async def test_a_game_waits_for_its_group_and_goes_on_by_itself(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=100) as night:
        (anna,) = await night.guests(1)
        group = await night.group([anna], rights=None)
        await lobby(night, anna, group)
        await anna.tap("Начать", group)
        live = await game_in(night, group)
        await anna.until(lambda: live.state is not None and live.table.step is StepName.SPEECH, within=60)
        await closes(group, closed=True)
        await anna.until(lambda: any("🔇" in text and "«Двор»" in text for text in anna.sees(night.host)), 60)
        async with asyncio.timeout(10):
            while not live.table.paused:  # nobody in the group is shown anything
                await asyncio.sleep(0.01)
        number = live.table.number
        await closes(group, closed=False)
        await anna.until(lambda: not live.table.paused, within=60)
        await anna.until(lambda: live.table.number > number, within=60)
        assert len([text for text in anna.sees(night.host) if "🔇" in text]) == 1


async def test_who_opens_a_group_for_nobody_but_admins_is_warned_and_may_play(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=200) as night:
        (anna,) = await night.guests(1)
        group = await night.group([anna], rights=RIGHTS)
        await lobby(night, anna, group)
        await closes(group, closed=True)
        assert await anna.tap("Начать", group) == Answer("Раздаём карты!")
        await anna.until(lambda: any("⚠️ Участникам нельзя писать" in text for text in anna.sees(group)))


async def test_slow_mode_is_warned_of(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=200) as night:
        (anna,) = await night.guests(1)
        group = await night.group([anna], rights=RIGHTS)
        await lobby(night, anna, group)
        await night.stage.do("set_slow_mode", chat=group.id, seconds=30)
        assert await anna.tap("Начать", group) == Answer("Раздаём карты!")
        await anna.until(lambda: any("⚠️ Включён медленный режим" in text for text in anna.sees(group)))


async def test_a_closed_topic_stops_its_own_table_only(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=100) as night:
        anna, boris = await night.guests(2)
        group = await night.group([anna, boris], is_forum=True, rights=RIGHTS)
        await night.use(group, options=OPTIONS, may_start="anyone")
        threads = [await night.stage.do("add_topic", chat=group.id, name=name) for name in ("Один", "Два")]
        shut, free = [
            await table_of(night, person, group, thread)
            for person, thread in zip((anna, boris), threads, strict=True)
        ]
        await anna.until(lambda: all(live.table.step is StepName.SPEECH for live in (shut, free)), within=60)
        await night.stage.do("close_topic", chat=group.id, message_thread_id=threads[0], closed=True)
        await anna.until(lambda: any("🔇 Тема" in text for text in anna.sees(night.host)), 60)
        async with asyncio.timeout(10):
            while not shut.table.paused:
                await asyncio.sleep(0.01)
        number = free.table.number
        await boris.until(lambda: free.table.number > number + 1, within=60)
        assert not any("🔇" in text for text in boris.sees(night.host))
        await night.stage.do("close_topic", chat=group.id, message_thread_id=threads[0], closed=False)
        await anna.until(lambda: not shut.table.paused, within=60)
