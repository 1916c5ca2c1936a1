"""Every deed is stored as a whole: the program dies after each of its commits, and the ends are compared."""
