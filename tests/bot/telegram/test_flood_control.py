"""A person who sends too much is told so once and not handled; a person who taps and types at normal speed always
is."""

from typing import Any

import pytest
from aiogram.types import Update

from bot.core.pace import Pace
from bot.telegram.updates.flood_control import MOST_TAPS_WAITING, UPDATES_AT_ONCE, FloodControl
from bot.telegram.updates.intake import SkipReason
from tests.kits.virtual_clock.clock import VirtualClock

ANNA, BORIS = 5, 6
GROUP = -1001
SECOND = 1_000


class Door:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.told: list[int] = []
        self.left_out = 0
        self.admission = FloodControl(self.clock, Pace(1), self._leave_out)
        self._number = 0

    def _leave_out(self, update: Update, why: SkipReason) -> None:
        self.left_out += 1
        if why is SkipReason.TOO_FAST:
            self.told.append(update.update_id)

    def update(self, **what: Any) -> Update:
        self._number += 1
        return Update.model_validate({"update_id": self._number, **what})

    def tap(self, person: int, data: str) -> Update:
        message = {"message_id": 1, "date": 1, "chat": {"id": person, "type": "private"}}
        query = {"id": "1", "from": _user(person), "chat_instance": "1", "data": data, "message": message}
        return self.update(callback_query=query)

    def says(self, person: int, text: str = "", at_s: int | None = None, **more: Any) -> Update:
        message = {
            "message_id": 1,
            "date": self.clock.now() // SECOND if at_s is None else at_s,
            "chat": {"id": GROUP, "type": "supergroup"},
            "from": _user(person),
            **({"text": text} if text else {}),
            **more,
        }
        return self.update(message=message)

    def handles(self, update: Update) -> bool:
        """Admits an update that is handled at once; returns whether it was admitted."""
        entered = self.admission.enters(update)
        if entered:
            self.admission.leaves(update)
        return entered

    async def later(self, ms: int) -> None:
        await self.clock.on_to(self.clock.now() + ms)


def _user(person: int) -> dict[str, Any]:
    return {"id": person, "is_bot": False, "first_name": "x"}


@pytest.fixture
def door() -> Door:
    return Door()


async def test_of_three_hundred_taps_a_burst_is_handled_and_one_toast_said(door: Door) -> None:
    handled = [door.handles(door.tap(ANNA, f"x:{number}")) for number in range(300)]
    assert sum(handled) == UPDATES_AT_ONCE
    assert len(door.told) == 1
    assert door.handles(door.tap(BORIS, "x")), "one person's flood is nobody else's"
    await door.later(SECOND)
    assert door.handles(door.tap(ANNA, "x:1"))
    assert sum(door.handles(door.tap(ANNA, f"x:{number}")) for number in range(20)) < 20
    assert len(door.told) == 1, "not calm yet"
    await door.later(60 * SECOND)
    assert sum(door.handles(door.tap(ANNA, f"x:{number}")) for number in range(300)) == UPDATES_AT_ONCE
    assert len(door.told) == 2


async def test_a_judge_in_a_hurry_is_always_heard(door: Door) -> None:
    """Twenty taps in one second and then three in each."""
    assert all(door.handles(door.tap(ANNA, f"x:{number}")) for number in range(20))
    for number in range(60):
        await door.later(SECOND // 3)
        assert door.handles(door.tap(ANNA, f"x:{number}"))


async def test_what_an_outage_has_held_up_is_no_flood(door: Door) -> None:
    """Messages are measured by when they were written."""
    began = door.clock.now() // SECOND - 600
    assert all(door.handles(door.says(ANNA, "Выставляю 4", began + number * 2)) for number in range(300))
    assert not all(door.handles(door.says(BORIS, "/help", began + 600)) for _ in range(UPDATES_AT_ONCE + 1))


async def test_news_of_a_chat_is_never_left_out(door: Door) -> None:
    for _ in range(300):
        door.handles(door.says(ANNA, "x"))
    assert door.left_out
    assert door.handles(door.says(ANNA, migrate_to_chat_id=-1002))
    assert door.handles(door.says(ANNA, left_chat_member=_user(BORIS)))
    member = {"user": _user(BORIS), "status": "left"}
    change = {
        "chat": {"id": GROUP, "type": "supergroup"},
        "from": _user(ANNA),
        "date": 1,
        "old_chat_member": {"user": _user(BORIS), "status": "member"},
        "new_chat_member": member,
    }
    assert door.handles(door.update(chat_member=change))


async def test_the_same_tap_waits_twice_at_most(door: Door) -> None:
    """Twice, for some buttons count only when they are tapped again."""
    waiting = [door.tap(ANNA, "vote") for _ in range(2)]
    assert all(map(door.admission.enters, waiting))
    assert not door.admission.enters(door.tap(ANNA, "vote"))
    assert not door.told, "whoever taps again because nothing happens does no wrong"
    assert door.admission.enters(door.tap(ANNA, "another"))
    door.admission.leaves(waiting[0])
    assert door.admission.enters(door.tap(ANNA, "vote"))


async def test_what_waits_for_one_person_is_bounded(door: Door) -> None:
    entered = 0
    for number in range(200):
        entered += door.admission.enters(door.tap(ANNA, f"x:{number}"))
        await door.later(SECOND)
    assert entered == MOST_TAPS_WAITING


async def test_what_comes_again_because_it_could_not_be_stored_is_counted_once(door: Door) -> None:
    for _ in range(200):
        tap = door.tap(ANNA, "x")
        assert door.handles(tap)
        door.admission.comes_again(tap)
