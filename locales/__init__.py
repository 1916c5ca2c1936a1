"""Every word a person reads, one folder for each language. A package only so that an installation carries it."""
