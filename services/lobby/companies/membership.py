"""Roles of members, mutes by hosts, and the end of a membership (RULES.md §23)."""

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import companies as contract
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.commands.repeated_commands import once_per_id
from services.lobby.companies import founding, notices, rules
from services.lobby.companies import record_rows as records
from services.lobby.companies import rows as stored
from services.lobby.companies.authority import FOUNDER, HOSTS, member_who_may
from services.lobby.companies.rules import FORBIDDEN, MUTE_MS, UNKNOWN, Candidate, CandidateState, Company, Member
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.platform.database.unit_of_work import Work

_UNKNOWN_MEMBER = Refusal("member_unknown")


def leave(work: Work, ports: Ports, request: contract.LeaveCompany) -> Done | Refusal:
    """Leave a company, or take one's request back."""
    return once_per_id(work, request, lambda: _leave(work, ports, request))


def _leave(work: Work, ports: Ports, request: contract.LeaveCompany) -> Done | Refusal:
    players.lock(work, [request.account])
    company = stored.lock(work, request.company)
    if company is None:
        return UNKNOWN
    member = stored.find_member(work, company.id, request.account)
    if member is not None:
        _part(work, ports, company, member)
        metrics.company_changes.labels("left").inc()
        return Done()
    candidate = stored.find_candidate(work, company.id, request.account)
    if candidate is not None and candidate.state in ("asked", "refused"):
        _take_back(work, candidate)
        notices.changed(work, ports, company)
        return Done()
    return Done() if company.joining != "invited" else UNKNOWN


def _take_back(work: Work, candidate: Candidate) -> None:
    """Take a request or an invitation back; one that was refused is no longer seen, and goes on counting."""
    hidden: dict[CandidateState, CandidateState] = {"refused": "refused_unseen", "declined": "declined_unseen"}
    if candidate.state in hidden:
        stored.put_candidate(work, msgspec.structs.replace(candidate, state=hidden[candidate.state]))
    else:
        stored.drop_candidate(work, candidate.company, candidate.account)


def leave_all(work: Work, account: str) -> None:
    """Take an account that is erased out of all companies; the caller has locked it."""
    for member in stored.memberships(work, account):
        company = stored.lock(work, member.company)
        if company is not None and not _drop(work, member):
            stored.remove(work, company.id)
    stored.erase_candidates(work, account)
    records.erase(work, account)


def _part(work: Work, ports: Ports, company: Company, member: Member) -> None:
    """Take a member out of a locked company, which closes if none is left."""
    if _drop(work, member):
        notices.changed(work, ports, company)
    else:
        founding.end(work, ports, company)


def _drop(work: Work, member: Member) -> bool:
    """Delete a member; without a founder the company passes to another member. False: none is left."""
    stored.drop_member(work, member.company, member.account)
    if member.role != "founder":
        return True
    heir = rules.heir(stored.members(work, member.company))
    if heir is not None:
        stored.put_member(work, msgspec.structs.replace(heir, role="founder"))
        metrics.company_changes.labels("passed").inc()
    return heir is not None


def remove(work: Work, ports: Ports, request: contract.RemoveCompanyMember) -> Done | Refusal:
    """Remove a member, or take an invitation back."""
    return once_per_id(work, request, lambda: _remove(work, ports, request))


def _remove(work: Work, ports: Ports, request: contract.RemoveCompanyMember) -> Done | Refusal:
    acting = member_who_may(work, ports, request.account, request.company, HOSTS)
    if isinstance(acting, Refusal):
        return acting
    company = acting.company
    other = stored.find_member(work, company.id, request.player)
    if other is None:
        return _take_invitation_back(work, ports, company, request.player)
    if not rules.may_remove(acting.member, other):
        return FORBIDDEN
    _part(work, ports, company, other)
    stored.put_candidate(work, Candidate(company.id, other.account, "removed", request.account, work.now_ms))
    metrics.company_changes.labels("removed").inc()
    notices.notify(work, ports, company, [other.account], "removed")
    return Done()


def _take_invitation_back(work: Work, ports: Ports, company: Company, account: str) -> Done | Refusal:
    candidate = stored.find_candidate(work, company.id, account)
    if candidate is None or candidate.state not in ("invited", "declined"):
        return _UNKNOWN_MEMBER
    _take_back(work, candidate)
    notices.notify(work, ports, company, [account], "changed")
    notices.changed(work, ports, company)
    return Done()


def set_role(work: Work, ports: Ports, request: contract.SetCompanyRole) -> Done | Refusal:
    """Give a member another role; of the founder's there is one, so that the company is handed over with it."""
    return once_per_id(work, request, lambda: _set_role(work, ports, request))


def _set_role(work: Work, ports: Ports, request: contract.SetCompanyRole) -> Done | Refusal:
    acting = member_who_may(work, ports, request.account, request.company, FOUNDER, request.player)
    if isinstance(acting, Refusal):
        return acting
    other = stored.find_member(work, acting.company.id, request.player)
    if other is None or other.account == acting.member.account:
        return _UNKNOWN_MEMBER
    refusal = _check_founder(work, ports, other) if request.role == "founder" else None
    if refusal is not None:
        return refusal
    if request.role == "founder":
        stored.put_member(work, msgspec.structs.replace(acting.member, role="host"))
    stored.put_member(work, msgspec.structs.replace(other, role=request.role))
    notices.changed(work, ports, acting.company)
    return Done()


def _check_founder(work: Work, ports: Ports, other: Member) -> Refusal | None:
    founded = [each for each in stored.memberships(work, other.account) if each.role == "founder"]
    return rules.check_founded(len(founded), ports.settings.companies)


def mute(work: Work, ports: Ports, request: contract.MuteCompanyMember) -> Done | Refusal:
    """Mute a member in the company's chat, or end that."""
    return once_per_id(work, request, lambda: _mute(work, ports, request))


def _mute(work: Work, ports: Ports, request: contract.MuteCompanyMember) -> Done | Refusal:
    acting = member_who_may(work, ports, request.account, request.company, HOSTS)
    if isinstance(acting, Refusal):
        return acting
    other = stored.find_member(work, acting.company.id, request.player)
    if other is None:
        return _UNKNOWN_MEMBER
    if not rules.may_remove(acting.member, other):
        return FORBIDDEN
    until_ms: TimeMs = work.now_ms + MUTE_MS if request.muted else 0
    stored.put_member(work, msgspec.structs.replace(other, muted_until_ms=until_ms))
    notices.changed(work, ports, acting.company)
    return Done()
