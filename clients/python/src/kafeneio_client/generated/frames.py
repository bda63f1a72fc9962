"""The frames of the socket, as types. Made by `make clients`. Do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Acted(TypedDict):
    """The person has used the client otherwise than by a command."""

    t: Literal["acted"]


class AnswerInvitationFrame(TypedDict):
    """Accept or reject."""

    t: Literal["answer_invitation"]
    id: str
    invitation: str
    accept: bool


class Beat(TypedDict):
    """Alive."""

    t: Literal["beat"]


class ChooseFrame(TypedDict):
    """What to do after the end."""

    t: Literal["choose"]
    id: str
    table: str
    match: str
    choice: Literal["communication", "rematch", "rotate"]
    seed: NotRequired[str | None]


class CreateTableFrame(TypedDict):
    """Open a table."""

    t: Literal["create_table"]
    id: str
    name: str
    game: str
    options: NotRequired[dict[str, Any]]
    stake_chips: NotRequired[int]
    mode: NotRequired[Literal["invite", "open"]]
    spectators: NotRequired[bool]
    invite: NotRequired[dict[str, str]]
    bots: NotRequired[list[int]]
    timed: NotRequired[bool]
    clock_factor: NotRequired[int]
    strength: NotRequired[Literal["easy", "medium", "strong"]]
    company: NotRequired[str | None]
    bots_allowed: NotRequired[bool]


class GoToHallFrame(TypedDict):
    """Go to another hall of the room."""

    t: Literal["go_to_hall"]
    id: str
    hall: int


class Hello(TypedDict):
    """The first frame."""

    t: Literal["hello"]
    token: str
    protocol: int


class HiddenFrame(TypedDict):
    """The page is out of sight from now on, or in sight again."""

    t: Literal["hidden"]
    hidden: bool
    match: NotRequired[str | None]
    number: NotRequired[int | None]


class JoinTableFrame(TypedDict):
    """Take a seat."""

    t: Literal["join_table"]
    id: str
    table: str
    seat: NotRequired[int | None]
    notice: NotRequired[bool]


class LeaveTableFrame(TypedDict):
    """Get up before the start."""

    t: Literal["leave_table"]
    id: str
    table: str


class LegalMovesFrame(TypedDict):
    """Ask for the moves that the player's own seat may make now."""

    t: Literal["legal_moves"]
    id: str
    table: str


class ListMoreFrame(TypedDict):
    """Ask for lines of the hall that `room` has left out."""

    t: Literal["list_more"]
    id: str
    list: Literal["players", "tables"]
    after: NotRequired[str]


class MoveFrame(TypedDict):
    """A move."""

    t: Literal["move"]
    id: str
    table: str
    match: str
    number: NotRequired[int | None]
    move: dict[str, Any]


class ReactFrame(TypedDict):
    """Show a phrase or a sign of `reactions.REACTIONS` to the players of the table where one sits."""

    t: Literal["react"]
    id: str
    table: str
    reaction: str


class ReadFrame(TypedDict):
    """The messages of a friend up to this line are read."""

    t: Literal["read"]
    id: str
    player: str
    up_to: int


class SayFrame(TypedDict):
    """Chat."""

    t: Literal["say"]
    id: str
    room: str
    text: str


class SeedFrame(TypedDict):
    """The client's share of chance (32 lower-case hex digits) for a match whose commitment it has seen."""

    t: Literal["seed"]
    id: str
    table: str
    match: str
    seed: str


class StartTableFrame(TypedDict):
    """The organizer starts."""

    t: Literal["start_table"]
    id: str
    table: str


class UnwatchFrame(TypedDict):
    """Stop showing a table."""

    t: Literal["unwatch"]
    id: str
    table: str


class WatchFrame(TypedDict):
    """Show a table from now on."""

    t: Literal["watch"]
    id: str
    table: str
    version: NotRequired[int]


class WriteFrame(TypedDict):
    """Write to a friend."""

    t: Literal["write"]
    id: str
    player: str
    text: str


class Account(TypedDict):
    """An account as its owner sees it."""

    account: str
    name: str
    language: Literal["el", "en", "es", "it", "pt"]
    created_at_ms: int
    second_factor: bool
    staff_session_over: bool
    guest: bool
    bot: bool
    home: str | None
    scopes: list[Literal["chat", "company", "play", "read"]] | None


class AdminMessage(TypedDict):
    """A message as one account has it."""

    id: str
    to: str | None
    kind: Literal["decision", "notice", "warning"]
    subject: str
    body: str
    created_at_ms: int
    read_at_ms: int | None
    ack_at_ms: int | None
    code: str | None
    params: dict[str, str | int]


class BeatFrame(TypedDict):
    """The answer to a beat."""

    t: Literal["beat"]
    now_ms: int


class ByeFrame(TypedDict):
    """The last frame."""

    t: Literal["bye"]
    error: str


class ChatFrame(TypedDict):
    """A new chat line."""

    t: Literal["chat"]
    line: ChatLine


class ChatLine(TypedDict):
    """A message as it is shown."""

    id: int
    room: str
    account: str
    name: str
    text: str
    at_ms: int


class ChipsFrame(TypedDict):
    """Your chips now."""

    t: Literal["chips"]
    chips: int
    seq: int


class CompanyFrame(TypedDict):
    """Something in a company of yours (`GET /api/companies/<company>`)."""

    t: Literal["company"]
    company: str
    name: str
    news: Literal["asked", "changed", "closed", "invited", "joined", "now", "removed", "soon"]
    by: NotRequired[str]
    at_ms: NotRequired[int | None]


class Competition(TypedDict):
    """One competition as players see it."""

    id: str
    name: str
    game: str
    state: str
    opens_at_ms: int
    starts_at_ms: int
    ends_at_ms: int
    price_chips: int
    players: int
    kind: str
    entrants: int
    entries: int
    games_running: int
    games_counted: int
    waiting: int
    prize_mode: str
    pool_chips: int
    first_prize_chips: int
    seq: int
    made_by: str | None
    maker: str
    audience: str
    places: int | None


class CompetitionNewsFrame(TypedDict):
    """Something in a competition that is about the reader."""

    t: Literal["competition_news"]
    competition: str
    name: str
    news: str
    error: str | None


class CompetitionsFrame(TypedDict):
    """Competitions as they are now."""

    t: Literal["competitions"]
    changed: list[Competition]


class Counts(TypedDict):
    """How many people are here and how much is on, in all halls (services/lobby/RULES.md §2)."""

    players: int
    matches: int
    practising: int


class CountsFrame(TypedDict):
    """How many people are here and how much is on now, in all halls."""

    t: Literal["counts"]
    counts: Counts


class DoneFrame(TypedDict):
    """A command was carried out."""

    t: Literal["done"]
    id: str
    version: NotRequired[int | None]
    data: NotRequired[Any]


class DueView(TypedDict):
    """A decision owed."""

    seat: int
    number: int
    elapsed_ms: int
    limit_ms: int | None
    ms_left: int | None


class EventView(TypedDict):
    """One event of a table."""

    version: int
    kind: str | None
    data: dict[str, Any] | None


class ExportReadyFrame(TypedDict):
    """All services have answered."""

    t: Literal["export_ready"]
    export: str


class FriendsFrame(TypedDict):
    """Your friends or requests have changed (`GET /api/me/friends`)."""

    t: Literal["friends"]
    news: NotRequired[str | None]
    name: NotRequired[str | None]


class Gift(TypedDict):
    """An item that was given at a table."""

    gift: str
    table: str
    item: str
    from_seat: int
    to_seat: int
    giver: str
    receiver: str
    at_ms: int
    match: str


class GiftFrame(TypedDict):
    """Somebody at your table was given something."""

    t: Literal["gift"]
    gift: Gift


class HallLine(TypedDict):
    """A hall that is open, and how many players are in it."""

    hall: int
    players: int


class Invitation(TypedDict):
    """An unanswered invitation."""

    invitation: str
    table: str
    seat: int
    by: str
    name: str
    game: str
    options: dict[str, Any]
    stake_chips: int
    expires_at_ms: int
    clock_factor: int
    bots_allowed: bool


class InvitationFrame(TypedDict):
    """An invitation for you."""

    t: Literal["invitation"]
    invitation: Invitation
    open: bool


class LeftView(TypedDict):
    """A player who has left the match for good, by the name that their seat had."""

    seat: int
    name: str
    account: str | None
    reason: str
    first_round_done: bool
    replaced: bool


class LegalMoves(TypedDict):
    """The answer to a `legal_moves`."""

    t: Literal["legal_moves"]
    id: str
    version: int
    match: str
    number: int | None
    moves: list[dict[str, Any]]
    more: bool


class LinesFrame(TypedDict):
    """Lines of the hall's lists that the reader asked for (`list_more`)."""

    t: Literal["lines"]
    players: list[PlayerLine]
    tables: list[TableLine]


class MessageFrame(TypedDict):
    """The Administrator has written to you."""

    t: Literal["message"]
    message: AdminMessage


class MessagesReadFrame(TypedDict):
    """You have read the messages of a friend up to this line."""

    t: Literal["messages_read"]
    player: str
    up_to: int


class PlayerLine(TypedDict):
    """One line of the players list."""

    account: str
    name: str
    status: Literal["absent", "invited", "online", "playing", "returning", "waiting"]
    group: int
    login_at_ms: int
    elo: int
    table: str | None
    yellow_cards: int
    blue_cards: int
    photo: str | None
    avatar: str | None
    quintile: int | None


class PlayersFrame(TypedDict):
    """Lines of the players list that changed, and accounts that are gone."""

    t: Literal["players"]
    changed: list[PlayerLine]
    gone: list[str]


class PrivateLine(TypedDict):
    """A line as it is shown."""

    id: int
    account: str
    to: str
    text: str
    at_ms: int


class PrivateMessageFrame(TypedDict):
    """A message between friends, to both of them."""

    t: Literal["private_message"]
    line: PrivateLine
    name: str


class ReactionFrame(TypedDict):
    """A player of your table shows a phrase or a sign."""

    t: Literal["reaction"]
    table: str
    account: str
    name: str
    reaction: str
    at_ms: int


class RefusedFrame(TypedDict):
    """A command changed nothing."""

    t: Literal["refused"]
    error: str
    id: NotRequired[str | None]
    detail: NotRequired[Any]


class ResultView(TypedDict):
    """The result of the last match, and the proof of its chance."""

    match: str
    outcome: str
    reason: str
    winners: list[int]
    points: list[int]
    recorded: bool
    rake_chips: int | None
    seats: list[SeatResult]
    commit: str
    root: str
    seeds: list[str]
    unrated: str


class Room(TypedDict):
    """All that a client needs when it comes in."""

    me: Account
    players: list[PlayerLine]
    tables: list[TableLine]
    chat: list[ChatLine]
    invitations: list[Invitation]
    table: str | None
    may_bank: bool
    house_age: int
    notice_given: bool
    token: str | None
    terms: int
    terms_accepted: int | None
    hall: int
    halls: list[HallLine]
    halls_total: int
    players_total: int
    counts: Counts | None
    session: str


class RoomFrame(TypedDict):
    """The answer to `hello`, and the whole room again after a cut."""

    t: Literal["room"]
    now_ms: int
    beat_s: int
    chips: int
    chips_seq: int
    elo: int
    room: Room
    players_more: int
    tables_more: int


class SeatLine(TypedDict):
    """A seat as the tables list shows it."""

    seat: int
    name: str | None
    account: str | None
    bot: bool
    invited: bool


class SeatResult(TypedDict):
    """The result of a seat."""

    place: int | None
    payout_chips: int | None
    net_chips: int | None
    elo: int | None
    elo_delta: int | None
    label: str | None


class SeatView(TypedDict):
    """A seat's plate."""

    name: str
    account: str | None
    bot: bool
    connected: bool
    elo: int | None
    timeouts: int
    left: bool
    away_ms_left: int | None
    choice: Literal["communication", "rematch", "rotate"] | None
    free: bool


class SeekEndedFrame(TypedDict):
    """Your search for a game is over."""

    t: Literal["seek_ended"]
    reason: str
    error: NotRequired[str | None]


class SentFrame(TypedDict):
    """You have been seated (`table`) or sent back to the lobby (null)."""

    t: Literal["sent"]
    table: str | None
    reason: str
    name: str | None
    come_ms: int | None


class ShoeView(TypedDict):
    """A shoe that is done, and what proves its chance."""

    match: str
    number: int
    commit: str
    root: str
    seeds: list[str]


class StaffFrame(TypedDict):
    """A notice for staff."""

    t: Literal["staff"]
    news: Literal["appeal", "case", "line", "report"]
    line: ChatLine | None
    data: dict[str, Any]


class TableFrame(TypedDict):
    """A table as a whole, at `version`."""

    t: Literal["table"]
    version: int
    now_ms: int
    view: TableView


class TableLine(TypedDict):
    """One table of the list."""

    table: str
    name: str
    game: str
    options: dict[str, Any]
    stake_chips: int
    mode: Literal["invite", "open"]
    spectators: bool
    practice: bool
    state: Literal["filling", "ready", "started"]
    organizer: str
    seats: list[SeatLine]
    created_at_ms: int
    house: bool
    competition: str | None
    hall: int | None
    company: str | None
    clock_factor: int
    bots_allowed: bool
    closes_at_ms: int | None


class TableView(TypedDict):
    """A table for one viewer."""

    table: str
    name: str
    game: str
    options: dict[str, Any]
    stake_chips: int
    practice: bool
    untimed: bool
    clock_factor: int
    strength: Literal["easy", "medium", "strong"]
    spectators: bool
    organizer: int
    you: int | None
    phase: Literal["asking", "choosing", "closed", "over", "playing", "stopped"]
    paused: bool
    number: int
    match: str
    commit: str
    deal_key: str | None
    hand_version: int
    seats: list[SeatView]
    due: list[DueView]
    may: list[int]
    choices: list[Literal["communication", "rematch", "rotate"]]
    choose_ms_left: int | None
    spectator_count: int
    result: ResultView | None
    game_view: Any
    competition: str | None
    house: bool
    wants_seeds: bool
    window_ms_left: int | None
    banking: bool
    last_shoe: ShoeView | None
    departures: list[LeftView]
    catchup_ms_left: int


class TablesFrame(TypedDict):
    """Tables that changed, and tables that are gone."""

    t: Literal["tables"]
    changed: list[TableLine]
    gone: list[str]


class TokenFrame(TypedDict):
    """A new token of your session, to be used from now on."""

    t: Literal["token"]
    token: str


class UpdateFrame(TypedDict):
    """What happened at a table up to `version` (no events."""

    t: Literal["update"]
    version: int
    now_ms: int
    done: list[str]
    events: list[EventView]
    view: TableView


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
