"""How the bot calls Telegram: aiogram's own session, spared what it would do anew for every call."""

from typing import Any, cast
from urllib.parse import urlencode

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.methods import Response, TelegramMethod
from aiogram.methods.base import TelegramType
from aiogram.types import InputFile
from aiohttp import BytesPayload, FormData

from bot.reading import read_answer

FORM = "application/x-www-form-urlencoded"
DONE = '{"ok":true,"result":true}'
"""What Telegram says to an answered tap, a mute, a pin."""


class Session(AiohttpSession):
    def __init__(self) -> None:
        super().__init__(json_loads=read_answer)
        self._readers: dict[type[TelegramMethod[Any]], type[Response[Any]]] = {}
        """How answers are read. pydantic forgets it when nobody holds it; to find it out takes milliseconds."""

    def build_form_data(self, bot: Bot, method: TelegramMethod[TelegramType]) -> FormData:
        """The same fields as aiogram's, encoded in one go where no file goes with them."""
        files: dict[str, InputFile] = {}
        fields = method.model_dump(warnings=False)
        prepared = [(name, self.prepare_value(value, bot, files)) for name, value in fields.items()]
        if files:
            return super().build_form_data(bot, method)
        # An enum of aiogram's is a string too, which would be encoded by its name.
        body = urlencode([(name, str.__str__(value)) for name, value in prepared if value]).encode()
        return cast(FormData, BytesPayload(body, content_type=FORM))  # the client takes either

    def check_response(
        self, bot: Bot, method: TelegramMethod[TelegramType], status_code: int, content: str
    ) -> Response[TelegramType]:
        kind = type(method)
        reader = self._readers.get(kind)
        if reader is None:
            reader = self._readers[kind] = Response[method.__returning__]  # type: ignore[name-defined]
        if content == DONE and status_code == 200 and kind.__returning__ is bool:
            return reader.model_construct(ok=True, result=True)
        return super().check_response(bot, method, status_code, content)
