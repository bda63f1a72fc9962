"""Matches move table ratings in the periods in which they ended (RULES.md §2)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import permutations

from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.persons.known import Known
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.ranking import metrics
from services.ranking import player_rows as people
from services.ranking.boards import board_rows as boards
from services.ranking.boards import fairness, table_ratings
from services.ranking.boards import rules as leaderboards
from services.ranking.boards.board_rows import Found, Key, Met
from services.ranking.boards.rules import Board, BoardSettings, Period
from services.ranking.boards.table_ratings import Running, Standing
from services.ranking.elo.departures import Ended
from services.ranking.elo.finished_matches import Fresh
from services.ranking.elo.match_effects import BoardChange, BoardEffect
from services.ranking.elo.match_ratings import Inputs, Start
from services.ranking.settings import RankingSettings

_SPANS: tuple[leaderboards.Span, ...] = ("weekly", "monthly")
_COUNTED = metrics.board_matches.labels("counted")
_PAIR_LIMIT = metrics.board_matches.labels("pair_limit")
_CONNECTED = metrics.board_matches.labels("one_household")


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
    work: Work,
    settings: RankingSettings,
    fresh: Sequence[Fresh],
    names: Mapping[str, str],
    known: Mapping[str, Known],
) -> dict[str, tuple[BoardEffect, ...]]:
    """Move the table ratings of these matches' players; returns what each match did, by match. `known`: of the persons
    behind the players.

    Matches that count nowhere are left out: friendly ones, those within one household, and those of a period that is
    closed. Those of bots count in their ladder, friendly as they are.
    """
    chosen = [
        each
        for each in fresh
        if each.is_of_bots or (not table_ratings.is_friendly(each.event) and not _is_connected(each, known))
    ]
    if not chosen:
        return {}
    wanted = _periods_of(work, settings, chosen)
    ids = {running.id for found in wanted.values() for running in found}
    accounts = {account for each in chosen for account in each.accounts}
    mates = person_facts.mates(work, {account: known[account] for account in accounts if account in known})
    pairs = {pair for each in chosen for pairs in _rivals(each.inputs, mates).values() for pair in pairs}
    found = boards.lock_and_read(work, ids, accounts, pairs)
    table = _Table(settings, found, mates)
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

    def __init__(self, settings: RankingSettings, found: Found, mates: Mapping[str, set[str]]) -> None:
        self._boards = settings.boards
        self._elo = leaderboards.table_elo(settings.boards, settings.elo)
        self._standings = dict(found.standings)
        self._met = dict(found.met)
        self._mates = mates
        self._worth: dict[tuple[str, tuple[int, ...]], tuple[BoardChange, ...]] = {}
        """By match and table ratings: on many boards the same players have the same ones."""
        self.changed: dict[Key, Standing] = {}
        self.met: dict[Key, Met] = {}

    def count(self, running: Running, each: Fresh) -> BoardEffect | None:
        """What a match does in a period, the rows moved; None: a player has met a household
        too often, which is no matter among bots."""
        met = _met_by_household(self._met, running.id, _rivals(each.inputs, self._mates))
        if not each.is_of_bots and not leaderboards.counts(met, friendly=False, settings=self._boards):
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
            for pair in () if each.is_of_bots else pairs_of(each.inputs):
                now = self._met.get((running.id, pair), Met()).with_match(each.match, each.event.ended_at_ms)
                self._met[running.id, pair] = self.met[running.id, pair] = now
            _COUNTED.inc()
        return effect

    def _worth_of(self, each: Fresh, ratings: Mapping[str, int]) -> tuple[BoardChange, ...]:
        key = (each.match, tuple(ratings.values()))
        if key not in self._worth:
            self._worth[key] = table_ratings.worth(each.inputs, each.inputs.ended, ratings, self._elo)
        return self._worth[key]


def _periods_of(work: Work, settings: RankingSettings, fresh: Sequence[Fresh]) -> dict[str, list[Running]]:
    """By match, the periods to which it belongs; those that have not begun begin now."""
    known, unclosed = boards.definitions_and_unclosed(work)
    definitions = _with_defaults(work, known, fresh)
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


def _with_defaults(work: Work, known: Mapping[str, Board], fresh: Sequence[Fresh]) -> list[Board]:
    """Every board; a game without a board of its own gets the default ones, and with bots their ladder."""
    of_people = {each.event.game for each in fresh if not each.is_of_bots}
    wanted = [
        leaderboards.default_board(span, game or None)
        for game in sorted({"", *of_people} if of_people else ())
        for span in _SPANS
    ]
    wanted += [leaderboards.bots_board(game) for game in sorted({each.event.game for each in fresh if each.is_of_bots})]
    new = [board for board in wanted if board.id not in known]
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
        if board.bots == each.is_of_bots and leaderboards.counts_for(board, event.game)
        for period in [leaderboards.period_of(board, event.ended_at_ms)]
        if period is not None
    ]
    return [(board, period) for board, period in found if leaderboards.pay_check(period, now_ms, settings) is not None]


# --- corrections -------------------------------------------------------------------------------------------------


def correct(
    work: Work,
    settings: RankingSettings,
    match: str,
    inputs: Inputs,
    ended: Ended | None,
    old: Sequence[BoardEffect],
    ended_at_ms: int,
) -> tuple[BoardEffect, ...]:
    """Take back what a match did in the periods that still take matches, and add what it does with another end. The
    players' ratings are locked. In closed periods it stays: their prizes are won. `ended` None: it counts no more.

    A match that did not count and does now needs room among the matches of its opponents, and one that does not count
    any more leaves room; among bots there is always room.
    """
    accounts = {player.account for side in inputs.sides for player in side}
    pairs = () if any(map(is_bot_account, accounts)) else pairs_of(inputs)
    known = person_facts.read(work, accounts)
    mates = person_facts.mates(work, known)
    rivals = _rivals(inputs, mates)
    wanted = {pair for of_two in rivals.values() for pair in of_two}
    found = boards.lock_and_read(work, {each.period_id for each in old}, accounts, wanted)
    elo = leaderboards.table_elo(settings.boards, settings.elo)
    changed: dict[Key, Standing] = {}
    met: dict[Key, Met] = {}
    effects = []
    for effect in old:
        period_id = effect.period_id
        new = () if ended is None else table_ratings.worth(inputs, ended, effect.ratings, elo)
        joins = bool(new) and not effect.counts
        met_before = _met_by_household(found.met, period_id, rivals)
        full = joins and not leaderboards.counts(met_before, friendly=False, settings=settings.boards)
        if period_id not in found.open_ids or full:
            effects.append(effect)
            continue
        own = {account: row for (of_period, account), row in found.standings.items() if of_period == period_id}
        after, moved = table_ratings.corrected(own, effect, new, ended_at_ms, settings.boards, elo)
        changed |= {(period_id, account): row for account, row in after.items()}
        if moved.counts != effect.counts:
            for pair in pairs:
                before = found.met.get((period_id, pair), Met())
                met[period_id, pair] = before.with_match(match, ended_at_ms) if moved.counts else before.without(match)
        effects.append(moved)
    boards.write(work, changed, found.keys, met, people.names(work, accounts))
    return tuple(effects)


# --- opponents ---------------------------------------------------------------------------------------------------


def _is_connected(each: Fresh, known: Mapping[str, Known]) -> bool:
    """Whether two opponents of a match may act for one another."""
    pairs = leaderboards.pairs_of(_sides(each.inputs))
    connected = any(fairness.are_connected(one, other, known) for one, other in map(sorted, pairs))
    if connected:
        _CONNECTED.inc()
    return connected


def pairs_of(inputs: Inputs) -> list[str]:
    """Every two opponents of a match, as `board_pairs` names them."""
    return [_pair(*two) for two in leaderboards.pairs_of(_sides(inputs))]


def _sides(inputs: Inputs) -> list[list[str]]:
    return [[player.account for player in side] for side in inputs.sides]


def _pair(one: str, other: str) -> str:
    return "|".join(sorted((one, other)))


def _rivals(inputs: Inputs, mates: Mapping[str, set[str]]) -> dict[tuple[str, str], set[str]]:
    """By player and opponent, all pairs of that player with the opponent's household."""
    return {
        (player, opponent): {_pair(player, each) for each in {opponent, *mates.get(opponent, ())} - {player}}
        for two in leaderboards.pairs_of(_sides(inputs))
        for player, opponent in permutations(two)
    }


def _met_by_household(
    met: Mapping[Key, Met], period_id: int, rivals: Mapping[tuple[str, str], Collection[str]]
) -> list[int]:
    """For each player and opponent, the counted matches of that player against the opponent's household."""
    found = []
    for pairs in rivals.values():
        own = [met[period_id, pair] for pair in pairs if (period_id, pair) in met]
        named = {match for each in own for match, _ended_at_ms in each.counted}
        found.append(len(named) + sum(each.matches - len(each.counted) for each in own))
    return found
