"""Adds the people who sit or judge at each table, filled from the stored lobbies."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    places = op.create_table(
        "places",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game_id"),
    )
    op.create_index("places_by_game", "places", ["game_id"])
    games = sa.table("games", sa.column("id"), sa.column("phase"), sa.column("lobby"))
    found = op.get_bind().execute(sa.select(games).where(games.c.phase.in_(("open", "playing", "over"))))
    rows = [
        {"user_id": person, "game_id": game.id}
        for game in found
        for person in sorted(_people(game.phase, json.loads(game.lobby)))
    ]
    if rows:
        op.bulk_insert(places, rows)


def _people(phase: str, lobby: dict[str, Any]) -> set[int]:
    judges = {person for person, _ in lobby.get("side_judges", ())}
    if lobby.get("chair"):
        judges.add(lobby["chair"][-1][1])
    sitting = {
        "open": {guest["user_id"] for guest in lobby["guests"]},
        "playing": {*lobby["seating"]},
    }
    return (judges | sitting.get(phase, set())) - {0}
