"""Statistics: recorded matches written and shown (RULES.md §4)."""

import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from services.contracts.ranking import statistics as contract
from services.contracts.ranking.ratings import RatingChange
from services.contracts.wallet.events import MatchCorrected, MatchSettled
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.ranking import player_rows as people
from services.ranking.classification import classification_rows as classification
from services.ranking.classification.dominoes_matches import Classified
from services.ranking.classification.use_cases import Outcome
from services.ranking.elo import rating_rows
from services.ranking.elo.finished_matches import Fresh
from services.ranking.settings import RankingSettings
from services.ranking.statistics import record_rows as stored
from services.ranking.statistics import recorded_matches as records
from services.ranking.statistics import rules as statistics
from services.ranking.statistics.record_rows import Player, Row
from services.ranking.statistics.recorded_matches import Standing

UNKNOWN = Refusal("match_unknown")
_PRUNE_EVERY = 25
"""One match in so many looks for what lies beyond its players' windows."""


# --- written -----------------------------------------------------------------------------------------------------


def record(work: Work, settings: RankingSettings, fresh: Sequence[Fresh], outcome: Outcome) -> None:
    """Keep the recorded ones of these matches, with how everybody stood after them."""
    found = [(each, kept) for each in fresh for kept in [records.record_of(each.event)] if kept is not None]
    unmoved = {
        account for each, _kept in found for account in set(each.accounts) - {change.account for change in each.changes}
    }
    ratings = rating_rows.read_ratings(work, unmoved) if unmoved else {}
    elo = {account: rating.rating for account, rating in ratings.items()}
    stored.write(work, [(each.match, kept, _players(each, outcome, elo, settings.elo_start)) for each, kept in found])
    chosen = [each for each, _kept in found if zlib.crc32(each.match.encode()) % _PRUNE_EVERY == 0]
    stored.prune(work, {account for each in chosen for account in each.accounts}, settings.stats_window)


def _players(each: Fresh, outcome: Outcome, elo: Mapping[str, int], start: int) -> list[Player]:
    changes = {change.account: change for change in each.changes}
    effect = outcome.effects.get(each.match)
    deltas = effect.deltas if effect is not None else {}
    return [
        Player(account, seat, _standing(each, account, changes.get(account), deltas, outcome, elo.get(account, start)))
        for seat, account in enumerate(each.event.accounts)
        if account is not None
    ]


def _standing(
    each: Fresh,
    account: str,
    change: RatingChange | None,
    deltas: Mapping[str, int],
    outcome: Outcome,
    elo: int,
) -> Standing:
    counted = account in deltas
    return Standing(
        elo_delta=change.delta if change else 0,
        elo_after=change.rating if change else elo,
        pr_delta=deltas.get(account),
        pr_after=outcome.pr_after[each.match, account] if counted else None,
        quintile_after=outcome.after[account].quintile if counted else None,
    )


def correct(
    work: Work, news: MatchCorrected, changes: Sequence[RatingChange], prs: Mapping[str, tuple[int, Classified]]
) -> None:
    """Another result of a recorded match. Its players' rows say what it does now, and how they stand at this moment."""
    if news.outcome != "tied" and not news.winners:
        stored.correct(work, news.match, None, {})
        return
    found = {row.account: row for row in changes}
    standings = {
        account: Standing(
            elo_delta=found[account].delta,
            elo_after=found[account].rating,
            pr_delta=prs[account][0] if account in prs else None,
            pr_after=prs[account][1].pr if account in prs else None,
            quintile_after=prs[account][1].quintile if account in prs else None,
        )
        for account in news.accounts
        if account in found
    }
    stored.correct(work, news.match, () if news.outcome == "tied" else news.winners, standings)


def unrate(work: Work, match: str, changes: Sequence[RatingChange]) -> None:
    """A recorded match has changed no ratings after all."""
    stored.write_standings(work, match, {each.account: Standing(0, each.rating) for each in changes})


# --- shown -------------------------------------------------------------------------------------------------------


def get_statistics(
    work: Work, settings: RankingSettings, request: contract.GetStatistics
) -> contract.PlayerStatistics | Refusal:
    """A player's page. Refusals: `stats_forbidden`."""
    part: Literal["matches", "totals"] = "matches" if request.part == "matches" else "totals"
    refusal = statistics.page_check(request.viewer, request.account, part)
    if refusal is not None:
        return refusal
    account, game = _readable(request.account), None if request.game is None else _readable(request.game)
    lines = [_line(row, account) for row in stored.list_of(work, account, game, settings.stats_window)]
    rating = rating_rows.read_ratings(work, [account]).get(account)
    row = classification.read(work, [account]).get(account) or Classified(account)
    return contract.PlayerStatistics(
        account=account,
        name=people.names(work, [account]).get(account, ""),
        matches=lines if part == "matches" else [],
        totals=records.totals(lines),
        games=stored.games_of(work, account),
        elo=rating.rating if rating else settings.elo_start,
        peak=rating.peak if rating else settings.elo_start,
        rated_games=rating.games if rating else 0,
        pr=row.pr,
        quintile=classification.quintiles(work, [account]).get(account),
        classified_matches=row.matches,
    )


def list_played_matches(work: Work, request: contract.ListPlayedMatches) -> contract.PlayedMatches | Refusal:
    """A page of a player's matches. One more is read, to see whether it is the last. Refusals: `stats_forbidden`."""
    refusal = statistics.page_check(request.viewer, request.account, "matches")
    if refusal is not None:
        return refusal
    account, game = _readable(request.account), None if request.game is None else _readable(request.game)
    before = None if request.before is None else (request.before.ended_at_ms, request.before.number)
    rows = stored.list_of(work, account, game, request.limit + 1, before)
    lines = [_line(row, account) for row in rows[: request.limit]]
    more = len(rows) > request.limit
    place = contract.MatchPlace(lines[-1].ended_at_ms, lines[-1].number) if more else None
    return contract.PlayedMatches(matches=lines, next=place)


def get_match_hands(work: Work, request: contract.GetMatchHands) -> contract.MatchHands | Refusal:
    """A match hand by hand. Refusals: `stats_forbidden`, `match_unknown`."""
    refusal = statistics.page_check(request.viewer, request.account, "matches")
    if refusal is not None:
        return refusal
    printable = request.account.isprintable() and request.match.isprintable()
    row = stored.find(work, request.account, request.match) if printable else None
    if row is None:
        return UNKNOWN
    names = people.names(work, _accounts(row))
    return contract.MatchHands(
        line=_line(row, request.account), seat=row.seat, hands=records.hands(row.found, row.seat, names)
    )


def _readable(name: str) -> str:
    """The name of an account or a game; empty, which nobody has, for one that a database may not even be asked for."""
    return name if name.isprintable() else ""


def _line(row: Row, account: str) -> contract.MatchLine:
    payout = None if row.payouts is None or not row.found.stake_chips else row.payouts.get(account)
    return records.line(row.number, row.match, row.found, row.seat, row.standing, payout)


def _accounts(row: Row) -> Collection[str]:
    return [account for account in row.found.accounts if account is not None]


def chips_settled(work: Work, events: Sequence[MatchSettled]) -> None:
    """Matches have been paid out."""
    stored.write_chips(work, {event.match: (0, event.payouts) for event in events})


def chips_corrected(work: Work, events: Sequence[MatchCorrected]) -> None:
    """Results have been replaced, and what they paid with them; of several corrections the newest counts."""
    newest = {event.match: event for event in sorted(events, key=lambda each: each.revision)}
    told = {
        match: (event.revision, dict(zip(event.accounts, event.payouts, strict=True)))
        for match, event in newest.items()
    }
    stored.write_chips(work, told)
