"""10,000 messages of 200 people in 20 groups: fast, and memory stays bounded."""

import gc
from time import process_time
from typing import Any

from aiohttp import ClientWebSocketResponse

from tests.kits.sandbox.stage import TOKEN, Stage

GROUPS, PEOPLE, MESSAGES = 20, 200, 10_000
BATCH = 50


class Window:
    """Commands over one WebSocket, many at a time: a round trip for each would measure the network."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.number = 0

    async def do(self, command: str, *orders: dict[str, Any]) -> list[Any]:
        awaited: dict[int, Any] = {}
        for order in orders:
            self.number += 1
            awaited[self.number] = None
            await self.socket.send_json({"id": self.number, "command": command, "args": order})
        left = set(awaited)
        while left:
            answer = await self.socket.receive_json(timeout=30)
            if answer.get("id") in left:
                assert answer["ok"], answer
                left.remove(answer["id"])
                awaited[answer["id"]] = answer["result"]
        return list(awaited.values())


def held() -> int:
    """Objects that the collector sees: those of a server that forgets do not grow with what was said."""
    gc.collect()
    return len(gc.get_objects())


async def kept(stage: Stage, person: int, group: int) -> int:
    """How many messages of a group can still be read, page by page."""
    total, before = 0, None
    while True:
        page = await stage.do(
            "history", user_id=person, chat=group, limit=100, **({"before": before} if before else {})
        )
        total += len(page["messages"])
        if not page["more"]:
            return total
        before = page["messages"][0]["message_id"]


async def test_a_crowd_is_served_quickly_and_in_bounded_memory(stage: Stage) -> None:
    bot = await stage.add_bot()
    async with stage.http.ws_connect(f"{stage.url}/ws", max_msg_size=0) as socket:
        window = Window(socket)
        people = [
            person["id"]
            for person in await window.do("add_person", *({"first_name": f"Person {n}"} for n in range(PEOPLE)))
        ]
        made = await window.do(
            "add_group",
            *({"title": f"Group {n}", "type": "supergroup", "owner_id": people[n]} for n in range(GROUPS)),
        )
        groups = [group["id"] for group in made]
        await window.do(
            "join",
            *({"chat": groups[n % GROUPS], "user_id": person} for n, person in enumerate(people) if n >= GROUPS),
        )
        await window.do(
            "add_bot_to_group",
            *({"chat": group, "bot_id": bot.id, "user_id": people[n]} for n, group in enumerate(groups)),
        )

        async def hear() -> None:
            """The bot takes all that waits for it; the last update stays, so that no call has to wait."""
            answer = await stage.call("getUpdates", offset="-1", timeout="0")
            assert len(answer["result"]) == 1

        async def write() -> None:
            """Half of it by people, half by the bot; the bot reads what it is told."""
            for start in range(0, MESSAGES, BATCH):
                numbers = range(start, start + BATCH // 2)
                await window.do(
                    "say",
                    *(
                        {"user_id": people[n % PEOPLE], "chat": groups[n % GROUPS], "text": f"/say {n}"}
                        for n in numbers
                    ),
                )
                for n in numbers:
                    data = {"chat_id": groups[n % GROUPS], "text": f"<b>Heard</b> {n}", "parse_mode": "HTML"}
                    async with stage.http.post(f"{stage.url}/bot{TOKEN}/sendMessage", data=data) as response:
                        assert response.status == 200
                await hear()

        started = process_time()
        await write()
        took = process_time() - started
        whole = held()

        # one group alone goes on: what it had is trimmed, and nothing else grows
        lonely = [{"user_id": people[0], "chat": groups[0], "text": f"/more {n}"} for n in range(BATCH)]
        for _ in range(MESSAGES // 2 // BATCH):
            await window.do("say", *lonely)
            await hear()
        after = held()

    assert took < 20, f"10,000 messages took {took:.1f} s of CPU, ours and the bot's together"
    remembered = await kept(stage, people[0], groups[0])
    assert remembered < MESSAGES // 4, "a group's history is trimmed"
    assert after - whole < MESSAGES // 5, "5,000 messages more, and next to nothing more is held"
    shown = await stage.do("view_as", user_id=people[0])
    assert [chat["id"] for chat in shown["chats"] if chat["type"] != "private"] == [groups[0]]
