"""Matches move table ratings in the periods in which they ended (RULES.md §2)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from services.plumbing.database import Work
from services.ranking import leaderboards, metrics, table_ratings
from services.ranking.departures import Ended
from services.ranking.effects import BoardChange, BoardEffect
from services.ranking.handlers.finished import Fresh
from services.ranking.leaderboards import Board, BoardSettings, Period
from services.ranking.matches import Inputs, Start
from services.ranking.settings import RankingSettings
from services.ranking.store import boards, people
from services.ranking.store.boards import Found, Key
from services.ranking.table_ratings import Running, Standing

_SPANS: tuple[leaderboards.Span, ...] = ("weekly", "monthly")
_COUNTED = metrics.board_matches.labels("counted")
_PAIR_LIMIT = metrics.board_matches.labels("pair_limit")


# --- a match's start ---------------------------------------------------------------------------------------------


def frozen(work: Work, starts: Sequence[Start]) -> dict[tuple[str, str], dict[str, int]]:
    """By match and account, the table ratings with which each of these matches starts; those that stand at the
    board's start are left out."""
    asked = [(start.match, start.game, account) for start in starts for account in start.accounts]
    by_account: dict[str, list[tuple[Running, int]]] = defaultdict(list)
    for account, running, rating in boards.frozen_ratings(work, {account for _, _, account in asked}):
        by_account[account].append((running, rating))
    return {
        (match, account): {
            running.key: rating
            for running, rating in by_account[account]
            if leaderboards.counts_for(running.board, game)
        }
        for match, game, account in asked
    }


# --- a match's end -----------------------------------------------------------------------------------------------


def take_in(
    work: Work, settings: RankingSettings, fresh: Sequence[Fresh], names: Mapping[str, str]
) -> dict[str, tuple[BoardEffect, ...]]:
    """Move the table ratings of these matches' players; returns what each match did, by match.

    Matches that count nowhere are left out: friendly ones, and those of a period that is closed.
    """
    chosen = [each for each in fresh if not table_ratings.is_friendly(each.event)]
    if not chosen:
        return {}
    wanted = _periods_of(work, settings, chosen)
    ids = {running.id for found in wanted.values() for running in found}
    pairs = {pair for each in chosen for pair in _pairs(each.inputs)}
    found = boards.lock_and_read(work, ids, {account for each in chosen for account in each.accounts}, pairs)
    table = _Table(settings, found)
    effects = {
        each.match: tuple(
            effect
            for running in wanted[each.match]
            if running.id in found.open_ids
            for effect in [table.count(running, each)]
            if effect is not None
        )
        for each in chosen
    }
    boards.write(work, table.changed, found.keys, table.met, names)
    return {match: of_match for match, of_match in effects.items() if of_match}


class _Table:
    """Rows of a company of matches, as each of them leaves them."""

    def __init__(self, settings: RankingSettings, found: Found) -> None:
        self._boards = settings.boards
        self._elo = leaderboards.table_elo(settings.boards, settings.elo)
        self._standings = dict(found.standings)
        self._met = dict(found.met)
        self._worth: dict[tuple[str, tuple[int, ...]], tuple[BoardChange, ...]] = {}
        """By match and table ratings: on many boards the same players have the same ones."""
        self.changed: dict[Key, Standing] = {}
        self.met: dict[Key, int] = {}

    def count(self, running: Running, each: Fresh) -> BoardEffect | None:
        """What a match does in a period, the rows moved; None: two of its opponents have met too often."""
        met = self._met_in(running.id, each.inputs)
        if not leaderboards.counts(met.values(), friendly=False, settings=self._boards):
            _PAIR_LIMIT.inc()
            return None
        rows = {
            account: self._standings[running.id, account]
            for account in each.accounts
            if (running.id, account) in self._standings
        }
        ratings = table_ratings.ratings_at_start(running, each.event, each.inputs, rows, self._boards)
        worth = BoardEffect(running.id, ratings, self._worth_of(each, ratings))
        after, effect = table_ratings.applied(rows, worth, each.event.ended_at_ms, self._boards, self._elo)
        for account, row in after.items():
            self._standings[running.id, account] = self.changed[running.id, account] = row
        if effect.changes:
            for pair, count in met.items():
                self._met[running.id, pair] = self.met[running.id, pair] = count + 1
            _COUNTED.inc()
        return effect

    def _met_in(self, period_id: int, inputs: Inputs) -> dict[str, int]:
        return {pair: self._met.get((period_id, pair), 0) for pair in _pairs(inputs)}

    def _worth_of(self, each: Fresh, ratings: Mapping[str, int]) -> tuple[BoardChange, ...]:
        key = (each.match, tuple(ratings.values()))
        if key not in self._worth:
            self._worth[key] = table_ratings.worth(each.inputs, each.inputs.ended, ratings, self._elo)
        return self._worth[key]


def _periods_of(work: Work, settings: RankingSettings, fresh: Sequence[Fresh]) -> dict[str, list[Running]]:
    """By match, the periods to which it belongs; those that have not begun begin now."""
    known, unclosed = boards.definitions_and_unclosed(work)
    definitions = _with_defaults(work, known, {each.event.game for each in fresh})
    wanted = {each.match: _wanted(settings.boards, definitions, each, work.now_ms) for each in fresh}
    begun = {(each.board.id, each.period.name) for each in unclosed}
    missing = {
        (board.id, period.name): (board, period)
        for of_match in wanted.values()
        for board, period in of_match
        if board.active and (board.id, period.name) not in begun
    }
    if missing:
        boards.begin_periods(work, list(missing.values()))
        unclosed = boards.unclosed(work)
    found = {(each.board.id, each.period.name): each.running for each in unclosed}
    return {
        match: [found[board.id, period.name] for board, period in of_match if (board.id, period.name) in found]
        for match, of_match in wanted.items()
    }


def _with_defaults(work: Work, known: Mapping[str, Board], games: set[str]) -> list[Board]:
    """Every board; a game without a board of its own gets the default ones."""
    new = [
        board
        for game in sorted({"", *games})
        for span in _SPANS
        for board in [leaderboards.default_board(span, game or None)]
        if board.id not in known
    ]
    if not new:
        return list(known.values())
    boards.add_missing(work, new)
    return list(boards.definitions(work).values())


def _wanted(
    settings: BoardSettings, definitions: Sequence[Board], each: Fresh, now_ms: int
) -> list[tuple[Board, Period]]:
    """The boards and periods of a match; a period that must be closed by now is left out."""
    event = each.event
    found = [
        (board, period)
        for board in definitions
        if leaderboards.counts_for(board, event.game)
        for period in [leaderboards.period_of(board, event.ended_at_ms)]
        if period is not None
    ]
    return [(board, period) for board, period in found if leaderboards.pay_check(period, now_ms, settings) is not None]


# --- corrections -------------------------------------------------------------------------------------------------


def correct(
    work: Work,
    settings: RankingSettings,
    inputs: Inputs,
    ended: Ended,
    old: Sequence[BoardEffect],
    ended_at_ms: int,
) -> tuple[BoardEffect, ...]:
    """Take back what a match did in the periods that still take matches, and add what it does with another end. The
    players' ratings are locked. In closed periods it stays: their prizes are won.

    A match that did not count and does now needs room among the matches of its opponents, and one that does not count
    any more leaves room.
    """
    accounts = {player.account for side in inputs.sides for player in side}
    pairs = _pairs(inputs)
    found = boards.lock_and_read(work, {each.period_id for each in old}, accounts, pairs)
    elo = leaderboards.table_elo(settings.boards, settings.elo)
    changed: dict[Key, Standing] = {}
    met: dict[Key, int] = {}
    effects = []
    for effect in old:
        period_id = effect.period_id
        new = table_ratings.worth(inputs, ended, effect.ratings, elo)
        before = {(period_id, pair): found.met.get((period_id, pair), 0) for pair in pairs}
        joins = bool(new) and not effect.counts
        full = joins and not leaderboards.counts(before.values(), friendly=False, settings=settings.boards)
        if period_id not in found.open_ids or full:
            effects.append(effect)
            continue
        own = {account: row for (of_period, account), row in found.standings.items() if of_period == period_id}
        after, moved = table_ratings.corrected(own, effect, new, ended_at_ms, settings.boards, elo)
        changed |= {(period_id, account): row for account, row in after.items()}
        if moved.counts != effect.counts:
            met |= {key: max(0, count + (1 if moved.counts else -1)) for key, count in before.items()}
        effects.append(moved)
    boards.write(work, changed, found.keys, met, people.names(work, accounts))
    return tuple(effects)


def _pairs(inputs: Inputs) -> list[str]:
    """Every two opponents of a match, as `board_pairs` names them."""
    sides = [[player.account for player in side] for side in inputs.sides]
    return ["|".join(sorted(pair)) for pair in leaderboards.pairs_of(sides)]
