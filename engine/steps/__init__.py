"""The steps of a game: which moves each has, what ends it, and which steps may follow."""
