"""A player's requests over HTTP: registration, login, and everything that is not a command of the socket."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Mapping
from http.client import HTTPException
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
        address = _address(template, query, path)
        tries = 1
        while True:
            try:
                return await request(self._base, method, address, body, self._link.token)
            except (Refused, Unavailable) as error:
                if tries == _TRIES or (isinstance(error, Refused) and error.code not in TRANSIENT):
                    raise
            await asyncio.sleep(_PAUSE_FIRST_S * 2**tries)
            tries += 1

    async def lines(
        self, operation: str, query: Mapping[str, Any] | None = None, **path: str
    ) -> AsyncIterator[dict[str, Any]]:
        """The lines of an answer that goes on (NDJSON), as they come; asked once.

        Raises:
            Refused: with the code that the operation documents.
            Unavailable: there was no answer, or it was cut.
        """
        method, _, template = operation.partition(" ")
        address = _address(template, query, path)
        opened = await asyncio.to_thread(_opened, self._base, method, address, None, self._link.token)
        try:
            while line := await asyncio.to_thread(opened.readline):
                yield json.loads(line)
        except (OSError, ValueError, HTTPException) as error:
            raise Unavailable(str(error)) from error
        finally:
            opened.close()

    async def all_recordings(self, after: str | None = None) -> AsyncIterator[dict[str, Any]]:
        """Every match that the account has played and that is kept, oldest first: lines with `cursor`, `match`, and
        `recording` or `error`. A stream that is cut is begun anew after the last line. `after`: the cursor of the last
        line that one has; what has ended since then comes.

        Raises:
            Refused: with the code that the operation documents, or with which a stream has ended.
            Unavailable: five streams in a row have brought nothing.
        """
        fruitless = 0
        while True:
            found, refused = False, ""
            try:
                async for line in self.lines("GET /api/me/recordings/export", {"after": after}):
                    after = line.get("cursor") or after
                    if line.get("done"):
                        return
                    if "match" in line:
                        found = True
                        yield line
                    else:
                        refused = line["error"]
            except Unavailable:
                refused = "service_unavailable"
            if refused and refused not in TRANSIENT:
                raise Refused(refused, None)
            fruitless = 0 if found else fruitless + 1
            if fruitless == _TRIES:
                raise Unavailable("five streams in a row have brought nothing")
            await asyncio.sleep(_PAUSE_FIRST_S * 2**fruitless)

    async def command(self, operation: str, body: Mapping[str, Any] | None = None, **path: str) -> Any:
        """The same for a command, which gets an id: it is carried out once, however often it is sent."""
        return await self.ask(operation, {"id": uuid.uuid4().hex, **(body or {})}, **path)


def _address(template: str, query: Mapping[str, Any] | None, path: Mapping[str, str]) -> str:
    """The path with its parts and query filled in; what is None is left out."""
    address = template.format(**{name: quote(value, safe="") for name, value in path.items()})
    known = {name: value for name, value in (query or {}).items() if value is not None}
    return f"{address}?{urlencode(known)}" if known else address


async def request(base: str, method: str, path: str, body: Mapping[str, Any] | None = None, token: str = "") -> Any:
    """The answer of one REST operation.

    Raises:
        Refused: with the code that the operation documents.
        Unavailable: there was no answer.
    """
    return await asyncio.to_thread(_request, base, method, path, body, token)


def _request(base: str, method: str, path: str, body: Mapping[str, Any] | None, token: str) -> Any:
    with _opened(base, method, path, body, token) as answer:
        try:
            return json.loads(answer.read() or b"null")
        except OSError as error:
            raise Unavailable(str(error)) from error


def _opened(base: str, method: str, path: str, body: Mapping[str, Any] | None, token: str) -> Any:
    """The answer to a request, to be read and closed."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = requests.Request(base + versioned(path), data=data, headers=headers, method=method)
    try:
        return requests.urlopen(asked, timeout=TIMEOUT_S)
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
