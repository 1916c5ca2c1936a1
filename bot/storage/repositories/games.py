"""Games, lobbies among them: rows, journals, seats taken, receipts."""

from sqlalchemy import select

from bot.storage.port import Store
from bot.storage.schema import games, places

PLAYING = "playing"


async def is_playing(store: Store, user_id: int) -> bool:
    """Does the person sit or judge at a table whose game is running?"""
    question = (
        select(games.c.id)
        .join(places, places.c.game_id == games.c.id)
        .where(places.c.user_id == user_id, games.c.phase == PLAYING)
        .limit(1)
    )
    return await store.row(question) is not None
