"""Seats in mid-game: who does not answer is replaced and may come back; who has to go hands the seat over."""

import asyncio
from pathlib import Path

from bot.live import load_live
from sandbox.client import Group, Person
from tests.host.evening import Evening, Player, evening


async def begin(night: Evening, people: list[Person], group: Group) -> str:
    opener = people[0]
    await opener.say("/newgame", group)
    await opener.until(lambda: "Сесть за стол" in opener.buttons(group))
    for person in people:
        await person.tap("Сесть за стол", group)
    await opener.tap("Начать", group)
    await opener.until(lambda: any("Карты розданы" in text for text in opener.sees(group)))
    assert night.wired is not None
    live = await night.wired.service.table_in(group.id)
    assert live is not None
    return live.id


async def test_who_misses_three_steps_is_replaced_by_a_stand_in_and_may_come_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        people = await night.guests(10)
        group = await night.group(people)
        await night.use(group, options=(("speech", "30"), ("night", "20"), ("draw", "off")))
        game = await begin(night, people, group)
        sleeper = people[3]
        over = asyncio.Event()
        others = [
            Player(person, group, night.host, "ru", number, quiet=True)
            for number, person in enumerate(people)
            if number != 3
        ]
        tasks = [asyncio.create_task(player.play(over)) for player in others]
        try:
            await sleeper.until(
                lambda: (
                    any("играет бот" in text for text in sleeper.sees(night.host))
                    or any("🏁" in text for text in sleeper.sees(group))
                ),
                within=60,
            )
        finally:
            over.set()
            await asyncio.gather(*tasks)
        assert night.wired is not None
        live = await night.wired.service.live(game)
        assert live is not None
        assert not live.lobby.seat_of(sleeper.id)
        answer = await sleeper.tap("Вернуться за стол", night.host)
        assert answer is not None
        live = await load_live(night.wired.service.database, game)
        assert live is not None
        assert answer.text == "Вы за столом."
        assert live.lobby.seat_of(sleeper.id)


async def test_a_seat_is_handed_over_with_its_card(tmp_path: Path) -> None:
    async with evening(tmp_path, speed=20) as night:
        people = await night.guests(11)
        group = await night.group(people)
        await begin(night, people[:10], group)
        leaver, heir = people[4], people[10]
        await leaver.until(lambda: any("ваша карта" in text for text in leaver.sees(night.host)))
        card = next(text for text in leaver.sees(night.host) if "ваша карта" in text)
        await leaver.say("/leave", group)
        await heir.until(lambda: "Занять место" in heir.buttons(group))
        taken = await heir.tap("Занять место", group)
        assert taken is not None
        assert taken.text == "Вы за столом."
        await heir.until(lambda: any("ваша карта" in text for text in heir.sees(night.host)))
        inherited = next(text for text in heir.sees(night.host) if "ваша карта" in text)
        assert inherited.splitlines()[1:] == card.splitlines()[1:]
        again = await people[5].tap("Занять место", group)
        assert again is not None
        assert again.text == "Этот ход уже завершён."
