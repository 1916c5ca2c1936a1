"""Telegram's limits of lengths and numbers: texts, buttons, commands, titles, tags."""

from __future__ import annotations

# Messages. Lengths are in UTF-16 units after parsing, for people and bots.
LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_SOURCE = 65_536  # characters before parsing; a text within the limits never has so many tags
MOST_ENTITIES = 100  # as many as Telegram keeps of one message
MOST_MESSAGE_IDS = 100  # of deleteMessages, copyMessages and forwardMessages
ALBUM_SIZES = range(2, 11)

# Rich messages.
LONGEST_RICH_MESSAGE = 32_768
DEEPEST_RICH_BLOCK = 16
MOST_RICH_BLOCKS = 500

# Keyboards.
MOST_INLINE_BUTTONS = 100
MOST_REPLY_BUTTONS = 300
LARGEST_INLINE_KEYBOARD = 10 * 1024  # bytes of JSON
LONGEST_CALLBACK_DATA = 64  # bytes
LONGEST_CALLBACK_ANSWER = 200

# Groups and members.
LONGEST_TITLE = 128
LONGEST_GROUP_DESCRIPTION = 255
LONGEST_TAG = 16

# Bots.
MOST_COMMANDS = 100
LONGEST_COMMAND = 32
LONGEST_COMMAND_DESCRIPTION = 256
LONGEST_BOT_TEXTS = {"name": 64, "description": 512, "short_description": 120}
LONGEST_WEBHOOK_SECRET = 256
LARGEST_REQUEST_BODY = 50_000_000  # bytes
