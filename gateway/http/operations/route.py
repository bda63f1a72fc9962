"""The REST API as data: the list of what is served, from which the documentation is made too (openapi.py)."""

from collections.abc import Callable, Generator, Iterator
from typing import Any

import msgspec

from gateway.http.device_classes import device_class_of
from gateway.http.operations.request_bodies import Body, Query
from gateway.http.operations.staff_access import StaffAccess
from services.contracts.base import Message, Request
from services.contracts.client.device_class import DeviceClass
from services.contracts.lobby.accounts import accounts as lobby
from services.kernel.refusal import Refusal

STAFF_PATHS = ("/api/staff/", "/api/operator/", "/api/moderation/")
"""The paths below these are for staff."""


def _no_header(_name: str) -> str:
    return ""


class Call(msgspec.Struct, kw_only=True):
    """A request in the form that a handler gets: read, checked, and with its session looked up where the route needs
    it."""

    body: Any = None
    query: Any = None
    account: lobby.Account | None = None
    token: str = ""
    device: str = ""
    address: str = ""
    header: Callable[[str], str] = _no_header
    """The headers of the request; what they say of the device is only ever read as its class."""
    path: dict[str, str] = {}
    home: str = ""
    """The site's address by the settings; empty: not named. What a request calls the site is never used."""
    raw: str = ""
    """The unchanged body, where the route needs it, and its signature."""
    image: bytes = b""
    """The picture in the body."""
    signature: str = ""
    credentials: str = ""
    """The header `Authorization` of a program that sends a form."""
    operation: str = ""
    """The route's path."""
    staff: StaffAccess | None = None
    """Decides whether the session may do something as staff; None: nothing."""

    @property
    def device_class(self) -> DeviceClass:
        """The class of the device that asks."""
        return device_class_of(self.header)

    @property
    def account_id(self) -> str:
        """The account of the session; only on routes with a session."""
        assert self.account is not None, "a route without a session"
        return self.account.account


class File(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that is not JSON: its bytes, their type, and for how long a browser may keep them. `changes`: the same
    address has other bytes later, and a client that has some asks with their entity tag."""

    content: bytes
    kind: str
    age_max_s: int
    changes: bool = False
    anywhere: bool = False
    """Whether pages of other sites may show it."""


class Lines(msgspec.Struct, frozen=True):
    """An answer that goes on: lines, each one JSON with its line feed, until they or the client end."""

    lines: Iterator[bytes]


class EndingLines:
    """Lines of a stream, and what is to be done once it has ended. The server closes them when the client has gone,
    whether it has read any or not."""

    def __init__(self, lines: Generator[bytes, None, str], on_end: Callable[[str], None]) -> None:
        """`on_end` gets what `lines` has returned, or `client` where it was closed before."""
        self._lines = lines
        self._on_end = on_end
        self._why = "client"
        self._is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        """Itself: it is read once."""
        return self

    def __next__(self) -> bytes:
        """The next line."""
        try:
            return next(self._lines)
        except StopIteration as ended:
            self._why = ended.value or self._why
            raise

    def close(self) -> None:
        """The stream has ended."""
        if not self._is_closed:
            self._is_closed = True
            try:
                self._lines.close()
            finally:
                self._on_end(self._why)


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """One operation."""

    method: str
    path: str
    """The path with its parameters as Flask writes them: `/api/matches/<match>`."""
    summary: str
    handler: Callable[[Call], Any | Refusal]
    answer: Any
    subject: str = ""
    """By which the document groups operations (`openapi.SUBJECTS`)."""
    file_kind: str = "image/webp"
    """The media type of an answer that is a `File`."""
    lines: bool = False
    """Whether the answer goes on, and has one `answer` a line."""
    request: type[Request[Any]] | None = None
    """The contract's request that it forwards; None: its handler does more than that."""
    body: type[Body] | type[Message] | None = None
    body_is_long: bool = False
    """Whether its body may be as long as a study."""
    body_is_raw: bool = False
    """Whether the body comes from another system and is passed on unchanged."""
    body_is_form: bool = False
    """Whether a program sends it by OAuth 2: a form in, errors as RFC 6749 §5.2 has them, the rate of attempts."""
    body_is_image: bool = False
    """Whether the body is a picture; its type is found by its bytes."""
    query: type[Query] | None = None
    session: bool = True
    """Whether `Authorization: Bearer <token>` is needed."""
    attempt: bool = False
    """Whether it counts as an attempt to log in, which has a rate of its own."""
    computes: bool = False
    """Whether it replays a recorded hand, for which each account has a rate, and without a session each address."""
    status: int = 200
    guests: bool = True
    """Whether a guest account may use it; the service refuses it too."""
    visitors: bool = True
    """Whether a visitor from another cell may use it; the service refuses it too."""
    staff: bool = False
    """Whether it is an operation of staff although its path is not below the staff path."""
    public: bool = False
    """Whether pages of other sites may ask it too, where the operator allows any (`gateway_public_origins`)."""
    staff_too: bool = False
    """Whether a role of staff opens it to those whom it would be refused as players."""
    deed: bool | None = None
    """Whether asking is a deed of the person, which resets the timer of inactivity; None: unless it only reads. What a
    page asks by itself is none, whatever its method: renewals, notes of what was shown, what it computes to show."""
    age_max_s: int = 0
    """For how many seconds a browser may keep an answer that is no refusal; 0: not at all."""
    errors: tuple[str, ...] = ()
    """Refusal codes besides those that every operation may return."""

    @property
    def is_deed(self) -> bool:
        """Whether it is a deed of the person of its session (services/lobby/RULES.md §1)."""
        return self.session and (self.method != "GET" if self.deed is None else self.deed)

    @property
    def for_staff(self) -> bool:
        """Whether it is an operation of staff: only in a session that is not too old, and in production only in one
        that was opened with a second factor."""
        return self.staff or self.path.startswith(STAFF_PATHS)
