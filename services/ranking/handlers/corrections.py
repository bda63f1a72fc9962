"""Operators replace results of rated matches (RULES.md §1).

For that match alone the old deltas are taken back, and new ones, from the ratings at its start, added. Later matches
are not computed again.
"""

from collections.abc import Sequence

from services.contracts.outside import MatchCorrected
from services.contracts.ranking import Rated, Rating, RatingChange
from services.kernel.refusal import Refusal
from services.plumbing.database import Work
from services.ranking import metrics, store
from services.ranking.elo import EloSettings, cut
from services.ranking.matches import Inputs, corrected_inputs, deltas

NO_LABEL = "none"
"""Of a match that does not count for somebody any more."""


class Uncorrected(Exception):
    """A corrected match cannot be rated; its event waits for an operator."""


def correct(work: Work, settings: EloSettings, events: Sequence[MatchCorrected]) -> None:
    """Rate corrected matches anew; of several corrections of a match the last counts, in whatever order they come.

    Raises:
        Uncorrected: a correction contradicts the match.
    """
    newest = {event.match: event for event in sorted(events, key=lambda each: each.revision)}
    for news in sorted(newest.values(), key=lambda each: each.match):
        store.lock_ratings(work, set(news.accounts), settings.start)  # ratings before matches, as everybody locks
        known = store.lock_match(work, news.match)
        if news.revision <= known.revision:
            continue
        if known.inputs is None:
            store.write_correction(work, news, None)
        else:
            apply(work, settings, news, known.inputs, known.changes)


def apply(
    work: Work, settings: EloSettings, news: MatchCorrected, inputs: Inputs, before: Sequence[RatingChange]
) -> None:
    """Move everybody from what the match did to them until now (`before`) to what it does by the new result.

    Raises:
        Uncorrected: the correction contradicts the match.
    """
    found = corrected_inputs(inputs, news)
    new = found if isinstance(found, Refusal) else deltas(found, settings)
    if isinstance(new, Refusal):
        raise Uncorrected(news.match, new.error)
    old = {change.account: change for change in before}
    wanted = {delta.account: (delta.delta, str(delta.label)) for delta in new}
    ratings = store.lock_ratings(work, {*old, *wanted}, settings.start)
    changes = [
        _move(ratings, old.get(account), account, *wanted.get(account, (0, NO_LABEL)), settings)
        for account in sorted(ratings)
    ]
    store.write_ratings(work, ratings)
    store.write_correction(work, news, changes)
    if changes:
        work.tell(Rated(match=news.match, changes=changes))
    work.after(metrics.matches.labels("corrected").inc)


def _move(
    ratings: dict[str, Rating],
    before: RatingChange | None,
    account: str,
    delta: int,
    label: str,
    settings: EloSettings,
) -> RatingChange:
    """One rating, not under the floor: the change as kept has what the match is worth altogether by now."""
    now = ratings[account]
    did = before.delta if before is not None else 0
    counted = before is not None and before.label != NO_LABEL
    moved = cut(delta - did, now.rating, settings)
    rating, games = now.rating + moved, now.games + (label != NO_LABEL) - counted
    ratings[account] = Rating(account=account, rating=rating, games=games, peak=max(now.peak, rating), seq=now.seq + 1)
    return RatingChange(account=account, rating=rating, delta=did + moved, label=label, games=games, seq=now.seq + 1)
