"""The sandbox's members on the virtual clock: what is asked or told about them goes to its own methods, without
HTTP; everything else is only counted."""

import json
from collections.abc import Callable
from typing import Any

from aiogram import Bot
from aiogram.exceptions import TelegramNetworkError, TelegramRetryAfter, TelegramServerError
from aiogram.methods import GetChatMember, SetChatMemberTag, TelegramMethod

from bot.telegram.calls.session import Session
from bot.telegram.updates.update_trim import read_answer
from sandbox.botapi.arguments import Arguments
from sandbox.botapi.call_log import as_json
from sandbox.botapi.methods import BY_NAME
from sandbox.control.groups import checked_rights
from sandbox.core.refusals import Refusal
from sandbox.server import NewBot, Sandbox
from sandbox.world.chats import Chat
from sandbox.world.members import Member
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.telegram import Call as Made
from tests.kits.virtual_clock.telegram import CountingTelegram

TOKEN = "4242:stage-of-the-virtual-clock"
Mishap = Callable[[TelegramMethod[Any]], str]
"""Returns the fault of a call: `down`, `lost` (executed, but the answer is lost), seconds to wait, or nothing."""


class StageTelegram(CountingTelegram):
    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.sandbox = Sandbox([NewBot(TOKEN)], now=lambda: clock.now() / 1000)
        self.world = self.sandbox.world
        self.bot = self.world.users.tokens[TOKEN]
        self.mishap: Mishap = lambda _: ""
        self._chats: dict[int, Chat] = {}
        self._people: dict[int, int] = {}
        self._reader, self._library = Session(read_answer), Bot(TOKEN)

    # --- who is there -------------------------------------------------------------------------------------------

    def add_group(self, number: int, people: range, tags: dict[int, str]) -> None:
        """Adds a group. `tags`: the members' tags before the game."""
        owner = self.world.add_person("Владелец")
        self._chats[number] = self.world.add_group("Двор", "supergroup", owner)
        for person in people:
            self._people[person] = self.world.add_person(f"p{person}").id
            self.enter(number, person, tags.get(person))
        self.promote_bot(number, ("can_restrict_members", "can_manage_tags"))

    def promote_bot(self, number: int, rights: tuple[str, ...]) -> None:
        member = Member(self.bot.user, "administrator", checked_rights([*rights]))
        self.world.members.set(self._chats[number], self.bot.user, member)

    def member(self, number: int, person: int) -> Member:
        found = self.world.members.get(self._chats[number], self._people[person])
        assert found is not None
        return found

    def change(self, number: int, person: int, **state: Any) -> None:
        user = self.world.users.people[self._people[person]].user
        self.world.members.set(self._chats[number], user, Member(user, **state))

    def enter(self, number: int, person: int, tag: str | None = None) -> None:
        self.change(number, person, tag=tag)

    def tags(self, number: int) -> dict[int, str]:
        """Returns the tags as Telegram shows them."""
        members = self._chats[number].members
        here = [(person, members[known]) for person, known in self._people.items() if known in members]
        shown = {person: member.as_chat_member().get("tag") for person, member in here}
        return {person: tag for person, tag in shown.items() if tag}

    def told(self, kind: type[TelegramMethod[Any]]) -> list[Made]:
        return [call for call in self.calls if isinstance(call.method, kind)]

    # --- calls --------------------------------------------------------------------------------------------------

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        chat = self._chats.get(int(getattr(method, "chat_id", 0) or 0))
        if not isinstance(method, GetChatMember | SetChatMemberTag) or chat is None:
            return await super().__call__(method, request_timeout)
        self.calls.append(Made(self._clock.now(), method))
        await self._clock.sleep_until(self._clock.now() + self.delay)
        return self._met(method, chat)

    def _met(self, method: TelegramMethod[Any], chat: Chat) -> Any:
        mishap = self.mishap(method)
        if mishap == "down":
            raise TelegramServerError(method, "Bad Gateway")
        if mishap.isdigit():
            raise TelegramRetryAfter(method, f"Too Many Requests: retry after {mishap}", int(mishap))
        answer = self._answer(method, chat)
        if mishap == "lost":
            raise TelegramNetworkError(method, "Request timeout error")
        return answer

    def _answer(self, method: TelegramMethod[Any], chat: Chat) -> Any:
        values = method.model_dump(exclude_none=True)
        values |= {"chat_id": chat.id, "user_id": self._people[values["user_id"]]}
        call = self.sandbox.botapi.call(self.bot, Arguments(values))
        _, execute = BY_NAME[method.__api_method__.lower()]
        try:
            status, told = 200, {"ok": True, "result": execute(call)}
        except Refusal as refusal:
            status, told = refusal.code, as_json(refusal)
        return self._reader.check_response(self._library, method, status, json.dumps(told)).result
