"""The requests that there are."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from services import contracts
from services.contracts.base import Request


def all_requests() -> list[type[Request[Any]]]:
    """Every request of every contract, without the classes that only others are made of."""
    for module in pkgutil.walk_packages(contracts.__path__, "services.contracts."):
        importlib.import_module(module.name)
    found = {each for each in _below(Request) if getattr(each, "answer", None) is not None}
    return sorted(found, key=lambda each: (each.__module__, each.__name__))


def _below(kind: type) -> Iterator[type[Request[Any]]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
