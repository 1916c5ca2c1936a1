"""An admin in the settings: reads the menu in the private chat and taps what it shows."""

from dataclasses import dataclass
from typing import Any

from sandbox.client import Answer, Group, Person
from sandbox.core.json_codec import Json
from sandbox.world.messages import buttons_of, text_of
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox


@dataclass
class SettingsMenu:
    """The settings menu of one group in one person's private chat."""

    hosted: HostedSandbox
    person: Person
    group: Group
    language: str = "ru"

    async def open(self) -> "SettingsMenu":
        before = len(self._menus())
        await self.person.say("/settings", self.group)
        await self.person.until(lambda: len(self._menus()) > before)
        return self

    def _menus(self) -> list[Json]:
        title = WORDS.plain(self.language, "button-settings")
        return [
            message
            for message in self.person.messages(self.hosted.host)
            if (text_of(message) or "").startswith(f"⚙️ {title} ·") and message["from"]["is_bot"]
        ]

    @property
    def menu(self) -> Json:
        return self._menus()[-1]

    @property
    def text(self) -> str:
        """Returns the text of the menu; empty while one menu is gone and the next has not come."""
        return (text_of(self.menu) or "") if self._menus() else ""

    def buttons(self) -> dict[str, str]:
        """Returns the callback data of each button, by its label."""
        return {button["text"]: button.get("callback_data", "") for _, _, button in buttons_of(self.menu)}

    async def tap(self, label: str, *, changes: bool = True) -> Answer:
        """Taps the button with this label, or the only one whose label contains it; waits until the menu
        changes."""
        found = [(row, column) for row, column, button in buttons_of(self.menu) if button["text"] == label]
        found = found or [
            (row, column) for row, column, button in buttons_of(self.menu) if label in button["text"]
        ]
        assert len(found) == 1, f"{label!r}: {list(self.buttons())}"
        return await self.tap_at(*found[0], changes=changes)

    async def tap_to(self, *carried: str) -> Answer:
        """Taps the only button whose data contains these parts, in this order."""
        tail = ":".join(carried)
        found = [
            (row, column)
            for row, column, button in buttons_of(self.menu)
            if f":{button.get('callback_data', '')}".rstrip(":").endswith(f":{tail}")
        ]
        assert len(found) == 1, f"{tail}: {list(self.buttons().values())}"
        return await self.tap_at(*found[0])

    async def tap_at(self, row: int, column: int, *, changes: bool = True) -> Answer:
        before = self.menu
        answer = await self.tap_message(before, row, column)
        if changes:
            await self.person.until(lambda: self.menu != before)
        return answer

    async def tap_message(self, message: Json, row: int, column: int) -> Answer:
        key = self.person.key(self.hosted.host)
        tapped = await self.person.client.do(
            "tap", user_id=self.person.id, chat=key, message_id=message["message_id"], row=row, column=column
        )
        told = await self.person.client.do("callback_answer", query_id=tapped["query_id"], wait=10)
        assert told, "every tap is answered"
        return Answer(told["text"], told["alert"], told["url"])

    async def forge(self, data: str) -> Answer:
        """Sends a tap with this data on the newest message of the bot, whatever the menu shows."""
        message = next(m for m in reversed(self.person.messages(self.hosted.host)) if m["from"]["is_bot"])
        key = self.person.key(self.hosted.host)
        tapped = await self.person.client.do(
            "tap", user_id=self.person.id, chat=key, message_id=message["message_id"], data=data
        )
        told = await self.person.client.do("callback_answer", query_id=tapped["query_id"], wait=30)
        assert told, "every tap is answered"
        return Answer(told["text"], told["alert"], told["url"])

    async def go(self, *labels: str) -> "SettingsMenu":
        """Goes through several screens, by the keys of the buttons' texts."""
        for label in labels:
            await self.tap(WORDS.plain(self.language, label) if WORDS.has(self.language, label) else label)
        return self

    async def ask(self, label: str) -> None:
        """Taps a button that asks for input, and waits for the question."""
        last = self.person.messages(self.hosted.host)[-1]["message_id"]
        await self.tap(WORDS.plain(self.language, label), changes=False)
        await self.said_after(last)

    async def reply(self, text: str) -> str:
        """Answers the open question; returns the bot's reply."""
        seen = self.person.messages(self.hosted.host)
        asked = next(m for m in reversed(seen) if any(ask in (text_of(m) or "") for ask in self._questions()))
        said = await self.person.say(text, self.hosted.host, reply_to=asked["message_id"])
        return await self.said_after(max(seen[-1]["message_id"], said["message_id"]))

    def _questions(self) -> list[str]:
        return [
            WORDS.plain(self.language, f"ask-{what}")
            for what in ("length", "save", "import", "time-zone", "quiet")
        ]

    async def said_after(self, number: int) -> str:
        def newer() -> str:
            seen = self.person.messages(self.hosted.host)
            texts = [text_of(m) or "" for m in seen if m["message_id"] > number and m["from"]["is_bot"]]
            return texts[0] if texts else ""

        found: str = await self.person.until(newer)
        return found

    async def stored(self) -> Any:
        assert self.hosted.wired is not None
        return await self.hosted.wired.groups.get(self.group.id)
