"""A call as one line of text: its method, and the fields that aiogram would put into the form of the request."""

import hashlib
import io
import json
import zipfile
from typing import Any

from aiogram import Bot
from aiogram.client.default import DefaultBotProperties
from aiogram.enums import ParseMode
from aiogram.methods import TelegramMethod
from aiogram.types import BufferedInputFile, InputFile, LinkPreviewOptions
from pypdf import PdfReader

FILES = ("document", "photo")
WHEN_MADE = "docProps/core.xml"
"""The part of a spreadsheet that bears the time."""
DEFAULTS = DefaultBotProperties(parse_mode=ParseMode.HTML, link_preview=LinkPreviewOptions(is_disabled=True))
"""As the host itself has them."""


class Form:
    def __init__(self) -> None:
        self._bot = Bot("1:x", default=DEFAULTS)

    def line(self, at: int, method: TelegramMethod[Any]) -> str:
        return line(at, call=method.__api_method__, params=self._fields(method))

    def _fields(self, method: TelegramMethod[Any]) -> dict[str, Any]:
        files: dict[str, InputFile] = {}
        fields: dict[str, Any] = {}
        for name, value in method.model_dump(warnings=False).items():
            prepared = self._bot.session.prepare_value(value, self._bot, files)
            if prepared:
                fields[name] = _read(prepared)
        if files:
            fields = {name: value for name, value in fields.items() if name not in FILES}
            fields["files"] = [_digest(file) for file in files.values()]
        return fields


def line(at: int, **what: Any) -> str:
    return json.dumps({"at": at, **what}, ensure_ascii=False, sort_keys=True)


def _read(value: str) -> Any:
    if value[:1] not in "[{":
        return str.__str__(value)
    try:
        return json.loads(value)
    except ValueError:
        return value


def _digest(file: InputFile) -> dict[str, Any]:
    """Name, size and digest; of what bears the time at which it was made only what does not."""
    assert isinstance(file, BufferedInputFile)
    name, data = str(file.filename), file.data
    if name.endswith(".pdf"):
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
        return {"name": name, "pages": len(pages), "text": _sha("\n".join(pages).encode())}
    if name.endswith(".xlsx"):
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            parts = {part: _sha(book.read(part)) for part in book.namelist() if part != WHEN_MADE}
        return {"name": name, "parts": parts}
    return {"name": name, "size": len(data), "sha256": _sha(data)}


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
