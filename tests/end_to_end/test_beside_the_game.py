"""Side features of a running game: private messages to the bot, whispers, a seat handover, answers to
questions."""

from pathlib import Path
from typing import Any

from bot.pages.shared_buttons import BY_LINK
from engine.commands import CLOCK, Command, Verb
from engine.events import StepName
from sandbox.client import BotAccount, Group, Person
from sandbox.world.messages import buttons_of, text_of
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox, hosted_sandbox
from tests.kits.end_to_end.judged_game import start_judged

LONG = (("deal", "7200"), ("meet", "7200"), ("speech", "7200"), ("night", "7200"), ("last_word", "7200"))


async def answers(words: str, person: Person, host: BotAccount, text: str = "", kind: str = "") -> None:
    """Checks that the bot answers this private message with these words."""

    def heard() -> int:
        return sum(words in said for said in person.sees(host))

    before = heard()
    await (person.send(kind, host) if kind else person.say(text, host))
    await person.until(lambda: heard() > before)


def the(person: Person, chat: Group | BotAccount, words: str) -> Any:
    """Returns the newest message with these words."""
    return next((m for m in reversed(person.messages(chat)) if words in (text_of(m) or "")), None)


async def until_step(hosted: HostedSandbox, game: str, step: StepName) -> None:
    assert hosted.wired is not None
    for number in range(40):
        live = await hosted.wired.games.find(game)
        assert live is not None
        if live.table.step is step:
            return
        await hosted.wired.submissions.submit(game, Command(CLOCK, Verb.EXPIRE), f"{step}:{number}")


async def test_a_table_from_the_lobby_to_a_seat_that_changes_hands(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        *players, judge, heir = await hosted.guests(12)
        stranger = await hosted.stage.person("Чужой")
        group = await hosted.group([*players, judge, heir, stranger])
        await hosted.use(group, options=LONG)
        wired = hosted.wired
        assert wired is not None
        anna, bot = players[0], hosted.host

        # One greeting, though the link that brings a bot says `/start` in the group on its own.
        await anna.say(f"/start@omerta_bot {BY_LINK}", group)
        await anna.say("/help", group)
        await anna.until(lambda: the(anna, group, "Как играть"))
        assert sum("ведёт мафию" in text for text in anna.sees(group)) == 1

        # Before the game: a person without a private chat gets a link to it, and one who waits is told for what.
        await anna.say("/newgame", group)
        await anna.until(lambda: "Сесть за стол" in anna.buttons(group))
        await stranger.say("/join", group)
        await stranger.until(lambda: the(stranger, group, "Сначала откройте личный чат"))
        (_, _, way), *_ = buttons_of(the(stranger, group, "Сначала откройте личный чат"))
        assert not the(anna, group, "Сначала откройте личный чат"), "why somebody is refused is theirs to know"
        live = await wired.games.table_in(group.id)
        assert live is not None
        assert way["url"].endswith(f"?start=join_{live.id}")
        for person in players:
            await person.tap("Сесть за стол", group)
        await answers("Вы за столом в группе «Двор»", anna, bot, "а что дальше?")
        await judge.say("/judge", group)
        await judge.until(lambda: live.lobby.judge == judge.id)
        await answers("Сейчас вы не сидите", heir, bot, "а я?")

        # The deal and the meeting: what can be done now, and whispers, which cannot be forwarded.
        await start_judged(anna, group)
        await anna.until(lambda: the(anna, bot, "ваша карта"))
        await answers("нажмите под ней «Карта получена»", anna, bot, "и что?")
        await answers("/judge", judge, bot, "привет")
        await until_step(hosted, live.id, StepName.MEET)
        seats = {seat.seat: seat.role for seat in live.position.judge_view().seats if seat.seat}
        holder = {seat: next(p for p in players if p.id == live.person_on(seat)) for seat in seats}
        first, second, _ = (holder[seat] for seat, role in seats.items() if role.team)
        await answers("Если этой ночью вам есть с кем говорить", first, bot, "Стреляем в третьего")
        await second.until(lambda: the(second, bot, "Стреляем в третьего"))
        assert the(second, bot, "Стреляем в третьего")["has_protected_content"]
        await answers("Если этой ночью вам есть с кем говорить", first, bot, kind="voice")
        await second.until(lambda: second.messages(bot)[-1].get("voice"))
        voice = second.messages(bot)[-1]
        assert voice["has_protected_content"]
        assert f"№ {live.lobby.seat_of(first.id)} " in voice["caption"]
        await first.send("sticker", bot)  # the same answer as to the voice message a moment ago is not repeated
        await second.until(lambda: second.messages(bot)[-1].get("sticker"))
        signature, sticker = second.messages(bot)[-2:]
        assert sticker["has_protected_content"]
        assert "показывает" in signature["text"]
        await answers("Бот передаёт ваши слова, стикеры и голосовые", first, bot, kind="photo")

        # The Sheriff checks and leaves; the person who takes the seat gets what the Sheriff knew.
        await until_step(hosted, live.id, StepName.NIGHT)
        sheriff = next(seat for seat, role in seats.items() if role.id == "sheriff")
        target = next(seat for seat, role in seats.items() if role.id == "don")
        check = Command(sheriff, Verb.CHECK, (target,), step=live.table.number)
        await wired.submissions.submit(live.id, check, "check")
        await answers("Уступить место", holder[sheriff], bot, "/leave")  # at night nobody writes in the group
        await holder[sheriff].tap("Да, ищу замену", bot)
        await holder[sheriff].until(lambda: the(holder[sheriff], bot, "Ищем вам замену"))
        await heir.until(lambda: "Занять место" in heir.buttons(group))
        assert (await heir.tap("Занять место", group)) is not None
        await heir.until(lambda: the(heir, bot, "ваша карта"))
        inherited = the(heir, bot, "ваша карта")["text"]
        assert "Что вы уже знаете" in inherited
        assert f"№ {target} {live.lobby.names[target - 1]} — чёрный игрок" in inherited
        await heir.until(lambda: the(heir, group, "замена найдена"))
        assert not buttons_of(the(heir, group, "замена найдена"))

        # The judge looks for a replacement, too.
        await judge.until(lambda: str(target) in judge.buttons(bot))
        await judge.tap(str(target), bot)
        await judge.until(lambda: "🪑 Искать замену" in judge.buttons(bot))
        await judge.tap("🪑 Искать замену", bot)
        await heir.until(lambda: the(heir, group, "нужна замена"))
        assert f"№ {target} " in text_of(the(heir, group, "нужна замена"))
        assert buttons_of(the(heir, group, "нужна замена"))

        # An answered question has no buttons.
        await anna.say("/stop", group)
        await anna.until(lambda: "Играем дальше" in anna.buttons(group))
        await anna.tap("Играем дальше", group)
        await anna.until(lambda: "Играем дальше" not in anna.buttons(group))
        assert live.table.step is StepName.NIGHT
