"""Founding a company, its name, way in and picture, and its end (RULES.md §23)."""

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import companies as contract
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.commands.repeated_commands import once_per_id
from services.lobby.companies import notices, rules
from services.lobby.companies import record_rows as records
from services.lobby.companies import rows as stored
from services.lobby.companies.authority import FOUNDER, check_voice, member_who_may, player_who_may
from services.lobby.companies.rules import Company, Member
from services.lobby.ports import Ports
from services.lobby.sessions.use_cases import new_token
from services.platform.database.unit_of_work import Work

_PICTURE_BYTES = 16
_TAKEN = Refusal("company_name_taken")


def found_company(work: Work, ports: Ports, request: contract.FoundCompany) -> contract.CompanyRef | Refusal:
    """Found a company; the player is its founder and first member."""
    return once_per_id(work, request, lambda: _found(work, ports, request))


def _found(work: Work, ports: Ports, request: contract.FoundCompany) -> contract.CompanyRef | Refusal:
    me = player_who_may(work, ports, request.account)
    if isinstance(me, Refusal):
        return me
    refusal = rules.check_age(me.created_at_ms, work.now_ms, ports.settings.newcomer_days) or check_voice(
        work, me.account
    )
    name = refusal or rules.read_name(request.name)
    if isinstance(name, Refusal) and name.error != _TAKEN.error:
        return name
    mine = stored.memberships(work, me.account)
    limits = ports.settings.companies
    refusal = rules.check_founded(_founded(mine), limits) or rules.check_belongs(len(mine), limits)
    if refusal is not None or isinstance(name, Refusal):
        return refusal or _TAKEN
    company = Company(new_id(), name, request.joining, work.now_ms)
    if records.is_taken(work, name) or not stored.add(work, company):
        return _TAKEN
    records.add(work, company.id, "founded", name, me.account)
    stored.put_member(work, Member(company.id, me.account, "founder", work.now_ms))
    metrics.company_changes.labels("founded").inc()
    notices.changed(work, ports, company)
    return contract.CompanyRef(company=company.id)


def change_company(work: Work, ports: Ports, request: contract.ChangeCompany) -> Done | Refusal:
    """Change name and way in."""
    return once_per_id(work, request, lambda: _change(work, ports, request))


def _change(work: Work, ports: Ports, request: contract.ChangeCompany) -> Done | Refusal:
    acting = member_who_may(work, ports, request.account, request.company, FOUNDER)
    if isinstance(acting, Refusal):
        return acting
    name = check_voice(work, request.account) or rules.read_name(request.name)
    if isinstance(name, Refusal):
        return name
    company = msgspec.structs.replace(acting.company, name=name, joining=request.joining)
    renamed = name != acting.company.name
    if (renamed and records.is_taken(work, name)) or not stored.save(work, company):
        return _TAKEN
    if renamed:
        records.add(work, company.id, "renamed", name, request.account, before=acting.company.name)
    notices.changed(work, ports, company)
    return Done()


def close_company(work: Work, ports: Ports, request: contract.CloseCompany) -> Done | Refusal:
    """Close the company by its founder."""
    return once_per_id(work, request, lambda: _close(work, ports, request))


def _close(work: Work, ports: Ports, request: contract.CloseCompany) -> Done | Refusal:
    acting = member_who_may(work, ports, request.account, request.company, FOUNDER)
    if isinstance(acting, Refusal):
        return acting
    end(work, ports, acting.company)
    return Done()


def end(work: Work, ports: Ports, company: Company) -> None:
    """End a locked company; its members are notified."""
    members = [each.account for each in stored.members(work, company.id)]
    stored.remove(work, company.id)
    metrics.company_changes.labels("closed").inc()
    notices.notify(work, ports, company, members, "closed")


def set_picture(ports: Ports, request: contract.SetCompanyPicture) -> Done | Refusal:
    """Set the picture. It is decoded and scaled in a thread, before the unit of work that stores it."""
    small = ports.pictures.shrink(request.image)
    if isinstance(small, Refusal):
        return small
    done: Done | Refusal = ports.run(_put_picture, request.account, request.company, small)
    return done


def delete_picture(work: Work, ports: Ports, request: contract.DeleteCompanyPicture) -> Done | Refusal:
    """Delete the picture."""
    return _put_picture(work, ports, request.account, request.company, None)


def _put_picture(work: Work, ports: Ports, account: str, company_id: str, image: bytes | None) -> Done | Refusal:
    acting = member_who_may(work, ports, account, company_id, FOUNDER)
    if isinstance(acting, Refusal):
        return acting
    picture = None if image is None else new_token(_PICTURE_BYTES)
    company = msgspec.structs.replace(acting.company, picture=picture)
    if image is None or picture is None:
        stored.drop_picture(work, company.id)
    else:
        stored.put_picture(work, company.id, picture, image)
    stored.save(work, company)
    notices.changed(work, ports, company)
    return Done()


def _founded(mine: list[Member]) -> int:
    return sum(1 for each in mine if each.role == "founder")
