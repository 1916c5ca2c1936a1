"""Errors that several layers raise or catch."""


class CannotStart(Exception):
    """The program cannot start; the message says in one line what is wrong and what the operator can do."""
