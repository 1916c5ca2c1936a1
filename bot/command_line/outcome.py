"""How a subcommand ends, for whoever started it."""

HELD, FAILED, UNREADABLE = 0, 1, 2
