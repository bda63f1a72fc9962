"""The frames between client and gateway on the socket: JSON objects with a kind in `t`.

Every frame of a client but `hello`, `beat`, `acted` and `hidden` has an `id` of its own making (1 … 64 characters);
sent again, it is answered as the first time. It is answered with `done` or `refused` of the same id, or named in the
`done` of a table's `update`.
"""

from typing import Annotated, Any, Literal

import msgspec

from services.contracts.base import SafeInt, Short
from services.contracts.client.table_views import TableView
from services.contracts.lobby import chat, open_tables, presence
from services.contracts.lobby.people import messages
from services.contracts.moderation.messages import AdminMessage
from services.contracts.tables.commands import EndChoice
from services.contracts.tournaments import competitions as tournaments
from services.contracts.wallet import shop as economy
from services.kernel.strength import STRONG, Strength

PROTOCOL = 1
FRAME_BYTES_MAX = 16_384


class ClientFrame(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True):
    """From the client."""


class Hello(ClientFrame, frozen=True, kw_only=True, tag="hello"):
    """The first frame: who is here. Answered with `room` or by closing."""

    token: str
    protocol: SafeInt


class Beat(ClientFrame, frozen=True, kw_only=True, tag="beat"):
    """Alive; answered with `beat`."""


class Acted(ClientFrame, frozen=True, kw_only=True, tag="acted"):
    """The person has used the client otherwise than by a command: has pressed a key, scrolled, opened a page. It resets
    the timer of inactivity; more than one in half a minute is of no use. Not answered."""


class HiddenFrame(ClientFrame, frozen=True, kw_only=True, tag="hidden"):
    """The page is out of sight from now on, or in sight again: a player whose turn waits at a page out of sight may be
    notified (services/lobby/RULES.md §24). `match`, `number`: the decision that is owed at that moment, if any. Not
    answered; only a page whose player is notified need send it."""

    hidden: bool
    match: Short | None = None
    number: SafeInt | None = None


class MoveFrame(ClientFrame, frozen=True, kw_only=True, tag="move"):
    """A move; `number` is the decision it answers, null for an optional move."""

    id: str
    table: str
    match: str
    number: SafeInt | None = None
    move: dict[str, Any]


class SeedFrame(ClientFrame, frozen=True, kw_only=True, tag="seed"):
    """The client's share of chance (32 lower-case hex digits) for a match whose commitment it has seen."""

    id: str
    table: str
    match: str
    seed: str


class ChooseFrame(ClientFrame, frozen=True, kw_only=True, tag="choose"):
    """What to do after the end; `seed` is for the next match, whose commitment came with the end."""

    id: str
    table: str
    match: str
    choice: EndChoice
    seed: str | None = None


class WatchFrame(ClientFrame, frozen=True, kw_only=True, tag="watch"):
    """Show a table from now on. `version`: what the client has of it, −1 for nothing."""

    id: str
    table: str
    version: SafeInt = -1


class UnwatchFrame(ClientFrame, frozen=True, kw_only=True, tag="unwatch"):
    """Stop showing a table."""

    id: str
    table: str


class LegalMovesFrame(ClientFrame, frozen=True, kw_only=True, tag="legal_moves"):
    """Ask for the moves that the player's own seat may make now. Answered with the `legal_moves` of the same id."""

    id: str
    table: str


class CreateTableFrame(ClientFrame, frozen=True, kw_only=True, tag="create_table"):
    """Open a table; see `lobby.CreateTable`."""

    id: str
    name: str
    game: str
    options: dict[str, Any] = {}
    stake_chips: SafeInt = 0
    mode: open_tables.Mode = "open"
    spectators: bool = True
    invite: dict[str, str] = {}
    bots: list[SafeInt] = []
    timed: bool = False
    clock_factor: SafeInt = 1
    strength: Strength = STRONG
    company: Short | None = None
    bots_allowed: bool = False


class JoinTableFrame(ClientFrame, frozen=True, kw_only=True, tag="join_table"):
    """Take a seat. `notice`: the notice before house-banked games has been acknowledged."""

    id: str
    table: str
    seat: SafeInt | None = None
    notice: bool = False


class LeaveTableFrame(ClientFrame, frozen=True, kw_only=True, tag="leave_table"):
    """Get up before the start. In a match, leaving is a move."""

    id: str
    table: str


class StartTableFrame(ClientFrame, frozen=True, kw_only=True, tag="start_table"):
    """The organizer starts."""

    id: str
    table: str


class AnswerInvitationFrame(ClientFrame, frozen=True, kw_only=True, tag="answer_invitation"):
    """Accept or reject."""

    id: str
    invitation: str
    accept: bool


class GoToHallFrame(ClientFrame, frozen=True, kw_only=True, tag="go_to_hall"):
    """Go to another hall of the room; `room` comes again. `hall`: its number."""

    id: str
    hall: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class ListMoreFrame(ClientFrame, frozen=True, kw_only=True, tag="list_more"):
    """Ask for lines of the hall that `room` has left out. Answered with `lines`, then with `done`, whose `data.after`
    is what to ask with next; null at the end."""

    id: str
    list: Literal["players", "tables"]
    after: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Lines come in the order of accounts (or tables): those after this one; empty: from the first."""


class SayFrame(ClientFrame, frozen=True, kw_only=True, tag="say"):
    """Chat."""

    id: str
    room: str
    text: str


class WriteFrame(ClientFrame, frozen=True, kw_only=True, tag="write"):
    """Write to a friend: `player` is the friend's account. `done` has the line in `data`."""

    id: str
    player: str
    text: str


class ReadFrame(ClientFrame, frozen=True, kw_only=True, tag="read"):
    """The messages of a friend up to this line are read."""

    id: str
    player: str
    up_to: SafeInt


class ReactFrame(ClientFrame, frozen=True, kw_only=True, tag="react"):
    """Show a phrase or a sign of `reactions.REACTIONS` to the players of the table where one sits."""

    id: str
    table: str
    reaction: str


FromClient = (
    Hello
    | Beat
    | Acted
    | HiddenFrame
    | MoveFrame
    | SeedFrame
    | ChooseFrame
    | WatchFrame
    | UnwatchFrame
    | CreateTableFrame
    | JoinTableFrame
    | LeaveTableFrame
    | StartTableFrame
    | AnswerInvitationFrame
    | SayFrame
    | ReactFrame
    | WriteFrame
    | ReadFrame
    | GoToHallFrame
    | ListMoreFrame
    | LegalMovesFrame
)


# --- to the client -----------------------------------------------------------------------------------------------


class ServerFrame(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    """To the client."""


class RoomFrame(ServerFrame, frozen=True, kw_only=True, tag="room"):
    """The answer to `hello`, and the whole room again after a cut."""

    now_ms: int
    beat_s: int
    chips: int
    chips_seq: int
    """As in `chips`."""
    elo: int
    room: presence.Room
    players_more: int = 0
    """Players of the hall that `room.players` leaves out, so that entering a full hall stays cheap (`list_more`)."""
    tables_more: int = 0
    """The same of `room.tables`."""


class BeatFrame(ServerFrame, frozen=True, kw_only=True, tag="beat"):
    """The answer to a beat."""

    now_ms: int


class DoneFrame(ServerFrame, frozen=True, kw_only=True, tag="done", omit_defaults=True):
    """A command was carried out; for a table's commands, in its journal as `version`."""

    id: str
    version: int | None = None
    data: Any = None


class RefusedFrame(ServerFrame, frozen=True, kw_only=True, tag="refused", omit_defaults=True):
    """A command changed nothing; `error` is a documented code. `id` is missing where none could be read."""

    error: str
    id: str | None = None
    detail: Any = None


class PlayersFrame(ServerFrame, frozen=True, kw_only=True, tag="players"):
    """Lines of the players list that changed, and accounts that are gone."""

    changed: list[presence.PlayerLine]
    gone: list[str]


class TablesFrame(ServerFrame, frozen=True, kw_only=True, tag="tables"):
    """Tables that changed, and tables that are gone."""

    changed: list[open_tables.TableLine]
    gone: list[str]


class CountsFrame(ServerFrame, frozen=True, kw_only=True, tag="counts"):
    """How many people are here and how much is on now, in all halls."""

    counts: presence.Counts


class LinesFrame(ServerFrame, frozen=True, kw_only=True, tag="lines"):
    """Lines of the hall's lists that the reader asked for (`list_more`). They are nothing new: lines of people and
    tables that may have been there for long."""

    players: list[presence.PlayerLine] = []
    tables: list[open_tables.TableLine] = []


class ChatFrame(ServerFrame, frozen=True, kw_only=True, tag="chat"):
    """A new chat line."""

    line: chat.ChatLine


class PrivateMessageFrame(ServerFrame, frozen=True, kw_only=True, tag="private_message"):
    """A message between friends, to both of them; `name` is that of its writer. It may come more than once: the line's
    number counts."""

    line: messages.PrivateLine
    name: str


class MessagesReadFrame(ServerFrame, frozen=True, kw_only=True, tag="messages_read"):
    """You have read the messages of a friend up to this line."""

    player: str
    up_to: int


class InvitationFrame(ServerFrame, frozen=True, kw_only=True, tag="invitation"):
    """An invitation for you; `open` false: it is not valid any more."""

    invitation: open_tables.Invitation
    open: bool


class SentFrame(ServerFrame, frozen=True, kw_only=True, tag="sent"):
    """You have been seated (`table`) or sent back to the lobby (null); `reason` is a code, `name` who caused it.
    `matched`: your search has found a game, which begins at that table. `called`: a game of a competition begins at
    that table, `name` is the competition's, and who has not come after `come_ms` counts as having left."""

    table: str | None
    reason: str
    name: str | None = None
    come_ms: int | None = None


class SeekEndedFrame(ServerFrame, frozen=True, kw_only=True, tag="seek_ended", omit_defaults=True):
    """Your search for a game is over: `matched` (a `sent` with the table comes too), `expired`, `cancelled`, `seated`
    (you sit at another table), `away`, `refused` (`error` says why you cannot play)."""

    reason: str
    error: str | None = None


class FriendsFrame(ServerFrame, frozen=True, kw_only=True, tag="friends", omit_defaults=True):
    """Your friends or requests have changed (`GET /api/me/friends`). `news`: `asked` or `accepted`, by `name`, or of
    calls (`GET /api/me/calls`) `called`, `came`; without it there is nothing to say."""

    news: str | None = None
    name: str | None = None


CompanyNotice = Literal["asked", "changed", "closed", "invited", "joined", "now", "removed", "soon"]


class CompanyFrame(ServerFrame, frozen=True, kw_only=True, tag="company", omit_defaults=True):
    """Something in a company of yours (`GET /api/companies/<company>`). `news`: `invited` (by `by`), `asked` (`by`
    wants to join; for its hosts), `joined` (you were let in), `removed` (you were), `closed`, `soon` and `now` (its
    evening of `at_ms` begins in a quarter of an hour, and begins), `changed`: nothing to say."""

    company: str
    name: str
    news: CompanyNotice
    by: str = ""
    at_ms: int | None = None


class CompetitionsFrame(ServerFrame, frozen=True, kw_only=True, tag="competitions"):
    """Competitions as they are now; of two lines of one id the one with the greater `seq` counts."""

    changed: list[tournaments.Competition]


class CompetitionNewsFrame(ServerFrame, frozen=True, kw_only=True, tag="competition_news"):
    """Something in a competition that is about the reader. `news`: `entered`, `entry_refused` (`error`: why),
    `starting` (in a quarter of an hour), `refunded`, `not_called` (a game could not begin: `error` says why, the place
    in the line is kept where the reader was there), `disqualified`, `closing` (the reader waited; no more games begin),
    `settled`, `cancelled`."""

    competition: str
    name: str
    news: str
    error: str | None = None


class ExportReadyFrame(ServerFrame, frozen=True, kw_only=True, tag="export_ready"):
    """All services have answered: the export of your data can be downloaded."""

    export: str


class ChipsFrame(ServerFrame, frozen=True, kw_only=True, tag="chips"):
    """Your chips now. One with a smaller `seq` than the last is out of date."""

    chips: int
    seq: int


class MessageFrame(ServerFrame, frozen=True, kw_only=True, tag="message"):
    """The Administrator has written to you."""

    message: AdminMessage


class GiftFrame(ServerFrame, frozen=True, kw_only=True, tag="gift"):
    """Somebody at your table was given something; shown at the seat until the match ends."""

    gift: economy.Gift


class ReactionFrame(ServerFrame, frozen=True, kw_only=True, tag="reaction"):
    """A player of your table shows a phrase or a sign; for players alone, and not kept."""

    table: str
    account: str
    name: str
    reaction: str
    at_ms: int


class TokenFrame(ServerFrame, frozen=True, kw_only=True, tag="token"):
    """A new token of your session, to be used from now on: the one you have holds for a moment more."""

    token: str


class StaffFrame(ServerFrame, frozen=True, kw_only=True, tag="staff"):
    """A notice for staff: a chat line of a watched player (`line`), or a new report, appeal or case (`data`)."""

    news: Literal["line", "report", "appeal", "case"]
    line: chat.ChatLine | None = None
    data: dict[str, Any] = {}


class ByeFrame(ServerFrame, frozen=True, kw_only=True, tag="bye"):
    """The last frame: the socket closes because of `error`."""

    error: str


# --- a table as a viewer sees it ---------------------------------------------------------------------------------


class LegalMoves(ServerFrame, frozen=True, kw_only=True, tag="legal_moves"):
    """The answer to a `legal_moves`: what the sender's seat may do at that version of the table."""

    id: str
    version: int
    match: str
    number: int | None
    """The decision that the seat owes, to be named with the move; null where a move would be optional."""
    moves: list[dict[str, Any]]
    """Moves as `move` takes them, in the order of the game's rules; empty where the seat may not move."""
    more: bool
    """There are more legal moves than are listed."""


class TableFrame(ServerFrame, frozen=True, kw_only=True, tag="table"):
    """A table as a whole, at `version`."""

    version: int
    now_ms: int
    view: TableView


class EventView(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a table. A viewer who may not see it gets the version alone.

    The events of games, with kind and data, are described by `/api/games/{game}/schema`.
    """

    version: int
    kind: str | None = None
    data: dict[str, Any] | None = None


class UpdateFrame(ServerFrame, frozen=True, kw_only=True, tag="update"):
    """What happened at a table up to `version` (no events: only connections, chips or ratings changed).

    `done`: ids of commands of this connection that are thereby carried out; no `done` frame follows for them.
    """

    version: int
    now_ms: int
    done: list[str]
    events: list[EventView]
    view: TableView


ToClient = (
    RoomFrame
    | BeatFrame
    | DoneFrame
    | RefusedFrame
    | PlayersFrame
    | TablesFrame
    | CountsFrame
    | LinesFrame
    | ChatFrame
    | PrivateMessageFrame
    | MessagesReadFrame
    | InvitationFrame
    | SentFrame
    | SeekEndedFrame
    | FriendsFrame
    | CompanyFrame
    | CompetitionsFrame
    | CompetitionNewsFrame
    | ChipsFrame
    | MessageFrame
    | GiftFrame
    | ReactionFrame
    | TokenFrame
    | ExportReadyFrame
    | StaffFrame
    | ByeFrame
    | TableFrame
    | UpdateFrame
    | LegalMoves
)
