"""The requests of staff that there are: a service's table of role by action must have them all."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from services import contracts
from services.contracts.base import Request, service_of

ROLES = ("player", "moderator", "administrator", "operator", "auditor")


def staff_requests(service: str) -> set[type[Request[Any]]]:
    """Every request to a service for which the asker needs a role of staff."""
    for module in pkgutil.iter_modules(contracts.__path__):
        importlib.import_module(f"services.contracts.{module.name}")
    return {each for each in _below(Request) if each.staff_roles and service_of(each) == service}


def _below(kind: type) -> Iterator[type[Request[Any]]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
