"""The steps of a game, one module each: what it offers, what ends it, and where it leads."""
