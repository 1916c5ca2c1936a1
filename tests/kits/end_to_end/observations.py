"""Everything that each person sees and does, in the order in which it happens: the material of the leak oracle."""

import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from sandbox.client import Client, Person
from sandbox.control.subscriptions import EventSink
from sandbox.core.json_codec import Json
from sandbox.world.messages import buttons_of, text_of
from tests.kits.end_to_end.hosted_sandbox import TIME_OF_DAY
from tests.kits.end_to_end.leak_oracle import Button, Deed, Sight, Where


@dataclass
class Eyes:
    """Records what each person sees. Begin with `await Eyes.of(stage, people)` before the game."""

    stage: Client
    sights: list[Sight] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    calls: list[tuple[str, int | None, str]] = field(default_factory=list)
    """Method, chat and arguments of every call of the Bot API."""
    _order: "count[int]" = field(default_factory=lambda: count(1))
    _last_call: int = 0
    _shown: dict[tuple[int, str, int], Json] = field(default_factory=dict)

    @classmethod
    async def of(cls, stage: Client, people: list[Person]) -> "Eyes":
        eyes = cls(stage)
        for person in people:
            await stage.transport.watch(person.id, eyes._sink(person.id))
        await eyes.catch_up()
        eyes.calls.clear()
        stage.transport = _Heard(stage.transport, eyes)
        return eyes

    def _sink(self, who: int) -> EventSink:
        return lambda told: self._take(who, told)

    def _take(self, who: int, told: Json) -> None:
        match told.get("event"):
            case "message" | "edited":
                message = told["message"]
                if not message.get("from", {}).get("is_bot"):
                    return
                key = (who, told["chat"], message["message_id"])
                before = self._shown.get(key)
                self._shown[key] = message
                if before is not None and _face(before) == _face(message):
                    return  # a reaction or a pin has no text
                self.sights.append(
                    Sight(
                        next(self._order),
                        who,
                        Where.PRIVATE if ":" in told["chat"] else Where.GROUP,
                        _text(message),
                        _buttons(message),
                        message["message_id"],
                        edited=told["event"] == "edited",
                        protected=bool(message.get("has_protected_content")),
                    )
                )
            case "toast":
                self.sights.append(Sight(next(self._order), who, Where.TOAST, told["text"] or ""))
            case _:
                pass

    async def catch_up(self) -> None:
        """Fetches the calls so far; the sandbox keeps only the last ones, so call it now and then."""
        for call in await self.stage.do("calls", since=self._last_call):
            self._last_call = call["number"]
            self.calls.append((call["method"], call["chat"], json.dumps(call["arguments"], ensure_ascii=False)))

    def tapped(self, arguments: dict[str, Any]) -> None:
        who, chat = arguments["user_id"], str(arguments["chat"])
        message = self._shown.get((who, chat, arguments["message_id"]), {})
        for row, column, button in buttons_of(message):
            if (row, column) == (arguments.get("row"), arguments.get("column")):
                told = Button(button["text"], button.get("callback_data", ""))
                where = Where.PRIVATE if ":" in chat else Where.GROUP
                self.deeds.append(Deed(next(self._order), who, where, told))


def _face(message: Json) -> tuple[str, tuple[Button, ...]]:
    return _text(message), _buttons(message)


def _text(message: Json) -> str:
    return TIME_OF_DAY.sub("…", text_of(message) or "")


def _buttons(message: Json) -> tuple[Button, ...]:
    return tuple(
        Button(button["text"], button.get("callback_data", ""), row) for row, _, button in buttons_of(message)
    )


class _Heard:
    """A client of the stage that notes who taps what."""

    def __init__(self, line: Any, eyes: Eyes) -> None:
        self._line = line
        self._eyes = eyes
        self._taps = 0

    async def do(self, command: str, **arguments: Any) -> Any:
        if command == "tap":
            self._eyes.tapped(arguments)
            self._taps += 1
            if self._taps % 50 == 0:
                await self._eyes.catch_up()
        return await self._line.do(command, **arguments)

    async def watch(self, user_id: int, sink: EventSink) -> list[Json]:
        chats: list[Json] = await self._line.watch(user_id, sink)
        return chats

    async def close(self) -> None:
        await self._line.close()
