"""A group, its people and the host, and everything that goes over the wire between them."""

import asyncio
import random
from collections.abc import Iterable
from typing import Any

from aiogram.methods import (
    EditMessageText,
    GetChat,
    GetChatAdministrators,
    SendDocument,
    SendPhoto,
    TelegramMethod,
)
from aiogram.types import (
    AcceptedGiftTypes,
    Chat,
    ChatFullInfo,
    ChatPermissions,
    Message,
)

from tests.fuzz.messenger import EPOCH, Button, Posted
from tests.fuzz.update_shapes import Shapes
from tests.interrupted_handlers.world import GROUP, Chance, GroupMessenger, World
from tests.kits.virtual_clock.clock import START, VirtualClock
from tests.kits.virtual_clock.memory_storage import InlineStore
from tests.wire_traffic.determinism import PinnedLoop
from tests.wire_traffic.request_form import Form, line

LEADER, OWNER, GUEST, STRANGER, JUDGE, SIDE_JUDGE = 11, 12, 21, 22, 30, 31
"""An admin; who runs the host; who does not play; who is in no group; who judge."""
PLAYERS = (11, 12, 13, 14, 15)
MEMBERS = {*range(11, 22), JUDGE, SIDE_JUDGE}
NAMES = ("Аня", "Борис <b>", "В&В", "Гриша 🦊", "Д'Артаньян", "Ева", "Жора", "Зоя", "Ира", "Костя")
LATENCY_MS = 40
GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


class Callers(Shapes):
    """Everybody's phone speaks one language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def user(self, person: int) -> dict[str, Any]:
        name = NAMES[person % 10]
        last = {"last_name": f"{person}"} if person % 2 else {}
        return {
            "id": person,
            "is_bot": False,
            "first_name": name,
            "language_code": self._language,
            "username": f"user{person}",
            **last,
        }


class Recorder(GroupMessenger):
    """Writes down each call as it would go out, then answers it as the messenger does."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__({GROUP: set(MEMBERS)}, {LEADER}, lambda _: None)
        self._clock = clock
        self.lines: list[str] = []
        self._form = Form()

    def note(self, **what: Any) -> None:
        self.lines.append(line(self._clock.now() - START, **what))

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        self.lines.append(self._form.line(self._clock.now() - START, method))
        await self._clock.sleep_until(self._clock.now() + LATENCY_MS)
        match method:
            case SendDocument() | SendPhoto():
                chat = int(method.chat_id)
                self._must_reach(method, chat)
                board: Any = method.reply_markup
                number = self._next()
                self.posted.setdefault(chat, {})[number] = Posted(chat, number, method.caption or "", board)
                kind = "private" if chat > 0 else "supergroup"
                return Message(message_id=number, date=EPOCH, chat=Chat(id=chat, type=kind))
            case GetChat():
                return self._chat(int(method.chat_id))
            case GetChatAdministrators():
                return [self._member(int(method.chat_id), person) for person in sorted(self.admins)]
            case EditMessageText() if int(method.chat_id or 0) > 0:
                answer = await super().__call__(method, request_timeout)
                mine = self.posted[int(method.chat_id or 0)]
                # Whoever taps next does so in the message that has just changed.
                mine[method.message_id or 0] = mine.pop(method.message_id or 0)
                return answer
            case _:
                return await super().__call__(method, request_timeout)

    def _chat(self, chat: int) -> ChatFullInfo:
        may = {name: True for name in ChatPermissions.model_fields if name.startswith("can_")}
        return ChatFullInfo(
            id=chat,
            type="supergroup",
            title="Двор",
            accent_color_id=0,
            max_reaction_count=1,
            accepted_gift_types=AcceptedGiftTypes.model_validate(dict.fromkeys(GIFTS, False)),
            permissions=ChatPermissions(**may),
        )


class Recording:
    """What people do in a scenario. They see messages and buttons, and nothing of the program."""

    def __init__(self, name: str, language: str) -> None:
        self.language = language
        self.dice = random.Random(name)
        self.clock = VirtualClock()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PinnedLoop)
        loop.clock = self.clock
        self.telegram = Recorder(self.clock)
        self.world = World(Chance(), InlineStore(), self.clock, self.telegram, Callers(language))
        self.tapped: set[tuple[int, str]] = set()

    @property
    def lines(self) -> list[str]:
        return self.telegram.lines

    # --- time --------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """The host wakes up, comes into the group as an admin, and everybody but the stranger greets it."""
        await self.done(self.world.program.begin())
        await self.bring(self.world.moves("my_chat_member", GROUP, LEADER, "left", "administrator"))
        for person in sorted(MEMBERS):
            await self.say(person, person, "/start")
        await self.say(LEADER, GROUP, "/lang")
        await self.tap(LEADER, GROUP, f"lang:{self.language}:1")

    async def end(self) -> None:
        await self.wait(60)
        troubles = [*self.world.program.troubles, *self.telegram.mistakes]
        await self.world.program.end()
        assert not troubles, troubles

    async def wait(self, seconds: float) -> None:
        await self.clock.on_to(self.clock.now() + int(seconds * 1000))

    async def done(self, work: Any) -> Any:
        """Calls on the way take time of the clock."""
        task = asyncio.ensure_future(work)
        while not task.done():
            await self.clock.settle()
            if not task.done():
                await self.clock.step(self.clock.now() + 60_000)
        return task.result()

    # --- updates -----------------------------------------------------------------------------------------------

    async def bring(self, body: dict[str, Any], seconds: float = 2) -> None:
        self.world._expects(body)
        (kind,) = body.keys() - {"update_id"}
        said = body[kind]
        what = said.get("text") or said.get("data") or ""
        where = said.get("chat") or said.get("message", {}).get("chat") or {}
        self.telegram.note(update=kind, by=said["from"]["id"], chat=where.get("id"), what=what)
        assert await self.done(self.world.program.take(body))
        await self.wait(seconds)

    async def say(self, person: int, chat: int, text: str, **more: Any) -> None:
        if text.startswith("/"):
            more["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}]
        await self.bring(self.world.say(person, chat, text, **more))

    async def reply(self, person: int, text: str, to: int) -> None:
        await self.bring(self.world.reply(person, text, to))

    async def tap(self, person: int, chat: int, data: str) -> None:
        self.tapped.add((person, data))
        await self.bring(self.world.tap(person, chat, data))

    # --- what stands in a chat ---------------------------------------------------------------------------------

    def standing(self, chat: int) -> list[Posted]:
        """The newest first."""
        return [*self.telegram.posted.get(chat, {}).values()][::-1]

    def buttons(self, chat: int, *prefixes: str, newest: int = 8) -> list[Button]:
        """Of the newest message that has any such buttons."""
        for message in self.standing(chat)[:newest]:
            found = [each for each in message.buttons if each.data.startswith(prefixes)]
            if found:
                return found
        return []

    def button(self, chat: int, part: str) -> str:
        """The data of the newest button in which this can be read."""
        for message in self.standing(chat):
            for each in message.buttons:
                if part in each.data:
                    return each.data
        raise LookupError(f"no button {part!r} stands in {chat}")

    def has(self, chat: int, part: str) -> bool:
        return any(part in each.data for message in self.standing(chat) for each in message.buttons)

    async def tap_all(self, person: int, chat: int, parts: Iterable[str]) -> None:
        for part in parts:
            await self.tap(person, chat, self.button(chat, part))
