"""The operations about conduct: of players, and under `/api/staff/` of staff."""

from collections.abc import Callable
from typing import Any

from gateway.http import conduct_bodies as bodies
from gateway.http.conduct import PlayersSide, StaffDesk
from gateway.http.request_bodies import Body, Nothing, Query
from gateway.http.routes import Call, Route
from services.contracts import conduct, discipline, journals, moderation, recordings, wallet

_REPORT_ERRORS = (
    "forbidden",
    "report_self",
    "report_not_human",
    "player_unknown",
    "report_no_contact",
    "report_duplicate",
    "report_limit",
    "comment_invalid",
)
_APPEAL_ERRORS = (
    "login_failed",
    "login_locked",
    "forbidden",
    "not_appealable",
    "appeal_closed",
    "appeal_exists",
    "appeal_invalid",
)
_SANCTION_ERRORS = ("player_unknown", "forbidden", "conflict_of_interest", "reason_required", "idempotency_conflict")
_STAFF_ERRORS = ("forbidden", "conflict_of_interest", "reason_required")


def player_conduct_routes(handlers: PlayersSide) -> list[Route]:
    """What players do."""
    return [
        Route(
            method="POST",
            path="/api/reports",
            summary="Report a player to the administrators",
            handler=handlers.file_report,
            body=bodies.ReportBody,
            answer=discipline.Receipt,
            status=201,
            errors=_REPORT_ERRORS,
        ),
        Route(
            method="GET",
            path="/api/me/reports",
            summary="One's own reports: received, and when they were decided",
            handler=handlers.list_own_reports,
            answer=discipline.Receipts,
        ),
        Route(
            method="GET",
            path="/api/me/conduct",
            summary="One's own cards and roles, and the warnings that must be acknowledged before the next seat",
            handler=handlers.get_conduct,
            answer=moderation.Conduct,
        ),
        Route(
            method="POST",
            path="/api/appeals",
            summary="Appeal against a suspension or block; name and password are checked, no session is given",
            handler=handlers.file_appeal,
            body=bodies.AppealBody,
            answer=conduct.AppealReceipt,
            status=201,
            session=False,
            attempt=True,
            errors=_APPEAL_ERRORS,
        ),
    ]


def staff_routes(desk: StaffDesk) -> list[Route]:
    """What staff read and decide."""
    return [*_reading_routes(desk), *_audit_routes(desk), *_deciding_routes(desk), *_sanction_routes(desk)]


def _read(
    path: str, summary: str, handler: Callable[[Call], Any], answer: Any, query: type[Query] | None = None
) -> Route:
    return Route(
        method="GET",
        path=f"/api/staff/{path}",
        summary=f"{summary}; for staff",
        handler=handler,
        answer=answer,
        query=query,
        errors=("forbidden", "player_unknown", "match_unknown", "match_running"),
    )


def _act(
    path: str, summary: str, handler: Callable[[Call], Any], body: type[Body], answer: Any, errors: tuple[str, ...]
) -> Route:
    return Route(
        method="POST",
        path=f"/api/staff/{path}",
        summary=f"{summary}; for staff",
        handler=handler,
        body=body,
        answer=answer,
        errors=tuple(dict.fromkeys((*_STAFF_ERRORS, *errors))),
    )


def _reading_routes(desk: StaffDesk) -> list[Route]:
    return [
        _read(
            "reports",
            "Reports: undecided ones oldest first",
            desk.list_reports,
            discipline.Reports,
            bodies.ReportsQuery,
        ),
        _read("appeals", "Appeals: open ones oldest first", desk.list_appeals, discipline.Appeals, bodies.AppealsQuery),
        _read("cases", "Open cases, oldest first", desk.list_cases, moderation.Cases),
        _read(
            "players/<player>",
            "A player's file; the audit log keeps that it was read",
            desk.get_player,
            discipline.PlayerFile,
        ),
        _read(
            "players/<player>/chat",
            "What a player has said, newest first",
            desk.list_chat,
            conduct.ChatPage,
            bodies.ChatQuery,
        ),
        _read(
            "players/<player>/money",
            "A player's newest transfers; the audit log keeps that they were read",
            desk.list_money,
            wallet.TransferPage,
        ),
        _read(
            "players/<player>/matches",
            "A player's newest matches; the audit log keeps that they were read",
            desk.list_matches,
            recordings.Recordings,
        ),
        _read("matches/<match>/journal", "The accepted actions of an ended match", desk.get_journal, journals.Journal),
        _read("names", "How accounts are called", desk.find_names, conduct.Names, bodies.NamesQuery),
    ]


def _audit_routes(desk: StaffDesk) -> list[Route]:
    return [
        _read("roles", "Who has which role", desk.list_roles, discipline.Holders),
        _read("audit", "The audit log, newest first", desk.list_audit, discipline.AuditPage, bodies.AuditQuery),
        _read("audit/check", "Whether the audit log's chain is whole", desk.check_audit, discipline.AuditCheck),
    ]


def _deciding_routes(desk: StaffDesk) -> list[Route]:
    return [
        _act(
            "reports/<report>/decision",
            "Decide a report",
            desk.decide,
            bodies.DecisionBody,
            discipline.Report,
            ("report_unknown", "report_decided", "message_invalid"),
        ),
        _act(
            "appeals/<appeal>/ruling",
            "Rule on an appeal",
            desk.rule_appeal,
            bodies.RulingBody,
            discipline.Appeal,
            ("appeal_unknown", "appeal_decided", "appeal_invalid"),
        ),
        _act(
            "cases/<case>/close",
            "Close a case that was looked into",
            desk.close_case,
            bodies.ReasonBody,
            moderation.Case,
            ("case_unknown",),
        ),
        _act(
            "roles",
            "Give a role, or take it",
            desk.change_role,
            bodies.RoleBody,
            discipline.Holder,
            ("player_unknown",),
        ),
    ]


def _sanction_routes(desk: StaffDesk) -> list[Route]:
    return [
        _act(
            "cards", "Give a red card", desk.give_card, bodies.SanctionBody, discipline.KeptSuspension, _SANCTION_ERRORS
        ),
        _act(
            "cards/<card>/revoke",
            "Revoke an active card",
            desk.revoke_card,
            bodies.ReasonBody,
            discipline.Card,
            ("card_unknown", "card_consumed", "card_revoked"),
        ),
        _act(
            "suspensions/<suspension>/lift",
            "End a suspension now",
            desk.lift_suspension,
            bodies.ReasonBody,
            discipline.KeptSuspension,
            ("suspension_unknown", "suspension_over"),
        ),
        _act(
            "blocks",
            "Block an account for good",
            desk.block,
            bodies.SanctionBody,
            discipline.KeptBlock,
            _SANCTION_ERRORS,
        ),
        _act(
            "blocks/<player>/lift",
            "Take a block back",
            desk.unblock,
            bodies.ReasonBody,
            Nothing,
            ("player_unknown", "block_unknown"),
        ),
    ]
