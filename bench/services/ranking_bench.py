"""How fast boards are read, fed and closed when they are large (`make bench-ranking`).

One ranking process on one PostgreSQL: a board of a million players, read as the service reads it (a page at a random
place, the rows around a random player, a player's places); then matches, taken in as they come in company; at last a
period of 100,000 players closed while matches go on. The last line of the output is JSON; 1 is answered when a bar is
missed. `--players` makes a smaller board.
"""

import argparse
import random
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from services.contracts.ranking import boards as contract
from services.ranking.boards import board_rows as boards
from services.ranking.boards import periods as board_periods
from services.ranking.boards import place_range_rows as ranges
from services.ranking.boards import queries as board_queries
from services.ranking.boards import rules as leaderboards
from services.ranking.boards.rules import Board, Period
from services.ranking.settings import RankingSettings
from tests.ranking.rankings import Ranking, frozen, match
from tests.support.servers import PostgresServer

PLAYERS = 1_000_000
CLOSED_PLAYERS = 100_000
READS = 400
MATCHES = 2_000
COMPANY = 16
SLICE = 50_000
P99_MS_MAX = 20.0
FILL = """
INSERT INTO board_players (period_id, account, rating, wins, matches, last_end_ms, place_key)
SELECT {period}, account, rating, wins, matches, ends,
  lpad((999999 - rating)::text, 6, '0') || lpad((999999 - wins)::text, 6, '0') || lpad(matches::text, 6, '0')
  || lpad(ends::text, 13, '0') || account || chr(1) || account
FROM (SELECT 'p' || n AS account, 1500 + round(80 * sqrt(-2 * ln(1 - random())) * cos(6.28318 * random()))::integer
  AS rating, floor(random() * 20)::integer AS wins, 20 + floor(random() * 20)::integer AS matches,
  1800000000000 + floor(random() * 500000000)::bigint AS ends FROM generate_series({first}, {last}) AS n) AS made
"""
"""Ratings as they lie after a few weeks: most of them close together."""
PEOPLE = (
    "INSERT INTO people (account, name) SELECT 'p' || n, 'p' || n FROM generate_series({first}, {last}) AS n "
    "ON CONFLICT DO NOTHING"
)


def main(arguments: list[str] | None = None) -> int:
    """Measure and say; returns the exit code."""
    parser = argparse.ArgumentParser(description="Measure ranking's boards.")
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--closed", type=int, default=CLOSED_PLAYERS)
    args = parser.parse_args(arguments)
    server = PostgresServer()
    server.start()
    try:
        found = measure(server.create_database("ranking_bench"), args.players, args.closed)
    finally:
        server.stop()
    faults = [name for name in ("page_p99_ms", "around_p99_ms", "rank_p99_ms") if found[name] > P99_MS_MAX]
    faults += [] if found["places_wrong"] == 0 else ["places_wrong"]
    sys.stdout.write(msgspec.json.encode(found | {"missed": faults}).decode() + "\n")
    return 1 if faults else 0


def measure(url: str, players: int, closed: int) -> dict[str, Any]:
    """All figures."""
    from services.platform.database.migrations import migrate

    migrate("ranking", url)
    ranking = Ranking(url)
    ranking.service.app.look_after_boards()
    large, over = _period(ranking, "large"), _period(ranking, "over", weeks_ago=1)
    filled_s = _timed(lambda: (_fill(ranking, large, players), _fill(ranking, over, closed)))
    found = {"players": players, "filled_s": round(filled_s, 1)} | _reads(ranking, players)
    found |= _matches(ranking)
    found |= _close(ranking, over, closed)
    with ranking.database.work() as work:
        found["places_wrong"] = board_queries.count_wrong(work)
    ranking.close()
    return found


def _period(ranking: Ranking, name: str, weeks_ago: int = 0) -> int:
    """A board of its own with a running period, or one that is over; returns the period's id."""
    board = Board(name, "weekly", 10, leaderboards.WEEKLY_PRIZES)
    running = leaderboards.period_at("weekly", ranking.clock.now_ms() - weeks_ago * 7 * 86_400_000)
    with ranking.database.work() as work:
        boards.add_missing(work, [board])
        boards.begin_periods(work, [(board, Period(running.name, running.starts_at_ms, running.ends_at_ms))])
        period = boards.find_period(work, name, running.name)
    assert period is not None
    return period.id


def _fill(ranking: Ranking, period_id: int, players: int) -> None:
    """In slices: the service's connection waits for no statement longer than its limit."""
    for first in range(1, players + 1, SLICE):
        slice_ = {"first": first, "last": min(first + SLICE - 1, players)}
        with ranking.database.work() as work:
            work.execute(_text(PEOPLE.format(**slice_)))
            work.execute(_text(FILL.format(period=period_id, **slice_)))
    with ranking.database.work() as work:
        work.execute(_text("SET LOCAL statement_timeout = 0"))
        ranges.split(work, period_id, "")
    ranking.run("ANALYZE")


def _text(statement: str) -> Any:
    import sqlalchemy as sa

    return sa.text(statement)


def _reads(ranking: Ranking, players: int) -> dict[str, float]:
    draw = random.Random(7)
    look = ranking.database.run
    asks: dict[str, Callable[[], Any]] = {
        "page_p99_ms": lambda: contract.GetBoard(board="large", place=draw.randint(1, players)),
        "around_p99_ms": lambda: contract.GetBoard(board="large", account=f"p{draw.randint(1, players)}", around=True),
        "rank_p99_ms": lambda: contract.GetStandings(account=f"p{draw.randint(1, players)}"),
    }
    found: dict[str, float] = {}
    for name, ask in asks.items():
        handler = board_queries.get_standings if name == "rank_p99_ms" else board_queries.get_board
        times = sorted(_timed(lambda ask=ask, handler=handler: look(handler, ask())) * 1000 for _ in range(READS))
        found |= {name: round(times[int(READS * 0.99)], 2), name.replace("p99", "p50"): round(times[READS // 2], 2)}
    return found


def _matches(ranking: Ranking) -> dict[str, float]:
    """Matches of players of the large board, two and two, in companies as under load."""
    draw = random.Random(8)
    took_s = _timed(lambda: [_company(ranking, draw, number) for number in range(MATCHES // COMPANY)])
    return {"matches_per_s": round(MATCHES // COMPANY * COMPANY / took_s, 1)}


def _company(ranking: Ranking, draw: random.Random, number: int) -> None:
    now_ms = ranking.clock.now_ms()
    events = []
    for each in range(COMPANY):
        one, other = draw.sample(range(1, 50_000), 2)
        times = {"started_at_ms": now_ms - 60_000, "ended_at_ms": now_ms - 1_000}
        seats = [frozen(f"p{one}"), frozen(f"p{other}")]
        events.append(match(f"bench-{number}-{each}", *seats, names=[f"p{one}", f"p{other}"], **times))
    ranking.finished(*events)


def _close(ranking: Ranking, period_id: int, players: int) -> dict[str, float]:
    """Closing one period while matches of others go on; the slowest company meanwhile shows whether play stops."""
    closed = threading.Event()
    slowest_s = [0.0]

    def play() -> None:
        draw, number = random.Random(9), 1_000_000
        while not closed.is_set():
            slowest_s[0] = max(slowest_s[0], _timed(partial(_company, ranking, draw, number)))
            number += 1

    player = threading.Thread(target=play)
    player.start()
    try:
        close_s = _timed(lambda: ranking.database.run(board_periods.close_next, RankingSettings()))
    finally:
        closed.set()
        player.join()
    with ranking.database.work() as work:
        period = boards.find_periods(work, [period_id])[period_id]
    assert (period.state, period.players) == ("closing", players), period
    return {"close_s": round(close_s, 3), "closed_players": players, "company_max_s": round(slowest_s[0], 3)}


def _timed(action: Callable[[], Any]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
