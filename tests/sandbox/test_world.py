"""The stage without HTTP: what is kept, who is told, how long things last."""

import pytest

from sandbox.botapi.rate_limits import BURST, PUBLISHED, Limits, RateLimiter
from sandbox.core.refusals import Refusal
from sandbox.world.events import ChatChanged, Event, MemberChanged, Posted
from sandbox.world.files import MOST_FILES, Files, image_size
from sandbox.world.members import Member
from sandbox.world.permission_checks import is_permitted
from sandbox.world.world import World


class Clock:
    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


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
    clock = Clock()
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


def test_a_chat_takes_a_small_burst_and_then_one_a_second() -> None:
    clock = Clock()
    limiter = RateLimiter(PUBLISHED, clock)
    for _ in range(BURST):
        limiter.check_messages(1, 5)
    with pytest.raises(Refusal, match="retry after 1"):
        limiter.check_messages(1, 5)
    clock.time += 1
    limiter.check_messages(1, 5)
    limiter.check_messages(1, 6)


def test_a_minute_is_shorter_when_the_clock_is_faster() -> None:
    clock = Clock()
    limiter = RateLimiter(Limits(per_group=20), clock, speed=60)
    for _ in range(20):
        limiter.check_messages(1, -5)
    with pytest.raises(Refusal, match="retry after 1"):
        limiter.check_messages(1, -5)
    clock.time += 1.001
    limiter.check_messages(1, -5)


def test_an_album_larger_than_the_limit_passes_once() -> None:
    limiter = RateLimiter(Limits(per_bot=3), Clock())
    limiter.check_messages(1, 5, count=10)
    with pytest.raises(Refusal):
        limiter.check_messages(1, 5, count=10)


def test_files_are_bounded_by_number() -> None:
    files = Files()
    first = files.add("document", "a", "text/plain", b"a")
    for _ in range(MOST_FILES):
        files.add("document", "a", "text/plain", b"a")
    assert files.find(first.id) is None


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (7).to_bytes(4, "big") + (5).to_bytes(4, "big"), (7, 5)),
        (b"GIF89a" + (7).to_bytes(2, "little") + (5).to_bytes(2, "little"), (7, 5)),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x00\x05\x00\x07\x03", (7, 5)),
        (b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + (6).to_bytes(3, "little") + (4).to_bytes(3, "little"), (7, 5)),
        (b"\xff\xd8\xff", (0, 0)),
        (b"\x89PNG\r\n\x1a\n", (0, 0)),
        (b"", (0, 0)),
    ],
)
def test_a_picture_tells_its_size(content: bytes, size: tuple[int, int]) -> None:
    assert image_size(content) == size
