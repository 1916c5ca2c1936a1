"""What stands in the chats of a house: every message with its last text and keys, as people see it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from aiogram.methods import DeleteMessage, EditMessageText, SendMessage
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from tests.kits.virtual_clock.telegram import CountingTelegram


@dataclass
class Standing:
    """A message as it stands now."""

    id: int
    chat: int
    text: str
    keys: list[list[InlineKeyboardButton]]
    sent_at: int
    edits: int = 0

    @property
    def labels(self) -> list[str]:
        return [key.text for row in self.keys for key in row]

    def data(self, label: str) -> str:
        """Returns what the only key with this label carries."""
        (found,) = [key.callback_data for row in self.keys for key in row if key.text == label]
        assert found is not None
        return found


def standing(telegram: CountingTelegram, chat: int) -> list[Standing]:
    """Returns the messages of a chat in the order in which they were sent. A `CountingTelegram` numbers messages
    in the order of the calls, all chats together."""
    found: dict[int, Standing] = {}
    ids = count(1)
    for call in telegram.calls:
        match call.method:
            case SendMessage() as sent:
                number = next(ids)
                if sent.chat_id == chat:
                    found[number] = Standing(number, chat, sent.text, [*_rows(sent.reply_markup)], call.at)
            case EditMessageText() as edit if edit.chat_id == chat and edit.message_id in found:
                message = found[edit.message_id]
                message.text, message.keys = str(edit.text), [*_rows(edit.reply_markup)]
                message.edits += 1
            case DeleteMessage() as gone if gone.chat_id == chat:
                found.pop(gone.message_id, None)
            case _:
                pass
    return [*found.values()]


def _rows(keyboard: object) -> Iterator[list[InlineKeyboardButton]]:
    if isinstance(keyboard, InlineKeyboardMarkup):
        yield from keyboard.inline_keyboard
