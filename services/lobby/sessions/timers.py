"""The timers of inactivity of players who play, or wait by their own wish: they stand still (RULES.md §1)."""

from collections.abc import Collection

from services.lobby.matchmaking import rows as seeks
from services.lobby.presence import player_rows as players
from services.lobby.sessions import rows as stored
from services.lobby.sessions.inactivity import seated, unseated
from services.platform.database.unit_of_work import Work


def stop(work: Work, accounts: Collection[str]) -> None:
    """These players take a seat, begin a match or a search: their timers stand still. Of one that stands already
    nothing changes."""
    if not accounts:
        return
    for session in stored.lock_live(work, accounts).values():
        stored.save(work, session.token_hash, seated(session.activity, work.now_ms))


def go_on(work: Work, accounts: Collection[str]) -> None:
    """The wait of these players is over: their timers go on, unless they sit or look for a game all the same."""
    if not accounts:
        return
    looking = seeks.find_some(work, accounts)
    sitting = {player.account for player in players.find_some(work, list(accounts)) if player.seated_at is not None}
    for account, session in stored.lock_live(work, accounts).items():
        if account not in looking and account not in sitting:
            stored.save(work, session.token_hash, unseated(session.activity, work.now_ms))
