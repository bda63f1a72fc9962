"""The requests of staff that there are: a service's table of role by action must have them all."""

from typing import Any

from services.contracts.base import Request, service_of
from tests.contracts.requests import all_requests

ROLES = ("player", "moderator", "administrator", "operator", "auditor")


def staff_requests(service: str) -> set[type[Request[Any]]]:
    """Every request to a service for which the asker needs a role of staff."""
    return {each for each in all_requests() if each.staff_roles and service_of(each) == service}
