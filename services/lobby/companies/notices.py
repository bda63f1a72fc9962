"""Notices about companies to the players concerned who are connected."""

from collections.abc import Collection

from services.contracts.client.frames import CompanyFrame, CompanyNotice
from services.kernel.clock import TimeMs
from services.lobby import metrics
from services.lobby.companies import rows as stored
from services.lobby.companies.rules import Company, is_host
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.platform.database.unit_of_work import Work


def notify(
    work: Work,
    ports: Ports,
    company: Company,
    accounts: Collection[str],
    kind: CompanyNotice,
    by: str = "",
    at_ms: TimeMs | None = None,
) -> None:
    """Send a notice to these accounts, as far as they are connected."""
    here = sorted(players.find_connected(work, accounts)) if accounts else []
    frame = CompanyFrame(company=company.id, name=company.name, news=kind, by=by, at_ms=at_ms)
    client_updates.frame(work, ports, here, frame)


def changed(work: Work, ports: Ports, company: Company) -> None:
    """Let the members' clients read the company again."""
    notify(work, ports, company, [each.account for each in stored.members(work, company.id)], "changed")


def asked(work: Work, ports: Ports, company: Company, by: str) -> None:
    """Notify founder and hosts that a player asks to join."""
    hosts = [each.account for each in stored.members(work, company.id) if is_host(each.role)]
    notify(work, ports, company, hosts, "asked", by)


def count(work: Work, _ports: Ports) -> None:
    """Update the metrics of companies and members."""
    companies, members = stored.count(work)
    metrics.companies.set(companies)
    metrics.company_members.set(members)
