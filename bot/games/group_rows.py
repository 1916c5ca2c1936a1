"""Makes outbox rows for the group of a table: lobby messages, news and questions."""

from dataclasses import replace
from typing import Any

from bot.games.lobby import Lobby, Phase
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
        """Returns a row with a sentence to the table about what people have done. No step waits for it, and of
        several unsent ones with the same slot only the newest is sent."""
        row = self.row(lobby, Kind.SEND, "text", Rank.ANSWER, slot)
        return replace(row, args={"key": key, "args": args})

    def stop_question(self, lobby: Lobby) -> Row:
        """Returns a row that asks whether to stop the game."""
        return replace(self.row(lobby, Kind.SEND, "stop", Rank.NEWS, "stop"), args={"game": lobby.id})

    def question_decided(self, lobby: Lobby, page: str, slot: str, key: str = "") -> Row:
        """Returns a row that removes the buttons of an answered question, and replaces it by the text of `key`."""
        row = self.row(lobby, Kind.EDIT, page, Rank.ANSWER, slot)
        return replace(row, args={"decided": key or True})

    # --- the message of the lobby --------------------------------------------------------------------------------

    def lobby_shown(self, lobby: Lobby) -> list[Row]:
        """Returns rows that send and pin the lobby message. Ranked as answers, so that steps of other tables do
        not wait for them, however many lobbies are opened."""
        return [self.row(lobby, kind, "lobby", Rank.ANSWER, "lobby") for kind in (Kind.SEND, Kind.PIN)]

    def lobby_unpinned(self, lobby: Lobby) -> Row:
        """Returns a row that unpins the lobby message; of the same rank as the pinning, so it is sent later."""
        return self.row(lobby, Kind.UNPIN, "lobby", Rank.ANSWER, "lobby")

    def lobby_edited(self, lobby: Lobby) -> Row:
        """Returns a row that brings the lobby message up to date, as soon as the news of a tap: whoever has tapped
        looks at the list. The edit by which a lobby is over takes its keys away: it waits for no share of the
        limits that quick taps have used up."""
        rank = Rank.ANSWER if lobby.phase is Phase.OPEN else Rank.NEWS
        return self.row(lobby, Kind.EDIT, "lobby", rank, "lobby")

    def judge_shown(self, lobby: Lobby) -> Row:
        """Returns a row that says who judges: a new message, because an edit could be replaced by the next one.
        Its rank is never dropped: the game does not begin before it is sent."""
        args = {"key": "chair-taken", "args": {"name": lobby.judge_name}}
        return replace(self.row(lobby, Kind.SEND, "text", Rank.RESULT, CHAIR), args=args)
