"""kafeneio.moderation.v1: conduct for other systems. The service account of the caller acts; moderation checks its
roles."""

import json

import grpc
import msgspec

from gateway.grpc.access.tokens import caller_now
from gateway.grpc.calls.message_conversion import fill, request_of
from gateway.grpc.calls.method_forwarding import as_field, as_fields, forwarded, read
from gateway.grpc.calls.paging import page_size, page_token, read_page_token, token_behind
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2 as pb
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2_grpc
from gateway.grpc.servicers.operator_orders import place_order
from services.contracts.lobby.people import conduct
from services.contracts.moderation import appeals, cards, cases, messages, orders, reports, staff, vocabulary
from services.contracts.moderation import conduct as moderation_conduct
from services.kernel.refusal import Refusal


class SettingOperators:
    """The operator's part of kafeneio.moderation.v1.ModerationService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches moderation."""
        self._asker = asker

    def ListSettings(self, request: pb.ListSettingsRequest, context: grpc.ServicerContext) -> pb.ListSettingsResponse:
        """Every setting."""
        found = self._asker.ask(context, orders.ListSettings(account=request.account))
        return pb.ListSettingsResponse(settings=[_setting_of(each) for each in found.settings])

    def ChangeSetting(
        self, request: pb.ChangeSettingRequest, context: grpc.ServicerContext
    ) -> pb.ChangeSettingResponse:
        """An order to change a setting."""
        try:
            fields = {"name": request.name, "value": msgspec.json.decode(request.value_json)}
            operation = msgspec.convert(fields | {"kind": "change_setting"}, orders.ChangeSetting)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            refuse(context, Refusal("bad_request", str(error)))
        order = place_order(context, self._asker, request.account, request.request_id, request.reason, operation)
        before = "" if order.detail is None else json.dumps(order.detail["before"])
        return pb.ChangeSettingResponse(order=order.id, placed=order.state == "placed", before_json=before)


def _setting_of(found: orders.Setting) -> pb.Setting:
    return pb.Setting(
        name=found.name,
        service=found.service,
        kind=found.kind,
        value_json=json.dumps(found.value, ensure_ascii=False),
        usual_json=json.dumps(found.usual, ensure_ascii=False),
        min=found.min,
        max=found.max,
        choices=found.choices,
    )


class _BeforeEntry(msgspec.Struct, array_like=True):
    """The number of the last entry of the page before."""

    seq: int


class _AfterReport(msgspec.Struct, array_like=True):
    """The last report of the page before, and of which of the two lists of reports."""

    decided: bool
    place: reports.ReportPlace


def _behind_report(report: reports.Report, decided: bool) -> _AfterReport:
    """The position of a report in its list, which is ordered by the time of its decision or filing."""
    at_ms = report.decided_at_ms if decided else report.created_at_ms
    return _AfterReport(decided, reports.ReportPlace(at_ms or 0, report.id))


class _AfterAppeal(msgspec.Struct, array_like=True):
    """The last appeal of the page before, and of which of the two lists of appeals."""

    ruled: bool
    place: appeals.AppealPlace


def _behind_appeal(appeal: appeals.Appeal, ruled: bool) -> _AfterAppeal:
    """The position of an appeal in its list, which is ordered by the time of its ruling or filing."""
    at_ms = appeal.ruled_at_ms if ruled else appeal.created_at_ms
    return _AfterAppeal(ruled, appeals.AppealPlace(at_ms or 0, appeal.id))


class Moderation(SettingOperators, moderation_pb2_grpc.ModerationServiceServicer):
    """kafeneio.moderation.v1.ModerationService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches moderation, and the lobby, which adds facts to a report."""
        super().__init__(asker)

    GetConduct = forwarded(moderation_conduct.GetConduct, as_field(pb.GetConductResponse, "conduct"))

    # --- reports ---

    FileReport = forwarded(
        conduct.ReportPlayer,
        as_fields(pb.FileReportResponse),
        "context.match",
        "context.hand",
        "context.table",
        "context.room",
    )

    def ListReports(self, request: pb.ListReportsRequest, context: grpc.ServicerContext) -> pb.ListReportsResponse:
        """A page of the reports that wait for a decision, or of the decided ones."""
        limit = page_size(context, request.page_size, vocabulary.PAGE_MAX, vocabulary.PAGE_MAX)
        last = read_page_token(context, request.page_token, _AfterReport)
        if last is not None and last.decided != request.decided:
            refuse(context, Refusal("page_token_invalid"))
        asked = request_of(
            context,
            reports.ListReports,
            account=request.account,
            decided=request.decided,
            reported=request.reported or None,
            after=None if last is None else last.place,
            limit=limit,
        )
        found = self._asker.ask(context, asked)
        more = token_behind(found.reports, limit, lambda report: _behind_report(report, request.decided))
        return fill(pb.ListReportsResponse(), found, next_page_token=more)

    Decide = forwarded(reports.Decide, as_field(pb.DecideResponse, "report"))

    # --- cards, blocks, mutes ---

    GiveCard = forwarded(cards.GiveCard, as_field(pb.GiveCardResponse, "suspension"), "match")
    RevokeCard = forwarded(cards.RevokeCard, as_field(pb.RevokeCardResponse, "card"))
    Block = forwarded(cards.Block, as_fields(pb.BlockResponse))
    Unblock = forwarded(cards.Unblock, as_fields(pb.UnblockResponse))
    Mute = forwarded(moderation_conduct.MuteChat, as_fields(pb.MuteResponse))

    # --- cases, appeals, messages ---

    def ListCases(self, request: pb.ListCasesRequest, context: grpc.ServicerContext) -> pb.ListCasesResponse:
        """A page of the open cases."""
        limit = page_size(context, request.page_size, cases.CASES_MAX, cases.CASES_MAX)
        after = read_page_token(context, request.page_token, cases.CasePlace)
        asked = request_of(context, cases.ListCases, account=request.account, after=after, limit=limit)
        found = self._asker.ask(context, asked)
        more = token_behind(found.cases, limit, lambda case: cases.CasePlace(case.opened_at_ms, case.id))
        return fill(pb.ListCasesResponse(), found, next_page_token=more)

    CloseCase = forwarded(cases.CloseCase, as_field(pb.CloseCaseResponse, "case"))

    def FileAppeal(self, request: pb.FileAppealRequest, context: grpc.ServicerContext) -> pb.FileAppealResponse:
        """An appeal in a player's name; the audit log names the service account that has filed it."""
        asked = read(context, request, appeals.FileAppeal, ("kind",))
        filed = msgspec.structs.replace(asked, filed_by=caller_now.get().service_account)
        return as_field(pb.FileAppealResponse, "appeal")(self._asker.ask(context, filed))

    def ListAppeals(self, request: pb.ListAppealsRequest, context: grpc.ServicerContext) -> pb.ListAppealsResponse:
        """A page of the appeals that wait for a ruling, or of the ruled ones."""
        limit = page_size(context, request.page_size, vocabulary.PAGE_MAX, vocabulary.PAGE_MAX)
        last = read_page_token(context, request.page_token, _AfterAppeal)
        if last is not None and last.ruled != request.ruled:
            refuse(context, Refusal("page_token_invalid"))
        after = None if last is None else last.place
        asked = request_of(
            context, appeals.ListAppeals, account=request.account, ruled=request.ruled, after=after, limit=limit
        )
        found = self._asker.ask(context, asked)
        more = token_behind(found.appeals, limit, lambda appeal: _behind_appeal(appeal, request.ruled))
        return fill(pb.ListAppealsResponse(), found, next_page_token=more)

    RuleAppeal = forwarded(appeals.RuleAppeal, as_field(pb.RuleAppealResponse, "appeal"))
    SendMessage = forwarded(messages.SendMessage, as_fields(pb.SendMessageResponse), "to")

    # --- roles, the audit log ---

    GiveRole = forwarded(staff.GiveRole, as_fields(pb.GiveRoleResponse))
    TakeRole = forwarded(staff.TakeRole, as_fields(pb.TakeRoleResponse))

    def ListAuditEntries(
        self, request: pb.ListAuditEntriesRequest, context: grpc.ServicerContext
    ) -> pb.ListAuditEntriesResponse:
        """A page of the audit log."""
        behind = read_page_token(context, request.page_token, _BeforeEntry)
        asked = request_of(
            context,
            staff.ListAuditEntries,
            account=request.account,
            before=None if behind is None else behind.seq,
            subject=request.subject or None,
            limit=page_size(context, request.page_size, vocabulary.PAGE_MAX, vocabulary.PAGE_MAX),
        )
        found = self._asker.ask(context, asked)
        more = page_token(None if found.next_before is None else _BeforeEntry(found.next_before))
        return fill(pb.ListAuditEntriesResponse(), found, next_page_token=more)
