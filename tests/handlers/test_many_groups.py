"""`/newgame` in hundreds of groups within minutes: each has its table, and each table ends."""

from structlog.testing import capture_logs

from tests.fuzz.checked_host import PEOPLE
from tests.fuzz.scripted_host import ScriptedHost

GROUPS = 200
OWN = [*PEOPLE][:30]


async def test_hundreds_of_tables_open_and_close_by_themselves() -> None:
    with capture_logs():
        script = ScriptedHost()
        checked = script.checked
        await checked.open()
        groups = [-1002_000_000_001 - 10 * place for place in range(GROUPS)]
        for person in OWN:
            await script.say(person, person, "/start")
        for place, group in enumerate(groups):
            opener = OWN[place % len(OWN)]
            checked.messenger.groups[group] = {opener}
            await script.say(opener, group, "/newgame")
        await checked.pass_time(60_000)
        assert all(checked.table_in(group) is not None for group in groups)
        shown = [chat for chat in groups if checked.messenger.posted.get(chat)]
        assert shown == groups, "each sees its table"
        for person in OWN:
            assert len(await checked.host.games.tables_of(person)) == 1, "and everybody sits at one"
        await checked.pass_time(130 * 60_000)
        assert not any(checked.table_in(group) for group in groups)
        assert script.faults == []
        await script.close()
