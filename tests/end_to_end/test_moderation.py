"""Around a game: requests for the own card in the group, the afterlife, leaving the group, and moderation by
admins."""

import asyncio
from pathlib import Path

from tests.end_to_end.test_seat_handover import begin
from tests.kits.end_to_end.hosted_sandbox import Player, hosted_sandbox


async def test_role_in_the_group_is_shown_to_its_owner_only(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=20) as hosted:
        people = await hosted.guests(10)
        group = await hosted.group(people)
        await begin(hosted, people, group)
        asker = people[2]
        await asker.say("/role", group)
        await asker.until(lambda: any("ваша карта" in text for text in asker.sees(group)))
        for other in people:
            if other is not asker:
                assert not any("ваша карта" in text for text in other.sees(group))


async def test_the_dead_see_all_cards_and_talk_where_the_group_allows_it(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        people = await hosted.guests(10)
        group = await hosted.group(people)
        await hosted.use(group, afterlife=True)
        await begin(hosted, people, group)
        over = asyncio.Event()
        tasks = [
            asyncio.create_task(Player(person, group, hosted.host, "ru", number).play(over))
            for number, person in enumerate(people)
        ]

        def dead() -> list[object]:
            return [
                person for person in people if any("Вот все карты" in text for text in person.sees(hosted.host))
            ]

        try:
            await people[0].until(lambda: len(dead()) >= 2, within=90)
            first, second, *_ = [person for person in people if person in dead()]
            await first.say("Кто же нас так?", hosted.host)
            await second.until(lambda: any("Кто же нас так?" in text for text in second.sees(hosted.host)))
            living = [person for person in people if person not in dead()]
            assert living
            for person in living:
                assert not any("Кто же нас так?" in text for text in person.sees(hosted.host))
        finally:
            over.set()
            await asyncio.gather(*tasks)


async def test_who_leaves_the_group_has_two_minutes_to_come_back(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=100) as hosted:
        people = await hosted.guests(10)
        group = await hosted.group(people)
        await hosted.use(group, options=(("deal", "3600"),))
        game = await begin(hosted, people, group)
        walker, runner = people[4], people[5]
        assert hosted.wired is not None
        await runner.leave(group)
        await walker.leave(group)
        watcher = people[0]
        await watcher.until(lambda: sum("выходит из группы" in text for text in watcher.sees(group)) == 2)
        await walker.join(group)
        await watcher.until(lambda: any("играет бот" in text for text in watcher.sees(group)), within=20)
        live = await hosted.wired.games.find(game)
        assert live is not None
        assert live.lobby.seat_of(walker.id)
        assert not live.lobby.seat_of(runner.id)


async def test_an_admin_takes_a_player_off_and_keeps_another_away(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=20) as hosted:
        people = await hosted.guests(3)
        group = await hosted.group(people)
        admin, guest, rascal = people
        said = {person: await person.say("привет", group) for person in (guest, rascal)}
        await admin.say("/newgame", group)
        await admin.until(lambda: "Сесть за стол" in admin.buttons(group))
        await guest.tap("Сесть за стол", group)
        await admin.say("/unseat", group, reply_to=said[guest]["message_id"])
        await admin.until(lambda: any("больше не за столом" in text for text in admin.sees(group)))
        await admin.say("/keepaway", group, reply_to=said[rascal]["message_id"])
        await admin.until(lambda: any("больше не пускаем" in text for text in admin.sees(group)))
        refused = await rascal.tap("Сесть за стол", group)
        assert refused is not None
        assert "не пускают" in refused.text
        await rascal.say("/letback", group, reply_to=said[rascal]["message_id"])
        await rascal.until(lambda: any("только админы" in text for text in rascal.sees(group)))
        await admin.say("/letback", group, reply_to=said[rascal]["message_id"])
        await admin.until(lambda: any("снова можно" in text for text in admin.sees(group)))
        seated = await rascal.tap("Сесть за стол", group)
        assert seated is not None
        assert seated.text == "Вы за столом."
