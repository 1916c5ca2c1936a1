"""The commands of the page and of tests: checks arguments and runs them."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

from sandbox.botapi.endpoint import BotApi
from sandbox.botapi.fault_injection import CALL_KINDS, UPDATE_KINDS, Fault, Faults
from sandbox.botapi.methods import BY_NAME
from sandbox.botapi.rate_limits import UNLIMITED, Limits, RateLimiter
from sandbox.control import accounts, groups, moderation, user_actions
from sandbox.control.argument_check import Parameter, parameters_of
from sandbox.control.errors import CommandError
from sandbox.control.lookup import chat_of
from sandbox.control.person_view import chat_view, unread_private_messages
from sandbox.control.subscriptions import Subscriptions
from sandbox.core.json_codec import Json, is_encodable
from sandbox.core.refusals import Refusal
from sandbox.world.world import World

FASTEST = 200
LONGEST_WAIT = 60.0
LONGEST_DELAY = 600.0
GATEWAY_CODES = frozenset({500, 502, 503, 504})
LONGEST_REST = 30.0

OF_THE_WORLD: dict[str, Callable[..., Any]] = {
    "view_as": user_actions.view_as,
    "say": user_actions.say,
    "send": user_actions.send,
    "edit": user_actions.edit,
    "forward": user_actions.forward,
    "delete": user_actions.delete,
    "react": user_actions.react,
    "tap": user_actions.tap,
    "start": user_actions.start,
    "block": user_actions.block,
    "unblock": user_actions.unblock,
    "history": user_actions.history,
    "read": user_actions.read,
    "add_person": accounts.add_person,
    "change_person": accounts.change_person,
    "add_bot": accounts.add_bot,
    "add_group": groups.add_group,
    "delete_group": groups.delete_group,
    "add_topic": groups.add_topic,
    "join": groups.join,
    "leave": groups.leave,
    "add_bot_to_group": groups.add_bot_to_group,
    "remove_from_group": moderation.remove_from_group,
    "restrict": moderation.restrict,
    "unban": moderation.unban,
    "promote": moderation.promote,
    "set_permissions": moderation.set_permissions,
    "set_slow_mode": moderation.set_slow_mode,
    "hide_members": moderation.hide_members,
    "refuse_writing": moderation.refuse_writing,
    "close_topic": moderation.close_topic,
    "upgrade": groups.upgrade,
}


class Commands:
    def __init__(
        self,
        world: World,
        botapi: BotApi,
        subscriptions: Subscriptions,
        faults: Faults,
        rate_limiter: RateLimiter,
        on_speed: Callable[[float], None] | None,
        on_restart: Callable[[float], None],
    ) -> None:
        self.world = world
        self.botapi = botapi
        self.subscriptions = subscriptions
        self.faults = faults
        self.rate_limiter = rate_limiter
        self.on_speed = on_speed
        self.on_restart = on_restart
        of_control = (
            self.callback_answer,
            self.set_speed,
            self.set_limits,
            self.counts,
            self.reset_counts,
            self.calls,
            self.fault,
            self.clear_faults,
            self.restart,
        )
        self._commands: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Parameter]]] = {
            name: (function, (world,), parameters_of(function, 1)) for name, function in OF_THE_WORLD.items()
        }
        self._commands |= {one.__name__: (one, (), parameters_of(one, 0)) for one in of_control}
        self._commands["world"] = (self.hello, (), {})
        self._commands["faults"] = (faults.view, (), {})

    async def do(self, command: str, arguments: Json) -> Any:
        """Runs one command; raises CommandError if it cannot be executed."""
        found = self._commands.get(command)
        if found is None:
            raise CommandError("no-such-command", command)
        function, first, parameters = found
        for name, value in arguments.items():
            if name not in parameters:
                raise CommandError("bad-arguments", f"{command} takes no {name}")
            if not is_encodable(value):
                raise CommandError("bad-arguments", f"{name} of {command} has half of a surrogate pair")
            if not parameters[name].fits(value):
                raise CommandError("bad-arguments", f"{name} of {command} is of the wrong type")
        if missing := [name for name, one in parameters.items() if one.required and name not in arguments]:
            raise CommandError("bad-arguments", f"{command} needs {missing[0]}")
        try:
            result = function(*first, **arguments)
            return await result if inspect.isawaitable(result) else result
        except Refusal as refusal:
            raise CommandError("refused", refusal.description) from None

    def hello(self) -> Json:
        world = self.world
        groups = [g for g in world.chats.groups.values() if g.migrated_to is None and not g.deleted]
        return {
            "people": [person.view() for person in world.users.people.values()],
            "bots": [bot.me() for bot in world.users.bots.values()],
            "chats": [chat_view(world, chat, None) for chat in groups],
            "speed": self.rate_limiter.speed,
            "faults": self.faults.view(),
            "unread": {
                str(person): n for person in world.users.people if (n := unread_private_messages(world, person))
            },
        }

    async def callback_answer(self, query_id: str, wait: float = 0) -> Json | None:
        query = self.world.callback_queries.find(query_id)
        if query is None:
            raise CommandError("no-such-query")
        if query.answer is None and wait > 0:
            try:
                await asyncio.wait_for(query.answered.wait(), min(wait, LONGEST_WAIT))
            except TimeoutError:
                return None
        return query.answer

    def set_speed(self, speed: float) -> Json:
        if not 1 <= speed <= FASTEST:
            raise CommandError("bad-arguments", f"speed is 1 to {FASTEST}")
        self.rate_limiter.speed = speed
        self.subscriptions.send_to_all("speed", speed=speed)
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
            raise CommandError("bad-arguments", "a limit is positive, or null for none")
        if not 0 <= holds <= LONGEST_WAIT:
            raise CommandError("bad-arguments", f"holds is 0 to {LONGEST_WAIT:g} seconds")
        limits = Limits(per_chat, per_group, per_bot, restricts, tags, holds)
        self.rate_limiter.limits = UNLIMITED if limits == UNLIMITED else limits

    def counts(self) -> Json:
        return self.botapi.counts()

    def reset_counts(self) -> None:
        self.botapi.reset_counts()

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
            raise CommandError("bad-arguments", f"kind is one of {known}")
        code = error_code if error_code is not None else 502 if kind == "gateway" else 500
        if times < 1 or not 400 <= code <= 599 or not 0 <= seconds <= LONGEST_DELAY:
            raise CommandError("bad-arguments", f"times from 1, error_code 400-599, seconds 0-{LONGEST_DELAY:g}")
        if kind == "gateway" and code not in GATEWAY_CODES:
            raise CommandError("bad-arguments", f"a gateway's error_code is one of {sorted(GATEWAY_CODES)}")
        if executed is not None and kind != "gateway":
            raise CommandError("bad-arguments", "only a gateway's page may be executed or not")
        if (field is not None) != (kind == "missing_field"):
            raise CommandError("bad-arguments", "missing_field, and nothing else, names a field")
        if retry_after is not None and retry_after < 1:
            raise CommandError("bad-arguments", "retry_after is at least 1")
        if method is not None:
            if method.lower() not in BY_NAME:
                raise CommandError("bad-arguments", f"no such method: {method}")
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
            raise CommandError("bad-arguments", f"down_for is 0 to {LONGEST_REST:g} seconds")
        self.on_restart(down_for)


async def run_command(commands: Commands, command: str, arguments: Json) -> Json:
    try:
        return {"ok": True, "result": await commands.do(command, arguments)}
    except CommandError as reason:
        return {"ok": False, "error": str(reason)}
