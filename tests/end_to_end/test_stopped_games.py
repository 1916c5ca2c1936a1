"""A paused or stopped game: every tap is answered so, no prompt is sent any more, and the reason is counted."""

import socket
from pathlib import Path

import aiohttp

from bot.games.running_game import RunningGame
from engine.events import StepName
from sandbox.client import Answer, Group, Person
from sandbox.world.messages import buttons_of
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox, hosted_sandbox

STAND_INS = (("stand_ins", "fill"), ("deal", "7200"), ("meet", "1"), ("night", "7200"), ("draw", "off"))
PAUSED = Answer("Игра на паузе: время стоит, ходить пока нельзя.")
STOPPED = Answer("Эта игра остановлена.")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


async def alone(hosted: HostedSandbox, anna: Person, group: Group) -> RunningGame:
    """Starts a game of Anna and nine computer players."""
    await hosted.use(group, options=STAND_INS)
    await anna.say("/newgame", group)
    await anna.tap("Добрать ботами до 10", group)
    assert await anna.tap("Начать", group) == Answer("Раздаём карты!")
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    await anna.until(lambda: "Карта получена" in anna.buttons(hosted.host))
    return live


async def refused(hosted: HostedSandbox) -> dict[str, int]:
    url = f"http://127.0.0.1:{hosted.settings.web_port}/metrics"
    async with aiohttp.ClientSession() as web, web.get(url) as answer:
        lines = (await answer.text()).splitlines()
    named = [line for line in lines if line.startswith("omerta_refused_total{")]
    return {line.split('"')[1]: int(float(line.split()[-1])) for line in named}


async def test_a_tap_at_a_paused_or_stopped_game_is_told_so_and_counted(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=200, web_port=free_port()) as hosted:
        anna, boris = await hosted.guests(2)
        group = await hosted.group([anna, boris])
        live = await alone(hosted, anna, group)
        assert hosted.wired is not None

        await anna.say("/pause", group)
        await anna.until(lambda: live.table.paused)
        assert await anna.tap("Карта получена", hosted.host) == PAUSED
        await anna.say("/resume", group)
        await anna.until(lambda: not live.table.paused)
        assert await boris.tap("Моя роль", group) == Answer("Карты у вас нет: вы сейчас не в игре.", alert=True)

        assert await hosted.wired.stop_game.stop(live.id, "")
        said = len(anna.sees(hosted.host))
        card = next(m["message_id"] for m in anna.messages(hosted.host) if "m:" in str(buttons_of(m)))
        assert await anna.tap("Карта получена", hosted.host) == STOPPED
        await anna.until(lambda: "Карта получена" not in anna.buttons(hosted.host))
        pick = f"p:{live.id}:{live.table.number}:seen:"
        tapped = await anna.client.do(
            "tap", user_id=anna.id, chat=anna.key(hosted.host), message_id=card, data=pick
        )
        told = await anna.client.do("callback_answer", query_id=tapped["query_id"], wait=10)
        assert told["text"] == STOPPED.text
        assert live.table.step is StepName.DEAL

        await anna.until(lambda: sum("Игра остановлена" in text for text in anna.sees(group)) == 2)
        assert "Моя роль" not in anna.buttons(group)
        assert len(anna.sees(hosted.host)) == said, "nobody is asked or told anything more"
        assert await refused(hosted) == {"tap-no-paused": 1, "tap-no-stopped": 2, "role-none": 1}


async def test_only_its_holder_or_an_admin_gives_a_seat_to_a_computer_player(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=200) as hosted:
        anna, boris = await hosted.guests(2)
        group = await hosted.group([anna, boris])
        await alone(hosted, anna, group)
        await anna.say("/leave", group)
        await anna.until(lambda: "Да, ищу замену" in anna.buttons(group))
        await anna.tap("Да, ищу замену", group)
        await boris.until(lambda: "Пусть играет бот" in boris.buttons(group))
        assert await boris.tap("Пусть играет бот", group) == Answer(
            "Это может только тот, чьё это место, или админ группы."
        )
        assert await anna.tap("Пусть играет бот", group) == Answer("Принято.")
