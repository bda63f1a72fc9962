"""The life of periods: begun, closed, the matches by which prizes may be won looked at again, prizes ordered and paid;
boards defined by operators (RULES.md §2)."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from services.contracts.moderation.events import Span
from services.contracts.ranking import boards as contract
from services.kernel.clock import TimeMs
from services.kernel.persons.identity import PersonKeys, may_be_same_person
from services.kernel.persons.prize_reviews import Outcome, after_review
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import clean_line
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.ranking import metrics
from services.ranking import player_rows as people
from services.ranking.boards import board_rows as boards
from services.ranking.boards import board_rows as stored
from services.ranking.boards import counted_matches as board_matches
from services.ranking.boards import fairness, table_ratings
from services.ranking.boards import place_range_rows as ranges
from services.ranking.boards import prize_rows as prizes
from services.ranking.boards import rules as leaderboards
from services.ranking.boards.board_rows import Key, Met, StoredPeriod
from services.ranking.boards.fairness import Meeting
from services.ranking.boards.queries import UNKNOWN, count_wrong, definition_line, period_line
from services.ranking.boards.rules import Board, Row
from services.ranking.boards.table_ratings import Standing
from services.ranking.elo import rating_rows
from services.ranking.settings import RankingSettings

_CANDIDATES = 500
"""Rows looked at at once for who is eligible."""
_REVIEWED: dict[Outcome, str] = {"pay": "ordered", "sanctioned": "review_sanctioned", "expired": "review_expired"}
"""States of prizes that have waited for a review."""
_SPANS: tuple[leaderboards.Span, ...] = ("weekly", "monthly")


# --- the clock ---------------------------------------------------------------------------------------------------


def begin(work: Work, settings: RankingSettings) -> int:
    """Make the default boards, and begin the periods of now that have not begun; returns how many."""
    known = stored.definitions(work)
    defaults = [leaderboards.default_board(span, game) for span in _SPANS for game in (None, *settings.board_games)]
    missing = [board for board in defaults if board.id not in known]
    if missing:
        stored.add_missing(work, missing)
        known = stored.definitions(work)
    begun = {(each.board.id, each.period.name) for each in stored.unclosed(work)}
    new = [
        (board, period)
        for board in known.values()
        for period in [leaderboards.period_of(board, work.now_ms)]
        if board.active and period is not None and (board.id, period.name) not in begun
    ]
    stored.begin_periods(work, new)
    metrics.periods.labels("begun").inc(len(new))
    stored.mark_over(work)
    return len(new)


def close_next(work: Work, settings: RankingSettings) -> bool:
    """Close one period whose time for late events is over, if there is one that nobody else is closing."""
    found = stored.claim_due(work, work.now_ms - settings.board_grace_min * 60_000)
    if found is None:
        return False
    _close(work, settings, found)
    return True


def _close(work: Work, settings: RankingSettings, found: StoredPeriod) -> str:
    """Make places final and order the prizes; returns the state. The period's row is ours: a match that is being
    counted has been waited for, and later ones find it closed."""
    started = time.perf_counter()
    won = _winners(work, settings, found)
    under_review = {account for account, known in person_facts.read(work, _accounts(won)).items() if known.review_kinds}
    to_pay = [each for each in won if each.account not in under_review]
    players = ranges.totals(work, [found.id]).get(found.id, 0)
    state = "closing" if won else "paid"
    stored.set_state(work, found.id, state, (work.now_ms, players))
    prizes.order(work, found.id, won, under_review)
    if to_pay:
        work.publish(
            contract.BoardClosed(board=found.board.id, period=found.period.name, title=found.board.title, prizes=to_pay)
        )
    metrics.periods.labels("closed").inc()
    metrics.close_seconds.observe(time.perf_counter() - started)
    return state


def _winners(work: Work, settings: RankingSettings, found: StoredPeriod) -> list[contract.Prize]:
    """Prize k for the k-th eligible player."""
    rows: list[Row] | None = None
    while rows is None:
        rows = _eligible(work, settings, found)
    won = leaderboards.prizes(rows, found.board.min_games, found.board.prizes)
    (placed,) = bulk_rows.ask_all(work, stored.placed([found.id], list(won)))
    places = {row.account: int(row.place) for row in placed}
    return [contract.Prize(account=account, place=places[account], chips=chips) for account, chips in won.items()]


def _eligible(work: Work, settings: RankingSettings, found: StoredPeriod) -> list[Row] | None:
    """The eligible players in the order of places, as many as there are prizes. None: matches that nothing can be won
    by have been taken out on the way, so that the order is another one now; each round takes out some."""
    eligible, winners, after = list[Row](), dict[str, PersonKeys](), ""
    needed = min(settings.board_min_opponents, found.board.min_games)
    while len(eligible) < len(found.board.prizes):
        page = stored.candidates(work, found.id, found.board.min_games, after, _CANDIDATES)
        fit = [each for row in page for each in [_row(row, work.now_ms)] if each.eligible]
        known = person_facts.read(work, [each.player for each in fit])
        for row in fit:
            if len(eligible) == len(found.board.prizes):
                break
            own = known[row.player]
            if not own.is_established(found.period.ends_at_ms, settings.boards.min_age_ms, settings.boards.need_email):
                continue
            met = proven_meetings(work, settings, found, row.player)
            if met is None:
                return None
            has_won = any(may_be_same_person(own.keys, each) for each in winners.values())
            if not has_won and fairness.met_enough(met, person_facts.read(work, _opponents(met)), needed):
                eligible.append(row)
                winners[row.player] = own.keys
        if len(page) < _CANDIDATES:
            break
        after = page[-1].place_key
    return eligible


def _opponents(met: Sequence[Meeting]) -> set[str]:
    return {each.opponent for each in met}


def _accounts(won: Sequence[contract.Prize]) -> set[str]:
    return {each.account for each in won}


def _row(row: Any, now_ms: TimeMs) -> Row:
    return Row(row.account, row.rating, row.wins, row.matches, row.last_end_ms, _is_eligible(row, now_ms))


def _is_eligible(row: Any, now_ms: TimeMs) -> bool:
    if row.blocked is None:  # never heard of: nothing keeps them out
        return True
    suspensions = msgspec.json.decode(row.suspensions, type=list[Span])
    suspended = any(span.from_ms <= now_ms < span.until_ms for span in suspensions)
    return not (suspended or row.blocked or row.closed or (row.excluded_until_ms or 0) > now_ms)


def review_next(work: Work, settings: RankingSettings) -> None:
    """Pay prizes whose winners are under review no more, and give up those of winners who have been kept out since or
    have waited for too long."""
    waiting = prizes.in_review(work)
    known = person_facts.read(work, {each.account for each in waiting})
    rows = people.read(work, {each.account for each in waiting})
    periods = stored.find_periods(work, {each.period_id for each in waiting}) if waiting else {}
    for each in waiting:
        is_kept_out = each.account in rows and not _is_eligible(rows[each.account], work.now_ms)
        days = settings.prize_review_days
        outcome = after_review(known[each.account], is_kept_out, each.since_ms, work.now_ms, days)
        if outcome is None:
            continue
        state = _REVIEWED[outcome]
        if not prizes.end_review(work, each, state):
            continue
        found = periods[each.period_id]
        if state == "ordered":
            prize = contract.Prize(account=each.account, place=each.place, chips=each.chips)
            work.publish(
                contract.BoardClosed(
                    board=found.board.id, period=found.period.name, title=found.board.title, prizes=[prize]
                )
            )
        _paid_if_all_are(work, found)
        metrics.reviewed_prizes.labels(state).inc()


def split_next(work: Work) -> bool:
    """Cut the ranges of one period that have grown, if nobody else is at it."""
    grown = ranges.grown(work)
    for period_id in dict.fromkeys(period_id for period_id, _low in grown):
        if stored.claim(work, period_id, wait=False) is None:
            continue
        for low in [low for each, low in ranges.grown(work) if each == period_id]:
            ranges.split(work, period_id, low)
        return True
    return False


def measure(work: Work, settings: RankingSettings) -> None:
    """Set the gauges that alerts look at."""
    late_ms = settings.board_grace_min * 60_000 + 4 * settings.board_clock_s * 1000
    metrics.periods_overdue.set(stored.count_overdue(work, work.now_ms - late_ms))
    unpaid, oldest_ms, refused = prizes.waiting(work)
    metrics.prizes_unpaid.set(unpaid)
    metrics.prizes_unpaid_age.set(max(0, work.now_ms - oldest_ms) / 1000 if oldest_ms else 0)
    metrics.prizes_refused.set(refused)
    in_review = prizes.in_review(work)
    metrics.prizes_in_review.set(len(in_review))
    oldest = min((each.since_ms for each in in_review), default=work.now_ms)
    metrics.prizes_in_review_age.set((work.now_ms - oldest) / 1000)


def check(work: Work) -> None:
    """Count the rows of open periods anew, for the metric that must be 0."""
    metrics.places_wrong.set(count_wrong(work))


# --- what the wallet answers -------------------------------------------------------------------------------------


def prizes_paid(work: Work, events: Sequence[contract.BoardPrizesPaid]) -> None:
    """The wallet has paid prizes; a period whose prizes are all paid is `paid`."""
    for event in sorted(events, key=lambda each: (each.board, each.period)):
        found = stored.find_period(work, event.board, event.period)
        if found is None or stored.claim(work, found.id) is None:
            continue
        prizes.mark(work, found.id, {each.account: "paid" for each in event.prizes} | event.refused)
        _paid_if_all_are(work, found)


def _paid_if_all_are(work: Work, found: StoredPeriod) -> None:
    if prizes.all_paid(work, found.id) and found.state != "paid":
        stored.set_state(work, found.id, "paid")
        metrics.periods.labels("paid").inc()


# --- operators ---------------------------------------------------------------------------------------------------


def define(
    work: Work, definition: contract.BoardDefinition, *, fresh: bool = False
) -> contract.BoardDefinition | Refusal:
    """Define a board or change one; `fresh`: a new one. Refusals: `board_invalid`, `board_taken`, `board_frozen`."""
    board = Board(
        definition.board,
        definition.repeat,
        definition.min_games,
        tuple(definition.prizes_chips),
        None if definition.games is None else tuple(definition.games),
        definition.starts_at_ms,
        definition.ends_at_ms,
        definition.active,
        title=clean_line(definition.title),
    )
    if refusal := leaderboards.definition_check(board):
        return refusal
    known = stored.definition(work, board.id, lock=True)
    others = stored.definitions(work).values() if fresh or board.title else ()
    if refusal := leaderboards.taken_check(board, others, fresh=fresh):
        return refusal
    changed = known is not None and leaderboards.without_activity(known) != leaderboards.without_activity(board)
    running = any(each.board.id == board.id for each in stored.unclosed(work))
    if refusal := leaderboards.edit_check(changed and running):
        return refusal
    if changed and board.period == "own" and stored.find_period(work, board.id, leaderboards.own_period(board).name):
        return Refusal("board_invalid", {"field": "starts_at_ms"})
    stored.save(work, board)
    return definition_line(board)


def close_period(work: Work, settings: RankingSettings, board: str, period: str) -> contract.BoardPeriod | Refusal:
    """Close a period now; again changes nothing. Refusals: `board_unknown`, `board_not_closed`."""
    printable = board.isprintable() and period.isprintable()
    found = stored.find_period(work, board, period) if printable else None
    claimed = stored.claim(work, found.id) if found is not None else None
    if claimed is None:
        return UNKNOWN
    if refusal := leaderboards.pay_check(claimed.period, work.now_ms, settings.boards):
        return refusal
    if claimed.closed_at_ms is None:
        _close(work, settings, claimed)
        claimed = stored.find_periods(work, [claimed.id])[claimed.id]
    return period_line(claimed, claimed.players)


def proven_meetings(work: Work, settings: RankingSettings, found: StoredPeriod, account: str) -> list[Meeting] | None:
    """The matches of a player by which a prize of a period that is being closed may be won. None: some counted that
    must not, and have been taken out; places are others now.

    The period's row is ours, so that nobody else moves its rows: nothing more is locked.
    """
    met = boards.meetings_of(work, account, [found.id]).get(found.id, [])
    known = person_facts.read(work, {account, *(each.opponent for each in met)})
    wrong = fairness.must_not_count(account, met, known, settings.boards)
    wrong |= fairness.unproven(met, known, settings.boards)
    matches = rating_rows.known_matches(work, wrong)
    if not matches:
        return [each for each in met if each.match not in wrong]
    for match in sorted(matches):
        _take_out_at_close(work, settings, found.id, matches[match])
    return None


def _take_out_at_close(work: Work, settings: RankingSettings, period_id: int, known: rating_rows.KnownMatch) -> None:
    assert known.inputs is not None, "what counts on a board has been rated"
    accounts = set(known.accounts)
    pairs = board_matches.pairs_of(known.inputs)
    rows = boards.lock_and_read(work, [period_id], accounts, pairs)
    standings = {account: row for (_period, account), row in rows.standings.items()}
    elo = leaderboards.table_elo(settings.boards, settings.elo)
    changed: dict[Key, Standing] = {}
    for effect in known.effects.boards:
        if effect.period_id == period_id:
            ended_at_ms = known.effects.ended_at_ms
            after, _ = table_ratings.corrected(standings, effect, (), ended_at_ms, settings.boards, elo)
            changed |= {(period_id, account): row for account, row in after.items()}
    left: Mapping[Key, Met] = {
        (period_id, pair): rows.met.get((period_id, pair), Met()).without(known.match) for pair in pairs
    }
    boards.write(work, changed, rows.keys, left, people.names(work, accounts))
