"""Handlers of messages that are no commands, in groups and in private."""
