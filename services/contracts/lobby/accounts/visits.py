"""Visits: playing in another cell than the one where an account is at home (services/lobby/RULES.md §19).

The home cell signs a pass, which the player's browser carries to the other cell. Nothing else goes from lobby to lobby.
"""

from typing import Annotated, ClassVar, TypeVar

import msgspec

from services.contracts.base import SESSION_REFUSALS, Message, Request, Short
from services.contracts.client.device_class import UNKNOWN, DeviceClass
from services.contracts.lobby.accounts.accounts import Session, TermsNumber

A = TypeVar("A")
PASS_LENGTH_MAX = 2_048
PassText = Annotated[str, msgspec.Meta(max_length=PASS_LENGTH_MAX)]
"""A signed pass as URL-safe text. Whoever has it can use it once, so it is kept out of logs and addresses that servers
see."""


class Cell(Message, frozen=True):
    """Another cell: its id, its name for players, and the address of its site (`https://host`, no slash at the end)."""

    cell: str
    name: str
    address: str


class Cells(Message, frozen=True):
    """The cells that players of this one may visit, by name."""

    cells: list[Cell]


class ListCells(Request[Cells], frozen=True, kw_only=True):
    """The cells that can be visited from here; none where the operator has named none."""

    answer: ClassVar[type] = Cells


class CellPass(Message, frozen=True):
    """A pass for one visit of one cell: it holds until and including `expires_at_ms`, and once."""

    text: PassText = msgspec.field(name="pass")
    address: str
    """The visited cell's address; its page `/visit#<pass>` begins the visit."""
    expires_at_ms: int


class IssuePass(Request[CellPass], frozen=True, kw_only=True):
    """A pass for the account of this session to another cell."""

    answer: ClassVar[type] = CellPass
    refusals = (
        *SESSION_REFUSALS,
        "guest_forbidden",
        "cell_unknown",
        "cannot_visit",  # the account names no home, being older than its cell's name, or is a visitor itself
        "already_seated",
        "rate_limited",
    )
    token: str
    cell: Short
    address: str = ""
    """The client's network address, for the log of security events."""


class BeginVisit(Request[Session], frozen=True, kw_only=True):
    """A session here for the account of a pass that its home has signed. An older session of it here ends."""

    answer: ClassVar[type] = Session
    refusals = (
        "visits_closed",  # this cell names no other ones
        "pass_invalid",  # detail: `reason`, one of `malformed`, `audience`, `home`, `signature`, `used`
        "pass_expired",
        "account_suspended",  # by this cell's moderation
        "account_blocked",
        "terms_changed",
    )
    signed: PassText = msgspec.field(name="pass")
    device: str = ""
    address: str = ""
    """The client's network address, for the log of security events."""
    terms: TermsNumber | None = None
    """The version of the terms that was read; None: the room shows whether the posted one was accepted."""
    device_class: DeviceClass = UNKNOWN


class Visit(Message, frozen=True):
    """The visit of an account that is here from another cell."""

    home: Cell
    chips_at_home: int
    """The balance at home when the pass was issued; only for showing. Stakes are held at home."""
    ends_at_ms: int
    """When its session ends at the latest, unless a match runs then."""


class GetVisit(Request[Visit], frozen=True, kw_only=True):
    """The visit of an account."""

    answer: ClassVar[type] = Visit
    refusals = ("not_visiting",)
    account: str
