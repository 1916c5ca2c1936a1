"""A table from its lobby to its result: the running game, its clocks, and who follows it."""
