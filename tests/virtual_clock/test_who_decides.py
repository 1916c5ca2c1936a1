"""Protests and closing a protocol are asked about first; who decides is named as it is at this table."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest
from aiogram.methods import AnswerCallbackQuery

from bot.telegram.buttons.callback_data import AppealTap, ProtestTap
from bot.telegram.buttons.tournament_actions import ProtestAction
from engine.commands import JUDGE, Command, Verb
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.standing_messages import Standing, standing
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.kits.virtual_clock.tournament_kit import CHIEF, begun, seated
from tests.kits.virtual_clock.tournament_kit import GROUP as CUP_GROUP
from tests.virtual_clock.test_keys import sleeps
from tests.virtual_clock.test_offences import GROUP, JUDGE_ID, Room, room

PLAYER, OUTSIDER = 3, 990
AGAIN = "Нажмите ещё раз"


@dataclass
class Finished:
    """A finished game and the people who tap under its end."""

    people: People
    game: str
    group: int

    async def taps(self, person: int, data: str = "") -> AnswerCallbackQuery:
        """Taps «Протест», or another button; returns the answer."""
        tapped = self.people.tap(person, data or ProtestTap(game=self.game).pack(), 1, self.group)
        await self.people.bring(tapped)
        await self.people.house.clock.on_to(self.people.house.clock.now() + 3_000)
        assert not self.people.troubles
        calls = self.people.house.telegram.calls
        return [call.method for call in calls if isinstance(call.method, AnswerCallbackQuery)][-1]

    def protests(self) -> list[Standing]:
        shown = standing(self.people.house.telegram, self.group)
        return [message for message in shown if "<b>Протест</b> от" in message.text]


@asynccontextmanager
async def finished() -> AsyncIterator[tuple[Room, Finished]]:
    async with room() as at:
        await at.do(Command(JUDGE, Verb.TEAM_LOSS, (1,)))
        yield at, Finished(People(at.house), at.live.id, GROUP)


# --- asked first -------------------------------------------------------------------------------------------------


async def test_one_tap_files_no_protest_and_a_toast_asks_for_the_second() -> None:
    async with finished() as (at, over):
        asked = await over.taps(at.live.person_on(PLAYER))
        assert AGAIN in (asked.text or "")
        assert not asked.show_alert
        assert over.protests() == []


async def test_the_second_tap_files_it() -> None:
    async with finished() as (at, over):
        person = at.live.person_on(PLAYER)
        await over.taps(person)
        noted = await over.taps(person)
        assert "записан" in (noted.text or "")
        assert not noted.show_alert
        assert len(over.protests()) == 1


async def test_the_taps_of_two_people_are_no_double_tap() -> None:
    async with finished() as (at, over):
        for seat in (PLAYER, PLAYER + 1):
            assert AGAIN in ((await over.taps(at.live.person_on(seat))).text or "")
        assert over.protests() == []


async def test_whoever_may_not_protest_is_told_so_at_the_first_tap() -> None:
    async with finished() as (at, over):
        assert "игроки этой партии" in ((await over.taps(OUTSIDER)).text or "")
        for _ in range(2):
            await over.taps(at.live.person_on(PLAYER))
        assert "уже записан" in ((await over.taps(at.live.person_on(PLAYER))).text or "")


# --- who decides -------------------------------------------------------------------------------------------------


async def test_without_a_tournament_the_admins_of_the_group_decide_and_are_named() -> None:
    async with finished() as (at, over):
        await over.taps(at.live.person_on(PLAYER))
        noted = (await over.taps(at.live.person_on(PLAYER))).text or ""
        (filed,) = over.protests()
        for text in (noted, filed.text):
            assert "админ группы" in text
            assert "главный судья" not in text


async def test_whoever_may_not_rule_hears_who_may() -> None:
    async with finished() as (at, over):
        for _ in range(2):
            await over.taps(at.live.person_on(PLAYER))
        accept = AppealTap(game=over.game, seat=PLAYER, wish=ProtestAction.ACCEPT).pack()
        refused = await over.taps(OUTSIDER, accept)
        assert "админ группы" in (refused.text or "")
        assert "главный судья" not in (refused.text or "")
        assert not refused.show_alert


@pytest.mark.parametrize("appointed", [True, False])
async def test_in_a_tournament_the_chief_judge_is_named_who_was_appointed(home: House, *, appointed: bool) -> None:
    cup = await seated(home, people=10, stand_ins=0)
    await home.host.people.change(CHIEF, name="Ольга", language="ru", reachable=True)
    if not appointed:
        await home.host.tournaments.store.change(cup.id, lambda old: replace(old, appointed=False), "")
    live = await begun(home.host, cup)
    await home.host.submissions.submit(live.id, Command(JUDGE, Verb.TEAM_LOSS, (1,)), "over")
    over = Finished(People(home), live.id, CUP_GROUP)
    await home.clock.on_to(home.clock.now() + 30_000)
    await over.taps(live.person_on(PLAYER))
    noted = (await over.taps(live.person_on(PLAYER))).text or ""
    (filed,) = over.protests()
    for text in (noted, filed.text):
        assert ("Ольга" in text) is appointed
        assert "админ группы" in text


# --- whoever is away ---------------------------------------------------------------------------------------------


async def leaves_the_group(at: Room) -> str:
    people = People(at.house)
    await people.bring(people.goes(at.live.person_on(4), GROUP, here=False))
    await sleeps(at, 5)
    return at.told(GROUP)[-1]


@pytest.mark.parametrize("judged", [True, False])
async def test_who_decides_about_the_seat_of_whoever_leaves_the_group_is_named(*, judged: bool) -> None:
    async with room(judged=judged) as at:
        told = await leaves_the_group(at)
        assert ("судья решит" in told) is judged
        assert ("займёт бот" in told) is not judged
        assert "опустеет" not in told
        await at.house.host.seats.nudge(at.live, 5)
        await sleeps(at, 5)
        nudge = at.told(at.live.person_on(5))[-1]
        assert ("судья решит" in nudge) is judged
        assert ("сыграет бот" in nudge) is not judged


async def test_where_no_computer_player_takes_a_seat_none_is_promised() -> None:
    table = VirtualTable("fiim-2025", 10, 5)
    table.house_rules = {"stand_ins": "off"}
    await table.house.open()
    await table.begin()
    live, clock = table.live, table.clock
    assert live is not None
    await table.host.left_the_group.left(live, 4)
    await table.host.seats.nudge(live, 5)
    await clock.on_to(clock.now() + 10_000)
    told = [shown.text for chat in (table.group, live.person_on(5)) for shown in standing(table.telegram, chat)]
    assert sum("опустеет" in text for text in told) == 2
    assert not any("бот" in text for text in told if "опустеет" in text)
    await table.close()


# --- the protocol ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def about_to_close() -> AsyncIterator[tuple[Room, Callable[[str], Awaitable[list[str]]]]]:
    """Yields a judged game that is over, and a function by which its judge taps a label of the panel; it returns
    the labels that the panel has then."""
    async with room(judged=True) as at:
        await at.do(Command(JUDGE, Verb.TEAM_LOSS, (1,)))
        people = People(at.house)

        def panel() -> Standing:
            return [shown for shown in standing(at.house.telegram, JUDGE_ID) if shown.keys][-1]

        async def taps(label: str) -> list[str]:
            await people.bring(people.tap(JUDGE_ID, panel().data(label), panel().id))
            await sleeps(at, 6)
            return panel().labels

        await sleeps(at, 10)
        yield at, taps
        assert not people.troubles


CLOSE, SURE, BACK = "🔒 Закрыть протокол", "🔒 Да, закрыть", "‹ К столу"


async def test_closing_a_protocol_is_asked_about_first() -> None:
    async with about_to_close() as (at, taps):
        assert await taps(CLOSE) == [SURE, BACK]
        assert not at.live.table.closed
        assert CLOSE not in await taps(SURE)
        assert at.live.table.closed


async def test_whoever_thinks_better_of_it_goes_back_to_the_points() -> None:
    async with about_to_close() as (at, taps):
        await taps(CLOSE)
        assert CLOSE in await taps(BACK)
        assert not at.live.table.closed
