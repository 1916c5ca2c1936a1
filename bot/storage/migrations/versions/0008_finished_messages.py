"""Queues an edit for each message of a step that is over, in games that are played: earlier versions left their
buttons and clocks as they were.

Of each game's messages in a chat the newest is that of the running step, and cards keep no button but that of the
deal. The edits are of the rank that waits for
everything else, so that the games are not held up.
"""

import json
import time
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

SOFT = 4
OVER: dict[str, dict[str, object]] = {"stage": {"over": {}}, "prompt": {"over": True}, "card": {}}
"""The arguments that make a page the last form of its message."""

slots = sa.table("slots", *map(sa.column, ("chat_id", "slot", "message_id", "page", "args")))
games = sa.table("games", *map(sa.column, ("id", "thread_id", "phase")))
outbox = sa.table(
    "outbox",
    *map(
        sa.column,
        ("id", "chat_id", "thread_id", "game_id", "step", "rank", "kind", "slot", "page", "args", "due_ms"),
    ),
)


def _finished(messages: list[Any]) -> list[Any]:
    in_order = sorted(messages, key=lambda message: message.message_id)
    return in_order if in_order[0].page == "card" else in_order[:-1]


def upgrade() -> None:
    database = op.get_bind()
    topics = {
        game.id: game.thread_id
        for game in database.execute(sa.select(games.c.id, games.c.thread_id).where(games.c.phase == "playing"))
    }
    shown = defaultdict(list)
    for message in database.execute(sa.select(slots).where(slots.c.page.in_(OVER))):
        game_id = message.slot.split(":")[0]
        if game_id in topics:
            shown[game_id, message.chat_id, message.page].append(message)
    first_id = (time.time_ns() // 1_000_000) << 20  # as `RowIds` makes them
    finished = [(game_id, message) for (game_id, *_), messages in shown.items() for message in _finished(messages)]
    rows = [
        {
            "id": first_id + number,
            "chat_id": message.chat_id,
            "thread_id": topics[game_id] if message.chat_id < 0 else 0,
            "game_id": game_id,
            "step": 0,
            "rank": SOFT,
            "kind": "edit",
            "slot": message.slot,
            "page": message.page,
            "args": json.dumps(OVER[message.page]),
            "due_ms": 0,
        }
        for number, (game_id, message) in enumerate(finished)
    ]
    if rows:
        op.bulk_insert(outbox, rows)
