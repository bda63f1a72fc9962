"""Shared replays: links that one makes and ends, and what they show to who holds them, without a session."""

import re
from typing import Annotated, Any
from urllib.parse import quote, urlsplit

import msgspec

from gateway.http.operations.forwarding import Forwarding, home_of
from gateway.http.operations.request_bodies import Query
from gateway.http.operations.route import Call, File, Route
from gateway.http.routes.records import AsStaffToo
from gateway.rpc import Rpc
from services.contracts.base import Message
from services.contracts.lobby.people import blocks
from services.contracts.tables import sharing
from services.kernel.refusal import Refusal

Pixels = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
SHOWN_AT, EMBEDDED_AT = "/shared", "/embed"
"""Where the page of a link is, and the page that other sites may frame."""
EMBED_WIDTH, EMBED_HEIGHT = 640, 560
"""Of the frame that oEmbed offers; it shows itself in any size."""
FILES: dict[str, tuple[sharing.Picture, str]] = {
    "board.png": ("board", "image/png"),
    "moment.gif": ("moment", "image/gif"),
}
"""The last part of a picture's address, the picture, and its media type."""
UNKNOWN = Refusal("share_unknown")
_LINK = re.compile(r"[\w-]{1,64}", re.ASCII)
_PICTURE_AGE_S = 300


class OembedQuery(Query, frozen=True):
    """What a site asks that wants to show a page of ours: its address, and how large it may be. Typed here: oEmbed says
    what it has."""

    url: str
    maxwidth: Pixels | None = None
    maxheight: Pixels | None = None
    format: str = "json"


class Oembed(Message, frozen=True):
    """How to show a shared replay on another page (oembed.com, of the kind `rich`)."""

    version: str
    type: str
    provider_name: str
    provider_url: str
    title: str
    html: str
    width: int
    height: int
    thumbnail_url: str | None
    thumbnail_width: int | None
    thumbnail_height: int | None


class _Shares:
    """Handlers that do more than forward."""

    def __init__(self, rpc: Rpc) -> None:
        self._rpc = rpc

    def blocked(self, call: Call) -> list[str] | Refusal:
        """The accounts that the asking one does not want anything of."""
        found = self._rpc.call(blocks.ListBlocks(account=call.account_id))
        return found if isinstance(found, Refusal) else [each.account for each in found.players]

    def get_picture(self, call: Call) -> File | Refusal:
        """A picture; anybody's page may show it."""
        name = FILES.get(call.path["file"])
        if name is None:
            return Refusal("picture_unknown")
        if not _LINK.fullmatch(call.path["link"]):
            return UNKNOWN
        picture, kind = name
        found = self._rpc.call(sharing.GetSharedPicture(link=call.path["link"], picture=picture))
        if isinstance(found, Refusal):
            return found
        return File(content=found.content, kind=kind, age_max_s=_PICTURE_AGE_S, changes=True, anywhere=True)

    def get_oembed(self, call: Call) -> Oembed | Refusal:
        """A frame with the embedded page of the link that an address of ours names."""
        home = home_of(call)
        if isinstance(home, Refusal):
            return home
        link = link_of(call.query.url, home)
        if link is None or call.query.format != "json":
            return UNKNOWN
        found = self._rpc.call(sharing.GetShared(link=link))
        if isinstance(found, Refusal):
            return found
        width = min(EMBED_WIDTH, call.query.maxwidth or EMBED_WIDTH)
        height = min(EMBED_HEIGHT, call.query.maxheight or EMBED_HEIGHT)
        address = f"{home}{EMBEDDED_AT}/{link}"
        has_picture = "board" in found.pictures
        return Oembed(
            version="1.0",
            type="rich",
            provider_name="Kafeneio",
            provider_url=home,
            title=title_of(found),
            html=f'<iframe src="{address}" width="{width}" height="{height}" loading="lazy" title="Kafeneio"></iframe>',
            width=width,
            height=height,
            thumbnail_url=picture_address(home, link, "board.png") if has_picture else None,
            thumbnail_width=1200 if has_picture else None,
            thumbnail_height=630 if has_picture else None,
        )


def link_of(address: str, home: str) -> str | None:
    """The link that an address of the site names; None: it names none."""
    found, own = urlsplit(address), urlsplit(home)
    if (found.scheme, found.netloc) != (own.scheme, own.netloc):
        return None
    path = found.path.removeprefix(own.path.rstrip("/"))
    page, _, link = path.rpartition("/")
    return link if page in (SHOWN_AT, EMBEDDED_AT) and _LINK.fullmatch(link) else None


def picture_address(home: str, link: str, file: str) -> str:
    """The address of a picture."""
    return f"{home}/api/shared/{quote(link, safe='')}/{file}"


def title_of(found: sharing.Shared) -> str:
    """A shared match in a line, without words: the game, and the sides' points."""
    points = " : ".join(str(each) for each in found.points)
    return f"{found.title} · {points}" if points else found.title


def share_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    return [*_own_routes(rpc), *_shown_routes(rpc)]


def _own_routes(rpc: Rpc) -> list[Route]:
    to, handlers = AsStaffToo(rpc), _Shares(rpc)
    return [
        to.route(
            "GET /api/shares",
            sharing.GetShares,
            "Links to replays that one has made, and matches about which one was asked",
            fill={"blocked": handlers.blocked},
        ),
        to.route(
            "PUT /api/shares/choice",
            sharing.SetShareChoice,
            "Answer all questions about one's name in shared replays in the same way, or none",
            body=("choice",),
        ),
        to.route(
            "DELETE /api/shares/<link>",
            sharing.WithdrawShare,
            "End a link, for who has made it and staff",
            invalid="share_unknown",
        ),
        to.route(
            "POST /api/recordings/<match>/share",
            sharing.ShareMatch,
            "Make a link to the replay of a match that opens without an account; made again it is the same",
            body=("names",),
            invalid="recording_unknown",
            status=201,
        ),
        to.route(
            "PUT /api/recordings/<match>/share/answer",
            sharing.AnswerShare,
            "Say whether one's name may be shown in shared replays of a match",
            body=("agree",),
            invalid="share_unasked",
        ),
    ]


def _shown_routes(rpc: Rpc) -> list[Route]:
    to, handlers = Forwarding(rpc), _Shares(rpc)
    nobody: dict[str, Any] = {"session": False, "invalid": "share_unknown"}
    return [
        to.route("GET /api/shared/<link>", sharing.GetShared, "A shared match, for who holds the link", **nobody),
        to.route(
            "GET /api/shared/<link>/replay",
            sharing.ReplayShared,
            "A hand of a shared match, play by play",
            query=("hand", "first", "limit"),
            computes=True,
            **nobody,
        ),
        Route(
            method="GET",
            path="/api/shared/<link>/<file>",
            summary="A picture of a shared match: `board.png`, or `moment.gif`, which moves",
            handler=handlers.get_picture,
            answer=File,
            file_kind="image/png",
            session=False,
            errors=sharing.GetSharedPicture.refusals,
        ),
        Route(
            method="GET",
            path="/api/oembed",
            summary="How another page shows a shared replay (oEmbed)",
            handler=handlers.get_oembed,
            answer=Oembed,
            query=OembedQuery,
            session=False,
            errors=(*sharing.GetShared.refusals, "home_unset"),
        ),
    ]
