"""Messages to people and groups that answer what somebody has asked or done."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.core.clock import Clock
from bot.language.refusal_keys import is_refusal
from bot.language.translator import Translator, language_of
from bot.storage import UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.people import People
from bot.telegram.outbox.answer_limits import AnswerLimits
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row


def as_answer(row: Row) -> Row:
    """Returns news with the rank of an answer, behind everything that a game sends by itself; other rows
    unchanged."""
    return replace(row, rank=Rank.ANSWER) if row.rank is Rank.NEWS else row


class Replies:
    def __init__(
        self,
        outbox: Outbox,
        next_id: Callable[[], int],
        clock: Clock,
        limits: AnswerLimits,
        groups: Groups,
        people: People,
        words: Translator,
        on_refused: Callable[[str], None],
    ) -> None:
        """`on_refused`: called with the key of every refusal that somebody is told, for the metrics."""
        self._outbox = outbox
        self._next_id = next_id
        self._clock = clock
        self._limits = limits
        self._groups = groups
        self._people = people
        self._words = words
        self._on_refused = on_refused

    def note(self, chat_id: int, page: str, thread_id: int = 0, rank: Rank = Rank.NEWS, **args: Any) -> Row:
        """Returns a row that sends a page."""
        return Row(self._next_id(), chat_id, Kind.SEND, page, rank, thread_id=thread_id, args=args)

    def text(self, chat_id: int, key: str, thread_id: int = 0, **args: Any) -> Row:
        """Returns a row that sends a text of the locales."""
        self.count_refusal(key)
        return self.note(chat_id, "text", thread_id, key=key, args=args)

    def count_refusal(self, key: str) -> None:
        """Counts a refusal that is told to somebody; keys that are no refusals are ignored."""
        if is_refusal(key):
            self._on_refused(key)

    async def tell(self, *rows: Row) -> None:
        """Stores and sends answers, as far as the limits of their author allow. News become answers: no stage and
        no prompt of a game waits for them. Prompts, results and edits keep their rank."""
        now = self._clock.now()
        allowed, too_fast = self._limits.allowed(map(as_answer, rows), now)
        if too_fast:
            allowed.append(as_answer(self.text(too_fast, "too-fast")))
        if allowed:
            await self._outbox.post(allowed)
            self._limits.given(allowed, now)

    async def change_group(self, chat_id: int, change: Callable[[Group], Group], rows: Sequence[Row]) -> None:
        """Changes a group's settings and stores the messages about it, in one transaction."""

        async def along(work: UnitOfWork, _: Group) -> None:
            for row in rows:
                row.put(work)

        await self._groups.amend(chat_id, change, along)
        self._outbox.add([*rows])

    async def is_reachable(self, user_id: int) -> bool:
        """Tells whether the bot may write to this person in private."""
        return (await self._people.get(user_id)).reachable

    async def language(self, user_id: int, code: str | None) -> str:
        """Returns the language that a person has chosen, or else that of their app (`code`)."""
        return (await self._people.get(user_id)).language or language_of(code)

    async def say(self, user_id: int, code: str | None, key: str, **args: Any) -> str:
        """Returns a text without markup that one person alone sees, such as the answer to a tap."""
        self.count_refusal(key)
        return self._words.plain(await self.language(user_id, code), key, **args)

    async def say_even_if_unreadable(self, user_id: int, code: str | None, key: str) -> str:
        """Returns a text as `say` does, in the language of the app if the store cannot be read; refusals are not
        counted."""
        language = language_of(code)
        with contextlib.suppress(Exception):
            language = await self.language(user_id, code)
        return self._words.plain(language, key)
