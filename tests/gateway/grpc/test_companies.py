"""kafeneio.lobby.v1.CompaniesService: companies in a player's name, against a real front."""

from typing import Any

import grpc
import pytest

from gateway.grpc.gen.kafeneio.lobby.v1 import companies_pb2 as pb
from gateway.grpc.gen.kafeneio.lobby.v1 import companies_pb2_grpc
from services.contracts.base import Done
from services.contracts.lobby import chat
from services.contracts.lobby.people import companies
from services.kernel.refusal import Refusal
from services.platform.process.settings import SettingsError
from tests.gateway.fakes import services, table_line
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, Door, opened

OF_COMPANIES = f"{LINE}+lobby.companies@bot"
CALL: Any = {"metadata": WITH_TOKEN, "timeout": 60}
EVENING = companies.Evening(weekday=3, minute=1_200, zone="Europe/Athens", game="pilotta")
THURSDAYS = companies.CompanyLine(
    company="k-1", name="Thursdays", joining="asked", members=2, founder="ann", role="host", evening=EVENING,
    evening_at_ms=9_000, coming=1, comes=True,
)  # fmt: skip
FOUND = companies.Company(
    line=THURSDAYS,
    members=[
        companies.CompanyMember(account="a-ann", name="ann", role="founder", joined_at_ms=1_000),
        companies.CompanyMember(account="a-bob", name="bob", role="member", joined_at_ms=2_000, muted_until_ms=7_000),
    ],
    asking=[companies.CompanyCandidate(account="a-eva", name="eva", at_ms=3_000)],
    tables=[table_line()],
)


def stub_of(door: Door) -> companies_pb2_grpc.CompaniesServiceStub:
    return companies_pb2_grpc.CompaniesServiceStub(door.channel)


def test_own_companies_come_with_invitations_that_wait() -> None:
    invited = companies.CompanyInvitation(line=THURSDAYS, by="eva", at_ms=4_000)
    own = companies.Companies(mine=[THURSDAYS], invitations=[invited], asked=[], most=10)
    with opened(services(ListOwnCompanies=own), grpc_tokens=[OF_COMPANIES]) as door:
        found = stub_of(door).ListOwnCompanies(pb.ListOwnCompaniesRequest(account="a-bob"), **CALL)
        (line,) = found.mine
        assert (line.name, line.joining, line.role) == ("Thursdays", pb.JOINING_ASKED, pb.COMPANY_ROLE_HOST)
        assert (line.evening.minute, line.evening_time.ToMilliseconds()) == (1_200, 9_000)
        assert [(each.by, each.line.company) for each in found.invitations] == [("eva", "k-1")]


def test_companies_to_join_come_in_pages() -> None:
    page = companies.CompanyPage(companies=[THURSDAYS], next="k-1")
    with opened(services(ListOpenCompanies=page), grpc_tokens=[OF_COMPANIES]) as door:
        stub = stub_of(door)
        first = stub.ListOpenCompanies(pb.ListOpenCompaniesRequest(account="a-bob", page_size=1), **CALL)
        door.rpc.answers["ListOpenCompanies"] = companies.CompanyPage(companies=[])
        more = pb.ListOpenCompaniesRequest(account="a-bob", page_size=99, page_token=first.next_page_token)
        assert stub.ListOpenCompanies(more, **CALL).next_page_token == ""
        assert door.rpc.requests(companies.ListOpenCompanies) == [
            companies.ListOpenCompanies(account="a-bob", limit=1),
            companies.ListOpenCompanies(account="a-bob", after="k-1", limit=50),
        ]


def test_a_company_has_members_tables_and_its_evening() -> None:
    with opened(services(GetCompany=FOUND), grpc_tokens=[OF_COMPANIES]) as door:
        found = stub_of(door).GetCompany(pb.GetCompanyRequest(account="a-bob", company="k-1"), **CALL).company
        ann, bob = found.members
        assert (ann.role, ann.HasField("mute_end_time")) == (pb.COMPANY_ROLE_FOUNDER, False)
        assert (bob.join_time.ToMilliseconds(), bob.mute_end_time.ToMilliseconds()) == (2_000, 7_000)
        assert [each.name for each in found.asking] == ["eva"]
        assert [each.table for each in found.tables] == [table_line().table]
        assert (found.line.evening.zone, found.line.coming) == ("Europe/Athens", 1)


def test_a_player_outside_a_company_sees_the_line_alone() -> None:
    line = companies.CompanyLine(company="k-1", name="Thursdays", joining="open", members=2, founder="ann")
    with opened(services(GetCompany=companies.Company(line=line)), grpc_tokens=[OF_COMPANIES]) as door:
        found = stub_of(door).GetCompany(pb.GetCompanyRequest(account="a-eva", company="k-1"), **CALL).company
        assert [field.name for field, _ in found.ListFields()] == ["line"]
        assert (found.line.HasField("role"), found.line.HasField("evening")) == (False, False)


def test_a_companys_chat_is_read_and_written() -> None:
    line = chat.ChatLine(id=7, room="company:k-1", account="a-ann", name="ann", text="hello", at_ms=1_000)
    answers = {"ListCompanyChat": companies.CompanyChat(lines=[line]), "Say": line}
    with opened(services(**answers), grpc_tokens=[OF_COMPANIES]) as door:
        stub = stub_of(door)
        read = stub.ListCompanyChat(pb.ListCompanyChatRequest(account="a-bob", company="k-1"), **CALL)
        assert [(each.name, each.text, each.event_time.ToMilliseconds()) for each in read.lines] == [
            ("ann", "hello", 1_000)
        ]
        asked = pb.SayInCompanyRequest(account="a-ann", request_id="r", company="k-1", text="hello")
        assert stub.SayInCompany(asked, **CALL).line.id == 7
        assert door.rpc.requests(chat.Say) == [chat.Say(account="a-ann", id="r", room="company:k-1", text="hello")]


ANN = {"account": "a-ann", "request_id": "r-1"}
COMPANY = {**ANN, "company": "k-1"}
OWN = {"account": "a-ann", "id": "r-1"}
OF_ONE = {**OWN, "company": "k-1"}


@pytest.mark.parametrize(
    ("method", "fields", "asked"),
    [
        ("FoundCompany", {**ANN, "name": "We"}, companies.FoundCompany(**OWN, name="We")),
        ("FoundCompany", {**ANN, "name": "We", "joining": 1}, companies.FoundCompany(**OWN, name="We", joining="open")),
        (
            "ChangeCompany",
            {**COMPANY, "name": "We", "joining": 2},
            companies.ChangeCompany(**OF_ONE, name="We", joining="asked"),
        ),
        ("CloseCompany", COMPANY, companies.CloseCompany(**OF_ONE)),
        ("InvitePlayer", {**COMPANY, "name": "bob"}, companies.InviteToCompany(**OF_ONE, name="bob")),
        ("AnswerInvitation", COMPANY, companies.AnswerCompanyInvitation(**OF_ONE, accept=False)),
        ("JoinCompany", COMPANY, companies.JoinCompany(**OF_ONE)),
        (
            "AnswerRequest",
            {**COMPANY, "player": "b", "accept": True},
            companies.AnswerCompanyRequest(**OF_ONE, player="b", accept=True),
        ),
        ("LeaveCompany", COMPANY, companies.LeaveCompany(**OF_ONE)),
        ("RemoveMember", {**COMPANY, "player": "b"}, companies.RemoveCompanyMember(**OF_ONE, player="b")),
        (
            "SetRole",
            {**COMPANY, "player": "b", "role": 3},
            companies.SetCompanyRole(**OF_ONE, player="b", role="member"),
        ),
        ("MuteMember", {**COMPANY, "player": "b"}, companies.MuteCompanyMember(**OF_ONE, player="b", muted=False)),
        ("SetEvening", COMPANY, companies.SetCompanyEvening(**OF_ONE, evening=None)),
        (
            "SetEvening",
            {**COMPANY, "evening": pb.Evening(minute=1_200, weekday=3, zone="Europe/Athens", game="pilotta")},
            companies.SetCompanyEvening(**OF_ONE, evening=EVENING),
        ),
        ("ComeToEvening", {**COMPANY, "comes": True}, companies.ComeToEvening(**OF_ONE, comes=True)),
    ],
)
def test_what_a_player_does_is_passed_on(method: str, fields: dict[str, Any], asked: Any) -> None:
    answer = companies.CompanyRef(company="k-1") if method == "FoundCompany" else Done()
    with opened(services(**{type(asked).__name__: answer}), grpc_tokens=[OF_COMPANIES]) as door:
        found = getattr(stub_of(door), method)(getattr(pb, f"{method}Request")(**fields), **CALL)
        assert door.rpc.requests(type(asked)) == [asked]
        assert getattr(found, "company", "k-1") == "k-1"


@pytest.mark.parametrize(
    ("method", "fields"),
    [
        ("SetRole", {**COMPANY, "player": "b"}),
        ("SetRole", {**COMPANY, "player": "b", "role": 99}),
        ("ChangeCompany", {**COMPANY, "name": "We"}),
        ("SetEvening", {**COMPANY, "evening": pb.Evening(weekday=7, zone="UTC", game="tavli")}),
        ("SetEvening", {**COMPANY, "evening": pb.Evening(minute=-1, zone="UTC", game="tavli")}),
        ("JoinCompany", {"account": "a-ann", "company": "k-1"}),
        ("JoinCompany", {**COMPANY, "company": "k" * 65}),
    ],
)
def test_what_cannot_be_is_not_passed_on(method: str, fields: dict[str, Any]) -> None:
    with opened(services(), grpc_tokens=[OF_COMPANIES], grpc_health_every_s=600) as door:
        with pytest.raises(grpc.RpcError) as caught:
            getattr(stub_of(door), method)(getattr(pb, f"{method}Request")(**fields), **CALL)
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.INVALID_ARGUMENT, "bad_request")


def test_a_refusal_of_the_lobby_comes_back() -> None:
    with opened(services(JoinCompany=Refusal("company_full", {"most": 60})), grpc_tokens=[OF_COMPANIES]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            stub_of(door).JoinCompany(pb.JoinCompanyRequest(**COMPANY), **CALL)
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.FAILED_PRECONDITION, "company_full")


def test_a_token_for_companies_names_its_service_account() -> None:
    with pytest.raises(SettingsError), opened(services(), grpc_tokens=[f"{LINE}+lobby.companies"]):
        pass
