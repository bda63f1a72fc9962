"""Matches move table ratings in the periods in which they ended (RULES.md §2)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from services.plumbing.database import Work
from services.ranking import leaderboards, metrics, table_ratings
from services.ranking.departures import Ended
from services.ranking.effects import BoardEffect
from services.ranking.handlers.finished import Fresh
from services.ranking.leaderboards import Board, Period
from services.ranking.matches import Inputs, Start
from services.ranking.settings import RankingSettings
from services.ranking.store import boards, people
from services.ranking.store.boards import Found, Key
from services.ranking.table_ratings import Running, Standing

_SPANS: tuple[leaderboards.Span, ...] = ("weekly", "monthly")


# --- a match's start ---------------------------------------------------------------------------------------------


def frozen(work: Work, starts: Sequence[Start]) -> dict[tuple[str, str], dict[str, int]]:
    """By match and account, the table ratings with which each of these matches starts; those that stand at the
    board's start are left out."""
    asked = [(start.match, start.game, account) for start in starts for account in start.accounts]
    by_account: dict[str, list[tuple[Board, str, int]]] = defaultdict(list)
    for account, board, period, rating in boards.frozen_ratings(work, {account for _, _, account in asked}):
        by_account[account].append((board, period, rating))
    return {
        (match, account): {
            f"{board.id}@{period}": rating
            for board, period, rating in by_account[account]
            if leaderboards.counts_for(board, game)
        }
        for match, game, account in asked
    }


# --- a match's end -----------------------------------------------------------------------------------------------


def take_in(
    work: Work, settings: RankingSettings, fresh: Sequence[Fresh], names: Mapping[str, str]
) -> dict[str, tuple[BoardEffect, ...]]:
    """Move the table ratings of these matches' players; answers what each match did, by match.

    Matches that count nowhere are left out: friendly ones, and those of a period that is closed.
    """
    chosen = [each for each in fresh if not table_ratings.is_friendly(each.event)]
    wanted = _periods_of(work, settings, chosen)
    ids = {running.id for found in wanted.values() for running in found}
    pairs = {_pair_key(pair) for each in chosen for pair in leaderboards.pairs_of(_sides(each.inputs))}
    open_ids = boards.lock_periods(work, ids)
    found = boards.read(work, open_ids, {account for each in chosen for account in each.accounts}, pairs)
    table = _Table(settings, found)
    effects = {
        each.match: tuple(
            effect
            for running in wanted[each.match]
            if running.id in open_ids
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
        self._settings = settings
        self._standings = dict(found.standings)
        self._met = dict(found.met)
        self.changed: dict[Key, Standing] = {}
        self.met: dict[Key, int] = {}

    def count(self, running: Running, each: Fresh) -> BoardEffect | None:
        """What a match does in a period, the rows moved; None: two of its opponents have met too often."""
        boards_, elo = self._settings.boards, self._settings.elo
        sides = _sides(each.inputs)
        met = {pair: self._met.get((running.id, _pair_key(pair)), 0) for pair in leaderboards.pairs_of(sides)}
        if not leaderboards.counts(sides, met, friendly=False, settings=boards_):
            metrics.board_matches.labels("pair_limit").inc()
            return None
        rows = {account: self._standings[running.id, account] for account in each.accounts
                if (running.id, account) in self._standings}  # fmt: skip
        ratings = table_ratings.ratings_at_start(running, each.event, each.inputs, rows, boards_)
        changes = table_ratings.worth(each.inputs, each.inputs.ended, ratings, boards_, elo)
        worth = BoardEffect(running.id, ratings, changes)
        after, effect = table_ratings.applied(rows, worth, each.event.ended_at_ms, boards_, elo)
        self._keep(running.id, after)
        if effect.changes:
            for pair, count in met.items():
                self._met[running.id, _pair_key(pair)] = self.met[running.id, _pair_key(pair)] = count + 1
            metrics.board_matches.labels("counted").inc()
        return effect

    def _keep(self, period_id: int, after: Mapping[str, Standing]) -> None:
        for account, row in after.items():
            self._standings[period_id, account] = self.changed[period_id, account] = row


def _periods_of(work: Work, settings: RankingSettings, fresh: Sequence[Fresh]) -> dict[str, list[Running]]:
    """By match, the periods to which it belongs; those that have not begun begin now."""
    found = {(each.board.id, each.period.name): each.running for each in boards.unclosed(work)}
    definitions = _definitions(work, {each.event.game for each in fresh})
    wanted = {each.match: _wanted(settings, definitions, each, work.now_ms) for each in fresh}
    missing = {
        (board.id, period.name): (board, period)
        for of_match in wanted.values()
        for board, period in of_match
        if board.active and (board.id, period.name) not in found
    }
    if missing:
        boards.begin_periods(work, list(missing.values()))
        found = {(each.board.id, each.period.name): each.running for each in boards.unclosed(work)}
    return {
        match: [found[board.id, period.name] for board, period in of_match if (board.id, period.name) in found]
        for match, of_match in wanted.items()
    }


def _definitions(work: Work, games: set[str]) -> list[Board]:
    """Every board; a game without a board of its own gets the default ones."""
    known = boards.definitions(work)
    new = [
        board
        for game in sorted({"", *games})
        for span in _SPANS
        for board in [leaderboards.default_board(span, game or None)]
        if board.id not in known
    ]
    if new:
        boards.add_missing(work, new)
        known = boards.definitions(work)
    return list(known.values())


def _wanted(
    settings: RankingSettings, definitions: Sequence[Board], each: Fresh, now_ms: int
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
    return [
        (board, period)
        for board, period in found
        if leaderboards.pay_check(period, now_ms, settings.boards) is not None
    ]


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
    players' ratings are locked. In closed periods it stays: their prizes are won."""
    open_ids = boards.lock_periods(work, {each.period_id for each in old})
    accounts = {player.account for side in inputs.sides for player in side}
    found = boards.read(work, open_ids, accounts, set())
    changed: dict[Key, Standing] = {}
    effects = []
    for effect in old:
        if effect.period_id not in open_ids:
            effects.append(effect)
            continue
        own = {account: row for (period_id, account), row in found.standings.items() if period_id == effect.period_id}
        new = table_ratings.worth(inputs, ended, effect.ratings, settings.boards, settings.elo)
        after, moved = table_ratings.corrected(own, effect, new, ended_at_ms, settings.boards, settings.elo)
        changed |= {(effect.period_id, account): row for account, row in after.items()}
        effects.append(moved)
    boards.write(work, changed, found.keys, {}, people.names(work, accounts))
    return tuple(effects)


def _sides(inputs: Inputs) -> list[list[str]]:
    return [[player.account for player in side] for side in inputs.sides]


def _pair_key(pair: frozenset[str]) -> str:
    return "|".join(sorted(pair))
