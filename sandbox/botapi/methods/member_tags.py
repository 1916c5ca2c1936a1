"""setChatMemberTag, and the check of tags and titles."""

from __future__ import annotations

from dataclasses import replace

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.behaviours import Behaviour
from sandbox.core.refusals import Refusal, Why
from sandbox.core.size_limits import LONGEST_TAG
from sandbox.formatting.entities import utf16_length


def set_chat_member_tag(call: Call) -> bool:
    """Sets a member's tag. tdlib checks no right itself (DialogParticipantManager.cpp,
    set_dialog_participant_rank): all refusals are the server's, and their order is a guess."""
    chat = call.any_group()
    member = call.target(chat)
    if not call.myself(chat).admin:
        raise Refusal(Why.ADMIN_REQUIRED)
    call.need(chat, "can_manage_tags", Why.TAG_FORBIDDEN)
    if member.admin:
        raise Refusal(Why.CREATOR_REQUIRED)
    if not member.present:
        raise Refusal(Why.NOT_PARTICIPANT)
    tag = checked_tag(call, "tag", "TAG")
    call.rate_limiter.check_group_action("tags", call.bot.id, chat.id)
    call.world.members.set(chat, call.bot.user, replace(member, tag=tag or None))
    return True


def checked_tag(call: Call, argument: str, what: str) -> str:
    tag = call.args.text(argument).strip()
    if any(is_emoji(char) for char in tag):
        raise Refusal(Why.TAG_EMOJI, what=what)
    if utf16_length(tag) > LONGEST_TAG:
        raise Refusal(Why.TAG_INVALID, what=what)
    return tag


def is_emoji(char: str) -> bool:
    code = ord(char)
    return 0x1F000 <= code <= 0x1FAFF or 0x2600 <= code <= 0x27BF or code in {0x200D, 0xFE0F, 0x20E3}


METHODS: dict[str, Method] = {
    "setChatMemberTag": set_chat_member_tag,
}


BEHAVIOURS = (
    Behaviour(
        "A tag has at most 16 characters and no emoji; refusals are `TAG_…` codes, of a title `CUSTOM_TITLE_…`",
        "Client.cpp, fail_query_with_error",
        "botapi/methods/test_member_tags.py::test_a_tag_is_taken_or_refused_by_a_code",
    ),
    Behaviour(
        "A bot cannot change tags of admins",
        "thread tdlib/telegram-bot-api#838",
        "botapi/methods/test_member_tags.py::test_tags_of_admins_belong_to_the_owner",
    ),
    Behaviour(
        "Without the right a tag is refused by `TAG_CHANGE_FORBIDDEN`, to no admin by `CHAT_ADMIN_REQUIRED`",
        "guess (which code when)",
        "botapi/methods/test_member_tags.py::test_a_lost_right_is_told_by_a_code",
    ),
)
