"""Sends the settings message to an admin's private chat and edits it from screen to screen."""

from typing import Any

from bot.group_settings.group_choices import CHOICES
from bot.group_settings.settings_changes import Place
from bot.group_settings.settings_editor import SettingsEditor, TableState
from bot.storage import UnitOfWork
from bot.storage.groups import Group, Groups
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Args, Kind, Rank, Row, RowIds

SLOT = "settings"
HOME: Place = (SettingsScreen.HOME, "", "")
SILENT = {
    SettingsAction.ADD_CARD,
    SettingsAction.TAKE_CARD,
    SettingsAction.ADD_ROLE,
    SettingsAction.COPY_CARDS,
    SettingsAction.DROP_DRAFT,
}
"""Changes of a draft: only the menu shows them, because no game uses a draft."""
OF_A_GAME = {"time_zone", "quiet", "voice", "afterlife"}
"""Choices that, like the rules, no longer change for a game once its cards are dealt."""


class MenuMessages:
    def __init__(self, row_ids: RowIds, groups: Groups, outbox: Outbox, settings_editor: SettingsEditor) -> None:
        self._row_ids = row_ids
        self._groups = groups
        self._outbox = outbox
        self._settings_editor = settings_editor

    def row(
        self, user_id: int, kind: Kind, chat_id: int, place: Place, table: TableState, /, **figures: Any
    ) -> Row:
        """Returns a row that shows a screen of the menu; `figures` are those of a balance."""
        screen, what, value = place
        args: Args = {"group": chat_id, "screen": screen.value, "what": what, "value": value, "table": table.value}
        args["figures"] = figures
        return Row(self._row_ids.next(), user_id, kind, SLOT, Rank.ANSWER, slot=SLOT, args=args)

    async def send(self, user_id: int, chat_id: int, along: UnitOfWork | None = None) -> None:
        """Sends the menu of a group, stored together with `along`."""
        table = await self._settings_editor.table(await self._groups.get(chat_id))
        await self._outbox.post([self.row(user_id, Kind.SEND, chat_id, HOME, table)], along)

    async def turn(self, user_id: int, group: Group, place: Place, table: TableState | None = None) -> None:
        """Edits the menu to another screen. Not stored: a screen that is lost can be opened again."""
        table = table or await self._settings_editor.table(group)
        self._outbox.add_unstored([self.row(user_id, Kind.EDIT, group.chat_id, place, table)])

    def show_figures(self, user_id: int, chat_id: int, place: Place, figures: dict[str, Any]) -> None:
        self._outbox.add_unstored([self.row(user_id, Kind.EDIT, chat_id, place, TableState.NONE, **figures)])

    async def adopt(self, user_id: int, message_id: int) -> None:
        """Makes the tapped message the menu that is edited from now on."""
        await self._outbox.sent_messages.adopt(user_id, SLOT, message_id, SLOT)


def saved_key(action: SettingsAction, what: str, table: TableState) -> str:
    """Returns the key of the text that says when a change takes effect; empty if nothing is said."""
    if action in SILENT:
        return ""
    at_once = (
        action in (SettingsAction.SET_VALUE, SettingsAction.BACK_TO_USUAL) and what in CHOICES.keys() - OF_A_GAME
    )
    if at_once or action in (SettingsAction.SAVE, SettingsAction.DELETE):
        return "settings-saved"
    return f"settings-saved-{table}"
