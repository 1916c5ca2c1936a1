"""Where the messages that will be edited are, each under a name, and what they showed last."""

import json
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import select

from bot.cache import Cache
from bot.outbox.rows import Args, Row, dump_args
from bot.pages.sheet import Sheet
from bot.processes.baton import Baton
from bot.store import Store, Work
from bot.store.schema import slots as slots_table

MOST = 20_000
"""A game has some forty, which go with it; those of menus and statistics stay until others take their place."""


class Slot(NamedTuple):
    message_id: int
    page: str
    args: Args


class Slots:
    def __init__(self, database: Store, baton: Baton) -> None:
        self._database = database
        self._baton = baton
        self._kept: Cache[tuple[int, str], Slot] = Cache(MOST)
        self._shown: Cache[tuple[int, str], str] = Cache(MOST)
        """So that nothing is edited to itself."""
        self.on_adopted: Callable[[int, str], None] = _never_mind

    async def find(self, chat_id: int, name: str) -> Slot | None:
        """Where a message of ours is, if it was ever sent."""
        found = self._kept.get((chat_id, name))
        if found is None:
            s = slots_table.c
            stored = await self._database.row(select(slots_table).where(s.chat_id == chat_id, s.slot == name))
            if stored is not None:
                found = Slot(stored.message_id, stored.page, json.loads(stored.args))
                if self._baton.held:  # else whoever conducts may send it again
                    self._kept[chat_id, name] = found
        return found

    def keep(self, row: Row, message_id: int, work: Work) -> None:
        self._kept[row.chat_id, row.slot] = Slot(message_id, row.page, row.args)
        _put(work, row.chat_id, row.slot, message_id, row.page, row.args)

    def drop(self, row: Row, work: Work) -> None:
        work.add("drop_slot", chat=row.chat_id, name=row.slot)
        self._kept.pop((row.chat_id, row.slot), None)

    async def adopt(self, chat_id: int, name: str, message_id: int, page: str) -> None:
        """A message of ours that was tapped is the one to edit from now on."""
        known = await self.find(chat_id, name)
        if known is not None and known.message_id == message_id:
            return
        work = Work()
        _put(work, chat_id, name, message_id, page, {})
        if self._baton.held:
            self._kept[chat_id, name] = Slot(message_id, page, {})
        self._shown.pop((chat_id, name), None)
        await self._database.commit(work)
        if not self._baton.held:
            self.on_adopted(chat_id, name)

    def shows(self, row: Row, sheet: Sheet) -> bool:
        return self._shown.get((row.chat_id, row.slot)) == _fingerprint(sheet)

    def shown(self, row: Row, sheet: Sheet) -> None:
        self._shown[row.chat_id, row.slot] = _fingerprint(sheet)

    def forget(self, chat_id: int, name: str) -> None:
        """Another process knows better where this message is."""
        for kept in (self._kept, self._shown):
            kept.pop((chat_id, name), None)

    def forget_game(self, game_id: str) -> None:
        """It is over: its messages are not edited any more."""
        self._forget(lambda key: key[1].startswith(f"{game_id}:"))

    def forget_chat(self, chat_id: int) -> None:
        self._forget(lambda key: key[0] == chat_id)

    def forget_all(self) -> None:
        self._forget(lambda _: True)

    def _forget(self, concerns: Callable[[tuple[int, str]], bool]) -> None:
        for kept in (self._kept, self._shown):
            for key in [key for key in kept if concerns(key)]:
                del kept[key]


def _put(work: Work, chat_id: int, name: str, message_id: int, page: str, args: Args) -> None:
    work.add("put_slot", chat_id=chat_id, slot=name, message_id=message_id, page=page, args=dump_args(args))


def _fingerprint(sheet: Sheet) -> str:
    board = sheet.keyboard.model_dump_json(exclude_none=True) if sheet.keyboard else ""
    return f"{sheet.text}\n{board}"


def _never_mind(_: int, __: str) -> None:
    """Nobody else remembers it."""
