"""The data that a request for a game needs, read in one message, because many arrive at the start of a competition."""

from typing import Any, NamedTuple

from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries.entrant_rows import Waiter
from services.tournaments.schema import waiting

_PLAYER = (
    "SELECT disqualified,"
    " (SELECT count(*) FROM entries WHERE competition_id = :competition AND account = :account AND state = 'paid')"
    " AS paid,"
    " (SELECT count(*) FROM game_players"
    " WHERE competition_id = :competition AND account = :account AND state <> 'returned') AS used"
    " FROM entrants WHERE competition_id = :competition AND account = :account"
)
_RUNNING = "SELECT table_id FROM game_players WHERE account = :account AND state = 'running' LIMIT 1"
_WAITING = f"SELECT {', '.join(waiting.c.keys())} FROM waiting WHERE account = :account FOR UPDATE"
_WAITS = "SELECT waited_ms FROM games WHERE competition_id = :competition ORDER BY called_at_ms DESC LIMIT :most"
WAITS = 10
"""The number of last games whose waits are averaged to estimate the next one."""


class Asking(NamedTuple):
    """The facts about a competition and a player who asks for a game of it.

    `used`: games finished or running. `seated`: a game runs in some competition. `expected_wait_ms`: how long the
    longest-waiting players of the last games waited, on average; None: no game was called.
    """

    competition: Competition
    paid: int
    used: int
    disqualified: bool
    seated: bool
    waiter: Waiter | None
    expected_wait_ms: int | None


def find(work: Work, competition: str, account: str) -> Asking | None:
    """Read them. The player's place, if there is one, is locked until the end of the transaction. None: no such
    competition."""
    one, player = {"competition": storable(competition)}, {"account": storable(account)}
    found, own, running, places, waits = bulk_rows.ask_all(
        work,
        (competitions.BY_ID, one),
        (_PLAYER, one | player),
        (_RUNNING, player),
        (_WAITING, player),
        (_WAITS, {**one, "most": WAITS}),
    )
    if not found:
        return None
    entered: Any = own[0] if own else None
    return Asking(
        competition=competitions.read(found[0]),
        paid=entered.paid if entered else 0,
        used=entered.used if entered else 0,
        disqualified=entered is not None and entered.disqualified is not None,
        seated=bool(running),
        waiter=entrants.read_waiter(places[0]) if places else None,
        expected_wait_ms=mean_ms([row.waited_ms for row in waits]),
    )


def mean_ms(waits_ms: list[int]) -> int | None:
    """How long the next player will wait by these; None: there are none."""
    return sum(waits_ms) // len(waits_ms) if waits_ms else None
