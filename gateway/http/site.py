"""The web client's files: what the build has made, and `index.html` for every page that the client draws itself."""

from pathlib import Path

from flask import Response, send_from_directory
from werkzeug.exceptions import NotFound

_INDEX = "index.html"
_FINGERPRINTED = "assets/"
"""Where the build puts files whose names change with their content."""
_YEAR_S = 31_536_000


class Site:
    """Serves one folder."""

    def __init__(self, folder: Path) -> None:
        """`folder`: the built web client; while it is missing there are no pages."""
        self._folder = folder.resolve()

    def page(self, path: str) -> Response | None:
        """The file at `path`, or the client's start page for a page of its own; None: there is nothing."""
        found = self._file(path) if path else None
        if found is not None:
            return found
        return None if "." in path.rpartition("/")[2] else self._file(_INDEX)

    def _file(self, path: str) -> Response | None:
        try:
            response = send_from_directory(self._folder, path)
        except NotFound:
            return None
        if path.startswith(_FINGERPRINTED):
            response.headers["Cache-Control"] = f"public, max-age={_YEAR_S}, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
        return response
