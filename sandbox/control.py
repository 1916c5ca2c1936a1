"""The verbs, over HTTP and WebSocket: who may be told what to do, and what comes back."""

from __future__ import annotations

import asyncio
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

from sandbox import deeds, moderation, staging
from sandbox.botapi import BotApi
from sandbox.faults import CALL_KINDS, UPDATE_KINDS, Fault, Faults
from sandbox.finding import Impossible, chat_of
from sandbox.limits import UNLIMITED, Limits, Pace
from sandbox.methods import BY_NAME
from sandbox.refusals import Refusal
from sandbox.views import chat_view, unread_by
from sandbox.windows import Windows
from sandbox.wire import Json, is_told_on
from sandbox.world import World

FASTEST = 200
LONGEST_WAIT = 60.0
LONGEST_DELAY = 600.0
GATEWAY_CODES = frozenset({500, 502, 503, 504})
LONGEST_REST = 30.0

OF_THE_WORLD: dict[str, Callable[..., Any]] = {
    "be": deeds.be,
    "say": deeds.say,
    "send": deeds.send,
    "edit": deeds.edit,
    "forward": deeds.forward,
    "delete": deeds.delete,
    "react": deeds.react,
    "tap": deeds.tap,
    "start": deeds.start,
    "block": deeds.block,
    "unblock": deeds.unblock,
    "history": deeds.past,
    "read": deeds.read,
    "add_person": staging.add_person,
    "change_person": staging.change_person,
    "add_bot": staging.add_bot,
    "add_group": staging.add_group,
    "delete_group": staging.delete_group,
    "add_topic": staging.add_topic,
    "join": staging.join,
    "leave": staging.leave,
    "add_bot_to_group": staging.add_bot_to_group,
    "remove_from_group": moderation.remove_from_group,
    "restrict": moderation.restrict,
    "unban": moderation.unban,
    "promote": moderation.promote,
    "set_permissions": moderation.set_permissions,
    "set_slow_mode": moderation.set_slow_mode,
    "hide_members": moderation.hide_members,
    "refuse_writing": moderation.refuse_writing,
    "close_topic": moderation.close_topic,
    "upgrade": staging.upgrade,
}


@dataclass(frozen=True, slots=True)
class Parameter:
    kinds: tuple[type, ...]
    required: bool

    def fits(self, value: Any) -> bool:
        if isinstance(value, bool):
            return bool in self.kinds
        if isinstance(value, int) and float in self.kinds:
            return True
        return isinstance(value, self.kinds)


def parameters_of(function: Callable[..., Any], skip: int) -> dict[str, Parameter]:
    hints = get_type_hints(function)
    told: dict[str, Parameter] = {}
    for name, parameter in list(inspect.signature(function).parameters.items())[skip:]:
        hint = hints[name]
        union = get_args(hint) if get_origin(hint) in {Union, types.UnionType} else (hint,)
        kinds = tuple(get_origin(one) or one for one in union)
        told[name] = Parameter(kinds, parameter.default is inspect.Parameter.empty)
    return told


class Control:
    def __init__(
        self,
        world: World,
        botapi: BotApi,
        windows: Windows,
        faults: Faults,
        pace: Pace,
        on_speed: Callable[[float], None] | None,
        on_restart: Callable[[float], None],
    ) -> None:
        self.world = world
        self.botapi = botapi
        self.windows = windows
        self.faults = faults
        self.pace = pace
        self.on_speed = on_speed
        self.on_restart = on_restart
        faults.changed = lambda: windows.tell_all("faults", faults=faults.view())
        of_control = (
            self.answer_of,
            self.set_speed,
            self.set_limits,
            self.counts,
            self.reset_counts,
            self.calls,
            self.fault,
            self.clear_faults,
            self.restart,
        )
        self._verbs: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Parameter]]] = {
            name: (function, (world,), parameters_of(function, 1)) for name, function in OF_THE_WORLD.items()
        }
        self._verbs |= {one.__name__: (one, (), parameters_of(one, 0)) for one in of_control}
        self._verbs["world"] = (self.hello, (), {})
        self._verbs["faults"] = (faults.view, (), {})

    async def do(self, verb: str, arguments: Json) -> Any:
        """One verb; raises Impossible with the reason if the stage does not allow it."""
        found = self._verbs.get(verb)
        if found is None:
            raise Impossible("no-such-verb", verb)
        function, first, parameters = found
        for name, value in arguments.items():
            if name not in parameters:
                raise Impossible("bad-arguments", f"{verb} takes no {name}")
            if not is_told_on(value):
                raise Impossible("bad-arguments", f"{name} of {verb} has half of a surrogate pair")
            if not parameters[name].fits(value):
                raise Impossible("bad-arguments", f"{name} of {verb} is of the wrong type")
        if missing := [name for name, one in parameters.items() if one.required and name not in arguments]:
            raise Impossible("bad-arguments", f"{verb} needs {missing[0]}")
        try:
            result = function(*first, **arguments)
            return await result if inspect.isawaitable(result) else result
        except Refusal as refusal:
            raise Impossible("refused", refusal.description) from None

    def hello(self) -> Json:
        world = self.world
        groups = [g for g in world.groups.values() if g.migrated_to is None and not g.deleted]
        return {
            "people": [person.view() for person in world.people.values()],
            "bots": [bot.me() for bot in world.bots.values()],
            "chats": [chat_view(world, chat, None) for chat in groups],
            "speed": self.pace.speed,
            "faults": self.faults.view(),
            "unread": {str(person): n for person in world.people if (n := unread_by(world, person))},
        }

    async def answer_of(self, query_id: str, wait: float = 0) -> Json | None:
        query = self.world.queries.find(query_id)
        if query is None:
            raise Impossible("no-such-query")
        if query.answer is None and wait > 0:
            try:
                await asyncio.wait_for(query.answered.wait(), min(wait, LONGEST_WAIT))
            except TimeoutError:
                return None
        return query.answer

    def set_speed(self, speed: float) -> Json:
        if not 1 <= speed <= FASTEST:
            raise Impossible("bad-arguments", f"speed is 1 to {FASTEST}")
        self.pace.speed = speed
        self.windows.tell_all("speed", speed=speed)
        if self.on_speed is not None:
            self.on_speed(speed)
        return {"speed": speed}

    def set_limits(
        self,
        per_chat: float | None = None,
        per_group: int | None = None,
        per_bot: int | None = None,
        restricts: int | None = None,
        tags: int | None = None,
        holds: float = 0,
    ) -> None:
        if any(value is not None and value <= 0 for value in (per_chat, per_group, per_bot, restricts, tags)):
            raise Impossible("bad-arguments", "a limit is positive, or null for none")
        if not 0 <= holds <= LONGEST_WAIT:
            raise Impossible("bad-arguments", f"holds is 0 to {LONGEST_WAIT:g} seconds")
        limits = Limits(per_chat, per_group, per_bot, restricts, tags, holds)
        self.pace.limits = UNLIMITED if limits == UNLIMITED else limits

    def counts(self) -> Json:
        return self.botapi.counted()

    def reset_counts(self) -> None:
        self.botapi.reset()

    def calls(self, since: int = 0) -> list[Json]:
        return [call.view() for call in self.botapi.calls if call.number > since]

    def fault(
        self,
        kind: str,
        times: int = 1,
        method: str | None = None,
        chat: str | int | None = None,
        error_code: int | None = None,
        description: str | None = None,
        retry_after: int | None = None,
        seconds: float = 0,
        executed: bool | None = None,
        field: str | None = None,
    ) -> int:
        if kind not in CALL_KINDS | UPDATE_KINDS:
            known = ", ".join(sorted(CALL_KINDS | UPDATE_KINDS))
            raise Impossible("bad-arguments", f"kind is one of {known}")
        code = error_code if error_code is not None else 502 if kind == "gateway" else 500
        if times < 1 or not 400 <= code <= 599 or not 0 <= seconds <= LONGEST_DELAY:
            raise Impossible("bad-arguments", f"times from 1, error_code 400-599, seconds 0-{LONGEST_DELAY:g}")
        if kind == "gateway" and code not in GATEWAY_CODES:
            raise Impossible("bad-arguments", f"a gateway's error_code is one of {sorted(GATEWAY_CODES)}")
        if executed is not None and kind != "gateway":
            raise Impossible("bad-arguments", "only a gateway's page may be executed or not")
        if (field is not None) != (kind == "missing_field"):
            raise Impossible("bad-arguments", "missing_field, and nothing else, names a field")
        if retry_after is not None and retry_after < 1:
            raise Impossible("bad-arguments", "retry_after is at least 1")
        if method is not None:
            if method.lower() not in BY_NAME:
                raise Impossible("bad-arguments", f"no such method: {method}")
            method = BY_NAME[method.lower()][0]
        where = chat if isinstance(chat, int) else None if chat is None else chat_of(self.world, chat).id
        fault = Fault(
            0,
            kind,
            times,
            method,
            where,
            code,
            description,
            retry_after,
            seconds,
            executed=bool(executed),
            field=field,
        )
        return self.faults.arm(fault).id

    def clear_faults(self) -> None:
        self.faults.clear()

    def restart(self, down_for: float = 0) -> None:
        if not 0 <= down_for <= LONGEST_REST:
            raise Impossible("bad-arguments", f"down_for is 0 to {LONGEST_REST:g} seconds")
        self.on_restart(down_for)
