"""Seats during a game: a player who does not answer is replaced and may come back; a player may hand the seat
over."""

import asyncio
from pathlib import Path

from bot.games.lobby import Phase
from bot.games.running_game import load_game
from engine.commands import JUDGE, Command, Verb
from sandbox.client import Answer, Group, Person
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox, Player, hosted_sandbox, open_more


async def begin(hosted: HostedSandbox, people: list[Person], group: Group) -> str:
    opener = people[0]
    await opener.say("/newgame", group)
    await opener.until(lambda: "Сесть за стол" in opener.buttons(group))
    for person in people:
        await person.tap("Сесть за стол", group)
    await opener.tap("Начать", group)
    await opener.until(lambda: any("Карты розданы" in text for text in opener.sees(group)))
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    return live.id


async def test_who_misses_three_steps_is_replaced_by_a_stand_in_and_may_come_back(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        people = await hosted.guests(10)
        group = await hosted.group(people)
        await hosted.use(group, options=(("speech", "30"), ("night", "20"), ("draw", "off")))
        game = await begin(hosted, people, group)
        sleeper = people[3]
        over = asyncio.Event()
        others = [
            Player(person, group, hosted.host, "ru", number, quiet=True)
            for number, person in enumerate(people)
            if number != 3
        ]
        tasks = [asyncio.create_task(player.play(over)) for player in others]
        try:
            await sleeper.until(
                lambda: (
                    any("играет бот" in text for text in sleeper.sees(hosted.host))
                    or any("🏁" in text for text in sleeper.sees(group))
                ),
                within=60,
            )
        finally:
            over.set()
            await asyncio.gather(*tasks)
        assert hosted.wired is not None
        live = await hosted.wired.games.find(game)
        assert live is not None
        assert not live.lobby.seat_of(sleeper.id)
        answer = await sleeper.tap("Вернуться за стол", hosted.host)
        assert answer is not None
        live = await load_game(hosted.wired.store, game)
        assert live is not None
        assert answer.text == "Вы за столом."
        assert live.lobby.seat_of(sleeper.id)


async def test_a_seat_is_handed_over_with_its_card(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=20) as hosted:
        people = await hosted.guests(11)
        group = await hosted.group(people)
        await begin(hosted, people[:10], group)
        leaver, heir = people[4], people[10]
        await leaver.until(lambda: any("ваша карта" in text for text in leaver.sees(hosted.host)))
        card = next(text for text in leaver.sees(hosted.host) if "ваша карта" in text)
        await leaver.say("/leave", group)
        await leaver.until(lambda: "Да, ищу замену" in leaver.buttons(group))
        assert "Занять место" not in heir.buttons(group), "nothing is offered before the yes"
        await leaver.tap("Да, ищу замену", group)
        await heir.until(lambda: "Занять место" in heir.buttons(group))
        taken = await heir.tap("Занять место", group)
        assert taken is not None
        assert taken.text == "Вы за столом."
        await heir.until(lambda: any("ваша карта" in text for text in heir.sees(hosted.host)))
        inherited = next(text for text in heir.sees(hosted.host) if "ваша карта" in text)
        assert inherited.splitlines()[1:] == card.splitlines()[1:]
        await heir.until(lambda: "Занять место" not in heir.buttons(group))


async def test_again_seats_those_who_have_played_together(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        people = await hosted.guests(3)
        group = await hosted.group(people)
        await hosted.use(group, options=(("stand_ins", "fill"), ("deal", "7200")))
        anna, boris, vera = people
        await anna.say("/newgame", group)
        await boris.tap("Сесть за стол", group)
        await anna.tap("Добрать ботами до 10", group)
        await anna.tap("Начать", group)
        assert hosted.wired is not None
        service = hosted.wired.submissions
        live = await hosted.wired.games.table_in(group.id)
        assert live is not None
        for seat in (live.lobby.seat_of(anna.id), live.lobby.seat_of(boris.id)):
            await service.submit(live.id, Command(JUDGE, Verb.TEAM_LOSS, (seat,)), f"loss{seat}")
        await anna.until(lambda: "Ещё раз" in anna.buttons(group))
        await boris.block(hosted.host)
        await hosted.wired.people.change(boris.id, reachable=False)
        onlooker = await vera.tap("Ещё раз", group)
        assert onlooker is not None
        assert "игроки той партии" in onlooker.text
        assert await anna.tap("Ещё раз", group) == Answer("Стол открыт.")
        again = await hosted.wired.games.table_in(group.id)
        assert again is not None
        assert again.lobby.seated == (anna.id,), "who cannot be reached is not seated"
        assert again.lobby.stand_ins == 8


async def test_the_lobby_has_buttons_for_more_time_and_for_closing(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        people = await hosted.guests(2)
        group = await hosted.group(people)
        anna, boris = people
        await anna.say("/newgame", group)
        await open_more(anna, group)
        assert hosted.wired is not None
        live = await hosted.wired.games.table_in(group.id)
        assert live is not None
        before = live.lobby.starts_at
        not_yours = Answer("Это могут только хозяин стола и админы группы.")
        assert await boris.tap("+5 минут", group) == not_yours
        assert await boris.tap("Закрыть", group) == not_yours
        assert live.lobby.starts_at == before
        assert await anna.tap("+5 минут", group) == Answer("Ждём игроков дольше.")
        assert live.lobby.starts_at == before + hosted.pace.scale(5 * 60_000)
        assert await anna.tap("Закрыть", group) == Answer("Закрыть стол? Нажмите ещё раз.", alert=True)
        assert live.lobby.phase is Phase.OPEN
        assert await anna.tap("Закрыть", group) == Answer("Стол закрыт.")
        assert await hosted.wired.games.table_in(group.id) is None
