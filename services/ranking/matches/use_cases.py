"""Ranking's use cases: ratings asked for, frozen at a match's start, moved at its end (RULES.md §1)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from services.contracts.ranking import ratings as contract
from services.contracts.tables import commands
from services.contracts.tables import events as tables_events
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.ranking import accounts as exclusions
from services.ranking import metrics
from services.ranking import player_rows as people
from services.ranking.badges import use_cases as badges
from services.ranking.boards import board_rows as boards
from services.ranking.boards import counted_matches as board_matches
from services.ranking.classification import use_cases as classification
from services.ranking.elo import rating_rows
from services.ranking.elo.finished_matches import Fresh
from services.ranking.elo.match_effects import Effects
from services.ranking.elo.match_ratings import Delta, Inputs, Start, deltas, inputs_of
from services.ranking.elo.rules import EloSettings, cut
from services.ranking.matches.corrections import apply
from services.ranking.matches.friendly_matches import FriendlyMatches, day_pairs
from services.ranking.matches.recent_ratings import RecentRatings
from services.ranking.settings import RankingSettings
from services.ranking.statistics import use_cases as statistics

ACCOUNTS_MAX = 1_000
NOT_RATED = "not_rated"


class Unrated(Exception):
    """A match that should be rated cannot be; its event waits for an operator."""


class _Candidate(msgspec.Struct, frozen=True):
    """A match that moves somebody's rating."""

    event: tables_events.MatchFinished
    inputs: Inputs
    deltas: list[Delta]


# --- what others ask ---------------------------------------------------------------------------------------------


def get_ratings(work: Work, settings: EloSettings, request: contract.GetRatings) -> contract.Ratings | Refusal:
    """Ratings in the order asked, the starting one for whoever has none. Refusals: `bad_parameters` (too many)."""
    if len(request.accounts) > ACCOUNTS_MAX:
        return Refusal("bad_parameters", {"field": "accounts"})
    found = rating_rows.read_ratings(work, (account for account in request.accounts if account.isprintable()))
    return contract.Ratings(ratings=[found.get(account) or _first(account, settings) for account in request.accounts])


def freeze(
    work: Work, settings: EloSettings, events: Sequence[tables_events.MatchAsked], recent: RecentRatings | None = None
) -> None:
    """Answer each table with the ratings that its match starts with: general Elo, table ratings, and for dominoes
    quintiles. Writes nothing. `recent`: ratings of matches that this process has just rated, which are not read
    again."""
    asked = [event for event in events if not event.ratings_known]
    frozen = {} if recent is None else _taken(recent, asked, work.now_ms)
    frozen |= _read_frozen(work, settings, [event for event in asked if event.match not in frozen])
    for event in asked:
        answer = commands.RatingsFrozen(
            event.table, work.trace_of(event), work.now_ms, event.match, frozen[event.match]
        )
        work.send(event.reply_to, answer)


def _taken(
    recent: RecentRatings, asked: Sequence[tables_events.MatchAsked], now_ms: TimeMs
) -> dict[str, list[commands.SeatRating]]:
    found = {event.match: recent.take(event.game, event.accounts, now_ms) for event in asked}
    return {match: ratings for match, ratings in found.items() if ratings is not None}


def _read_frozen(
    work: Work, settings: EloSettings, asked: Sequence[tables_events.MatchAsked]
) -> dict[str, list[commands.SeatRating]]:
    """By match, what the database has."""
    if not asked:
        return {}
    found = rating_rows.read_ratings(work, {account for event in asked for account in event.accounts})
    starts = [Start(event.match, event.game, event.accounts) for event in asked]
    people = {account for start in starts for account in start.accounts}
    return _frozen(work, starts, {account: found.get(account) or _first(account, settings) for account in people})


def _first(account: str, settings: EloSettings) -> contract.Rating:
    return contract.Rating(account=account, rating=settings.start, games=0, peak=settings.start)


def _frozen(
    work: Work, starts: Sequence[Start], ratings: Mapping[str, contract.Rating]
) -> dict[str, list[commands.SeatRating]]:
    """By match, the ratings with which its players start now."""
    table_ratings = board_matches.frozen(work, starts)
    quintiles = classification.frozen(work, starts)
    return {
        start.match: [
            commands.SeatRating(
                account,
                ratings[account].rating,
                ratings[account].games,
                ratings[account].peak,
                quintiles.get(account),
                table_ratings[start.match, account],
            )
            for account in start.accounts
        ]
        for start in starts
    }


# --- finished matches --------------------------------------------------------------------------------------------


def rate(
    work: Work,
    settings: RankingSettings,
    events: Sequence[tables_events.MatchFinished],
    recent: RecentRatings | None = None,
) -> None:
    """Rate each match once, in order, and report it to its table; reply again to those that were rated before. With the
    first time come boards, classification and statistics, in the same transaction.

    The delta comes from the ratings at the match's start and is added to those of now. `recent` gets the ratings with
    which these players start their next match.

    Raises:
        Unrated: an event contradicts itself.
    """
    elo = settings.elo
    candidates = [each for each in (_candidate(event, elo) for event in events) if each is not None]
    read = rating_rows.lock_and_read(work, _asked(candidates), elo.start)
    ratings, found = read.ratings, read.matches
    known = {match: each.changes for match, each in found.items() if each.inputs is not None}
    why = {match: each.effects.unrated for match, each in found.items()}
    friendly = FriendlyMatches(read.friendly, settings.friendly_pair_max)
    fresh: list[Fresh] = []
    for each in candidates:
        match = each.event.match
        if match not in known:
            why[match] = friendly.count(each.event, each.inputs, read.persons, bool(each.deltas))
            known[match] = [] if why[match] else [_move(ratings, delta, elo) for delta in each.deltas]
            fresh.append(Fresh(each.event, each.inputs, known[match], why[match]))
    for rated in fresh:
        if rated.changes:
            work.publish(contract.Rated(match=rated.match, changes=rated.changes))
    rating_rows.write_ratings(work, {account: ratings[account] for account in _accounts(fresh)})
    friendly.write(work)
    if fresh:
        _write(work, settings, list(_take_in(work, settings, fresh, read).values()), found)
    _answer(work, [each.event for each in candidates], known, why, ratings, recent)
    closed = {account for account, row in read.people.items() if row.closed}
    exclusions.erase_again(work, settings, closed & {account for each in fresh for account in each.accounts})
    work.after(lambda: _count("rated", sum(bool(each.changes) for each in fresh)))
    work.after(lambda: _count("bots", sum(each.is_of_bots for each in fresh)))
    work.after(lambda: _count("unrated_players", sum(bool(each.unrated) and not each.is_of_bots for each in fresh)))
    work.after(lambda: _count("unchanged", sum(not each.changes and not each.unrated for each in fresh)))
    work.after(lambda: _count("repeated", len(candidates) - len(fresh)))


def _asked(candidates: Sequence[_Candidate]) -> rating_rows.Asked:
    """What these matches need to know."""
    return rating_rows.Asked(
        {delta.account for each in candidates for delta in each.deltas},
        {each.event.match for each in candidates},
        {account for each in candidates for account in each.event.accounts if account is not None},
        {pair for each in candidates for pair in day_pairs(each.event, each.inputs)},
    )


def _take_in(
    work: Work, settings: RankingSettings, fresh: Sequence[Fresh], read: rating_rows.Read
) -> dict[str, rating_rows.RatedMatch]:
    """Boards, classification, statistics and badges; returns the matches as they are kept."""
    names = _learn_names(work, fresh, read.people)
    rated = [each for each in fresh if not each.unrated]
    ranked = [each for each in fresh if not each.unrated or each.is_of_bots]
    of_boards = board_matches.take_in(work, settings, ranked, names, read.persons)
    outcome = classification.take_in(work, rated)
    statistics.record(work, settings, fresh, outcome)
    badges.record(work, fresh)
    return {
        each.match: rating_rows.RatedMatch(
            each.match,
            each.inputs,
            each.changes,
            Effects(
                each.event.ended_at_ms, of_boards.get(each.match, ()), outcome.effects.get(each.match), each.unrated
            ),
        )
        for each in fresh
    }


def _write(
    work: Work,
    settings: RankingSettings,
    fresh: Sequence[rating_rows.RatedMatch],
    found: Mapping[str, rating_rows.KnownMatch],
) -> None:
    """Keep new matches, those too that change nobody: a correction may. One that was corrected before it was rated is
    corrected now."""
    rating_rows.write_matches(work, [each for each in fresh if each.match not in found])
    marked = [each for each in fresh if each.match in found]
    rating_rows.complete_matches(work, marked)
    for each in marked:
        news = found[each.match].correction
        if news is not None:
            apply(work, settings, news, each)


def _candidate(event: tables_events.MatchFinished, settings: EloSettings) -> _Candidate | None:
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
    """Move one rating, not under the floor; the published change has what it really moved by."""
    now = ratings[delta.account]
    moved = cut(delta.delta, now.rating, settings)
    rating = now.rating + moved
    ratings[delta.account] = contract.Rating(
        account=delta.account, rating=rating, games=now.games + 1, peak=max(now.peak, rating), seq=now.seq + 1
    )
    return contract.RatingChange(
        account=delta.account, rating=rating, delta=moved, label=delta.label, games=now.games + 1, seq=now.seq + 1
    )


def _answer(
    work: Work,
    events: Iterable[tables_events.MatchFinished],
    known: Mapping[str, Sequence[contract.RatingChange]],
    why: Mapping[str, str],
    ratings: Mapping[str, contract.Rating],
    recent: RecentRatings | None,
) -> None:
    """Report to each table what its match did, and freeze the ratings with which a rematch starts: a table that has
    asked for one by now need not ask for them."""
    rated = [event for event in events if known[event.match] or why.get(event.match)]
    starts = [Start(event.match, event.game, [each for each in _people(event) if each in ratings]) for event in rated]
    frozen = _frozen(work, starts, ratings)
    for event in rated:
        changes = [commands.SeatRated(each.account, each.rating, each.delta, each.label) for each in known[event.match]]
        head = (event.table, work.trace_of(event), work.now_ms)
        following = frozen[event.match]
        unrated = why.get(event.match, "")
        answer = commands.MatchRated(*head, event.match, changes, following, freezes_next=True, unrated=unrated)
        work.send(event.reply_to, answer)
        if event.next_match and {rating.account for rating in following}.issuperset(_people(event)):
            work.send(event.reply_to, commands.RatingsFrozen(*head, event.next_match, following))
        if recent is not None:
            work.after(partial(recent.put, event.game, frozen[event.match], work.now_ms))


def _people(event: tables_events.MatchFinished) -> list[str]:
    return [account for account in event.accounts if account is not None]


def _accounts(rated: Iterable[Fresh]) -> set[str]:
    return {change.account for each in rated for change in each.changes}


def _count(outcome: str, matches: int) -> None:
    metrics.matches.labels(outcome).inc(matches)


def _learn_names(work: Work, fresh: Sequence[Fresh], known: Mapping[str, Any]) -> dict[str, str]:
    """The usernames of everybody in these matches, written where they are new; an account that is closed has none.
    `known`: the players' rows by account."""
    told = {
        account: name
        for each in fresh
        for account, name in zip(each.event.accounts, each.event.names, strict=False)
        if account is not None and name
    }
    closed = {account for account, row in known.items() if row.closed}
    before = {account: row.name for account, row in known.items()}
    new = {account: name for account, name in told.items() if account not in closed and before.get(account, "") != name}
    people.write_names(work, new)
    for account in sorted(each for each in new if before.get(each)):
        boards.rename(work, account, new[account])
    return before | new
