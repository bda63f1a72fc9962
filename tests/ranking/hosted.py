"""Ranking, hosted as in production, and the services whose events it receives: tables, the wallet and moderation.

A program of its own, as tests/wallet/hosted.py is. It writes to standard output what it saw, as JSON.
"""

from tests.wallet.hosted import REPLY_TO, WAIT_S, Table, _host, _wait_for  # patches the process first

# isort: split
import json
import sys
import time
from typing import Any

import msgspec

from services.contracts.base import Envelope, Event
from services.contracts.moderation.events import StandingChanged
from services.contracts.ranking import boards, statistics
from services.contracts.ranking import ratings as ranking
from services.contracts.tables.commands import SeatRating
from services.contracts.tables.events import MatchFinished
from services.contracts.wallet.events import MatchCorrected
from services.platform.broker import embedded, names
from services.platform.broker.link import Link
from services.platform.broker.rpc_client import RpcClient
from services.platform.database import migrations
from services.platform.database.unit_of_work import Database
from services.platform.process.settings import CommonSettings, database_url, load
from services.ranking.boards import rules as leaderboards
from services.ranking.elo import rating_rows
from tests.support.services.match_events import finished

FOUR = ["ana", "ben", "eva", "gil"]
PAIRS = [[0, 2], [1, 3]]


class Listener:
    """Receives the events of ranking, from a queue of its own."""

    EVENTS: dict[str, type[Event]] = {
        "ranking.rated": ranking.Rated,
        "ranking.quintiles_changed": statistics.QuintilesChanged,
    }

    def __init__(self, common: CommonSettings) -> None:
        self.heard: list[Any] = []
        self.link = Link(common, "listener", self._on_up)

    def quintile_of(self, account: str) -> tuple[int, int | None] | None:
        """The newest published PR and quintile of an account."""
        changes = [
            change
            for event in self.heard
            if isinstance(event, statistics.QuintilesChanged)
            for change in event.changes
            if change.account == account
        ]
        newest = max(changes, key=lambda change: change.seq, default=None)
        return None if newest is None else (newest.pr, newest.quintile)

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_own("listener")
        for key in self.EVENTS:
            link.channel.queue_bind(queue="listener", exchange=names.EVENTS_EXCHANGE, routing_key=key)
        link.consume("listener", self._on_message, no_ack=True)

    def _on_message(self, message: Any) -> None:
        body = message.body if isinstance(message.body, bytes) else str(message.body).encode()
        kind = self.EVENTS[message.delivery_info["routing_key"]]
        self.heard += [each.body for each in msgspec.json.decode(body, type=list[Envelope[kind]])]  # type: ignore[valid-type]


def main() -> None:
    """Start everything, play, send requests, stop, report."""
    embedded.register()
    common = load(CommonSettings)
    migrations.migrate("ranking", database_url("ranking", common))
    rpc = RpcClient(common, "test").start()
    host, table, listener = _host("ranking", common, rpc), Table(common), Listener(common)
    listener.link.start(timeout_s=WAIT_S)
    for part in (host, table):
        part.start()
    database = Database(database_url("ranking", common), "ranking")
    seen = _play(table, listener, rpc, database)
    database.close()
    table.stop()
    host.stop()
    listener.link.stop()
    rpc.stop()
    sys.stdout.write(json.dumps(seen) + "\n")


def _play(table: Table, listener: Listener, rpc: RpcClient, database: Database) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    now_ms = int(time.time() * 1000)
    board = boards.GetBoard(board="weekly:dominoes", period=leaderboards.period_at("weekly", now_ms).name)

    def stand() -> dict[str, Any]:
        found = rpc.call(board)
        return {
            "elo": [each.rating for each in rpc.call(ranking.GetRatings(accounts=FOUR)).ratings],
            "pr": [[each.pr, each.quintile] for each in rpc.call(statistics.GetQuintiles(accounts=FOUR)).quintiles],
            "board": {row.account: [row.rating, row.wins, row.matches] for row in found.rows},
        }

    def until(account: str, pr: int, quintile: int | None) -> None:
        _wait_for(lambda: listener.quintile_of(account) == (pr, quintile), f"{account} at {pr}, {quintile}")

    def is_corrected(match: str) -> bool:
        with database.work() as work:
            return match in rating_rows.known_matches(work, [match])

    table.tell(_corrected("early", outcome="void", winners=[]))
    _wait_for(lambda: is_corrected("early"), "the correction of a match that ranking has not heard of")
    table.tell(_won("early", now_ms), _won("m", now_ms))
    until("ana", 6, 1)
    seen["played"] = stand()

    table.tell(_standing(2, blocked=True), _standing(1, blocked=False))
    until("ana", 6, None)
    until("ben", -1, 2)
    seen["blocked"] = stand()
    table.tell(_standing(3, blocked=False))
    until("ana", 6, 1)
    until("ben", -1, 3)

    for _ in range(2):
        table.tell(_corrected("m", outcome="won", winners=[1, 3]))
    until("ana", 1, 3)
    seen["corrected"] = stand()
    seen["rated"] = {
        event.match: [[change.account, change.delta, change.label] for change in event.changes]
        for event in listener.heard
        if isinstance(event, ranking.Rated)
    }
    return seen


def _won(match: str, now_ms: int) -> MatchFinished:
    """Ana and eva have beaten ben and gil 100–45; nobody has a quintile at the start."""
    return finished(
        match,
        *FOUR,
        game="dominoes",
        options={"target": 100},
        sides=PAIRS,
        winners=[0, 2],
        places=[1, 2, 1, 2],
        points=[100, 45],
        ratings=[SeatRating(account, 1500, 0, 1500) for account in FOUR],
        names=FOUR,
        started_at_ms=now_ms,
        ended_at_ms=now_ms,
        reply_to=REPLY_TO,
    )


def _corrected(match: str, **how: Any) -> MatchCorrected:
    nothing = [0] * len(FOUR)
    return MatchCorrected(
        match=match,
        revision=1,
        payouts=nothing,
        last_payouts=nothing,
        accounts=FOUR,
        departed=[],
        first_round_done=None,
        by="root",
        reason="the tiles were counted wrong",
        **how,
    )


def _standing(seq: int, blocked: bool) -> StandingChanged:
    return StandingChanged(account="ana", seq=seq, blocked=blocked, suspensions=[])


if __name__ == "__main__":
    main()
