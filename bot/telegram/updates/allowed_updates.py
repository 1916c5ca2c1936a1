"""The kinds of updates that Telegram is asked for, by long polling and by webhook."""

ALLOWED_UPDATES = ["message", "edited_message", "callback_query", "my_chat_member", "chat_member"]
