"""What an update means: one module per command, button or other situation. `routers` lists them in order."""
