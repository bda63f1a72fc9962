"""Tables before play: the state, taking and leaving seats, the start (RULES.md §4–§6).

An `OpenTable` is immutable; every function returns a new one or a refusal, and a refusal changes nothing. Players are
named by account, computer players are `bot-{number}`. Who is charged what is the wallet's affair: its refusals come in.
creation_rules.py makes open tables, invitations.py answers for the invited.
"""

from typing import Any, Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength
from services.lobby.presence.statuses import Status

Mode = Literal["invite", "open"]
InvitationState = Literal["pending", "accepted", "rejected", "expired", "withdrawn"]
Closing = Literal["invitation_rejected", "organizer_left", "start_timeout"]


class TableSettings(msgspec.Struct, frozen=True):
    """The operator's settings of tables that wait for players."""

    name_length_min: int = 3
    name_length_max: int = 40
    invite_s: int = 30
    start_timeout_s: int = 120


class TableRequest(msgspec.Struct, frozen=True):
    """What the organizer asks for.

    `invite`: who is invited to which seat (mode `invite`: to every seat that no computer plays). `bots`: seats that the
    computer plays, which makes a practice table.
    """

    name: str
    game: str
    stake: int = 0
    mode: Mode = "open"
    spectators: bool = True
    options: dict[str, Any] = {}
    invite: dict[Seat, str] = {}
    bots: frozenset[Seat] = frozenset()
    timed: bool = False
    """Whether practice has the game's clock, or none."""
    clock_factor: int = 1
    """By how much the game's clock is lengthened."""
    strength: Strength = STRONG
    """The strength of the computer players."""
    company: str | None = None
    """The company whose members alone see the table."""
    bots_allowed: bool = False
    """Whether bot accounts may sit down (RULES.md §13)."""


class Candidate(msgspec.Struct, frozen=True):
    """A player who wants to sit down; `refusal`: the wallet's (money, age, stake, device)."""

    status: Status
    seated: bool = False
    """Whether the player sits at another table."""
    refusal: Refusal | None = None


class Invitation(msgspec.Struct, frozen=True):
    """A seat offered to a player."""

    player: str
    seat: Seat
    sent_at_ms: TimeMs
    state: InvitationState = "pending"


class OpenTable(msgspec.Struct, frozen=True):
    """A table that waits for players, or its state afterwards (`started`, or `closed` and by which player)."""

    id: str
    request: TableRequest
    seats: tuple[str | None, ...]
    """The players by seat, in turn order; the organizer on 0."""
    invitations: tuple[Invitation, ...] = ()
    filled_at_ms: TimeMs | None = None
    started: bool = False
    closed: Closing | None = None
    closed_by: str | None = None
    """The player who rejected the invitation, did not answer it, or left."""
    house: bool = False
    """House-banked: the table runs whether or not anybody sits there (tables/house_banked/rules.py)."""
    competition: str | None = None
    """The competition whose game this is."""

    @property
    def organizer(self) -> str | None:
        """The player of seat 0; none at a house-banked table."""
        return None if self.house else self.seats[0]


DEFAULTS = TableSettings()


def sit(table: OpenTable, player: str, seat: Seat | None, candidate: Candidate, now_ms: TimeMs) -> OpenTable | Refusal:
    """A free player takes a seat of an open table (None: the first free one)."""
    refusal = (
        check_alive(table) or _check_free_player(table, candidate) or _check_free_seat(table, seat) or candidate.refusal
    )
    if refusal is not None:
        return refusal
    return seat_player(table, table.seats.index(None) if seat is None else seat, player, now_ms)


def leave(table: OpenTable, player: str) -> OpenTable | Refusal:
    """A seated or invited player goes, logs out or loses the connection before the start.

    The organizer's going closes the table; so does anybody's at a table of invitations, as a rejection; at an open
    one it only frees the seat. `table_unknown`, `not_seated` (has no part in the table), `already_started`.
    """
    if table.closed is None and player not in table.seats and invitation_of(table, player) is None:
        return Refusal("not_seated")
    if (refusal := check_alive(table)) is not None:
        return refusal
    if player == table.organizer:
        return close(table, "organizer_left", player)
    if (invitation := invitation_of(table, player)) is not None:
        state: InvitationState = "rejected" if invitation.state == "pending" else invitation.state
        return close(answered(table, player, state), "invitation_rejected", player)
    freed = tuple(None if name == player else name for name in table.seats)
    return msgspec.structs.replace(table, seats=freed, filled_at_ms=None)


def start(table: OpenTable, player: str) -> OpenTable | Refusal:
    """The organizer starts: `table_unknown`, `not_organizer`, `already_started`, `seats_missing`."""
    if table.closed:
        return Refusal("table_unknown")
    if player != table.organizer:
        return Refusal("not_organizer")
    if table.started:
        return Refusal("already_started")
    missing = _free_seats(table)
    return Refusal("seats_missing", {"seats": missing}) if missing else msgspec.structs.replace(table, started=True)


def idle(table: OpenTable, now_ms: TimeMs, settings: TableSettings = DEFAULTS) -> OpenTable:
    """Apply the passing of time: the table is closed if it was full and not started for too long."""
    if not is_open(table) or table.filled_at_ms is None:
        return table
    overdue = now_ms - table.filled_at_ms > settings.start_timeout_s * 1000
    return close(table, "start_timeout", None) if overdue else table


def people(table: OpenTable) -> frozenset[str]:
    """The players whom an open table makes `invited`: seated, or holding an unanswered invitation."""
    if not is_open(table):
        return frozenset()
    seated = {name for seat, name in enumerate(table.seats) if name and seat not in table.request.bots}
    return frozenset(seated | {one.player for one in table.invitations if one.state == "pending"})


def is_open(table: OpenTable) -> bool:
    """Whether the table still waits for players."""
    return not table.started and table.closed is None


def check_alive(table: OpenTable) -> Refusal | None:
    """`table_unknown` once closed, `already_started` once started."""
    if table.closed:
        return Refusal("table_unknown")
    return Refusal("already_started") if table.started else None


def invitation_of(table: OpenTable, player: str) -> Invitation | None:
    """The player's invitation, in whatever state."""
    return next((one for one in table.invitations if one.player == player), None)


def answered(table: OpenTable, player: str, state: InvitationState) -> OpenTable:
    """The table with one invitation's new state."""
    invitations = tuple(
        msgspec.structs.replace(one, state=state) if one.player == player else one for one in table.invitations
    )
    return msgspec.structs.replace(table, invitations=invitations)


def seat_player(table: OpenTable, seat: Seat, player: str, now_ms: TimeMs) -> OpenTable:
    """The table with the player on a free seat; the time to start runs from the last one."""
    seats = (*table.seats[:seat], player, *table.seats[seat + 1 :])
    return msgspec.structs.replace(table, seats=seats, filled_at_ms=None if None in seats else now_ms)


def close(table: OpenTable, reason: Closing, player: str | None) -> OpenTable:
    """Close the table: everybody is back in the lobby, and open invitations are withdrawn."""
    withdrawn = tuple(
        msgspec.structs.replace(one, state="withdrawn") if one.state == "pending" else one for one in table.invitations
    )
    return msgspec.structs.replace(table, invitations=withdrawn, closed=reason, closed_by=player)


def _check_free_player(table: OpenTable, candidate: Candidate) -> Refusal | None:
    if candidate.seated:
        return Refusal("already_seated")
    return None if table.request.mode == "open" else Refusal("not_invited")


def _check_free_seat(table: OpenTable, seat: Seat | None) -> Refusal | None:
    if not _free_seats(table):
        return Refusal("table_full")
    if seat is None or seat in _free_seats(table):
        return None
    return Refusal("seat_taken" if 0 <= seat < len(table.seats) else "seat_invalid", {"seat": seat})


def _free_seats(table: OpenTable) -> list[Seat]:
    return [seat for seat, name in enumerate(table.seats) if name is None]
