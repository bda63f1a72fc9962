"""Ranking's use cases: ratings asked for, frozen at a match's start, moved at its end (RULES.md §1)."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from services.contracts import ranking as contract
from services.contracts import tables
from services.kernel.refusal import Refusal
from services.plumbing.database import Work
from services.ranking import metrics, store
from services.ranking.elo import EloSettings, cut
from services.ranking.handlers.corrections import apply
from services.ranking.matches import Delta, Inputs, deltas, inputs_of

ACCOUNTS_MAX = 1_000
NOT_RATED = "not_rated"


class Unrated(Exception):
    """A match that should be rated cannot be; its event waits for an operator."""


class _Candidate(msgspec.Struct, frozen=True):
    """A match that moves somebody's rating."""

    event: tables.MatchFinished
    inputs: Inputs
    deltas: list[Delta]


# --- what others ask ---------------------------------------------------------------------------------------------


def get_ratings(work: Work, settings: EloSettings, request: contract.GetRatings) -> contract.Ratings | Refusal:
    """Ratings in the order asked, the starting one for whoever has none. Refusals: `bad_parameters` (too many)."""
    if len(request.accounts) > ACCOUNTS_MAX:
        return Refusal("bad_parameters", {"field": "accounts"})
    found = store.read_ratings(work, (account for account in request.accounts if account.isprintable()))
    return contract.Ratings(ratings=[found.get(account) or _first(account, settings) for account in request.accounts])


def freeze(work: Work, settings: EloSettings, events: Sequence[tables.MatchAsked]) -> None:
    """Answer each table with the ratings that its match starts with. Writes nothing."""
    found = store.read_ratings(work, {account for event in events for account in event.accounts})
    for event in events:
        frozen = [_frozen(found.get(account) or _first(account, settings)) for account in event.accounts]
        answer = tables.RatingsFrozen(event.table, work.trace_of(event), work.now_ms, event.match, frozen)
        work.send(event.reply_to, answer)


def _first(account: str, settings: EloSettings) -> contract.Rating:
    return contract.Rating(account=account, rating=settings.start, games=0, peak=settings.start)


def _frozen(rating: contract.Rating) -> tables.SeatRating:
    return tables.SeatRating(rating.account, rating.rating, rating.games, rating.peak)


# --- finished matches --------------------------------------------------------------------------------------------


def rate(work: Work, settings: EloSettings, events: Sequence[tables.MatchFinished]) -> None:
    """Rate each match once, in order, and tell its table; answer again those that were rated before.

    The delta comes from the ratings at the match's start and is added to those of now.

    Raises:
        Unrated: an event contradicts itself.
    """
    candidates = [each for each in (_candidate(event, settings) for event in events) if each is not None]
    moved = {delta.account for each in candidates for delta in each.deltas}
    ratings, found = store.lock_and_read(work, moved, {each.event.match for each in candidates}, settings.start)
    known = {match: each.changes for match, each in found.items() if each.inputs is not None}
    fresh: list[store.RatedMatch] = []
    for each in candidates:
        match = each.event.match
        if match not in known:
            known[match] = [_move(ratings, delta, settings) for delta in each.deltas]
            fresh.append(store.RatedMatch(match, each.inputs, known[match]))
        if known[match]:
            _answer(work, each.event, known[match])
    for rated in fresh:
        if rated.changes:
            work.tell(contract.Rated(match=rated.match, changes=rated.changes))
    store.write_ratings(work, {account: ratings[account] for account in _accounts(fresh)})
    _write(work, settings, fresh, found)
    work.after(lambda: _count("rated", sum(bool(each.changes) for each in fresh)))
    work.after(lambda: _count("unchanged", sum(not each.changes for each in fresh)))
    work.after(lambda: _count("repeated", len(candidates) - len(fresh)))


def _write(
    work: Work, settings: EloSettings, fresh: Sequence[store.RatedMatch], found: Mapping[str, store.KnownMatch]
) -> None:
    """Keep new matches, those too that change nobody: a correction may. One that was corrected before it was rated is
    corrected now."""
    store.write_matches(work, [each for each in fresh if each.match not in found])
    marked = [each for each in fresh if each.match in found]
    store.complete_matches(work, marked)
    for each in marked:
        news = found[each.match].correction
        if news is not None:
            apply(work, settings, news, each.inputs, each.changes)


def _candidate(event: tables.MatchFinished, settings: EloSettings) -> _Candidate | None:
    inputs = inputs_of(event)
    if isinstance(inputs, Refusal):
        if inputs.error != NOT_RATED:
            raise Unrated(event.match, inputs.error, inputs.detail)
        _count(NOT_RATED, 1)
        return None
    found = deltas(inputs, settings)
    if isinstance(found, Refusal):
        raise Unrated(event.match, found.error)
    return _Candidate(event, inputs, found)


def _move(ratings: dict[str, contract.Rating], delta: Delta, settings: EloSettings) -> contract.RatingChange:
    """Move one rating, not under the floor; the change as told has what it really moved by."""
    now = ratings[delta.account]
    moved = cut(delta.delta, now.rating, settings)
    rating = now.rating + moved
    ratings[delta.account] = contract.Rating(
        account=delta.account, rating=rating, games=now.games + 1, peak=max(now.peak, rating), seq=now.seq + 1
    )
    return contract.RatingChange(
        account=delta.account, rating=rating, delta=moved, label=delta.label, games=now.games + 1, seq=now.seq + 1
    )


def _answer(work: Work, event: tables.MatchFinished, changes: Iterable[contract.RatingChange]) -> None:
    rated = [tables.SeatRated(each.account, each.rating, each.delta, each.label) for each in changes]
    work.send(event.reply_to, tables.MatchRated(event.table, work.trace_of(event), work.now_ms, event.match, rated))


def _accounts(rated: Iterable[store.RatedMatch]) -> set[str]:
    return {change.account for each in rated for change in each.changes}


def _count(outcome: str, matches: int) -> None:
    metrics.matches.labels(outcome).inc(matches)
