"""What has become of companies, deeds of staff about them, and the companies that staff have closed, as stored."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.people.companies import CompanyRecord, Evening, RecordKind, SeenCompany
from services.kernel.clock import TimeMs
from services.lobby.companies.history_rows import (
    closed_companies,
    closed_company_members,
    company_deeds,
    company_records,
)
from services.lobby.companies.rules import Company, Member, name_key
from services.lobby.schema import companies, company_members
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

# --- records ---


def add(
    work: Work,
    company: str,
    kind: RecordKind,
    name: str,
    by: str,
    *,
    before: str = "",
    reason: str = "",
    deed: str = "",
) -> None:
    """Store what has become of a company. A name that staff take away is taken from all companies."""
    taken = name_key(before) if kind == "rename" else None
    row = {"company": company, "at_ms": work.now_ms, "kind": kind, "name": name, "before": before, "by": by}
    work.execute(company_records.insert().values(row | {"reason": reason, "deed": deed, "taken_key": taken}))


def newest(work: Work, company: str, most: int) -> list[CompanyRecord]:
    """A company's history, the newest first."""
    c = company_records.c
    chosen = sa.select(c.at_ms, c.kind, c.name, c.by, c.before, c.reason).where(c.company == storable(company))
    rows = work.execute(chosen.order_by(c.id.desc()).limit(most))
    return [CompanyRecord(**row._mapping) for row in rows]


def has_deed(work: Work, company: str, deed: str) -> bool:
    """Whether a deed, by the id of its request, was carried out."""
    c = company_records.c
    found = sa.select(c.id).where(c.company == storable(company), c.deed == storable(deed))
    return work.execute(found.limit(1)).first() is not None


def is_taken(work: Work, name: str) -> bool:
    """Whether staff have taken a name that looks like this one from a company."""
    found = sa.select(company_records.c.id).where(company_records.c.taken_key == storable(name_key(name)))
    return work.execute(found.limit(1)).first() is not None


def taken_name(work: Work, company: str) -> str | None:
    """The name that staff have taken from this company last and have not given back."""
    c = company_records.c
    chosen = sa.select(c.before).where(c.company == storable(company), c.taken_key.is_not(None))
    return work.execute(chosen.order_by(c.id.desc()).limit(1)).scalar()


def give_back(work: Work, company: str) -> None:
    """Let the names that were taken from a company be used again."""
    c = company_records.c
    work.execute(company_records.update().where(c.company == company).values(taken_key=None))


def is_newest(work: Work, company: str, about: str, seq: int) -> bool:
    """Note a deed's number; False: this or a newer deed about the same was noted before."""
    c = company_deeds.c
    if insert_if_missing(work, company_deeds, {"company": company, "about": about, "seq": seq}):
        return True
    older = sa.and_(c.company == company, c.about == about, c.seq < seq)
    return bool(work.execute(company_deeds.update().where(older).values(seq=seq)).rowcount)


# --- closed companies ---


def close(work: Work, company: Company, members: list[Member], closed_by: str) -> None:
    """Keep a company that is being closed, with those who belong to it."""
    row = {
        "company": company.id,
        "name": company.name,
        "joining": company.joining,
        "founded_at_ms": company.founded_at_ms,
        "evening": None if company.evening is None else encode_text(company.evening),
    }
    drop_closed(work, company.id)
    work.execute(closed_companies.insert().values(row | {"closed_at_ms": work.now_ms, "closed_by": closed_by}))
    rows = [
        {"company": company.id, "account": each.account, "role": each.role, "joined_at_ms": each.joined_at_ms}
        for each in members
    ]
    if rows:
        work.execute(closed_company_members.insert(), rows)


def find_closed(work: Work, company: str) -> tuple[Company, TimeMs, str] | None:
    """A closed company, when it was closed, and by whom; locked."""
    chosen = sa.select(closed_companies).where(closed_companies.c.company == storable(company)).with_for_update()
    row = work.execute(chosen).one_or_none()
    if row is None:
        return None
    evening = None if row.evening is None else msgspec.json.decode(row.evening, type=Evening)
    kept = Company(row.company, row.name, row.joining, row.founded_at_ms, evening=evening)
    return kept, row.closed_at_ms, row.closed_by


def closed_members(work: Work, company: str) -> list[Member]:
    """Who belonged to a closed company."""
    c = closed_company_members.c
    chosen = sa.select(c.company, c.account, c.role, c.joined_at_ms).where(c.company == storable(company))
    return [Member(*row) for row in work.execute(chosen.order_by(c.account))]


def drop_closed(work: Work, company: str) -> None:
    """Forget a closed company."""
    for table in (closed_company_members, closed_companies):
        work.execute(table.delete().where(table.c.company == company))


def search(work: Work, text: str, most: int) -> list[SeenCompany]:
    """Companies with a text in their names, closed ones too, in the order of their names."""
    found = [
        SeenCompany(company=row.company, name=row.name, members=row.members, closed=closed)
        for table, of, closed in (
            (companies, company_members, False),
            (closed_companies, closed_company_members, True),
        )
        for row in work.execute(_named(table, of, text, most))
    ]
    return sorted(found, key=lambda each: (each.name.casefold(), each.company))[:most]


def of_player(work: Work, account: str) -> list[SeenCompany]:
    """The companies of an account, in the order of their names."""
    m = company_members.alias("mine").c
    counted = sa.select(sa.func.count()).where(company_members.c.company == companies.c.company).scalar_subquery()
    chosen = sa.select(companies.c.company, companies.c.name, counted.label("members"))
    mine = chosen.join(m.company.table, m.company == companies.c.company).where(m.account == storable(account))
    return [
        SeenCompany(company=row.company, name=row.name, members=row.members, closed=False)
        for row in work.execute(mine.order_by(companies.c.name))
    ]


def _named(table: sa.Table, of: sa.Table, text: str, most: int) -> sa.Select[Any]:
    counted = sa.select(sa.func.count()).select_from(of).where(of.c.company == table.c.company).scalar_subquery()
    chosen = sa.select(table.c.company, table.c.name, counted.label("members"))
    fits = table.c.name.icontains(storable(text), autoescape=True)
    return chosen.where(fits).order_by(table.c.name, table.c.company).limit(most)


# --- an account's data, and what is over ---


def rows_of(work: Work, account: str) -> dict[str, Any]:
    """Names that an account has given to companies, and closed companies to which it belonged."""
    r, m = company_records.c, closed_company_members.c
    named = sa.select(r.company, r.at_ms, r.name).where(r.by == account, r.kind.in_(("founded", "renamed")))
    belonged = sa.select(m.company, m.role, m.joined_at_ms).where(m.account == account)
    return {
        "named": [dict(row._mapping) for row in work.execute(named.order_by(r.id))],
        "member_of_closed": [dict(row._mapping) for row in work.execute(belonged.order_by(m.company))],
    }


def erase(work: Work, account: str) -> None:
    """Take an account out of closed companies and out of the history of others."""
    work.execute(closed_company_members.delete().where(closed_company_members.c.account == account))
    work.execute(company_records.update().where(company_records.c.by == account).values(by=""))
    work.execute(closed_companies.update().where(closed_companies.c.closed_by == account).values(closed_by=""))


def purge(work: Work, closed_before_ms: TimeMs, records_before_ms: TimeMs) -> None:
    """Delete companies that were closed before a moment, and older records of those that there are no more."""
    old = sa.select(closed_companies.c.company).where(closed_companies.c.closed_at_ms < closed_before_ms)
    work.execute(closed_company_members.delete().where(closed_company_members.c.company.in_(old)))
    work.execute(closed_companies.delete().where(closed_companies.c.closed_at_ms < closed_before_ms))
    there = sa.select(companies.c.company).union(sa.select(closed_companies.c.company))
    gone = company_records.c.company.not_in(there)
    work.execute(company_records.delete().where(company_records.c.at_ms < records_before_ms, gone))
