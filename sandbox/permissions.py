"""What members of a group may do: names, how a request is completed, how long a restriction lasts."""

from __future__ import annotations

from typing import Any

from sandbox.sourcing import Behaviour

PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)
MEDIA = PERMISSIONS[1:7]
# A bot has these only as an admin, whatever the group allows: tdlib, DialogParticipant.cpp, apply_restrictions.
OF_ADMINS = frozenset({"can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics"})
# Ordinary members may talk but not pin, rename or open topics: a host that lacks a right should notice here.
USUAL = {name: name not in {"can_change_info", "can_pin_messages", "can_manage_topics"} for name in PERMISSIONS}

SHORTEST = 30  # seconds; a restriction or ban below it is for ever, and so is one over 366 days
LONGEST = 366 * 86_400


def whole_permissions(given: dict[str, Any], independent: bool) -> dict[str, bool]:
    """Every permission of a request, as Client.cpp get_chat_permissions fills in the absent ones.

    Reactions follow text as it was asked for; only then do the wider permissions imply the narrower ones.
    """
    told = {name: bool(given.get(name)) for name in PERMISSIONS}
    for name in ("can_manage_topics", "can_edit_tag"):
        if name not in given:
            told[name] = told["can_pin_messages"]
    if not any(name in given for name in MEDIA):
        told |= dict.fromkeys(MEDIA, bool(given.get("can_send_media_messages")))
        if given.get("can_send_media_messages") and not independent:
            told["can_send_messages"] = True
    if "can_react_to_messages" not in given:
        told["can_react_to_messages"] = told["can_send_messages"]
    if not independent:
        if told["can_send_other_messages"] or told["can_add_web_page_previews"]:
            told |= dict.fromkeys((*MEDIA, "can_send_messages"), True)
        if told["can_send_polls"]:
            told["can_send_messages"] = True
    return told


def lasting(until_date: int, now: float) -> int:
    """When a restriction ends, 0: never. Source: DialogParticipant.cpp, get_dialog_participant_status."""
    return until_date if SHORTEST <= until_date - int(now) <= LONGEST else 0


BEHAVIOURS = (
    Behaviour(
        "restrictChatMember and setChatPermissions: absent `can_manage_topics` and `can_edit_tag` follow"
        " `can_pin_messages`, absent `can_react_to_messages` follows `can_send_messages`, absent kinds of"
        " media follow `can_send_media_messages` if none is named",
        "Client.cpp, get_chat_permissions",
        "test_restrictions.py::test_absent_fields_are_filled_in_from_their_neighbours",
    ),
    Behaviour(
        "Unless permissions are independent, other messages and previews imply media and text, polls imply text",
        "Client.cpp, get_chat_permissions",
        "test_restrictions.py::test_stickers_and_previews_imply_media_and_text_unless_independent",
    ),
    Behaviour(
        "A kind of media alone does not imply text",
        "Client.cpp, get_chat_permissions",
        "test_restrictions.py::test_a_kind_of_media_does_not_imply_text",
    ),
    Behaviour(
        "Without `permissions` everything is taken",
        "Client.cpp, get_chat_permissions",
        "test_restrictions.py::test_without_permissions_everything_is_taken",
    ),
    Behaviour(
        "`until_date` under 30 seconds or over 366 days ahead is for ever",
        "DialogParticipant.cpp, get_dialog_participant_status",
        "test_restrictions.py::test_an_end_too_near_or_too_far_is_no_end",
    ),
    Behaviour(
        "A bot that is no admin may not pin, invite, rename or manage topics, whatever the group allows",
        "DialogParticipant.cpp, apply_restrictions",
        "test_restrictions.py::test_a_bot_pins_only_as_an_admin_whatever_the_group_allows",
    ),
)
