"""Whoever asked for it hears in private that a table was opened, with a link to its message."""

import re

from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.standing_messages import standing
from tests.kits.virtual_clock.table import House

GROUP, OPENER, WAITS = -1001_234_567_890, 50, 51
LINK = re.compile(r'<a href="https://t\.me/c/1234567890/(\d+)">')


async def waits(home: House, *people: int) -> People:
    """Has these people ask in the group to be told of the next table."""
    await home.host.groups.change(GROUP, language="ru", title="Двор", evening_chosen=True)
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


# --- each time ---------------------------------------------------------------------------------------------------


async def subscribes(home: House, people: People, person: int) -> None:
    """Has this person tap «Каждый раз» under the answer to /nextgame."""
    answer = next(message for message in standing(home.telegram, GROUP) if "Каждый раз" in message.labels)
    await people.bring(people.tap(person, answer.data("Каждый раз"), answer.id, GROUP))
    await home.clock.on_to(home.clock.now() + 5_000)


async def opens(home: House, people: People, times: int = 1) -> None:
    for _ in range(times):
        await people.say(OPENER, "/newgame", GROUP)
        await home.clock.on_to(home.clock.now() + 40_000)
        await people.say(OPENER, "/cancel", GROUP)
        await home.clock.on_to(home.clock.now() + 700_000)


async def test_who_wants_it_hears_of_every_table_once(home: House) -> None:
    people = await waits(home, WAITS)
    await subscribes(home, people, WAITS)
    await opens(home, people, 3)
    assert len(invitations(home, WAITS)) == 3


async def test_a_restart_while_the_table_is_open_invites_nobody_again(home: House) -> None:
    people = await waits(home, WAITS)
    await subscribes(home, people, WAITS)
    await people.say(OPENER, "/newgame", GROUP)
    await home.clock.on_to(home.clock.now() + 5_000)
    await home.restart()
    await home.clock.on_to(home.clock.now() + 5_000)
    assert len(invitations(home, WAITS)) == 1


async def test_tables_opened_and_closed_without_end_do_not_fill_a_chat(home: House) -> None:
    people = await waits(home, WAITS)
    await subscribes(home, people, WAITS)
    for _ in range(12):
        for command in ("/newgame", "/cancel"):
            await people.say(OPENER, command, GROUP)
            await home.clock.on_to(home.clock.now() + 20_000)
    assert 4 <= len(invitations(home, WAITS)) <= 5


async def test_the_invitation_has_a_seat_and_a_way_to_end_it(home: House) -> None:
    people = await waits(home, WAITS)
    await subscribes(home, people, WAITS)
    await opens(home, people)
    (invitation,) = [message for message in standing(home.telegram, WAITS) if "открыт стол" in message.text]
    assert invitation.labels == ["Сесть за стол", "Не звать"]
    await people.bring(people.tap(WAITS, invitation.data("Не звать"), invitation.id))
    await opens(home, people)
    assert len(invitations(home, WAITS)) == 1


async def test_under_the_same_answer_it_is_only_the_next_table_again(home: House) -> None:
    people = await waits(home, WAITS)
    await subscribes(home, people, WAITS)
    answer = next(message for message in standing(home.telegram, GROUP) if "Каждый раз" in message.labels)
    await people.bring(people.tap(WAITS, answer.data("Только следующий"), answer.id, GROUP))
    await opens(home, people, 2)
    assert len(invitations(home, WAITS)) == 1


async def test_the_button_of_a_finale_does_not_end_a_lasting_wish(home: House) -> None:
    people = await waits(home, WAITS)
    await subscribes(home, people, WAITS)
    await people.bring(people.tap(WAITS, "g:next", 1, GROUP))
    await opens(home, people, 2)
    assert len(invitations(home, WAITS)) == 2


async def test_who_leaves_the_group_or_stops_the_bot_hears_no_more(home: House) -> None:
    people = await waits(home, WAITS, WAITS + 1)
    for person in (WAITS, WAITS + 1):
        await subscribes(home, people, person)
    await people.bring(people.goes(WAITS, GROUP, here=False), people.blocks(WAITS + 1, blocked=True))
    await people.bring(people.goes(WAITS, GROUP, here=True), people.blocks(WAITS + 1, blocked=False))
    await opens(home, people)
    assert invitations(home, WAITS) == invitations(home, WAITS + 1) == []
