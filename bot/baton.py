"""Who conducts: sends what is owed, keeps the clock, mutes. One process alone always does."""


class Baton:
    """Of several processes that share a database one holds it, and nobody knows beforehand for how long."""

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared
        """There may be other processes: what is in memory may be old."""
        self.held = not shared

    async def claim(self) -> bool:
        """Is it held at this very moment? Asked before every call that is the conductor's to make."""
        return self.held


class NotConducting(Exception):
    """Another process conducts by now, or will: this call is not ours to make."""
