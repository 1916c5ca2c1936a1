"""Rows of the outbox for the group of a table: its lobby, its news, its questions."""

from dataclasses import replace
from typing import Any

from bot.games.lobby import Lobby
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds

CHAIR = "chair"
"""The slot of the message that says who judges."""


class GroupRows:
    def __init__(self, row_ids: RowIds) -> None:
        self._row_ids = row_ids

    def row(self, lobby: Lobby, kind: Kind, page: str, rank: Rank, slot: str) -> Row:
        return Row(
            self._row_ids.next(),
            lobby.chat_id,
            kind,
            page,
            rank,
            game_id=lobby.id,
            thread_id=lobby.thread_id,
            slot=f"{lobby.id}:{slot}",
        )

    def sentence(self, lobby: Lobby, key: str, *, slot: str, **args: Any) -> Row:
        """A sentence to the table about what people have done. No step waits for it, and of those that wait to be
        sent under the same slot only the newest is."""
        row = self.row(lobby, Kind.SEND, "text", Rank.ANSWER, slot)
        return replace(row, args={"key": key, "args": args})

    def question_decided(self, lobby: Lobby, page: str, slot: str, key: str = "") -> Row:
        """A question in the group has its answer: its buttons go, and the text of `key`, if any, replaces it."""
        row = self.row(lobby, Kind.EDIT, page, Rank.ANSWER, slot)
        return replace(row, args={"decided": key or True})

    # --- the message of the lobby --------------------------------------------------------------------------------

    def lobby_shown(self, lobby: Lobby) -> list[Row]:
        """Sent and pinned. Ranked as an answer: people open tables as they like, and steps of other tables do not
        wait for it."""
        return [self.row(lobby, kind, "lobby", Rank.ANSWER, "lobby") for kind in (Kind.SEND, Kind.PIN)]

    def lobby_unpinned(self, lobby: Lobby) -> Row:
        """In the same queue as the pinning, so after it."""
        return self.row(lobby, Kind.UNPIN, "lobby", Rank.ANSWER, "lobby")

    def lobby_edited(self, lobby: Lobby) -> Row:
        return self.row(lobby, Kind.EDIT, "lobby", Rank.EDIT, "lobby")

    def judge_shown(self, lobby: Lobby) -> Row:
        """A message of its own, not an edit, which the next edit would replace. Its rank is never dropped: the
        game does not begin before it is sent."""
        args = {"key": "chair-taken", "args": {"name": lobby.judge_name}}
        return replace(self.row(lobby, Kind.SEND, "text", Rank.RESULT, CHAIR), args=args)
