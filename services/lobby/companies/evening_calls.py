"""The standing evening: set by hosts, joined by members, and the calls to it (RULES.md §23)."""

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import companies as contract
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.commands.repeated_commands import answered, once_per_id
from services.lobby.companies import evenings, notices
from services.lobby.companies import rows as stored
from services.lobby.companies.authority import HOSTS, MEMBERS, member_who_may
from services.lobby.companies.rules import Company
from services.lobby.ports import Ports
from services.lobby.push import notices as push
from services.platform.database.unit_of_work import Work

_CALLS_MAX = 100
"""The most companies of one sweep; the others follow with the next."""


def set_evening(ports: Ports, request: contract.SetCompanyEvening) -> Done | Refusal:
    """Set the evening. Tables is asked about the game before the unit of work."""
    known: Done | Refusal | None = answered(ports, request)
    if known is not None:
        return known
    unfit = None if request.evening is None else _check(ports, request.evening)
    done: Done | Refusal = ports.run(_set, request, unfit)
    return done


def _check(ports: Ports, evening: contract.Evening) -> Refusal | None:
    unknown = evenings.check_zone(evening.zone)
    if unknown is not None:
        return unknown
    answer = ports.rpc.call(CheckOptions(game=evening.game, options={}), ports.settings.table_checks_timeout_ms)
    if isinstance(answer, CheckedOptions):
        return Refusal("game_unknown") if answer.house_banked else None
    return Refusal("game_unknown") if answer.error == "options_invalid" else answer


def _set(work: Work, ports: Ports, request: contract.SetCompanyEvening, unfit: Refusal | None) -> Done | Refusal:
    def carry_out() -> Done | Refusal:
        acting = member_who_may(work, ports, request.account, request.company, HOSTS)
        if isinstance(acting, Refusal) or unfit is not None:
            return acting if isinstance(acting, Refusal) else unfit or Done()
        company = planned(msgspec.structs.replace(acting.company, evening=request.evening), work.now_ms)
        if company.evening_at_ms != acting.company.evening_at_ms:
            stored.drop_comers(work, company.id)
        stored.save(work, company)
        notices.changed(work, ports, company)
        return Done()

    return once_per_id(work, request, carry_out)


def planned(company: Company, now_ms: int) -> Company:
    """The company with its next evening, and when something about it is due."""
    if company.evening is None:
        return msgspec.structs.replace(company, evening_at_ms=None, call_at_ms=None)
    at_ms = evenings.next_at(company.evening, now_ms)
    return msgspec.structs.replace(company, evening_at_ms=at_ms, call_at_ms=evenings.first_due(at_ms, now_ms))


def come(work: Work, ports: Ports, request: contract.ComeToEvening) -> Done | Refusal:
    """Come to the next evening, or not."""
    return once_per_id(work, request, lambda: _come(work, ports, request))


def _come(work: Work, ports: Ports, request: contract.ComeToEvening) -> Done | Refusal:
    acting = member_who_may(work, ports, request.account, request.company, MEMBERS)
    if isinstance(acting, Refusal):
        return acting
    if acting.company.evening is None:
        return Refusal("evening_unknown")
    stored.put_comer(work, acting.company.id, request.account, comes=request.comes)
    notices.changed(work, ports, acting.company)
    return Done()


def sweep_evenings(ports: Ports) -> None:
    """Make the calls that are due. Each is decided again under the company's lock, so of several processes one makes
    it; the next one is stored with it, so that it is not made again after a crash."""
    for company in ports.run(_due):
        ports.run(_call, company)


def _due(work: Work, _ports: Ports) -> list[str]:
    return stored.find_due(work, _CALLS_MAX)


def _call(work: Work, ports: Ports, company_id: str) -> None:
    company = stored.lock(work, company_id)
    if company is None or company.call_at_ms is None or company.evening_at_ms is None:
        return
    if company.call_at_ms > work.now_ms:
        return
    at_ms = company.evening_at_ms
    step = evenings.step(at_ms, company.called_at_ms, company.call_at_ms, work.now_ms)
    if step.next_ms is None:
        stored.drop_comers(work, company.id)
        after = planned(company, work.now_ms)
    else:
        called_at_ms = company.called_at_ms if step.call is None else at_ms
        after = msgspec.structs.replace(company, call_at_ms=step.next_ms, called_at_ms=called_at_ms)
    stored.save(work, after)
    if step.call is not None:
        metrics.company_evenings_called.labels(step.call).inc()
        members = [each.account for each in stored.members(work, company.id)]
        notices.notify(work, ports, after, members, step.call, at_ms=at_ms)
        if step.call == "now":
            push.evening_begins(work, ports, company.id, members, at_ms)
    else:
        notices.changed(work, ports, after)
