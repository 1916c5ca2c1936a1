"""Every refusal of PLAY.md 8: a person who does something that is not allowed gets a short reason, and nothing
changes.

One host runs for all tests of this file: a table whose first speaker has the minute, one player who is out, a
second table that is still open, and people who belong to neither.
"""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import func, select
from structlog.testing import capture_logs

from bot.storage.schema import events, games
from sandbox.client import Answer, Group, Person
from sandbox.control.errors import CommandError
from sandbox.core.json_codec import Json
from sandbox.world.messages import buttons_of, text_of
from tests.kits.end_to_end.hosted_sandbox import (
    NO_LIMITS,
    RIGHTS,
    HostedSandbox,
    hosted_sandbox,
    open_more,
    play_game,
    unexpected_refusals,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

# Steps that end by what people do, not by the clock.
SLOW = tuple((key, "7200") for key in ("deal", "speech", "ballot_window", "night", "last_word"))
OLD = "Этот ход уже завершён."
NOT_SEATED = "Вас нет за этим столом."


@dataclass
class Table:
    hosted: HostedSandbox
    group: Group
    game: str
    players: list[Person]
    """Those who still play, by seat, from seat 1 on."""
    dead: Person
    stranger: Person
    """A member of the group who does not play."""
    outsider: Person
    """A person who is not even a member."""
    other_group: Group
    other_player: Person
    other_game: str

    async def stored(self) -> tuple[int, tuple[str, ...]]:
        """Returns the length of all journals, and every stored table."""
        assert self.hosted.wired is not None
        database = self.hosted.wired.store
        count = await database.row(select(func.count()).select_from(events))
        lobbies = await database.rows(select(games.c.lobby).order_by(games.c.id))
        assert count is not None
        return count[0], tuple(row.lobby for row in lobbies)

    async def speaker(self) -> Person:
        seat = (await self.live()).table.speaker
        person = (await self.live()).person_on(seat)
        return next(player for player in self.players if player.id == person)

    async def live(self) -> Any:
        await self.hosted.ready()
        assert self.hosted.wired is not None
        return await self.hosted.wired.games.find(self.game)

    def stage(self, viewer: Person | None = None) -> Json:
        """Returns the message of the running step."""
        seen = (viewer or self.players[0]).messages(self.group)
        return next(message for message in reversed(seen) if "m:" in _data(message))

    async def settled(self) -> Json:
        """Returns the message of the running step, once it has come."""
        number = (await self.live()).table.number
        found: Json = await self.stranger.until(
            lambda: next(
                (m for m in reversed(self.stranger.messages(self.group)) if f":{number}:" in _data(m)), None
            )
        )
        return found

    async def speaker_who_can_write(self) -> Person:
        """Returns the speaker once no mute or unmute is under way: a late one would stop the next message."""
        speaker = await self.speaker()
        parts = self.hosted.wired
        assert parts is not None
        async with asyncio.timeout(60):
            while parts.muting.busy or not speaker.chat(self.group)["can_write"]:
                await asyncio.sleep(0.05)
        return speaker


def _data(message: Json) -> str:
    return " ".join(button.get("callback_data", "") for _, _, button in buttons_of(message))


async def forge(person: Person, chat: Any, message_id: int, data: str) -> Answer | None:
    """Sends a tap with any payload, as a modified client can."""
    stage = person.client
    tapped = await stage.do("tap", user_id=person.id, chat=person.key(chat), message_id=message_id, data=data)
    told = await stage.do("callback_answer", query_id=tapped["query_id"], wait=10)
    return None if told is None else Answer(told["text"], told["alert"], told["url"])


async def refused(table: Table, person: Person, chat: Any, message_id: int, data: str) -> str:
    """Checks that the tap gets a reason and changes nothing: not the journal, not the tables, not the
    keyboards."""
    before = await table.stored()
    boards = {message["message_id"]: _data(message) for message in table.players[0].messages(table.group)}
    answer = await forge(person, chat, message_id, data)
    assert answer is not None, f"silence after {data!r}"
    assert answer.text or answer.url, f"an empty answer to {data!r}"
    assert len(answer.text) <= 200
    assert await table.stored() == before, data
    shown = {message["message_id"]: _data(message) for message in table.players[0].messages(table.group)}
    assert boards.items() <= shown.items(), f"{data!r} has changed a keyboard"
    return answer.text


async def reply(person: Person, chat: Any, text: str) -> str:
    """Returns what the host answers to a message; it must answer."""
    seen = {message["message_id"] for message in person.messages(chat)}
    said = await person.say(text, chat)
    found: Json = await person.until(
        lambda: next(
            (
                message
                for message in person.messages(chat)
                if message["message_id"] not in seen | {said["message_id"]} and message["from"]["is_bot"]
            ),
            None,
        )
    )
    return text_of(found) or ""


async def private_message(person: Person) -> int:
    """Returns a message of the bot in this person's private chat, for a forged tap."""
    host = person.client.only_bot()
    mine = [message for message in person.messages(host) if message["from"]["is_bot"]]
    return int(mine[-1]["message_id"])


async def sit_down(people: list[Person], group: Group) -> None:
    await people[0].say("/newgame", group)
    await people[0].until(lambda: "Сесть за стол" in people[0].buttons(group))
    for person in people[1:]:
        assert await person.tap("Сесть за стол", group) == Answer("Вы за столом.")


async def deal(people: list[Person], group: Group, hosted: HostedSandbox) -> None:
    answer = await people[0].tap("Начать", group)
    assert answer == Answer("Раздаём карты!")
    for person in people:
        await person.until(lambda person=person: "Карта получена" in person.buttons(hosted.host))  # type: ignore[misc]
        assert await person.tap("Карта получена", hosted.host) == Answer("Принято.")
    await people[0].until(lambda: any("ваша минута" in text for text in people[0].sees(group)), within=20)


async def table_in(hosted: HostedSandbox, group: Group) -> Any:
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    return live


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    async with hosted_sandbox(tmp_path_factory.mktemp("strangers"), speed=1, limits=NO_LIMITS) as hosted:
        people = await hosted.guests(11)
        *seated, stranger, other_player, outsider = people
        group = await hosted.group([*seated, stranger, other_player])
        await hosted.use(group, options=(("meet", "1"), ("surrender", "on"), *SLOW))
        await sit_down(seated, group)
        await deal(seated, group, hosted)
        live = await table_in(hosted, group)
        for person in seated:
            if "Мирный житель" in " ".join(person.sees(hosted.host)) and live.lobby.seat_of(person.id) > 1:
                await person.say("/surrender", hosted.host)
                dead = person
                break
        await dead.until(lambda: any("сдаётся" in text for text in dead.sees(group)))
        players = sorted((p for p in seated if p is not dead), key=lambda p: int(live.lobby.seat_of(p.id)))
        other_group = await hosted.stage.group("Сад", [other_player, stranger], hosted.host, rights=RIGHTS)
        await other_player.until(lambda: other_player.buttons(other_group))
        await sit_down([other_player], other_group)
        other = await table_in(hosted, other_group)
        yield Table(hosted, group, live.id, players, dead, stranger, outsider, other_group, other_player, other.id)


@pytest.fixture(autouse=True)
def nothing_breaks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Checks after each test that the host has logged no error."""
    with capture_logs() as logs:
        yield
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


# --- who ------------------------------------------------------------------------------------------------------


async def test_a_stranger_taps_every_button_of_the_group(table: Table) -> None:
    await table.settled()
    for message in table.stranger.messages(table.group):
        for _, _, button in buttons_of(message):
            data = button.get("callback_data", "")
            if data.startswith(("m:", "p:", "c:")):
                await refused(table, table.stranger, table.group, message["message_id"], data)


async def test_a_stranger_has_no_card_to_see(table: Table) -> None:
    answer = await table.stranger.tap("Моя роль", table.group)
    assert answer == Answer("Карты у вас нет: вы сейчас не в игре.", alert=True)


async def test_every_player_sees_the_own_card_from_the_group(table: Table) -> None:
    """The window of a tap has room for 200 signs, however long the card is."""
    for player in (*table.players, table.dead):
        answer = await player.tap("Моя роль", table.group)
        assert answer is not None
        assert answer.alert
        assert f"{player.name}, ваша карта" in answer.text


@pytest.mark.parametrize(
    "wish", ["m:{game}:{step}:shoot:1:-1:1", "m:{game}:{step}:check:1:-1:0", "p:{game}:{step}:shoot:"]
)
async def test_a_stranger_forges_a_choice_of_the_night_into_a_private_chat(table: Table, wish: str) -> None:
    step = (await table.live()).table.number
    message = await private_message(table.stranger)
    text = await refused(
        table, table.stranger, table.hosted.host, message, wish.format(game=table.game, step=step)
    )
    assert text in (NOT_SEATED, OLD)


async def test_a_stranger_cannot_start_a_table_of_others(table: Table) -> None:
    message = next(m for m in table.stranger.messages(table.other_group) if "l:" in _data(m))
    data = f"l:{table.other_game}:start"
    text = await refused(table, table.stranger, table.other_group, message["message_id"], data)
    assert "админ" in text


async def test_the_dead_do_not_move(table: Table) -> None:
    message = await table.settled()
    for _, _, button in buttons_of(message):
        text = await refused(table, table.dead, table.group, message["message_id"], button["callback_data"])
        assert text in (
            "Вы сейчас не в игре: можно смотреть, но не ходить.",
            "Сейчас не ваша минута. Дождитесь своей очереди.",
        )


async def test_a_player_of_another_table_does_not_move_here(table: Table) -> None:
    message = await table.settled()
    for _, _, button in buttons_of(message):
        text = await refused(
            table, table.other_player, table.group, message["message_id"], button["callback_data"]
        )
        assert text in (NOT_SEATED, OLD)


async def test_who_plays_here_takes_no_seat_elsewhere(table: Table) -> None:
    player = table.players[2]
    await player.join(table.other_group)
    await player.until(lambda: "Сесть за стол" in player.buttons(table.other_group))
    before = await table.stored()
    answer = await player.tap("Сесть за стол", table.other_group)
    assert answer is not None
    assert "«Двор»" in answer.text
    assert await table.stored() == before
    await player.leave(table.other_group)


async def test_who_passes_in_somebody_elses_minute_is_told_so(table: Table) -> None:
    speaker = await table.speaker()
    waiting = next(player for player in table.players if player is not speaker)
    message = await table.settled()
    step = (await table.live()).table.number
    text = await refused(table, waiting, table.group, message["message_id"], f"m:{table.game}:{step}:pass::-1:0")
    assert "не ваша минута" in text


async def test_who_is_no_member_takes_no_seat_by_a_link(table: Table) -> None:
    before = await table.stored()
    await table.outsider.start(payload=f"join_{table.other_game}")
    await table.outsider.until(lambda: len(table.outsider.sees(table.hosted.host)) >= 4)
    assert await table.stored() == before


@pytest.mark.parametrize("wish", ["sit", "stand", "start", "add-bot", "remove-bot", "doctor"])
async def test_buttons_of_a_lobby_work_in_its_group_only(table: Table, wish: str) -> None:
    message = await private_message(table.outsider)
    await refused(table, table.outsider, table.hosted.host, message, f"l:{table.other_game}:{wish}")


@pytest.mark.parametrize("wish", ["open", "again"])
async def test_no_table_opens_in_a_private_chat(table: Table, wish: str) -> None:
    message = await private_message(table.outsider)
    await refused(table, table.outsider, table.hosted.host, message, f"g:{wish}")


@pytest.mark.parametrize("seat", [1, 0, -1, 99])
async def test_nobody_takes_a_seat_that_is_not_offered(table: Table, seat: int) -> None:
    message = await private_message(table.outsider)
    for wish in ("take", "bot", "back", "zzz"):
        await refused(table, table.outsider, table.hosted.host, message, f"s:{table.game}:{seat}:{wish}")


async def test_a_seat_on_offer_is_not_for_who_is_no_member(table: Table) -> None:
    speaker = await table.speaker()
    await speaker.say("/leave", table.group)
    await speaker.until(lambda: "Да, ищу замену" in speaker.buttons(table.group))
    await speaker.tap("Да, ищу замену", table.group)

    def offered() -> str | None:
        parts = [part for message in speaker.messages(table.group) for part in _data(message).split()]
        return next((part for part in parts if part.startswith("s:") and part.endswith(":take")), None)

    data = await speaker.until(offered)
    await refused(table, table.outsider, table.hosted.host, await private_message(table.outsider), data)


# --- what -----------------------------------------------------------------------------------------------------

FORGED = [
    "m:{game}:{step}:nominate:99:-1:0",
    "m:{game}:{step}:nominate:0:-1:0",
    "m:{game}:{step}:nominate:-3:-1:0",
    "m:{game}:{step}:nominate::-1:0",
    "m:{game}:{step}:nominate:1.2.3:-1:0",
    "m:{game}:{step}:nominate:{dead}:-1:0",
    "m:{game}:{step}:vote:1:-1:0",
    "m:{game}:{step}:shoot:1:-1:1",
    "m:{game}:{step}:appoint:1.2:-1:1",
    "m:{game}:{step}:best-move:1:-1:1",
    "m:{game}:{step}:nominate:x:-1:0",
    "m:{game}:{step}:nominate:1.x:-1:0",
    "m:{game}:{step}:nominate:²:-1:0",
    "m:{game}:{step}:vote:" + "9" * 30 + ":-1:0",
    "m:{game}:{step}:pass::x:0",
    "m:{game}:x:pass::-1:0",
    "m:{game}:0:pass::-1:0",
    "m:{game}:-1:pass::-1:0",
    "m:{game}:99999999999999999999:pass::-1:0",
    "m:{game}:{step}:fly::-1:0",
    "m:{game}:{step}:expire::-1:0",
    *(f"m:{{game}}:{{step}}:{verb}:1:-1:0" for verb in ("foul", "disqualify", "team-loss", "offence", "claim")),
    *(f"m:{{game}}:{{step}}:{verb}::-1:0" for verb in ("pause", "resume", "undo", "next", "repeat")),
    "m:{game}:{step}:bonus:1:50:0",
    "m:{other}:{step}:pass::-1:0",
    "m:nosuchgm:{step}:pass::-1:0",
    "m:{game}",
    "m",
    "m:",
    "m:::::::",
    "m:{game}:{step}:pass::-1:0:0:0",
    "p:{game}:{step}:appoint:1",
    "p:{game}:{step}:shoot:x",
    "p:{game}:{step}:best-move:1.2",
    "p:{game}:{step}:fly:1",
    "p:{other}:{step}:nominate:",
    "p:nosuchgm:{step}:nominate:",
    "l:{game}:sit",
    "l:{game}:stand",
    "l:{game}:start",
    "l:{game}:fly",
    "l:nosuchgm:sit",
    "l:nosuchgm:rules",
    "g:fly",
    "g:open",
    "c:nosuchgm",
    "c:{other}",
    "lang:xx:0",
    "lang:ru:x",
    "x:{game}:1",
    "x:nosuchgm:1",
    "s:{game}:1:fly",
    "s:{game}:x:take",
    "zzz:1:2:3",
    "\x00\x01\x02",
    "'; DROP TABLE events; --",
    "%s%n{0}",
    "🎩" * 16,
    "a" * 64,
    ":" * 64,
]


@pytest.mark.parametrize("wish", FORGED)
async def test_a_forged_payload_changes_nothing(table: Table, wish: str) -> None:
    """Tapped by the one who may do most now: the speaker. No admin, no opener."""
    speaker = await table.speaker()
    message = await table.settled()
    live = await table.live()
    data = wish.replace("{game}", table.game).replace("{step}", str(live.table.number))
    data = data.replace("{other}", table.other_game).replace("{dead}", str(live.lobby.seat_of(table.dead.id)))
    assert len(data.encode()) <= 64
    if speaker.id == live.lobby.opener:
        await speaker.tap("Пас", table.group)
        speaker = await table.speaker()
        message = await table.settled()
        data = data.replace(f":{live.table.number - 1}:", f":{live.table.number}:")
    await refused(table, speaker, table.group, message["message_id"], data)


async def test_a_tap_on_an_old_step_says_so(table: Table) -> None:
    speaker = await table.speaker()
    message = await table.settled()
    step = (await table.live()).table.number
    text = await refused(
        table, speaker, table.group, message["message_id"], f"m:{table.game}:{step - 1}:pass::-1:0"
    )
    assert text == OLD


async def test_the_keyboard_of_an_old_question_goes_away(table: Table) -> None:
    """PLAY.md 3: a tap on an old button: «Этот ход уже завершён», and the keyboard is removed."""
    player = table.players[1]
    message = next(m for m in player.messages(table.hosted.host) if "🃏" in (text_of(m) or ""))
    answer = await forge(player, table.hosted.host, message["message_id"], f"m:{table.game}:1:seen::-1:0")
    assert answer == Answer(OLD)
    await player.until(
        lambda: (
            not any(
                buttons_of(m)
                for m in player.messages(table.hosted.host)
                if m["message_id"] == message["message_id"]
            )
        )
    )


# --- twice, late, out of order --------------------------------------------------------------------------------


async def test_the_same_update_twice_counts_once(table: Table) -> None:
    """One tap on a key asks «sure?»; its second delivery must not be taken for the second tap."""
    speaker = await table.speaker()
    message = await table.settled()
    live = await table.live()
    target = live.lobby.seat_of(next(p for p in table.players if p is not speaker).id)
    before = await table.stored()
    await table.hosted.stage.fault("double_update", chat=table.group.id, times=1)
    data = f"m:{table.game}:{live.table.number}:nominate:{target}:-1:0"
    answer = await forge(speaker, table.group, message["message_id"], data)
    assert answer is not None
    assert "ещё раз" in answer.text
    await reply(table.stranger, table.group, "/help")  # everything before it has been handled
    assert (await table.hosted.stage.do("faults"))[-1]["triggered"] == 1
    assert await table.stored() == before


async def test_a_doubled_tap_counts_once(table: Table) -> None:
    speaker = await table.speaker()
    message = await table.settled()
    step = (await table.live()).table.number
    before, _ = await table.stored()
    data = f"m:{table.game}:{step}:pass::-1:0"
    answers = await asyncio.gather(*(forge(speaker, table.group, message["message_id"], data) for _ in range(2)))
    assert [answer.text for answer in answers if answer] == ["Принято.", OLD]
    live = await table.live()
    assert live.table.number == step + 1
    assert (await table.stored())[0] > before


async def test_every_update_twice_and_shuffled(table: Table) -> None:
    speaker = await table.speaker()
    message = await table.settled()
    step = (await table.live()).table.number
    stage = table.hosted.stage
    twice = await stage.fault("double_update", times=4)
    shuffled = await stage.fault("shuffle_updates", times=1)
    data = f"m:{table.game}:{step}:pass::-1:0"
    waiting = next(player for player in table.players if player is not speaker)
    first, second = await asyncio.gather(
        forge(waiting, table.group, message["message_id"], data),
        forge(speaker, table.group, message["message_id"], data),
    )
    assert first is not None
    assert second is not None
    assert second.text == "Принято."
    assert first.text not in ("", "Принято.")
    await reply(table.stranger, table.group, "/help")
    struck = {fault["id"]: fault["triggered"] for fault in await stage.do("faults")}
    await stage.do("clear_faults")
    assert struck[twice] > 0
    assert struck[shuffled] == 1
    assert (await table.live()).table.number == step + 1


async def test_a_tap_from_before_a_restart(table: Table) -> None:
    """A keyboard outlives the host; a tap while it is down is counted once, when it is back."""
    speaker = await table.speaker()
    message = await table.settled()
    step = (await table.live()).table.number
    await table.hosted.end()
    data = f"m:{table.game}:{step}:pass::-1:0"
    waits = asyncio.create_task(forge(speaker, table.group, message["message_id"], data))
    await table.hosted.begin()
    assert await waits == Answer("Принято.")
    assert (await table.live()).table.number == step + 1
    await table.settled()
    before = await table.stored()
    assert await forge(speaker, table.group, message["message_id"], data) == Answer(OLD)
    assert await table.stored() == before


async def test_a_forwarded_keyboard_is_dead(table: Table) -> None:
    message = await table.settled()
    host = table.hosted.host
    forwarded = await table.stranger.client.do(
        "forward",
        user_id=table.stranger.id,
        chat=table.group.key,
        message_id=message["message_id"],
        to=table.stranger.key(host),
    )
    before = await table.stored()
    with pytest.raises(CommandError, match="no-such-button"):
        await forge(table.stranger, host, forwarded["message_id"], _data(message).split()[0])
    assert await table.stored() == before


async def test_a_forwarded_phrase_is_no_nomination(table: Table) -> None:
    speaker = await table.speaker_who_can_write()
    live = await table.live()
    target = live.lobby.seat_of(next(p for p in table.players if p is not speaker).id)
    said = await table.stranger.say(f"выставляю {target}", table.hosted.host)
    before = await table.stored()
    # Somebody else's words: forwarded from the private chat of the stranger is not possible, so from the own one.
    own = await speaker.say(f"выставляю {target}", table.hosted.host)
    seen = len(speaker.sees(table.group))
    await speaker.client.do(
        "forward",
        user_id=speaker.id,
        chat=speaker.key(table.hosted.host),
        message_id=own["message_id"],
        to=table.group.key,
    )
    await speaker.until(lambda: len(speaker.sees(table.group)) > seen + 1)
    assert "пересла" in speaker.sees(table.group)[-1].lower()
    assert await table.stored() == before
    assert said


async def test_an_edited_message_is_no_nomination(table: Table) -> None:
    speaker = await table.speaker_who_can_write()
    live = await table.live()
    target = live.lobby.seat_of(next(p for p in table.players if p is not speaker).id)
    said = await speaker.say("Я вот думаю", table.group)
    before = await table.stored()
    seen = len(speaker.sees(table.group))
    await speaker.client.do(
        "edit", user_id=speaker.id, chat=table.group.key, message_id=said["message_id"], text=f"выставляю {target}"
    )
    await speaker.until(lambda: len(speaker.sees(table.group)) > seen)
    assert "исправл" in speaker.sees(table.group)[-1].lower()
    assert await table.stored() == before


# --- commands -------------------------------------------------------------------------------------------------

OF_GROUPS = (
    "newgame",
    "game",
    "join",
    "extend",
    "cancel",
    "pause",
    "resume",
    "stop",
    "doctor",
    "nextgame",
)


@pytest.mark.parametrize("command", OF_GROUPS)
async def test_a_command_for_groups_in_a_private_chat(table: Table, command: str) -> None:
    before = await table.stored()
    assert "группы" in await reply(table.outsider, table.hosted.host, f"/{command}")
    assert await table.stored() == before


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("/newgame", "уже есть"),
        ("/join", "набор закрыт"),
        ("/leave", ""),
        ("/extend", "нет"),
        ("/extend ²", "нет"),
        ("/cancel", "нет"),
        ("/pause", "админ"),
        ("/resume", "админ"),
        ("/stop", "админ"),
        ("/surrender", "нет за этим столом"),
        ("/timeout", "нет за этим столом"),
        ("/role", "Карты у вас нет"),
    ],
)
async def test_a_command_of_the_wrong_person(table: Table, command: str, reason: str) -> None:
    before = await table.stored()
    assert reason in await reply(table.stranger, table.group, command)
    assert await table.stored() == before


@pytest.mark.parametrize("argument", ["²", "-5", "0", "x", "99999999999", "<b>", "٣", "5 5"])
async def test_an_odd_argument_is_no_accident(table: Table, argument: str) -> None:
    assert await reply(table.other_player, table.other_group, f"/rules {argument}")
    await table.other_player.say(f"/extend {argument}", table.other_group)
    await reply(table.other_player, table.other_group, "/help")


async def test_commands_of_other_bots_are_ignored(table: Table) -> None:
    before = await table.stored()
    seen = len(table.stranger.sees(table.group))
    for command in ("/newgame@other_bot", "/stop@other_bot", "/help@other_bot", "/somethingelse@other_bot"):
        await table.stranger.say(command, table.group)
    await reply(table.stranger, table.group, "/help")
    spoken = [text for text in table.stranger.sees(table.group)[seen:] if not text.startswith("/")]
    assert len(spoken) == 1
    assert await table.stored() == before


async def test_a_private_chat_never_falls_silent(table: Table) -> None:
    for text in (
        "привет",
        "выставляю 5",
        "/nosuchcommand",
        "<b>&lt;",
        "🎲" * 200,
        "x" * 4096,
        "/start join_nosuch",
    ):
        assert await reply(table.outsider, table.hosted.host, text)
    for kind in ("sticker", "voice", "photo", "video_note", "dice", "document"):
        seen = len(table.outsider.sees(table.hosted.host))
        await table.outsider.send(kind, table.hosted.host)
        await table.outsider.until(lambda seen=seen: len(table.outsider.sees(table.hosted.host)) > seen)  # type: ignore[misc]


async def test_the_card_comes_protected_whenever_it_is_asked_for(table: Table) -> None:
    player = table.players[1]
    seen = len(player.messages(table.hosted.host))
    await player.say("/role", table.hosted.host)
    await player.until(lambda: len(player.messages(table.hosted.host)) > seen + 1)
    card = player.messages(table.hosted.host)[-1]
    assert "ваша карта" in (text_of(card) or "")
    assert card.get("has_protected_content")


async def test_an_anonymous_admin_leads(table: Table) -> None:
    """/pause, /resume and /stop in the name of the group; the confirmation is tapped by the person behind it."""
    boss = table.stranger
    await table.group.promote(boss, ["can_delete_messages", "can_manage_chat"], anonymous=True)
    try:
        assert "Пауза" in await reply(boss, table.group, "/pause")
        assert (await table.live()).table.paused
        assert "Играем дальше" in await reply(boss, table.group, "/resume")
        assert not (await table.live()).table.paused
        assert "без результата" in await reply(boss, table.group, "/stop")
        refusal = await table.other_player.tap("Остановить", table.group)
        assert refusal == Answer("Это могут только админы группы.")
        assert await boss.tap("Играем дальше", table.group) == Answer("Играем дальше.")
        assert "уже есть" in await reply(boss, table.group, "/newgame")
    finally:
        await table.group.promote(boss, [])


async def test_an_anonymous_admin_opens_a_table(table: Table) -> None:
    boss = table.outsider
    yard = await table.hosted.stage.group("Парк", [boss], table.hosted.host, rights=RIGHTS)
    await boss.until(lambda: boss.buttons(yard))
    await table.hosted.use(yard, evening_chosen=True)
    await boss.say("/newgame", yard, as_chat=True)
    await boss.until(lambda: "Сесть за стол" in boss.buttons(yard))
    assert "Пока никого" in next(text for text in boss.sees(yard) if "Стол открыт" in text)
    live = await table_in(table.hosted, yard)
    assert live.lobby.guests == ()
    await boss.say("/cancel", yard, as_chat=True)
    await boss.until(lambda: any("Стол закрыт" in text for text in boss.sees(yard)))


# --- many at once ---------------------------------------------------------------------------------------------


async def test_ten_people_in_the_same_moment_and_one_who_taps_fifty_times(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=1, limits=NO_LIMITS) as hosted:
        people = await hosted.guests(10)
        group = await hosted.group(people)
        await hosted.use(group, options=(("meet", "1"), *SLOW))
        await people[0].say("/newgame", group)
        await open_more(people[0], group)
        assert await people[0].tap("Встать", group) == Answer("Вы больше не за столом.")
        answers = await asyncio.gather(*(person.tap("Сесть за стол", group) for person in people))
        assert answers == [Answer("Вы за столом.")] * 10
        live = await table_in(hosted, group)
        assert {guest.user_id for guest in live.lobby.guests} == {person.id for person in people}
        await deal(people, group, hosted)
        by_seat = [next(p for p in people if p.id == user) for user in live.lobby.seating]
        for number, speaker in enumerate(by_seat, start=1):
            await speaker.until(
                lambda number=number: any(
                    f"№ {number} " in t and "ваша минута" in t for t in people[0].sees(group)
                )  # type: ignore[misc]
            )
            await speaker.until(lambda speaker=speaker: speaker.chat(group)["can_write"])  # type: ignore[misc]
            if number <= 2:
                await speaker.say(f"Я выставляю игрока № {number}", group)
                await speaker.until(
                    lambda number=number: any(f"выставляет: № {number} " in t for t in people[0].sees(group))  # type: ignore[misc]
                )
            await speaker.tap("Пас", group)
        await people[0].until(lambda: any("Голосование" in t for t in people[0].sees(group)))
        message = people[0].messages(group)[-1]
        vote = next(part for part in _data(message).split() if ":vote:1:" in part)
        journal = live.version
        mark = (await hosted.stage.do("calls"))[-1]["number"]
        eager, *others = by_seat
        taps = await asyncio.gather(*(forge(eager, group, message["message_id"], vote) for _ in range(50)))
        assert [answer.text for answer in taps if answer].count("Принято.") == 1
        assert all(answer is not None for answer in taps), (
            "who taps again while the same is in hand is answered, too"
        )
        assert live.version == journal + 1
        await reply_of_help(eager, hosted)
        made = [call["method"] for call in await hosted.stage.do("calls", since=mark) if call["chat"] == group.id]
        assert [method for method in made if method.startswith(("send", "edit"))] in ([], ["editMessageText"])
        votes = await asyncio.gather(*(forge(person, group, message["message_id"], vote) for person in others))
        assert votes == [Answer("Принято.")] * 9
        assert live.table.ballots[-1].tally[0] == (1, 10)


async def reply_of_help(person: Person, hosted: HostedSandbox) -> None:
    seen = len(person.sees(hosted.host))
    await person.say("/help", hosted.host)
    await person.until(lambda: len(person.sees(hosted.host)) > seen + 1)


# --- names ----------------------------------------------------------------------------------------------------

HOSTILE = (
    "<b>",
    "<img src=x>",
    "x" * 64,
    "\u202eнод — 1 №",
    "\u200b\u200b\u200b",
    "&amp;&lt;/b&gt;",
    "№ 3 Анна — Дон",
    "a\u0301\u0302\u0303\u0304\u0305\u0306",
    "{ $seat }",
    "مافيا",
)


async def test_people_with_hostile_names_play_a_whole_game(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, limits=NO_LIMITS) as hosted:
        people = [await hosted.stage.person(name, last_name="\u200d" * 3) for name in HOSTILE]
        for person in people:
            await person.start(hosted.host)
            await person.until(lambda person=person: person.sees(hosted.host))  # type: ignore[misc]
        group = await hosted.group(people)
        finale = await play_game(hosted, people, group)
        lines = [line for line in finale.splitlines() if re.match(r"№ \d+ ", line)]
        assert len(lines) == 10
        shown = [re.sub(r"^№ \d+ ", "", line).rsplit(" — ", 1)[0] for line in lines]
        assert all(name and len(name) <= 32 and name.strip("\u2068\u2069").isprintable() for name in shown)
        assert "<b>" in shown
        assert unexpected_refusals(await hosted.stage.counts()) == 0
        bold = [entity for entity in json.dumps(people[0].messages(group)).split('"type"') if '"bold"' in entity]
        assert bold  # our own marks are still there
