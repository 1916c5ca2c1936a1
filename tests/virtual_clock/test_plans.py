"""Evenings by appointment on the virtual clock: planned, answered, reminded of, begun; and everything between."""

import re
from datetime import UTC, datetime

import pytest
from aiogram.methods import AnswerCallbackQuery, PinChatMessage

from bot.core.time_zones import local, zone_of
from bot.plans.plan import Plan
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.standing_messages import Standing, standing
from tests.kits.virtual_clock.table import House

GROUP, OTHER_GROUP = -1001_234_567_890, -1001_234_567_891
ANNA, BORIS, VERA, GLEB = 51, 52, 53, 54
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.fixture
async def people(home: House) -> People:
    for group, title in ((GROUP, "Двор"), (OTHER_GROUP, "Клуб")):
        await home.host.groups.change(
            group, language="ru", title=title, time_zone="Europe/Kyiv", evening_chosen=True
        )
    for person in (ANNA, BORIS, VERA):
        await home.host.people.change(person, name=f"p{person}", reachable=True, language="ru")
    return People(home)


def here(home: House) -> datetime:
    return local(home.clock.now() - home.clock.ahead_of_wall(), zone_of("Europe/Kyiv"))


async def wait(home: House, ms: int = 5_000) -> None:
    await home.clock.on_to(home.clock.now() + ms)


async def plan(home: House, people: People, typed: str = "завтра 20:00", who: int = ANNA) -> Plan:
    await people.say(who, f"/plan {typed}", GROUP)
    await wait(home)
    return (await home.host.plan_store.in_group(GROUP))[-1]


def shown(home: House, plan: Plan, chat: int = GROUP) -> Standing:
    """Returns the message of this plan."""
    (found,) = [
        message
        for message in standing(home.telegram, chat)
        if "Играем в мафию" in message.text and _time(plan) in message.text
    ]
    return found


def _time(plan: Plan) -> str:
    day = datetime.fromisoformat(plan.day).day
    return f"{day} "


async def tap(home: House, people: People, person: int, message: Standing, label: str) -> None:
    await people.bring(people.tap(person, message.data(label), message.id, GROUP))
    await wait(home, 3_000)


async def comes(home: House, people: People, plan: Plan, *who: int) -> None:
    for person in who:
        await tap(home, people, person, shown(home, plan), "✅ Приду")


def texts(home: House, chat: int = GROUP) -> list[str]:
    return [message.text for message in standing(home.telegram, chat)]


def news(home: House, begin: str, chat: int = GROUP) -> list[str]:
    return [text for text in texts(home, chat) if text.startswith(begin)]


def lobby(home: House) -> list[str]:
    return [text for text in texts(home) if "Стол открыт</b>" in text]


def toasts(home: House) -> list[str]:
    return [
        str(call.method.text or call.method.url)
        for call in home.telegram.calls
        if isinstance(call.method, AnswerCallbackQuery)
    ]


async def to_begin(home: House, plan: Plan, after_ms: int = 20_000) -> None:
    await home.clock.on_to(plan.at + home.clock.ahead_of_wall() + after_ms)


# --- planning ----------------------------------------------------------------------------------------------------


async def test_one_line_plans_an_evening_in_the_groups_zone(home: House, people: People) -> None:
    tomorrow = await plan(home, people)
    assert tomorrow.zone == "Europe/Kyiv"
    assert datetime.fromtimestamp(tomorrow.at / 1000, UTC).astimezone(zone_of("Europe/Kyiv")).hour == 20
    message = shown(home, tomorrow)
    assert "20:00" in message.text
    assert message.labels == ["✅ Приду", "🤔 Может быть", "🚫 Не смогу", "Перенести", "Отменить"]


async def test_an_evening_is_planned_by_buttons_in_one_message(home: House, people: People) -> None:
    await people.say(ANNA, "/plan", GROUP)
    await wait(home)
    (draft,) = standing(home.telegram, GROUP)
    await tap(home, people, ANNA, draft, "Завтра")
    (draft,) = standing(home.telegram, GROUP)
    await tap(home, people, ANNA, draft, "20")
    (draft,) = standing(home.telegram, GROUP)
    await tap(home, people, ANNA, draft, "🔁 Каждую неделю: нет")
    (draft,) = standing(home.telegram, GROUP)
    await tap(home, people, ANNA, draft, "20:30")
    (made,) = await home.host.plan_store.in_group(GROUP)
    assert (made.time, made.weekly, made.author) == ("20:30", True, ANNA)
    (message,) = standing(home.telegram, GROUP)
    assert "20:30" in message.text
    assert "Пропустить раз" in message.labels


async def test_only_who_began_to_choose_goes_on(home: House, people: People) -> None:
    await people.say(ANNA, "/plan", GROUP)
    await wait(home)
    (draft,) = standing(home.telegram, GROUP)
    await tap(home, people, BORIS, draft, "Завтра")
    assert "автор команды /plan" in toasts(home)[-1]
    (draft,) = standing(home.telegram, GROUP)
    assert "Сегодня" in draft.labels


async def test_a_typed_day_without_a_time_leaves_only_the_time_to_choose(home: House, people: People) -> None:
    await people.say(ANNA, "/plan завтра", GROUP)
    await wait(home)
    (draft,) = standing(home.telegram, GROUP)
    assert "Во сколько?" in draft.text


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("01.01.2020 20:00", "уже прошло"),
        ("31.02 20:00", "Такого дня"),
        ("когда-нибудь", "Не удалось понять"),
        ("28.03.2027 03:30", "часы переводят вперёд"),
        ("01.01.2028 20:00", "не дальше чем на полгода"),
    ],
)
async def test_what_cannot_be_planned_is_refused_with_the_reason(
    home: House, people: People, typed: str, answer: str
) -> None:
    await people.say(ANNA, f"/plan {typed}", GROUP)
    await wait(home)
    assert await home.host.plan_store.in_group(GROUP) == []
    assert answer in texts(home)[-1]


async def test_an_evening_too_soon_is_refused(home: House, people: People) -> None:
    soon = local(home.clock.now() + 5 * MINUTE, zone_of("Europe/Kyiv"))
    await people.say(ANNA, f"/plan {soon:%d.%m.%Y %H:%M}", GROUP)
    await wait(home)
    assert "меньше десяти минут" in texts(home)[-1]


async def test_a_second_evening_at_the_same_time_is_refused(home: House, people: People) -> None:
    await plan(home, people)
    await people.say(BORIS, "/plan завтра 20:30", GROUP)
    await wait(home)
    assert len(await home.host.plan_store.in_group(GROUP)) == 1
    assert "уже назначен вечер" in texts(home)[-1]


async def test_who_may_not_open_a_table_may_not_plan(home: House, people: People) -> None:
    await home.host.groups.change(GROUP, may_open="admins")
    await people.say(ANNA, "/plan завтра 20:00", GROUP)
    await wait(home)
    assert await home.host.plan_store.in_group(GROUP) == []


# --- answers -----------------------------------------------------------------------------------------------------


async def test_the_list_is_right_after_every_tap(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA, BORIS)
    await tap(home, people, VERA, shown(home, made), "🤔 Может быть")
    text = shown(home, made).text
    assert "✅ Придут (2): p51, p52" in text
    assert "🤔 Может быть (1): p53" in text
    await tap(home, people, BORIS, shown(home, made), "🚫 Не смогу")
    assert "✅ Придут (1): p51" in shown(home, made).text


async def test_fifty_taps_at_once_are_few_edits(home: House, people: People) -> None:
    made = await plan(home, people)
    message = shown(home, made)
    labels = ("✅ Приду", "🚫 Не смогу")
    await people.bring(
        *(people.tap(BORIS, message.data(labels[number % 2]), message.id, GROUP) for number in range(50))
    )
    await wait(home, 2 * MINUTE)
    assert "🚫 Не смогут (1): p52" in shown(home, made).text
    assert shown(home, made).edits <= 20


async def test_whom_the_bot_cannot_write_to_is_led_into_the_private_chat(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, GLEB)
    assert f"?start=plan_{made.id}" in toasts(home)[-1]
    assert "p54 ✉️" in shown(home, made).text
    await people.say(GLEB, f"/start plan_{made.id}")
    await wait(home)
    assert "✉️" not in shown(home, made).text
    assert any("Записали" in text for text in texts(home, GLEB))


async def test_who_leaves_the_group_comes_no_more(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, BORIS)
    await people.bring(people.goes(BORIS, GROUP, here=False))
    await wait(home)
    assert "p52" not in shown(home, made).text


async def test_who_wants_to_be_forgotten_is_on_no_list(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA, BORIS)
    assert await home.host.forget_person.ask(ANNA)
    await wait(home)
    (stored,) = await home.host.plan_store.in_group(GROUP)
    assert str(ANNA) not in stored.to_json()
    assert "p51" not in shown(home, made).text


# --- the reminder and the beginning ------------------------------------------------------------------------------


async def test_half_an_hour_before_the_group_and_those_who_come_are_reminded(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA, GLEB)
    await home.clock.on_to(made.at - 31 * MINUTE)
    assert news(home, "⏰") == []
    await home.clock.on_to(made.at - 29 * MINUTE)
    (reminder,) = news(home, "⏰")
    assert "p51" in reminder
    assert len(news(home, "⏰", ANNA)) == 1
    assert news(home, "⏰", BORIS) == news(home, "⏰", GLEB) == []


async def test_the_table_opens_with_those_who_come(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, BORIS, ANNA)
    await tap(home, people, VERA, shown(home, made), "🤔 Может быть")
    await to_begin(home, made)
    (table,) = lobby(home)
    assert "p51" in table
    assert "p52" in table
    assert "p53" not in table
    (told,) = news(home, "🎲")
    assert "без места" not in told
    game = await home.host.games.table_in(GROUP)
    assert game is not None
    assert game.lobby.opener == ANNA
    assert await home.host.plan_store.in_group(GROUP) == []
    assert shown(home, made).labels == []


async def test_who_has_no_seat_is_named_with_the_reason(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA, BORIS, GLEB)
    await home.clock.on_to(made.at - MINUTE)
    await people.say(BORIS, "/newgame", OTHER_GROUP)
    await to_begin(home, made)
    (told,) = news(home, "🎲")
    assert "p52 — без места: сидит за другим столом" in told
    assert "p54 — без места: бот не может написать" in told
    assert "Клуб" not in told


async def test_nobody_comes_and_no_table_opens(home: House, people: People) -> None:
    made = await plan(home, people)
    await to_begin(home, made)
    assert lobby(home) == []
    assert any("ответов «Приду» нет" in text for text in texts(home))


async def test_at_a_table_that_is_open_already_those_who_come_sit_down(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA, BORIS)
    await home.clock.on_to(made.at - 10 * MINUTE)
    await people.say(VERA, "/newgame", GROUP)
    await to_begin(home, made)
    (table,) = lobby(home)
    assert all(name in table for name in ("p51", "p52", "p53"))


async def test_while_a_game_runs_there_the_evening_waits_for_its_end(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA)
    await home.clock.on_to(made.at - 10 * MINUTE)
    await people.say(VERA, "/newgame", GROUP)
    await wait(home)
    game = await home.host.games.table_in(GROUP)
    assert game is not None
    for number in range(10):
        await home.host.people.change(100 + number, name=f"q{number}", reachable=True, language="ru")
        await home.host.lobbies.change_lobby(game.id, lambda table, n=number: table.sit(100 + n, f"q{n}"), "")  # type: ignore[misc]
    await home.host.dealing.begin(game.id, "begin", VERA)
    await to_begin(home, made)
    assert len([text for text in texts(home) if text.startswith("⏳ Пора")]) == 1
    await home.host.stop_game.stop(game.id, "stop")
    await wait(home, 2 * MINUTE)
    table = await home.host.games.table_in(GROUP)
    assert table is not None
    assert table.lobby.has(ANNA)


async def test_a_table_that_nobody_could_open_in_time_opens_late_and_says_so(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA)
    await home.clock.on_to(made.at - HOUR)
    await home.close()
    home.clock.set_to(made.at + 12 * MINUTE)
    await home.restart()
    await wait(home)
    assert len(lobby(home)) == 1
    assert "с опозданием на 12 минут" in news(home, "🎲")[0]
    assert news(home, "⏰") == []


async def test_an_evening_that_was_missed_is_told_of_and_the_next_week_stands(home: House, people: People) -> None:
    made = await plan(home, people, "завтра 20:00 каждую неделю")
    await comes(home, people, made, ANNA)
    await home.close()
    home.clock.set_to(made.at + 31 * MINUTE)
    await home.restart()
    await wait(home)
    assert lobby(home) == []
    assert any("пропущен" in text for text in texts(home))
    (following,) = await home.host.plan_store.in_group(GROUP)
    assert (following.at - made.at, following.answers) == (7 * DAY, ())
    assert "Приду" in "".join(shown(home, following).labels)


async def test_a_restart_between_does_not_remind_or_open_twice(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA)
    for moment in (made.at - 29 * MINUTE, made.at + 1_000, made.at + 60_000):
        await home.clock.on_to(moment)
        await home.restart()
    await wait(home)
    assert len(news(home, "⏰")) == len(lobby(home)) == len(news(home, "🎲")) == 1


async def test_every_week_there_is_an_evening(home: House, people: People) -> None:
    made = await plan(home, people, "завтра 20:00 каждую неделю")
    await comes(home, people, made, ANNA)
    await to_begin(home, made)
    assert len(lobby(home)) == 1
    (following,) = await home.host.plan_store.in_group(GROUP)
    pinned = [call.method for call in home.telegram.calls if isinstance(call.method, PinChatMessage)]
    assert pinned[-1].message_id < shown(home, following).id, "the table stays what is pinned"
    await people.say(ANNA, "/cancel", GROUP)
    await comes(home, people, following, ANNA)
    await to_begin(home, following)
    assert len(news(home, "🎲")) == 2


# --- changes -----------------------------------------------------------------------------------------------------


async def test_who_planned_it_cancels_it_with_a_second_tap(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, BORIS)
    await tap(home, people, BORIS, shown(home, made), "Отменить")
    assert "автор вечера" in toasts(home)[-1]
    message = shown(home, made)
    await tap(home, people, ANNA, message, "Отменить")
    assert len(await home.host.plan_store.in_group(GROUP)) == 1
    await tap(home, people, ANNA, message, "Отменить")
    assert await home.host.plan_store.in_group(GROUP) == []
    assert shown(home, made).labels == []
    assert any("отменён" in text for text in texts(home, BORIS))
    await to_begin(home, made)
    assert lobby(home) == []


async def test_one_week_is_skipped(home: House, people: People) -> None:
    made = await plan(home, people, "завтра 20:00 каждую неделю")
    message = shown(home, made)
    for _ in range(2):
        await tap(home, people, ANNA, message, "Пропустить раз")
    (following,) = await home.host.plan_store.in_group(GROUP)
    assert following.at == made.at + 7 * DAY


async def test_an_evening_moved_to_another_day_is_answered_anew(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA, BORIS)
    await tap(home, people, ANNA, shown(home, made), "Перенести")
    draft = standing(home.telegram, GROUP)[-1]
    assert "На когда перенести" in draft.text
    label = next(label for label in draft.labels if re.match(r"(пн|вт|ср|чт|пт|сб|вс) ", label))
    await tap(home, people, ANNA, draft, label)
    for label in ("21", "21:00"):
        await wait(home, MINUTE)
        await tap(home, people, ANNA, standing(home.telegram, GROUP)[-1], label)
    (moved,) = await home.host.plan_store.in_group(GROUP)
    assert (moved.id, moved.time, moved.answers) == (made.id, "21:00", ())
    (told,) = [text for text in texts(home) if "Вечер перенесён" in text]
    assert "p52" in told
    assert any("перенесён" in text for text in texts(home, BORIS))
    await to_begin(home, made)
    assert lobby(home) == []


async def test_a_group_that_becomes_a_supergroup_keeps_its_evening(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA)
    new = -1009_999_999_999
    for _ in range(2):
        await home.host.migration.move(GROUP, new)
    await wait(home)
    (moved,) = await home.host.plan_store.in_group(new)
    assert len([text for text in texts(home, new) if "Играем в мафию" in text]) == 1
    await to_begin(home, moved)
    assert await home.host.games.table_in(new) is not None


async def test_where_the_bot_was_removed_nothing_is_sent(home: House, people: People) -> None:
    made = await plan(home, people, "завтра 20:00 каждую неделю")
    await comes(home, people, made, ANNA)
    await home.host.groups.change(GROUP, bot_member=False)
    before = len(texts(home))
    await to_begin(home, made)
    assert len(texts(home)) == before
    assert news(home, "⏰", ANNA) == []
    assert await home.host.plan_store.in_group(GROUP) == []


async def test_before_an_update_of_the_bot_the_table_waits_for_it(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA)
    home.host.draining.set(True)
    await to_begin(home, made)
    assert lobby(home) == []
    await home.restart()
    await wait(home)
    assert len(lobby(home)) == 1


async def test_if_somebody_sets_the_wall_clock_the_table_opens_by_it(home: House, people: People) -> None:
    made = await plan(home, people)
    await comes(home, people, made, ANNA)
    home.clock.wall_behind = HOUR
    await home.host.plan_timers.arm_all()
    await home.clock.on_to(made.at + 30 * MINUTE)
    assert lobby(home) == []
    await home.clock.on_to(made.at + HOUR + 20_000)
    assert len(lobby(home)) == 1
