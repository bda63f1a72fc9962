"""A socket is opened for a correct request, and for no foreign page."""

from typing import Any

import pytest

from gateway.ws.connection import handshake

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ASKING = {
    "REQUEST_METHOD": "GET",
    "HTTP_HOST": "play.example",
    "HTTP_CONNECTION": "keep-alive, Upgrade",
    "HTTP_UPGRADE": "WebSocket",
    "HTTP_SEC_WEBSOCKET_VERSION": "13",
    "HTTP_SEC_WEBSOCKET_KEY": KEY,
}


def error(**changed: Any) -> str | None:
    environ = {name: text for name, text in (ASKING | changed).items() if text is not None}
    refused = handshake.refusal(environ, ["https://other.example"])
    return refused.error if refused else None


def test_the_example_of_the_rfc_is_answered_as_there() -> None:
    assert error() is None
    assert b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in handshake.answer(ASKING)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"REQUEST_METHOD": "POST"}, "upgrade_expected"),
        ({"HTTP_CONNECTION": "close"}, "upgrade_expected"),
        ({"HTTP_UPGRADE": None}, "upgrade_expected"),
        ({"HTTP_SEC_WEBSOCKET_KEY": None}, "upgrade_expected"),
        ({"HTTP_SEC_WEBSOCKET_KEY": "short"}, "upgrade_expected"),
        ({"HTTP_SEC_WEBSOCKET_KEY": "λ" * 24}, "upgrade_expected"),
        ({"HTTP_SEC_WEBSOCKET_VERSION": "8"}, "version_unsupported"),
        ({"HTTP_SEC_WEBSOCKET_VERSION": None}, "version_unsupported"),
        ({"HTTP_ORIGIN": "https://evil.example"}, "origin_forbidden"),
        ({"HTTP_ORIGIN": "null"}, "origin_forbidden"),
        ({"HTTP_ORIGIN": "https://play.example:99999"}, "origin_forbidden"),
        ({"HTTP_ORIGIN": "https://play.example:8443"}, "origin_forbidden"),
    ],
)
def test_what_is_wrong_is_refused_by_name(changed: dict[str, Any], code: str) -> None:
    assert error(**changed) == code


@pytest.mark.parametrize("origin", ["https://play.example", "http://play.example:80", "https://other.example"])
def test_the_own_host_and_listed_origins_may(origin: str) -> None:
    assert error(HTTP_ORIGIN=origin) is None


def test_compression_is_agreed_and_no_sub_protocol() -> None:
    asking = ASKING | {"HTTP_SEC_WEBSOCKET_EXTENSIONS": "permessage-deflate", "HTTP_SEC_WEBSOCKET_PROTOCOL": "chat"}
    answer = handshake.answer(asking, handshake.extension(asking))
    assert b"\r\nSec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover;" in answer
    assert answer.endswith(b"\r\n\r\n") and b"Protocol:" not in answer


def test_no_extension_is_named_where_none_is_agreed() -> None:
    asking = ASKING | {"HTTP_SEC_WEBSOCKET_EXTENSIONS": "permessage-bzip2"}
    assert b"Extensions" not in handshake.answer(asking, handshake.extension(asking))
