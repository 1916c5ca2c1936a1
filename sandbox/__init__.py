"""A Bot API on loopback, with people to play with."""
