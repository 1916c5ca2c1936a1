"""Exit codes of the subcommands."""

HELD, FAILED, UNREADABLE = 0, 1, 2
