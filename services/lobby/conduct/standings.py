"""What moderation holds against players: exclusions and cards (services/moderation/RULES.md §4, §5).

Moderation is asked where its answer counts; its events are kept for when it cannot be asked.
"""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import conduct as contract
from services.contracts.moderation.conduct import CardsChanged, Conduct, GetConduct
from services.contracts.moderation.events import (
    StandingChanged,
)
from services.contracts.tables.commands import Expel
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.bots import rows as bots
from services.lobby.conduct import exclusions
from services.lobby.conduct import rows as stored
from services.lobby.conduct.rows import Standing
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.sessions import rows as sessions
from services.lobby.sessions import use_cases as ending
from services.lobby.tables import rows as tables
from services.lobby.tables.locked_table import queue_of
from services.platform.database.unit_of_work import Work

Exclusion = Literal["blocked", "suspended"]

UNAVAILABLE = Refusal("service_unavailable", {"service": "moderation"})


# --- events ---


def standings_changed(work: Work, ports: Ports, events: Sequence[StandingChanged]) -> None:
    """Exclusions have changed: accounts that are excluded now leave. An event that is repeated, or comes after a
    newer one, changes nothing."""
    for event in sorted(events, key=lambda each: (each.account, each.seq)):
        if not stored.save_standing(work, event):
            continue
        standing = Standing(event.blocked, event.suspensions, event.reason, event.colour)
        suspension = standing.suspension(work.now_ms)
        if suspension is not None:
            why: Exclusion = "blocked" if event.blocked else "suspended"
            end_session_and_expel(work, ports, event.account, why, event.expelled_from)


def end_session_and_expel(work: Work, ports: Ports, account: str, why: Exclusion, expelled_from: str | None) -> None:
    """End the session, and with it seats at tables that have not started, and invitations; a running table removes
    the player, unless moderation has ordered that table to. Their bots go with them."""
    player = players.find(work, account)
    if player is None:
        return
    playing_at = player.table_id if player.part == "playing" else None
    session = sessions.find_live(work, account)
    if session is not None:
        ending.end(work, ports, session, why, f"account_{why}")
    row = None if playing_at is None else tables.find(work, playing_at)
    if row is not None and not row.is_closed and row.table.id != expelled_from:
        work.send(queue_of(row), Expel(row.table.id, work.trace, work.now_ms, account, why))
    for bot in bots.list_of(work, account):
        end_session_and_expel(work, ports, bot.account, why, None)


def cards_changed(work: Work, ports: Ports, events: list[CardsChanged]) -> None:
    """Store active cards, for the players list and the tables."""
    newest = {event.account: event for event in sorted(events, key=lambda each: each.seq)}
    changed = [
        msgspec.structs.replace(
            player, yellow_cards=news.cards.get("yellow", 0), blue_cards=news.cards.get("blue", 0), cards_seq=news.seq
        )
        for player in players.lock(work, newest).values()
        for news in [newest[player.account]]
        if news.seq > player.cards_seq and not player.is_erased
    ]
    players.save(work, changed)
    client_updates.players(work, ports, [player.account for player in changed if player.status != "absent"])


# --- whether an account may come in ---


def ask_conduct(ports: Ports, account: str) -> Conduct | None:
    """Moderation's verdict about the account; None if it does not answer in time."""
    answer = ports.rpc.call(GetConduct(account=account), timeout_ms=ports.settings.conduct_timeout_ms)
    if isinstance(answer, Conduct):
        return answer
    metrics.conduct_unanswered.inc()
    return None


def refused_by(work: Work, account: str, conduct: Conduct | None) -> Refusal | None:
    """`account_blocked` or `account_suspended`: by moderation's answer or, without one, by its last events."""
    if conduct is None:
        return exclusions.check_last_events(work, account)
    return exclusions.refusal_of(conduct.suspension, work.now_ms)


# --- whether an account may play for chips ---


def check_standing(ports: Ports, accounts: Collection[str]) -> Refusal | None:
    """Ask moderation again about players who logged in while it did not answer: a login succeeds without its answer,
    but for chips that is not enough (RULES.md §1). Refusals: `service_unavailable` while there is no
    answer; `account_suspended`, `account_blocked`, with the account."""
    for account in ports.run(_find, accounts):
        answer = ports.rpc.call(GetConduct(account=account), timeout_ms=ports.settings.conduct_timeout_ms)
        if not isinstance(answer, Conduct):
            return UNAVAILABLE
        if answer.suspension is not None:
            code = "account_blocked" if answer.suspension.until_ms is None else "account_suspended"
            return Refusal(code, {"account": account})
        ports.run(_asked, account)
    return None


def _find(work: Work, _ports: Ports, accounts: Collection[str]) -> list[str]:
    return sessions.find_for_conduct_recheck(work, accounts)


def _asked(work: Work, _ports: Ports, account: str) -> None:
    sessions.mark_conduct_recheck(work, account, is_needed=False)


# --- protocol abuse ---


def end_for_abuse(work: Work, ports: Ports, request: contract.EndForAbuse) -> Done:
    """End the session at once; staff learn of it by a signal."""
    session = ending.live_session(work, request.token)
    if session is not None:
        ending.end(work, ports, session, "abuse", "protocol_abuse")
        work.publish(contract.ProtocolAbused(account=session.account, at_ms=work.now_ms, messages=request.messages))
    return Done()
