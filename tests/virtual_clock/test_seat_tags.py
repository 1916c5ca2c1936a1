"""Seat numbers as member tags, against the sandbox's members on the virtual clock: whatever Telegram answers, the
former tag is restored."""

import random
from collections import Counter
from typing import Any

import pytest
from aiogram.methods import GetChatMember, SetChatMemberTag, TelegramMethod
from sqlalchemy import select

from bot.storage.schema import notes
from tests.faults.fault_log import injected
from tests.kits.handler_calls import jobs_of
from tests.kits.virtual_clock.sandbox_members import StageTelegram
from tests.kits.virtual_clock.table import House, VirtualTable

RIGHTS = ("can_restrict_members", "can_delete_messages", "can_pin_messages")
TAGS = (*RIGHTS, "can_manage_tags")
MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
BEFORE = {1: "капитан", 4: "новичок"}
"""Tags before the game, by place at the table."""


class Yard:
    """A group with a table in it."""

    def __init__(self, house: House, number: int = 1) -> None:
        self.house = house
        self.table = VirtualTable("fiim-2025", 10, number, house, number)
        self.table.house_rules = {"deal": "86000"}
        self.table.rights = TAGS
        self.people = range(self.table.first_person, self.table.first_person + 10)
        self.before = {self.people[place]: tag for place, tag in BEFORE.items()}
        self.telegram.add_group(self.table.group, self.people, self.before)

    @property
    def telegram(self) -> StageTelegram:
        assert isinstance(self.house.telegram, StageTelegram)
        return self.house.telegram

    @property
    def tags(self) -> dict[int, str]:
        return self.telegram.tags(self.table.group)

    @property
    def numbers(self) -> dict[int, str]:
        live = self.table.live
        assert live is not None
        return {person: f"№ {seat}" for seat, person in enumerate(live.lobby.seating, start=1) if person}

    async def may(self, rights: tuple[str, ...], *, heard: bool = True) -> None:
        """Gives the bot these rights. `heard` false: the host is not notified."""
        known = tuple(right for right in rights if right in ("can_manage_tags", "can_restrict_members"))
        self.telegram.promote_bot(self.table.group, known)
        if heard:
            await self.house.host.groups.change(self.table.group, rights=rights)
            await self.house.host.group_rights.changed(self.table.group)

    async def stop(self) -> None:
        await self.house.host.stop_game.stop(self.table.game_id, "")

    async def pass_time(self, ms: int) -> None:
        """Lets time pass, with the job of every minute."""
        until = self.house.clock.now() + ms
        while self.house.clock.now() < until:
            await self.house.clock.on_to(min(until, self.house.clock.now() + MINUTE_MS))
            await self._chore()

    async def _chore(self) -> None:
        scheduled_jobs = jobs_of(self.house.host, self.house.store)
        for chore in scheduled_jobs._all():
            if chore.name == "tags":
                await chore.do()

    async def settle(self) -> None:
        for _ in range(10_000):
            if not self.house.host.tags.busy:
                return
            await self.house.clock.step(self.house.clock.now() + HOUR_MS)
        raise AssertionError("it never comes to rest")

    def stored(self) -> list[Any]:
        return list(self.house.store.now(select(notes).where(notes.c.key.startswith("tag:"))))


async def yard() -> Yard:
    house = House(StageTelegram)
    await house.open()
    made = Yard(house)
    await made.table.begin()
    await made.settle()
    assert made.tags == made.numbers
    return made


async def test_what_stood_there_before_comes_back() -> None:
    there = await yard()
    await there.stop()
    await there.settle()
    assert there.tags == there.before
    assert there.stored() == []
    await there.house.close()


@pytest.mark.parametrize("heard", [True, False], ids=["told of it", "not told"])
async def test_a_right_that_is_lost_keeps_no_tag_for_ever(heard: bool) -> None:
    """The refusal is a TAG code or one about rights, and says nothing about the person."""
    there = await yard()
    await there.may(RIGHTS, heard=heard)
    injected("tag refused")
    await there.stop()
    await there.settle()
    assert there.tags == there.numbers
    assert len(there.stored()) == 10
    await there.pass_time(HOUR_MS)
    assert len(there.stored()) == 10
    await there.may(TAGS, heard=heard)
    await there.pass_time(2 * HOUR_MS)
    await there.settle()
    assert there.tags == there.before
    assert there.stored() == []
    await there.house.close()


async def test_a_right_that_comes_back_is_used_at_once() -> None:
    there = await yard()
    await there.may(RIGHTS)
    await there.stop()
    await there.pass_time(DAY_MS)
    began = there.house.clock.now()
    await there.may(TAGS)
    await there.settle()
    assert there.tags == there.before
    assert there.house.clock.now() - began < MINUTE_MS
    await there.house.close()


async def test_what_is_refused_is_tried_again_with_growing_gaps() -> None:
    there = await yard()
    await there.may(RIGHTS)
    await there.stop()
    before = len(there.telegram.calls)
    await there.pass_time(DAY_MS)
    after = [call.method for call in there.telegram.calls[before:]]
    tried = Counter(method.user_id for method in after if isinstance(method, SetChatMemberTag))
    assert set(tried) == {*there.people}
    assert max(tried.values()) <= 30
    await there.house.close()


async def test_the_next_start_tries_again() -> None:
    there = await yard()
    await there.may(RIGHTS)
    await there.stop()
    await there.settle()
    there.telegram.promote_bot(there.table.group, ("can_manage_tags",))
    await there.house.restart()
    await there.settle()
    assert there.tags == there.before
    assert there.stored() == []
    await there.house.close()


@pytest.mark.parametrize("what", [GetChatMember, SetChatMemberTag], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("how", ["down", "lost", "300"])
async def test_calls_that_fail_leave_nothing_half_done(what: type[TelegramMethod[Any]], how: str) -> None:
    house = House(StageTelegram)
    await house.open()
    there = Yard(house)
    failing = [True]
    there.telegram.mishap = lambda method: how if failing[0] and isinstance(method, what) else ""
    await there.table.begin()
    await there.pass_time(5 * MINUTE_MS)
    injected(f"tag {how}", len(there.telegram.told(what)))
    failing[0] = False
    await there.pass_time(10 * MINUTE_MS)
    await there.settle()
    assert there.tags == there.numbers
    failing[0] = True
    await there.stop()
    await there.pass_time(5 * MINUTE_MS)
    failing[0] = False
    await there.pass_time(HOUR_MS)
    await there.settle()
    assert there.tags == there.before
    assert there.stored() == []
    await house.close()


@pytest.mark.parametrize("heard_of_none", [1, 3], ids=["the first attempt", "all attempts"])
async def test_what_may_have_been_set_is_not_forgotten_though_the_next_attempt_is_refused(
    heard_of_none: int,
) -> None:
    """The answer is lost, and then the right: it is unknown whether the number was set."""
    house = House(StageTelegram)
    await house.open()
    there = Yard(house)
    lost = Counter({SetChatMemberTag: heard_of_none})

    def mishap(method: TelegramMethod[Any]) -> str:
        if not isinstance(method, SetChatMemberTag):
            return ""
        lost[SetChatMemberTag] -= 1
        if lost[SetChatMemberTag] < 0:
            there.telegram.promote_bot(there.table.group, ())
        return "lost" if lost[SetChatMemberTag] >= 0 else ""

    there.telegram.mishap = mishap
    await there.table.begin()
    await there.pass_time(3 * HOUR_MS)
    injected("tag lost", heard_of_none)
    numbered = {person: tag for person, tag in there.tags.items() if tag.startswith("№")}
    assert len(numbered) == len(there.stored()) == 1
    await there.stop()
    there.telegram.mishap = lambda _: ""
    await there.may(TAGS)
    await there.pass_time(HOUR_MS)
    await there.settle()
    assert there.tags == there.before
    assert there.stored() == []
    await house.close()


async def test_a_chat_that_must_wait_holds_up_no_other() -> None:
    house = House(StageTelegram)
    await house.open()
    slow, quick = Yard(house, 1), Yard(house, 2)
    slow.telegram.mishap = lambda method: "300" if getattr(method, "chat_id", 0) == slow.table.group else ""
    await slow.table.begin()
    await quick.table.begin()
    await house.clock.on_to(house.clock.now() + MINUTE_MS)
    injected("tag 300", len(slow.telegram.told(GetChatMember)))
    assert quick.tags == quick.numbers
    assert slow.tags == slow.before
    assert slow.table.live is not None
    assert slow.table.live.clock is not None
    assert not slow.table.live.clock.waits, "nobody's time waits for it"
    await house.close()


async def test_where_a_tag_cannot_be_set_none_is_tried_for_an_hour() -> None:
    house = House(StageTelegram)
    await house.open()
    there = Yard(house)
    there.telegram.promote_bot(there.table.group, ())  # the host thinks otherwise
    await there.table.begin()
    await there.pass_time(50 * MINUTE_MS)
    assert len(there.telegram.told(SetChatMemberTag)) == 1
    assert there.stored() == []
    there.telegram.promote_bot(there.table.group, ("can_manage_tags",))
    await there.pass_time(20 * MINUTE_MS)
    await there.settle()
    assert there.tags == there.numbers
    await house.close()


async def test_whoever_is_an_admin_by_now_or_has_left_ends_it() -> None:
    there = await yard()
    admin, gone, away = there.people[0], there.people[2], there.people[3]
    there.telegram.change(there.table.group, admin, status="administrator", title="шеф")
    there.telegram.change(there.table.group, gone, status="left")
    there.telegram.change(there.table.group, away, status="kicked")
    await there.stop()
    await there.settle()
    assert there.tags == {there.people[1]: "капитан", there.people[4]: "новичок"}
    assert there.stored() == []
    await there.house.close()


async def test_whoever_has_left_while_muted_has_no_number_when_they_come_back() -> None:
    """Telegram keeps the tag of a restricted person who is not there."""
    there = await yard()
    person = there.people[1]
    muted: Any = {"status": "restricted", "permissions": {}, "tag": there.tags[person]}
    there.telegram.change(there.table.group, person, is_member=False, **muted)
    await there.stop()
    await there.pass_time(HOUR_MS)
    assert len(there.stored()) == 1
    there.telegram.change(there.table.group, person, is_member=True, **muted)
    await there.pass_time(2 * HOUR_MS)
    await there.settle()
    assert there.tags == there.before
    assert there.stored() == []
    await there.house.close()


# --- whatever happens ------------------------------------------------------------------------------------------


RIGHT_DEEDS = ("rights", "rights", "silently")


class Walk:
    """A game from a seed with everything that can happen to its tags."""

    def __init__(self, there: Yard, seed: int) -> None:
        self.there, self.dice = there, random.Random(seed)
        self.went: set[int] = set()
        """Who was out of the group, or an admin, for some time: Telegram may keep or drop their tag."""
        self.done: Counter[str] = Counter()
        there.telegram.mishap = self._mishap
        self.calm = False

    def _mishap(self, _: TelegramMethod[Any]) -> str:
        if self.calm or self.dice.random() < 0.85:
            return ""
        how = self.dice.choice(("down", "lost", "3", "300"))
        self.done[how] += 1
        return how

    async def step(self) -> None:
        deed = self.dice.choice((*RIGHT_DEEDS, "go", "rise", "restart", "reseat", "time", "time"))
        self.done[deed] += 1
        await getattr(self, f"_{deed}")()

    async def _rights(self) -> None:
        await self.there.may(self.dice.choice((TAGS, RIGHTS)))

    async def _silently(self) -> None:
        await self.there.may(self.dice.choice((TAGS, RIGHTS)), heard=False)

    async def _go(self) -> None:
        person = self.dice.choice(self.there.people)
        self.went.add(person)
        group, telegram = self.there.table.group, self.there.telegram
        if telegram.member(group, person).present:
            telegram.change(group, person, status=self.dice.choice(("left", "kicked")))
        else:
            telegram.enter(group, person)

    async def _rise(self) -> None:
        person = self.dice.choice(self.there.people)
        self.went.add(person)
        group, telegram = self.there.table.group, self.there.telegram
        if telegram.member(group, person).admin:
            telegram.enter(group, person)
        else:
            telegram.change(group, person, status="administrator", title="шеф")

    async def _restart(self) -> None:
        await self.there.house.host.tags.stop()  # in the middle of anything
        await self.there.house.restart()
        await self.there.table.found_again()

    async def _reseat(self) -> None:
        live = self.there.table.live
        assert live is not None
        seat = self.dice.randrange(1, 11)
        await self.there.house.host.seats.reseat(live.id, seat, 0, "Робот", "", lambda _: [])

    async def _time(self) -> None:
        await self.there.pass_time(self.dice.choice((1_000, MINUTE_MS, 10 * MINUTE_MS, 2 * HOUR_MS)))


@pytest.mark.parametrize("seed", range(25))
async def test_whatever_happens_every_tag_is_what_it_was_before(seed: int) -> None:
    house = House(StageTelegram)
    await house.open()
    there = Yard(house)
    walk = Walk(there, seed)
    await there.table.begin()
    for _ in range(walk.dice.randrange(5, 25)):
        await walk.step()
    await there.stop()
    for _ in range(walk.dice.randrange(0, 6)):
        await walk.step()
    walk.calm = True
    await there.may(TAGS, heard=bool(walk.dice.randrange(2)))
    await there.pass_time(3 * HOUR_MS)
    await there.settle()
    for deed, times in walk.done.items():
        injected(f"tags: {deed}", times)
    assert there.stored() == []
    stayed = {person for person in there.people if person not in walk.went}
    assert {person: tag for person, tag in there.tags.items() if person in stayed} == {
        person: tag for person, tag in there.before.items() if person in stayed
    }
    assert all(there.before.get(person) == tag for person, tag in there.tags.items()), "nobody keeps a number"
    await house.close()
