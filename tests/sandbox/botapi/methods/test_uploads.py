"""Files: sent, downloaded, replaced."""

from io import BytesIO

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BufferedInputFile,
    InputMediaPhoto,
    Message,
)

from tests.kits.sandbox.stage import Cast, png


async def test_a_picture_comes_back_as_it_was(cast: Cast) -> None:
    picture = png(64, 48)
    sent = await cast.bot.send_photo(cast.ann, BufferedInputFile(picture, "grey.png"))
    assert sent.photo is not None
    assert (sent.photo[-1].width, sent.photo[-1].height) == (64, 48)
    again = await cast.bot.send_photo(cast.bob, sent.photo[-1].file_id)
    assert again.photo is not None
    assert again.photo[-1].file_unique_id == sent.photo[-1].file_unique_id
    file = await cast.bot.get_file(again.photo[-1].file_id)
    assert file.file_path is not None
    downloaded = await cast.bot.download_file(file.file_path)
    assert downloaded is not None
    assert downloaded.read() == picture


async def test_a_document_keeps_its_name(cast: Cast) -> None:
    sent = await cast.bot.send_document(cast.group, BufferedInputFile(b"1. e4 e5", "партія.pgn"), caption="A game")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("партія.pgn", 8)
    kept = BytesIO()
    await cast.bot.download(sent.document, kept)
    assert kept.getvalue() == b"1. e4 e5"


async def test_what_is_no_picture_is_refused_as_a_photo(cast: Cast) -> None:
    with pytest.raises(TelegramBadRequest, match="IMAGE_PROCESS_FAILED"):
        await cast.bot.send_photo(cast.ann, BufferedInputFile(b"no picture", "grey.png"))
    with pytest.raises(TelegramBadRequest):
        await cast.bot.send_photo(cast.ann, "AgACAgIAAxkNoSuchFile")


async def test_a_picture_can_be_replaced_in_place(cast: Cast) -> None:
    sent = await cast.bot.send_photo(cast.ann, BufferedInputFile(png(), "a.png"), caption="a")
    edited = await cast.bot.edit_message_media(
        InputMediaPhoto(media=BufferedInputFile(png(10, 10), "b.png"), caption="b"),
        chat_id=cast.ann,
        message_id=sent.message_id,
    )
    assert isinstance(edited, Message)
    assert (edited.message_id, edited.caption) == (sent.message_id, "b")
    assert edited.photo is not None
    assert edited.photo[-1].width == 10
