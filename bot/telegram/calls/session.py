"""The HTTP session of the bot: aiogram's, made faster, and with every answer classified in one place: a refusal, a
result, an executed call whose result is not understood, or no answer at all."""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast, get_args
from urllib.parse import urlencode

import structlog
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.exceptions import ClientDecodeError, TelegramBadRequest, TelegramNetworkError
from aiogram.methods import GetUpdates, Response, TelegramMethod
from aiogram.methods.base import TelegramType
from aiogram.types import Chat, InputFile, Message
from aiohttp import BytesPayload, FormData
from pydantic import ValidationError

from bot.telegram.calls.call_policy import policy_of
from bot.telegram.calls.errors import AnswerNotUnderstood, AnswerUnreadable
from bot.telegram.calls.missing_fields import complete_result

log = structlog.get_logger()

FORM = "application/x-www-form-urlencoded"
DONE = '{"ok":true,"result":true}'
"""The answer to most calls that return no object: an answered tap, a mute, a pin."""
CONNECTIONS = 256
"""Most connections. The outbox uses a quarter of them, so other calls do not wait for it."""
UNSAID_WAIT_S = 5
"""Seconds to wait after a 429 that names no wait; the official server always names one."""
KEPT = ("date", "message_thread_id", "ephemeral_message_id")
"""Fields of a message that are kept if the whole of it is not understood."""


class Session(AiohttpSession):
    def __init__(self, read_answer: Callable[[str | bytes], Any]) -> None:
        """`read_answer` parses the JSON of an answer; it may drop what nobody reads."""
        super().__init__(limit=CONNECTIONS, json_loads=read_answer)
        self._readers: dict[type[TelegramMethod[Any]], type[Response[Any]]] = {}
        """Response models by method. Building one takes milliseconds, and pydantic does not keep them."""

    def build_form_data(self, bot: Bot, method: TelegramMethod[TelegramType]) -> FormData:
        """Builds the same fields as aiogram, but URL-encoded if there is no file among them."""
        files: dict[str, InputFile] = {}
        fields = method.model_dump(warnings=False)
        prepared = [(name, self.prepare_value(value, bot, files)) for name, value in fields.items()]
        if files:
            return super().build_form_data(bot, method)
        # aiogram's enums are strings too, but str() gives their names.
        body = urlencode([(name, str.__str__(value)) for name, value in prepared if value]).encode()
        return cast(FormData, BytesPayload(body, content_type=FORM))  # the client takes either

    async def make_request(
        self, bot: Bot, method: TelegramMethod[TelegramType], timeout: int | None = None
    ) -> TelegramType:
        limit = policy_of(method).limit_s if timeout is None else timeout
        try:
            return await super().make_request(bot, method, limit)
        except AnswerUnreadable:
            raise
        except TelegramNetworkError as failed:
            # The client's errors quote the address, which contains the token.
            raise TelegramNetworkError(method, _reason(failed)) from None
        except (UnicodeError, LookupError):
            raise AnswerUnreadable(method, "the answer is in no known encoding") from None

    def check_response(
        self, bot: Bot, method: TelegramMethod[TelegramType], status_code: int, content: str
    ) -> Response[TelegramType]:
        fine = HTTPStatus.OK <= status_code <= HTTPStatus.IM_USED
        reader = self._reader(type(method))
        if content == DONE and fine and method.__returning__ is bool:
            return reader.model_construct(ok=True, result=True)
        answer = self._read(content)
        ok = answer.get("ok")
        if ok is False:
            return super().check_response(bot, method, *_refusal(answer, status_code))  # raises it
        if status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            raise TelegramBadRequest(method, "Bad Request: the request is too large")
        if ok is not True or not fine:
            raise AnswerUnreadable(method, f"no answer of the Bot API, HTTP status {status_code}")
        return self._accepted(bot, method, reader, answer)

    def _reader(self, kind: type[TelegramMethod[Any]]) -> type[Response[Any]]:
        reader = self._readers.get(kind)
        if reader is None:
            reader = self._readers[kind] = Response[kind.__returning__]  # type: ignore[name-defined]
        return reader

    def _read(self, content: str) -> dict[str, Any]:
        """Parses an answer; an empty dict if it is no answer of the Bot API."""
        try:
            answer = self.json_loads(content)
        except (ValueError, RecursionError):
            return {}
        return answer if isinstance(answer, dict) else {}

    def _accepted(
        self, bot: Bot, method: TelegramMethod[Any], reader: type[Response[Any]], answer: dict[str, Any]
    ) -> Response[Any]:
        """Returns the result of an executed call. If it is not understood, returns its essential part or raises
        `AnswerNotUnderstood`: the call must not be repeated, whatever its answer looks like."""
        result = answer.get("result")
        complete_result(method, result)
        try:
            response = reader.model_validate(answer, context={"bot": bot})
        except ValidationError as bad:
            if isinstance(method, GetUpdates):
                raise ClientDecodeError("updates are not understood", bad, answer) from None
            fields = [error["loc"] for error in bad.errors(include_input=False)][:3]
            log.error("answer_not_understood", method=method.__api_method__, fields=fields)
        else:
            if response.result is not None:
                return response
            log.error("answer_not_understood", method=method.__api_method__, fields=["result"])
        essential = _essential(method, result, bot)
        if essential is None:
            raise AnswerNotUnderstood(method, "executed, but the answer is not understood")
        return reader.model_construct(ok=True, result=essential)


def _essential(method: TelegramMethod[Any], result: Any, bot: Bot) -> Message | bool | None:
    """Returns the essential part of a result that is not understood: the message with its id, or that the call was
    executed."""
    returns = get_args(method.__returning__) or (method.__returning__,)
    if Message in returns and isinstance(result, dict):
        number, chat = result.get("message_id"), result.get("chat")
        if isinstance(number, int) and isinstance(chat, dict) and isinstance(chat.get("id"), int):
            kind = chat.get("type")
            where = Chat(id=chat["id"], type=kind if isinstance(kind, str) else _kind_of(chat["id"]))
            kept = {name: result[name] for name in KEPT if isinstance(result.get(name), int)}
            return Message.model_validate(
                {"date": 0, **kept, "message_id": number, "chat": where}, context={"bot": bot}
            )
    return True if bool in returns else None


def _kind_of(chat_id: int) -> str:
    return "private" if chat_id > 0 else "supergroup"


def _refusal(answer: dict[str, Any], status_code: int) -> tuple[int, str]:
    """Returns code and text of a refusal as aiogram expects them: always with a description, and a 429 with a
    wait."""
    code = answer.get("error_code")
    code = code if isinstance(code, int) and code >= HTTPStatus.BAD_REQUEST else status_code
    if code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        # aiogram takes 413 for a network error and repeats it; the same body would be refused for ever.
        code = int(HTTPStatus.BAD_REQUEST)
    described, told = answer.get("description"), answer.get("parameters")
    parameters = dict(told) if isinstance(told, dict) else {}
    if code == HTTPStatus.TOO_MANY_REQUESTS:
        parameters["retry_after"] = parameters.get("retry_after") or UNSAID_WAIT_S
    description = described if isinstance(described, str) else f"error {code}"
    return code, json.dumps({"ok": False, "description": description, "parameters": parameters})


def _reason(failed: TelegramNetworkError) -> str:
    """Returns the kind of an error without its text, which may contain the token."""
    cause = failed.__cause__
    if cause is None or isinstance(cause, TimeoutError):
        return "Request timeout error"
    system = getattr(cause, "strerror", None)
    return f"{type(cause).__name__} ({system})" if isinstance(system, str) else type(cause).__name__
