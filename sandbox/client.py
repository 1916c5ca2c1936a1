"""People for tests: they say, tap, see, and wait on a condition, never on time.

async with Stage(sandbox) as stage:
    host = await stage.bot("1:token")
    olya = await stage.person("Оля")
    yard = await stage.group("Двор", [olya], host, rights=["can_restrict_members"])
    await olya.say("/newgame", yard)
    await olya.until(lambda: "Сесть за стол" in olya.buttons(yard))
    answer = await olya.tap("Сесть за стол", yard)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.contents import buttons_of, text_of
from sandbox.lines import Inside, Line, OverHttp
from sandbox.server import Sandbox
from sandbox.wire import Json

PATIENCE = 10.0


class NoSuchButton(LookupError):
    """Nobody shows a button of that name; the message lists those that are shown."""


class NeverCame(AssertionError):
    """A condition that did not become true in time."""


@dataclass(frozen=True, slots=True)
class Host:
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
    stage: Stage
    id: int

    @property
    def key(self) -> str:
        return str(self.id)

    async def promote(self, who: Person | Host, rights: Sequence[str], anonymous: bool = False) -> None:
        await self.stage.do("promote", chat=self.id, target_id=who.id, rights=list(rights), anonymous=anonymous)

    async def restrict(self, who: Person | Host, permissions: Json, by: Person, until_date: int = 0) -> None:
        """An admin of the group restricts somebody; what is not named stays as it was."""
        order = {"chat": self.id, "target_id": who.id, "user_id": by.id}
        await self.stage.do("restrict", **order, permissions=permissions, until_date=until_date)

    async def upgrade(self) -> Group:
        return Group(self.stage, (await self.stage.do("upgrade", chat=self.id))["id"])


class Person:
    """Somebody with a window of their own. What it shows is kept here, so that conditions need not ask."""

    def __init__(self, stage: Stage, user_id: int, name: str) -> None:
        self.stage = stage
        self.id = user_id
        self.name = name
        self.chats: dict[str, Json] = {}
        self.toasts: list[Answer] = []
        self._messages: dict[str, dict[int, Json]] = {}

    def __repr__(self) -> str:
        return f"Person({self.name!r}, {self.id})"

    # eyes

    def messages(self, chat: Group | Host | None = None) -> list[Json]:
        return list(self._messages.get(self.key(chat), {}).values())

    def sees(self, chat: Group | Host | None = None) -> list[str]:
        """Texts and captions, oldest first."""
        return [text for message in self.messages(chat) if (text := text_of(message))]

    def buttons(self, chat: Group | Host | None = None) -> list[str]:
        return [button["text"] for message in self.messages(chat) for _, _, button in buttons_of(message)]

    def chat(self, chat: Group | Host | None = None) -> Json:
        """The chat as this person's window has it: can_write, pinned, members, commands …"""
        return self.chats[self.key(chat)]

    async def until(self, condition: Callable[[], object], within: float = PATIENCE) -> Any:
        return await self.stage.until(condition, within)

    # hands

    async def say(self, text: str, chat: Group | Host | None = None, **more: Any) -> Json:
        said: Json = await self._do("say", chat=self.key(chat), text=text, **more)
        return said

    async def send(self, kind: str, chat: Group | Host | None = None, **more: Any) -> Json:
        sent: Json = await self._do("send", chat=self.key(chat), kind=kind, **more)
        return sent

    async def start(self, host: Host | None = None, payload: str | None = None) -> None:
        host = host or self.stage.only_host()
        await self._do("start", bot_id=host.id, **({"payload": payload} if payload else {}))

    async def block(self, host: Host | None = None) -> None:
        await self._do("block", bot_id=(host or self.stage.only_host()).id)

    async def unblock(self, host: Host | None = None) -> None:
        await self._do("unblock", bot_id=(host or self.stage.only_host()).id)

    async def join(self, group: Group) -> None:
        await self._do("join", chat=group.id)
        await self._recall(group.key)

    async def leave(self, group: Group) -> None:
        await self._do("leave", chat=group.id)

    async def tap(
        self, label: str, chat: Group | Host | None = None, *, within: float = PATIENCE
    ) -> Answer | None:
        """Taps the newest button that says so, and waits for the bot's answer; None if none comes."""
        message_id, row, column = self._find(label, chat)
        tapped = await self._do("tap", chat=self.key(chat), message_id=message_id, row=row, column=column)
        if "query_id" not in tapped:
            return Answer(url=tapped.get("url"))
        told = await self.stage.do("answer_of", query_id=tapped["query_id"], wait=within)
        return Answer(told["text"], told["alert"], told["url"]) if told else None

    def _find(self, label: str, chat: Group | Host | None) -> tuple[int, int, int]:
        shown = [
            (message["message_id"], row, column, button["text"])
            for message in reversed(self.messages(chat))
            for row, column, button in buttons_of(message)
        ]
        same = [place for place in shown if place[3] == label]
        near = [place for place in shown if label in place[3]]
        for message_id, row, column, _ in same or near:
            return message_id, row, column
        names = ", ".join(repr(place[3]) for place in shown) or "none at all"
        raise NoSuchButton(f"{self.name} sees no button {label!r}; there are: {names}")

    # the window behind

    def key(self, chat: Group | Host | None) -> str:
        if isinstance(chat, Group):
            return chat.key
        return f"{self.id}:{(chat or self.stage.only_host()).id}"

    async def _do(self, verb: str, **arguments: Any) -> Any:
        return await self.stage.do(verb, user_id=self.id, **arguments)

    async def open(self) -> None:
        for chat in await self.stage.line.look(self.id, self._take):
            self.chats[chat["key"]] = chat
            if chat["last"] is not None:
                await self._recall(chat["key"])

    async def _recall(self, key: str) -> None:
        """What was said before this window knew of the chat. What it has meanwhile heard itself is newer."""
        told = await self._do("history", chat=key, limit=500)
        heard = self._messages.get(key, {})
        past = {message["message_id"]: message for message in told["messages"]}
        self._messages[key] = {number: heard.get(number, message) for number, message in past.items()} | {
            number: message for number, message in heard.items() if number not in past
        }
        self.stage.pulse()

    def _take(self, told: Json) -> None:
        match told.get("event"):
            case "message" | "edited":
                message = told["message"]
                self._messages.setdefault(told["chat"], {})[message["message_id"]] = message
            case "deleted":
                for number in told["message_ids"]:
                    self._messages.get(told["chat"], {}).pop(number, None)
            case "chat":
                key = told["chat"]["key"]
                if key not in self.chats and told["chat"]["last"] is not None:
                    self.stage.spawn(self._recall(key))
                self.chats[key] = told["chat"]
            case "gone":
                self.chats.pop(told["chat"], None)
                self._messages.pop(told["chat"], None)
            case "toast":
                self.toasts.append(Answer(told["text"], told["alert"], told["url"]))
            case _:
                pass
        self.stage.pulse()


class Stage:
    """A sandbox with people on it. Given a Sandbox it speaks to it directly, given an address over HTTP."""

    def __init__(self, sandbox: Sandbox | str) -> None:
        self.line: Line = OverHttp(sandbox) if isinstance(sandbox, str) else Inside(sandbox)
        self.people: list[Person] = []
        self.hosts: list[Host] = []
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Stage:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.line.close()

    async def do(self, verb: str, **arguments: Any) -> Any:
        return await self.line.do(verb, **arguments)

    async def bot(self, token: str, first_name: str = "Host", username: str = "host_bot", **more: Any) -> Host:
        told = await self.do("add_bot", token=token, first_name=first_name, username=username, **more)
        host = Host(told["id"], token, told["username"])
        self.hosts.append(host)
        return host

    def only_host(self) -> Host:
        if len(self.hosts) != 1:
            raise LookupError(f"there are {len(self.hosts)} bots: say which one")
        return self.hosts[0]

    async def person(self, first_name: str, **more: Any) -> Person:
        told = await self.do("add_person", first_name=first_name, **more)
        person = Person(self, told["id"], first_name)
        await person.open()
        self.people.append(person)
        return person

    async def group(
        self,
        title: str,
        people: Iterable[Person],
        host: Host | None = None,
        *,
        rights: Sequence[str] | None = None,
        type: str = "supergroup",
        **more: Any,
    ) -> Group:
        """The first of the people owns the group; the bot comes last, an admin if it has rights."""
        owner, *others = people
        made = await self.do("add_group", title=title, type=type, owner_id=owner.id, **more)
        group = Group(self, made["id"])
        for person in others:
            await self.do("join", chat=group.id, user_id=person.id)
        if host is not None:
            admin = {} if rights is None else {"rights": list(rights)}
            await self.do("add_bot_to_group", chat=group.id, bot_id=host.id, user_id=owner.id, **admin)
        await self.until(lambda: all(group.key in person.chats for person in (owner, *others)))
        return group

    async def fault(self, kind: str, **more: Any) -> int:
        number: int = await self.do("fault", kind=kind, **more)
        return number

    async def counts(self) -> Json:
        counted: Json = await self.do("counts")
        return counted

    async def until(self, condition: Callable[[], object], within: float = PATIENCE) -> Any:
        """Returns what the condition returned. It is asked again whenever some window here is told something."""
        try:
            async with asyncio.timeout(within):
                while not (met := condition()):
                    await self._changed.wait()
                return met
        except TimeoutError:
            raise NeverCame(f"not within {within:g} s; {self._shown()}") from None

    def pulse(self) -> None:
        waiting, self._changed = self._changed, asyncio.Event()
        waiting.set()

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _shown(self) -> str:
        told = []
        for person in self.people:
            for key, chat in person.chats.items():
                texts = [text_of(m) for m in list(person._messages.get(key, {}).values())[-3:]]
                told.append(f"{person.name} in {chat['title']!r}: {texts}")
        return "; ".join(told) or "nobody is here"
