"""A `fiim-2025` game with a human judge, from taking the judge's seat in the lobby to a corrected protocol."""

from pathlib import Path

from bot.games.lobby import Phase
from engine import events as ev
from engine.api import replay
from engine.events import StepName
from engine.points import game_points
from engine.undo import CAN_BE_UNDONE
from sandbox.client import Group, Person
from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, HostedSandbox, hosted_sandbox, open_more
from tests.kits.end_to_end.judged_game import SLOW, Bench, start_judged
from tests.kits.end_to_end.leak_oracle import Game, leaks
from tests.kits.end_to_end.observations import Eyes


async def seat_all(hosted: HostedSandbox, group: Group, players: list[Person], judge: Person) -> Bench:
    """Seats ten players and the judge; a person who has one of the two is refused the other."""
    opener = players[0]
    await opener.say("/newgame", group)
    await open_more(opener, group)
    seated = await opener.tap("⚖️ Судить", group)
    assert seated is not None
    assert "Судья не играет" in seated.text
    taken = await judge.tap("⚖️ Судить", group)
    assert taken is not None
    assert "Вы судите этот стол" in taken.text
    await opener.until(lambda: any(f"Судит {judge.name}" in text for text in opener.sees(group)))
    refused = await judge.tap("Сесть за стол", group)
    assert refused is not None
    assert "судья не играет" in refused.text
    for player in players:
        await player.tap("Сесть за стол", group)
    await start_judged(opener, group)
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    return Bench(hosted, group, judge, live.id)


async def next_step(bench: Bench) -> None:
    """Lets the judge end the running step and begin the next one."""
    number = (await bench.live()).table.number
    assert await bench.tap("⏭ Завершить") == "Принято."
    await bench.shows("▶️ Начать")
    live = await bench.live()
    assert live.table.number > number
    assert live.table.held
    assert await bench.tap("▶️ Начать") == "Принято."
    await bench.shows("⏭ Завершить")
    assert not (await bench.live()).table.held


async def foul(bench: Bench, seat: int, clause: str = "6.1.4") -> None:
    before = (await bench.live()).table.fouls[seat]
    assert await bench.path(str(seat), "❗️ Фол", clause) == "Принято."
    assert (await bench.live()).table.fouls[seat] == before + 1
    await bench.heard(f"Фол: № {seat} ", f"всего {before + 1}.", f"п. {clause}")
    await bench.shows("⏸ Пауза", f"{seat} ❗️{before + 1}" if before < 3 else "⏸ Пауза")


async def say(bench: Bench, seat: int, text: str) -> None:
    await (await bench.person_on(seat)).say(text, bench.group)


async def test_a_judged_game(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=20, limits=NO_LIMITS) as hosted:
        people = await hosted.guests(12)
        players, judge, side = people[:10], people[10], people[11]
        group = await hosted.group(people)
        await hosted.use(group, options=SLOW)
        eyes = await Eyes.of(hosted.stage, players)
        bench = await seat_all(hosted, group, players, judge)

        # The panel shows every card, and no other chat does.
        panel = await bench.shows("Пульт судьи", "Ведёт бот", "✋ Вести по шагам")
        live = await bench.live()
        for seat in range(1, 11):
            assert f"№ {seat} {live.lobby.names[seat - 1]} — " in panel
        assert panel.count("мафия") == 2
        assert (panel.count("дон"), panel.count("шериф"), panel.count("мирный житель")) == (1, 1, 6)

        # «Ведёт судья»: each step waits and says so; its buttons come when the judge lets it begin.
        assert await bench.tap("✋ Вести по шагам") == "Принято."
        await bench.shows("Ведёт судья")
        await next_step(bench)
        assert await bench.tap("⏭ Завершить") == "Принято."
        await bench.heard("ваша минута", "Этап начнёт судья")
        assert await bench.tap("▶️ Начать") == "Принято."
        first = await bench.person_on(1)
        await first.until(lambda: any("☝️" in label for label in first.buttons(group)))

        # Fouls 1 to 3 with their clauses, and one undone before anything else has happened.
        await foul(bench, 2)
        await foul(bench, 2, "6.1.1")
        await foul(bench, 3)
        shown = await bench.path("↩️ Отмена")
        assert shown == ""
        await bench.shows("фол, № 3 ", "п. 6.1.4", "↩️ Да, отменить")
        assert await bench.tap("↩️ Да, отменить") == "Принято."
        await bench.heard("Последнее решение судьи отменено")
        assert (await bench.live()).table.fouls[3] == 0
        await bench.shows("⏸ Пауза")
        await foul(bench, 2)
        await bench.heard("№ 2 ", "ближайшая своя минута без слов")

        # A foul taken back later, when it is too late for an undo.
        await foul(bench, 4)
        await say(bench, 1, "Выставляю 7")
        await judge.until(lambda: any("Принято" in text and "№ 7" in text for text in judge.sees(group)))
        await bench.tap("↩️ Отмена")
        await bench.shows("Отменять нечего")
        await bench.tap("‹ К столу")
        assert await bench.path("4", "➖ Снять фол") == "Принято."
        await bench.heard("Фол снят: № 4 ")
        await bench.shows("⏸ Пауза")

        # Silence: the second player may not speak in the own minute.
        await next_step(bench)
        await bench.heard("№ 2 ", "минута без слов, можно только выставить")
        await next_step(bench)
        await say(bench, 3, "Выставляю 8")
        await judge.until(lambda: any("Принято" in text and "№ 8" in text for text in judge.sees(group)))
        for _ in range(7):
            await next_step(bench)
        assert await bench.tap("⏭ Завершить") == "Принято."
        await bench.tap("▶️ Начать")
        await bench.shows("⏭ Завершить")
        assert (await bench.live()).table.step is StepName.BALLOT

        # The fourth foul in the middle of the ballot: removed without a word, and the ballot is not held.
        assert await bench.path("2", "❗️ Фол", "6.1.6") == "Принято."
        await bench.heard("всего 4.", "п. 6.1.6", "Удаление: игру покидает № 2 ", "голосования не будет")
        live = await bench.live()
        assert 2 not in live.table.alive
        assert live.table.step is StepName.NIGHT

        # The night waits for the judge, then everybody is asked at once; the judge sees what is answered.
        somebody = await bench.person_on(5)
        assert not any("Ночь 1" in text for text in somebody.sees(hosted.host))
        await bench.shows("▶️ Начать")

        # A restart in between: the panel stays usable, and the step stays held.
        await hosted.end()
        await hosted.begin()
        await hosted.ready()
        live = await bench.live()
        assert (live.table.holding, live.table.held) == (True, True)
        assert await bench.tap("▶️ Начать") == "Принято."
        await somebody.until(lambda: "Никого" in somebody.buttons(hosted.host))
        await somebody.tap("Никого", hosted.host)
        await bench.shows("🌙 Ночь", "⏭ Завершить")
        await bench.tap("🌙 Ночь")
        await bench.shows("Ночь 1", "№ 5 ")

        # A side judge sees and proposes; the judge decides.
        told = await side.say("Могу помочь", group)
        await judge.say("/sidejudge", group, reply_to=told["message_id"])
        await bench.shows("Пульт судьи", "№ 1 ", who=side)
        assert await bench.path("6", "❗️ Фол", "6.1.2", who=side) == "Предложение передано судье."
        await bench.shows(f"{side.name} предлагает", "фол, № 6", "п. 6.1.2")
        assert await bench.tap("✅ Принять") == "Принято."
        await side.until(lambda: any("принимает ваше предложение" in text for text in side.sees(hosted.host)))
        assert (await bench.live()).table.fouls[6] == 1

        # Team loss, with a question before it: the cards are open after it.
        black = next(
            seat for seat in (await bench.live()).table.alive if live.position.side(seat).value == "black"
        )
        await judge.say("/judge", hosted.host)
        await bench.shows("Пульт судьи", "⏭ Завершить")
        await bench.path(str(black), "🏳 ППК", "6.3.1")
        await bench.shows("Отменить это будет нельзя")
        assert await bench.tap("🏳 ППК") == "Принято."
        await bench.heard("🏁", "Стоп-игра, победа красных", f"ППК: № {black} ", "п. 6.3.1")
        live = await bench.live()
        assert live.lobby.phase is Phase.OVER
        await bench.shows("Закрыть протокол")
        await bench.tap("↩️ Отмена")
        await bench.shows("карты открыты")
        await bench.tap("‹ К столу")

        # Points within the limits of S3 7.3-7.4.
        red = next(seat for seat in live.table.alive if live.position.side(seat).value == "red")
        assert "согласие главного судьи" in await bench.path(str(red), "+0,9")
        await bench.shows("Закрыть протокол")
        await bench.path(str(red), "Согласие ГС: нет")
        await bench.shows("Согласие ГС: да")
        assert await bench.tap("+0,9") == "Принято."
        await bench.shows("Закрыть протокол")
        assert "уже есть доп. балл" in await bench.path(str(red), "+0,1")
        await bench.shows("Закрыть протокол")
        assert await bench.path(str(black), "➖ Штраф…", "7.4.2.3 (−0,2)") == "Принято."
        await bench.shows("Закрыть протокол")

        # What the record suggests is accepted by one tap, and taken back like any other decision.
        don = next(seat for seat in range(1, 11) if live.position.views[seat].me.role.id == "don")
        await bench.shows(f"{don} 💡", "Решаете вы")
        await bench.tap(str(don))
        await bench.shows("п. 7.4.3.8, порядок отстрела не назначен")
        assert await bench.tap("💡 7.4.3.8 (−0,4)") == "Принято."
        assert (don, -40, "7.4.3.8") in (await bench.live()).table.penalties
        await bench.shows("Закрыть протокол")
        await bench.path("↩️ Отмена", "↩️ Да, отменить")
        assert (don, -40, "7.4.3.8") not in (await bench.live()).table.penalties
        await bench.shows("Закрыть протокол")
        assert await bench.path("🔒 Закрыть протокол", "🔒 Да, закрыть") == "Принято."
        await bench.heard("🏁", "Протокол закрыт", "1,65")

        # After that only corrections, with a reason of the list or in own words.
        await bench.shows("Протокол закрыт")
        await bench.path(str(black), "+0,2")
        await bench.shows("Почему?")
        assert await bench.tap("Ошибка при записи") == "Принято."
        await judge.say(f"/correct {red} -0,1 пересчёт по видео", hosted.host)
        await judge.until(lambda: any("пересчёт по видео" in text for text in judge.sees(hosted.host)))
        await judge.say(f"/correct {red} -0,1", hosted.host)
        await judge.until(lambda: any("/correct 5 -0.2 причина" in text for text in judge.sees(hosted.host)))
        await bench.heard("🏁", "1,55")

        # All of it is in the journal with author and time, and the journal replays to the game.
        journal = await bench.journal()
        live = await bench.live()
        assert replay(event for event, _, _ in journal) == live.position
        acts = [(event, author) for event, author, at in journal if type(event) in CAN_BE_UNDONE and at]
        assert {author for _, author in acts} == {judge.id}
        assert [type(event) for event, _ in acts].count(ev.FoulGiven) == 7
        notes = [event.note for event, _ in acts if isinstance(event, ev.FoulGiven)]
        assert notes == ["6.1.4", "6.1.1", "6.1.4", "6.1.4", "6.1.4", "6.1.6", "6.1.2"]
        points = game_points(live.position)
        assert (points[red - 1].total, points[black - 1].total) == (155, -75)
        assert live.table.corrections == ((black, 20, "slip"), (red, -10, "пересчёт по видео"))
        await eyes.catch_up()

    named = {person.id: person.name for person in players}
    game = Game("sport", "ru", named, eyes.sights, eyes.deeds)
    assert leaks(game) == []
    assert not [sight for sight in eyes.sights if "Пульт" in sight.text]
