"""A group in which the bot may not write, over HTTP: no cards are dealt there, and a running game is paused."""

import asyncio
from pathlib import Path

import pytest

from bot.games.running_game import RunningGame
from engine.events import StepName
from sandbox.client import Answer, Group, Person
from tests.end_to_end.test_topics import table_of
from tests.kits.end_to_end.hosted_sandbox import RIGHTS, HostedSandbox, hosted_sandbox, open_more

OPTIONS = (("stand_ins", "fill"), ("deal", "5"), ("meet", "1"), ("draw", "off"))
SHUT = Answer("Боту здесь нельзя писать: откройте группу для сообщений или снимите с бота ограничения")


async def closes(group: Group, *, closed: bool) -> None:
    await group.client.do("set_permissions", chat=group.id, permissions={"can_send_messages": not closed})


async def restricts(hosted: HostedSandbox, group: Group, by: Person, *, silenced: bool) -> None:
    await group.restrict(hosted.host, {"can_send_messages": not silenced}, by=by)


async def lobby(hosted: HostedSandbox, anna: Person, group: Group) -> None:
    """Opens a lobby with Anna and nine computer players."""
    await hosted.use(group, options=OPTIONS)
    await anna.say("/newgame", group)
    await anna.tap("Добрать ботами до 10", group)


async def game_in(hosted: HostedSandbox, group: Group) -> RunningGame:
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    return live


@pytest.mark.parametrize("restricted", [False, True])
async def test_no_cards_in_a_group_where_the_bot_may_not_write(tmp_path: Path, *, restricted: bool) -> None:
    async with hosted_sandbox(tmp_path, speed=200) as hosted:
        (anna,) = await hosted.guests(1)
        group = await hosted.group([anna], rights=None)
        await lobby(hosted, anna, group)
        await open_more(anna, group)
        if restricted:
            await restricts(hosted, group, anna, silenced=True)
        else:
            await closes(group, closed=True)
        assert await anna.tap("Начать", group) == SHUT
        assert (await game_in(hosted, group)).state is None
        examined = await anna.tap("Всё ли готово", group)
        assert examined is not None
        assert examined.text.startswith(SHUT.text)
        if restricted:
            await restricts(hosted, group, anna, silenced=False)
        else:
            await closes(group, closed=False)
        begun = await anna.tap("Начать", group)
        assert begun is not None
        assert begun.text.startswith("Раздаём карты!")


async def test_a_game_waits_for_its_group_and_goes_on_by_itself(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=100) as hosted:
        (anna,) = await hosted.guests(1)
        group = await hosted.group([anna], rights=None)
        await lobby(hosted, anna, group)
        await anna.tap("Начать", group)
        live = await game_in(hosted, group)
        await anna.until(lambda: live.state is not None and live.table.step is StepName.SPEECH, within=60)
        await closes(group, closed=True)
        await anna.until(lambda: any("🔇" in text and "«Двор»" in text for text in anna.sees(hosted.host)), 60)
        async with asyncio.timeout(10):
            while not live.table.paused:  # nobody in the group is shown anything
                await asyncio.sleep(0.01)
        number = live.table.number
        await closes(group, closed=False)
        await anna.until(lambda: not live.table.paused, within=60)
        await anna.until(lambda: live.table.number > number, within=60)
        assert len([text for text in anna.sees(hosted.host) if "🔇" in text]) == 1


async def test_who_opens_a_group_for_nobody_but_admins_is_warned_and_may_play(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=200) as hosted:
        (anna,) = await hosted.guests(1)
        group = await hosted.group([anna], rights=RIGHTS)
        await lobby(hosted, anna, group)
        await closes(group, closed=True)
        assert await anna.tap("Начать", group) == Answer("Раздаём карты!")
        await anna.until(lambda: any("⚠️ Участникам нельзя писать" in text for text in anna.sees(group)))


async def test_slow_mode_is_warned_of(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=200) as hosted:
        (anna,) = await hosted.guests(1)
        group = await hosted.group([anna], rights=RIGHTS)
        await lobby(hosted, anna, group)
        await hosted.stage.do("set_slow_mode", chat=group.id, seconds=30)
        assert await anna.tap("Начать", group) == Answer("Раздаём карты!")
        await anna.until(lambda: any("⚠️ Включён медленный режим" in text for text in anna.sees(group)))


async def test_a_closed_topic_stops_its_own_table_only(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=100) as hosted:
        anna, boris = await hosted.guests(2)
        group = await hosted.group([anna, boris], is_forum=True, rights=RIGHTS)
        await hosted.use(group, options=OPTIONS, may_start="anyone")
        threads = [await hosted.stage.do("add_topic", chat=group.id, name=name) for name in ("Один", "Два")]
        shut, free = [
            await table_of(hosted, person, group, thread)
            for person, thread in zip((anna, boris), threads, strict=True)
        ]
        await anna.until(lambda: all(live.table.step is StepName.SPEECH for live in (shut, free)), within=60)
        await hosted.stage.do("close_topic", chat=group.id, message_thread_id=threads[0], closed=True)
        await anna.until(lambda: any("🔇 Тема" in text for text in anna.sees(hosted.host)), 60)
        async with asyncio.timeout(10):
            while not shut.table.paused:
                await asyncio.sleep(0.01)
        number = free.table.number
        await boris.until(lambda: free.table.number > number + 1, within=60)
        assert not any("🔇" in text for text in boris.sees(hosted.host))
        await hosted.stage.do("close_topic", chat=group.id, message_thread_id=threads[0], closed=False)
        await anna.until(lambda: not shut.table.paused, within=60)
