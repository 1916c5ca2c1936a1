"""Callback data of buttons, and the names of actions in it."""
