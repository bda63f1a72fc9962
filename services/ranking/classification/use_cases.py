"""The dominoes classification: PRs moved by matches, quintiles frozen, published and queried (RULES.md §3)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from services.contracts.ranking import statistics as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.ranking import metrics
from services.ranking import player_rows as people
from services.ranking.classification import classification_rows as stored
from services.ranking.classification import dominoes_matches as dominoes
from services.ranking.classification.dominoes_matches import Classified
from services.ranking.elo.departures import Ended
from services.ranking.elo.finished_matches import Fresh
from services.ranking.elo.match_effects import ClassificationEffect
from services.ranking.elo.match_ratings import Inputs, Start

ACCOUNTS_MAX = 1_000
_SWEPT = 1_000
"""Players notified of another quintile in one unit of work."""
_TOP_PR = 1 << 30


# --- a match's start and end -------------------------------------------------------------------------------------


def frozen(work: Work, starts: Sequence[Start]) -> dict[str, int]:
    """The quintiles with which players of dominoes start."""
    return stored.quintiles(
        work, {account for start in starts if start.game == dominoes.GAME for account in start.accounts}
    )


class Outcome(msgspec.Struct, frozen=True):
    """What a company of matches did: effects by match, rows as they are after it, and PRs after each match."""

    effects: dict[str, ClassificationEffect]
    after: dict[str, Classified]
    pr_after: dict[tuple[str, str], int]
    """By match and account."""


def take_in(work: Work, fresh: Sequence[Fresh]) -> Outcome:
    """Move the PRs of these matches' players. Their ratings are locked."""
    effects = {each.match: effect for each in fresh for effect in [_effect(each)] if effect is not None}
    counted = [each for each in fresh if each.match in effects and effects[each.match].deltas]
    before = stored.read(work, {account for each in counted for account in effects[each.match].deltas}, lock=True)
    after = dict(before)
    pr_after: dict[tuple[str, str], int] = {}
    for each in counted:
        for account, delta in effects[each.match].deltas.items():
            after[account] = dominoes.moved(after.get(account) or Classified(account), delta)
            pr_after[each.match, account] = after[account].pr
    return Outcome(effects, _write(work, before, after), pr_after)


def _effect(each: Fresh) -> ClassificationEffect | None:
    """Of those whose rating the match moves: who was replaced before the first round has no part in it."""
    effect = dominoes.effect_of(each.event, each.inputs)
    if effect is None:
        return None
    counted = {change.account for change in each.changes}
    deltas = {account: delta for account, delta in effect.deltas.items() if account in counted}
    return msgspec.structs.replace(effect, deltas=deltas)


def correct(
    work: Work, inputs: Inputs, ended: Ended, old: ClassificationEffect, counted: Collection[str]
) -> tuple[ClassificationEffect, dict[str, Classified]]:
    """Take back what a match did to PRs, and add what it does with another end, for those who count in it."""
    new = dominoes.deltas(inputs, ended, old.target, old.pips)
    new = {account: delta for account, delta in new.items() if account in counted}
    before = stored.read(work, old.deltas.keys() | new.keys(), lock=True)
    after = {
        account: dominoes.moved(before.get(account) or Classified(account), new.get(account), old.deltas.get(account))
        for account in sorted(old.deltas.keys() | new.keys())
    }
    return msgspec.structs.replace(old, deltas=new), _write(work, before, after)


def _write(work: Work, before: Mapping[str, Classified], after: Mapping[str, Classified]) -> dict[str, Classified]:
    """Write changed rows with their quintiles as the population stands now, and publish it."""
    changed = [row for account, row in after.items() if row != before.get(account)]
    if not changed:
        return dict(after)
    stored.count(work, [(before.get(row.account), row) for row in changed])
    quintiles = stored.quintiles_of_values(work, {row.pr for row in changed if row.is_member})
    placed = [msgspec.structs.replace(row, quintile=quintiles[row.pr] if row.is_member else None) for row in changed]
    stored.write(work, placed)
    _tell(work, placed)
    return dict(after) | {row.account: row for row in placed}


def _tell(work: Work, changed: Iterable[Classified]) -> None:
    changes = [_change(row) for row in sorted(changed, key=lambda each: each.account)]
    if changes:
        work.publish(contract.QuintilesChanged(changes=changes))


def _change(row: Classified) -> contract.QuintileChange:
    return contract.QuintileChange(account=row.account, pr=row.pr, quintile=row.quintile, seq=row.seq)


# --- others move, others are kept out ---------------------------------------------------------------------------


def sweep(work: Work) -> int:
    """Notify players of another quintile that others' matches have given them; returns how many were notified."""
    bounds = dominoes.quintile_bounds(stored.members_by_pr(work))
    found = stored.lock_misplaced(work, bounds, _SWEPT)
    placed = [
        msgspec.structs.replace(row, quintile=dominoes.quintile_in(bounds, row.pr), seq=row.seq + 1) for row in found
    ]
    stored.write(work, placed)
    _tell(work, placed)
    return len(placed)


def set_blocked(work: Work, account: str, blocked: bool) -> None:
    """Take a player out of the population, or back into it. The player's rating is locked."""
    before = stored.read(work, [account], lock=True)
    row = before.get(account)
    if row is not None and row.blocked != blocked:
        after = msgspec.structs.replace(row, blocked=blocked, seq=row.seq + 1)
        _write(work, before, {account: after})


def check(work: Work) -> None:
    """Count PRs anew, for the metric that must be 0."""
    metrics.classification_wrong.set(stored.wrong_counts(work))


def recount(work: Work) -> None:
    """Add all PRs up anew from the matches, for the metric that must be 0."""
    metrics.pr_wrong.set(stored.wrong_prs(work))


# --- what others ask ---------------------------------------------------------------------------------------------


def get_quintiles(work: Work, request: contract.GetQuintiles) -> contract.Quintiles | Refusal:
    """PR and quintile in the order asked. Refusals: `bad_parameters` (too many)."""
    if len(request.accounts) > ACCOUNTS_MAX:
        return Refusal("bad_parameters", {"field": "accounts"})
    found = stored.read(work, {account for account in request.accounts if account.isprintable()})
    return contract.Quintiles(
        quintiles=[_change(found.get(account) or Classified(account)) for account in request.accounts]
    )


def get_classification(work: Work, request: contract.GetClassification) -> contract.Classifications:
    """A page of the classification, and the asker's own row."""
    counts = stored.members_by_pr(work)
    bounds = dominoes.quintile_bounds(counts)
    own = _own(work, request.account, bounds)
    if request.around and own is not None and own.place is not None:
        above = stored.before(work, own.pr, own.account, request.limit // 2)
        rows = [*reversed(above), *stored.page(work, own.pr, own.account, request.limit - len(above), own=True)]
    else:
        pr_max = _TOP_PR if request.pr_max is None else max(-_TOP_PR, min(_TOP_PR, request.pr_max))
        after = request.after if request.after and request.after.isprintable() else ""
        rows = stored.page(work, pr_max, after, request.limit)
    places = _places(counts)
    return contract.Classifications(
        rows=[_row(row, bounds, places) for row in rows], own=own, players=sum(counts.values()), bounds=bounds
    )


def _own(work: Work, account: str | None, bounds: list[int | None]) -> contract.Classification | None:
    row = stored.read(work, [account]).get(account) if account and account.isprintable() else None
    if row is None:
        return None
    place = stored.places(work, [row.account]).get(row.account)
    return contract.Classification(
        account=row.account,
        name=people.names(work, [row.account]).get(row.account, ""),
        pr=row.pr,
        quintile=dominoes.quintile_in(bounds, row.pr) if row.is_member else None,
        matches=row.matches,
        place=place,
    )


def _places(counts: Mapping[int, int]) -> dict[int, int]:
    """PR → place: how many have more, and one."""
    places, above = {}, 0
    for pr in sorted(counts, reverse=True):
        places[pr] = above + 1
        above += counts[pr]
    return places


def _row(row: Any, bounds: list[int | None], places: Mapping[int, int]) -> contract.Classification:
    return contract.Classification(
        account=row.account,
        name=row.name or "",
        pr=row.pr,
        quintile=dominoes.quintile_in(bounds, row.pr),
        matches=row.matches,
        place=places.get(row.pr),
    )
