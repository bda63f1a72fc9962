"""A player in the lobby: where they are connected, and their part at a table (RULES.md §2)."""

from typing import Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.kernel.refusal import Refusal
from services.lobby.halls.rules import FIRST, Hall
from services.lobby.presence.statuses import Status, Whereabouts, status
from services.lobby.tables.open_table import Candidate, OpenTable

Part = Literal["invited", "seated", "playing"]
"""A player's part at a table: invited to it, seated before its start, or in its match."""


class Player(msgspec.Struct, frozen=True):
    """A player. `gateway` and `conn` name the one connection that counts."""

    account: str
    name: str
    name_key: str
    language: str
    created_at_ms: TimeMs
    elo: int | None = None
    status: Status = "absent"
    login_at_ms: TimeMs = 0
    gateway: str | None = None
    conn: int | None = None
    handover_until_ms: TimeMs | None = None
    """A newer login has ended the connected session: until then its client may come and keep the seat."""
    part: Part | None = None
    table_id: str | None = None
    match_paused: bool = False
    """Their match waits for somebody else's return."""
    rated_games: int = 0
    """Which change of the rating `elo` is (`ranking.Rating.seq`)."""
    yellow_cards: int = 0
    blue_cards: int = 0
    cards_seq: int = 0
    """The number of the event from which the cards come."""
    photo: str | None = None
    avatar: str | None = None
    quintile: int | None = None
    """The quintile of the dominoes classification."""
    quintile_seq: int = 0
    """The number of the event from which the quintile comes (`statistics.QuintileChange.seq`)."""
    hall: Hall = FIRST
    """The present or last hall, which is informed when the player leaves."""
    guest: bool = False
    """Whether the account is one of a guest (RULES.md §11)."""
    practising: bool = False
    """Whether the table is a practice table, where no other person waits for a return."""
    seen_at_ms: TimeMs = 0
    """When the last connection was lost; 0: never since this is kept."""

    @property
    def is_erased(self) -> bool:
        """Whether the account was erased: no account can choose this name."""
        return self.name == FORMER_PLAYER

    @property
    def is_here(self) -> bool:
        """Whether the player is connected, or expected to connect in a moment."""
        return self.gateway is not None or self.handover_until_ms is not None

    @property
    def seated_at(self) -> str | None:
        """The table where they sit, started or not."""
        return self.table_id if self.part in ("seated", "playing") else None


def connect(player: Player, gateway: str, conn: int, hall: Hall) -> Player:
    """Use this connection from now on. `hall`: for a player who was absent; others are in one already."""
    here = msgspec.structs.replace(player, gateway=gateway, conn=conn, handover_until_ms=None)
    return _with_status(msgspec.structs.replace(here, hall=hall) if player.status == "absent" else here)


def walk(player: Player, hall: Hall) -> Player:
    """Move the player to another hall."""
    return msgspec.structs.replace(player, hall=hall)


def log_in(player: Player, now_ms: TimeMs, handover_until_ms: TimeMs) -> Player:
    """Begin a new session: the old one's connection no longer counts, but its seat is kept for a moment."""
    handover = handover_until_ms if player.is_here else None
    return _with_status(
        msgspec.structs.replace(player, login_at_ms=now_ms, gateway=None, conn=None, handover_until_ms=handover)
    )


def disconnect(player: Player, now_ms: TimeMs) -> Player:
    """Mark the player as absent, or as returning in a match."""
    seen_at_ms = now_ms if player.is_here else player.seen_at_ms
    gone = msgspec.structs.replace(player, gateway=None, conn=None, handover_until_ms=None, seen_at_ms=seen_at_ms)
    return _with_status(gone)


def place(player: Player, part: Part | None, table_id: str | None, *, practice: bool = False) -> Player:
    """Set the player's part at this table; `practice`: it is a practice table."""
    table_id = table_id if part else None
    placed = msgspec.structs.replace(player, part=part, table_id=table_id, match_paused=False)
    return _with_status(msgspec.structs.replace(placed, practising=practice and part is not None))


def pause(player: Player, paused: bool) -> Player:
    """Set whether the player's match waits for another player."""
    return _with_status(msgspec.structs.replace(player, match_paused=paused))


def candidate(player: Player, refusal: Refusal | None = None) -> Candidate:
    """The player in the form that the rules of tables use. A player with an invitation may accept it, and do nothing
    else."""
    return Candidate(player.status, seated=player.part in ("seated", "playing"), refusal=refusal)


def parts(table: OpenTable) -> dict[str, Part]:
    """Account → part, of all players of a table that waits or plays; empty once it is closed."""
    if table.closed is not None:
        return {}
    seated: Part = "playing" if table.started else "seated"
    found: dict[str, Part] = {one.player: "invited" for one in table.invitations if one.state == "pending"}
    found |= {name: seated for seat, name in enumerate(table.seats) if name and seat not in table.request.bots}
    return found


def _with_status(player: Player) -> Player:
    where = Whereabouts(
        connected=player.is_here,
        may_return=player.part == "playing" and not player.practising,
        in_match=player.part == "playing",
        match_paused=player.match_paused,
        at_open_table=player.part == "seated",
        has_invitation=player.part == "invited",
    )
    return msgspec.structs.replace(player, status=status(where))
