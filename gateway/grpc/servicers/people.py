"""kafeneio.lobby.v1: cards of players, invitations that wait, and companies, in a player's name."""

from typing import Any

import grpc
import msgspec
from google.protobuf.json_format import MessageToDict

from gateway.grpc.calls.message_conversion import checked_request_id, fill, object_of, request_of
from gateway.grpc.calls.method_forwarding import as_field, as_fields, forwarded
from gateway.grpc.calls.paging import page_size, page_token, read_page_token
from gateway.grpc.calls.service_calls import Asker
from gateway.grpc.gen.kafeneio.lobby.v1 import companies_pb2, companies_pb2_grpc, people_pb2, people_pb2_grpc
from services.contracts.lobby import chat
from services.contracts.lobby.people import calls, cards, companies
from services.contracts.moderation import staff


class People(people_pb2_grpc.PeopleServiceServicer):
    """kafeneio.lobby.v1.PeopleService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches the lobby."""
        self._asker = asker

    def GetCard(self, request: people_pb2.GetCardRequest, context: grpc.ServicerContext) -> people_pb2.GetCardResponse:
        """A card as the account sees it."""
        asked = request_of(context, cards.GetCard, viewer=request.account, player=request.player)
        return as_field(people_pb2.GetCardResponse, "card")(self._asker.ask(context, asked))

    ListCalls = forwarded(calls.ListCalls, as_fields(people_pb2.ListCallsResponse))

    def CallFriend(
        self, request: people_pb2.CallFriendRequest, context: grpc.ServicerContext
    ) -> people_pb2.CallFriendResponse:
        """A new call."""
        asked = request_of(
            context,
            calls.CallFriend,
            account=request.account,
            id=checked_request_id(context, request.request_id),
            friend=request.friend or None,
            game=request.game,
            options=object_of(request.options),
            hours=request.hours or calls.HOURS_MAX,
        )
        return as_field(people_pb2.CallFriendResponse, "call")(self._asker.ask(context, asked))

    WithdrawCall = forwarded(calls.WithdrawCall, as_fields(people_pb2.WithdrawCallResponse))
    GetCall = forwarded(calls.LookAtCall, as_field(people_pb2.GetCallResponse, "call"))
    TakeCall = forwarded(calls.TakeCall, as_field(people_pb2.TakeCallResponse, "table"))


class _AfterCompany(msgspec.Struct, array_like=True):
    """The last company of the page before."""

    company: str


def _without_no_times(found: companies.Company | companies.CompanyFile) -> dict[str, Any]:
    """The fields of a company, without the times that are 0, which is no time."""
    shown: dict[str, Any] = msgspec.to_builtins(found)
    for each in (shown, *shown["members"]):
        for name in ("muted_until_ms", "chat_closed_until_ms"):
            if each.get(name) == 0:
                each[name] = None
    return shown


class Companies(companies_pb2_grpc.CompaniesServiceServicer):
    """kafeneio.lobby.v1.CompaniesService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches the lobby."""
        self._asker = asker

    ListOwnCompanies = forwarded(companies.ListOwnCompanies, as_fields(companies_pb2.ListOwnCompaniesResponse))

    def ListOpenCompanies(
        self, request: companies_pb2.ListOpenCompaniesRequest, context: grpc.ServicerContext
    ) -> companies_pb2.ListOpenCompaniesResponse:
        """A page of the companies to join."""
        behind = read_page_token(context, request.page_token, _AfterCompany)
        asked = request_of(
            context,
            companies.ListOpenCompanies,
            account=request.account,
            after="" if behind is None else behind.company,
            limit=page_size(context, request.page_size, companies.PAGE_MAX, companies.PAGE_MAX),
        )
        found = self._asker.ask(context, asked)
        more = page_token(None if found.next is None else _AfterCompany(found.next))
        return fill(companies_pb2.ListOpenCompaniesResponse(), found, next_page_token=more)

    def GetCompany(
        self, request: companies_pb2.GetCompanyRequest, context: grpc.ServicerContext
    ) -> companies_pb2.GetCompanyResponse:
        """A company as the account sees it."""
        asked = request_of(context, companies.GetCompany, account=request.account, company=request.company)
        shown = _without_no_times(self._asker.ask(context, asked))
        return companies_pb2.GetCompanyResponse(company=fill(companies_pb2.Company(), shown))

    # --- chat ---

    ListCompanyChat = forwarded(companies.ListCompanyChat, as_fields(companies_pb2.ListCompanyChatResponse))

    def SayInCompany(
        self, request: companies_pb2.SayInCompanyRequest, context: grpc.ServicerContext
    ) -> companies_pb2.SayInCompanyResponse:
        """A line of the company's room."""
        asked = request_of(
            context,
            chat.Say,
            account=request.account,
            id=checked_request_id(context, request.request_id),
            room=f"company:{request.company}",
            text=request.text,
        )
        return as_field(companies_pb2.SayInCompanyResponse, "line")(self._asker.ask(context, asked))

    # --- founder and hosts ---

    FoundCompany = forwarded(companies.FoundCompany, as_fields(companies_pb2.FoundCompanyResponse))
    ChangeCompany = forwarded(companies.ChangeCompany, as_fields(companies_pb2.ChangeCompanyResponse))
    CloseCompany = forwarded(companies.CloseCompany, as_fields(companies_pb2.CloseCompanyResponse))
    InvitePlayer = forwarded(companies.InviteToCompany, as_fields(companies_pb2.InvitePlayerResponse))
    AnswerRequest = forwarded(companies.AnswerCompanyRequest, as_fields(companies_pb2.AnswerRequestResponse))
    RemoveMember = forwarded(companies.RemoveCompanyMember, as_fields(companies_pb2.RemoveMemberResponse))
    SetRole = forwarded(companies.SetCompanyRole, as_fields(companies_pb2.SetRoleResponse))
    MuteMember = forwarded(companies.MuteCompanyMember, as_fields(companies_pb2.MuteMemberResponse))

    def SetEvening(
        self, request: companies_pb2.SetEveningRequest, context: grpc.ServicerContext
    ) -> companies_pb2.SetEveningResponse:
        """The standing evening, or none."""
        set_one = MessageToDict(
            request.evening, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
        asked = request_of(
            context,
            companies.SetCompanyEvening,
            account=request.account,
            id=checked_request_id(context, request.request_id),
            company=request.company,
            evening=set_one if request.HasField("evening") else None,
        )
        self._asker.ask(context, asked)
        return companies_pb2.SetEveningResponse()

    # --- every player ---

    AnswerInvitation = forwarded(companies.AnswerCompanyInvitation, as_fields(companies_pb2.AnswerInvitationResponse))
    JoinCompany = forwarded(companies.JoinCompany, as_fields(companies_pb2.JoinCompanyResponse))
    LeaveCompany = forwarded(companies.LeaveCompany, as_fields(companies_pb2.LeaveCompanyResponse))
    ComeToEvening = forwarded(companies.ComeToEvening, as_fields(companies_pb2.ComeToEveningResponse))

    # --- staff ---

    LookupCompanies = forwarded(companies.SearchCompanies, as_fields(companies_pb2.LookupCompaniesResponse))

    def GetCompanyFile(
        self, request: companies_pb2.GetCompanyFileRequest, context: grpc.ServicerContext
    ) -> companies_pb2.GetCompanyFileResponse:
        """A company as staff see it. That it is looked at is noted first, as over REST."""
        noted = request_of(context, staff.NoteReading, account=request.account, what="company", of=request.company)
        self._asker.ask(context, noted)
        asked = request_of(context, companies.GetCompanyFile, account=request.account, company=request.company)
        shown = _without_no_times(self._asker.ask(context, asked))
        return companies_pb2.GetCompanyFileResponse(file=fill(companies_pb2.CompanyFile(), shown))

    ActOnCompany = forwarded(companies.ActOnCompany, as_fields(companies_pb2.ActOnCompanyResponse))
