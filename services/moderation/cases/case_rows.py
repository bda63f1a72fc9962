"""Stored cases: a row each, and the newest of their evidence in rows of their own; by account the kinds of open
cases for which prizes wait."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from services.contracts.moderation.cases import Case, CasePlace, Evidence
from services.kernel.ids import new_id
from services.moderation.schema import case_evidence, cases, reviews
from services.moderation.signals.rules import Kind
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text

EVIDENCE_MAX = 100
"""The most evidence of a case that is stored, the newest: it takes the place of the oldest."""


class Raised(NamedTuple):
    """A signal: its kind, the accounts that it is about, and what was seen, as plain data."""

    kind: Kind
    players: Collection[str]
    seen: dict[str, Any]
    of: str = ""
    """The observation at which it was raised; empty: it cannot be withdrawn."""


def add_evidence(work: Work, raised: Sequence[Raised]) -> list[tuple[str, Raised]]:
    """Add each signal to the open case of its kind about its players; where there is none it is opened, and returned
    with its id.

    The caller holds the lock of conduct: nobody else opens one meanwhile.
    """
    found = _open_cases(work, raised)
    opened: list[tuple[str, Raised]] = []
    evidence = []
    for each in raised:
        key = each.kind, _named(each.players)
        if key not in found:
            found[key] = _Open(new_id(), 0)
            opened.append((found[key].case_id, each))
        case_id, number = found[key]
        row = {"case_id": case_id, "place": number % EVIDENCE_MAX, "number": number}
        evidence.append(row | {"at_ms": work.now_ms, "seen": encode_text(each.seen), "of": each.of})
        found[key] = _Open(case_id, number + 1)
    _insert_cases(work, opened)
    newest = {(row["case_id"], row["place"]): row for row in evidence}
    bulk_rows.upsert_later(work, case_evidence, [newest[key] for key in sorted(newest)])
    counts = [{"case_id": case_id, "evidence_count": number} for case_id, number in sorted(found.values())]
    bulk_rows.update_later(work, cases, "case_id", counts)
    return opened


def withdraw(work: Work, kind: Kind, players: Collection[str], of: str) -> Case | None:
    """Delete the evidence of an open case that an observation gave; the case if nothing is left that speaks for it."""
    chosen = sa.select(cases).where(_IS_OPEN, cases.c.kind == kind, cases.c.players == _named(players))
    row = work.execute(chosen).one_or_none()
    if row is None:
        return None
    same = sa.and_(case_evidence.c.case_id == row.case_id, case_evidence.c.of == of)
    if not work.execute(case_evidence.delete().where(same)).rowcount or row.evidence_count > EVIDENCE_MAX:
        return None
    (case,) = _with_evidence(work, [row])
    return None if case.evidence else case


class _Open(NamedTuple):
    """An open case, and the number of its next evidence."""

    case_id: str
    number: int


def _open_cases(work: Work, raised: Iterable[Raised]) -> dict[tuple[str, str], _Open]:
    """The open cases of these kinds about these players."""
    query = (
        "SELECT case_id, kind, players, evidence_count FROM cases "
        "WHERE closed_at_ms IS NULL AND kind IN :kinds AND players IN :players"
    )
    kinds, players = {each.kind for each in raised}, {_named(each.players) for each in raised}
    rows = bulk_rows.ask(work, query, kinds=kinds, players=players) if kinds else ()
    return {(row.kind, row.players): _Open(row.case_id, row.evidence_count) for row in rows}


def _insert_cases(work: Work, opened: Iterable[tuple[str, Raised]]) -> None:
    """`evidence` is read where a release before 0010 has written it."""
    rows = [
        {"case_id": case_id, "kind": each.kind, "players": _named(each.players), "evidence": "[]", "evidence_count": 0}
        | {"opened_at_ms": work.now_ms}
        for case_id, each in opened
    ]
    bulk_rows.insert_later(work, cases, rows)


def _named(players: Collection[str]) -> str:
    return encode_text(sorted(players))


def list_open(work: Work, count_max: int, after: CasePlace | None = None) -> list[Case]:
    """The oldest open cases; `after`: only those that follow this place."""
    at_ms, id_ = cases.c.opened_at_ms, cases.c.case_id
    chosen = sa.select(cases).where(_IS_OPEN).order_by(at_ms, id_)
    if after is not None:
        same_time = (at_ms == after.opened_at_ms) & (id_ > storable(after.case))
        chosen = chosen.where((at_ms > after.opened_at_ms) | same_time)
    return _with_evidence(work, work.execute(chosen.limit(count_max)).all())


def open_kinds(work: Work, account: str, kinds: Collection[Kind]) -> set[Kind]:
    """Those of these kinds of which a case about an account is open."""
    named = cases.c.players.contains(encode_text(account), autoescape=True)
    chosen = sa.select(cases.c.kind, cases.c.players).where(_IS_OPEN, cases.c.kind.in_(kinds), named)
    return {row.kind for row in work.execute(chosen) if account in decode(row.players)}


def list_about(work: Work, account: str, count_max: int) -> list[Case]:
    """An account's newest cases, closed ones too."""
    named = cases.c.players.contains(encode_text(account), autoescape=True)
    chosen = sa.select(cases).where(named).order_by(cases.c.opened_at_ms.desc()).limit(count_max)
    return [case for case in _with_evidence(work, work.execute(chosen).all()) if account in case.players]


def lock(work: Work, case_id: str) -> Case | None:
    """A case, locked until the end of the transaction."""
    chosen = sa.select(cases).where(cases.c.case_id == storable(case_id)).with_for_update()
    found = _with_evidence(work, work.execute(chosen).all())
    return found[0] if found else None


def close(work: Work, case: Case, by: str, reason: str) -> None:
    """Close a case."""
    values = {"closed_at_ms": work.now_ms, "closed_by": by, "reason": reason}
    work.execute(cases.update().where(cases.c.case_id == case.id).values(values))


_IS_OPEN = cases.c.closed_at_ms.is_(None)


def _with_evidence(work: Work, rows: Sequence[Any]) -> list[Case]:
    """The cases with their newest evidence, oldest first."""
    chosen = sa.select(case_evidence).where(case_evidence.c.case_id.in_([row.case_id for row in rows]))
    found: dict[str, list[dict[str, Any]]] = {row.case_id: decode(row.evidence) for row in rows}
    for each in work.execute(chosen.order_by(case_evidence.c.number)) if rows else ():
        found[each.case_id].append({"at_ms": each.at_ms, "seen": decode(each.seen)})
    return [_case(row, found[row.case_id][-EVIDENCE_MAX:]) for row in rows]


def _case(row: Any, evidence: Iterable[dict[str, Any]]) -> Case:
    return Case(
        id=row.case_id,
        kind=row.kind,
        players=decode(row.players),
        opened_at_ms=row.opened_at_ms,
        evidence=[Evidence(**each) for each in evidence],
        closed_at_ms=row.closed_at_ms,
        closed_by=row.closed_by,
        reason=row.reason,
    )


class Review(NamedTuple):
    """The kinds about one account. `seq` counts the changes; 0: none was published yet."""

    account: str
    seq: int = 0
    kinds: frozenset[Kind] = frozenset()


def find_reviews(work: Work, accounts: Collection[str]) -> dict[str, Review]:
    """The reviews of these accounts, empty ones for those without."""
    query = "SELECT account, seq, kinds FROM reviews WHERE account IN :accounts"
    rows = bulk_rows.ask(work, query, accounts=accounts) if accounts else ()
    kept = {row.account: Review(row.account, row.seq, frozenset(decode(row.kinds))) for row in rows}
    return {account: kept.get(account, Review(account)) for account in accounts}


def find_unpublished_reviews(work: Work, count_max: int) -> list[Review]:
    """Reviews that were never published."""
    chosen = sa.select(reviews).where(sa.text("seq = 0")).order_by(reviews.c.account).limit(count_max)
    return [Review(row.account, row.seq, frozenset(decode(row.kinds))) for row in work.execute(chosen)]


def save_reviews(work: Work, changed: Iterable[Review]) -> None:
    """Store reviews. The caller holds the lock of conduct."""
    rows = [
        {"account": each.account, "seq": each.seq, "kinds": encode_text(sorted(each.kinds))}
        for each in sorted(changed, key=lambda each: each.account)
    ]
    bulk_rows.upsert_later(work, reviews, rows)
