"""A person repeats the same action again and again: no stage of a game is delayed, the announcements are limited,
and the last one is true."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from aiogram.exceptions import TelegramForbiddenError, TelegramRetryAfter
from aiogram.methods import (
    EditMessageText,
    PinChatMessage,
    SendChatAction,
    SendMessage,
    TelegramMethod,
    UnpinChatMessage,
)
from aiogram.types import Update

from bot.core.pace import Pace
from bot.games.running_game import RunningGame
from bot.telegram.buttons.callback_data import LobbyTap, SeatTap
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.updates.flood_control import FloodControl
from engine.events import StepName
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House, VirtualTable, most_in
from tests.kits.virtual_clock.telegram import CountingTelegram
from tests.virtual_clock.test_floods import (
    GROUP,
    OUTSIDER,
    SAME_MS,
    SEED,
    Evening,
    assert_same,
    evening,
    undisturbed,
)

SEAT, TOPIC = 5, 7
BEGINS_MS, ROUNDS, GAP_MS = 25_000, 30, 1_000
"""In a speaker's minute: one round a second, by hand."""
MOST_SAID = 6
"""The most messages in the group that one person causes in that time."""

Flood = Callable[[Evening], list[Update]]


def live_of(one: Evening) -> RunningGame:
    assert one.table.live is not None
    return one.table.live


def holder(one: Evening) -> int:
    lobby = live_of(one).lobby
    return lobby.seating[SEAT - 1] or lobby.stood_in_for(SEAT)


def in_topic(people: People, text: str) -> Update:
    return people.message(OUTSIDER, GROUP, text=text, message_thread_id=TOPIC, is_topic_message=True)


def hands_over(one: Evening) -> list[Update]:
    person, game, people = holder(one), live_of(one).id, one.people
    return [
        people.message(person, GROUP, text="/leave"),
        people.tap(person, SeatTap(game=game, seat=SEAT, wish="leave").pack(), 1, GROUP),
        people.tap(person, SeatTap(game=game, seat=SEAT, wish="bot").pack(), 1, GROUP),
        people.tap(person, SeatTap(game=game, seat=SEAT, wish="back").pack(), 1),
    ]


def looks_for_somebody(one: Evening) -> list[Update]:
    return [one.people.message(holder(one), GROUP, text="/leave")]


def changes_their_mind(one: Evening) -> list[Update]:
    person, game, people = holder(one), live_of(one).id, one.people
    wishes = ("leave", "stay")
    return [
        people.message(person, GROUP, text="/leave"),
        *(people.tap(person, SeatTap(game=game, seat=SEAT, wish=wish).pack(), 1, GROUP) for wish in wishes),
    ]


def blocks(one: Evening) -> list[Update]:
    return [one.people.blocks(holder(one), blocked=True), one.people.blocks(holder(one), blocked=False)]


def leaves_the_group(one: Evening) -> list[Update]:
    return [one.people.goes(holder(one), GROUP, here=False), one.people.goes(holder(one), GROUP, here=True)]


def opens_tables_elsewhere(one: Evening) -> list[Update]:
    return [in_topic(one.people, "/newgame"), in_topic(one.people, "/cancel")]


async def flooded(one: Evening, flood: Flood) -> tuple[int, list[int]]:
    """Returns when the next speaker's time begins, and when the group was written to until then."""
    live, clock = live_of(one), one.table.clock
    admission = FloodControl(clock, Pace(1), one.people.intake.leave_out)
    began, step = clock.now(), live.table.number
    await clock.on_to(began + BEGINS_MS)
    before = len(one.table.telegram.calls)
    for number in range(1, ROUNDS + 1):
        for update in flood(one):
            if admission.enters(update):
                await one.people.bring(update)
                admission.leaves(update)
        await clock.on_to(max(clock.now(), began + BEGINS_MS + number * GAP_MS))
    await one.until(StepName.SPEECH, step + 1)
    assert live.clock is not None
    assert live.clock.runs_since is not None
    assert not one.people.troubles
    calls = one.table.telegram.calls[before:]
    said = [call.at for call in calls if call.chat == GROUP and isinstance(call.method, SendMessage)]
    return live.clock.runs_since - began, said


async def calm(known: list[tuple[int, list[int]]] = []) -> tuple[int, list[int]]:  # noqa: B006
    if not known:
        one = await evening()
        await one.until(StepName.SPEECH)
        known.append(await flooded(one, lambda _: []))
        await one.table.close()
    return known[0]


@pytest.mark.parametrize(
    "flood",
    [hands_over, looks_for_somebody, changes_their_mind, blocks, leaves_the_group, opens_tables_elsewhere],
)
async def test_what_somebody_does_again_and_again_holds_up_no_stage(flood: Flood) -> None:
    one = await evening()
    await one.until(StepName.SPEECH)
    after, said = await flooded(one, flood)
    expected, usual = await calm()
    assert abs(after - expected) <= SAME_MS
    assert len(said) - len(usual) <= MOST_SAID
    await one.table.close()


async def test_a_game_in_another_topic_holds_up_no_stage() -> None:
    """A person who leads a game there pauses and resumes it as often as they like."""
    one = await evening()
    other = VirtualTable("fiim-2025", 10, SEED + 1, one.table.house)
    other.first_person, other.thread = 2001, TOPIC
    await other.begin()
    await one.until(StepName.SPEECH)

    def pauses(one: Evening) -> list[Update]:
        def says(text: str) -> Update:
            return one.people.message(2001, GROUP, text=text, message_thread_id=TOPIC, is_topic_message=True)

        return [says("/pause"), says("/resume")]

    after, _ = await flooded(one, pauses)
    # Both games are in one chat, which takes a message a second: the end of the speech, then the next one.
    assert abs(after - (await calm())[0]) <= 1_000
    await one.table.close()


async def test_a_list_in_another_topic_that_changes_every_second_holds_up_no_stage() -> None:
    one = await evening()
    host = one.table.host
    await one.people.bring(in_topic(one.people, "/newgame"))
    lobby = await host.games.table_in(GROUP, TOPIC)
    assert lobby is not None
    await one.until(StepName.SPEECH)
    newcomers = range(3001, 3010)
    for person in newcomers:
        await host.people.change(person, reachable=True)

    def come_and_go(one: Evening) -> list[Update]:
        dance = [(person, wish) for wish in ("sit", "stand") for person in newcomers]
        person, wish = dance[one.table.clock.now() // GAP_MS % len(dance)]
        return [one.people.tap(person, LobbyTap(game=lobby.id, wish=wish).pack(), 1, GROUP)]

    before = len(one.table.telegram.calls)
    after, _ = await flooded(one, come_and_go)
    edits = [call for call in one.table.telegram.calls[before:] if isinstance(call.method, EditMessageText)]
    assert len([call for call in edits if call.chat == GROUP]) > 9
    assert abs(after - (await calm())[0]) <= SAME_MS
    await one.table.close()


# --- what is said in the end -------------------------------------------------------------------------------------


def texts(one: Evening) -> list[str]:
    calls = [call.method for call in one.table.telegram.calls if call.chat == GROUP]
    return [method.text for method in calls if isinstance(method, SendMessage)]


def said_of_seat(one: Evening, key: str) -> str:
    live, words = live_of(one), one.table.host.words
    return words.say("ru", key, seat=SEAT, name=live.lobby.names[SEAT - 1].removeprefix("🤖 "))


async def test_the_last_word_about_a_seat_that_changes_hands_is_so() -> None:
    one = await evening()
    await one.until(StepName.SPEECH)
    name = live_of(one).lobby.names[SEAT - 1]
    await flooded(one, hands_over)
    await one.table.clock.on_to(one.table.clock.now() + 120_000)
    words = one.table.host.words
    sayings = {str(words.say("ru", key, seat=SEAT, name=name)): key for key in ("seat-given", "seat-taken")}
    sayings[words.say("ru", "seat-taken", seat=SEAT, name=f"p{holder(one)}")] = "seat-taken"
    last = next(sayings[text] for text in reversed(texts(one)) if text in sayings)
    assert last == ("seat-taken" if live_of(one).lobby.seating[SEAT - 1] else "seat-given")
    await one.table.close()


async def test_whoever_goes_and_comes_and_goes_is_missed_once_and_replaced_in_the_end() -> None:
    one = await evening()
    await one.until(StepName.SPEECH)
    away = said_of_seat(one, "left-group")
    replaced = said_of_seat(one, "absent-replaced")
    await flooded(one, leaves_the_group)
    await one.people.bring(one.people.goes(holder(one), GROUP, here=False))
    await one.table.clock.on_to(one.table.clock.now() + 180_000)
    said = texts(one)
    assert 1 <= said.count(away) <= 2
    assert said.count(replaced) == 1
    assert said.index(away) < said.index(replaced)
    await one.table.close()


# --- pins --------------------------------------------------------------------------------------------------------


class PinsLater(CountingTelegram):
    """A Telegram that refuses pins after a few in a row; everything else is accepted."""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if isinstance(method, PinChatMessage | UnpinChatMessage) and self._clock.now() < self.until:
            raise TelegramRetryAfter(method, "Too Many Requests: retry after 90", 90)
        return await super().__call__(method, request_timeout)

    until = 600_000


async def test_a_wait_for_pins_holds_up_no_stage() -> None:
    table = VirtualTable("fiim-2025", 10, SEED, House(PinsLater))
    PinsLater.until = table.clock.now() + 60_000
    await table.house.open()
    await table.begin()
    one = Evening(table, People(table.house))
    for step in (StepName.DEAL, StepName.MEET, StepName.SPEECH):
        await one.until(step)
    await one.until(StepName.SPEECH, live_of(one).table.number + 1)
    assert_same(await undisturbed(), one.opened)
    pins = [call for call in table.telegram.calls if isinstance(call.method, PinChatMessage)]
    assert len(pins) == 1, "it is pinned as soon as that may be"
    await table.close()


# --- what is owed, and what is asked of Telegram ----------------------------------------------------------------


async def test_tables_that_are_opened_and_closed_leave_no_queue_behind() -> None:
    house = House()
    await house.open()
    people = People(house)
    await people.say(OUTSIDER, "/start")
    for _ in range(120):
        for text in ("/newgame", "/cancel"):
            await people.say(OUTSIDER, text, GROUP)
        await house.clock.on_to(house.clock.now() + 1_000)
    assert house.host.outbox.waiting <= 20
    await house.clock.on_to(house.clock.now() + 180_000)
    assert house.host.outbox.waiting == 0
    pinned = Counter(type(call.method) for call in house.telegram.calls)
    assert pinned[PinChatMessage] == pinned[UnpinChatMessage] <= 8
    assert not people.troubles
    await house.close()


async def test_a_table_that_cannot_begin_asks_telegram_about_its_guests_within_a_measure() -> None:
    house = House(BlockedBy)
    await house.open()
    people, host = People(house), house.host
    guests = range(1, 11)
    for person in guests:
        await people.say(person, "/start")
    await people.say(1, "/newgame", GROUP)
    (live,) = await host.games.tables_in_group(GROUP)
    for person in guests[1:]:
        await people.bring(people.tap(person, LobbyTap(game=live.id, wish="sit").pack(), 1, GROUP))
    before, began = len(house.telegram.calls), house.clock.now()
    while house.clock.now() < began + 20_000:
        await people.bring(people.tap(1, LobbyTap(game=live.id, wish="start").pack(), 1, GROUP))
        await host.people.change(guests[-1], reachable=True)
        await house.clock.on_to(house.clock.now() + 250)
    asked = sum(isinstance(call.method, SendChatAction) for call in house.telegram.calls[before:])
    assert 10 <= asked <= 7 * len(guests), "twice at once, then every five seconds"
    await house.close()


class BlockedBy(CountingTelegram):
    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        answer = await super().__call__(method, request_timeout)
        if isinstance(method, SendChatAction) and method.chat_id == 10:
            raise TelegramForbiddenError(method, "Forbidden: bot was blocked by the user")
        return answer


# --- in the name of a channel ------------------------------------------------------------------------------------

CHANNELS, ADMINS = 136817688, 1087968824


def in_the_name_of(people: People, chat: int, account: int, text: str) -> Update:
    writer = {"id": account, "is_bot": True, "first_name": "x"}
    kind = {"id": chat, "type": "supergroup" if chat == GROUP else "channel", "title": "x"}
    return people.message(account, GROUP, text=text, **{"from": writer, "sender_chat": kind})


async def test_whoever_writes_as_a_channel_silences_no_hidden_admin_and_is_not_told_off_before_all() -> None:
    one = await evening()
    await one.until(StepName.SPEECH)
    clock, words = one.table.clock, one.table.host.words
    asked = ("/help", "/rules", "/verify", "/lang", "/rules fiim", "/top", "/privacy")
    for minute in range(3):
        for number, text in enumerate(asked):
            channel = -1009_000_000_000 - number % 2
            await one.people.bring(in_the_name_of(one.people, channel, CHANNELS, text))
            await clock.on_to(clock.now() + 6_000)
        before = len(texts(one))
        await one.people.bring(in_the_name_of(one.people, GROUP, ADMINS, "/settings"))
        await clock.on_to(clock.now() + 40_000)
        assert any(words.say("ru", "settings-door") in text for text in texts(one)[before:]), minute
    assert words.say("ru", "too-fast") not in texts(one)
    sent = [
        call.at for call in one.table.telegram.calls if call.chat == GROUP and isinstance(call.method, SendMessage)
    ]
    assert most_in(sent, 60_000) <= Limits().group_a_minute
    assert not one.people.troubles
    await one.table.close()
