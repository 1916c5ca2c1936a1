"""A bounded cache."""

from collections import OrderedDict
from typing import TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cache(OrderedDict[Key, Value]):
    """A dictionary that evicts the least recently used entry."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    @overload  # type: ignore[override]
    def get(self, key: Key) -> Value | None: ...

    @overload
    def get(self, key: Key, default: Value) -> Value: ...

    def get(self, key: Key, default: Value | None = None) -> Value | None:
        if key not in self:
            return default
        self.move_to_end(key)
        return self[key]

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)
