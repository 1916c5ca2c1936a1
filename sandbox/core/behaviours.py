"""A behaviour of Telegram and its source. Modules list theirs; `readme_tables.py` writes them into README.md."""

from __future__ import annotations

from dataclasses import dataclass

GUESS = "guess"
# `Client.cpp`, `Query.cpp`, `WebhookActor.cpp`: the Bot API server 10.0. Other files: tdlib 1.8.66.
CHECK_CHAT = "Client.cpp, check_chat_access"
ERROR_TEXTS = "Client.cpp, fail_query_with_error"
SENDING = "MessagesManager.cpp, process_send_message_fail_error"


@dataclass(frozen=True, slots=True)
class Behaviour:
    """Something that is refused, converted or limited. `test` is `file::function` below tests/sandbox."""

    what: str
    source: str
    test: str
