"""What staff see of companies, and what they do about them (RULES.md §23). Moderation decides
whether a deed may be done (services/moderation/RULES.md §14); it is carried out here by its event."""

from collections.abc import Callable, Sequence

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import companies as contract
from services.contracts.moderation.companies import CompanyDecided, DecideCompany, Deed
from services.contracts.staff_roles import DECIDERS, READERS
from services.kernel.refusal import Refusal
from services.lobby.chat import rows as lines
from services.lobby.chat.rules import clean
from services.lobby.companies import founding, notices
from services.lobby.companies import record_rows as records
from services.lobby.companies import rows as stored
from services.lobby.companies.evening_calls import planned
from services.lobby.companies.rules import UNKNOWN, Company, Member, chat_room, heir, neutral_names
from services.lobby.conduct import rows as conduct
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.platform.database.unit_of_work import Work

_UNCHANGED = Refusal("company_unchanged")
_ABOUT: dict[Deed, str] = {
    "rename": "name",
    "restore_name": "name",
    "remove_picture": "picture",
    "close_chat": "chat",
    "open_chat": "chat",
    "close": "company",
    "reopen": "company",
}
"""What a deed decides: of two about the same the newer one holds, whenever they arrive."""


# --- what staff see ---


def search(work: Work, _ports: Ports, request: contract.SearchCompanies) -> contract.SeenCompanies | Refusal:
    """Companies by a part of their names."""
    if request.account not in conduct.staff_with(work, READERS):
        return Refusal("forbidden")
    text = clean(request.name)
    return contract.SeenCompanies(companies=records.search(work, text, contract.FOUND_MAX) if text else [])


def list_of_player(
    work: Work, _ports: Ports, request: contract.ListPlayerCompanies
) -> contract.SeenCompanies | Refusal:
    """The companies of a player."""
    if request.account not in conduct.staff_with(work, READERS):
        return Refusal("forbidden")
    return contract.SeenCompanies(companies=records.of_player(work, request.of))


def get_file(work: Work, _ports: Ports, request: contract.GetCompanyFile) -> contract.CompanyFile | Refusal:
    """A company with its members, history and chat."""
    if request.account not in conduct.staff_with(work, READERS):
        return Refusal("forbidden")
    company, closed = stored.find(work, request.company), None
    if company is None:
        closed = records.find_closed(work, request.company)
        if closed is None:
            return UNKNOWN
        company = closed[0]
    said = lines.page(work, None, chat_room(company.id), None, contract.LINES_MAX)
    return contract.CompanyFile(
        company=company.id,
        name=company.name,
        joining=company.joining,
        founded_at_ms=company.founded_at_ms,
        picture=company.picture,
        evening=company.evening,
        evening_at_ms=company.evening_at_ms,
        members=stored.shown_members(work, company.id) if closed is None else _belonged(work, company.id),
        records=records.newest(work, company.id, contract.RECORDS_MAX),
        lines=said,
        chat_closed_until_ms=company.chat_closed_until_ms,
        has_taken_name=records.taken_name(work, company.id) is not None,
        closed_at_ms=None if closed is None else closed[1],
        closed_by="" if closed is None else closed[2],
    )


def _belonged(work: Work, company: str) -> list[contract.CompanyMember]:
    order = ("founder", "host", "member")
    members = records.closed_members(work, company)
    members.sort(key=lambda each: (order.index(each.role), each.joined_at_ms))
    names = conduct.names(work, [each.account for each in members])
    return [
        contract.CompanyMember(
            account=each.account, name=names.get(each.account, ""), role=each.role, joined_at_ms=each.joined_at_ms
        )
        for each in members
    ]


# --- what staff do ---


def act(ports: Ports, request: contract.ActOnCompany) -> Done | Refusal:
    """Ask moderation, with what the lobby knows of the company. A deed that was carried out is answered as the first
    time."""
    known: DecideCompany | Done | Refusal = ports.run(_look_up, request)
    if not isinstance(known, DecideCompany):
        return known
    return ports.rpc.call(known)


def _look_up(work: Work, _ports: Ports, request: contract.ActOnCompany) -> DecideCompany | Done | Refusal:
    if request.account not in conduct.staff_with(work, DECIDERS):
        return Refusal("forbidden")
    if records.has_deed(work, request.company, request.id):
        return Done()
    closed = records.find_closed(work, request.company)
    company = stored.find(work, request.company) or (None if closed is None else closed[0])
    if company is None:
        return UNKNOWN
    name = _name_after(work, company, request.deed, closed=closed is not None)
    if name is None:
        return _UNCHANGED
    members = stored.members(work, company.id) if closed is None else records.closed_members(work, company.id)
    return DecideCompany(
        account=request.account,
        id=request.id,
        company=company.id,
        deed=request.deed,
        days=request.days,
        reason=request.reason,
        company_name=company.name,
        new_name=name,
        founder=next((each.account for each in members if each.role == "founder"), ""),
        members=[each.account for each in members],
        closed_by="" if closed is None else closed[2],
        alone=request.alone,
    )


def _name_after(work: Work, company: Company, deed: Deed, *, closed: bool) -> str | None:
    """How the company will be called after a deed; None: the deed would change nothing."""
    if closed or deed == "reopen":
        return company.name if closed and deed == "reopen" else None
    if deed == "rename":
        founder = next(each.account for each in stored.members(work, company.id) if each.role == "founder")
        found = players.find(work, founder)
        names = neutral_names(company.id, "" if found is None else found.language)
        return None if company.name in names else names[0]
    if deed == "restore_name":
        return records.taken_name(work, company.id)
    unchanged = {
        "remove_picture": company.picture is None,
        "open_chat": company.chat_closed_until_ms <= work.now_ms,
    }
    return None if unchanged.get(deed) else company.name


# --- what moderation has decided ---


def companies_decided(work: Work, ports: Ports, events: Sequence[CompanyDecided]) -> None:
    """Carry deeds out, each once, in the order of their numbers."""
    for event in sorted(events, key=lambda each: each.seq):
        if not records.is_newest(work, event.company, _ABOUT[event.deed], event.seq):
            continue
        if event.deed == "reopen":
            _reopen(work, ports, event)
        elif (company := stored.lock(work, event.company)) is not None:
            _CARRYING_OUT[event.deed](work, ports, company, event)


def _note(work: Work, event: CompanyDecided, name: str, before: str = "") -> None:
    records.add(
        work, event.company, event.deed, name, event.by, before=before, reason=event.reason, deed=event.id
    )  # fmt: skip


def _rename(work: Work, ports: Ports, company: Company, event: CompanyDecided) -> None:
    named = _save_as(work, company, event.name)
    _note(work, event, named.name, before=company.name)
    notices.changed(work, ports, named)


def _restore_name(work: Work, ports: Ports, company: Company, event: CompanyDecided) -> None:
    records.give_back(work, company.id)
    named = _save_as(work, company, event.name)
    _note(work, event, named.name, before=company.name)
    notices.changed(work, ports, named)


def _save_as(work: Work, company: Company, name: str) -> Company:
    """The company under this name, or under a neutral one if another company has the name by now."""
    for each in (name, *neutral_names(company.id, "")):
        named = msgspec.structs.replace(company, name=each)
        if stored.save(work, named):
            return named
    return company


def _remove_picture(work: Work, ports: Ports, company: Company, event: CompanyDecided) -> None:
    bare = msgspec.structs.replace(company, picture=None)
    stored.drop_picture(work, company.id)
    stored.save(work, bare)
    _note(work, event, company.name)
    notices.changed(work, ports, bare)


def _set_chat(work: Work, ports: Ports, company: Company, event: CompanyDecided) -> None:
    after = msgspec.structs.replace(company, chat_closed_until_ms=event.until_ms)
    stored.save(work, after)
    _note(work, event, company.name)
    notices.changed(work, ports, after)


def _close(work: Work, ports: Ports, company: Company, event: CompanyDecided) -> None:
    """End the company; those who sit at its tables play on."""
    records.close(work, company, stored.members(work, company.id), event.by)
    _note(work, event, company.name)
    founding.end(work, ports, company)


_CARRYING_OUT: dict[Deed, Callable[[Work, Ports, Company, CompanyDecided], None]] = {
    "rename": _rename,
    "restore_name": _restore_name,
    "remove_picture": _remove_picture,
    "close_chat": _set_chat,
    "open_chat": _set_chat,
    "close": _close,
}


def _reopen(work: Work, ports: Ports, event: CompanyDecided) -> None:
    """Open a closed company again with those of its members who have not been erased; the evening is planned anew."""
    belonged = records.closed_members(work, event.company)
    here = players.lock(work, [each.account for each in belonged])
    closed = records.find_closed(work, event.company)
    members = [each for each in belonged if each.account in here and not here[each.account].is_erased]
    if closed is None or not members:
        return
    company = _add_again(work, planned(closed[0], work.now_ms))
    for each in _with_founder(members):
        stored.put_member(work, each)
    records.drop_closed(work, event.company)
    _note(work, event, company.name)
    notices.changed(work, ports, company)


def _add_again(work: Work, company: Company) -> Company:
    for each in (company.name, *neutral_names(company.id, "")):
        named = msgspec.structs.replace(company, name=each)
        if stored.add(work, named):
            return named
    raise AssertionError("a name with the whole id of the company is free")


def _with_founder(members: list[Member]) -> list[Member]:
    """The members with a founder among them: without the one who was it, the next in line."""
    if any(each.role == "founder" for each in members):
        return members
    next_one = heir(members)
    return [msgspec.structs.replace(each, role="founder") if each == next_one else each for each in members]
