"""The opening handshake of a socket (RFC 6455 §4): its check, and its answer."""

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from gateway.port.addresses import origin_allowed
from gateway.ws.connection import deflate
from services.kernel.refusal import Refusal

PATH = "/ws"
VERSION = "13"
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_KEY_BYTES = 16


def refusal(environ: Mapping[str, Any], allowed_origins: Sequence[str]) -> Refusal | None:
    """Why this request may not become a socket: `upgrade_expected`, `version_unsupported`, `origin_forbidden`."""
    if environ.get("REQUEST_METHOD") != "GET" or not _asks_upgrade(environ) or not _key_is_right(environ):
        return Refusal("upgrade_expected")
    if environ.get("HTTP_SEC_WEBSOCKET_VERSION") != VERSION:
        return Refusal("version_unsupported", {"version": VERSION})
    if not origin_allowed(environ, allowed_origins):
        return Refusal("origin_forbidden")
    return None


def extension(environ: Mapping[str, Any]) -> str | None:
    """The compression agreed with this client, as the answer names it; None: none."""
    return deflate.accepted(environ.get("HTTP_SEC_WEBSOCKET_EXTENSIONS", ""))


def answer(environ: Mapping[str, Any], extension: str | None = None) -> bytes:
    """The response that accepts the socket, with the agreed extension. No sub-protocol is accepted."""
    key = environ["HTTP_SEC_WEBSOCKET_KEY"].strip().encode()
    accept = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())
    agreed = b"" if extension is None else b"Sec-WebSocket-Extensions: " + extension.encode() + b"\r\n"
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n" + agreed + b"\r\n"
    )


def _asks_upgrade(environ: Mapping[str, Any]) -> bool:
    connection = {part.strip().lower() for part in environ.get("HTTP_CONNECTION", "").split(",")}
    return "upgrade" in connection and environ.get("HTTP_UPGRADE", "").lower() == "websocket"


def _key_is_right(environ: Mapping[str, Any]) -> bool:
    try:
        key = base64.b64decode(environ.get("HTTP_SEC_WEBSOCKET_KEY", "").strip(), validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(key) == _KEY_BYTES
