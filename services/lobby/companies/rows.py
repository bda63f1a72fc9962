"""Companies, members and candidates as stored (RULES.md §23). Lock players before companies."""

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.people.companies import (
    CompanyCandidate,
    CompanyInvitation,
    CompanyLine,
    CompanyMember,
    Evening,
    Joining,
)
from services.kernel.clock import TimeMs
from services.lobby.companies.rules import Candidate, CandidateState, Company, Member, name_key
from services.lobby.schema import (
    companies,
    company_candidates,
    company_comers,
    company_members,
    company_pictures,
    players,
)
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

_SHOWN = (players.c.name, players.c.photo, players.c.avatar)
_founders = company_members.alias("founders")

# --- companies ---


def add(work: Work, company: Company) -> bool:
    """Store a new company; False: another one has a name that looks the same."""
    return insert_if_missing(work, companies, {"company": company.id, **_values(company)})


def lock(work: Work, company: str) -> Company | None:
    """A company, locked until the end of the transaction."""
    return _one(work, _company(company).with_for_update())


def find(work: Work, company: str) -> Company | None:
    """A company."""
    return _one(work, _company(company))


def save(work: Work, company: Company) -> bool:
    """Store a locked company; False: another one has a name that looks the same. A row with the new name is added and
    removed first, so that of two who want it at the same time the second one waits for the first."""
    same = sa.select(companies.c.company).where(
        companies.c.company == company.id, companies.c.name_key == name_key(company.name)
    )
    if work.execute(same).first() is None:
        if not insert_if_missing(work, companies, {"company": f"{company.id} renamed", **_values(company)}):
            return False
        work.execute(companies.delete().where(companies.c.company == f"{company.id} renamed"))
    work.execute(companies.update().where(companies.c.company == company.id).values(_values(company)))
    return True


def remove(work: Work, company: str) -> None:
    """Delete a company with everything that belongs to it."""
    for table in (company_candidates, company_comers, company_members, company_pictures, companies):
        work.execute(table.delete().where(table.c.company == company))


def lines(work: Work, reader: str, chosen: sa.ColumnElement[bool], most: int = 1_000) -> list[CompanyLine]:
    """Companies as a reader sees them, in the order of their ids."""
    own = company_members.alias("own")
    of_reader = sa.and_(own.c.company == companies.c.company, own.c.account == storable(reader))
    role = sa.select(own.c.role).where(of_reader).scalar_subquery()
    mine = sa.and_(company_comers.c.company == companies.c.company, company_comers.c.account == storable(reader))
    comes = sa.exists(sa.select(company_comers.c.account).where(mine))
    of_founder = sa.and_(_founders.c.company == companies.c.company, _founders.c.role == "founder")
    found = (
        sa.select(
            companies,
            _number(company_members).label("members"),
            _number(company_comers).label("coming"),
            role.label("role"),
            comes.label("comes"),
            players.c.name.label("founder"),
        )
        .join(_founders, of_founder)
        .join(players, players.c.account == _founders.c.account)
        .where(chosen)
        .order_by(companies.c.company)
        .limit(most)
    )
    return [
        CompanyLine(
            company=row.company,
            name=row.name,
            joining=row.joining,
            members=row.members,
            founder=row.founder,
            picture=row.picture,
            role=row.role,
            evening=_evening(row.evening),
            evening_at_ms=row.evening_at_ms,
            coming=row.coming,
            comes=bool(row.comes),
        )
        for row in work.execute(found)
    ]


def _number(table: sa.Table) -> sa.ScalarSelect[Any]:
    """How many rows of a table belong to a company."""
    counted = table.alias(f"counted_{table.name}")
    rows = sa.select(sa.func.count()).select_from(counted).where(counted.c.company == companies.c.company)
    return rows.scalar_subquery()


def _evening(text: str | None) -> Evening | None:
    return None if text is None else msgspec.json.decode(text, type=Evening)


def lines_of(work: Work, reader: str, wanted: Collection[str]) -> dict[str, CompanyLine]:
    """Companies by their ids."""
    return {line.company: line for line in lines(work, reader, companies.c.company.in_([*map(storable, wanted)]))}


def open_lines(work: Work, reader: str, after: str, most: int) -> list[CompanyLine]:
    """Companies that the reader could join or ask to join, after an id."""
    mine = sa.select(company_members.c.company).where(company_members.c.account == storable(reader))
    ways: tuple[Joining, ...] = ("open", "asked")
    fits = (companies.c.joining.in_(ways), companies.c.company > storable(after), companies.c.company.not_in(mine))
    return lines(work, reader, sa.and_(*fits), most)


def count(work: Work) -> tuple[int, int]:
    """How many companies and members there are."""
    number = work.execute(sa.select(sa.func.count()).select_from(companies)).scalar_one()
    return number, work.execute(sa.select(sa.func.count()).select_from(company_members)).scalar_one()


def _values(company: Company) -> dict[str, Any]:
    return {
        "name": company.name,
        "name_key": name_key(company.name),
        "joining": company.joining,
        "founded_at_ms": company.founded_at_ms,
        "picture": company.picture,
        "evening": None if company.evening is None else encode_text(company.evening),
        "evening_at_ms": company.evening_at_ms,
        "call_at_ms": company.call_at_ms,
        "called_at_ms": company.called_at_ms,
        "chat_closed_until_ms": company.chat_closed_until_ms,
    }


def _company(company: str) -> sa.Select[Any]:
    return sa.select(companies).where(companies.c.company == storable(company))


def _one(work: Work, statement: sa.Select[Any]) -> Company | None:
    row = work.execute(statement).one_or_none()
    if row is None:
        return None
    return Company(
        id=row.company,
        name=row.name,
        joining=row.joining,
        founded_at_ms=row.founded_at_ms,
        picture=row.picture,
        evening=_evening(row.evening),
        evening_at_ms=row.evening_at_ms,
        call_at_ms=row.call_at_ms,
        called_at_ms=row.called_at_ms,
        chat_closed_until_ms=row.chat_closed_until_ms,
    )


# --- members ---


def put_member(work: Work, member: Member) -> None:
    """Store a member of a locked company in place of the same account's row."""
    work.execute(company_members.delete().where(_is_member(member.company, member.account)))
    row = {"company": member.company, "account": member.account, "role": member.role}
    times = {"joined_at_ms": member.joined_at_ms, "muted_until_ms": member.muted_until_ms}
    work.execute(company_members.insert().values(row | times))


def drop_member(work: Work, company: str, account: str) -> None:
    """Delete a member's row; they do not come to the next evening either."""
    work.execute(company_members.delete().where(_is_member(company, account)))
    work.execute(company_comers.delete().where(_is_comer(company, account)))


def find_member(work: Work, company: str, account: str) -> Member | None:
    """A member of a company."""
    row = work.execute(sa.select(company_members).where(_is_member(company, account))).one_or_none()
    return None if row is None else _member(row)


def may_see(work: Work, company: str | None, account: str) -> bool:
    """Whether an account may see what is for the members of a company; None: it is for everybody."""
    return company is None or find_member(work, company, account) is not None


def members(work: Work, company: str) -> list[Member]:
    """All members of a company."""
    chosen = sa.select(company_members).where(company_members.c.company == company)
    return [_member(row) for row in work.execute(chosen.order_by(company_members.c.account))]


def memberships(work: Work, account: str) -> list[Member]:
    """The companies of an account, in the order of their ids."""
    chosen = sa.select(company_members).where(company_members.c.account == storable(account))
    return [_member(row) for row in work.execute(chosen.order_by(company_members.c.company))]


def shown_members(work: Work, company: str) -> list[CompanyMember]:
    """Members as the others see them: founder, hosts, members, each by how long they have been there."""
    m = company_members.c
    comes = sa.exists(sa.select(company_comers.c.account).where(_is_comer(company, m.account)))
    chosen = sa.select(m.account, m.role, m.joined_at_ms, m.muted_until_ms, comes.label("comes"), *_SHOWN)
    order = sa.case({"founder": 0, "host": 1}, value=m.role, else_=2)
    of_company = chosen.join(players, players.c.account == m.account).where(m.company == company)
    rows = work.execute(of_company.order_by(order, m.joined_at_ms, m.account))
    return [CompanyMember(**{**row._mapping, "comes": bool(row.comes)}) for row in rows]


def _is_member(company: str, account: str) -> sa.ColumnElement[bool]:
    m = company_members.c
    return sa.and_(m.company == storable(company), m.account == storable(account))


def _member(row: Any) -> Member:
    return Member(row.company, row.account, row.role, row.joined_at_ms, row.muted_until_ms)


# --- evenings ---


def find_due(work: Work, most: int) -> list[str]:
    """The companies about whose evening something is due."""
    due = sa.select(companies.c.company).where(companies.c.call_at_ms <= work.now_ms)
    return list(work.execute(due.order_by(companies.c.call_at_ms).limit(most)).scalars())


def put_comer(work: Work, company: str, account: str, *, comes: bool) -> None:
    """Store whether a member of a locked company comes to the next evening."""
    work.execute(company_comers.delete().where(_is_comer(company, account)))
    if comes:
        row = {"company": company, "account": account, "at_ms": work.now_ms}
        work.execute(company_comers.insert().values(row))


def drop_comers(work: Work, company: str) -> None:
    """Forget who comes to an evening."""
    work.execute(company_comers.delete().where(company_comers.c.company == company))


def _is_comer(company: str, account: str | sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    c = company_comers.c
    return sa.and_(
        c.company == storable(company), c.account == (storable(account) if isinstance(account, str) else account)
    )


# --- candidates ---


def put_candidate(work: Work, candidate: Candidate) -> None:
    """Store a candidate in place of the same account's row."""
    drop_candidate(work, candidate.company, candidate.account)
    row = {"company": candidate.company, "account": candidate.account, "state": candidate.state}
    work.execute(company_candidates.insert().values(row | {"by": candidate.by, "at_ms": candidate.at_ms}))


def drop_candidate(work: Work, company: str, account: str) -> None:
    """Delete a candidate's row."""
    work.execute(company_candidates.delete().where(_is_candidate(company, account)))


def find_candidate(work: Work, company: str, account: str) -> Candidate | None:
    """The candidate of this account."""
    row = work.execute(sa.select(company_candidates).where(_is_candidate(company, account))).one_or_none()
    return None if row is None else Candidate(row.company, row.account, row.state, row.by, row.at_ms)


def count_candidates(work: Work, company: str, *states: CandidateState) -> int:
    """How many candidates of a company are in these states."""
    c = company_candidates.c
    chosen = sa.select(sa.func.count()).select_from(company_candidates)
    return work.execute(chosen.where(c.company == company, c.state.in_(states))).scalar_one()


def candidates(work: Work, company: str, *states: CandidateState) -> list[CompanyCandidate]:
    """The candidates of a company in these states, oldest first."""
    c = company_candidates.c
    chosen = sa.select(c.account, c.at_ms, *_SHOWN).join(players, players.c.account == c.account)
    rows = work.execute(chosen.where(c.company == company, c.state.in_(states)).order_by(c.at_ms, c.account))
    return [CompanyCandidate(**row._mapping) for row in rows]


def invitations(work: Work, account: str) -> list[CompanyInvitation]:
    """The invitations that wait for an account's answer, oldest first."""
    c = company_candidates.c
    chosen = sa.select(c.company, c.at_ms, players.c.name).join(players, players.c.account == c.by)
    mine = chosen.where(c.account == storable(account), c.state == "invited").order_by(c.at_ms, c.company)
    rows = work.execute(mine).all()
    found = lines_of(work, account, [row.company for row in rows])
    return [CompanyInvitation(line=found[row.company], by=row.name, at_ms=row.at_ms) for row in rows]


def asked_by(work: Work, account: str) -> list[str]:
    """The companies that an account has asked to let it in. Those that have refused it are not distinguished."""
    c = company_candidates.c
    chosen = sa.select(c.company).where(c.account == storable(account), c.state.in_(("asked", "refused")))
    return list(work.execute(chosen.order_by(c.company)).scalars())


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete invitations, requests and refusals that are older."""
    work.execute(company_candidates.delete().where(company_candidates.c.at_ms <= before_ms))


def _is_candidate(company: str, account: str) -> sa.ColumnElement[bool]:
    c = company_candidates.c
    return sa.and_(c.company == storable(company), c.account == storable(account))


# --- pictures ---


def put_picture(work: Work, company: str, picture: str, image: bytes) -> None:
    """Store a picture in place of the last one."""
    drop_picture(work, company)
    row = {"picture": picture, "company": company, "image": image, "at_ms": work.now_ms}
    work.execute(company_pictures.insert().values(row))


def drop_picture(work: Work, company: str) -> None:
    """Delete a picture."""
    work.execute(company_pictures.delete().where(company_pictures.c.company == company))


def find_picture(work: Work, picture: str) -> bytes | None:
    """A picture by its id."""
    chosen = sa.select(company_pictures.c.image).where(company_pictures.c.picture == storable(picture))
    found = work.execute(chosen).scalar_one_or_none()
    return None if found is None else bytes(found)


# --- an account's data ---


def rows_of(work: Work, account: str) -> dict[str, Any]:
    """What is stored of an account, without requests that were refused; others are named by their ids alone."""
    c, m = company_candidates.c, company_members.c
    mine = sa.select(m.company, companies.c.name, m.role, m.joined_at_ms).join(
        companies, companies.c.company == m.company
    )
    waits = sa.select(c.company, companies.c.name, c.state, c.at_ms).join(companies, companies.c.company == c.company)
    shown = c.state.in_(("invited", "asked"))
    sent = sa.select(c.company, c.account, c.at_ms).where(c.by == account, c.state == "invited", c.account != account)
    comes = sa.select(company_comers.c.company, company_comers.c.at_ms).where(company_comers.c.account == account)
    return {
        "comes_to": _dicts(work, comes),
        "member_of": _dicts(work, mine.where(m.account == account)),
        "candidate_of": _dicts(work, waits.where(c.account == account, shown)),
        "invited": _dicts(work, sent),
    }


def erase_candidates(work: Work, account: str) -> None:
    """Delete invitations of, requests of and invitations by an account."""
    c = company_candidates.c
    work.execute(company_candidates.delete().where(sa.or_(c.account == account, c.by == account)))


def _dicts(work: Work, statement: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in work.execute(statement)]
