"""numba's compiler where it is installed, else none: a tiny training then runs as plain Python, only slower."""

from collections.abc import Callable
from importlib.util import find_spec, module_from_spec
from types import FunctionType, ModuleType
from typing import Any

try:
    import numba  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    numba = None


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, compiled when it is first called."""
    return function if numba is None else numba.njit(cache=False)(function)


def fast(function: Callable[..., Any]) -> Callable[..., Any]:
    """As `compiled`, with sums in any order: for nets, whose training is not reproducible to the last bit."""
    return function if numba is None else numba.njit(cache=False, fastmath=True)(function)


def compiled_copy(name: str, shared: dict[str, Any]) -> ModuleType:
    """A module of functions over numbers, a second time, with each of its own functions compiled.

    `shared`: compiled functions of other modules that take the place of the plain ones it imports.
    """
    spec = find_spec(name)
    assert spec is not None and spec.loader is not None, name
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if numba is None:
        return module
    for each, value in list(vars(module).items()):
        if each in shared:
            setattr(module, each, shared[each])
        elif isinstance(value, FunctionType) and value.__module__ == name:
            setattr(module, each, compiled(value))
    return module
