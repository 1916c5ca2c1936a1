"""How often a message comes back that people delete again and again."""

from bot.core.pace import Pace
from bot.telegram.outbox.deleted_messages import FORGOTTEN_MS, MOST_RETURNS, Returns
from bot.telegram.outbox.rows import Args
from tests.kits.virtual_clock.clock import VirtualClock


async def returned(returns: Returns, args: Args | None, times: int) -> Args | None:
    for _ in range(times):
        args = None if args is None else returns.one_more(args)
    return args


async def test_it_comes_back_a_few_times_within_an_hour_and_again_after_it() -> None:
    clock = VirtualClock()
    returns = Returns(clock, Pace(1))
    args = await returned(returns, {"seat": 4}, MOST_RETURNS)
    assert args is not None
    assert args["seat"] == 4
    await clock.on_to(clock.now() + FORGOTTEN_MS - 1)
    assert returns.one_more(args) is None
    await clock.on_to(clock.now() + 1)
    again = await returned(returns, args, MOST_RETURNS)
    assert again is not None
    assert returns.one_more(again) is None
