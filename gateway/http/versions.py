"""Versions of the REST API in its paths (docs/versions.md): `/api/v1/…` is every operation. Without a version a path
leads to the same operations and is deprecated, which its answers say (RFC 9745, RFC 8288)."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

from flask import Response, request

VERSION = "v1"
PLAIN, VERSIONED = "/api/", f"/api/{VERSION}/"
_DEPRECATED_SINCE_S = 1_795_910_400
"""2026-11-29T00:00:00Z."""
_ASKED = "kafeneio.api_version"
"""Which version a request has named."""

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def versioned(path: str) -> str:
    """A path of the API with its version."""
    return VERSIONED + path.removeprefix(PLAIN) if path.startswith(PLAIN) else path


def by_version(app: WsgiApp) -> WsgiApp:
    """The application, whose routes have no version, for paths with one."""

    def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path.startswith(VERSIONED):
            environ["PATH_INFO"] = PLAIN + path.removeprefix(VERSIONED)
            environ[_ASKED] = VERSION
        return app(environ, start_response)

    return serve


def add_deprecation(response: Response) -> None:
    """Say of an answer whose path named no version that it is deprecated, and where the same is to be had."""
    if not request.path.startswith(PLAIN) or _ASKED in request.environ:
        return
    response.headers["Deprecation"] = f"@{_DEPRECATED_SINCE_S}"
    response.headers.add("Link", f'<{quote(versioned(request.path))}>; rel="successor-version"')
    response.headers.add("Link", f'<{VERSIONED}reference#versions>; rel="deprecation"; type="text/html"')
