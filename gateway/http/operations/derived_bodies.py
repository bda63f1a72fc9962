"""Bodies and queries of clients, made of the contract's request: types, limits and defaults are declared there,
once."""

from functools import cache
from typing import Any, TypeVar, cast

import msgspec

from gateway.http.operations.request_bodies import Body, Query
from services.contracts.base import Request

B = TypeVar("B", Body, Query)


def body_of(request: type[Request[Any]], *fields: str, name: str = "") -> type[Body]:
    """A body of these fields of a request.

    `name`: by which the OpenAPI document and the clients' types know it; `<request>Body` if it is not given. Fields are
    named one by one, so that a client cannot set a field that is added to the request later.
    """
    return _part(Body, request, fields, name or f"{request.__name__}Body")


def query_of(request: type[Request[Any]], *fields: str, name: str = "") -> type[Query]:
    """A query of these fields of a request, all of which have defaults or are required. `name`: its own."""
    return _part(Query, request, fields, name or f"{request.__name__}Query")


@cache
def _part(base: type[B], request: type[Request[Any]], fields: tuple[str, ...], name: str) -> type[B]:
    declared = {field.name: field for field in msgspec.structs.fields(request)}
    made = msgspec.defstruct(
        name,
        [_field(declared[field]) for field in fields],
        bases=(base,),
        module=__name__,
        namespace={"__doc__": request.__doc__},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    return cast(type[B], made)


def _field(field: msgspec.structs.FieldInfo) -> tuple[str, Any, Any]:
    if field.default_factory is not msgspec.NODEFAULT:
        return (field.name, field.type, msgspec.field(name=field.encode_name, default_factory=field.default_factory))
    return (field.name, field.type, msgspec.field(name=field.encode_name, default=field.default))
