"""Every screen of `/settings` that buttons lead to, and every change that they make."""

from collections import deque

from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.recording import GUEST, LEADER, Recording

RULESETS = ("fiim-2025", "fiim", "phystech", "city", "box", "party")
MOST_TAPS = 2_500
SIZES = ("6", "10", "12")
"""Cards are set for each number of players alike: these stand for all."""
BALANCED = f"k:{GROUP}:balance:10:"
"""Thousands of games are played for it: once."""
TYPED = ("чепуха", "45", "2 ч", "Europe/Kyiv", "23-9")

Key = tuple[str, ...]


def key_of(data: str) -> Key:
    """A button, whatever was changed before: `o:GROUP:NUMBER:…` and `q:` count the changes."""
    parts = data.split(":")
    return (parts[0], *parts[3:]) if parts[0] in "oq" else tuple(parts)


class Walk:
    """Breadth first: screens are opened by their data, changes by the screen on which they were seen."""

    def __init__(self, recording: Recording, *, balance: bool) -> None:
        self._evening = recording
        self._balance = balance
        self._seen: set[Key] = set()
        self._queue: deque[tuple[str, str]] = deque()
        self._screen = ""
        self.taps = 0

    def look(self) -> None:
        """What the menu offers now."""
        for each in self._offered():
            key = key_of(each)
            if key not in self._seen and self._wanted(each):
                self._seen.add(key)
                self._queue.append((self._screen, each))

    def _offered(self) -> list[str]:
        return [each.data for each in self._evening.buttons(LEADER, "k:", "o:", "q:", newest=10_000)]

    def _wanted(self, data: str) -> bool:
        parts = data.split(":")
        where, what = parts[2:4] if parts[0] == "k" else parts[3:5]
        if where == "balance":
            return self._balance and data == BALANCED
        if where == "role" or (where in ("cards", "named", "bring", "add", "take") and what.isdecimal()):
            return what in SIZES
        return not (parts[0] == "o" and where in ("rules", "reset", "forget", "keep"))

    async def walk(self) -> None:
        self._screen = f"k:{GROUP}:home::"
        self.look()
        while self._queue and self.taps < MOST_TAPS:
            screen, data = self._queue.popleft()
            if data.startswith("k:"):
                await self._tap(data)
                if key_of(data)[2] not in ("role", "export"):
                    self._screen = data
            else:
                await self._change(screen, data)
            self.look()

    async def _change(self, screen: str, data: str) -> None:
        """The button as it is now, after all that was changed meanwhile."""
        if self._screen != screen or not self._now(data):
            await self._tap(screen)
            self._screen = screen
        if now := self._now(data):
            await self._tap(now)
            if data.startswith("q:"):
                await self._type(data)

    def _now(self, data: str) -> str:
        return next((each for each in self._offered() if key_of(each) == key_of(data)), "")

    async def _tap(self, data: str) -> None:
        self.taps += 1
        await self._evening.tap(LEADER, LEADER, data)

    async def _type(self, data: str) -> None:
        """Answers to a question: some that are no such value, and one that is."""
        for text in ("Наши правила",) if ":save:" in data else TYPED:
            await answer(self._evening, text)
        self._screen = ""


async def answer(recording: Recording, text: str) -> None:
    """To the newest message of the private chat."""
    asked = recording.standing(LEADER)[0]
    shown = {"message_id": asked.number, "date": 1, "chat": {"id": LEADER, "type": "private"}, "text": "x"}
    await recording.say(LEADER, LEADER, text, reply_to_message=shown)


async def presets(recording: Recording) -> None:
    """Cards are kept, all is saved under a name, written out and read in again."""

    async def tap(part: str) -> None:
        await recording.tap(LEADER, LEADER, recording.button(LEADER, part))

    async def dial(value: str) -> None:
        await recording.tap(LEADER, LEADER, f"k:{GROUP}:dial:stand_ins:")
        await tap(f":turn:stand_ins:{value}")

    await recording.tap(LEADER, LEADER, f"k:{GROUP}:reset::")
    await tap(":reset:")
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:cards:10:")
    for part in (":copy:10", ":forget:10", ":copy:10", ":keep:10"):
        await tap(part)
    await dial("fill")
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:presets::")
    await tap(":save:")
    await answer(recording, "Двор & <i>дом</i>")
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:export::")
    written = recording.standing(LEADER)[0].html.partition("<code>")[2].partition("</code>")[0]
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:presets::")
    await tap(":import:")
    await answer(recording, written)
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:cards:10:")
    await tap(":cards:10")
    await dial("off")
    for part in (":load:0", ":delete:0"):
        await recording.tap(LEADER, LEADER, f"k:{GROUP}:preset:0:")
        await tap(part)


async def settings(recording: Recording, ruleset: str) -> None:
    await recording.say(GUEST, GROUP, "/settings")
    await recording.say(GUEST, GUEST, "/settings")
    await recording.say(LEADER, GROUP, "/settings")
    await recording.wait(4)
    await recording.tap(GUEST, GUEST, f"k:{GROUP}:rules::")
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:rules::")
    await recording.tap(LEADER, LEADER, f"o:{GROUP}:0:rules:{ruleset}:")
    await recording.tap(LEADER, LEADER, f"o:{GROUP}:999:turn:stand_ins:fill")
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:home::")
    walk = Walk(recording, balance=ruleset == "fiim-2025")
    await walk.walk()
    assert walk.taps < MOST_TAPS, "the tree has grown"
    await presets(recording)
    # Whoever is not known by name comes in through a link, once.
    await recording.say(LEADER, GROUP, "/settings", sender_chat=recording.world.shapes.chat(GROUP))
    await recording.wait(4)
    board = recording.standing(GROUP)[0].board
    assert board is not None
    code = str(board.inline_keyboard[0][0].url).partition("start=")[2]
    for person in (GUEST, LEADER, LEADER):
        await recording.say(person, person, f"/start {code}")
    await recording.wait(4)
