"""The test client: the people, bots and groups of a sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.client.transport import InProcess, OverHttp, Transport
from sandbox.core.json_codec import Json
from sandbox.server import Sandbox
from sandbox.world.messages import buttons_of, text_of

WAIT_SECONDS = 10.0


class NoSuchButton(LookupError):
    """The person sees no such button; the message lists those that there are."""


class WaitTimeout(AssertionError):
    """A condition did not become true in time."""


@dataclass(frozen=True, slots=True)
class BotAccount:
    id: int
    token: str
    username: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tap brought: a toast, an alert, or a link that opens."""

    text: str = ""
    alert: bool = False
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    client: Client
    id: int

    @property
    def key(self) -> str:
        return str(self.id)

    async def promote(self, who: Person | BotAccount, rights: Sequence[str], anonymous: bool = False) -> None:
        await self.client.do("promote", chat=self.id, target_id=who.id, rights=list(rights), anonymous=anonymous)

    async def restrict(self, who: Person | BotAccount, permissions: Json, by: Person, until_date: int = 0) -> None:
        """An admin of the group restricts somebody; what is not named stays as it was."""
        order = {"chat": self.id, "target_id": who.id, "user_id": by.id}
        await self.client.do("restrict", **order, permissions=permissions, until_date=until_date)

    async def upgrade(self) -> Group:
        return Group(self.client, (await self.client.do("upgrade", chat=self.id))["id"])


class Person:
    """A person. Keeps what they see up to date from events, so that conditions need not query the server."""

    def __init__(self, client: Client, user_id: int, name: str) -> None:
        self.client = client
        self.id = user_id
        self.name = name
        self.chats: dict[str, Json] = {}
        self.toasts: list[Answer] = []
        self._messages: dict[str, dict[int, Json]] = {}

    def __repr__(self) -> str:
        return f"Person({self.name!r}, {self.id})"

    # what this person sees

    def messages(self, chat: Group | BotAccount | None = None) -> list[Json]:
        return self.messages_in(self.key(chat))

    def messages_in(self, key: str) -> list[Json]:
        """Returns the messages of the chat with this key of `chats`."""
        return list(self._messages.get(key, {}).values())

    def sees(self, chat: Group | BotAccount | None = None) -> list[str]:
        """Returns the texts and captions in a chat, oldest first."""
        return [text for message in self.messages(chat) if (text := text_of(message))]

    def buttons(self, chat: Group | BotAccount | None = None) -> list[str]:
        return [button["text"] for message in self.messages(chat) for _, _, button in buttons_of(message)]

    def chat(self, chat: Group | BotAccount | None = None) -> Json:
        """Returns the chat as this person sees it: can_write, pinned, members, commands …"""
        return self.chats[self.key(chat)]

    async def until(self, condition: Callable[[], object], within: float = WAIT_SECONDS) -> Any:
        return await self.client.until(condition, within)

    # what this person does

    async def say(self, text: str, chat: Group | BotAccount | None = None, **more: Any) -> Json:
        said: Json = await self._do("say", chat=self.key(chat), text=text, **more)
        return said

    async def send(self, kind: str, chat: Group | BotAccount | None = None, **more: Any) -> Json:
        sent: Json = await self._do("send", chat=self.key(chat), kind=kind, **more)
        return sent

    async def start(self, bot: BotAccount | None = None, payload: str | None = None) -> None:
        bot = bot or self.client.only_bot()
        await self._do("start", bot_id=bot.id, **({"payload": payload} if payload else {}))

    async def block(self, bot: BotAccount | None = None) -> None:
        await self._do("block", bot_id=(bot or self.client.only_bot()).id)

    async def unblock(self, bot: BotAccount | None = None) -> None:
        await self._do("unblock", bot_id=(bot or self.client.only_bot()).id)

    async def join(self, group: Group) -> None:
        await self._do("join", chat=group.id)
        await self._load_history(group.key)

    async def leave(self, group: Group) -> None:
        await self._do("leave", chat=group.id)

    async def tap(
        self, label: str, chat: Group | BotAccount | None = None, *, within: float = WAIT_SECONDS
    ) -> Answer | None:
        """Taps the newest button with this label, as soon as there is one, and waits for the bot's answer; None if
        none comes in time."""
        try:
            message_id, row, column = await self.until(lambda: self._find(label, chat), within)
        except WaitTimeout:
            raise NoSuchButton(self._no_button(label, chat)) from None
        tapped = await self._do("tap", chat=self.key(chat), message_id=message_id, row=row, column=column)
        if "query_id" not in tapped:
            return Answer(url=tapped.get("url"))
        payload = await self.client.do("callback_answer", query_id=tapped["query_id"], wait=within)
        return Answer(payload["text"], payload["alert"], payload["url"]) if payload else None

    def _find(self, label: str, chat: Group | BotAccount | None) -> tuple[int, int, int] | None:
        """Returns message, row and column of the newest button with this label, else of one that contains it."""
        shown = [
            (message["message_id"], row, column, button["text"])
            for message in reversed(self.messages(chat))
            for row, column, button in buttons_of(message)
        ]
        same = [place for place in shown if place[3] == label]
        near = [place for place in shown if label in place[3]]
        return next((place[:3] for place in same or near), None)

    def _no_button(self, label: str, chat: Group | BotAccount | None) -> str:
        names = ", ".join(map(repr, self.buttons(chat))) or "none at all"
        return f"{self.name} sees no button {label!r}; there are: {names}"

    # updates from events

    def key(self, chat: Group | BotAccount | None) -> str:
        if isinstance(chat, Group):
            return chat.key
        return f"{self.id}:{(chat or self.client.only_bot()).id}"

    async def _do(self, command: str, **arguments: Any) -> Any:
        return await self.client.do(command, user_id=self.id, **arguments)

    async def open(self) -> None:
        for chat in await self.client.transport.watch(self.id, self._receive):
            self.chats[chat["key"]] = chat
            if chat["last"] is not None:
                await self._load_history(chat["key"])

    async def _load_history(self, key: str) -> None:
        """Loads the history of a chat that has become visible; what events have brought meanwhile is newer."""
        payload = await self._do("history", chat=key, limit=500)
        received = self._messages.get(key, {})
        past = {message["message_id"]: message for message in payload["messages"]}
        self._messages[key] = {number: received.get(number, message) for number, message in past.items()} | {
            number: message for number, message in received.items() if number not in past
        }
        self.client.notify()

    def _receive(self, payload: Json) -> None:
        match payload.get("event"):
            case "message" | "edited":
                message = payload["message"]
                self._messages.setdefault(payload["chat"], {})[message["message_id"]] = message
            case "deleted":
                for number in payload["message_ids"]:
                    self._messages.get(payload["chat"], {}).pop(number, None)
            case "chat":
                key = payload["chat"]["key"]
                if key not in self.chats and payload["chat"]["last"] is not None:
                    self.client.spawn(self._load_history(key))
                self.chats[key] = payload["chat"]
            case "gone":
                self.chats.pop(payload["chat"], None)
                self._messages.pop(payload["chat"], None)
            case "toast":
                self.toasts.append(Answer(payload["text"], payload["alert"], payload["url"]))
            case _:
                pass
        self.client.notify()


class Client:
    """A sandbox and its people. A `Sandbox` is called in the same process, an address over HTTP."""

    def __init__(self, sandbox: Sandbox | str) -> None:
        self.transport: Transport = OverHttp(sandbox) if isinstance(sandbox, str) else InProcess(sandbox)
        self.people: list[Person] = []
        self.bots: list[BotAccount] = []
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.transport.close()

    async def do(self, command: str, **arguments: Any) -> Any:
        return await self.transport.do(command, **arguments)

    async def bot(
        self, token: str, first_name: str = "Host", username: str = "host_bot", **more: Any
    ) -> BotAccount:
        payload = await self.do("add_bot", token=token, first_name=first_name, username=username, **more)
        account = BotAccount(payload["id"], token, payload["username"])
        self.bots.append(account)
        return account

    def only_bot(self) -> BotAccount:
        if len(self.bots) != 1:
            raise LookupError(f"there are {len(self.bots)} bots: say which one")
        return self.bots[0]

    async def person(self, first_name: str, **more: Any) -> Person:
        payload = await self.do("add_person", first_name=first_name, **more)
        person = Person(self, payload["id"], first_name)
        await person.open()
        self.people.append(person)
        return person

    async def group(
        self,
        title: str,
        people: Iterable[Person],
        bot: BotAccount | None = None,
        *,
        rights: Sequence[str] | None = None,
        type: str = "supergroup",
        **more: Any,
    ) -> Group:
        """Creates a group owned by the first person; adds the bot last, as an admin if it has rights."""
        owner, *others = people
        made = await self.do("add_group", title=title, type=type, owner_id=owner.id, **more)
        group = Group(self, made["id"])
        for person in others:
            await self.do("join", chat=group.id, user_id=person.id)
        if bot is not None:
            admin = {} if rights is None else {"rights": list(rights)}
            await self.do("add_bot_to_group", chat=group.id, bot_id=bot.id, user_id=owner.id, **admin)
        await self.until(lambda: all(group.key in person.chats for person in (owner, *others)))
        return group

    async def fault(self, kind: str, **more: Any) -> int:
        number: int = await self.do("fault", kind=kind, **more)
        return number

    async def counts(self) -> Json:
        counted: Json = await self.do("counts")
        return counted

    async def until(self, condition: Callable[[], object], within: float = WAIT_SECONDS) -> Any:
        """Evaluates the condition after every event that a person gets; returns its first true value."""
        try:
            async with asyncio.timeout(within):
                while not (met := condition()):
                    await self.next_event()
                return met
        except TimeoutError:
            raise WaitTimeout(f"not within {within:g} s; {self._shown()}") from None

    async def next_event(self) -> None:
        """Returns after the next event that a person of this client gets."""
        await self._changed.wait()

    def notify(self) -> None:
        """Evaluates all waiting conditions again."""
        waiting, self._changed = self._changed, asyncio.Event()
        waiting.set()

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _shown(self) -> str:
        payload = []
        for person in self.people:
            for key, chat in person.chats.items():
                texts = [text_of(m) for m in person.messages_in(key)[-3:]]
                payload.append(f"{person.name} in {chat['title']!r}: {texts}")
        return "; ".join(payload) or "nobody is here"
