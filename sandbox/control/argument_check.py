"""Parameters of commands, read from the signatures of their functions."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Parameter:
    kinds: tuple[type, ...]
    required: bool

    def fits(self, value: Any) -> bool:
        if isinstance(value, bool):
            return bool in self.kinds
        if isinstance(value, int) and float in self.kinds:
            return True
        return isinstance(value, self.kinds)


def parameters_of(function: Callable[..., Any], skip: int) -> dict[str, Parameter]:
    hints = get_type_hints(function)
    parameters: dict[str, Parameter] = {}
    for name, parameter in list(inspect.signature(function).parameters.items())[skip:]:
        hint = hints[name]
        union = get_args(hint) if get_origin(hint) in {Union, types.UnionType} else (hint,)
        kinds = tuple(get_origin(one) or one for one in union)
        parameters[name] = Parameter(kinds, parameter.default is inspect.Parameter.empty)
    return parameters
