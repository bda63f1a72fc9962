"""The operations about conduct, of players and (below `/api/staff/`) of staff, and messages
from the Administrator. Moderation decides who may use them."""

from typing import Annotated, Literal

import msgspec

from gateway.http.operations.derived_bodies import body_of
from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, First, Forwarding
from gateway.http.operations.request_bodies import Body, Query
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Short
from services.contracts.lobby.people import companies, conduct, devices
from services.contracts.moderation import appeals, cards, cases, desk, reports, staff, vocabulary
from services.contracts.moderation import conduct as moderation_conduct
from services.contracts.moderation import messages as moderation
from services.contracts.tables import journals, recordings
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal

SanctionBody = body_of(cards.GiveCard, "id", "to", "reason", "match", name="SanctionBody")
"""Of a card and of a block, which has no match."""
_ACCOUNTS_MAX = 100
_BESIDE_MAX = devices.BESIDE_MAX
"""So many fit into an address, however they are written."""


class ReportBody(Body, frozen=True, kw_only=True):
    """A report about a player: by account (`to`), by username (`name`), or by a `seat` of `table`. Typed here: what the
    contract has as `context` a client sends beside the rest."""

    id: Short
    """The id is made by the sender: sent twice, it is one report."""
    category: reports.Category
    comment: str
    """1 … 500 characters."""
    to: Short | None = None
    name: Short | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    match: Short | None = None
    hand: vocabulary.Number | None = None
    event: vocabulary.Number | None = None
    table: Short | None = None
    room: Annotated[str, msgspec.Meta(max_length=100)] | None = None


class RoleBody(Body, frozen=True, kw_only=True):
    """A role is given to a player (account or username), or taken. Typed here: `give` chooses between two requests."""

    to: vocabulary.Name
    role: staff.StaffRole
    give: bool
    reason: str


class DevicesQuery(Query, frozen=True, kw_only=True):
    """What it is needed for; other accounts, separated by commas. Typed here: an address has no lists."""

    need: desk.Need
    beside: Annotated[str, msgspec.Meta(max_length=65 * _BESIDE_MAX)] = ""


class NamesQuery(Query, frozen=True, kw_only=True):
    """Accounts, separated by commas. Typed here: an address has no lists."""

    accounts: Annotated[str, msgspec.Meta(max_length=65 * _ACCOUNTS_MAX)]


def conduct_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [
        *_player_routes(to),
        *_list_routes(to),
        *_file_routes(to),
        *_company_routes(to),
        *_audit_routes(to),
        *_deciding_routes(to),
        *_desk_routes(to),
        *_device_routes(to),
        *_role_routes(to),
        *_sanction_routes(to),
    ]


def _player_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/reports",
            conduct.ReportPlayer,
            "Report a player to the administrators",
            body=ReportBody,
            fill={"context": _context},
            name="file_report",
            status=201,
        ),
        to.route(
            "POST /api/companies/<company>/reports",
            conduct.ReportCompany,
            "Report a company to the administrators: its name, its picture, or a `line` of its chat",
            body=("id", "part", "line", "category", "comment"),
            body_name="CompanyReportBody",
            status=201,
        ),
        to.route(
            "GET /api/me/reports",
            reports.ListOwnReports,
            "One's own reports: received, and when they were decided",
        ),
        to.route(
            "GET /api/me/conduct",
            moderation_conduct.GetConduct,
            "One's own cards and roles, and the warnings that must be acknowledged before the next seat",
        ),
        to.route(
            "POST /api/appeals",
            conduct.FileAppeal,
            "Appeal against a suspension or block; name and password, a passkey or a provider; no session is given",
            body=("username", "password", "text", "kind", "code", "passkey", "ticket"),
            body_name="AppealBody",
            timeout_ms=HASHING_TIMEOUT_MS,
            status=201,
            session=False,
            attempt=True,
        ),
    ]


def _context(call: Call) -> reports.ReportContext:
    body: ReportBody = call.body
    return reports.ReportContext(match=body.match, hand=body.hand, event=body.event, table=body.table, room=body.room)


# --- queries of staff ---------------------------------------------------------------------------------------------


def _list_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/staff/reports",
            reports.ListReports,
            "Reports: undecided ones oldest first; for staff",
            query=("decided", "reported", "company"),
        ),
        to.route(
            "GET /api/staff/appeals",
            appeals.ListAppeals,
            "Appeals: open ones oldest first; for staff",
            query=("ruled",),
        ),
        to.route("GET /api/staff/cases", cases.ListCases, "Open cases, oldest first; for staff"),
        to.route(
            "GET /api/staff/accounts",
            conduct.FindPlayers,
            "Accounts by a part of the name; for administrators by mail address too; for staff",
            query=("text",),
        ),
        to.route(
            "GET /api/staff/names",
            conduct.FindNames,
            "How accounts are called; for staff",
            query=NamesQuery,
            fill={"accounts": lambda call: call.query.accounts.split(",")[:_ACCOUNTS_MAX]},
        ),
    ]


def _noted(what: Literal["chat", "money", "matches"]) -> First:
    """Moderation logs that staff read a player's data, or refuses it."""

    def note(
        call: Call, asked: conduct.ListChat | wallet.ListTransfers | recordings.ListRecordings
    ) -> staff.NoteReading:
        of = asked.of if isinstance(asked, conduct.ListChat) else asked.account
        return staff.NoteReading(account=call.account_id, what=what, of=of or "")

    return note


def _file_routes(to: Forwarding) -> list[Route]:
    named = to.account_in_path("player")
    refused = ("player_unknown", *staff.NoteReading.refusals)
    return [
        to.route(
            "GET /api/staff/players/<player>",
            staff.GetPlayerFile,
            "A player's file; the audit log keeps that it was read; for staff",
            "player_unknown",
            fill={"of": named},
            name="get_player",
        ),
        to.route(
            "GET /api/staff/players/<player>/chat",
            conduct.ListChat,
            "What a player has said, newest first; for staff",
            *refused,
            query=("before",),
            fill={"of": named},
            first=_noted("chat"),
        ),
        to.route(
            "GET /api/staff/players/<player>/money",
            wallet.ListTransfers,
            "A player's transfers, newest first; the audit log keeps that they were read; for staff",
            *refused,
            query=("before", "limit", "about"),
            fill={"account": named},
            first=_noted("money"),
            name="list_money",
        ),
        to.route(
            "GET /api/staff/players/<player>/matches",
            recordings.ListRecordings,
            "A player's newest matches; the audit log keeps that they were read; for staff",
            *refused,
            fill={"account": named},
            first=_noted("matches"),
            name="list_matches",
        ),
        to.route(
            "GET /api/staff/players/<player>/companies",
            companies.ListPlayerCompanies,
            "The companies that a player belongs to; for staff",
            "player_unknown",
            fill={"of": named},
        ),
        to.route(
            "GET /api/staff/matches/<match>/journal",
            journals.GetJournal,
            "The accepted actions of an ended match; for staff",
            *staff.NoteReading.refusals,
            first=lambda call, asked: staff.NoteReading(account=call.account_id, what="journal", of=asked.match),
        ),
    ]


def _company_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/staff/companies",
            companies.SearchCompanies,
            "Companies with a text in their names, closed ones too; for staff",
            query=("name",),
        ),
        to.route(
            "GET /api/staff/companies/<company>",
            companies.GetCompanyFile,
            "A company with its members, history and chat; the audit log keeps that it was read; for staff",
            *staff.NoteReading.refusals,
            first=lambda call, asked: staff.NoteReading(account=call.account_id, what="company", of=asked.company),
        ),
        to.route(
            "POST /api/staff/companies/<company>/deeds",
            companies.ActOnCompany,
            "Rename a company, remove its picture, close its chat or itself, or undo it; for staff",
            body=("id", "deed", "days", "reason", "alone"),
            body_name="CompanyDeedBody",
        ),
    ]


def _audit_routes(to: Forwarding) -> list[Route]:
    return [
        to.route("GET /api/staff/roles", staff.ListRoles, "Who has which role; for staff"),
        to.route(
            "GET /api/staff/audit",
            staff.ListAuditEntries,
            "The audit log, newest first; for staff",
            query=("before", "subject", "actor", "action", "from_ms", "until_ms", "text", "limit"),
            name="list_audit",
        ),
        to.route(
            "POST /api/staff/audit/exports",
            staff.BeginAuditExport,
            "Begin to save the entries of the audit log that fit; the log itself keeps that; for staff",
            body=("id", "subject", "actor", "action", "from_ms", "until_ms", "text"),
            body_name="AuditExportBody",
            status=201,
        ),
        to.route(
            "GET /api/staff/audit/exports/<export>",
            staff.ReadAuditExport,
            "Entries of an export of the audit log that one has begun within the hour, newest first; for staff",
            query=("before",),
        ),
        to.route(
            "GET /api/staff/audit/check",
            staff.CheckAuditLog,
            "Whether the audit log's chain is whole; for staff",
            name="check_audit",
        ),
    ]


# --- decisions of staff -------------------------------------------------------------------------------------------


def _deciding_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/staff/reports/<report>/decision",
            reports.Decide,
            "Decide a report; for staff",
            body=("id", "decision", "reason", "permanent", "message", "also", "cases"),
            body_name="DecisionBody",
        ),
        to.route(
            "POST /api/staff/appeals/<appeal>/ruling",
            appeals.RuleAppeal,
            "Rule on an appeal; for staff",
            body=("id", "outcome", "reason", "until_ms", "alone"),
            body_name="RulingBody",
        ),
        to.route(
            "POST /api/staff/cases/<case>/close",
            cases.CloseCase,
            "Close a case that was looked into; for staff",
            body=("id", "reason"),
        ),
        to.route(
            "POST /api/moderation/mutes",
            moderation_conduct.MuteChat,
            "Take the word from a player for a while, or give it back; for staff",
            "player_unknown",
            body=("id", "to", "minutes", "reason"),
            body_name="MuteBody",
            fill={"to": to.account_in_body("to")},
            status=201,
        ),
    ]


def _desk_routes(to: Forwarding) -> list[Route]:
    """What staff share: claims, notes, links, decisions taken alone, trends."""
    named = to.account_in_path("player")
    return [
        to.route("GET /api/staff/claims", desk.ListClaims, "Who of staff looks at which player; for staff"),
        to.route(
            "POST /api/staff/claims",
            desk.ClaimPlayer,
            "Say that one looks at what waits about a player; for staff",
            body=("about", "release"),
            body_name="ClaimBody",
            deed=False,
        ),
        to.route(
            "POST /api/staff/players/<player>/notes",
            desk.AddNote,
            "Write a note about a player, which only staff read; for staff",
            "player_unknown",
            body=("id", "text"),
            body_name="NoteBody",
            fill={"of": named},
            status=201,
        ),
        to.route(
            "GET /api/staff/players/<player>/links",
            desk.GetLinks,
            "Accounts with the same device, address, chips or tables; the audit log keeps what for; for staff",
            "player_unknown",
            query=("need",),
            fill={"of": named},
        ),
        to.route(
            "GET /api/staff/decisions",
            desk.ListSoleDecisions,
            "Decisions that were taken alone and that nobody else has looked at; for staff",
        ),
        to.route(
            "POST /api/staff/decisions/<decision>/review",
            desk.ReviewSoleDecision,
            "Look at a decision that somebody else has taken alone; for staff",
            body=("id", "agreed", "reason"),
            body_name="ReviewBody",
        ),
        to.route(
            "GET /api/staff/trends",
            desk.GetTrends,
            "How much there was to decide in the last days, and how well it was decided; for staff",
            query=("days",),
        ),
    ]


def _device_routes(to: Forwarding) -> list[Route]:
    """On what kind of device players have signed in: moderation keeps each look, and what it is needed for."""

    def note_player(call: Call, asked: devices.ListDevices) -> staff.NoteReading:
        return staff.NoteReading(account=call.account_id, what="devices", of=asked.of, need=asked.need)

    def note_class(call: Call, asked: devices.FindByDevice) -> staff.NoteReading:
        named = "/".join(each or "*" for each in (asked.form, asked.browser, asked.system))
        return staff.NoteReading(account=call.account_id, what="device_class", of=named, need=asked.need)

    return [
        to.route(
            "GET /api/staff/players/<player>/devices",
            devices.ListDevices,
            "Classes of devices of a player and of other accounts; the audit log keeps what for; for staff",
            "player_unknown",
            query=DevicesQuery,
            fill={"of": to.account_in_path("player"), "beside": _beside},
            first=note_player,
        ),
        to.route(
            "GET /api/staff/devices",
            devices.FindByDevice,
            "Accounts that have signed in on a class of devices; the audit log keeps what for; for staff",
            query=("need", "text", "form", "browser", "system"),
            first=note_class,
        ),
    ]


def _beside(call: Call) -> list[str]:
    return [each for each in call.query.beside.split(",") if each][:_BESIDE_MAX]


def _role_routes(to: Forwarding) -> list[Route]:
    def change_role(call: Call) -> staff.Holder | Refusal:
        body: RoleBody = call.body
        player = to.account_of(body.to)
        if isinstance(player, Refusal):
            return player
        kind = staff.GiveRole if body.give else staff.TakeRole
        return to.ask(call, kind(account=call.account_id, to=player, role=body.role, reason=body.reason), None)

    return [
        Route(
            method="POST",
            path="/api/staff/roles",
            summary="Give a role, or take it; for staff",
            handler=change_role,
            body=RoleBody,
            answer=staff.Holder,
            errors=("player_unknown", *staff.GiveRole.refusals),
        )
    ]


def _sanction_routes(to: Forwarding) -> list[Route]:
    named = {"to": to.account_in_body("to")}
    return [
        to.route(
            "POST /api/staff/cards",
            cards.GiveCard,
            "Give a red card; for staff",
            "player_unknown",
            body=SanctionBody,
            fill=named,
        ),
        to.route(
            "POST /api/staff/cards/<card>/revoke",
            cards.RevokeCard,
            "Revoke an active card; for staff",
            body=("id", "reason", "alone"),
        ),
        to.route(
            "POST /api/staff/suspensions/<suspension>/lift",
            cards.LiftSuspension,
            "End a suspension now; for staff",
            body=("reason", "alone"),
        ),
        to.route(
            "POST /api/staff/blocks",
            cards.Block,
            "Block an account for good; for staff",
            "player_unknown",
            body=SanctionBody,
            fill=named,
        ),
        to.route(
            "POST /api/staff/blocks/<player>/lift",
            cards.Unblock,
            "Take a block back; for staff",
            "player_unknown",
            body=("id", "reason", "alone"),
            fill={"to": to.account_in_path("player")},
        ),
    ]


def message_routes(rpc: Rpc) -> list[Route]:
    """Messages from the Administrator: players read their own, staff write them. Moderation decides who may write."""
    to = Forwarding(rpc)
    return [
        to.route(
            "GET /api/messages",
            moderation.ListMessages,
            "What the Administrator has written to one, oldest first",
            fill={"since_ms": _registered_at_ms},
        ),
        to.route(
            "POST /api/messages/<message>/read",
            moderation.ReadMessage,
            "A message was opened; the first time counts",
            deed=False,
        ),
        to.route("POST /api/messages/<message>/acknowledge", moderation.AcknowledgeMessage, "A warning was understood"),
        to.route(
            "POST /api/messages",
            moderation.SendMessage,
            "Write to a player, or to all of them; for staff",
            "player_unknown",
            body=("id", "to", "kind", "subject", "body"),
            body_name="MessageBody",
            fill={"to": lambda call: None if call.body.to is None else to.account_of(call.body.to)},
            status=201,
        ),
    ]


def _registered_at_ms(call: Call) -> int:
    assert call.account is not None, "a route with a session"
    return call.account.created_at_ms
