"""Who acts where a method needs a role of staff: the service account of the caller's token, whatever the request says.

The service that owns the matter decides by that account's roles, and the audit log names it.
"""

from google.protobuf.message import Message as Proto

from gateway.grpc.access.scopes import AS_STAFF
from services.kernel.refusal import Refusal

FIELDS = ("operator", "account")
"""The fields of requests that name who acts; a request has one of them."""


def field_of(request: Proto | type[Proto]) -> str:
    """The field of a request that names who acts."""
    return next(name for name in FIELDS if name in request.DESCRIPTOR.fields_by_name)


def enter(request: Proto, scope: str, service_account: str) -> Refusal | None:
    """Enter the service account into a request of a method with this scope. Refusal: `actor_not_own`, where the
    request names another account."""
    if scope not in AS_STAFF:
        return None
    field = field_of(request)
    if getattr(request, field) not in ("", service_account):
        return Refusal("actor_not_own", {"field": field, "service_account": service_account})
    setattr(request, field, service_account)
    return None
