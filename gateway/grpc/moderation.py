"""kafeneio.moderation.v1: conduct for other systems. The caller names who acts; moderation decides whether they may."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import grpc
import msgspec
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message as Proto

from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2 as pb
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2_grpc
from gateway.grpc.messages import request_of
from gateway.grpc.paging import page_size, page_token, read_page_token, token_behind
from gateway.grpc.service_calls import Asker, refuse
from gateway.grpc.setting_operators import SettingOperators
from services.contracts import conduct, discipline, moderation
from services.contracts.base import Request
from services.kernel.refusal import Refusal

P = TypeVar("P", bound=Proto)

_JSON_FIELDS = {"before": "before_json", "after": "after_json", "seen": "seen_json"}
"""Fields of any shape, which the API has as JSON."""
_NONE_IF_EMPTY: dict[type[Request[Any]], tuple[str, ...]] = {
    discipline.RuleAppeal: ("until_ms",),
    discipline.GiveCard: ("match",),
    discipline.FileAppeal: ("kind",),
    moderation.SendMessage: ("to",),
}
"""Optional fields, of which the empty value stands for none."""


class _BeforeEntry(msgspec.Struct, array_like=True):
    """The number of the last entry of the page before."""

    seq: int


class _AfterReport(msgspec.Struct, array_like=True):
    """Which of the two lists of reports a page is of, and its last report."""

    decided: bool
    place: discipline.ReportPlace


def _behind_report(report: discipline.Report, decided: bool) -> _AfterReport:
    """Where a report is in its list, which is ordered by when it was decided or made."""
    at_ms = report.decided_at_ms if decided else report.created_at_ms
    return _AfterReport(decided, discipline.ReportPlace(at_ms or 0, report.id))


class _AfterAppeal(msgspec.Struct, array_like=True):
    """Which of the two lists of appeals a page is of, and its last appeal."""

    ruled: bool
    place: discipline.AppealPlace


def _behind_appeal(appeal: discipline.Appeal, ruled: bool) -> _AfterAppeal:
    """Where an appeal is in its list, which is ordered by when it was ruled on or made."""
    at_ms = appeal.ruled_at_ms if ruled else appeal.created_at_ms
    return _AfterAppeal(ruled, discipline.AppealPlace(at_ms or 0, appeal.id))


class Moderation(SettingOperators, moderation_pb2_grpc.ModerationServiceServicer):
    """kafeneio.moderation.v1.ModerationService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches moderation, and the lobby, which adds to a report what it knows."""
        super().__init__(asker)

    def GetConduct(self, request: pb.GetConductRequest, context: grpc.ServicerContext) -> pb.GetConductResponse:
        """How an account stands."""
        return self._one(context, request, moderation.GetConduct, pb.GetConductResponse, "conduct")

    # --- reports ---

    def FileReport(self, request: pb.FileReportRequest, context: grpc.ServicerContext) -> pb.FileReportResponse:
        """A report."""
        return self._flat(context, request, conduct.ReportPlayer, pb.FileReportResponse)

    def ListReports(self, request: pb.ListReportsRequest, context: grpc.ServicerContext) -> pb.ListReportsResponse:
        """A page of the reports that wait for a decision, or of the decided ones."""
        limit = page_size(context, request.page_size, discipline.PAGE_MAX, discipline.PAGE_MAX)
        last = read_page_token(context, request.page_token, _AfterReport)
        if last is not None and last.decided != request.decided:
            refuse(context, Refusal("page_token_invalid"))
        asked = request_of(
            context,
            discipline.ListReports,
            account=request.account,
            decided=request.decided,
            reported=request.reported or None,
            after=None if last is None else last.place,
            limit=limit,
        )
        found = self._asker.ask(context, asked)
        more = token_behind(found.reports, limit, lambda report: _behind_report(report, request.decided))
        return _page(found, more, pb.ListReportsResponse())

    def Decide(self, request: pb.DecideRequest, context: grpc.ServicerContext) -> pb.DecideResponse:
        """A decision."""
        return self._one(context, request, discipline.Decide, pb.DecideResponse, "report")

    # --- cards, blocks, mutes ---

    def GiveCard(self, request: pb.GiveCardRequest, context: grpc.ServicerContext) -> pb.GiveCardResponse:
        """A red card."""
        return self._one(context, request, discipline.GiveCard, pb.GiveCardResponse, "suspension")

    def RevokeCard(self, request: pb.RevokeCardRequest, context: grpc.ServicerContext) -> pb.RevokeCardResponse:
        """A card is taken back."""
        return self._one(context, request, discipline.RevokeCard, pb.RevokeCardResponse, "card")

    def Block(self, request: pb.BlockRequest, context: grpc.ServicerContext) -> pb.BlockResponse:
        """A block."""
        return self._flat(context, request, discipline.Block, pb.BlockResponse)

    def Unblock(self, request: pb.UnblockRequest, context: grpc.ServicerContext) -> pb.UnblockResponse:
        """A block ends."""
        return self._flat(context, request, discipline.Unblock, pb.UnblockResponse)

    def Mute(self, request: pb.MuteRequest, context: grpc.ServicerContext) -> pb.MuteResponse:
        """A mute."""
        return self._flat(context, request, moderation.MuteChat, pb.MuteResponse)

    # --- cases, appeals, messages ---

    def ListCases(self, request: pb.ListCasesRequest, context: grpc.ServicerContext) -> pb.ListCasesResponse:
        """A page of the open cases."""
        limit = page_size(context, request.page_size, moderation.CASES_MAX, moderation.CASES_MAX)
        after = read_page_token(context, request.page_token, moderation.CasePlace)
        asked = request_of(context, moderation.ListCases, account=request.account, after=after, limit=limit)
        found = self._asker.ask(context, asked)
        more = token_behind(found.cases, limit, lambda case: moderation.CasePlace(case.opened_at_ms, case.id))
        return _page(found, more, pb.ListCasesResponse())

    def CloseCase(self, request: pb.CloseCaseRequest, context: grpc.ServicerContext) -> pb.CloseCaseResponse:
        """A case was looked into."""
        return self._one(context, request, moderation.CloseCase, pb.CloseCaseResponse, "case")

    def FileAppeal(self, request: pb.FileAppealRequest, context: grpc.ServicerContext) -> pb.FileAppealResponse:
        """An appeal."""
        return self._one(context, request, discipline.FileAppeal, pb.FileAppealResponse, "appeal")

    def ListAppeals(self, request: pb.ListAppealsRequest, context: grpc.ServicerContext) -> pb.ListAppealsResponse:
        """A page of the appeals that wait for a ruling, or of the ruled ones."""
        limit = page_size(context, request.page_size, discipline.PAGE_MAX, discipline.PAGE_MAX)
        last = read_page_token(context, request.page_token, _AfterAppeal)
        if last is not None and last.ruled != request.ruled:
            refuse(context, Refusal("page_token_invalid"))
        after = None if last is None else last.place
        asked = request_of(
            context, discipline.ListAppeals, account=request.account, ruled=request.ruled, after=after, limit=limit
        )
        found = self._asker.ask(context, asked)
        more = token_behind(found.appeals, limit, lambda appeal: _behind_appeal(appeal, request.ruled))
        return _page(found, more, pb.ListAppealsResponse())

    def RuleAppeal(self, request: pb.RuleAppealRequest, context: grpc.ServicerContext) -> pb.RuleAppealResponse:
        """A ruling."""
        return self._one(context, request, discipline.RuleAppeal, pb.RuleAppealResponse, "appeal")

    def SendMessage(self, request: pb.SendMessageRequest, context: grpc.ServicerContext) -> pb.SendMessageResponse:
        """A message."""
        return self._flat(context, request, moderation.SendMessage, pb.SendMessageResponse)

    # --- roles, the audit log ---

    def GiveRole(self, request: pb.GiveRoleRequest, context: grpc.ServicerContext) -> pb.GiveRoleResponse:
        """A role is given."""
        return self._flat(context, request, discipline.GiveRole, pb.GiveRoleResponse)

    def TakeRole(self, request: pb.TakeRoleRequest, context: grpc.ServicerContext) -> pb.TakeRoleResponse:
        """A role is taken."""
        return self._flat(context, request, discipline.TakeRole, pb.TakeRoleResponse)

    def ListAuditEntries(
        self, request: pb.ListAuditEntriesRequest, context: grpc.ServicerContext
    ) -> pb.ListAuditEntriesResponse:
        """A page of the audit log."""
        behind = read_page_token(context, request.page_token, _BeforeEntry)
        asked = request_of(
            context,
            discipline.ListAuditEntries,
            account=request.account,
            before=(request.before or None) if behind is None else behind.seq,
            subject=request.subject or None,
            limit=page_size(context, request.page_size, discipline.PAGE_MAX, discipline.PAGE_MAX),
        )
        found = self._asker.ask(context, asked)
        more = page_token(None if found.next_before is None else _BeforeEntry(found.next_before))
        return _page(found, more, pb.ListAuditEntriesResponse())

    # --- both ways ---

    def _flat(
        self, context: grpc.ServicerContext, request: Proto, kind: type[Request[Any]], response: Callable[[], P]
    ) -> P:
        """Ask, and answer with the fields of the answer."""
        answer = self._asker.ask(context, _read(context, request, kind))
        return ParseDict(_plain(msgspec.to_builtins(answer)), response(), ignore_unknown_fields=True)

    def _one(
        self,
        context: grpc.ServicerContext,
        request: Proto,
        kind: type[Request[Any]],
        response: Callable[[], P],
        field: str,
    ) -> P:
        """Ask, and answer with the answer as one field."""
        answer = self._asker.ask(context, _read(context, request, kind))
        return ParseDict({field: _plain(msgspec.to_builtins(answer))}, response(), ignore_unknown_fields=True)


def _page(found: msgspec.Struct, next_page_token: str, response: P) -> P:
    """A page: the fields of the answer, and the token of the page after it."""
    fields = _plain(msgspec.to_builtins(found)) | {"next_page_token": next_page_token}
    return ParseDict(fields, response, ignore_unknown_fields=True)


def _read(context: grpc.ServicerContext, request: Proto, kind: type[Request[Any]]) -> Request[Any]:
    """The contract's request. Refusal: `bad_request` for a field that is none."""
    fields: dict[str, Any] = MessageToDict(
        request, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    if fields.get("request_id"):
        fields["id"] = fields["request_id"]
    for name in _NONE_IF_EMPTY.get(kind, ()):
        if fields[name] in ("", "0", 0):
            fields[name] = None
    if isinstance(fields.get("context"), dict):
        fields["context"] = {name: value or None for name, value in fields["context"].items()}
    try:
        return msgspec.convert(fields, kind, strict=False)
    except msgspec.ValidationError as error:
        refuse(context, Refusal("bad_request", str(error)))


def _plain(value: Any) -> Any:
    """What protobuf reads: nothing for null, JSON for what may have any shape."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for name, each in value.items():
        if name in _JSON_FIELDS:
            found[_JSON_FIELDS[name]] = json.dumps(each)
        elif each is not None:
            found[name] = _plain(each)
    return found
