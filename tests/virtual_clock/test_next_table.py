"""Whoever asked for it hears in private that a table was opened, with a link to its message."""

import re

from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.standing_messages import standing
from tests.kits.virtual_clock.table import House

GROUP, OPENER, WAITS = -1001_234_567_890, 50, 51
LINK = re.compile(r'<a href="https://t\.me/c/1234567890/(\d+)">')


async def waits(home: House, *people: int) -> People:
    """Has these people ask in the group to be told of the next table."""
    await home.host.groups.change(GROUP, language="ru", title="Двор")
    for person in (OPENER, *people):
        await home.host.people.change(person, name=f"P{person}", reachable=True, language="ru")
    said = People(home)
    for person in people:
        await said.say(person, "/nextgame", GROUP)
    await home.clock.on_to(home.clock.now() + 60_000)
    return said


def invitations(home: House, person: int) -> list[str]:
    return [message.text for message in standing(home.telegram, person) if "открыт стол" in message.text]


def lobbies(home: House) -> list[int]:
    return [message.id for message in standing(home.telegram, GROUP) if "Стол открыт" in message.text]


async def test_the_invitation_leads_to_the_message_of_the_table(home: House) -> None:
    people = await waits(home, WAITS)
    await people.say(OPENER, "/newgame", GROUP)
    await home.clock.on_to(home.clock.now() + 5_000)
    (invitation,) = invitations(home, WAITS)
    assert [int(found) for found in LINK.findall(invitation)] == lobbies(home)


async def test_it_comes_when_the_table_can_be_seen_however_late_that_is(home: House) -> None:
    people = await waits(home, WAITS)
    home.telegram.slow_down(4_000)
    await people.say(OPENER, "/newgame", GROUP)
    began = home.clock.now()
    await home.clock.on_to(began + 2_000)
    assert invitations(home, WAITS) == []
    await home.clock.on_to(began + 20_000)
    (invitation,) = invitations(home, WAITS)
    assert [int(found) for found in LINK.findall(invitation)] == lobbies(home)


async def test_who_opens_the_table_is_not_invited_to_it_and_everybody_once(home: House) -> None:
    people = await waits(home, OPENER, WAITS)
    for command in ("/newgame", "/cancel", "/newgame"):
        await people.say(OPENER, command, GROUP)
        await home.clock.on_to(home.clock.now() + 40_000)
    assert len(lobbies(home)) == 1
    assert invitations(home, OPENER) == []
    assert len(invitations(home, WAITS)) == 1


async def test_whose_invitation_was_not_stored_before_a_restart_gets_it_after_it(home: House) -> None:
    people = await waits(home)
    await people.say(OPENER, "/newgame", GROUP)
    await home.clock.on_to(home.clock.now() + 5_000)
    await home.host.groups.change(GROUP, waiting=(WAITS,))
    await home.host.people.change(WAITS, name="P", reachable=True, language="ru")
    await home.restart()
    await home.clock.on_to(home.clock.now() + 5_000)
    (invitation,) = invitations(home, WAITS)
    assert [int(found) for found in LINK.findall(invitation)] == lobbies(home)


async def test_in_a_group_whose_messages_have_no_address_the_invitation_has_no_link(home: House) -> None:
    people = await waits(home, WAITS)
    await people.say(OPENER, "/newgame", GROUP)
    await home.host.groups.change(GROUP, is_supergroup=False)
    await home.clock.on_to(home.clock.now() + 5_000)
    (invitation,) = invitations(home, WAITS)
    assert "href" not in invitation
