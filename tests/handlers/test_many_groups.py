"""`/newgame` in hundreds of groups within minutes: each has its table, and each table ends."""

from structlog.testing import capture_logs

from tests.fuzz.script import Script
from tests.fuzz.town import PEOPLE

GROUPS = 200
OWN = [*PEOPLE][:30]


async def test_hundreds_of_tables_open_and_close_by_themselves() -> None:
    with capture_logs():
        script = Script()
        town = script.town
        await town.open()
        groups = [-1002_000_000_001 - 10 * place for place in range(GROUPS)]
        for person in OWN:
            await script.say(person, person, "/start")
        for place, group in enumerate(groups):
            opener = OWN[place % len(OWN)]
            town.messenger.groups[group] = {opener}
            await script.say(opener, group, "/newgame")
        await town.pass_time(60_000)
        assert all(town.table_in(group) is not None for group in groups)
        shown = [chat for chat in groups if town.messenger.posted.get(chat)]
        assert shown == groups, "each sees its table"
        for person in OWN:
            assert len(await town.host.games.tables_of(person)) == 1, "and everybody sits at one"
        await town.pass_time(130 * 60_000)
        assert not any(town.table_in(group) for group in groups)
        assert script.faults == []
        await script.close()
