"""The names that buttons of the settings carry. Short, and never changed: menus outlive the program."""

from enum import StrEnum


class Screen(StrEnum):
    HOME = "home"
    RULES = "rules"
    RULE_SET = "ruleset"
    SECTION = "part"
    DIAL = "dial"
    SIZES = "sizes"
    CARDS = "cards"
    NAMED = "named"
    BRING = "bring"
    ROLE = "role"
    BALANCE = "balance"
    PRESETS = "presets"
    PRESET = "preset"
    EXPORT = "export"
    RESET = "reset"


class Deed(StrEnum):
    """What changes; `what` and `value` of the button say which and into what."""

    PLAY_BY = "rules"
    """`what`: a rule set."""
    TURN = "turn"
    """`what`: an option or a choice of the group, `value`: as it is written."""
    BACK_TO_USUAL = "usual"
    COPY_CARDS = "copy"
    """`what`: a number of players, `value`: the name of a role set."""
    ADD_CARD = "add"
    """`what`: a number of players, `value`: a role."""
    TAKE_CARD = "take"
    BRING_ROLE = "bring"
    """`value`: a role of the whole catalogue, as `box.thief`."""
    KEEP_CARDS = "keep"
    FORGET_DRAFT = "forget"
    USUAL_CARDS = "cards"
    SAVE = "save"
    """`value`: the name of a preset."""
    LOAD = "load"
    """`what`: the place of a preset in the list."""
    DELETE = "delete"
    IMPORT = "import"
    """`value`: a preset as text."""
    RESET = "reset"
