"""Before a game: a lobby opens, fills, waits, starts or is closed."""
