"""Two hosts with one token are detected by what Telegram refuses or changes; a restart is not taken for one."""

from typing import Any

import pytest
from aiogram.exceptions import TelegramNetworkError
from aiogram.methods import GetWebhookInfo, TelegramMethod
from aiogram.types import WebhookInfo
from structlog.testing import capture_logs

from bot.operations.duplicate_host import CALM_MS, CONFLICTS, DuplicateHost
from tests.kits.virtual_clock.clock import VirtualClock

OWN = "https://omerta.example/hook"


class Watch:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.told = 0
        self.rival = DuplicateHost(self.clock, self._tell)
        self.address: str | None = OWN
        """None: Telegram does not answer."""

    def _tell(self) -> None:
        self.told += 1

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:  # noqa: ARG002
        assert isinstance(method, GetWebhookInfo)
        if self.address is None:
            raise TelegramNetworkError(method, "cut")
        return WebhookInfo(url=self.address, has_custom_certificate=False, pending_update_count=0)

    async def look(self, address: str | None) -> bool:
        self.address = address
        await self.rival.look_at_webhook(self, OWN)
        return self.rival.is_there

    def conflict(self, after_s: int) -> bool:
        self.clock.set_to(self.clock.now() + after_s * 1000)
        self.rival.conflict()
        return self.rival.is_there


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_whoever_asks_again_and_again_is_another_host(watch: Watch) -> None:
    with capture_logs() as logs:
        assert [watch.conflict(4) for _ in range(CONFLICTS + 5)] == [False] * (CONFLICTS - 1) + [True] * 6
    assert watch.told == 1
    assert [line["event"] for line in logs] == ["duplicate_host"]
    assert "BotFather" in logs[0]["mend"]


def test_restarts_and_leaders_that_change_are_no_rival(watch: Watch) -> None:
    """Each of them ends one call of the program before."""
    assert not any(watch.conflict(31) for _ in range(50))


def test_when_it_is_calm_again_the_rival_is_gone_and_the_next_one_is_told(watch: Watch) -> None:
    for times in (1, 2):
        for _ in range(CONFLICTS):
            watch.conflict(1)
        assert (watch.rival.is_there, watch.told) == (True, times)
        watch.clock.set_to(watch.clock.now() + CALM_MS + 1)
    assert not watch.rival.is_there


@pytest.mark.parametrize("address", ["https://elsewhere.example/hook", ""])
async def test_a_webhook_that_is_somebody_elses_or_was_taken_away(watch: Watch, address: str) -> None:
    assert not await watch.look(OWN)
    assert not await watch.look(address), "as in a restart with another address"
    assert not await watch.look(OWN)
    assert not await watch.look(address)
    assert not await watch.look(None), "nothing follows from silence"
    assert await watch.look(address)
    assert await watch.look(address)
    assert watch.told == 1
    assert not await watch.look(OWN)
