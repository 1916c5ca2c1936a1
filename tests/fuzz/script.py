"""A town in which exactly what is written down happens."""

from collections.abc import Iterable

from tests.fuzz.messenger import Sight
from tests.fuzz.shapes import Shapes
from tests.fuzz.town import ADMINS, Town
from tests.fuzz.truth import Deal

LEADER = min(ADMINS)


class Script:
    def __init__(self) -> None:
        self.town = Town(1)
        self.shapes = Shapes()
        self.told: list[Sight] = []
        look = self.town.messenger.look

        def keep(sight: Sight) -> None:
            self.told.append(sight)
            look(sight)

        self.town.messenger.look = keep

    @property
    def faults(self) -> list[str]:
        return self.town.faults

    async def begin(self, ruleset: str, people: Iterable[int]) -> Deal:
        """A game of these people, its cards dealt and everything delivered."""
        await self.town.open()
        group = next(chat for chat, name in self.town.rulesets.items() if name == ruleset)
        self.town.messenger.groups[group].update(people)
        await self.say(LEADER, group, "/newgame")
        deal = self.town.table_in(group)
        assert deal is not None
        for person in people:
            await self.say(person, person, "/start")
            await self.tap(person, group, f"l:{deal.id}:sit")
        await self.tap(LEADER, group, f"l:{deal.id}:start")
        assert deal.phase == "playing", self.told[-1]
        await self.town.pass_time(20_000)
        return deal

    async def close(self) -> None:
        await self.town.close()

    def role(self, deal: Deal, person: int) -> str:
        assert deal.state is not None
        return deal.state.views[deal.seat_of(person)].me.role.id

    def seen_by(self, person: int) -> list[Sight]:
        return [sight for sight in self.told if sight.who == person]

    async def say(self, person: int, chat: int, text: str) -> None:
        await self.town.feed(self.shapes.words("message", person, chat, text=text))
        await self.town.pass_time(1_000)

    async def tap(self, person: int, chat: int, data: str) -> str:
        """Returns what the window of the tap said."""
        before = len(self.told)
        await self.town.feed(self.shapes.tap("seen tap", person, None, chat, data))
        toasts = [sight.text for sight in self.told[before:] if sight.toast and sight.who == person]
        await self.town.pass_time(1_000)
        return toasts[-1] if toasts else ""
