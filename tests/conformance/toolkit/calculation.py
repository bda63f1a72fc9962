"""Calculations: pure functions over plain data, as rule texts list them under "Calculations"."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

from services.kernel.refusal import Refusal

Calculation = Callable[..., dict[str, Any]]
"""Keyword arguments in, plain data out; a refusal comes out as `{"error": code}`."""


def calculation(function: Callable[..., dict[str, Any] | Refusal]) -> Calculation:
    """`function` with refusals as plain data, `bad_parameters` where an argument is missing or unknown."""
    signature = inspect.signature(function)

    @wraps(function)
    def calculate(**arguments: Any) -> dict[str, Any]:
        try:
            signature.bind(**arguments)
        except TypeError as problem:
            return {"error": "bad_parameters", "detail": str(problem)}
        answer = function(**arguments)
        return {"error": answer.error} if isinstance(answer, Refusal) else answer

    return calculate
