"""Matches on leaderboards, and the boards as players read them."""

from typing import Any

from services.contracts import boards as contract
from services.contracts.tables import MatchFinished, SeatRating
from services.ranking import leaderboards
from services.ranking.store import boards as stored
from services.ranking.store.people import write_names
from tests.ranking.rankings import Ranking, frozen, match

WEEKLY, MONTHLY = "weekly:tictactoe", "monthly:tictactoe"
MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS


def game(ranking: Ranking, name: str, *players: str | SeatRating, ago_ms: int = 1_000, **how: Any) -> MatchFinished:
    """A match that ended a moment ago and began a minute before, won by the first."""
    seats = [frozen(each) if isinstance(each, str) else each for each in players]
    ended = ranking.clock.now_ms() - ago_ms
    times = {"started_at_ms": ended - MINUTE_MS, "ended_at_ms": ended, "names": [each.account for each in seats]}
    return match(name, *seats, **times | how)


def look(ranking: Ranking, board: str = WEEKLY, **how: Any) -> contract.Board:
    found = ranking.ask(contract.GetBoard(board=board, **how))
    assert isinstance(found, contract.Board), found
    return found


def ratings(ranking: Ranking, board: str = WEEKLY) -> dict[str, tuple[int, int, int]]:
    """By player: table rating, full wins, matches."""
    return {row.account: (row.rating, row.wins, row.matches) for row in look(ranking, board).rows}


def after_the_week(ranking: Ranking) -> None:
    """The week is over, and with it the time for late events."""
    now_ms = ranking.clock.now_ms()
    ranking.clock.advance(leaderboards.period_at("weekly", now_ms).ends_at_ms + 6 * MINUTE_MS - now_ms)


def fill(ranking: Ranking, rows: list[tuple[int, int, int, int]]) -> int:
    """A period with rows (rating, wins, matches, end) of players p0, p1 …; answers its id."""
    ranking.service.app.look_after_boards()
    with ranking.database.work() as work:
        period = stored.find_period(work, WEEKLY)
        assert period is not None
        standings = {(period.id, f"p{number}"): stored.Standing(f"p{number}", *row) for number, row in enumerate(rows)}
        names = {f"p{number}": f"Player{number % 7}" for number in range(len(rows))}
        write_names(work, names)
        stored.write(work, standings, {}, {}, names)
    return period.id
