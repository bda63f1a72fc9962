"""A player's requests over HTTP: registration, login, and everything that is not a command of the socket."""

import asyncio
import json
import uuid
from collections.abc import Mapping
from typing import Any
from urllib import error as errors
from urllib import request as requests
from urllib.parse import quote, urlencode

from kafeneio_client.errors import Refused, Unavailable
from kafeneio_client.link import Link

TIMEOUT_S = 30.0
VERSION = "v1"
"""The version of REST that is asked, in its paths: `/api/v1/…`."""
_TRIES = 5
_PAUSE_FIRST_S = 0.25
TRANSIENT = frozenset({"service_unavailable", "overloaded", "rate_limited"})


class Rest:
    """The operations of one session. Each may be sent again: those that would be another thing then have an id."""

    def __init__(self, base: str, link: Link) -> None:
        """`base`: the site, without a slash at its end; `link` has the session's present token."""
        self._base = base
        self._link = link

    async def ask(
        self,
        operation: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        **path: str,
    ) -> Any:
        """The answer of an operation, such as `GET /api/companies/{company}`; `path` fills its parts. Asked up to five
        times while the site cannot be reached or is busy.

        Raises:
            Refused: with the code that the operation documents.
            Unavailable: there was no answer.
        """
        method, _, template = operation.partition(" ")
        address = template.format(**{name: quote(value, safe="") for name, value in path.items()})
        known = {name: value for name, value in (query or {}).items() if value is not None}
        if known:
            address += f"?{urlencode(known)}"
        tries = 1
        while True:
            try:
                return await request(self._base, method, address, body, self._link.token)
            except (Refused, Unavailable) as error:
                if tries == _TRIES or (isinstance(error, Refused) and error.code not in TRANSIENT):
                    raise
            await asyncio.sleep(_PAUSE_FIRST_S * 2**tries)
            tries += 1

    async def command(self, operation: str, body: Mapping[str, Any] | None = None, **path: str) -> Any:
        """The same for a command, which gets an id: it is carried out once, however often it is sent."""
        return await self.ask(operation, {"id": uuid.uuid4().hex, **(body or {})}, **path)


async def request(base: str, method: str, path: str, body: Mapping[str, Any] | None = None, token: str = "") -> Any:
    """The answer of one REST operation.

    Raises:
        Refused: with the code that the operation documents.
        Unavailable: there was no answer.
    """
    return await asyncio.to_thread(_request, base, method, path, body, token)


def _request(base: str, method: str, path: str, body: Mapping[str, Any] | None, token: str) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = requests.Request(base + versioned(path), data=data, headers=headers, method=method)
    try:
        with requests.urlopen(asked, timeout=TIMEOUT_S) as answer:
            return json.loads(answer.read() or b"null")
    except errors.HTTPError as error:
        raise refusal_of(error) from None
    except OSError as error:
        raise Unavailable(str(error)) from error


def versioned(path: str) -> str:
    """A path of an operation, `/api/…`, with the version."""
    own = f"/api/{VERSION}/"
    return path if path.startswith(own) or not path.startswith("/api/") else own + path.removeprefix("/api/")


def refusal_of(error: errors.HTTPError) -> Refused:
    """The refusal in an error: its code and detail."""
    found = _body_of(error)
    return Refused(found.get("error", f"http_{error.code}"), found.get("detail"))


def _body_of(error: errors.HTTPError) -> dict[str, Any]:
    try:
        found = json.loads(error.read())
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
