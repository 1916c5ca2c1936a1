"""The judge's seat and the keys of the panel: who may use them, who may not, and how a game goes on without its
judge."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap, LobbyTap
from engine.commands import Verb
from engine.events import StepName
from sandbox.client import Answer, Person
from sandbox.world.messages import text_of
from tests.end_to_end.test_judged_game import seat_all
from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, RIGHTS, hosted_sandbox
from tests.kits.end_to_end.judged_game import SLOW, Bench, keys_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("chair")]

NO_TABLE = "Сейчас вы не судите ни одного стола."
NOT_YOU = "Этот пульт только для судьи партии."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bench]:
    folder: Path = tmp_path_factory.mktemp("chair")
    async with hosted_sandbox(folder, speed=20, limits=NO_LIMITS) as hosted:
        people = await hosted.guests(14)
        group = await hosted.group(people[:12], RIGHTS)
        await hosted.use(group, options=SLOW)
        made = await seat_all(hosted, group, people[:10], people[10])
        await made.shows("Пульт судьи")
        yield made


async def forge(person: Person, chat: object, data: str) -> Answer:
    """Sends a tap with any payload under the newest message of the host."""
    stage = person.client
    mine = [m for m in person.messages(chat) if m["from"]["is_bot"]]  # type: ignore[arg-type]
    number = mine[-1]["message_id"]
    key = person.key(chat)  # type: ignore[arg-type]
    tapped = await stage.do("tap", user_id=person.id, chat=key, message_id=number, data=data)
    told = await stage.do("callback_answer", query_id=tapped["query_id"], wait=10)
    assert told is not None, f"silence after {data!r}"
    return Answer(told["text"], told["alert"], told["url"])


PAGES = (
    ((), "❗️ Фол"),
    (("❗️ Фол",), "6.1.7"),
    (("⛔️ Удаление",), "6.2.13"),
    (("⛔️ Удаление", "6.2.1"), "⛔️ Удалить:"),
    (("🏳 ППК",), "6.3.4"),
)
"""The keys that lead to each page of a seat, and a text by which the page is known."""


async def every_key(bench: Bench) -> set[str]:
    """Returns the callback data of all pages of the panel, as the judge gets to them."""
    found: set[str] = set()

    def collect() -> None:
        found.update(data for _, _, _, data in keys_of(bench.panel()) if data.startswith("j:"))

    await bench.shows("⏸ Пауза")
    collect()
    for path, mark in PAGES:
        await bench.path("5", *path)
        await bench.shows(mark)
        collect()
        if path:
            await bench.tap("‹ Назад")
        await bench.shows("‹ К столу")
        await bench.tap("‹ К столу")
        await bench.shows("⏸ Пауза")
    for page in ("↩️ Отмена", "🪑 Кресло"):
        await bench.tap(page)
        await bench.shows("‹ К столу")
        collect()
        await bench.tap("‹ К столу")
        await bench.shows("⏸ Пауза")
    return found


async def test_every_key_is_refused_to_everybody_but_the_judge(bench: Bench) -> None:
    """Players, members who do not play, strangers, in private and in the group; nothing changes or is shown."""
    keys = await every_key(bench)
    wishes = {JudgeTap.unpack(data).wish for data in keys}
    assert wishes >= {JudgeAction.SEAT, JudgeAction.CLAUSES, JudgeAction.SURE, JudgeAction.DO, JudgeAction.LEAVE}
    assert all(len(data.encode()) <= 64 for data in keys)
    game = bench.game
    more = {
        JudgeTap(game=game, wish=wish, verb=verb, seat=5, code="6.1.4", value=30, by=f"{bench.judge.id:x}").pack()
        for wish in JudgeAction
        for verb in (Verb.FOUL, Verb.UNDO, Verb.CLOSE, Verb.BONUS)
    }
    people = bench.hosted.people
    player, member, stranger = people[3], people[11], people[12]
    before = (await bench.live()).version, (await bench.live()).lobby
    for data in sorted(keys | more):
        for person in (player, member, stranger) if data in keys else (player,):
            told = await forge(person, bench.hosted.host, data)
            assert told.text == NOT_YOU, (person, data)
    for person in (player, bench.judge):
        told = await forge(person, bench.group, sorted(keys)[0])
        assert told.text == NOT_YOU, "not in the group, not even to the judge"
    assert ((await bench.live()).version, (await bench.live()).lobby) == before


async def test_what_no_panel_offers_is_refused_to_the_judge_too(bench: Bench) -> None:
    game = bench.game
    before = (await bench.live()).version
    for tap in (
        JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.FOUL, seat=5, code="9.9.9"),
        JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.FOUL, seat=99, code="6.1.4"),
        JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.SHOOT, seat=5),
        JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.NOMINATE, seat=5),
        JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.EXPIRE),
        JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.BONUS, seat=5, value=30, seen=before),
        JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.CORRECT, seat=5, value=30, code="slip", seen=before),
        JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.PARDON, seat=5),
        JudgeTap(game=game, wish=JudgeAction.CLAUSES, verb=Verb.PENALTY, seat=5),
        JudgeTap(game="NoSuch22", wish=JudgeAction.MAIN),
    ):
        told = await forge(bench.judge, bench.hosted.host, tap.pack())
        assert told.text, tap
    no_seat = JudgeTap(game=game, wish=JudgeAction.SEAT, seat=3).pack().replace(":3:", ":-3:")
    assert (await forge(bench.judge, bench.hosted.host, no_seat)).text
    assert (await bench.live()).version == before


async def test_a_second_tap_on_the_same_key_does_nothing(bench: Bench) -> None:
    """Two taps by mistake must not give two fouls."""
    fouls = (await bench.live()).table.fouls[7]
    tap = JudgeTap(game=bench.game, wish=JudgeAction.DO, verb=Verb.FOUL, seat=7, code="6.1.4", seen=fouls).pack()
    assert (await forge(bench.judge, bench.hosted.host, tap)).text == "Принято."
    assert "что-то изменилось" in (await forge(bench.judge, bench.hosted.host, tap)).text
    assert (await bench.live()).table.fouls[7] == fouls + 1


async def test_an_absent_player_is_for_the_judge_to_decide_about(bench: Bench) -> None:
    live = await bench.live()
    assert bench.hosted.wired is not None
    await bench.hosted.wired.seats.replace_absent(live, 9)
    await bench.shows("№ 9 ", "Решать вам", "Пусть играет бот", "⛔️ Удалить")
    assert live.person_on(9), "nobody is replaced before the judge has said so"
    assert await bench.tap("Пусть играет бот") == "Принято."
    assert not (await bench.live()).person_on(9)
    again = JudgeTap(game=bench.game, wish=JudgeAction.STAND_IN, seat=9).pack()
    assert (await forge(bench.judge, bench.hosted.host, again)).text == "Этот ход уже завершён."


async def test_the_chair_is_passed_on_when_both_agree_and_the_former_judge_has_no_panel(bench: Bench) -> None:
    former, heir, player = bench.judge, bench.hosted.people[11], bench.hosted.people[3]
    said = await heir.say("Могу сменить", bench.group)
    played = await bench.person_on(1)
    await player.until(lambda: True)
    await former.say("/judge", bench.group, reply_to=said["message_id"])
    await heir.until(lambda: "Принять кресло" in heir.buttons(bench.group))
    data = LobbyTap(game=bench.game, wish="chair").pack()
    assert (await forge(player, bench.group, data)).text == "Кресло предлагают не вам."
    taken = await heir.tap("Принять кресло", bench.group)
    assert taken is not None
    assert "Вы судите этот стол" in taken.text
    live = await bench.live()
    assert (live.lobby.judge, live.lobby.seat_of(played.id)) == (heir.id, 1)
    await former.until(lambda: any("больше не действует" in text for text in former.sees(bench.hosted.host)))
    assert not any("мирный житель" in text for text in former.sees(bench.hosted.host)), "its cards are gone"
    main = JudgeTap(game=bench.game, wish=JudgeAction.MAIN).pack()
    assert (await forge(former, bench.hosted.host, main)).text == NOT_YOU
    bench.judge = heir
    await bench.shows("Пульт судьи", "✋ Вести по шагам")

    # A person who has seen the cards may not take a seat of this game.
    leaver = await bench.person_on(3)
    await leaver.until(lambda: leaver.chat(bench.group)["can_write"] is not None)
    assert bench.hosted.wired is not None
    await bench.hosted.wired.seats.seek_successor(await bench.live(), 3, "")
    await former.until(lambda: "Занять место" in former.buttons(bench.group))
    refused = await former.tap("Занять место", bench.group)
    assert refused is not None
    assert "видели карты" in refused.text


async def test_a_judge_who_has_vanished_is_replaced_by_the_bot(bench: Bench) -> None:
    """No step waits for a judge who is absent."""
    assert await bench.tap("✋ Вести по шагам") == "Принято."
    await bench.shows("Ведёт судья")
    assert await bench.tap("⏭ Завершить") == "Принято."
    assert (await bench.live()).table.held
    owner, judge = bench.hosted.people[0], (await bench.live()).lobby.judge
    member = next(person for person in bench.hosted.people[10:12] if person.id != judge)
    await member.say("/unjudge", bench.group)
    await member.until(lambda: any("только админы" in text for text in member.sees(bench.group)))
    assert (await bench.live()).lobby.judge
    # The owner is muted as a player may be; admins of a group never are.
    await owner.say("/unjudge", bench.group)
    await member.until(lambda: any("дальше ведёт бот" in text for text in member.sees(bench.group)))
    live = await bench.live()
    await member.until(lambda: not live.table.held)
    assert (live.lobby.judge, live.table.holding, live.table.held) == (0, False, False)
    assert live.table.step is not StepName.OVER
    assert "больше не действует" in (text_of(bench.judge.messages(bench.hosted.host)[-1]) or "")


async def test_an_admin_names_a_judge_by_answering_a_message(bench: Bench) -> None:
    """The owner plays, so the judge must be a person without a card."""
    owner, member, named = bench.hosted.people[0], bench.hosted.people[11], bench.hosted.people[10]
    said = await named.say("Я свободен", bench.group)
    refusals = sum("только админы" in text for text in member.sees(bench.group))
    await member.say("/judge", bench.group, reply_to=said["message_id"])
    await member.until(lambda: sum("только админы" in text for text in member.sees(bench.group)) > refusals)
    await owner.say("/judge", bench.group, reply_to=said["message_id"])
    await owner.until(lambda: any("админ, который не играет" in text for text in owner.sees(bench.group)))
    assert not (await bench.live()).lobby.judge
    await bench.group.promote(member, ["can_pin_messages"])
    await member.say("/judge", bench.group, reply_to=said["message_id"])
    bench.judge = named
    await bench.heard(f"{named.name} садится в судейское кресло: так решает админ {member.name}")
    assert (await bench.live()).lobby.judge == named.id
    await bench.shows("Пульт судьи", "✋ Вести по шагам")


async def test_a_proposal_that_the_judge_refuses_changes_nothing_and_its_author_hears_of_it(bench: Bench) -> None:
    side = bench.hosted.people[12]
    await side.join(bench.group)
    said = await side.say("Смотрю стол", bench.group)
    await bench.judge.say("/sidejudge", bench.group, reply_to=said["message_id"])
    await bench.shows("Вы боковой судья", who=side)
    fouls = (await bench.live()).table.fouls
    assert await bench.path("6", "❗️ Фол", "6.1.2", who=side) == "Предложение передано судье."
    await bench.shows(f"{side.name} предлагает", "фол, № 6", "Отклонить")
    proposal = bench.panel()["message_id"]
    yes = next(data for _, _, text, data in keys_of(bench.panel()) if text == "✅ Принять")
    assert (await forge(side, bench.hosted.host, yes)).text == "Это решает судья стола.", "not by its author"
    assert await bench.tap("Отклонить") == "Решено."
    await side.until(lambda: any("отклоняет ваше предложение" in text for text in side.sees(bench.hosted.host)))
    assert bench.panel()["message_id"] != proposal, "its keys are gone"
    assert (await bench.live()).table.fouls == fouls


async def end(bench: Bench) -> tuple[int, int, int]:
    """Ends the game by a team loss; returns one of the losers and two of the winners."""
    live = await bench.live()
    black = next(seat for seat in live.table.alive if live.position.side(seat).value == "black")
    reds = [seat for seat in live.table.alive if live.position.side(seat).value == "red"]
    await bench.judge.say("/judge", bench.hosted.host)
    await bench.shows("⏸ Пауза")
    await bench.path(str(black), "🏳 ППК", "6.3.1")
    await bench.shows("Отменить это будет нельзя")
    assert await bench.tap("🏳 ППК") == "Принято."
    await bench.shows("🔒 Закрыть протокол")
    return black, reds[0], reds[1]


async def test_of_two_points_entered_at_once_the_second_is_shown_the_first(bench: Bench) -> None:
    """The proposal of a side judge is shown beside both."""
    _, first, second = await end(bench)
    side, third = bench.hosted.people[12], (await bench.live()).table.size
    seen = (await bench.live()).version
    taps = [
        JudgeTap(game=bench.game, wish=JudgeAction.DO, verb=Verb.BONUS, seat=seat, value=30, seen=seen).pack()
        for seat in (first, second)
    ]
    told = await asyncio.gather(*(forge(bench.judge, bench.hosted.host, data) for data in taps))
    assert sorted(answer.text for answer in told) == [
        "Пока вы выбирали, что-то изменилось. Посмотрите ещё раз.",
        "Принято.",
    ]
    given = (await bench.live()).table.bonuses
    assert list(given.values()) == [(30, False)]
    late = second if first in given else first
    await bench.shows("🔒 Закрыть протокол", "1,05")
    assert await bench.path(str(late), "+0,3") == "Принято."
    assert (await bench.live()).table.bonuses == {first: (30, False), second: (30, False)}

    # Over a limit of the rules: the limit is named, and nothing is changed.
    live = await bench.live()
    winners = [seat for seat in range(1, live.table.size + 1) if live.position.side(seat).value == "red"]
    other = next(seat for seat in winners if seat not in (first, second))
    for seat, value, why in (
        (first, 30, "У этого игрока уже есть доп. балл. Сначала отмените его."),
        (other, 90, "Для этого нужно согласие главного судьи: 0,9 балла, шестой игрок или сумма больше 1,6."),
        (other, 250, "Столько правила за одну игру не дают: ограничены и число игроков с доп. баллом, и сумма."),
    ):
        over = JudgeTap(
            game=bench.game, wish=JudgeAction.DO, verb=Verb.BONUS, seat=seat, value=value, seen=live.version
        )
        assert (await forge(bench.judge, bench.hosted.host, over.pack())).text == why
    assert (await bench.live()).table.bonuses == {first: (30, False), second: (30, False)}

    # The side judge saw an older page; the judge accepts on the newest one.
    code, points = "7.4.2.3", -20
    wish = JudgeTap(
        game=bench.game, wish=JudgeAction.DO, verb=Verb.PENALTY, seat=third, code=code, value=points, seen=seen
    )
    assert (await forge(side, bench.hosted.host, wish.pack())).text == "Предложение передано судье."
    await bench.shows("штраф −0,2", "✅ Принять")
    assert await bench.tap("✅ Принять") == "Принято."
    table = (await bench.live()).table
    assert table.bonuses == {first: (30, False), second: (30, False)}
    assert table.penalties == ((third, points, code),)


async def test_after_the_end_too_nobody_but_the_judge_is_obeyed(bench: Bench) -> None:
    """Players, the judge of before, and strangers; before the protocol is closed and after."""
    game, people = bench.game, bench.hosted.people
    player, former, side, stranger = people[3], people[11], people[12], people[13]
    await bench.judge.say("/judge", bench.hosted.host)
    await bench.shows("🔒 Закрыть протокол")
    for closed in (False, True):
        version = (await bench.live()).version
        keys = {data for _, _, _, data in keys_of(bench.panel())} | {
            JudgeTap(game=game, wish=wish, verb=verb, seat=5, code=code, value=value, seen=version).pack()
            for wish in (JudgeAction.DO, JudgeAction.SEAT, JudgeAction.CLAUSES, JudgeAction.CORRECT)
            for verb, code, value in (
                (Verb.BONUS, "", 30),
                (Verb.PENALTY, "7.4.2.1", -20),
                (Verb.CLOSE, "", 0),
                (Verb.CORRECT, "slip", 30),
                (Verb.UNDO, "", 0),
            )
        }
        for person in (player, former, stranger):
            for data in sorted(keys):
                assert (await forge(person, bench.hosted.host, data)).text == NOT_YOU, (person, data)
        close = JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.CLOSE, seen=version).pack()
        assert (await forge(side, bench.hosted.host, close)).text == "Это решает судья стола."
        for person in (player, former, side, stranger):
            refused = person.sees(bench.hosted.host).count(NO_TABLE)
            await person.say(f"/correct 5 -0,2 просто так {closed}", bench.hosted.host)
            await person.until(
                lambda person=person, refused=refused: (  # type: ignore[misc]
                    person.sees(bench.hosted.host).count(NO_TABLE) > refused
                )
            )
        assert (await bench.live()).version == version
        if not closed:
            await bench.judge.say("/judge", bench.hosted.host)
            await bench.shows("🔒 Закрыть протокол")
            assert await bench.path("🔒 Закрыть протокол", "🔒 Да, закрыть") == "Принято."
            await bench.shows("Протокол закрыт")
    wish = JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.BONUS, seat=7, value=30)
    late = wish.model_copy(update={"seen": (await bench.live()).version}).pack()
    told = await forge(bench.judge, bench.hosted.host, late)
    assert told.text == "Протокол закрыт: возможны только исправления с причиной."
