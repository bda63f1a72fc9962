"""Reports of companies (services/lobby/RULES.md §23)."""

from typing import Any

import msgspec
import pytest

from services.contracts.lobby.people import companies as contract
from services.contracts.lobby.people.conduct import ReportCompany, ReportPlayer
from services.contracts.moderation import reports
from services.kernel.refusal import Refusal
from services.lobby.companies import rows as stored
from tests.lobby.companies.people import Company, found, grown_up
from tests.lobby.local_lobby import Here, LocalLobby


@pytest.fixture(autouse=True)
def moderation(lobby: LocalLobby) -> None:
    lobby.rpc.answers[reports.FileReport] = lambda asked: reports.Receipt(
        id=asked.id, reported=asked.reported, category=asked.category, created_at_ms=1
    )


def report(lobby: LocalLobby, who: Here, company: str, part: str, line: int | None = None) -> Any:
    """What reached moderation, or the code of the refusal."""
    asked = ReportCompany(
        account=who.account, id=lobby.next_id(), company=company, part=part, category="other", comment="bad", line=line
    )
    answer = lobby.ask(asked)
    return answer.error if isinstance(answer, Refusal) else lobby.rpc.asked(reports.FileReport)[-1]


def say(lobby: LocalLobby, company: Company, who: Here, text: str) -> int:
    lobby.wait(10_000)
    return int(lobby.say(who, text, f"company:{company.id}").id)


def test_a_name_is_reported_and_the_report_is_about_its_founder(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana, "A bad name", joining="open")
    company.join(ben)
    say(lobby, company, ben, "a secret of the company")
    sent = report(lobby, eva, company.id, "name")
    assert (sent.account, sent.reported, sent.reported_kind) == (eva.account, ana.account, "human")
    assert sent.context.company == reports.ReportedCompany(
        company=company.id, name="A bad name", founder=ana.account, part="name"
    )
    assert (sent.lines, sent.context.room, sent.contact_ms_ago) == ([], None, 0)
    assert sent.seated == [ben.account], "members do not decide about their company"


def test_a_line_is_reported_by_members_with_those_around_it(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company, other = found(lobby, ana, joining="open"), found(lobby, ana, "Another one", joining="open")
    company.join(ben)
    say(lobby, other, ana, "elsewhere")
    numbers = [say(lobby, company, ben if number == 40 else ana, f"line {number}") for number in range(80)]
    sent = report(lobby, ana, company.id, "line", numbers[40])
    assert (sent.reported, sent.context.room) == (ben.account, f"company:{company.id}")
    assert (sent.context.company.line, sent.context.company.founder) == (numbers[40], ana.account)
    assert [line.text for line in sent.lines] == [f"line {number}" for number in range(15, 65)]
    assert [line.text for line in report(lobby, ben, company.id, "line", numbers[1]).lines][:3] == [
        "line 0", "line 1", "line 2"
    ]  # fmt: skip
    assert report(lobby, eva, company.id, "line", numbers[40]) == "company_forbidden"
    assert report(lobby, ana, other.id, "line", numbers[40]) == "company_part_unknown", "a line of another company"
    assert report(lobby, ana, company.id, "line") == "company_part_unknown"


def test_a_picture_is_reported_as_it_is(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    company = found(lobby, ana, joining="asked")
    assert report(lobby, ben, company.id, "picture") == "company_part_unknown"
    lobby.database.run(stored.put_picture, company.id, "p1", b"image")
    with lobby.database.work() as work:
        kept = stored.lock(work, company.id)
        assert kept is not None
        stored.save(work, msgspec.structs.replace(kept, picture="p1"))
    sent = report(lobby, ben, company.id, "picture")
    assert (sent.reported, sent.context.company.part, sent.context.company.picture) == (ana.account, "picture", "p1")


def test_what_one_does_not_see_is_not_reported(lobby: LocalLobby) -> None:
    ana, ben = grown_up(lobby, "Ana", "Ben")
    hidden = found(lobby, ana, joining="invited")
    for part in ("name", "picture", "line"):
        assert report(lobby, ben, hidden.id, part, 1) == "company_unknown"
        assert report(lobby, ben, "none", part, 1) == "company_unknown"
    hidden.invite(ana, "Ben")
    assert not isinstance(report(lobby, ben, hidden.id, "name"), str), "who is invited sees it"
    assert lobby.rpc.asked(reports.FileReport)[-1].reported == ana.account


def test_the_chat_goes_along_with_reports_of_members_alone(lobby: LocalLobby) -> None:
    """A client may name any room in a report of a player."""
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana, joining="open")
    company.join(ben)
    say(lobby, company, ana, "among us")
    context = reports.ReportContext(
        room=f"company:{company.id}",
        company=reports.ReportedCompany(company="forged", name="forged", founder="forged", part="name"),
    )
    for who, expected in ((ben, ["among us"]), (eva, [])):
        asked = ReportPlayer(
            account=who.account, id=lobby.next_id(), category="insult", comment="x", context=context, to=ana.account
        )
        lobby.ask(asked)
        sent = lobby.rpc.asked(reports.FileReport)[-1]
        assert [line.text for line in sent.lines] == expected
        assert sent.context.company is None, "only the lobby says which company it is"


def test_a_company_without_its_founder_is_reported_with_the_next_one(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana, joining="open")
    company.join(ben)
    company.do(ana, contract.LeaveCompany)
    assert report(lobby, eva, company.id, "name").reported == ben.account
