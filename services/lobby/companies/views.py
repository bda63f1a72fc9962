"""Companies as players see them (RULES.md §23)."""

from services.contracts.lobby.people import companies as contract
from services.kernel.refusal import Refusal
from services.lobby.chat import rows as lines
from services.lobby.companies import rows as stored
from services.lobby.companies.rules import FORBIDDEN, UNKNOWN, chat_room, is_host
from services.lobby.lists.room import table_line
from services.lobby.ports import Ports
from services.lobby.tables import rows as tables
from services.platform.database.unit_of_work import Work

_TABLES_MAX = 60


def list_own(work: Work, ports: Ports, request: contract.ListOwnCompanies) -> contract.Companies:
    """The player's companies, invitations and requests."""
    me = request.account
    mine = stored.lines_of(work, me, [each.company for each in stored.memberships(work, me)])
    asked = stored.lines_of(work, me, stored.asked_by(work, me))
    return contract.Companies(
        mine=sorted(mine.values(), key=lambda line: (line.name.casefold(), line.company)),
        invitations=stored.invitations(work, me),
        asked=sorted(asked.values(), key=lambda line: (line.name.casefold(), line.company)),
        most=ports.settings.companies.belongs_max,
    )


def list_open(work: Work, _ports: Ports, request: contract.ListOpenCompanies) -> contract.CompanyPage:
    """Companies to join; one more is read than the page has, to see whether it is the last one."""
    found = stored.open_lines(work, request.account, request.after, request.limit + 1)
    page = found[: request.limit]
    return contract.CompanyPage(companies=page, next=page[-1].company if len(found) > request.limit else None)


def get_company(work: Work, _ports: Ports, request: contract.GetCompany) -> contract.Company | Refusal:
    """A company as the player may see it."""
    line = stored.lines_of(work, request.account, [request.company]).get(request.company)
    candidate = stored.find_candidate(work, request.company, request.account)
    is_invited = candidate is not None and candidate.state == "invited"
    if line is None or (line.role is None and line.joining == "invited" and not is_invited):
        return UNKNOWN
    if line.role is None:
        has_asked = candidate is not None and candidate.state in ("asked", "refused")
        return contract.Company(line=line, is_invited=is_invited, has_asked=has_asked)
    hosts = is_host(line.role)
    return contract.Company(
        line=line,
        members=stored.shown_members(work, line.company),
        tables=[table_line(row) for row in tables.find_of_companies(work, [line.company], _TABLES_MAX)],
        asking=stored.candidates(work, line.company, "asked") if hosts else [],
        invited=stored.candidates(work, line.company, "invited", "declined") if hosts else [],
    )


def list_chat(work: Work, ports: Ports, request: contract.ListCompanyChat) -> contract.CompanyChat | Refusal:
    """The last lines, for members."""
    company = stored.find(work, request.company)
    member = None if company is None else stored.find_member(work, company.id, request.account)
    if company is None or (member is None and company.joining == "invited"):
        return UNKNOWN
    if member is None:
        return FORBIDDEN
    return contract.CompanyChat(lines=lines.find_last(work, chat_room(company.id), ports.settings.chat_history))
