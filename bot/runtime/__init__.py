"""The program at work: serving updates, leading, recovering after a restart."""
