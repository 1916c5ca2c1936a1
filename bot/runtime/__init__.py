"""The running program: serving updates, leading, recovering after a restart."""
