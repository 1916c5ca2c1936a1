"""Mutes on the virtual clock: rate-limited, merged, without delay for the game, and removed without a trace."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import pytest
from aiogram.methods import GetChatMember, RestrictChatMember, SendMessage, SetChatPermissions, TelegramMethod
from aiogram.types import Chat, ChatMemberUpdated, Message, User
from sqlalchemy import select

from bot.storage.schema import mutes
from bot.telegram.restrictions.member_api import EVERYBODY
from bot.telegram.restrictions.member_permissions import NAMES, SENDING
from bot.telegram.restrictions.wanted_restrictions import WantedRestriction
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from handlers import membership
from handlers.messages import group_messages
from tests.faults.fault_log import injected
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.member_rights import MemberTelegram, State
from tests.kits.virtual_clock.table import House, VirtualTable, most_in
from tests.kits.virtual_clock.telegram import EPOCH

MINUTE = 60_000
SPEAKING = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)


def opened(ruleset: str = "fiim-2025", seed: int = 1, size: int = 10) -> tuple[VirtualTable, MemberTelegram]:
    house = House(MemberTelegram)
    telegram = house.telegram
    assert isinstance(telegram, MemberTelegram)
    return VirtualTable(ruleset, size, seed, house), telegram


async def until(table: VirtualTable, condition: Any, minutes: int = 60) -> None:
    limit = table.clock.now() + minutes * MINUTE
    while not condition():
        table.ask()
        assert await table.clock.step(limit), "it never came"


async def begun(table: VirtualTable) -> None:
    await table.house.open()
    await table.begin()


async def done(table: VirtualTable, deed: Coroutine[Any, Any, Any]) -> None:
    """Waits for this coroutine; the calls that it makes take time of this clock."""
    task = asyncio.ensure_future(deed)
    while not task.done():
        await table.clock.step(table.clock.now() + 1_000)
    task.result()


async def settled(table: VirtualTable) -> None:
    """Waits until all mutes and unmutes are done, some seconds after the game because of the rate limit."""
    while table.host.muting.busy:
        assert await table.clock.step(table.clock.now() + 10 * MINUTE)


def people(table: VirtualTable) -> range:
    return range(table.first_person, table.first_person + table.size)


def in_speech(table: VirtualTable) -> bool:
    assert table.live is not None
    clock = table.live.clock
    return table.live.table.step is StepName.SPEECH and clock is not None and not clock.waits


@pytest.mark.parametrize("ruleset", ["fiim-2025", "box"])
async def test_restrictions_of_a_whole_game_are_spread_and_leave_no_trace(ruleset: str) -> None:
    table, telegram = opened(ruleset)
    await table.play()
    await settled(table)
    await table.close()
    times = [asked.at for asked in telegram.asked]
    assert len(times) > 20, "people were muted"
    assert most_in(times, 5_000) <= 4
    assert most_in(times, 60_000) <= 20
    assert {telegram.members.state(person) for person in people(table)} == {State()}


async def test_nobody_speaks_out_of_turn_for_long_and_every_speaker_can() -> None:
    """In every minute its speaker can write; a player who cannot be muted at once is muted soon."""
    table, telegram = opened()
    await begun(table)
    loose: Counter[int] = Counter()
    while not table.over:
        table.ask()
        before = table.clock.now()
        assert await table.clock.step(before + 60 * MINUTE)
        live = table.live
        assert live is not None
        if live.clock is None or live.clock.waits or live.table.step in (StepName.DEAL, StepName.OVER):
            continue
        for seat in range(1, table.size + 1):
            can = telegram.may_write(live.person_on(seat))
            if seat == live.table.speaker and live.table.step in SPEAKING and not live.table.silent:
                assert can, f"seat {seat} is to speak"
            elif can:
                loose[seat] += table.clock.now() - before
    assert max(loose.values(), default=0) <= 20_000, "all together, in a whole game"
    await table.close()


async def test_a_long_wait_before_an_unmute_costs_the_speaker_nothing() -> None:
    table, telegram = opened()
    await begun(table)
    await until(table, lambda: in_speech(table))
    live = table.live
    assert live is not None
    assert live.clock is not None
    second = live.table.number + 1
    waits = iter([35])

    def refuse(method: TelegramMethod[Any]) -> int:
        frees = isinstance(method, RestrictChatMember) and method.permissions.can_send_messages
        return next(waits, 0) if frees else 0

    telegram.refuse = refuse
    await until(table, lambda: live.table.number == second and live.clock is not None and not live.clock.waits)
    assert len(telegram.refused) == 1
    injected("unmute 429")
    speaker = live.person_on(live.table.speaker)
    assert telegram.may_write(speaker)
    began = table.clock.now()
    assert live.clock.left(began) >= 59_000, "the whole minute"
    await until(table, lambda: live.table.number > second)
    assert table.clock.now() - began >= 59_000
    told = [call.method.text for call in telegram.calls if isinstance(call.method, SendMessage)]
    assert sum("35 секунд" in text for text in told) == 1, "and the table is told why it waits"
    await table.close()


async def test_one_chat_that_must_wait_holds_up_no_other() -> None:
    house = House(MemberTelegram)
    telegram = house.telegram
    assert isinstance(telegram, MemberTelegram)
    await house.open()
    first, second = (VirtualTable("fiim-2025", 10, seed, house, seed) for seed in (1, 2))
    telegram.refuse = lambda method: (
        300 if isinstance(method, RestrictChatMember) and method.chat_id == first.group else 0
    )
    await first.begin()
    await second.begin()
    await until(second, lambda: second.live is not None and second.live.table.step is StepName.SPEECH)
    muted = [person for person in people(second) if not telegram.may_write(person)]
    assert len(muted) >= 8
    injected("restriction 429", len(telegram.refused))
    telegram.refuse = lambda _: 0
    await house.close()


async def told_to_wait_too_long(table: VirtualTable, telegram: MemberTelegram) -> None:
    """Begins a game and refuses a mute in the first speech with a wait of more than a minute."""
    await begun(table)
    await until(table, lambda: in_speech(table))
    telegram.refuse = lambda method: 70 if isinstance(method, RestrictChatMember) else 0
    await until(table, lambda: bool(telegram.refused))
    telegram.refuse = lambda _: 0
    await settled(table)


async def test_where_limits_are_tight_the_game_goes_on_without_mutes_and_says_so_once() -> None:
    table, telegram = opened()
    await told_to_wait_too_long(table, telegram)
    assert {telegram.members.state(person) for person in people(table)} == {State()}
    asked = len(telegram.asked)
    await table.house.go_on([table])
    await settled(table)
    assert len(telegram.asked) == asked, "nobody is muted for the rest of the game"
    told = [call.method.text for call in telegram.calls if isinstance(call.method, SendMessage)]
    assert sum("до конца игры бот никому не запрещает писать" in text for text in told) == 1
    injected("restriction 429", len(telegram.refused))
    await table.close()


async def test_a_restart_does_not_bring_mutes_back_that_were_given_up() -> None:
    table, telegram = opened()
    await told_to_wait_too_long(table, telegram)
    asked = len(telegram.asked)
    await table.house.restart()
    table.host = table.house.host
    live = await table.host.games.find(table.game_id)
    assert live is not None
    table.live = live
    await table.house.go_on([table])
    await settled(table)
    assert len(telegram.asked) == asked
    await table.close()


async def test_an_admins_restriction_comes_back_with_its_flags_and_its_end() -> None:
    table, telegram = opened()
    day = table.clock.now() // 1000 + 86_400
    text_only = tuple(name for name in NAMES if name not in {"can_send_photos", "can_change_info"})
    for_a_day, for_ever, silent, over_soon = people(table)[:4]
    telegram.members.states[for_a_day] = State("restricted", text_only, day)
    telegram.members.states[for_ever] = State("restricted", text_only)
    telegram.members.states[silent] = State(
        "restricted", tuple(name for name in NAMES if name not in SENDING), day
    )
    telegram.members.states[over_soon] = State("restricted", text_only, table.clock.now() // 1000 + 120)
    await table.play()
    await settled(table)
    await table.close()
    assert telegram.members.state(for_a_day) == State("restricted", text_only, day)
    assert telegram.members.state(for_ever) == State("restricted", text_only)
    assert telegram.members.state(silent).until_s == day
    assert telegram.members.state(over_soon) == State(), "it would have ended meanwhile"
    assert not [asked for asked in telegram.asked if asked.person == silent], "cannot write anyway"


def changed(table: VirtualTable, telegram: MemberTelegram, person: int, state: State) -> ChatMemberUpdated:
    """Changes a member as another admin than the bot; returns Telegram's update."""
    old = telegram.members.told(person)
    telegram.members.states[person] = state
    return ChatMemberUpdated(
        chat=Chat(id=table.group, type="supergroup", title="Двор"),
        from_user=User(id=2, is_bot=False, first_name="x"),
        date=EPOCH,
        old_chat_member=old,
        new_chat_member=telegram.members.told(person),
    )


async def test_what_an_admin_decides_in_mid_game_holds_after_it() -> None:
    """Above all a ban: to lift the mute of a banned member would let them in again."""
    table, telegram = opened()
    await begun(table)
    await until(table, lambda: in_speech(table))
    await settled(table)
    assert table.live is not None
    muted = [person for person in people(table) if not telegram.may_write(person)]
    banned, restricted, promoted = muted[:3]
    day = table.clock.now() // 1000 + 86_400
    text_only = ("can_send_messages", "can_invite_users")
    for person, state in (
        (banned, State("kicked")),
        (restricted, State("restricted", text_only, day)),
        (promoted, State("administrator")),
    ):
        await done(table, with_parts(membership.member, table.host)(changed(table, telegram, person, state)))
    await done(table, table.host.stop_game.stop(table.game_id, ""))
    await settled(table)
    assert telegram.members.states[banned] == State("kicked")
    assert telegram.members.states[promoted] == State("administrator")
    assert telegram.members.states[restricted] == State("restricted", text_only, day)
    injected("member changed by an admin", 3)
    await table.close()


async def test_who_was_banned_while_the_host_was_away_is_not_let_in_again() -> None:
    table, telegram = opened()
    await begun(table)
    await until(table, lambda: in_speech(table))
    await settled(table)
    muted = [person for person in people(table) if not telegram.may_write(person)]
    await table.house.close()
    telegram.members.states[muted[0]] = State("kicked")
    telegram.members.states[muted[1]] = State(
        "restricted", ("can_send_messages",), table.clock.now() // 1000 + 86_400
    )
    held = telegram.members.states[muted[1]]
    table.house.host = table.house._wired()
    await table.house.open()
    table.host = table.house.host
    await done(table, table.host.stop_game.stop(table.game_id, ""))
    await settled(table)
    assert telegram.members.states[muted[0]] == State("kicked")
    assert telegram.members.states[muted[1]] == held
    assert telegram.members.state(muted[2]) == State()
    injected("member changed by an admin", 2)
    await table.close()


async def test_what_another_process_hears_of_a_member_is_looked_at_before_the_next_call() -> None:
    """Its update went to a process that does not mute: all that reaches this one is who was changed."""
    table, telegram = opened()
    await begun(table)
    await until(table, lambda: in_speech(table))
    await settled(table)
    banned = next(person for person in people(table) if not telegram.may_write(person))
    telegram.members.states[banned] = State("kicked")
    table.host.broadcast.receive(["member", table.group, banned])
    await done(table, table.host.stop_game.stop(table.game_id, ""))
    await settled(table)
    assert telegram.members.states[banned] == State("kicked")
    await table.close()


async def test_who_could_not_be_freed_is_forgotten_when_the_mute_has_ended_by_itself() -> None:
    table, telegram = opened()
    await begun(table)
    await until(table, lambda: in_speech(table))
    await settled(table)
    telegram.refuse = lambda method: (
        "not enough rights to restrict/unrestrict chat member" if isinstance(method, RestrictChatMember) else ""
    )
    await done(table, table.host.stop_game.stop(table.game_id, ""))
    await settled(table)
    assert table.store.now(select(mutes)), "still owed"
    await table.clock.on_to(table.clock.now() + 20 * MINUTE)
    await done(table, table.host.muting.tend())
    assert not table.store.now(select(mutes))
    assert {telegram.members.state(person) for person in people(table)} == {State()}
    await table.close()


async def test_who_cannot_be_unmuted_at_all_does_not_hold_up_the_table() -> None:
    table, telegram = opened()
    await begun(table)
    await until(table, lambda: in_speech(table))
    live = table.live
    assert live is not None
    number = live.table.number
    telegram.refuse = lambda method: (
        "not enough rights to restrict/unrestrict chat member" if isinstance(method, RestrictChatMember) else ""
    )
    await until(table, lambda: live.table.number == number + 2, minutes=4)
    # With the right back, everybody gets what they had, the game over or not.
    await table.host.stop_game.stop(table.game_id, "")
    await settled(table)
    telegram.refuse = lambda _: ""
    await table.host.group_rights.changed(table.group)
    await settled(table)
    assert {telegram.members.state(person) for person in people(table)} == {State()}
    await table.close()


async def test_a_mute_ends_by_itself_if_the_host_never_comes_back() -> None:
    table, telegram = opened()
    await begun(table)
    await until(table, lambda: in_speech(table))
    await table.house.close()
    await table.clock.on_to(table.clock.now() + 20 * MINUTE)
    assert {telegram.members.state(person) for person in people(table)} == {State()}


async def test_words_of_somebody_who_is_to_be_muted_vanish_and_are_no_offence() -> None:
    table, telegram = opened()
    await begun(table)
    live = table.live
    assert live is not None
    telegram.refuse = lambda method: 30 if isinstance(method, RestrictChatMember) else 0
    await until(table, lambda: live.table.step is not StepName.DEAL and bool(telegram.refused))
    version = live.version
    message = Message(
        message_id=9_001,
        date=EPOCH,
        chat=Chat(id=table.group, type="supergroup", title="Двор"),
        from_user=User(id=live.person_on(3), is_bot=False, first_name="x"),
        text="А я ещё не договорил",
    )
    await done(table, with_parts(group_messages.in_group, table.host)(message, "late"))
    assert [call.method for call in telegram.calls if getattr(call.method, "message_id", 0) == 9_001]
    assert live.version == version
    telegram.refuse = lambda _: 0
    await table.close()


@pytest.mark.parametrize("ruleset", ["fiim-2025", "box"])
async def test_a_chat_that_closes_at_night_opens_by_day_and_is_as_before_in_the_end(ruleset: str) -> None:
    table, telegram = opened(ruleset)
    own = telegram.chat_flags = {**telegram.chat_flags, "can_send_polls": False}
    await table.house.open()
    await table.host.groups.change(table.group, close_chat=True)
    await table.begin()
    while not table.over:
        table.ask()
        assert await table.clock.step(table.clock.now() + 60 * MINUTE)
        live = table.live
        assert live is not None
        running = live.clock is not None and not live.clock.waits
        if running and live.table.step in (*SPEAKING, StepName.DISCUSSION) and not live.table.silent:
            assert telegram.chat_flags == own, live.table.step
    await settled(table)
    await table.close()
    closings = [call for call in telegram.calls if isinstance(call.method, SetChatPermissions)]
    assert len(closings) >= 4
    assert telegram.chat_flags == own
    assert {telegram.members.state(person) for person in people(table)} == {State()}
    if ruleset == "box":
        nights = sum(not asked.can_write for asked in telegram.asked if asked.person == 0)
        alone = sum(1 for asked in telegram.asked if asked.person)
        assert alone <= nights + 2 * table.size, "only those who are out are muted one by one"


async def test_the_night_of_one_table_does_not_silence_the_speaker_of_another() -> None:
    table, telegram = opened()
    await table.house.open()
    await table.host.groups.change(table.group, close_chat=True)
    await table.begin()
    await until(table, lambda: in_speech(table))
    restrictions = table.host.muting.restrictions
    restrictions.want(table.group, "another", {EVERYBODY: WantedRestriction(table.clock.now() + MINUTE)})
    await settled(table)
    assert telegram.chat_flags["can_send_messages"], "somebody speaks here"
    await until(table, lambda: not telegram.chat_flags["can_send_messages"])
    restrictions.want(table.group, "another", {})
    await table.close()


async def test_a_closed_chat_is_opened_after_a_crash_unless_its_admins_have_changed_it() -> None:
    for admins_changed_it in (False, True):
        table, telegram = opened()
        own = dict(telegram.chat_flags)
        await table.house.open()
        await table.host.groups.change(table.group, close_chat=True)
        await table.begin()
        await until(table, lambda telegram=telegram: not telegram.chat_flags["can_send_messages"])
        await table.house.close()
        if admins_changed_it:
            telegram.chat_flags = {**own, "can_send_photos": False}
        expected = dict(telegram.chat_flags) if admins_changed_it else own
        table.house.host = table.host = table.house._wired()
        await table.house.open()
        await done(table, table.host.stop_game.stop(table.game_id, ""))
        await settled(table)
        assert telegram.chat_flags == expected
        await table.close()


async def test_a_pause_frees_those_who_play_and_the_next_step_mutes_them_again() -> None:
    table, telegram = opened()
    await begun(table)
    await until(table, lambda: in_speech(table))
    await settled(table)
    await table.host.submissions.submit(table.game_id, Command(JUDGE, Verb.PAUSE), "pause")
    await settled(table)
    assert all(telegram.may_write(person) for person in people(table))
    await table.host.submissions.submit(table.game_id, Command(JUDGE, Verb.RESUME), "resume")
    await settled(table)
    assert sum(telegram.may_write(person) for person in people(table)) == 1
    assert not [call for call in telegram.calls if isinstance(call.method, GetChatMember)][40:], (
        "asked once or twice"
    )
    await table.close()
