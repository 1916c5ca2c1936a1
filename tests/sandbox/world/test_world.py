"""The world without HTTP: history, message numbers, events, restrictions that end."""

from sandbox.world.events import ChatChanged, Event, MemberChanged, Posted
from sandbox.world.members import Member
from sandbox.world.permission_checks import is_permitted
from sandbox.world.world import World
from tests.kits.sandbox.clock import ManualClock


def test_history_is_trimmed_but_a_pinned_message_stays() -> None:
    world = World(history=10)
    owner = world.add_person("Оля")
    group = world.add_group("Двор", "supergroup", owner)
    first = world.messages.post(group, owner.user, {"text": "закреплено"})
    group.pinned.append(first.id)
    for number in range(100):
        world.messages.post(group, owner.user, {"text": str(number)})
    assert len(group.posts) == 10
    assert first.id in group.posts
    assert [post.message["text"] for post in group.posts.values()][-1] == "99"


def test_supergroups_number_their_messages_apart() -> None:
    """Two supergroups have a message 5 each: a host must not take a message id for a name."""
    world = World()
    owner = world.add_person("Оля")
    groups = [world.add_group("Двор", "supergroup", owner) for _ in range(2)]
    ids = [[world.messages.post(group, owner.user, {"text": "a"}).id for _ in range(3)] for group in groups]
    assert ids[0] == ids[1]
    basic = [world.add_group("Двор", "group", owner) for _ in range(2)]
    shared = [world.messages.post(group, owner.user, {"text": "a"}).id for group in basic]
    assert shared[0] != shared[1]


def test_an_edit_leaves_the_old_message_as_it_was() -> None:
    world = World()
    owner = world.add_person("Оля")
    group = world.add_group("Двор", "supergroup", owner)
    post = world.messages.post(group, owner.user, {"text": "раньше"})
    before = post.message
    world.messages.edit(group, post, {**post.message, "text": "теперь"})
    assert (before["text"], post.message["text"]) == ("раньше", "теперь")


def test_a_restriction_and_a_ban_run_out() -> None:
    clock = ManualClock()
    world = World(clock)
    owner, muted, banned = [world.add_person(name) for name in ("Оля", "Петя", "Ян")]
    group = world.add_group("Двор", "supergroup", owner)
    soon = int(clock.time) + 60
    world.members.set(group, owner.user, Member(muted.user, "restricted", permissions={}, until=soon))
    world.members.set(group, owner.user, Member(banned.user, "kicked", until=soon))
    assert not is_permitted(world, group, muted.id, "can_send_messages")
    told: list[Event] = []
    world.events.subscribe(told.append)
    clock.time += 61
    world.members.end_expired()
    assert is_permitted(world, group, muted.id, "can_send_messages")
    assert group.members[banned.id].status == "left"
    assert told == [ChatChanged(group), ChatChanged(group)]


def test_a_change_that_changes_nothing_is_no_news() -> None:
    world = World()
    owner = world.add_person("Оля")
    group = world.add_group("Двор", "supergroup", owner)
    told: list[Event] = []
    world.events.subscribe(told.append)
    world.members.set(group, owner.user, Member(owner.user, "creator"))
    assert not any(isinstance(one, MemberChanged | Posted) for one in told)
