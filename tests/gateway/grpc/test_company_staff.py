"""The staff's part of kafeneio.lobby.v1.CompaniesService, against a real front (services/lobby/RULES.md §23)."""

from typing import Any

import grpc
import pytest

from gateway.grpc.gen.kafeneio.lobby.v1 import companies_pb2 as pb
from services.contracts.base import Done
from services.contracts.lobby import chat
from services.contracts.lobby.people import companies
from services.contracts.moderation import staff
from services.kernel.refusal import Refusal
from services.platform.process.settings import SettingsError
from tests.gateway.fakes import services
from tests.gateway.grpc.test_companies import CALL, EVENING, stub_of
from tests.gateway.grpc.test_front import LINE, opened

OF_STAFF = f"{LINE}+lobby.operate@bot"
BOT = "service.bot"
FILE = companies.CompanyFile(
    company="k-1",
    name="Company 7f3a2b",
    joining="asked",
    founded_at_ms=1_000,
    picture=None,
    evening=EVENING,
    evening_at_ms=9_000,
    members=[companies.CompanyMember(account="a-ann", name="ann", role="founder", joined_at_ms=1_000)],
    records=[
        companies.CompanyRecord(
            at_ms=3_000, kind="rename", name="Company 7f3a2b", by="bot", before="Rude", reason="an insult to others"
        ),
        companies.CompanyRecord(at_ms=1_000, kind="founded", name="Rude", by="a-ann"),
    ],
    lines=[chat.ChatLine(id=7, room="company:k-1", account="a-ann", name="ann", text="hello", at_ms=2_000)],
    chat_closed_until_ms=0,
    has_taken_name=True,
)


def test_companies_are_found_by_a_part_of_their_names_in_the_name_of_the_caller_s_account() -> None:
    seen = companies.SeenCompanies(companies=[companies.SeenCompany(company="k-1", name="We", members=3, closed=True)])
    with opened(services(SearchCompanies=seen), grpc_tokens=[OF_STAFF]) as door:
        (found,) = stub_of(door).LookupCompanies(pb.LookupCompaniesRequest(name="w"), **CALL).companies
        assert (found.company, found.name, found.members, found.closed) == ("k-1", "We", 3, True)
        assert door.rpc.requests(companies.SearchCompanies) == [companies.SearchCompanies(account=BOT, name="w")]


def test_a_company_is_shown_with_its_history_after_the_reading_was_noted() -> None:
    with opened(services(GetCompanyFile=FILE, NoteReading=Done()), grpc_tokens=[OF_STAFF]) as door:
        file = stub_of(door).GetCompanyFile(pb.GetCompanyFileRequest(company="k-1"), **CALL).file
        assert door.rpc.requests(staff.NoteReading) == [staff.NoteReading(account=BOT, what="company", of="k-1")]
    renamed, founded = file.records
    assert (renamed.kind, founded.kind) == (pb.COMPANY_RECORD_KIND_RENAME, pb.COMPANY_RECORD_KIND_FOUNDED)
    assert (renamed.before, renamed.reason, renamed.event_time.ToMilliseconds()) == (
        "Rude",
        "an insult to others",
        3_000,
    )
    assert (file.joining, file.has_taken_name, file.found_time.ToMilliseconds()) == (pb.JOINING_ASKED, True, 1_000)
    assert [each.text for each in file.lines] == ["hello"]
    assert not any(map(file.HasField, ("chat_open_time", "close_time", "picture")))
    assert not file.members[0].HasField("mute_end_time")


def test_a_file_is_not_read_where_that_it_is_cannot_be_noted() -> None:
    with opened(services(GetCompanyFile=FILE, NoteReading=Refusal("forbidden")), grpc_tokens=[OF_STAFF]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            stub_of(door).GetCompanyFile(pb.GetCompanyFileRequest(company="k-1"), **CALL)
        assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
        assert door.rpc.requests(companies.GetCompanyFile) == []


def test_a_deed_is_passed_on_with_its_reason() -> None:
    with opened(services(ActOnCompany=Done()), grpc_tokens=[OF_STAFF]) as door:
        asked = pb.ActOnCompanyRequest(
            request_id="r-1", company="k-1", deed=pb.COMPANY_DEED_CLOSE_CHAT, reason="hands were shown", days=3
        )
        stub_of(door).ActOnCompany(asked, **CALL)
        assert door.rpc.requests(companies.ActOnCompany) == [
            companies.ActOnCompany(
                account=BOT, id="r-1", company="k-1", deed="close_chat", reason="hands were shown", days=3
            )
        ]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("forbidden", grpc.StatusCode.FAILED_PRECONDITION),
        ("conflict_of_interest", grpc.StatusCode.FAILED_PRECONDITION),
        ("company_unknown", grpc.StatusCode.NOT_FOUND),
        ("company_unchanged", grpc.StatusCode.FAILED_PRECONDITION),
    ],
)
def test_refusals_of_deeds_have_their_codes(error: str, code: grpc.StatusCode) -> None:
    with opened(services(ActOnCompany=Refusal(error)), grpc_tokens=[OF_STAFF]) as door:
        asked: Any = pb.ActOnCompanyRequest(request_id="r", company="k-1", deed=pb.COMPANY_DEED_CLOSE, reason="x" * 10)
        with pytest.raises(grpc.RpcError) as caught:
            stub_of(door).ActOnCompany(asked, **CALL)
        assert caught.value.code() is code


def test_another_account_cannot_be_named_and_the_scope_of_players_is_not_enough() -> None:
    with opened(services(SearchCompanies=companies.SeenCompanies(companies=[])), grpc_tokens=[OF_STAFF]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            stub_of(door).LookupCompanies(pb.LookupCompaniesRequest(account="a-ann", name="w"), **CALL)
        assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED
    with opened(services(), grpc_tokens=[f"{LINE}+lobby.companies@bot"]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            stub_of(door).LookupCompanies(pb.LookupCompaniesRequest(name="w"), **CALL)
        assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED


def test_a_token_for_it_names_its_service_account() -> None:
    with pytest.raises(SettingsError), opened(services(), grpc_tokens=[f"{LINE}+lobby.operate"]):
        pass
