"""Permissions of members: exactly the former ones are restored, as Telegram reads them."""

from typing import Any

from aiogram.types import ChatMemberRestricted
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.restrictions.member_permissions import (
    FREE,
    LASTING,
    MUTED,
    NAMES,
    SENDING,
    FormerPermissions,
    former_from_store,
    former_of,
    is_left_by_0_1_0,
)
from sandbox.botapi.methods.restrictions import complete_permissions
from sandbox.world.permissions import PERMISSIONS

NOW = 1_800_000_000
FLAGS = st.fixed_dictionaries({name: st.booleans() for name in NAMES})


def on_the_wire(permissions: Any) -> dict[str, Any]:
    return dict(permissions.model_dump(exclude_none=True))


def restricted(flags: dict[str, bool], until: int) -> ChatMemberRestricted:
    user = {"id": 1, "is_bot": False, "first_name": "x"}
    return ChatMemberRestricted.model_validate({"user": user, "is_member": True, "until_date": until, **flags})


def test_every_permission_that_telegram_knows_is_named() -> None:
    assert set(NAMES) == set(PERMISSIONS)
    assert set(SENDING) | set(LASTING) == set(NAMES)


def test_who_is_freed_is_a_plain_member_and_who_is_muted_writes_nothing() -> None:
    assert all(complete_permissions(on_the_wire(FREE), independent=True).values())
    muted = complete_permissions(on_the_wire(MUTED), independent=True)
    assert not any(muted[name] for name in SENDING)
    assert all(muted[name] for name in LASTING)


@given(FLAGS, st.one_of(st.just(0), st.integers(NOW - 100_000, NOW + 10_000_000)))
def test_what_was_there_before_comes_back_with_its_end(flags: dict[str, bool], until: int) -> None:
    former = former_from_store(former_of(restricted(flags, until)).dump())
    permissions, end = former.restored(NOW)
    if 0 < until <= NOW:
        assert (permissions, end) == (FREE, None)
        return
    assert complete_permissions(on_the_wire(permissions), independent=True) == flags
    if not until:
        assert end is None
    else:
        assert end is not None
        assert end - NOW >= 30, "less would be for ever"
        assert end == until or until - NOW < 35


def test_what_0_1_0_has_stored_is_read() -> None:
    assert former_from_store("") == FormerPermissions()
    found = former_from_store('{"can_send_messages": true, "can_send_photos": null}')
    assert found.flags is not None
    assert [name for name, value in found.flags.items() if value] == ["can_send_messages"]


@given(FLAGS, st.sampled_from([0, NOW]))
def test_only_what_0_1_0_has_left_looks_like_it(flags: dict[str, bool], until: int) -> None:
    left = {
        name: name not in {"can_edit_tag", "can_change_info", "can_pin_messages", "can_manage_topics"}
        for name in NAMES
    }
    assert is_left_by_0_1_0(restricted(left, 0))
    if flags != left or until:
        assert not is_left_by_0_1_0(restricted(flags, until))
