"""Ways into a company: by invitation, by request, through the open door (RULES.md §23)."""

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import companies as contract
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts import permissions
from services.lobby.accounts.rules import username_key
from services.lobby.commands.repeated_commands import once_per_id
from services.lobby.companies import notices, rules
from services.lobby.companies import rows as stored
from services.lobby.companies.authority import HOSTS, Acting, member_who_may, player_who_may
from services.lobby.companies.rules import (
    FORBIDDEN,
    UNKNOWN,
    Candidate,
    CandidateState,
    Company,
    Member,
)
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.social.blocks import who_blocks
from services.platform.database.unit_of_work import Work


def invite(work: Work, ports: Ports, request: contract.InviteToCompany) -> Done | Refusal:
    """Invite a player; one who asks to join becomes a member at once."""
    return once_per_id(work, request, lambda: _invite(work, ports, request))


def _invite(work: Work, ports: Ports, request: contract.InviteToCompany) -> Done | Refusal:
    other = players.find_by_key(work, username_key(request.name))
    others = () if other is None else (other.account,)
    acting = member_who_may(work, ports, request.account, request.company, HOSTS, *others)
    if isinstance(acting, Refusal):
        return acting
    if other is None:
        return Refusal("player_unknown")
    company = acting.company
    refusal = _check_invited(work, ports, acting, other)
    if refusal is not None:
        return refusal
    candidate = stored.find_candidate(work, company.id, other.account)
    if candidate is not None and candidate.state in ("asked", "refused"):
        return _let_in(work, ports, company, other.account)
    if candidate is not None and candidate.state in ("invited", "declined", "declined_unseen"):
        _show_again(work, candidate, "declined_unseen", "declined")
        return Done()
    most = ports.settings.companies.candidates_max
    if stored.count_candidates(work, company.id, "invited", "declined") >= most:
        return Refusal("company_invitation_limit", {"most": most})
    stored.put_candidate(work, Candidate(company.id, other.account, "invited", acting.player.account, work.now_ms))
    metrics.company_changes.labels("invited").inc()
    notices.notify(work, ports, company, [other.account], "invited", acting.player.name)
    notices.changed(work, ports, company)
    return Done()


def _show_again(work: Work, candidate: Candidate, hidden: CandidateState, shown: CandidateState) -> None:
    """An invitation or request that was refused and taken back looks as if it were made again, and waits in vain."""
    if candidate.state == hidden:
        stored.put_candidate(work, msgspec.structs.replace(candidate, state=shown))


def _check_invited(work: Work, ports: Ports, acting: Acting, other: Player) -> Refusal | None:
    refusal = permissions.check_home(other, ports, "company")
    if refusal is not None:
        return refusal
    if stored.find_member(work, acting.company.id, other.account) is not None:
        return Refusal("company_member")
    if who_blocks(work, acting.player.account, [other.account]):
        return Refusal("blocked_by_player")
    return rules.check_full(len(stored.members(work, acting.company.id)), ports.settings.companies)


def answer_invitation(work: Work, ports: Ports, request: contract.AnswerCompanyInvitation) -> Done | Refusal:
    """Accept an invitation, or decline it."""
    return once_per_id(work, request, lambda: _answer_invitation(work, ports, request))


def _answer_invitation(work: Work, ports: Ports, request: contract.AnswerCompanyInvitation) -> Done | Refusal:
    me = player_who_may(work, ports, request.account)
    if isinstance(me, Refusal):
        return me
    company = stored.lock(work, request.company)
    candidate = None if company is None else stored.find_candidate(work, company.id, me.account)
    if company is None or candidate is None or candidate.state != "invited":
        return Refusal("invitation_unknown")
    if request.accept:
        return _join(work, ports, company, me.account)
    stored.put_candidate(work, Candidate(company.id, me.account, "declined", candidate.by, work.now_ms))
    return Done()


def join(work: Work, ports: Ports, request: contract.JoinCompany) -> Done | Refusal:
    """Join an open company, or ask to join; an invited player joins."""
    return once_per_id(work, request, lambda: _join_or_ask(work, ports, request))


def _join_or_ask(work: Work, ports: Ports, request: contract.JoinCompany) -> Done | Refusal:
    me = player_who_may(work, ports, request.account)
    if isinstance(me, Refusal):
        return me
    company = stored.lock(work, request.company)
    if company is None:
        return UNKNOWN
    if stored.find_member(work, company.id, me.account) is not None:
        return Done()
    candidate = stored.find_candidate(work, company.id, me.account)
    state = None if candidate is None else candidate.state
    if state == "invited":
        return _join(work, ports, company, me.account)
    if company.joining == "invited":
        return UNKNOWN
    refusal = rules.check_age(me.created_at_ms, work.now_ms, ports.settings.newcomer_days) or _check_founder(
        work, company, me
    )
    if refusal is not None:
        return refusal
    if state == "removed":
        return FORBIDDEN
    waits = state in ("refused", "refused_unseen") or (state == "asked" and company.joining == "asked")
    if candidate is not None and waits:
        _show_again(work, candidate, "refused_unseen", "refused")
        return Done()
    return _join(work, ports, company, me.account) if company.joining == "open" else _ask(work, ports, company, me)


def _check_founder(work: Work, company: Company, me: Player) -> Refusal | None:
    founder = next(each.account for each in stored.members(work, company.id) if each.role == "founder")
    return Refusal("blocked_by_player") if who_blocks(work, me.account, [founder]) else None


def _ask(work: Work, ports: Ports, company: Company, me: Player) -> Done | Refusal:
    limits = ports.settings.companies
    refusal = rules.check_belongs(len(stored.memberships(work, me.account)), limits)
    refusal = refusal or rules.check_full(len(stored.members(work, company.id)), limits)
    if refusal is not None:
        return refusal
    if stored.count_candidates(work, company.id, "asked") >= limits.candidates_max:
        return Refusal("company_full", {"most": limits.candidates_max})
    stored.put_candidate(work, Candidate(company.id, me.account, "asked", me.account, work.now_ms))
    metrics.company_changes.labels("asked").inc()
    notices.asked(work, ports, company, me.name)
    return Done()


def answer_request(work: Work, ports: Ports, request: contract.AnswerCompanyRequest) -> Done | Refusal:
    """Let a player in who asks, or not."""
    return once_per_id(work, request, lambda: _answer_request(work, ports, request))


def _answer_request(work: Work, ports: Ports, request: contract.AnswerCompanyRequest) -> Done | Refusal:
    acting = member_who_may(work, ports, request.account, request.company, HOSTS, request.player)
    if isinstance(acting, Refusal):
        return acting
    company = acting.company
    candidate = stored.find_candidate(work, company.id, request.player)
    if candidate is None or candidate.state != "asked":
        return Refusal("request_unknown")
    if request.accept:
        return _let_in(work, ports, company, request.player)
    stored.put_candidate(work, Candidate(company.id, request.player, "refused", request.player, work.now_ms))
    notices.changed(work, ports, company)
    return Done()


def _let_in(work: Work, ports: Ports, company: Company, account: str) -> Done | Refusal:
    """Make a member of a player who has asked. To how many companies they belong is their own affair: where it is too
    many, the request is dropped without a word to the host."""
    limits = ports.settings.companies
    refusal = rules.check_full(len(stored.members(work, company.id)), limits)
    if refusal is not None:
        return refusal
    if rules.check_belongs(len(stored.memberships(work, account)), limits) is None:
        _add(work, ports, company, account)
        notices.notify(work, ports, company, [account], "joined")
    else:
        stored.drop_candidate(work, company.id, account)
        notices.changed(work, ports, company)
    return Done()


def _join(work: Work, ports: Ports, company: Company, account: str) -> Done | Refusal:
    limits = ports.settings.companies
    refusal = rules.check_belongs(len(stored.memberships(work, account)), limits)
    refusal = refusal or rules.check_full(len(stored.members(work, company.id)), limits)
    if refusal is None:
        _add(work, ports, company, account)
    return refusal or Done()


def _add(work: Work, ports: Ports, company: Company, account: str) -> None:
    stored.drop_candidate(work, company.id, account)
    stored.put_member(work, Member(company.id, account, "member", work.now_ms))
    metrics.company_changes.labels("joined").inc()
    notices.changed(work, ports, company)
