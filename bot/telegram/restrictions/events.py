"""Events of restrictions: somebody may write again, has to wait, or the limits are too tight."""

from typing import Protocol


class RestrictionListener(Protocol):
    async def on_freed(self, game_id: str) -> None:
        """Called when somebody in this game may write again, or the bot cannot change whether they may."""
        ...

    async def on_wait(self, game_id: str, seconds: int) -> None:
        """Called when the speaker of this game has to wait this many seconds until Telegram lets them write."""
        ...

    async def on_limits_tight(self, game_id: str) -> None:
        """Called when Telegram demands too many waits in the chat of this game for mutes to be of use."""
        ...


class RestrictionEvents:
    """Passes events on to the listener, which is set after construction; without one they are dropped."""

    def __init__(self) -> None:
        self.listener: RestrictionListener | None = None

    async def freed(self, game_id: str) -> None:
        if self.listener is not None:
            await self.listener.on_freed(game_id)

    async def wait(self, game_id: str, seconds: int) -> None:
        if self.listener is not None:
            await self.listener.on_wait(game_id, seconds)

    async def limits_tight(self, game_id: str) -> None:
        if self.listener is not None:
            await self.listener.on_limits_tight(game_id)
