"""Table ratings: the effect of a match on the rows of one period of a board (RULES.md §2)."""

from collections.abc import Mapping

import msgspec

from services.contracts.tables.commands import SeatRating
from services.contracts.tables.events import MatchFinished
from services.kernel.clock import TimeMs
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.refusal import Refusal
from services.ranking.boards.rules import Board, BoardSettings, Period
from services.ranking.elo.departures import Ended
from services.ranking.elo.match_effects import BoardChange, BoardEffect
from services.ranking.elo.match_ratings import Inputs, deltas
from services.ranking.elo.rules import EloSettings, cut


class Standing(msgspec.Struct, frozen=True):
    """A player's row in a period. `wins`: full wins alone."""

    account: str
    rating: int
    wins: int = 0
    matches: int = 0
    last_end_ms: TimeMs = 0


class Running(msgspec.Struct, frozen=True):
    """A period of a board that takes matches; `id` is its row's."""

    id: int
    board: Board
    period: Period

    @property
    def key(self) -> str:
        """How frozen table ratings name it (`SeatRating.boards`)."""
        return f"{self.board.id}@{self.period.name}"


def is_friendly(event: MatchFinished) -> bool:
    """Without stakes, outside competitions."""
    return event.stake_chips == 0 and event.competition is None


def ratings_at_start(
    running: Running,
    event: MatchFinished,
    inputs: Inputs,
    now: Mapping[str, Standing],
    boards: BoardSettings,
) -> dict[str, int]:
    """The table ratings that a match is computed from: those frozen at its start, or, where it started in an earlier
    period, those of now. In a bots' ladder people count with the general Elo of the start."""
    players = [player for side in inputs.sides for player in side]
    people = {
        player.account: player.rating for player in players if running.board.bots and not is_bot_account(player.account)
    }
    if event.started_at_ms < running.period.starts_at_ms:
        return {
            player.account: now[player.account].rating if player.account in now else boards.start for player in players
        } | people
    return {player.account: player.boards.get(running.key, boards.start) for player in players} | people


def worth(inputs: Inputs, ended: Ended, ratings: Mapping[str, int], elo: EloSettings) -> tuple[BoardChange, ...]:
    """What a match with this end is worth to each table rating, before the floor; empty: it moves nobody. One in which
    bots play moves bots alone.

    `elo`: as `leaderboards.table_elo` makes it.
    """
    sides = tuple(
        tuple(SeatRating(player.account, ratings[player.account], 0, 0) for player in side) for side in inputs.sides
    )
    found = deltas(Inputs(sides, ended), elo)
    if isinstance(found, Refusal):
        return ()
    bots = {player.account for side in inputs.sides for player in side if is_bot_account(player.account)}
    return tuple(
        BoardChange(each.account, each.delta, each.label) for each in found if not bots or each.account in bots
    )


def applied(
    rows: Mapping[str, Standing], effect: BoardEffect, ended_at_ms: TimeMs, boards: BoardSettings, elo: EloSettings
) -> tuple[dict[str, Standing], BoardEffect]:
    """The changed rows after a counted match, and the effect with what each rating really moved by (the floor)."""
    after: dict[str, Standing] = {}
    moved = []
    for change in effect.changes:
        row = rows.get(change.account) or Standing(change.account, boards.start)
        delta = cut(change.delta, row.rating, elo)
        after[row.account] = Standing(
            row.account,
            row.rating + delta,
            row.wins + (change.label == "win"),
            row.matches + 1,
            max(row.last_end_ms, ended_at_ms),
        )
        moved.append(msgspec.structs.replace(change, delta=delta))
    return after, msgspec.structs.replace(effect, changes=tuple(moved))


def corrected(
    rows: Mapping[str, Standing],
    old: BoardEffect,
    new: tuple[BoardChange, ...],
    ended_at_ms: TimeMs,
    boards: BoardSettings,
    elo: EloSettings,
) -> tuple[dict[str, Standing], BoardEffect]:
    """The changed rows after a correction took `old` back and added `new`, and what the match does altogether now.

    For whom it does not count any more it is no match and no win; the end of the last counted match stays.
    """
    was = {change.account: change for change in old.changes}
    now = {change.account: change for change in new}
    after: dict[str, Standing] = {}
    moved = []
    for account in sorted(was.keys() | now.keys()):
        before = was.get(account) or BoardChange(account, 0, None)
        change = now.get(account) or BoardChange(account, 0, None)
        row = rows.get(account) or Standing(account, boards.start)
        delta = cut(change.delta - before.delta, row.rating, elo)
        after[account] = Standing(
            account,
            row.rating + delta,
            row.wins + (change.label == "win") - (before.label == "win"),
            row.matches + (change.label is not None) - (before.label is not None),
            row.last_end_ms or ended_at_ms,
        )
        moved.append(BoardChange(account, before.delta + delta, change.label))
    return after, msgspec.structs.replace(old, changes=tuple(moved))
