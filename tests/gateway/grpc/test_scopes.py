"""Every method of the API has a scope, and is open to exactly those tokens that have it."""

import hashlib
from collections.abc import Iterator

import grpc
import pytest
from google.protobuf import descriptor_pool

import gateway.grpc.server  # noqa: F401 it loads the descriptors of all services
from gateway.grpc.access.scopes import PUBLIC, SCOPE_OF, SCOPES
from gateway.grpc.access.tokens import Tokens
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import Door, opened
from tools.protos import PROTOS

REFLECTION = {
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
}


def methods() -> dict[str, bool]:
    """Every method that the protos declare, and whether it streams."""
    found = {}
    for path in sorted(PROTOS.rglob("*.proto")):
        described = descriptor_pool.Default().FindFileByName(str(path.relative_to(PROTOS)))
        for service in described.services_by_name.values():
            for method in service.methods:
                found[f"/{service.full_name}/{method.name}"] = method.server_streaming
    return found


METHODS = methods()


def line(name: str, scopes: frozenset[str]) -> str:
    return f"{name}={hashlib.sha256(name.encode()).hexdigest()}:{'+'.join(sorted(scopes))}@tester"


@pytest.fixture(scope="module")
def door() -> Iterator[Door]:
    """A token for each scope that has it alone, and one for each that has all the others."""
    lines = [line(f"only-{scope}", frozenset({scope})) for scope in SCOPES]
    lines += [line(f"but-{scope}", SCOPES - {scope}) for scope in SCOPES]
    with opened(services(), grpc_tokens=lines, grpc_health_every_s=60) as made:
        yield made


def outcome(door: Door, method: str, token: str | None) -> tuple[grpc.StatusCode, str]:
    """How a call without any fields ends."""
    metadata = () if token is None else (("authorization", f"Bearer {token}"),)
    try:
        if METHODS[method]:
            call = door.channel.unary_stream(method)(b"", metadata=metadata, timeout=30)
            next(call)
            call.cancel()
        else:
            door.channel.unary_unary(method)(b"", metadata=metadata, timeout=30)
    except grpc.RpcError as error:
        return error.code(), error.details() or ""
    return grpc.StatusCode.OK, ""


def test_every_method_has_a_scope_and_no_scope_is_for_nothing() -> None:
    assert set(METHODS) | REFLECTION == set(SCOPE_OF)
    assert PUBLIC <= SCOPES
    assert not {scope for scope in PUBLIC if not scope.endswith(".read")}
    assert "wallet.read" not in PUBLIC


@pytest.mark.parametrize("method", METHODS)
def test_a_method_is_open_to_its_scope_alone(door: Door, method: str) -> None:
    scope = SCOPE_OF[method]
    assert outcome(door, method, f"only-{scope}")[1] not in ("scope_missing", "token_unknown", "internal_error")
    assert outcome(door, method, f"but-{scope}") == (grpc.StatusCode.PERMISSION_DENIED, "scope_missing")
    assert outcome(door, method, None) == (grpc.StatusCode.UNAUTHENTICATED, "token_unknown")


def test_a_token_that_names_no_scope_reads_what_every_visitor_sees() -> None:
    bearer = (("authorization", "Bearer x"),)
    bare = f"x={hashlib.sha256(b'x').hexdigest()}"
    (first, second) = (Tokens([text]).caller(bearer) for text in (bare, f"{bare}:read+wallet.credit@shop"))
    assert first is not None and second is not None
    assert first.scopes == PUBLIC
    assert second.scopes == PUBLIC | {"wallet.credit"}
