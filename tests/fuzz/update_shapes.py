"""The shapes of updates: what Telegram writes when somebody says or taps something."""

from typing import Any

from tests.fuzz.checked_host import Sent
from tests.fuzz.messenger import BOT_ID, Posted
from tests.fuzz.oracle import mark


class Shapes:
    def __init__(self) -> None:
        self._number = 1000
        self.tails: dict[int, str] = {}
        """The text after the mark in people's names."""

    def number(self) -> int:
        self._number += 1
        return self._number

    def user(self, person: int) -> dict[str, Any]:
        language = ("ru", "uk", "en", None)[person % 4]
        user = {"id": person, "is_bot": False, "first_name": f"{mark(person)} {self.tails.get(person, '')}"}
        return user if language is None else user | {"language_code": language}

    def chat(self, chat: int) -> dict[str, Any]:
        if chat > 0:
            return {"id": chat, "type": "private", "first_name": "x"}
        return {"id": chat, "type": "supergroup" if chat % 10 != 6 else "group", "title": f"Двор {-chat % 10}"}

    def message(self, person: int, chat: int, **more: Any) -> dict[str, Any]:
        body = {
            "message_id": self.number(),
            "date": 1_800_000_000,
            "chat": self.chat(chat),
            "from": self.user(person),
        }
        return body | more

    def words(self, kind: str, person: int, chat: int, **more: Any) -> Sent:
        field = "edited_message" if "edit_date" in more else "message"
        return Sent(kind, {"update_id": self.number(), field: self.message(person, chat, **more)}, person, chat)

    def tap(self, kind: str, person: int, message: Posted | None, chat: int, data: str) -> Sent:
        query: dict[str, Any] = {
            "id": str(self.number()),
            "from": self.user(person),
            "chat_instance": "1",
            "data": data,
        }
        if message is not None:
            rows = message.board.model_dump(exclude_none=True) if message.board else None
            query["message"] = {
                "message_id": message.number,
                "date": 1_800_000_000,
                "chat": self.chat(message.chat),
                "from": {"id": BOT_ID, "is_bot": True, "first_name": "Омерта"},
                "text": "x",
                **({"reply_markup": rows} if rows else {}),
            }
        elif not chat:
            query["inline_message_id"] = "abc"
        else:
            query["message"] = {"message_id": 1, "date": 0, "chat": self.chat(chat)}
        seen_in = message.chat if message else chat if "message" in query else 0
        return Sent(kind, {"update_id": self.number(), "callback_query": query}, person, seen_in, data)
