"""An event is announced even if the step that it began is over before its message can be sent."""

import asyncio
from pathlib import Path

from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, Player, hosted_sandbox

SLOW = tuple((key, "7200") for key in ("deal", "speech", "night"))


async def test_a_night_that_ends_while_the_group_must_wait_is_still_announced(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=1, limits=NO_LIMITS) as hosted:
        people = await hosted.guests(6)
        group = await hosted.group(people)
        await hosted.use(group, options=(("meet", "1"), *SLOW))
        opener = people[0]
        await opener.say("/newgame", group)
        await opener.until(lambda: "Сесть за стол" in opener.buttons(group))
        for person in people[1:]:
            await person.tap("Сесть за стол", group)
        await opener.tap("Начать", group)
        for person in people:
            await person.until(lambda person=person: "Карта получена" in person.buttons(hosted.host))  # type: ignore[misc]
            await person.tap("Карта получена", hosted.host)
        assert hosted.wired is not None
        live = await hosted.wired.games.table_in(group.id)
        assert live is not None
        for seat, user in enumerate(live.lobby.seating, start=1):
            speaker = next(person for person in people if person.id == user)
            await speaker.until(
                lambda seat=seat: any(f"🎙 № {seat} " in text and "минута" in text for text in opener.sees(group)),  # type: ignore[misc]
                within=30,
            )
            if seat == 6:
                await hosted.stage.fault(
                    "error", method="sendMessage", chat=group.id, error_code=429, retry_after=5
                )
            await speaker.tap("Пас", group)
        over = asyncio.Event()
        tasks = [
            asyncio.create_task(Player(person, group, hosted.host, "ru", number, quiet=True).play(over))
            for number, person in enumerate(people)
        ]
        try:
            await opener.until(lambda: any("День 2" in text for text in opener.sees(group)), within=30)
        finally:
            over.set()
            await asyncio.gather(*tasks)
        said = "\n".join(opener.sees(group))
        assert said.index("День 1") < said.index("Наступает ночь 1") < said.index("День 2")
