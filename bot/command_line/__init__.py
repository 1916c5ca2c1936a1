"""The subcommands of `omerta`. Each imports only the modules that it needs."""
