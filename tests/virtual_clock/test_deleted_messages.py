"""People delete messages of the bot, unpin the table, or Telegram refuses an edit: whoever has to act can
still act, and the next message says what was lost.

Telegram tells a bot nothing about deletions: they are noticed at the next edit, or when somebody asks.
"""

from functools import partial
from weakref import WeakKeyDictionary

import pytest

from bot.games.vote_announcement import ANNOUNCED_S
from engine.commands import CLOCK, Command, Verb
from engine.events import StepName
from tests.kits.virtual_clock.chats import Chats, Shown
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.virtual_clock.test_night_and_death import night_passes, red, until
from tests.virtual_clock.test_offences import GROUP, Room, room
from tests.virtual_clock.test_slow_games import SLOW_BOX, in_seconds

TABLE, MINUTE, BALLOT, TALK = "🎩", "ваша минута", "🗳", "обсуждает"
deletable_room = partial(room, telegram=Chats)


def chats(at: Room) -> Chats:
    assert isinstance(at.house.telegram, Chats)
    return at.house.telegram


async def waits(at: Room, seconds: float) -> None:
    await at.house.clock.on_to(at.house.clock.now() + round(seconds * 1000))


def standing(at: Room, chat: int, sign: str = "") -> list[Shown]:
    return [one for one in chats(at).of(chat) if one.stands and sign in one.now.text]


def newest(at: Room, chat: int, sign: str = "") -> Shown:
    return standing(at, chat, sign)[-1]


def labels(message: Shown) -> list[str]:
    return [key.label for key in message.now.keys]


async def deleted(at: Room, chat: int, sign: str) -> Shown:
    """Lets somebody delete the newest of these messages; returns it."""
    await waits(at, 2)
    message = newest(at, chat, sign)
    chats(at).delete(message)
    return message


PEOPLE: WeakKeyDictionary[House, People] = WeakKeyDictionary()


def people_of(at: Room) -> People:
    return PEOPLE.setdefault(at.house, People(at.house))


async def taps(at: Room, seat: int, message: Shown, sign: str, times: int = 1) -> None:
    """Lets a person tap the only key with this sign; nominations need it twice."""
    (data,) = [key.data for key in message.now.keys if key.label.startswith(sign)]
    people = people_of(at)
    for _ in range(times):
        await people.bring(people.tap(at.live.person_on(seat), data, message.id, min(0, message.chat)))
    assert people.troubles == []
    await at.delivered()


async def says(at: Room, person: int, text: str, chat: int = 0) -> None:
    people = people_of(at)
    await people.say(person, text, chat)
    assert people.troubles == []
    await at.delivered()


def sends_to(at: Room, chat: int, since: int) -> int:
    return sum(message.called_at >= since for message in chats(at).of(chat))


# --- the message of the running step -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "sign", "key"),
    [("fiim-2025", MINUTE, "Пас"), ("city", MINUTE, "Отозвать"), ("box", TALK, "Готово")],
)
async def test_the_message_of_a_step_comes_back_with_the_next_act_and_its_keys_work(
    ruleset: str, sign: str, key: str
) -> None:
    async with deletable_room(ruleset=ruleset) as at:
        await deleted(at, GROUP, sign)
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await waits(at, 10)
        (back,) = standing(at, GROUP, sign)
        assert f"выставляет: № 5 {at.live.lobby.names[4]}" in back.now.text
        version = at.live.version
        await taps(at, 1, back, key)
        assert at.live.version > version


async def test_what_was_lost_with_it_is_said_again() -> None:
    """The news of the morning stand in the message of the step that follows it."""
    async with deletable_room() as at:
        victim = red(at)
        await night_passes(at, victim)
        assert at.live.table.step is StepName.BEST_MOVE
        gone = await deleted(at, GROUP, f"убит игрок № {victim}")
        await at.do(Command(CLOCK, Verb.EXPIRE))
        await waits(at, 5)
        (told,) = standing(at, GROUP, f"убит игрок № {victim}")
        assert told.now.text.startswith(gone.now.text.split("\n\n")[0])
        assert "без лучшего хода" in told.now.text
        assert told.now.keys == ()


async def test_a_speaker_without_a_message_has_it_again_in_the_last_ten_seconds() -> None:
    async with deletable_room(ruleset="phystech") as at:
        await deleted(at, GROUP, MINUTE)
        await waits(at, 52)
        assert at.live.table.speaker == 1
        (back,) = standing(at, GROUP, MINUTE)
        assert "Осталось 10 секунд" in back.now.text
        await taps(at, 1, back, "Пас")
        assert at.live.table.speaker == 2


async def in_ballot(at: Room) -> None:
    for speaker, target in ((1, 5), (2, 6)):
        await at.do(Command(speaker, Verb.NOMINATE, (target,)))
        await at.do(Command(CLOCK, Verb.EXPIRE))
    await until(at, StepName.BALLOT)


@pytest.mark.parametrize("voted", [False, True])
async def test_the_voters_have_their_keys_again_in_the_second_half_of_the_ballot(*, voted: bool) -> None:
    async with deletable_room(ruleset="box") as at:
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await at.do(Command(2, Verb.NOMINATE, (6,)))
        await at.do(Command(CLOCK, Verb.EXPIRE))
        await waits(at, ANNOUNCED_S + 3)
        assert at.live.table.step is StepName.BALLOT
        if voted:
            await at.do(Command(3, Verb.VOTE, (5,)))
        await deleted(at, GROUP, BALLOT)
        clock = at.live.clock
        assert clock is not None
        await waits(at, clock.left(at.house.clock.now()) / 1000 - clock.left_ms / 3000)
        assert at.live.table.step is StepName.BALLOT
        (back,) = standing(at, GROUP, BALLOT)
        await taps(at, 4, back, "✊ 6")
        assert 4 not in at.live.awaited()


async def test_a_vote_opens_with_its_keys_though_its_announcement_was_deleted() -> None:
    async with deletable_room(ruleset="box") as at:
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await at.do(Command(CLOCK, Verb.EXPIRE))
        assert labels(newest(at, GROUP, BALLOT)) == []
        chats(at).delete(newest(at, GROUP, BALLOT))
        await waits(at, ANNOUNCED_S + 2)
        (opened,) = standing(at, GROUP, BALLOT)
        assert labels(opened)
        clock = at.live.clock
        assert clock is not None
        assert clock.runs_since is not None
        assert clock.runs_since >= opened.looks[0].at, "its time begins with the keys"


async def test_a_ballot_that_is_deleted_ends_with_its_result_and_what_had_been_voted() -> None:
    async with deletable_room() as at:
        await in_ballot(at)
        await at.do(Command(3, Verb.VOTE, (5,)))
        await deleted(at, GROUP, BALLOT)
        await until(at, StepName.NIGHT)
        (result,) = standing(at, GROUP, "Итог голосования")
        assert "№ 3" in result.now.text
        assert result.now.keys == ()


async def test_a_message_nobody_misses_is_not_sent_again() -> None:
    """A minute in which nothing was done leaves nothing to say."""
    async with deletable_room() as at:
        await until(at, StepName.SPEECH)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        gone = await deleted(at, GROUP, "№ 2")
        before = at.house.clock.now()
        await at.do(Command(2, Verb.PASS))
        await waits(at, 5)
        assert sends_to(at, GROUP, before) == 1, "the next minute"
        assert not standing(at, GROUP, gone.now.text.splitlines()[0])


async def test_who_is_awaited_and_writes_to_the_bot_brings_the_message_of_the_group_back() -> None:
    async with deletable_room(ruleset="box") as at:
        await waits(at, 20)
        await deleted(at, GROUP, TALK)
        await says(at, at.seat_two, "где кнопки?")
        await waits(at, 6)
        (back,) = standing(at, GROUP, TALK)
        await taps(at, 2, back, "☝️ 5", times=2)
        assert at.live.table.nominations == ((2, 5),)


@pytest.mark.parametrize("gone", [False, True])
async def test_what_was_done_in_the_step_in_which_a_game_is_stopped_is_told(*, gone: bool) -> None:
    async with deletable_room() as at:
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await waits(at, 10)
        if gone:
            await deleted(at, GROUP, MINUTE)
        await at.house.host.stop_game.stop(at.live.id, "stop")
        await waits(at, 10)
        (told,) = standing(at, GROUP, "выставляет")
        assert "День 1" in told.now.text
        assert "остановлена" in told.now.text
        assert told.now.keys == ()


async def test_in_a_game_over_days_a_reminder_finds_out() -> None:
    """Groups may have all messages deleted after a day."""
    house = House(Chats)
    table = VirtualTable("box", 9, 1, house)
    table.house_rules = in_seconds(SLOW_BOX)
    await house.open()
    await table.begin()
    assert table.live is not None
    at, limit = Room(house, table.live), house.clock.now() + 100 * 3_600_000
    while at.live.table.step is not StepName.DISCUSSION:
        assert await house.clock.step(limit)
    await waits(at, 3_600)
    (old,) = standing(at, table.group, TALK)
    chats(at).delete(old)
    await waits(at, 12 * 3_600)
    assert at.live.table.step is StepName.DISCUSSION
    (back,) = standing(at, table.group, TALK)
    assert labels(back)
    await house.close()


# --- what Telegram says ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "message to edit not found",
        "MESSAGE_ID_INVALID",
        "message not found",
        "message can't be edited",
        "MESSAGE_EDIT_TIME_EXPIRED",
    ],
)
async def test_an_edit_that_is_refused_for_good_becomes_a_message(text: str) -> None:
    """Client.cpp (check_message), MessagesManager.cpp (edit_message_text) and codes of Telegram's own servers."""
    async with deletable_room() as at:
        await waits(at, 2)
        old = newest(at, GROUP, MINUTE)
        chats(at).edits_refused = text
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await waits(at, 10)
        chats(at).edits_refused = None
        back = newest(at, GROUP, MINUTE)
        assert back is not old
        assert "выставляет" in back.now.text
        await at.do(Command(1, Verb.PASS))
        await waits(at, 5)
        assert back.now.keys == ()
        assert "выставляет" in back.now.text
        if "edit" in text.lower() and "not found" not in text:
            assert not old.stands, "its keys would be refused"


async def test_a_last_edit_that_is_refused_becomes_a_message() -> None:
    async with deletable_room() as at:
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await waits(at, 10)
        chats(at).edits_refused = "message can't be edited"
        await at.do(Command(1, Verb.PASS))
        await waits(at, 5)
        (told,) = standing(at, GROUP, "выставляет")
        assert told.now.keys == ()


# --- bounded -----------------------------------------------------------------------------------------------------


async def test_a_message_that_is_deleted_again_and_again_does_not_come_back_for_ever() -> None:
    async with deletable_room(ruleset="box") as at:
        before = at.house.clock.now()
        for seat in range(1, 7):
            await deleted_if_there(at, TALK)
            await at.do(Command(seat, Verb.READY))
            await waits(at, 40)
        assert sends_to(at, GROUP, before) == 3
        await deleted_if_there(at, TALK)
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await waits(at, 10)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        await waits(at, 5)
        (told,) = standing(at, GROUP, "выставляет: № 5")
        assert "День 1" in told.now.text, "nothing public is lost all the same"


async def deleted_if_there(at: Room, sign: str) -> None:
    for message in standing(at, GROUP, sign):
        chats(at).delete(message)


async def test_that_a_message_is_gone_is_known_after_a_restart() -> None:
    async with deletable_room(ruleset="box") as at:
        for seat in range(1, 6):
            await deleted_if_there(at, TALK)
            await at.do(Command(seat, Verb.READY))
            await waits(at, 40)
        await deleted_if_there(at, TALK)
        await at.house.restart()
        live = await at.house.host.games.find(at.live.id)
        assert live is not None
        at.live = live
        before = at.house.clock.now()
        await at.do(Command(6, Verb.READY))
        await waits(at, 7)
        calls = [call for call in chats(at).calls if call.at >= before and call.chat == GROUP]
        assert calls == [], "neither sent nor looked for"
        await at.do(Command(6, Verb.NOMINATE, (5,)))
        await at.do(Command(CLOCK, Verb.EXPIRE))
        await waits(at, 5)
        (told,) = standing(at, GROUP, "выставляет: № 5")
        assert "День 1" in told.now.text
