"""A checked host that gets exactly the updates a test writes down."""

from collections.abc import Iterable

from tests.fuzz.checked_host import ADMINS, CheckedHost
from tests.fuzz.messenger import Sight
from tests.fuzz.stored_games import Deal
from tests.fuzz.update_shapes import Shapes

LEADER = min(ADMINS)


class ScriptedHost:
    def __init__(self) -> None:
        self.checked = CheckedHost(1)
        self.shapes = Shapes()
        self.told: list[Sight] = []
        look = self.checked.messenger.look

        def keep(sight: Sight) -> None:
            self.told.append(sight)
            look(sight)

        self.checked.messenger.look = keep

    @property
    def faults(self) -> list[str]:
        return self.checked.faults

    async def begin(self, ruleset: str, people: Iterable[int]) -> Deal:
        """Starts a game of these people; the cards are dealt and everything is delivered."""
        await self.checked.open()
        group = next(chat for chat, name in self.checked.rulesets.items() if name == ruleset)
        self.checked.messenger.groups[group].update(people)
        await self.say(LEADER, group, "/newgame")
        deal = self.checked.table_in(group)
        assert deal is not None
        for person in people:
            await self.say(person, person, "/start")
            await self.tap(person, group, f"l:{deal.id}:sit")
        await self.tap(LEADER, group, f"l:{deal.id}:start")
        assert deal.phase == "playing", self.told[-1]
        await self.checked.pass_time(20_000)
        return deal

    async def close(self) -> None:
        await self.checked.close()

    def role(self, deal: Deal, person: int) -> str:
        assert deal.state is not None
        return deal.state.views[deal.seat_of(person)].me.role.id

    def seen_by(self, person: int) -> list[Sight]:
        return [sight for sight in self.told if sight.who == person]

    async def say(self, person: int, chat: int, text: str) -> None:
        await self.checked.feed(self.shapes.words("message", person, chat, text=text))
        await self.checked.pass_time(1_000)

    async def tap(self, person: int, chat: int, data: str) -> str:
        """Returns what the window of the tap showed."""
        before = len(self.told)
        await self.checked.feed(self.shapes.tap("seen tap", person, None, chat, data))
        toasts = [sight.text for sight in self.told[before:] if sight.toast and sight.who == person]
        await self.checked.pass_time(1_000)
        return toasts[-1] if toasts else ""
