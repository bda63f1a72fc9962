"""Reports of companies: the lobby adds what was reported, who wrote it, and what stands around it, and sends them to
moderation (RULES.md §23; services/moderation/RULES.md §5)."""

from typing import NamedTuple

from services.contracts.lobby.chat import ChatLine
from services.contracts.lobby.people import companies as contract
from services.contracts.lobby.people.conduct import ReportCompany
from services.contracts.moderation import reports
from services.kernel.refusal import Refusal
from services.lobby.accounts import permissions
from services.lobby.chat import rows as lines
from services.lobby.companies import rows as stored
from services.lobby.companies.rules import FORBIDDEN, chat_room
from services.lobby.companies.views import get_company
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.platform.database.unit_of_work import Work

_LINES_MAX = 50
_NO_PART = Refusal("company_part_unknown")


class _Part(NamedTuple):
    """The account that answers for what was reported, and the lines around it."""

    account: str
    lines: list[ChatLine]


def report_company(ports: Ports, request: ReportCompany) -> reports.Receipt | Refusal:
    """Look up what is reported, as the reporter may see it, and file the report."""
    asked: reports.FileReport | Refusal = ports.run(_filing, request)
    if isinstance(asked, Refusal):
        return asked
    return ports.rpc.call(asked)


def _filing(work: Work, ports: Ports, request: ReportCompany) -> reports.FileReport | Refusal:
    me = players.find(work, request.account)
    if me is None:
        return Refusal("player_unknown")
    seen = permissions.check(work, ports, me, "report") or get_company(
        work, ports, contract.GetCompany(account=request.account, company=request.company)
    )
    if isinstance(seen, Refusal):
        return seen
    members = stored.members(work, request.company)
    founder = next(each.account for each in members if each.role == "founder")
    part = _part(work, request, seen.line, founder)
    if isinstance(part, Refusal):
        return part
    company = reports.ReportedCompany(
        company=request.company,
        name=seen.line.name,
        founder=founder,
        part=request.part,
        picture=seen.line.picture if request.part == "picture" else None,
        line=request.line if request.part == "line" else None,
    )
    room = chat_room(request.company) if request.part == "line" else None
    return reports.FileReport(
        account=request.account,
        id=request.id,
        reported=part.account,
        reported_kind="human",
        category=request.category,
        comment=request.comment,
        context=reports.ReportContext(room=room, company=company),
        lines=part.lines,
        seated=[each.account for each in members if each.account not in (request.account, part.account)],
        contact_ms_ago=0,
    )


def _part(work: Work, request: ReportCompany, line: contract.CompanyLine, founder: str) -> _Part | Refusal:
    """`company_forbidden`: its chat is for members; `company_part_unknown`: it has no picture, or no such line."""
    if request.part == "name":
        return _Part(founder, [])
    if request.part == "picture":
        return _NO_PART if line.picture is None else _Part(founder, [])
    if line.role is None:
        return FORBIDDEN
    around = lines.around(work, chat_room(request.company), request.line or 0, _LINES_MAX)
    said = next((each for each in around if each.id == request.line), None)
    return _NO_PART if said is None else _Part(said.account, around)
