"""One person and computer players in one private chat: whole games, and everything that begins and ends them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiogram.methods import (
    AnswerCallbackQuery,
    DeleteMessage,
    GetChatAdministrators,
    GetChatMember,
    RestrictChatMember,
    SetChatMemberTag,
)
from sqlalchemy import select

from bot.games.lobby import Phase
from bot.games.solo_games import offered
from bot.language.translator import LANGUAGES
from bot.pages.page_context import TableContext
from bot.storage.schema import result_seats, results
from engine.events import StepName
from tests.kits.virtual_clock.chats import Chats
from tests.kits.virtual_clock.solo_player import PERSON, SoloPlayer, at_the_chat
from tests.kits.virtual_clock.table import House

GROUP = -1001_000_000_900
ONLY_IN_GROUPS = (GetChatMember, GetChatAdministrators, RestrictChatMember, SetChatMemberTag, DeleteMessage)


@asynccontextmanager
async def solo(language: str = "ru", seed: int = 1) -> AsyncIterator[SoloPlayer]:
    house = House(Chats)
    player = await at_the_chat(house, language, seed)
    yield player
    assert player.people.troubles == []
    await house.close()


def answers(player: SoloPlayer) -> list[str]:
    """Returns what taps were answered."""
    return [
        call.method.text
        for call in player.telegram.calls
        if isinstance(call.method, AnswerCallbackQuery) and call.method.text
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ruleset", "size"), [*offered()])
async def test_a_whole_game_by_random_taps_shows_nothing_that_the_person_may_not_see(
    ruleset: str, size: int, language: str
) -> None:
    for seed in (1, 2):
        async with solo(language, seed) as player:
            await player.begin(ruleset, size)
            assert sum(1 for person in player.game.lobby.seating if person) == 1
            assert len(player.game.lobby.seating) == size
            await player.play()
            assert player.leaks == []
            assert player.taps > 5
            assert player.telegram.chats() == [PERSON], "nothing is said anywhere else"
            assert [call for call in player.telegram.calls if isinstance(call.method, ONLY_IN_GROUPS)] == []
            assert any("🏁" in text for text in player.texts())
            assert player.house.store.now(select(results.c.game_id)) == []
            assert player.house.store.now(select(result_seats.c.game_id)) == []


async def test_a_page_that_names_cards_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with solo() as player:
        await player.begin("fiim-2025", 10)
        other = 1 if player.seat != 1 else 2
        monkeypatch.setattr(TableContext, "name", lambda *_: f"№ {other} — дон")
        await player.wait(120_000)
        assert player.leaks


async def test_no_text_sends_the_person_to_a_group() -> None:
    for language, elsewhere in (("ru", ("в группе", "личном чате")), ("uk", ("у групі", "приватному чаті"))):
        async with solo(language, 3) as player:
            await player.begin("box", 8)
            before = len(player.telegram.of(PERSON))
            await player.play()
            said = [look.text for message in player.telegram.of(PERSON)[before - 1 :] for look in message.looks]
            assert [text for text in said if any(words in text for words in elsewhere)] == []


async def test_a_second_game_is_refused_while_one_is_played() -> None:
    async with solo() as player:
        await player.begin("box", 8)
        first = player.game
        await player.say("/solo")
        assert player.label("solo-running") in player.texts()[-1]
        await player.tap(player.label("button-solo-box", count=8))  # of the message from before
        assert answers(player)[-1] == player.label("solo-running")
        assert await player.house.host.games.table_in(PERSON) is first


async def test_the_limit_of_an_hour_is_told_and_leaves_nothing_behind() -> None:
    async with solo() as player:
        for _ in range(6):
            await player.begin("box", 8)
            await player.house.host.stop_game.stop(player.game.id, "")
            await player.wait()
        await player.tap(player.label("button-solo-box", count=8))
        assert answers(player)[-1] == player.label("solo-so-often", most=6)
        assert await player.house.host.games.tables_of(PERSON) == []
        await player.wait(11 * 60_000)
        await player.begin("box", 8)


async def test_whoever_sits_at_a_groups_table_keeps_that_seat_and_is_told_why() -> None:
    async with solo() as player:
        host, people = player.house.host, player.people
        await host.groups.change(GROUP, language="ru", title="Двор")
        await people.say(PERSON, "/newgame", GROUP)
        table = await host.games.table_in(GROUP)
        assert table is not None
        assert table.lobby.has(PERSON)
        await player.say("/solo")
        assert "Двор" in player.texts()[-1]
        await player.tap(player.label("button-solo"))
        assert await host.games.table_in(PERSON) is None
        assert table.lobby.has(PERSON)


async def test_whoever_plays_alone_is_told_so_at_a_groups_table_and_the_game_goes_on() -> None:
    async with solo() as player:
        host, people = player.house.host, player.people
        await player.begin("box", 8)
        await host.groups.change(GROUP, language="ru", title="Двор")
        await people.say(PERSON, "/newgame", GROUP)
        await player.wait()
        table = await host.games.table_in(GROUP)
        assert table is not None
        assert not table.lobby.has(PERSON)
        assert player.label("seat-elsewhere-solo") in player.texts()
        assert player.game.lobby.phase is Phase.PLAYING


@pytest.mark.parametrize("command", ["/stop", "/leave"])
async def test_stop_and_leave_end_the_game_after_a_question(command: str) -> None:
    async with solo() as player:
        await player.begin("box", 8)
        await player.wait(30_000)
        await player.say(command)
        assert player.phases == [Phase.PLAYING]
        await player.tap(player.label("button-stop"))
        assert player.phases == [Phase.CLOSED]
        assert await player.house.host.games.tables_of(PERSON) == []
        before = len(player.telegram.of(PERSON))
        assert [key for _, key in player.shown_keys() if key.data.startswith("m:")] == []
        await player.wait(600_000)
        assert len(player.telegram.of(PERSON)) == before, "nothing more comes"
        await player.begin("box", 8)


async def test_pause_and_resume_work_in_the_private_chat() -> None:
    async with solo() as player:
        await player.begin("box", 8)
        await player.say("/pause")
        assert player.game.table.paused
        await player.say("/resume")
        assert not player.game.table.paused


async def test_whoever_blocks_the_bot_ends_the_game() -> None:
    async with solo() as player:
        await player.begin("box", 8)
        await player.people.bring(player.people.blocks(PERSON, blocked=True))
        assert player.game.lobby.phase is Phase.CLOSED


async def test_whoever_stays_silent_is_reminded_and_then_the_game_ends() -> None:
    async with solo() as player:
        await player.begin("fiim-2025", 10)
        await player.wait(3 * 3_600_000)
        ended = player.game.lobby.phase
        assert ended in (Phase.CLOSED, Phase.OVER)
        if ended is Phase.CLOSED:
            assert player.label("solo-away") in player.texts()


async def test_a_game_whose_cards_were_not_dealt_before_a_crash_is_dealt_later() -> None:
    async with solo() as player:
        host = player.house.host
        lobby = host.solo_games._lobby(await host.people.get(PERSON), "box", 8, player.house.clock.now())
        assert await host.lobbies.open_lobby(lobby, [], "")
        await player.house.restart()
        await player.house.clock.on_to(player.house.clock.now() + 120_000)
        live = await player.house.host.games.table_in(PERSON)
        assert live is not None
        assert live.lobby.phase is Phase.PLAYING


async def test_hints_say_what_can_be_done_until_they_are_switched_off_for_good() -> None:
    async with solo() as player:
        await player.begin("box", 8)
        assert any("💡" in text for text in player.texts())
        await player.tap(player.label("button-hints-off"))
        assert not any("💡" in text for text in player.texts())
        await player.house.host.stop_game.stop(player.game.id, "")
        await player.begin("box", 8)
        await player.wait(60_000)
        assert not any("💡" in text for text in player.texts()[-4:])
        await player.tap(player.label("button-hints-on"))
        assert any("💡" in text for text in player.texts())


async def test_words_are_answered_with_what_can_be_done_now() -> None:
    async with solo() as player:
        await player.begin("box", 8)
        await player.say("Что делать?")
        assert player.texts()[-1] or player.texts()[-2]
        assert any("Карта получена" in text for text in player.texts()[-3:])


async def test_the_same_again_begins_another_game_with_one_tap() -> None:
    async with solo("ru", 4) as player:
        await player.begin("box", 8)
        first = player.game.id
        await player.play()
        await player.tap(player.label("button-again"))
        live = await player.house.host.games.table_in(PERSON)
        assert live is not None
        assert live.id != first
        assert live.table.step in (StepName.DEAL, StepName.MEET)
