"""What a tap that is a move has to pass before its handler hears of it."""

from collections.abc import Sequence

from aiogram.dispatcher.event.handler import FilterObject
from aiogram.filters.callback_data import CallbackQueryFilter

from bot.app import make_dispatcher
from bot.callbacks import MoveTap
from tests.virtual.table import VirtualTable


def _prefix(filters: Sequence[FilterObject] | None) -> str:
    """Of the buttons that a handler is for."""
    found = [each.callback for each in filters or () if isinstance(each.callback, CallbackQueryFilter)]
    return found[0].callback_data.__prefix__ if found else ""


async def test_a_move_is_recognised_before_any_other_button() -> None:
    table = VirtualTable("fiim-2025", 10, 1)
    dispatcher = make_dispatcher(table.house.host)
    asked = [handler for router in dispatcher.sub_routers for handler in router.callback_query.handlers]
    assert len(asked) > 10
    prefixes = [_prefix(each.filters) for each in asked]
    assert prefixes.index(MoveTap.__prefix__) == 0
