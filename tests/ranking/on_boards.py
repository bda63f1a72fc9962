"""Matches on leaderboards, and the boards as players read them."""

from typing import Any

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import Registered
from services.contracts.ranking import boards as contract
from services.contracts.tables.commands import SeatRating
from services.contracts.tables.events import MatchFinished
from services.ranking.boards import board_rows as stored
from services.ranking.boards import rules as leaderboards
from services.ranking.player_rows import write_names
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


def known(ranking: Ranking, *players: str, age_days: int = 60, confirmed: bool = True, **keys: str) -> None:
    """These accounts, each of a person and a household of its own unless `keys` (of `Registered`) say otherwise."""
    now_ms = ranking.clock.now_ms()
    made_ms = now_ms - age_days * DAY_MS
    own = {player: {"email_key": f"mail of {player}", "network": f"home of {player}"} | keys for player in players}
    ranking.hear(
        "on_registered",
        *(Registered(account=each, name=each, created_at_ms=made_ms, **{"device": f"device of {each}"} | own[each])
          for each in players),
    )  # fmt: skip
    if confirmed:
        confirmations = [
            EmailConfirmed(account=each, email_key=own[each]["email_key"], at_ms=made_ms) for each in players
        ]
        ranking.hear("on_email_confirmed", *confirmations)


def fill(ranking: Ranking, rows: list[tuple[int, int, int, int]]) -> int:
    """A period with rows (rating, wins, matches, end) of players p0, p1 …, who may win prizes; answers its id."""
    ranking.service.app.look_after_boards()
    with ranking.database.work() as work:
        period = stored.find_period(work, WEEKLY)
        assert period is not None
        standings = {(period.id, f"p{number}"): stored.Standing(f"p{number}", *row) for number, row in enumerate(rows)}
        names = {f"p{number}": f"Player{number % 7}" for number in range(len(rows))}
        write_names(work, names)
        met = {
            (period.id, f"p{number}|rival{rival}"): stored.Met(1, ((f"{number} and {rival}", ranking.clock.now_ms()),))
            for number in range(len(rows))
            for rival in range(leaderboards.DEFAULTS.min_opponents)
        }
        stored.write(work, standings, {}, met, names)
    known(ranking, *names, *(f"rival{rival}" for rival in range(leaderboards.DEFAULTS.min_opponents)))
    return period.id
