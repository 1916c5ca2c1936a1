"""One attempt to deliver a row, and what its outcome means for the row, its chat, its place or the network."""

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

from bot.core.clock import Clock
from bot.core.error_reports import ReportError, described
from bot.core.leadership import NotLeader
from bot.storage import UnitOfWork
from bot.storage.storage_errors import store_failed
from bot.telegram.calls.call_policy import policy_of
from bot.telegram.calls.errors import AnswerNotUnderstood
from bot.telegram.calls.retry_after import next_try_at
from bot.telegram.outbox.closed_chats import place_of
from bot.telegram.outbox.delivery import Delivery
from bot.telegram.outbox.events import OutboxEvents
from bot.telegram.outbox.limiters import Limiters
from bot.telegram.outbox.row_calls import RowCalls
from bot.telegram.outbox.rows import Kind, Row
from bot.telegram.outbox.telegram_refusals import NO_CHAT, WhyClosed, says, why_closed, why_forbidden

log = structlog.get_logger()

Refusal = TelegramForbiddenError | TelegramBadRequest | TelegramNotFound


class DeliveryAttempts:
    def __init__(
        self,
        delivery: Delivery,
        calls: RowCalls,
        clock: Clock,
        limiters: Limiters,
        events: OutboxEvents,
        report_error: ReportError,
    ) -> None:
        self._delivery = delivery
        self._calls = calls
        self._clock = clock
        self._limiters = limiters
        self._events = events
        self._report_error = report_error

    async def make(self, row: Row, work: UnitOfWork) -> Row | None:
        """Tries to deliver a row. Returns None if it is settled (delivered, superseded, or refused for good), else
        the row that is tried next: this one, or one instead of it. Raises `TelegramMigrateToChat` if the chat has
        another id."""
        try:
            return await self._delivery.perform(row, work)
        except NotLeader:
            return row
        except TelegramMigrateToChat:
            raise
        except TelegramRetryAfter as wait:
            self._limiters.backoff.answered(row.chat_id)
            self._limiters.rates.put_off(row, next_try_at(self._clock.now(), wait))
            log.info("message_told_to_wait", chat=row.chat_id, seconds=wait.retry_after)
            return row
        except (TelegramNetworkError, TelegramServerError, TimeoutError, OSError) as error:
            return None if self._unanswered(row, error) else row
        except (TelegramForbiddenError, TelegramBadRequest, TelegramNotFound) as refused:
            self._limiters.backoff.answered(row.chat_id)
            return None if await self._refused(row, refused, work) else row
        except AnswerNotUnderstood:
            self._calls.executed(row)  # sent again, the message would appear twice
        except Exception as error:
            if store_failed(error):
                raise
            # A page that cannot be rendered is given up: the clock of a step may wait for this row.
            self._report_error("page", error)
            log.error("message_not_rendered", game=row.game_id, page=row.page, why=described(error))
        return None

    def forget(self, row: Row) -> None:
        """Drops what is remembered about a row that is settled."""
        self._delivery.forget(row)

    def clear(self) -> None:
        self._delivery.clear()

    def _unanswered(self, row: Row, error: BaseException) -> bool:
        """Blocks the chat until the row is tried again and returns False. Returns True if the call must not be
        repeated: the row is given up."""
        method = getattr(error, "method", None)
        if method is not None and not policy_of(method).repeatable:
            log.warning("unanswered_call_not_repeated", chat=row.chat_id, method=type(method).__name__)
            return True
        now, backoff = self._clock.now(), self._limiters.backoff
        until = backoff.failed(row.chat_id, now)
        self._limiters.rates.block(row.chat_id, until)
        log.warning(
            "message_not_answered",
            chat=row.chat_id,
            wait_ms=round(until - now),
            all_wait_ms=max(0, round(backoff.all_until - now)),
            why=type(error).__name__,
        )
        return False

    async def _refused(self, row: Row, refused: Refusal, work: UnitOfWork) -> bool:
        """Returns True if the row will never be delivered, False if it is tried again: in another form, or when
        its place is no longer closed."""
        if isinstance(refused, TelegramForbiddenError):
            log.info("chat_forbidden", chat=row.chat_id, why=refused.message)
            await self._tell_unreachable(row)
            return not (row.chat_id < 0 and await self._is_kept(row, why_forbidden(refused.message)))
        if says(refused, *NO_CHAT) and not row.args.get("only"):
            await self._tell_unreachable(row)
            return not (row.chat_id < 0 and await self._is_kept(row, WhyClosed.NOT_FOUND))
        why = why_closed(row, refused.message)
        if why is not None:
            log.info("place_closed", chat=row.chat_id, topic=row.thread_id, why=refused.message)
            return not await self._is_kept(row, why)
        return await self._delivery.mend(row, refused, work)

    async def _is_kept(self, row: Row, why: WhyClosed) -> bool:
        """Marks the place as closed: its rows wait until it accepts one. Returns False if they are not needed."""
        place, now = place_of(row), self._clock.now()
        since = self._limiters.closed.refused(place, why, now)
        if await self._events.place_closed(place, why, now - since):
            return True
        self._limiters.closed.opened(place)
        return False

    async def _tell_unreachable(self, row: Row) -> None:
        """Reports that the chat cannot be reached. Edits and silent messages in private are not reported: only
        some players get them, so the report would show who those are."""
        if row.chat_id > 0 and (row.kind in (Kind.EDIT, Kind.CLOSE) or row.args.get("silent")):
            return
        await self._events.unreachable(row.chat_id)
