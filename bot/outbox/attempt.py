"""One attempt to deliver a row, and what its outcome teaches about the row, its chat, its place or the network."""

import structlog
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)

from bot.api_errors import AnswerNotUnderstood
from bot.call_policy import policy_of
from bot.clockwork.clock import Clock
from bot.operation.trouble import OnTrouble, described, store_failed
from bot.outbox.backoff import Backoff
from bot.outbox.delivery import NO_CHAT, Delivery, Render, says
from bot.outbox.listener import Listener
from bot.outbox.pacing import Pacing
from bot.outbox.places import ClosedPlaces, Why, place_of, why_forbidden, why_refused
from bot.outbox.rows import Kind, Row
from bot.processes.baton import NotConducting
from bot.store import StoreClosed, Work

log = structlog.get_logger()

Refusal = TelegramForbiddenError | TelegramBadRequest | TelegramNotFound


class Attempts:
    def __init__(
        self, delivery: Delivery, clock: Clock, pacing: Pacing, backoff: Backoff, on_trouble: OnTrouble
    ) -> None:
        self._delivery = delivery
        self._clock = clock
        self._pacing = pacing
        self._backoff = backoff
        self.closed = ClosedPlaces(pacing.pace)
        self._accepted: set[int] = set()
        """Rows that were the first to be accepted by a place that had refused."""
        self.listener: Listener | None = None
        self._on_trouble = on_trouble

    async def make(self, row: Row, render: Render, work: Work) -> bool:
        """True when the row is settled: delivered, needless, or refused for good. A chat that has moved is the
        caller's to follow."""
        try:
            await self._delivery.perform(row, render, work)
        except NotConducting:
            return False
        except TelegramMigrateToChat:
            raise
        except TelegramRetryAfter as wait:
            self._backoff.answered(row.chat_id)
            self._pacing.put_off(row, self._clock.now() + wait.retry_after * 1000 + 100)
            log.info("told to wait", chat=row.chat_id, seconds=wait.retry_after)
            return False
        except (TelegramNetworkError, TelegramServerError, TimeoutError, OSError) as trouble:
            return self._unanswered(row, trouble)
        except (TelegramForbiddenError, TelegramBadRequest, TelegramNotFound) as refused:
            self._backoff.answered(row.chat_id)
            return await self._refused(row, refused, work)
        except AnswerNotUnderstood:
            self.answered(row)  # it was executed: to send it again would double it
        except Exception as bug:
            if store_failed(bug):
                raise
            # A page that cannot be written must not hold up the game that waits for it.
            self._on_trouble("page", bug)
            log.error("a message cannot be made", game=row.game_id, page=row.page, why=described(bug))
        return True

    def answered(self, row: Row, *, written: bool = True) -> None:
        """Telegram has executed a call for this row."""
        self._backoff.answered(row.chat_id)
        if written and self.closed.opened(place_of(row)):
            self._accepted.add(row.id)

    async def settled(self, row: Row) -> None:
        """If it was the first to be accepted again, whoever waits for its place goes on: as soon as that can be
        stored. Whatever else goes wrong is found at the next start."""
        self._delivery.forget(row)
        while row.id in self._accepted:
            try:
                if self.listener is not None:
                    await self.listener.on_place_open(place_of(row))
                self._accepted.discard(row.id)
            except Exception as trouble:
                self._on_trouble("outbox", trouble)
                log.error("a place is open, and its game not let go yet", chat=row.chat_id, why=described(trouble))
                if isinstance(trouble, StoreClosed) or not store_failed(trouble):
                    self._accepted.discard(row.id)
                else:
                    await self._clock.sleep_until(self._clock.now() + 1000)

    def clear(self) -> None:
        """Whoever conducts from now on finds out anew."""
        self.closed.clear()
        self._accepted.clear()
        self._delivery.clear()

    def _unanswered(self, row: Row, trouble: BaseException) -> bool:
        """Unless it must not be repeated the row is tried again later; until then its chat waits."""
        method = getattr(trouble, "method", None)
        if method is not None and not policy_of(method).repeatable:
            log.warning("unanswered, and not repeated", chat=row.chat_id, method=type(method).__name__)
            return True
        now = self._clock.now()
        until = self._backoff.failed(row.chat_id, now)
        self._pacing.block(row.chat_id, until)
        log.warning(
            "Telegram cannot be reached",
            chat=row.chat_id,
            wait_ms=round(until - now),
            all_wait_ms=max(0, round(self._backoff.all_until - now)),
            why=type(trouble).__name__,
        )
        return False

    async def _refused(self, row: Row, refused: Refusal, work: Work) -> bool:
        """True: it will never be delivered. What cannot be written now, and is waited for, stays owed."""
        if isinstance(refused, TelegramForbiddenError):
            log.info("chat refuses", chat=row.chat_id, why=refused.message)
            await self._is_out_of_reach(row)
            return not (row.chat_id < 0 and await self._is_kept(row, why_forbidden(refused.message)))
        if says(refused, *NO_CHAT) and not row.args.get("only"):
            await self._is_out_of_reach(row)
            return not (row.chat_id < 0 and await self._is_kept(row, Why.NOT_FOUND))
        why = why_refused(row, refused.message)
        if why is not None:
            log.info("nothing can be written here", chat=row.chat_id, topic=row.thread_id, why=refused.message)
            return not await self._is_kept(row, why)
        return await self._delivery.mend(row, refused, work)

    async def _is_kept(self, row: Row, why: Why) -> bool:
        """Everything owed to this place waits until it is accepted again. False: nobody waits for it."""
        place, now = place_of(row), self._clock.now()
        since = self.closed.refused(place, why, now)
        if self.listener is not None and await self.listener.on_place_closed(place, why, now - since):
            return True
        self.closed.opened(place)
        return False

    async def _is_out_of_reach(self, row: Row) -> None:
        """The table hears of it. Not because of what only some are told: who gets such a thing would show."""
        if row.chat_id > 0 and (row.kind is Kind.EDIT or row.args.get("silent")):
            return
        if self.listener is not None:
            await self.listener.on_unreachable(row.chat_id)
