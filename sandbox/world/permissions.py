"""Permissions of members: names, defaults, duration of restrictions."""

from __future__ import annotations

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

SHORTEST_RESTRICTION = 30  # seconds; restrictions and bans outside of these bounds never end
LONGEST_RESTRICTION = 366 * 86_400


def restriction_end(until_date: int, now: float) -> int:
    """Returns when a restriction ends; 0: never. Source: DialogParticipant.cpp, get_dialog_participant_status."""
    return until_date if SHORTEST_RESTRICTION <= until_date - int(now) <= LONGEST_RESTRICTION else 0


BEHAVIOURS = (
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
