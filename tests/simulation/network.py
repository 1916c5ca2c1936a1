"""A Telegram in memory whose calls fail at the rates of a seed. It stays when the program is killed."""

import random
import re
from collections import Counter
from typing import Any

from aiogram.exceptions import TelegramNetworkError, TelegramRetryAfter, TelegramServerError
from aiogram.methods import GetChatMember, RestrictChatMember, SendMessage, TelegramMethod

from tests.fuzz.messenger import BOT_ID, Messenger
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.member_rights import Members
from tests.simulation.fault_rates import FaultRates

MOMENT = re.compile(r"<tg-time[^>]*>.*?</tg-time>")


class Network:
    def __init__(
        self, clock: VirtualClock, messenger: Messenger, dice: random.Random, fault_rates: FaultRates
    ) -> None:
        self._clock = clock
        self._messenger = messenger
        self._dice = dice
        self._weather = fault_rates
        self.calls = 0
        self.injected: Counter[str] = Counter()
        self.lost: Counter[int] = Counter()
        """Number of lost answers, by chat."""
        self.members = Members(clock)
        self.restricted = 0
        self.sent: list[tuple[int, str]] = []
        """Every message that was delivered, with its chat, without the time that is left."""

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:  # noqa: ARG002
        self.calls += 1
        dice, fault_rates = self._dice, self._weather
        delay = dice.choice((20, 40, 80))
        if dice.random() < fault_rates.slow:
            self.injected["slow"] += 1
            delay = dice.choice((1_000, 4_000))
        await self._clock.sleep_until(self._clock.now() + delay)
        if dice.random() < fault_rates.too_many:
            self.injected["429"] += 1
            seconds = dice.choice((1, 3))
            raise TelegramRetryAfter(method, f"Too Many Requests: retry after {seconds}", seconds)
        if dice.random() < fault_rates.broken:
            self.injected["5xx"] += 1
            raise TelegramServerError(method, "Bad Gateway")
        answer = self._about_members(method) or await self._messenger(method)
        if isinstance(method, SendMessage):
            self.sent.append((int(method.chat_id), MOMENT.sub("", method.text)))
        if dice.random() < fault_rates.lost:
            self.injected["lost answer"] += 1
            self.lost[int(getattr(method, "chat_id", 0) or 0)] += 1
            await self._clock.sleep_until(self._clock.now() + 5_000)
            raise TelegramNetworkError(method, "Request timeout error")
        return answer

    def _about_members(self, method: TelegramMethod[Any]) -> Any:
        """Answers calls about members; returns None for all others."""
        match method:
            case RestrictChatMember():
                self.restricted += 1
                return bool(self.members.restrict(method))
            case GetChatMember() if method.user_id != BOT_ID:
                return self.members.told(method.user_id)
            case _:
                return None
