"""PRs, and how many members of the population have each: quintiles without reading everybody (RULES.md §3)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.ranking.classification.dominoes_matches import Classified
from services.ranking.classification.rules import quintile
from services.ranking.elo.match_effects import Effects
from services.ranking.schema import classified, pr_counts

_ABOVE = (
    "SELECT c.account, c.pr, (SELECT coalesce(sum(n.members), 0) FROM pr_counts n WHERE n.pr > c.pr) AS above, "
    "(SELECT coalesce(sum(n.members), 0) FROM pr_counts n) AS size FROM classified c "
    "WHERE c.account IN :accounts AND c.matches > 0 AND c.blocked = 0"
)


def read(work: Work, accounts: Collection[str], *, lock: bool = False) -> dict[str, Classified]:
    """The rows of these players; `lock`: locked until the commit. Whoever adds some has the accounts' ratings
    locked."""
    return {row.account: of(row) for row in bulk_rows.find(work, classified, "account", list(accounts), lock=lock)}


def of(row: Any) -> Classified:
    """A row in the form that the rules use."""
    return Classified(row.account, row.pr, row.matches, bool(row.blocked), row.quintile, row.seq)


def quintiles(work: Work, accounts: Collection[str]) -> dict[str, int]:
    """The quintiles of those of these players who belong to the population, exactly as it stands."""
    found = bulk_rows.ask(work, _ABOVE, accounts=list(accounts)) if accounts else ()
    return {row.account: quintile(int(row.above), int(row.size)) for row in found}


def places(work: Work, accounts: Collection[str]) -> dict[str, int]:
    """How many of the population have more PR, and one."""
    found = bulk_rows.ask(work, _ABOVE, accounts=list(accounts)) if accounts else ()
    return {row.account: int(row.above) + 1 for row in found}


def quintiles_of_values(work: Work, values: Collection[int]) -> dict[int, int]:
    """The quintile that a member with this PR has, exactly as the population stands."""
    if not values:
        return {}
    counts = members_by_pr(work)
    size = sum(counts.values())
    return {value: quintile(sum(count for pr, count in counts.items() if pr > value), max(size, 1)) for value in values}


def members_by_pr(work: Work) -> dict[int, int]:
    """How many members have each PR."""
    found = bulk_rows.ask(work, "SELECT pr, members FROM pr_counts WHERE members > 0")
    return {row.pr: row.members for row in found}


def count(work: Work, changes: Iterable[tuple[Classified | None, Classified]]) -> None:
    """Count members under their new PR: (before, after) of each player."""
    counted: Counter[int] = Counter()
    for before, after in changes:
        if before is not None and before.is_member:
            counted[before.pr] -= 1
        if after.is_member:
            counted[after.pr] += 1
    new = [{"pr": pr, "members": change} for pr, change in sorted(counted.items()) if change]
    bulk_rows.upsert_later(work, pr_counts, new, adding=("members",))


def write(work: Work, changed: Iterable[Classified]) -> None:
    """Write rows."""
    new = [
        {
            "account": each.account,
            "pr": each.pr,
            "matches": each.matches,
            "blocked": int(each.blocked),
            "quintile": each.quintile,
            "seq": each.seq,
        }
        for each in sorted(changed, key=lambda each: each.account)
    ]
    bulk_rows.upsert_later(work, classified, new)


def erase(work: Work, account: str) -> None:
    """An account that is gone has no PR; it has been taken out of the population before."""
    work.execute(classified.delete().where(classified.c.account == account))


def lock_misplaced(work: Work, bounds: Sequence[int | None], limit: int) -> list[Classified]:
    """Members whose quintile as last published is not that of their PR by these bounds: each quintile's rows under
    its lower bound or from the upper one on, which the index has side by side. They are locked until the commit."""
    columns = classified.c
    ends = [None, *bounds, None]
    found: list[Classified] = []
    for number in range(1, len(bounds) + 2):
        upper, lower = ends[number - 1], ends[number]
        outside = [columns.pr >= upper] if upper is not None else []
        outside += [columns.pr < lower] if lower is not None else []
        for condition in outside:
            chosen = sa.select(classified).where(columns.quintile == number, condition)
            chosen = chosen.order_by(columns.pr, columns.account).limit(limit - len(found))
            found += [of(row) for row in work.execute(chosen.with_for_update(skip_locked=True))]
            if len(found) >= limit:
                return found
    return found


def page(work: Work, pr_max: int, after: str, limit: int, *, own: bool = False) -> list[Any]:
    """Members with at most this PR, the highest first; of equal PR those after an account, with `own` that one too."""
    later = ">=" if own else ">"
    query = (
        "SELECT c.account, c.pr, c.matches, p.name FROM classified c LEFT JOIN people p ON p.account = c.account "
        f"WHERE (c.pr < :pr_max OR (c.pr = :pr_max AND c.account {later} :after)) AND c.pr <= :pr_max "
        "AND c.matches > 0 AND c.blocked = 0 ORDER BY c.pr DESC, c.account LIMIT :limit"
    )
    return list(bulk_rows.ask(work, query, pr_max=pr_max, after=after, limit=limit))


def before(work: Work, pr: int, account: str, limit: int) -> list[Any]:
    """The nearest members before one in that order, the nearest first."""
    query = (
        "SELECT c.account, c.pr, c.matches, p.name FROM classified c LEFT JOIN people p ON p.account = c.account "
        "WHERE (c.pr > :pr OR (c.pr = :pr AND c.account < :account)) AND c.pr >= :pr AND c.matches > 0 "
        "AND c.blocked = 0 ORDER BY c.pr, c.account DESC LIMIT :limit"
    )
    return list(bulk_rows.ask(work, query, pr=pr, account=account, limit=limit))


def wrong_counts(work: Work) -> int:
    """How many PRs are counted wrongly: the stored counts beside those of everybody's rows."""
    columns = classified.c
    real = sa.select(columns.pr, sa.func.count().label("members"))
    real = real.where(columns.matches > 0, columns.blocked == 0).group_by(columns.pr)
    counted: Mapping[int, int] = {row.pr: row.members for row in work.execute(real)}
    stored = members_by_pr(work)
    return sum(counted.get(pr, 0) != stored.get(pr, 0) for pr in counted.keys() | stored.keys())


_READ_AT_ONCE = 5_000
_ALL_MATCHES_AND_PLAYERS = (
    "SELECT CAST(NULL AS text) AS account, 0 AS pr, 0 AS matches, "
    "CASE WHEN effects LIKE '%\"classification\"%' THEN effects END AS effects FROM rated_matches "
    "UNION ALL SELECT account, pr, matches, NULL FROM classified"
)
"""One statement, so that matches and players are of the same moment."""


def wrong_prs(work: Work) -> int:
    """How many players have another PR, or number of matches, than all matches together have given them.

    Rows are fetched some thousands at a time: no answer of the database is waited for as long as all of them take.
    """
    added_up: dict[str, tuple[int, int]] = {}
    stored: dict[str, tuple[int, int]] = {}
    query = sa.text(_ALL_MATCHES_AND_PLAYERS).execution_options(yield_per=_READ_AT_ONCE)
    for row in work.execute(query):
        if row.account is not None:
            stored[row.account] = (row.pr, row.matches)
        for account, delta in _deltas(row.effects).items():
            pr, matches = added_up.get(account, (0, 0))
            added_up[account] = (pr + delta, matches + 1)
    return sum(added_up.get(account, (0, 0)) != found for account, found in stored.items())


def _deltas(effects: str | None) -> dict[str, int]:
    if effects is None:
        return {}
    found = msgspec.json.decode(effects, type=Effects).classification
    return {} if found is None else found.deltas
