"""The web client's files: the files of the build, and `index.html` for every page that the client renders itself."""

import mimetypes
from http import HTTPStatus
from pathlib import Path

from flask import Response, request, send_from_directory
from werkzeug.exceptions import NotFound

INDEX = "index.html"
_FINGERPRINTED = "assets/"
"""The folder of the build's files whose names change with their content."""
_YEAR_S = 31_536_000
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
"""Content codings that the build has prepared, the smaller first, and the suffix of their files."""
_UNKNOWN_TYPE = "application/octet-stream"
PAGES = frozenset(
    {
        "",
        "academy",
        "account",
        "analysis",
        "boards",
        "chance",
        "classification",
        "companies",
        "company",
        "competitions",
        "confirm",
        "erased",
        "forgotten",
        "gallery",
        "i",
        "imports",
        "invites",
        "limits",
        "lotteries",
        "matches",
        "messages",
        "oauth",
        "operator",
        "password",
        "players",
        "problems",
        "provider",
        "register",
        "replay",
        "rooms",
        "shop",
        "staff",
        "statistics",
        "studies",
        "table",
        "terms",
        "unsubscribe",
        "verify",
        "visit",
        "wallet",
    }
)
"""The first parts of the client's page addresses, as in its `src/app/pages.ts`; empty: the room."""

mimetypes.add_type("application/manifest+json", ".webmanifest")


class Site:
    """Serves one folder."""

    def __init__(self, folder: Path, sandbox_until_ms: int = 0) -> None:
        """`folder`: the built web client; while it is missing there are no pages. `sandbox_until_ms`: each page says
        that everything here is deleted then; 0: this is no sandbox."""
        self._folder = folder.resolve()
        self._mark = f'<html data-sandbox-until="{sandbox_until_ms}" ' if sandbox_until_ms else ""

    def page(self, path: str) -> Response | None:
        """The file at `path`, or the client's start page: with status 404 where the client has no such page either and
        shows that. None: there is nothing."""
        found = self._file(path) if path else None
        if found is not None or "." in path.rpartition("/")[2]:
            return found
        found = self._start_page()
        if found is not None and path.partition("/")[0] not in PAGES:
            found.status_code = HTTPStatus.NOT_FOUND
        return found

    def text(self, path: str) -> str | None:
        """The text of a file of the build; None: there is none."""
        file = self._folder / path
        return self._marked(file.read_text(encoding="utf-8")) if file.is_file() else None

    def _start_page(self) -> Response | None:
        """`index.html`; of a sandbox with its mark, which no prepared file has."""
        if not self._mark:
            return self._file(INDEX)
        text = self.text(INDEX)
        return None if text is None else Response(text, mimetype="text/html", headers={"Cache-Control": "no-cache"})

    def _marked(self, text: str) -> str:
        return text.replace("<html ", self._mark, 1) if self._mark else text

    def _file(self, path: str) -> Response | None:
        response = self._compressed(path) or self._plain(path)
        if response is None:
            return None
        response.vary.add("Accept-Encoding")
        if path.startswith(_FINGERPRINTED):
            response.headers["Cache-Control"] = f"public, max-age={_YEAR_S}, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
        return response

    def _compressed(self, path: str) -> Response | None:
        """The file in the best content coding that the request accepts; None: there is none, or none is accepted."""
        kind = mimetypes.guess_type(path)[0] or _UNKNOWN_TYPE
        for coding, suffix in _ENCODINGS:
            if not request.accept_encodings.quality(coding):
                continue
            response = self._plain(path + suffix, kind)
            if response is not None:
                response.headers["Content-Encoding"] = coding
                return response
        return None

    def _plain(self, path: str, kind: str | None = None) -> Response | None:
        try:
            return send_from_directory(self._folder, path, mimetype=kind)
        except NotFound:
            return None
