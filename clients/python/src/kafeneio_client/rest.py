"""The few requests of a player that use HTTP: registration and login."""

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

from kafeneio_client.errors import Refused, Unavailable

TIMEOUT_S = 30.0


async def request(base: str, method: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    """The answer of one REST operation.

    Raises:
        Refused: with the code that the operation documents.
        Unavailable: there was no answer.
    """
    return await asyncio.to_thread(_request, base, method, path, body, token)


def _request(base: str, method: str, path: str, body: dict[str, Any] | None, token: str) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = urllib.request.Request(base + path, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=TIMEOUT_S) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        found = _body_of(error)
        raise Refused(found.get("error", f"http_{error.code}"), found.get("detail")) from None
    except OSError as error:
        raise Unavailable(str(error)) from error


def _body_of(error: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        found = json.loads(error.read())
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
