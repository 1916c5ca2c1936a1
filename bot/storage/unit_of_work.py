"""A list of changes that are committed together, all or nothing: what one accepted command changes."""

import json
from typing import Any

Values = dict[str, Any]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A shared encoder: `json.dumps` makes a new one whenever it is given other than its default options."""


def as_json(value: Any) -> str:
    """Returns JSON as it is stored. A lone surrogate, which no database accepts, becomes a question mark."""
    return _encode(value).encode(errors="replace").decode()


class UnitOfWork:
    """A list of changes with their parameters, in order. `statements` has the SQL of each change, by its name.
    `put_` inserts a row or overwrites the existing one, `add_` only inserts, `guard_` refuses the whole unit if
    another process has changed the row since it was read (`Conflict`)."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: list[tuple[str, Values]] = []

    def _add(self, change: str, values: Values) -> "UnitOfWork":
        self.parts.append((change, values))
        return self

    # --- games, lobbies among them -------------------------------------------------------------------------------

    def guard_game(self, game: str, known: int) -> "UnitOfWork":
        """Stores the unit only if the row still has this revision, which grows by one."""
        return self._add("guard_game", {"game": game, "known": known})

    def touch_games(self) -> "UnitOfWork":
        """Increases the revision of every running game, so that a process that has read one reads it again."""
        return self._add("touch_games", {})

    def put_game(
        self, *, game_id: str, chat_id: int, thread_id: int, phase: str, lobby: str, changed_ms: int
    ) -> "UnitOfWork":
        return self._add(
            "put_game",
            {
                "id": game_id,
                "chat_id": chat_id,
                "thread_id": thread_id,
                "phase": phase,
                "lobby": lobby,
                "changed_ms": changed_ms,
            },
        )

    def move_games(self, old: int, new: int) -> "UnitOfWork":
        return self._add("move_games", {"old": old, "new": new})

    def drop_game(self, game: str) -> "UnitOfWork":
        return self._add("drop_game", {"game": game})

    def add_place(self, user_id: int, game_id: str) -> "UnitOfWork":
        return self._add("add_place", {"user_id": user_id, "game_id": game_id})

    def drop_places(self, game: str) -> "UnitOfWork":
        return self._add("drop_places", {"game": game})

    # --- receipts ------------------------------------------------------------------------------------------------

    def add_receipt(self, key: str, at_ms: int) -> "UnitOfWork":
        """Adds a receipt. The commit raises `Conflict` if it is stored already: the request was carried out
        before."""
        return self._add("add_receipt", {"key": key, "at_ms": at_ms})

    def drop_old_receipts(self, before: int) -> "UnitOfWork":
        return self._add("drop_old_receipts", {"before": before})

    # --- journals ------------------------------------------------------------------------------------------------

    def add_event(
        self, *, game_id: str, version: int, payload: str, at_ms: int, author: int, receipt: str
    ) -> "UnitOfWork":
        return self._add(
            "add_event",
            {
                "game_id": game_id,
                "version": version,
                "payload": payload,
                "at_ms": at_ms,
                "author": author,
                "receipt": receipt,
            },
        )

    def forget_author(self, game: str, author_was: int) -> "UnitOfWork":
        return self._add("forget_author", {"game": game, "author_was": author_was})

    def drop_events_of(self, game: str) -> "UnitOfWork":
        return self._add("drop_events_of", {"game": game})

    # --- clocks of steps -----------------------------------------------------------------------------------------

    def credit_clocks(self, lost: int, now: int) -> "UnitOfWork":
        """Credits running clocks with the milliseconds for which the host was not running."""
        return self._add("credit_clocks", {"lost": lost, "now": now})

    def put_clock(
        self, *, game_id: str, step: int, left_ms: int, runs_since: int | None, under_ms: int, waits: bool
    ) -> "UnitOfWork":
        return self._add(
            "put_clock",
            {
                "game_id": game_id,
                "step": step,
                "left_ms": left_ms,
                "runs_since": runs_since,
                "under_ms": under_ms,
                "waits": waits,
            },
        )

    def drop_clock(self, game: str) -> "UnitOfWork":
        return self._add("drop_clock", {"game": game})

    # --- messages sent, by slot ----------------------------------------------------------------------------------

    def put_slot(self, *, chat_id: int, slot: str, message_id: int, page: str, args: str) -> "UnitOfWork":
        return self._add(
            "put_slot", {"chat_id": chat_id, "slot": slot, "message_id": message_id, "page": page, "args": args}
        )

    def drop_slot(self, chat: int, name: str) -> "UnitOfWork":
        return self._add("drop_slot", {"chat": chat, "name": name})

    def drop_slots_of(self, chat: int) -> "UnitOfWork":
        return self._add("drop_slots_of", {"chat": chat})

    def drop_slots_of_game(self, chat: int, prefix: str) -> "UnitOfWork":
        return self._add("drop_slots_of_game", {"chat": chat, "prefix": prefix})

    # --- outbox --------------------------------------------------------------------------------------------------

    def add_row(
        self,
        *,
        row_id: int,
        chat_id: int,
        thread_id: int,
        game_id: str,
        step: int,
        rank: int,
        kind: str,
        slot: str,
        page: str,
        args: str,
        due_ms: int,
    ) -> "UnitOfWork":
        return self._add(
            "add_row",
            {
                "id": row_id,
                "chat_id": chat_id,
                "thread_id": thread_id,
                "game_id": game_id,
                "step": step,
                "rank": rank,
                "kind": kind,
                "slot": slot,
                "page": page,
                "args": args,
                "due_ms": due_ms,
            },
        )

    def note_tries(self, row: int, so_often: int) -> "UnitOfWork":
        return self._add("note_tries", {"row": row, "so_often": so_often})

    def drop_row(self, row: int) -> "UnitOfWork":
        return self._add("drop_row", {"row": row})

    def drop_rows_of(self, chat: int) -> "UnitOfWork":
        return self._add("drop_rows_of", {"chat": chat})

    def drop_rows_of_game(self, game: str) -> "UnitOfWork":
        return self._add("drop_rows_of_game", {"game": game})

    def move_rows(self, old: int, new: int) -> "UnitOfWork":
        return self._add("move_rows", {"old": old, "new": new})

    # --- groups and people ---------------------------------------------------------------------------------------

    def guard_group(self, chat: int, known: int) -> "UnitOfWork":
        return self._add("guard_group", {"chat": chat, "known": known})

    def add_group(self, chat_id: int, data: str) -> "UnitOfWork":
        return self._add("add_group", {"chat_id": chat_id, "data": data})

    def put_group(self, chat_id: int, data: str) -> "UnitOfWork":
        return self._add("put_group", {"chat_id": chat_id, "data": data})

    def guard_person(self, user: int, known: int) -> "UnitOfWork":
        return self._add("guard_person", {"user": user, "known": known})

    def add_person(self, user_id: int, data: str) -> "UnitOfWork":
        return self._add("add_person", {"user_id": user_id, "data": data})

    def put_person(self, user_id: int, data: str) -> "UnitOfWork":
        return self._add("put_person", {"user_id": user_id, "data": data})

    def drop_person(self, user: int) -> "UnitOfWork":
        return self._add("drop_person", {"user": user})

    # --- mutes ---------------------------------------------------------------------------------------------------

    def put_mute(self, *, chat_id: int, user_id: int, game_id: str, until_ms: int, former: str) -> "UnitOfWork":
        return self._add(
            "put_mute",
            {"chat_id": chat_id, "user_id": user_id, "game_id": game_id, "until_ms": until_ms, "former": former},
        )

    def drop_mute(self, chat: int, user: int) -> "UnitOfWork":
        return self._add("drop_mute", {"chat": chat, "user": user})

    def move_mutes(self, old: int, new: int) -> "UnitOfWork":
        return self._add("move_mutes", {"old": old, "new": new})

    # --- results -------------------------------------------------------------------------------------------------

    def put_result(
        self, *, game_id: str, chat_id: int, ruleset: str, ended_ms: int, changed_ms: int, data: str
    ) -> "UnitOfWork":
        """Stores a result. An existing row keeps its `ended_ms`."""
        return self._add(
            "put_result",
            {
                "game_id": game_id,
                "chat_id": chat_id,
                "ruleset": ruleset,
                "ended_ms": ended_ms,
                "changed_ms": changed_ms,
                "data": data,
            },
        )

    def drop_result(self, game: str) -> "UnitOfWork":
        return self._add("drop_result", {"game": game})

    def move_results(self, old: int, new: int) -> "UnitOfWork":
        return self._add("move_results", {"old": old, "new": new})

    def put_result_seat(self, game_id: str, seat: int, user_id: int) -> "UnitOfWork":
        return self._add("put_result_seat", {"game_id": game_id, "seat": seat, "user_id": user_id})

    def drop_result_seats(self, game: str) -> "UnitOfWork":
        return self._add("drop_result_seats", {"game": game})

    def drop_result_seats_of(self, user: int) -> "UnitOfWork":
        return self._add("drop_result_seats_of", {"user": user})

    # --- tournaments ---------------------------------------------------------------------------------------------

    def guard_tournament(self, tournament: str, known: int) -> "UnitOfWork":
        return self._add("guard_tournament", {"tournament": tournament, "known": known})

    def put_tournament(self, *, tournament_id: str, chat_id: int, data: str, changed_ms: int) -> "UnitOfWork":
        return self._add(
            "put_tournament", {"id": tournament_id, "chat_id": chat_id, "data": data, "changed_ms": changed_ms}
        )

    def put_entry(self, game_id: str, tournament_id: str, data: str) -> "UnitOfWork":
        return self._add("put_entry", {"game_id": game_id, "tournament_id": tournament_id, "data": data})

    def drop_entry(self, game: str) -> "UnitOfWork":
        return self._add("drop_entry", {"game": game})

    # --- evenings by appointment ---------------------------------------------------------------------------------

    def guard_plan(self, plan: str, known: int) -> "UnitOfWork":
        return self._add("guard_plan", {"plan": plan, "known": known})

    def put_plan(self, *, plan_id: str, chat_id: int, phase: str, data: str, changed_ms: int) -> "UnitOfWork":
        return self._add(
            "put_plan",
            {"id": plan_id, "chat_id": chat_id, "phase": phase, "data": data, "changed_ms": changed_ms},
        )

    def drop_old_plans(self, before: int) -> "UnitOfWork":
        """Deletes plans that are over and were not changed since."""
        return self._add("drop_old_plans", {"before": before})

    # --- updates that failed -------------------------------------------------------------------------------------

    def put_failed_update(
        self, *, update_id: int, kind: str, chat_id: int, tries: int, why: str, aside: bool, at_ms: int
    ) -> "UnitOfWork":
        return self._add(
            "put_failed_update",
            {
                "update_id": update_id,
                "kind": kind,
                "chat_id": chat_id,
                "tries": tries,
                "why": why,
                "aside": aside,
                "at_ms": at_ms,
            },
        )

    def drop_failed_update(self, update: int) -> "UnitOfWork":
        return self._add("drop_failed_update", {"update": update})

    def drop_failed_updates_of(self, chat: int) -> "UnitOfWork":
        return self._add("drop_failed_updates_of", {"chat": chat})

    def drop_old_failed_updates(self, before: int) -> "UnitOfWork":
        return self._add("drop_old_failed_updates", {"before": before})

    # --- notes ---------------------------------------------------------------------------------------------------

    def put_note(self, key: str, value: str) -> "UnitOfWork":
        return self._add("put_note", {"key": key, "value": value})

    def drop_note(self, name: str) -> "UnitOfWork":
        return self._add("drop_note", {"name": name})
