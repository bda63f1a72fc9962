"""Players that are here, and the room that a client enters (services/lobby/RULES.md §2)."""

from typing import Any, ClassVar, Literal

from services.contracts.base import SESSION_REFUSALS, Done, Message, Request, SafeInt
from services.contracts.lobby.accounts.accounts import Account
from services.contracts.lobby.chat import ChatLine
from services.contracts.lobby.halls import HallLine
from services.contracts.lobby.open_tables import Invitation, TableLine

Status = Literal["online", "invited", "playing", "waiting", "returning", "absent"]


class PlayerLine(Message, frozen=True):
    """One line of the players list; `group` and `login_at_ms`, then the case-folded name, order it."""

    account: str
    name: str
    status: Status
    group: int
    login_at_ms: int
    elo: int
    table: str | None = None
    yellow_cards: int = 0
    """Active ones (services/moderation/RULES.md §1)."""
    blue_cards: int = 0
    photo: str | None = None
    """The id of the player's photo (`GetPhoto`)."""
    avatar: str | None = None
    """What the player wears of the shop's avatars; a photo goes before it."""
    quintile: int | None = None
    """Of the dominoes classification, 1 the top; None: without a counted match."""


class Players(Message, frozen=True):
    """The players list in its order."""

    players: list[PlayerLine]


class ListPlayers(Request[Players], frozen=True, kw_only=True):
    """Everybody who is here, or in one hall."""

    answer: ClassVar[type] = Players
    hall: SafeInt | None = None


class Counts(Message, frozen=True):
    """How many people are here and how much is on, in all halls (services/lobby/RULES.md §2)."""

    players: int
    """People who are connected."""
    matches: int
    """Running matches with a connected player: house-banked tables with somebody too, practice not."""
    practising: int
    """Practice tables with a connected player."""


class CountPresent(Request[Counts], frozen=True, kw_only=True):
    """The figures that every page shows of the whole room."""

    answer: ClassVar[type] = Counts


class Connected(Request["Room"], frozen=True, kw_only=True):
    """A client of this session, or with this personal token, is connected to a gateway: its player is present. Returns
    the whole room."""

    answer: ClassVar[Any] = None  # Room, set below: it is declared later
    refusals = (*SESSION_REFUSALS, "account_suspended", "account_blocked", "token_invalid", "session_elsewhere")
    token: str
    gateway: str
    conn: SafeInt
    lists: bool = True
    """Whether players and tables are wanted; false: both are left empty, the gateway asks once for a crowd."""


class Disconnected(Request[Done], frozen=True, kw_only=True):
    """The connection was lost. Ignored if the account has a newer one."""

    answer: ClassVar[type] = Done
    account: str
    gateway: str
    conn: SafeInt


class Active(Request[Done], frozen=True, kw_only=True):
    """These accounts have acted since the last such call (their inactivity timers start again)."""

    answer: ClassVar[type] = Done
    accounts: list[str]


class Room(Message, frozen=True):
    """All that a client needs when it comes in."""

    me: Account
    players: list[PlayerLine]
    tables: list[TableLine]
    chat: list[ChatLine]
    """The last lines of the lobby, and of the table where one sits."""
    invitations: list[Invitation]
    table: str | None
    """The table at which one sits, if any."""
    may_bank: bool = False
    """Whether the player is old enough today to sit at house-banked tables, or to view them."""
    house_age: int = 0
    """From which age on one is (whole years)."""
    notice_given: bool = False
    """Whether the notice about games of chance has been acknowledged in this session."""
    token: str | None = None
    """A new token of this session, whose own has grown old: to be used from now on."""
    terms: int = 1
    """The posted version of the terms and rules."""
    terms_accepted: int | None = None
    """The version that this account has accepted; None: one from before they were counted."""
    hall: int = 1
    """The hall where one is: `players`, `tables` and the lobby's `chat` are its own."""
    halls: list[HallLine] = []
    """The halls next to the player's own in the order of their numbers, at most 50, at the moment of entering."""
    halls_total: int = 1
    players_total: int = 0
    """The number of halls that were open then, and of players in all of them."""
    counts: Counts | None = None
    """The figures of all halls at the moment of entering; `counts` frames follow."""
    session: str = ""
    """Names the session and opens nothing; the same while tokens change. Empty for one of the release before."""


Connected.answer = Room
