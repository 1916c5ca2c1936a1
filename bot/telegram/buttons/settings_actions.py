"""Names in the callback data of settings buttons. Short, and never changed: menus outlive a run."""

from enum import StrEnum


class SettingsScreen(StrEnum):
    HOME = "home"
    RULES = "rules"
    RULE_SET = "ruleset"
    SECTION = "part"
    OPTION = "dial"
    SIZES = "sizes"
    CARDS = "cards"
    NAMED = "named"
    ADD_ROLE = "bring"
    ROLE = "role"
    BALANCE = "balance"
    PRESETS = "presets"
    PRESET = "preset"
    EXPORT = "export"
    RESET = "reset"


class SettingsAction(StrEnum):
    """The change that a button makes; `what` and `value` of the button are its arguments."""

    CHOOSE_RULES = "rules"
    """`what`: a rule set."""
    SET_VALUE = "turn"
    """`what`: an option or a choice of the group, `value`: as it is written."""
    BACK_TO_USUAL = "usual"
    COPY_CARDS = "copy"
    """`what`: a number of players, `value`: the name of a role set."""
    ADD_CARD = "add"
    """`what`: a number of players, `value`: a role."""
    TAKE_CARD = "take"
    ADD_ROLE = "bring"
    """`value`: a role of the whole catalogue, as `box.thief`."""
    KEEP_CARDS = "keep"
    DROP_DRAFT = "forget"
    USUAL_CARDS = "cards"
    SAVE = "save"
    """`value`: the name of a preset."""
    LOAD = "load"
    """`what`: the place of a preset in the list."""
    DELETE = "delete"
    IMPORT = "import"
    """`value`: a preset as text."""
    RESET = "reset"
