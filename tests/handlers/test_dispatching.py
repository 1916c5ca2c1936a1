"""Checks that a tap or a message passes before its handler is called."""

from collections.abc import Sequence

from aiogram.dispatcher.event.handler import FilterObject
from aiogram.filters.callback_data import CallbackQueryFilter

from bot.app import make_dispatcher
from bot.telegram.buttons.callback_data import MoveTap
from tests.kits.virtual_clock.table import VirtualTable


def _prefix(filters: Sequence[FilterObject] | None) -> str:
    """Returns the prefix of the buttons that a handler is for."""
    found = [each.callback for each in filters or () if isinstance(each.callback, CallbackQueryFilter)]
    return found[0].callback_data.__prefix__ if found else ""


async def test_a_move_is_recognised_before_any_other_button() -> None:
    table = VirtualTable("fiim-2025", 10, 1)
    dispatcher = make_dispatcher(table.house.host)
    asked = [handler for router in dispatcher.sub_routers for handler in router.callback_query.handlers]
    assert len(asked) > 10
    prefixes = [_prefix(each.filters) for each in asked]
    assert prefixes.index(MoveTap.__prefix__) == 0


async def test_no_filter_is_asked_in_a_thread() -> None:
    """aiogram runs filters that cannot be awaited in threads: a dozen for each message of a busy group."""
    dispatcher = make_dispatcher(VirtualTable("fiim-2025", 10, 1).house.host)
    asked = [
        (router.name, kind, each)
        for router in dispatcher.sub_routers
        for kind, observer in router.observers.items()
        for handler in observer.handlers
        for each in handler.filters or ()
    ]
    assert len(asked) > 60
    assert [(name, kind) for name, kind, each in asked if not each.awaitable] == []
