"""Handlers of updates: one module per command, button or other kind of update. `routers` lists them in order."""
