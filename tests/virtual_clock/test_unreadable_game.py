"""A stored game that cannot be read does not stop the other games."""

from sqlalchemy import update
from structlog.testing import capture_logs

from bot.storage.schema import events
from tests.kits.virtual_clock.table import House, VirtualTable


async def test_a_game_that_cannot_be_read_keeps_no_host_from_starting() -> None:
    house = House()
    await house.open()
    broken, sound = VirtualTable("fiim-2025", 10, 1, house), VirtualTable("fiim-2025", 10, 2, house, number=2)
    for table in (broken, sound):
        await table.begin()
    await house.clock.on_to(house.clock.now() + 240_000)
    spoilt = update(events).where(events.c.game_id == broken.game_id, events.c.version == 1)
    house.store.now_do(spoilt.values(payload="{"), [{}])
    with capture_logs() as lines:
        await house.restart()
        await sound.found_again()
        await house.go_on([sound])
    assert sound.over
    assert {line.get("game") for line in lines if line["event"] == "game_unreadable"} == {broken.game_id}
    await house.close()
