"""Who follows a game and acts on what happens: silence, tags, stand-ins, absence, the afterlife."""
