"""Which accounts have open cases for which prizes wait, published whenever that changes (RULES.md §7).

An erasure closes no case, so it ends no review: who could end one by leaving would free the others of the case.
"""

from collections.abc import Iterable

from services.contracts.moderation.cases import Case
from services.contracts.moderation.events import ReviewChanged
from services.moderation.audit import audit_rows
from services.moderation.cases import case_rows
from services.moderation.cases.case_rows import Raised, Review
from services.moderation.signals.rules import REVIEWED, Kind
from services.platform.database.unit_of_work import Work

_AT_ONCE_MAX = 200


def opened(work: Work, raised: Iterable[Raised]) -> None:
    """Cases were opened. The caller holds the lock of conduct."""
    added: dict[str, set[Kind]] = {}
    for each in raised:
        if each.kind in REVIEWED:
            for account in each.players:
                added.setdefault(account, set()).add(each.kind)
    found = case_rows.find_reviews(work, added)
    _publish(work, [(before, before.kinds | added[account]) for account, before in found.items()])


def closed(work: Work, case: Case) -> None:
    """A case was closed; another of its kind may still be open about one of its accounts. The caller holds the lock of
    conduct."""
    if case.kind in REVIEWED:
        found = case_rows.find_reviews(work, case.players)
        _publish(work, [(before, case_rows.open_kinds(work, account, REVIEWED)) for account, before in found.items()])


def announce(work: Work) -> None:
    """Publish the reviews that a migration has found in the cases of an earlier release."""
    if case_rows.find_unpublished_reviews(work, 1):
        audit_rows.lock_conduct(work)
        _publish(work, [(each, each.kinds) for each in case_rows.find_unpublished_reviews(work, _AT_ONCE_MAX)])


def _publish(work: Work, reviewed: Iterable[tuple[Review, Iterable[Kind]]]) -> None:
    """Store and publish those that differ from before, or were never published."""
    changed = [
        Review(before.account, before.seq + 1, frozenset(kinds))
        for before, kinds in reviewed
        if frozenset(kinds) != before.kinds or not before.seq
    ]
    case_rows.save_reviews(work, changed)
    for each in changed:
        work.publish(ReviewChanged(account=each.account, kinds=sorted(each.kinds), seq=each.seq))
