"""Deeds, the badges that they have earned, and accounts with new deeds (RULES.md §9)."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.ranking.badges import Badge, BadgeId
from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.ranking.badges.rules import Deed, MatchDeeds
from services.ranking.schema import badges, badges_due, deeds

_d, _b = deeds.c, badges.c


def add(work: Work, new: Collection[MatchDeeds]) -> None:
    """Note deeds; those of a match or problem that are noted stay as they are."""
    rows = [
        {
            "account": each.account,
            "source": each.source,
            "at_ms": each.at_ms,
            "counts": int(each.counts),
            "won": int(each.won),
            "stayed": int(each.stayed),
            "deeds": encode_text(each.deeds),
        }
        for each in sorted(new, key=lambda each: (each.account, each.source))
    ]
    bulk_rows.insert_missing_later(work, deeds, rows)
    ask(work, {each.account for each in new})


def ask(work: Work, accounts: Collection[str]) -> None:
    """The clock is to look at these accounts. One that waits keeps its place; its row is written all the same, so that
    it cannot be taken while the deeds behind it are not committed."""
    due = [{"account": each, "since_ms": work.now_ms} for each in sorted(accounts)]
    bulk_rows.upsert_later(work, badges_due, due, keeping=("since_ms",))


def take(work: Work, before_ms: TimeMs, most: int) -> list[str]:
    """Some of the accounts that wait since this moment or longer, which nobody else takes; forgotten with the
    commit."""
    due = badges_due.c
    chosen = sa.select(due.account).where(due.since_ms <= before_ms).order_by(due.since_ms, due.account).limit(most)
    found = [row.account for row in work.execute(chosen.with_for_update(skip_locked=True))]
    bulk_rows.delete_later(work, badges_due, "account", found)
    return found


def oldest_due(work: Work) -> TimeMs | None:
    """Since when the account waits that waits for longest; None: there is none."""
    return work.execute(sa.select(sa.func.min(badges_due.c.since_ms))).scalar_one_or_none()


def of_account(work: Work, account: str) -> list[MatchDeeds]:
    """The deeds of an account that are kept."""
    return of_accounts(work, [account])[account]


def of_accounts(work: Work, accounts: Sequence[str]) -> dict[str, list[MatchDeeds]]:
    """By account, its deeds that are kept."""
    found: dict[str, list[MatchDeeds]] = {account: [] for account in accounts}
    for row in bulk_rows.ask(work, _DEEDS, accounts=accounts) if accounts else ():
        facts = (bool(row.counts), bool(row.won), bool(row.stayed))
        found[row.account].append(MatchDeeds(row.account, row.source, row.at_ms, *facts, _read_deeds(row.deeds)))
    return found


_DEEDS = "SELECT account, source, at_ms, counts, won, stayed, deeds FROM deeds WHERE account IN :accounts"


@lru_cache(maxsize=1_000)
def _read_deeds(text: str) -> tuple[Deed, ...]:
    """Many matches say the same."""
    return msgspec.json.decode(text, type=tuple[Deed, ...])


def write_result(work: Work, source: str, account: str, facts: Mapping[str, bool], since_ms: TimeMs) -> None:
    """What the newest result of a match says of an account, unless the match is settled."""
    own = sa.and_(_d.account == account, _d.source == source, _d.at_ms >= since_ms)
    work.execute(deeds.update().where(own).values({name: int(value) for name, value in facts.items()}))


def accounts_in(work: Work, source: str) -> list[str]:
    """The accounts that have deeds of a match."""
    return list(work.execute(sa.select(_d.account).where(_d.source == source)).scalars())


def drop(work: Work, account: str, sources: Collection[str]) -> None:
    """Forget deeds that no badge needs."""
    if sources:
        work.execute(deeds.delete().where(_d.account == account, _d.source.in_(sorted(sources))))


def badges_of(work: Work, account: str) -> list[Badge]:
    """An account's badges as they were last written, newest first."""
    return badges_of_accounts(work, [account])[account]


def badges_of_accounts(work: Work, accounts: Sequence[str]) -> dict[str, list[Badge]]:
    """By account, its badges as they were last written, newest first."""
    found: dict[str, list[Badge]] = {account: [] for account in accounts}
    for row in bulk_rows.ask(work, _BADGES, accounts=accounts) if accounts else ():
        found[row.account].append(Badge(badge=row.badge, earned_at_ms=row.earned_at_ms))
    return found


_BADGES = "SELECT account, badge, earned_at_ms FROM badges WHERE account IN :accounts ORDER BY earned_at_ms DESC, badge"


def write_badges(work: Work, account: str, new: Mapping[BadgeId, TimeMs], gone: Collection[BadgeId]) -> None:
    """Badges that are new or have another date, and those that are taken back."""
    if gone:
        work.execute(badges.delete().where(_b.account == account, _b.badge.in_(sorted(gone))))
    rows = [{"account": account, "badge": badge, "earned_at_ms": new[badge]} for badge in sorted(new)]
    bulk_rows.upsert_later(work, badges, rows)


def collect(work: Work, account: str) -> dict[str, Any]:
    """Badges and deeds of an account, for its export: of others nothing."""
    found: Sequence[MatchDeeds] = sorted(of_account(work, account), key=lambda each: (each.at_ms, each.source))
    return {
        "earned": badges_of(work, account),
        "deeds": [
            {"source": each.source, "at_ms": each.at_ms, "for": sorted({deed.name for deed in each.done()})}
            for each in found
        ],
    }


def erase(work: Work, account: str) -> None:
    """Delete all of an account; first what lets the clock look at it, which then waits or does not find it."""
    for table in (badges_due, deeds, badges):
        work.execute(table.delete().where(table.c.account == account))
