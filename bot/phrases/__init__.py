"""Recognises nominations and other phrases in the messages that players type."""
