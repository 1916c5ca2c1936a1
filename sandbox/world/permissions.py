"""Permissions of members: names, defaults, completion of requests, duration of restrictions."""

from __future__ import annotations

from typing import Any

from sandbox.core.behaviours import Behaviour

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
SEND_PERMISSIONS = {  # by kind of message
    "text": "can_send_messages",
    "rich_message": "can_send_messages",
    "photo": "can_send_photos",
    "document": "can_send_documents",
    "audio": "can_send_audios",
    "video": "can_send_videos",
    "video_note": "can_send_video_notes",
    "voice": "can_send_voice_notes",
    "sticker": "can_send_other_messages",
    "animation": "can_send_other_messages",
    "dice": "can_send_other_messages",
    "poll": "can_send_polls",
}
# A bot has these only as an admin, whatever the group allows: tdlib, DialogParticipant.cpp, apply_restrictions.
BOTS_NEED_ADMIN = frozenset({"can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics"})
# By default members may talk but not pin, rename or open topics: a bot without the right must be refused.
DEFAULT_PERMISSIONS = {
    name: name not in {"can_change_info", "can_pin_messages", "can_manage_topics"} for name in PERMISSIONS
}

SHORTEST_RESTRICTION = 30  # seconds; shorter and longer restrictions and bans never end
LONGEST_RESTRICTION = 366 * 86_400


def complete_permissions(given: dict[str, Any], independent: bool) -> dict[str, bool]:
    """Every permission of a request, as Client.cpp get_chat_permissions fills in the absent ones.

    Reactions follow text as it was asked for; only then do the wider permissions imply the narrower ones.
    """
    complete = {name: bool(given.get(name)) for name in PERMISSIONS}
    for name in ("can_manage_topics", "can_edit_tag"):
        if name not in given:
            complete[name] = complete["can_pin_messages"]
    if not any(name in given for name in MEDIA):
        complete |= dict.fromkeys(MEDIA, bool(given.get("can_send_media_messages")))
        if given.get("can_send_media_messages") and not independent:
            complete["can_send_messages"] = True
    if "can_react_to_messages" not in given:
        complete["can_react_to_messages"] = complete["can_send_messages"]
    if not independent:
        if complete["can_send_other_messages"] or complete["can_add_web_page_previews"]:
            complete |= dict.fromkeys((*MEDIA, "can_send_messages"), True)
        if complete["can_send_polls"]:
            complete["can_send_messages"] = True
    return complete


def restriction_end(until_date: int, now: float) -> int:
    """When a restriction ends, 0: never. Source: DialogParticipant.cpp, get_dialog_participant_status."""
    return until_date if SHORTEST_RESTRICTION <= until_date - int(now) <= LONGEST_RESTRICTION else 0


BEHAVIOURS = (
    Behaviour(
        "restrictChatMember and setChatPermissions: absent `can_manage_topics` and `can_edit_tag` follow"
        " `can_pin_messages`, absent `can_react_to_messages` follows `can_send_messages`, absent kinds of"
        " media follow `can_send_media_messages` if none is named",
        "Client.cpp, get_chat_permissions",
        "botapi/methods/test_restrictions.py::test_absent_fields_are_filled_in_from_their_neighbours",
    ),
    Behaviour(
        "Unless permissions are independent, other messages and previews imply media and text, polls imply text",
        "Client.cpp, get_chat_permissions",
        "botapi/methods/test_restrictions.py::test_stickers_and_previews_imply_media_and_text_unless_independent",
    ),
    Behaviour(
        "A kind of media alone does not imply text",
        "Client.cpp, get_chat_permissions",
        "botapi/methods/test_restrictions.py::test_a_kind_of_media_does_not_imply_text",
    ),
    Behaviour(
        "Without `permissions` every permission is taken away",
        "Client.cpp, get_chat_permissions",
        "botapi/methods/test_restrictions.py::test_without_permissions_everything_is_taken",
    ),
    Behaviour(
        "`until_date` under 30 seconds or over 366 days ahead means for ever",
        "DialogParticipant.cpp, get_dialog_participant_status",
        "botapi/methods/test_restrictions.py::test_an_end_too_near_or_too_far_is_no_end",
    ),
    Behaviour(
        "A bot that is no admin may not pin, invite, rename or manage topics, whatever the group allows",
        "DialogParticipant.cpp, apply_restrictions",
        "botapi/methods/test_restrictions.py::test_a_bot_pins_only_as_an_admin_whatever_the_group_allows",
    ),
)
