"""Who may lead a tournament: an admin of its group, or a member whom an admin has named and who is still there."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import pytest
from aiogram.methods import AnswerCallbackQuery

from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import TournamentTap
from bot.telegram.buttons.tournament_actions import TournamentAction
from bot.tournaments.tournament import Room, Tournament, TournamentPhase
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.memberships import Standing
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.tournament_kit import CHIEF, GROUP, drain, newest, seated

ADMIN, NAMED, NEWCOMER = 950, 951, 952
OTHER_GROUP = -1003_000_000_003
WORDS = Translator()


@dataclass
class SeatedTournament:
    house: House
    telegram: Standing
    people: People
    tournament: Tournament

    async def newest(self) -> Tournament:
        return await newest(self.house.host, self.tournament)

    async def change(self, **fields: object) -> None:
        done = await self.house.host.tournaments.store.change(
            self.tournament.id,
            lambda old: replace(old, **fields),  # type: ignore[arg-type]
            "",
        )
        assert isinstance(done, Tournament)

    async def names(self, admin: int, chief: int) -> None:
        said = self.people.message(chief, GROUP, text="Готов").message
        assert said is not None
        await self.people.bring(
            self.people.message(admin, GROUP, text="/tournament chief", reply_to_message=said.model_dump())
        )

    async def tap(self, person: int, wish: TournamentAction) -> str:
        """Returns what the window of the tap shows."""
        await self.people.bring(
            self.people.tap(
                person, TournamentTap(tournament=self.tournament.id, wish=wish).pack(), 1, self.tournament.chat_id
            )
        )
        await drain(self.house)
        answers = [call.method for call in self.telegram.calls if isinstance(call.method, AnswerCallbackQuery)]
        return answers[-1].text or ""

    async def has_led(self, person: int, chat: int = GROUP) -> bool:
        """Tries to disqualify a player; returns whether this person was allowed to."""
        before = sum(one.out for one in (await self.newest()).entrants)
        await self.people.say(person, f"/tournament out {before + 1}", chat)
        return sum(one.out for one in (await self.newest()).entrants) > before


@pytest.fixture
async def tournament() -> AsyncIterator[SeatedTournament]:
    """Returns a tournament of twenty people at two tables, created by an admin, without a named chief."""
    house = House(Standing)
    await house.open()
    telegram = house.telegram
    assert isinstance(telegram, Standing)
    made = SeatedTournament(
        house, telegram, People(house), await seated(house, people=20, stand_ins=0, tables=2, rounds=2)
    )
    await made.change(appointed=False)
    telegram.of |= {(GROUP, CHIEF): "administrator", (GROUP, ADMIN): "administrator"}
    yield made
    assert not made.people.troubles
    await drain(house)
    await house.close()


@pytest.mark.parametrize("status", ["member", "left", "kicked"])
async def test_who_has_created_it_leads_it_while_an_admin(tournament: SeatedTournament, status: str) -> None:
    assert await tournament.has_led(CHIEF)
    tournament.telegram.of[GROUP, CHIEF] = status
    assert not await tournament.has_led(CHIEF)
    assert await tournament.tap(CHIEF, TournamentAction.GAME) == WORDS.plain("ru", "cup-only-chief")
    assert await tournament.has_led(ADMIN)


async def test_an_admin_names_a_chief_who_leads_while_there_and_not_kept_away(
    tournament: SeatedTournament,
) -> None:
    assert not await tournament.has_led(NAMED)
    await tournament.names(ADMIN, NAMED)
    assert ((await tournament.newest()).chief, await tournament.has_led(NAMED)) == (NAMED, True)
    for status in ("left", "kicked"):
        tournament.telegram.of[GROUP, NAMED] = status
        assert not await tournament.has_led(NAMED)
    tournament.telegram.of[GROUP, NAMED] = "member"
    await tournament.house.host.groups.change(GROUP, kept_away=(NAMED,))
    assert not await tournament.has_led(NAMED)
    await tournament.house.host.groups.change(GROUP, kept_away=())
    assert await tournament.has_led(NAMED)
    await tournament.names(ADMIN, NEWCOMER)
    assert not await tournament.has_led(NAMED)


async def test_only_admins_name_a_chief_and_only_somebody_who_is_there(tournament: SeatedTournament) -> None:
    await tournament.names(ADMIN, NAMED)
    await tournament.names(NAMED, NEWCOMER)
    tournament.telegram.of[GROUP, NEWCOMER] = "kicked"
    await tournament.names(ADMIN, NEWCOMER)
    assert (await tournament.newest()).chief == NAMED


async def test_a_table_moves_only_where_its_leader_has_rights_in_both_groups(tournament: SeatedTournament) -> None:
    move = f"/tournament table 2 {tournament.tournament.id}"
    room = Room(OTHER_GROUP)
    await tournament.people.say(CHIEF, move, OTHER_GROUP)
    assert room not in (await tournament.newest()).rooms
    tournament.telegram.of |= {(OTHER_GROUP, CHIEF): "administrator", (GROUP, CHIEF): "kicked"}
    await tournament.people.say(CHIEF, move, OTHER_GROUP)
    assert room not in (await tournament.newest()).rooms
    tournament.telegram.of[GROUP, CHIEF] = "administrator"
    await tournament.people.say(CHIEF, move, OTHER_GROUP)
    assert room in (await tournament.newest()).rooms
    tournament.telegram.of[GROUP, CHIEF] = "kicked"
    assert not await tournament.has_led(CHIEF, OTHER_GROUP)


async def test_who_is_kept_away_or_gone_does_not_register(tournament: SeatedTournament) -> None:
    await tournament.change(phase=TournamentPhase.OPEN)
    await tournament.people.say(NEWCOMER, "/start")
    tournament.telegram.of[GROUP, NEWCOMER] = "left"
    for wish in (TournamentAction.JOIN, TournamentAction.RESERVE):
        assert await tournament.tap(NEWCOMER, wish) == WORDS.plain("ru", "cup-no-stranger")
    tournament.telegram.of[GROUP, NEWCOMER] = "member"
    await tournament.house.host.groups.change(GROUP, kept_away=(NEWCOMER,))
    assert await tournament.tap(NEWCOMER, TournamentAction.JOIN) == WORDS.plain("ru", "cup-no-stranger")
    await tournament.house.host.groups.change(GROUP, kept_away=())
    assert await tournament.tap(NEWCOMER, TournamentAction.JOIN) == WORDS.plain("ru", "cup-done-join")
