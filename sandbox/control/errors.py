"""The error of a command."""

from __future__ import annotations


class CommandError(Exception):
    """A command cannot be executed; `code` is a short reason."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
