"""A person banned by the admins, gone from the group, or never asked cannot enter by a button that is left
over."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from aiogram.methods import AnswerCallbackQuery, SendMessage

from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.judge import judges_chair
from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import GameControlTap, LobbyTap, SeatTap
from handlers.tournament import protests
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.memberships import Standing
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.kits.virtual_clock.tournament_kit import drain

ADMIN, OUTSIDER = 950, 77
WORDS = Translator()
MINUTE = 60_000


@dataclass
class Evening:
    table: VirtualTable
    telegram: Standing
    people: People

    @property
    def live(self) -> RunningGame:
        assert self.table.live is not None
        return self.table.live

    async def tap(self, person: int, button: LobbyTap | SeatTap | GameControlTap, *, private: bool = False) -> str:
        """Returns what the window of the tap shows."""
        await self.people.bring(self.people.tap(person, button.pack(), 1, 0 if private else self.table.group))
        answers = [call.method for call in self.telegram.calls if isinstance(call.method, AnswerCallbackQuery)]
        return answers[-1].text or ""

    async def keeps_away(self, person: int) -> None:
        said = self.people.message(person, self.table.group, text="x").message
        assert said is not None
        order = self.people.message(ADMIN, self.table.group, text="/keepaway", reply_to_message=said.model_dump())
        await self.people.bring(order)
        assert person in (await self.table.host.groups.get(self.table.group)).kept_away

    async def leaves(self, person: int) -> None:
        user = {"id": person, "is_bot": False, "first_name": "x"}
        self.telegram.of[self.table.group, person] = "left"
        await self.people.bring(self.people.member_changed(user, self.table.group, "member", "left"))

    async def opened(self) -> RunningGame:
        """Returns the lobby in the group."""
        found = await self.table.host.games.table_in(self.table.group)
        assert found is not None
        assert found.lobby.phase is Phase.OPEN
        return found

    async def is_over(self) -> None:
        """Plays the game to its end by the clock."""
        self.table.manners.after = {}
        await self.table.house.go_on([self.table])


def says(key: str, **args: str) -> str:
    return WORDS.plain("ru", key, **args)


async def evening(**house_rules: str) -> Evening:
    house = House(Standing)
    await house.open()
    assert isinstance(house.telegram, Standing)
    table = VirtualTable("fiim-2025", 10, 5, house)
    table.house_rules = house_rules
    house.telegram.of[table.group, ADMIN] = "administrator"
    return Evening(table, house.telegram, People(house))


async def ended(one: Evening) -> None:
    assert not one.people.troubles
    await drain(one.table.house)
    await one.table.close()


@pytest.fixture
async def game() -> AsyncIterator[Evening]:
    one = await evening()
    await one.table.begin()
    yield one
    await ended(one)


@pytest.fixture
async def lobby() -> AsyncIterator[Evening]:
    """Returns a lobby opened by an outsider; 1 and 2 sit."""
    one = await evening()
    await one.table.host.groups.change(one.table.group, language="ru", title="Двор")
    for person in (OUTSIDER, 1, 2):
        await one.people.say(person, "/start")
    await one.people.say(OUTSIDER, "/newgame", one.table.group)
    for person in (1, 2):
        await one.tap(person, LobbyTap(game=(await one.opened()).id, wish="sit"))
    yield one
    await ended(one)


# --- seats of a game that runs -----------------------------------------------------------------------------------


async def test_no_computer_player_where_the_rules_have_none() -> None:
    one = await evening(stand_ins="off")
    await one.table.begin()
    person = one.live.person_on(5)
    await one.people.say(person, "/leave", one.table.group)
    await one.tap(person, SeatTap(game=one.live.id, seat=5, wish="leave"))
    assert await one.tap(person, SeatTap(game=one.live.id, seat=5, wish="bot")) == says("lobby-no-no-stand-ins")
    assert one.live.person_on(5) == person
    await ended(one)


@pytest.mark.parametrize("why", ["kept away", "left", "kicked"])
async def test_nobody_comes_back_whom_the_group_has_sent_away(game: Evening, why: str) -> None:
    person = game.live.person_on(5)
    await game.table.host.seats.hand_over_to_stand_in(game.live, 5)
    back = SeatTap(game=game.live.id, seat=5, wish="back")
    if why == "kept away":
        await game.keeps_away(person)
        assert await game.tap(person, back, private=True) == says("lobby-no-kept-away")
    else:
        game.telegram.of[game.table.group, person] = why
        assert await game.tap(person, back, private=True) == says("join-group-first", group="Двор")
    assert game.live.person_on(5) == 0


async def test_who_is_there_comes_back(game: Evening) -> None:
    person = game.live.person_on(5)
    await game.table.host.seats.hand_over_to_stand_in(game.live, 5)
    await game.tap(person, SeatTap(game=game.live.id, seat=5, wish="back"), private=True)
    assert game.live.person_on(5) == person


async def test_who_opened_a_table_and_is_kept_away_since_leads_it_no_more(game: Evening) -> None:
    opener = game.live.lobby.opener
    await game.keeps_away(opener)
    tapped = await game.tap(opener, GameControlTap(game=game.live.id, wish="pause"))
    assert (tapped, game.live.table.paused) == (says("course-not-yours"), False)


@pytest.mark.parametrize("how", ["keeps_away", "leaves"])
async def test_a_judge_who_is_sent_away_sees_no_more_cards(game: Evening, how: str) -> None:
    for person in (OUTSIDER, 78):
        await game.people.say(person, "/start")
    chair = game.table.host.appointment
    await game.table.host.lobbies.change_lobby(
        game.live.id, lambda lobby: judges_chair.take_chair(lobby, OUTSIDER, "Судья", game.table.clock.now()), ""
    )
    await chair.name_side_judge(game.live, 78, "Помощник", "")
    await getattr(game, how)(78)
    assert game.live.lobby.judges == {OUTSIDER}
    await getattr(game, how)(OUTSIDER)
    assert not game.live.lobby.judges


# --- before the game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["keeps_away", "leaves"])
async def test_who_is_sent_away_from_the_group_stands_up_from_its_tables(lobby: Evening, how: str) -> None:
    await getattr(lobby, how)(1)
    assert set((await lobby.opened()).lobby.seated) == {OUTSIDER, 2}


async def test_who_is_kept_away_neither_opens_nor_starts_nor_judges(lobby: Evening) -> None:
    live = await lobby.opened()
    await lobby.keeps_away(OUTSIDER)
    for wish in ("start", "cancel", "extend", "judge", "sit"):
        assert await lobby.tap(OUTSIDER, LobbyTap(game=live.id, wish=wish)) == says("lobby-no-kept-away")
    assert not live.lobby.judges
    await lobby.table.host.stop_game.stop(live.id, "")
    await lobby.people.say(OUTSIDER, "/newgame", lobby.table.group)
    assert await lobby.table.host.games.table_in(lobby.table.group) is None


# --- once more ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def invitation() -> str:
    return WORDS.say("ru", "again-invites", group="Двор")


async def test_after_the_game_it_is_for_the_company_and_for_the_evening(invitation: str) -> None:
    one = await evening()
    await one.table.begin()
    await one.is_over()
    await one.people.say(OUTSIDER, "/start")
    again, players = (
        LobbyTap(game=one.live.id, wish="again"),
        [person for person in one.live.lobby.seating if person],
    )
    one.telegram.of[one.table.group, players[-1]] = "kicked"
    host, ended_at = one.table.host, one.table.ended

    async def closed() -> None:
        await host.stop_game.stop((await one.opened()).id, "")
        await drain(one.table.house)

    def invited() -> set[int]:
        calls = [call for call in one.telegram.calls if isinstance(call.method, SendMessage)]
        return {call.chat for call in calls if call.method.text == invitation}  # type: ignore[attr-defined]

    for person, why in ((players[-1], "Хлам на всю группу"), (players[0], "Мне подсуживали")):
        filing = asyncio.ensure_future(
            with_parts(protests._file, host)(one.live.lobby, person, why, f"protest {person}")
        )
        while not filing.done():  # it asks Telegram who is still there
            await one.table.clock.step(one.table.clock.now() + 1000)
        assert await filing == ""
    filed = await host.tournaments.store.entry(one.live.id)
    assert filed is not None
    assert [each.why for each in filed.protests] == ["", "Мне подсуживали"], "no words of whom it has thrown out"
    assert await one.tap(OUTSIDER, again) == says("again-not-yours")
    assert await one.tap(players[0], again) == says("table-opened")
    assert set((await one.opened()).lobby.seated) == {*players[:-1]}, "without whom the group has thrown out"
    await closed()
    assert await one.tap(players[0], again) == says("table-opened")
    assert (await one.opened()).lobby.seated == (players[0],), "nobody is called together twice"
    await closed()
    host.recent_requests._asked.clear()
    await one.table.clock.on_to(ended_at + 16 * MINUTE)
    assert await one.tap(players[1], again) == says("table-opened")
    assert (await one.opened()).lobby.seated == (players[1],)
    await drain(one.table.house)
    assert invited() == {*players[:-1]} - {players[1]}
    await closed()
    await one.table.clock.on_to(ended_at + 61 * MINUTE)
    assert await one.tap(players[0], again) == says("again-too-late")
    assert await host.games.table_in(one.table.group) is None
    await ended(one)
