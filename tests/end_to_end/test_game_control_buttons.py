"""Buttons control a game as the commands do; the lobby shows which cards will be dealt."""

from pathlib import Path

from sandbox.client import Answer, Group, Person
from tests.end_to_end.test_stopped_games import alone
from tests.kits.end_to_end.hosted_sandbox import hosted_sandbox


def lobby_text(person: Person, group: Group) -> str:
    return next((text for text in reversed(person.sees(group)) if "Стол открыт" in text), "")


async def test_a_game_is_paused_resumed_and_stopped_by_taps(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=200) as hosted:
        anna, boris = await hosted.guests(2)
        group = await hosted.group([anna, boris])
        live = await alone(hosted, anna, group)
        await anna.until(lambda: "⏸ Пауза" in anna.buttons(group))
        refused = await boris.tap("⏸ Пауза", group)
        assert refused is not None
        assert "админ" in refused.text
        assert not live.table.paused

        await anna.tap("⏸ Пауза", group)
        assert live.table.paused
        await anna.until(lambda: "Остановить" in anna.buttons(group))
        await anna.until(lambda: "⏸ Пауза" not in anna.buttons(group))
        assert (await boris.tap("▶️ Продолжить", group)) == refused
        await anna.tap("▶️ Продолжить", group)
        assert not live.table.paused
        await anna.until(lambda: not {"Остановить", "▶️ Продолжить"} & set(anna.buttons(group)))

        await anna.tap("⏸ Пауза", group)
        await anna.until(lambda: "Остановить" in anna.buttons(group))
        stranger = await boris.tap("Остановить", group)
        assert stranger is not None
        assert "админ" in stranger.text
        assert await anna.tap("Остановить", group) == Answer(
            "Остановить игру без результата? Нажмите ещё раз.", alert=True
        )
        assert live.lobby.phase == "playing"
        await anna.tap("Остановить", group)
        assert live.lobby.phase == "closed"
        await anna.until(lambda: not {"Остановить", "▶️ Продолжить", "⏸ Пауза"} & set(anna.buttons(group)))


async def test_the_lobby_says_which_cards_are_dealt_where_that_is_not_plain(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=200) as hosted:
        anna, boris = await hosted.guests(2)
        group = await hosted.group([anna, boris])
        await anna.say("/newgame", group)
        await anna.until(lambda: lobby_text(anna, group))
        assert "Карты на" not in lobby_text(anna, group)
        await anna.say("/cancel", group)
        await anna.until(lambda: not lobby_text(anna, group))

        await hosted.use(group, ruleset="box", options=(("stand_ins", "fill"),))
        await anna.say("/newgame", group)
        await anna.until(lambda: "Карты на 6 игроков" in lobby_text(anna, group))
        few = lobby_text(anna, group)
        await anna.tap("Добрать ботами до 10", group)
        await anna.until(lambda: "Карты на 10 игроков" in lobby_text(anna, group))
        line = next(line for line in lobby_text(anna, group).splitlines() if "Карты на" in line)
        assert "мафиози × 3" in line
        assert line not in few
