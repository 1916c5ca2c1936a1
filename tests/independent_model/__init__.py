"""An independent, naive model of the rules, and games that it and the engine play at once."""
