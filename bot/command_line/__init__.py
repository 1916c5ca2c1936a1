"""What each subcommand of `omerta` does. What it does not need is not imported for it."""
