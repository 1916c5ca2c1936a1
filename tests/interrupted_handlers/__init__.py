"""Every update is stored as a whole: the program dies after each commit, and the ends are compared."""
