"""A group in which nobody may write, or the bot may not: its game is paused, people are told, and it resumes by
itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiogram.exceptions import TelegramMigrateToChat
from aiogram.types import (
    Chat,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberRestricted,
    ChatMemberUnion,
    ChatMemberUpdated,
    User,
)
from sqlalchemy import select

from bot.games.running_game import RunningGame
from bot.storage import UnitOfWork
from bot.storage.schema import notes
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from handlers import membership
from tests.faults.fault_log import injected
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.refusing_telegram import (
    FORBIDDEN,
    PERMISSIONS,
    Refusing,
    Why,
    bad_request,
    forbidden,
    refusing,
)
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.kits.virtual_clock.telegram import EPOCH

MINUTE = 60_000
CLOSED = bad_request(FORBIDDEN)
KICKED = forbidden("bot was kicked from the supergroup chat")
REFUSALS = (
    FORBIDDEN,
    "CHAT_RESTRICTED",
    "CHAT_SEND_PLAIN_FORBIDDEN",
    "not enough rights to send text messages to the chat",
    "have no rights to send a message",
    "have no write access to the chat",
)


@asynccontextmanager
async def at_table(
    *, thread: int = 0, seed: int = 3, ruleset: str = "fiim-2025", nominates: float = 0.35
) -> AsyncIterator[VirtualTable]:
    """Returns a table in the last seconds of the first speech: the next announcement is whose minute begins."""
    table = VirtualTable(ruleset, 10, seed, House(Refusing))
    table.thread = thread
    table.manners.nominates = nominates
    await table.house.open()
    await table.begin()
    await last_seconds(table)
    yield table
    injected("group refuses", len(refusing(table.house).refused))
    await table.house.close()


async def last_seconds(table: VirtualTable) -> None:
    live = live_of(table)
    while live.table.step is not StepName.SPEECH or left_ms(table) > 8_000:
        await passes(1_000, table)


def left_ms(table: VirtualTable) -> int:
    """Returns the milliseconds left of the running step."""
    clock = live_of(table).clock
    assert clock is not None
    return clock.left(table.clock.now())


async def passes(time_ms: int, *tables: VirtualTable) -> None:
    """Lets everybody play on for that long."""
    clock = tables[0].clock
    until = clock.now() + time_ms
    while True:
        for table in tables:
            table.ask()
        if not await clock.step(until):
            break
    await clock.on_to(until)


def live_of(table: VirtualTable) -> RunningGame:
    assert table.live is not None
    return table.live


def private_words(table: VirtualTable, *words: str) -> list[list[str]]:
    """Returns what each player was told of the group, in the order of the players."""
    telegram = refusing(table.house)
    people = range(table.first_person, table.first_person + table.size)
    return [[text for text in telegram.texts(person) if any(word in text for word in words)] for person in people]


def noted(table: VirtualTable) -> list[str]:
    stored = select(notes.c.key).where(notes.c.key.startswith("suspended:"))
    return [row.key for row in table.store.now(stored)]


async def bot_becomes(table: VirtualTable, old: ChatMemberUnion, new: ChatMemberUnion) -> None:
    update = ChatMemberUpdated(
        chat=Chat(id=table.group, type="supergroup", title="Двор"),
        from_user=User(id=2, is_bot=False, first_name="x"),
        date=EPOCH,
        old_chat_member=old,
        new_chat_member=new,
    )
    await with_parts(membership.bot_in_group, table.host)(update)


BOT = User(id=1, is_bot=True, first_name="Омерта")
HERE, AWAY = ChatMemberMember(user=BOT), ChatMemberLeft(user=BOT)
SILENCED = ChatMemberRestricted.model_validate(
    PERMISSIONS | {"user": BOT, "is_member": True, "until_date": EPOCH, "can_send_messages": False}
)


@pytest.mark.parametrize("text", REFUSALS)
async def test_the_game_stands_its_people_are_told_and_it_goes_on_by_itself(text: str) -> None:
    async with at_table() as table:
        telegram, live = refusing(table.house), live_of(table)
        telegram.close(table.group, bad_request(text))
        await passes(10 * MINUTE, table)
        number, speaker = live.table.number, live.table.speaker
        assert live.table.paused
        assert all(len(told) == 1 for told in private_words(table, "«Двор»")), "once"
        assert "писать" in private_words(table, "«Двор»")[0][0]
        refused = len(telegram.refused)
        await passes(20 * MINUTE, table)
        assert live.table.number == number, "the same step"
        assert 3 <= len(telegram.refused) - refused <= 5, "asked every five minutes by then"
        sent = len(telegram.texts(table.group))
        telegram.open(table.group)
        await passes(5 * MINUTE + 20_000, table)
        assert not live.table.paused
        assert not noted(table)
        stage, *later = telegram.texts(table.group)[sent:]
        assert f"№ {speaker}" in stage, "what could not be said comes first"
        assert any("Играем дальше" in words for words in later)
        assert not any("Пауза" in words for words in later), "nobody needs to hear of it now"
        assert not live.lobby.absent


async def test_a_group_that_closes_in_mid_speech_gives_back_the_rest_of_the_minute() -> None:
    async with at_table(ruleset="phystech", nominates=0) as table:
        telegram, live = refusing(table.house), live_of(table)
        await passes(20_000, table)
        speaker, number = live.table.speaker, live.table.number
        telegram.close(table.group, CLOSED)
        await passes(10 * MINUTE, table)
        assert live.table.paused, "the edit that announces the last ten seconds was refused"
        assert (live.table.speaker, live.table.number) == (speaker, number)
        left = left_ms(table)
        assert 8_000 < left < 12_000
        telegram.open(table.group)
        while live.table.paused:
            await passes(1_000, table)
        assert left_ms(table) > left - 2_000


async def test_nobody_loses_a_turn_or_a_second_of_it() -> None:
    calm = VirtualTable("fiim-2025", 10, 3, House(Refusing))
    await calm.play()
    await calm.close()
    async with at_table() as table:
        telegram = refusing(table.house)
        for _ in range(3):
            telegram.close(table.group, CLOSED)
            await passes(7 * MINUTE, table)
            telegram.open(table.group)
            await passes(6 * MINUTE, table)
        await table.house.go_on([table])
        played = [line for line in table.journal() if "Paused" not in line and "Resumed" not in line]
        assert len(table.journal()) == len(played) + 6
        assert played == calm.journal()
        assert table.shortest_speech() >= MINUTE
        assert not any("👋" in text for texts in private_words(table, "👋") for text in texts)
        ends = [text for text in telegram.texts(table.group) if "🏁" in text]
        assert len(ends) == 1


async def test_a_restart_in_between_tells_nobody_again_and_the_game_goes_on() -> None:
    async with at_table() as table:
        telegram = refusing(table.house)
        telegram.close(table.group, CLOSED)
        await passes(5 * MINUTE, table)
        await table.house.restart()
        live = await table.found_again()
        await passes(10 * MINUTE, table)
        assert live.table.paused
        assert all(len(told) == 1 for told in private_words(table, "«Двор»"))
        telegram.open(table.group)
        await passes(6 * MINUTE, table)
        assert not live.table.paused
        assert not noted(table)


async def test_a_group_that_was_opened_while_the_host_was_down_goes_on() -> None:
    async with at_table() as table:
        telegram = refusing(table.house)
        telegram.close(table.group, CLOSED)
        await passes(5 * MINUTE, table)
        assert live_of(table).table.paused
        telegram.open(table.group)
        await table.house.restart()
        live = await table.found_again()
        await passes(30_000, table)
        assert not live.table.paused
        assert not noted(table)


async def test_what_was_delivered_a_moment_before_the_end_of_the_program_does_not_leave_the_game_standing() -> (
    None
):
    """Everything is delivered, but the game was not yet resumed: nothing is left that could be refused."""
    async with at_table() as table:
        telegram = refusing(table.house)
        telegram.close(table.group, CLOSED)
        await passes(5 * MINUTE, table)
        assert live_of(table).table.paused
        await table.house.close()
        await table.store.commit(UnitOfWork().drop_rows_of(chat=table.group))
        telegram.open(table.group)
        table.house.host = table.house._wired()
        await table.house.open()
        live = await table.found_again()
        await passes(30_000, table)
        assert not live.table.paused
        assert not noted(table)


async def test_a_closed_topic_does_not_hold_up_the_table_in_another() -> None:
    house = House(Refusing)
    await house.open()
    shut, free = (VirtualTable("fiim-2025", 10, seed, house, seed) for seed in (1, 2))
    shut.thread, free.thread, free.group = 11, 12, shut.group
    for table in (shut, free):
        await table.begin()
    await passes(2 * MINUTE, shut, free)
    refusing(house).close(shut.group, bad_request("TOPIC_CLOSED"), thread=11)
    number = live_of(free).table.number
    await passes(10 * MINUTE, shut, free)
    assert live_of(shut).table.paused
    assert not live_of(free).table.paused
    assert live_of(free).table.number >= number + 8, "a minute each"
    assert all(len(told) == 1 and "тем" in told[0] for told in private_words(shut, "«Двор»"))
    assert not any(private_words(free, "«Двор»"))
    refusing(house).open(shut.group, thread=11)
    await passes(6 * MINUTE, shut, free)
    assert not live_of(shut).table.paused
    injected("topic closed", len(refusing(house).refused))
    await house.close()


async def test_one_closed_group_costs_another_nothing() -> None:
    async def evening(*, closes: bool) -> list[int]:
        house = House(Refusing)
        await house.open()
        tables = [VirtualTable("fiim-2025", 10, seed, house, seed) for seed in (1, 2)]
        for table in tables:
            await table.begin()
        await passes(2 * MINUTE, *tables)
        if closes:
            refusing(house).close(tables[0].group, CLOSED)
        await passes(10 * MINUTE, *tables)
        assert live_of(tables[0]).table.paused is closes
        times = [call.at for call in house.telegram.calls if call.counted and call.chat == tables[1].group]
        await house.close()
        return times

    shut, open_ = await evening(closes=True), await evening(closes=False)
    assert len(shut) == len(open_)
    # All chats share the bot's calls of a second, so a call may be some milliseconds earlier or later.
    assert max(abs(one - other) for one, other in zip(shut, open_, strict=True)) < 50


async def test_a_pause_that_people_wanted_stays_theirs() -> None:
    async with at_table() as table:
        telegram, live = refusing(table.house), live_of(table)
        telegram.close(table.group, CLOSED)
        await table.host.submissions.submit(live.id, Command(JUDGE, Verb.PAUSE), "wanted")
        await passes(5 * MINUTE, table)
        assert all(len(told) == 1 for told in private_words(table, "«Двор»"))
        telegram.open(table.group)
        await passes(6 * MINUTE, table)
        assert live.table.paused
        assert "Пауза" in telegram.texts(table.group)[-1], "with its buttons"


async def test_who_lets_the_game_go_on_is_not_overruled() -> None:
    async with at_table() as table:
        telegram, live = refusing(table.house), live_of(table)
        telegram.close(table.group, CLOSED)
        await passes(3 * MINUTE, table)
        number = live.table.number
        await table.host.submissions.submit(live.id, Command(JUDGE, Verb.RESUME), "judge")
        await passes(10 * MINUTE, table)
        assert not live.table.paused
        assert live.table.number == number, "its prompt is still owed: no time passes"
        await table.host.submissions.submit(live.id, Command(JUDGE, Verb.PAUSE), "judge again")
        telegram.open(table.group)
        await passes(6 * MINUTE, table)
        assert live.table.paused, "somebody's own wish by now"


async def test_the_right_to_write_is_tried_as_soon_as_the_bot_hears_of_it() -> None:
    async with at_table() as table:
        telegram, live = refusing(table.house), live_of(table)
        telegram.close(table.group, CLOSED)
        await passes(20 * MINUTE, table)
        assert live.table.paused
        telegram.open(table.group)
        await bot_becomes(table, SILENCED, HERE)
        await passes(5_000, table)
        assert not live.table.paused


@pytest.mark.parametrize("tells_first", [True, False])
async def test_a_bot_that_is_thrown_out_and_comes_back_owes_its_prompt(*, tells_first: bool) -> None:
    """Whether Telegram's update of it comes first, or the refusal of a message."""
    async with at_table() as table:
        telegram, live = refusing(table.house), live_of(table)
        telegram.close(table.group, KICKED)
        if tells_first:
            await bot_becomes(table, HERE, AWAY)
        await passes(5 * MINUTE, table)
        if not tells_first:
            await bot_becomes(table, HERE, AWAY)
        assert live.table.paused
        assert all(len(told) == 1 and "добавьте" in told[0].lower() for told in private_words(table, "«Двор»"))
        number, speaker, sent = live.table.number, live.table.speaker, len(telegram.texts(table.group))
        telegram.open(table.group)
        await bot_becomes(table, AWAY, HERE)
        await passes(5_000, table)
        assert not live.table.paused
        assert live.table.number == number
        said = telegram.texts(table.group)[sent:]
        assert tells_first or any(f"№ {speaker}" in text for text in said), "whose minute it is"
        assert any("Играем дальше" in text for text in said)
        assert not noted(table)


async def test_the_bot_comes_back_after_a_restart() -> None:
    async with at_table() as table:
        telegram = refusing(table.house)
        telegram.close(table.group, KICKED)
        await bot_becomes(table, HERE, AWAY)
        await passes(MINUTE, table)
        await table.house.restart()
        live = await table.found_again()
        await passes(MINUTE, table)
        assert live.table.paused
        telegram.open(table.group)
        await bot_becomes(table, AWAY, HERE)
        await passes(30_000, table)
        assert not live.table.paused
        assert all(len(told) == 1 for told in private_words(table, "«Двор»"))


async def test_a_closed_group_that_becomes_a_supergroup_goes_on_there() -> None:
    async with at_table() as table:
        telegram, live, new = refusing(table.house), live_of(table), -1009_999_999_999
        telegram.close(table.group, CLOSED)
        await passes(5 * MINUTE, table)
        assert live.table.paused
        telegram.close(table.group, lambda method: TelegramMigrateToChat(method, "upgraded", new))
        await passes(6 * MINUTE, table)
        assert live.lobby.chat_id == new
        assert not live.table.paused
        assert not noted(table)


async def test_a_topic_that_is_deleted_ends_its_game_and_frees_its_people() -> None:
    async with at_table(thread=11) as table:
        telegram = refusing(table.house)
        telegram.close(table.group, bad_request("message thread not found"), thread=11)
        await passes(20 * MINUTE, table)
        people = range(table.first_person, table.first_person + table.size)
        assert not any([await table.host.games.tables_of(person) for person in people])
        assert all(len(told) == 1 for told in private_words(table, "удалена"))
        assert all(len(told) == 1 for told in private_words(table, "Темы с игрой"))
        assert not table.host.outbox.waiting
        assert not noted(table)


DELETED = forbidden("the group chat was deleted")
DAY = 24 * 60 * MINUTE


@pytest.mark.parametrize(
    ("why", "stands_ms", "ends_ms"),
    [
        (DELETED, 0, MINUTE),
        (bad_request("chat not found"), 5 * MINUTE, 20 * MINUTE),
        (KICKED, DAY - 2 * 60 * MINUTE, DAY + 2 * 60 * MINUTE),
    ],
    ids=["deleted", "not found", "thrown out"],
)
async def test_a_group_that_is_no_more_ends_its_game_with_a_word_in_private(
    why: Why, stands_ms: int, ends_ms: int
) -> None:
    async with at_table() as table:
        telegram, live = refusing(table.house), live_of(table)
        telegram.close(table.group, why)
        if stands_ms:
            await passes(stands_ms, table)
            assert live.table.paused, "nobody plays on unseen"
            assert all(len(told) == 1 for told in private_words(table, "«Двор»"))
        await passes(ends_ms - stands_ms, table)
        people = range(table.first_person, table.first_person + table.size)
        assert not any([await table.host.games.tables_of(person) for person in people])
        assert all(len(told) == 1 for told in private_words(table, "стол закрыт, результата нет. Можно"))
        assert not table.host.outbox.waiting
        assert not noted(table)


@pytest.mark.parametrize("why", [DELETED, KICKED], ids=["deleted", "thrown out"])
async def test_so_does_one_of_which_telegram_tells_first(why: Why) -> None:
    async with at_table() as table:
        refusing(table.house).close(table.group, why)
        await bot_becomes(table, HERE, AWAY)
        await passes(MINUTE, table)
        assert live_of(table).table.paused
        await passes(DAY + 2 * 60 * MINUTE, table)
        assert all(len(told) == 1 for told in private_words(table, "стол закрыт, результата нет. Можно"))
        assert not table.host.outbox.waiting


async def test_answers_nobody_waits_for_any_more_are_not_sent_when_the_group_opens() -> None:
    async with at_table() as table:
        telegram, host = refusing(table.house), table.host
        telegram.close(table.group, CLOSED)
        for _ in range(30):
            await host.replies.tell(host.replies.text(table.group, "help-group"))
        await passes(15 * MINUTE, table)
        assert live_of(table).table.paused
        await host.replies.tell(host.replies.text(table.group, "no-table"))
        telegram.open(table.group)
        before = len(telegram.texts(table.group))
        await passes(6 * MINUTE, table)
        said = telegram.texts(table.group)[before:]
        assert not any("Как играть" in text for text in said)
        assert sum(host.words.say("ru", "no-table") in text for text in said) == 1
