"""The page of a shared replay, and the one that other sites may frame (services/tables/RULES.md §23).

Both are the web client's start page, which for them knows neither sessions nor other pages. What programs read that
show a preview of the address is written into its head here.
"""

from collections.abc import Callable
from html import escape
from http import HTTPStatus
from urllib.parse import quote

from flask import Response, request

from gateway.http import browser
from gateway.http.routes.shares import EMBEDDED_AT, SHOWN_AT, UNKNOWN, link_of, picture_address, title_of
from gateway.http.site import INDEX, Site
from gateway.rpc import Rpc
from services.contracts.tables import sharing
from services.kernel.refusal import Refusal

_TIMEOUT_MS = 2_000
"""A preview is worth no longer wait; the page asks again by itself."""
_LEAD = {
    "en": "A match played at Kafeneio, move by move.",
    "el": "Μια παρτίδα στο Καφενείο, κίνηση κίνηση.",
    "es": "Una partida en Kafeneio, jugada a jugada.",
    "pt": "Uma partida no Kafeneio, jogada a jogada.",
    "it": "Una partita al Kafeneio, mossa per mossa.",
}
_SIZE = (("width", "1200"), ("height", "630"))

Within = Callable[[], bool]
"""Whether the asking address may ask once more."""


class SharedPages:
    """Serves both pages."""

    def __init__(self, site: Site, rpc: Rpc, home: str, within: Within) -> None:
        """`home`: the site's address; empty: it is not known, and previews have no picture. `within`: the rate of
        requests."""
        self._site = site
        self._rpc = rpc
        self._home = home
        self._within = within

    def show(self, link: str) -> Response:
        """The page of a link; 404, with a page that explains it, where it leads nowhere."""
        return self._page(link)

    def embed(self, link: str) -> Response:
        """The page for a frame."""
        return self._page(link)

    def _page(self, link: str) -> Response:
        text = self._site.text(INDEX)
        if text is None:
            return Response(status=HTTPStatus.NOT_FOUND)
        found = self._asked(link)
        status = HTTPStatus.NOT_FOUND if isinstance(found, Refusal) and found == UNKNOWN else HTTPStatus.OK
        if isinstance(found, sharing.Shared):
            text = text.replace("</head>", f"{self._head(link, found)}</head>", 1)
        response = Response(text, status, mimetype="text/html")
        response.headers["Cache-Control"] = "no-cache"
        response.vary.add("Accept-Language")
        return response

    def _asked(self, link: str) -> sharing.Shared | Refusal:
        if link_of(f"{self._home}{SHOWN_AT}/{link}", self._home) is None:
            return UNKNOWN
        if not self._within():
            return Refusal("rate_limited")
        return self._rpc.call(sharing.GetShared(link=link), timeout_ms=_TIMEOUT_MS)

    def _head(self, link: str, found: sharing.Shared) -> str:
        """Tags of Open Graph and others: without names, because others keep copies of them."""
        language = request.accept_languages.best_match(list(_LEAD)) or "en"
        title, lead = title_of(found), _LEAD[language]
        tags = {"og:site_name": "Kafeneio", "og:type": "website", "og:title": title, "og:description": lead}
        links = ""
        if self._home:
            address = f"{self._home}{SHOWN_AT}/{quote(link, safe='')}"
            tags["og:url"] = address
            about = f"{self._home}/api/oembed?url={quote(address, safe='')}"
            links = f'<link rel="alternate" type="application/json+oembed" href="{escape(about)}" />'
        if self._home and "board" in found.pictures:
            tags["og:image"] = picture_address(self._home, link, "board.png")
            tags |= {f"og:image:{what}": value for what, value in _SIZE} | {"og:image:alt": title}
            tags["twitter:card"] = "summary_large_image"
        metas = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items())
        return f'<meta name="robots" content="noindex" />{metas}{links}'


def is_shared(path: str) -> bool:
    """Whether an address belongs to shared replays, whose visitors get no cookie."""
    return path.startswith((f"{SHOWN_AT}/", f"{EMBEDDED_AT}/", "/api/shared/", "/api/oembed"))


def ancestors_of(path: str, allowed: str) -> str:
    """Which sites may frame the page at a path, as the policy writes it."""
    return allowed if allowed and path.startswith(f"{EMBEDDED_AT}/") else browser.NOBODY
