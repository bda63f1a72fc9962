"""The state of players in moderation (excluded, watched, warned), and live updates to staff
(services/moderation/RULES.md §4, §5)."""

from collections.abc import Sequence
from typing import Any, TypeVar

from services.contracts.base import Done
from services.contracts.client.frames import StaffFrame
from services.contracts.lobby import conduct as contract
from services.contracts.lobby.requests import ChatLine
from services.contracts.moderation.events import (
    AppealFiled,
    CaseOpened,
    ReportFiled,
    RolesChanged,
    StandingChanged,
    WatchChanged,
)
from services.contracts.staff_roles import ADMINISTRATORS, DECIDERS, EVERYONE, READERS
from services.contracts.tables.commands_and_events import Expel
from services.kernel.refusal import Refusal
from services.lobby.chat import rows as chat
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

E = TypeVar("E", WatchChanged, RolesChanged)

# --- exclusions ----------------------------------------------------------------------------------------------------


def standings_changed(work: Work, ports: Ports, events: Sequence[StandingChanged]) -> None:
    """Exclusions have changed: accounts that are excluded now leave. An event that is repeated, or comes after a
    newer one, changes nothing."""
    for event in sorted(events, key=lambda each: (each.account, each.seq)):
        if not stored.save_standing(work, event):
            continue
        standing = Standing(event.blocked, event.suspensions, event.reason, event.colour)
        if event.blocked:
            end_session_and_expel(work, ports, event.account, "blocked", event.expelled_from)
        elif standing.running(work.now_ms) is not None:
            end_session_and_expel(work, ports, event.account, "suspended", event.expelled_from)


def end_session_and_expel(work: Work, ports: Ports, account: str, why: Any, expelled_from: str | None) -> None:
    """End the session, and with it seats at tables that have not started, and invitations; a running table removes
    the player, unless moderation has ordered that table to."""
    player = players.find(work, account)
    if player is None:
        return
    playing_at = player.table_id if player.part == "playing" else None
    session = sessions.find_live(work, account)
    if session is not None:
        ending.end(work, ports, session, why, f"account_{why}")
    row = None if playing_at is None else tables.find(work, playing_at)
    if row is not None and not row.is_closed and row.gathering.id != expelled_from:
        work.send(queue_of(row), Expel(row.gathering.id, work.trace, work.now_ms, account, why))


def kept_out(work: Work, account: str) -> Refusal | None:
    """`account_blocked` or `account_suspended` by moderation's last events, for when it cannot be asked."""
    standing = stored.find_standing(work, account)
    if standing is None:
        return None
    if standing.blocked:
        return Refusal("account_blocked", {"reason": standing.reason})
    running = standing.running(work.now_ms)
    if running is None:
        return None
    times = {"from_ms": running.from_ms, "until_ms": running.until_ms}
    return Refusal("account_suspended", {"colour": standing.colour} | times | {"reason": standing.reason})


# --- live updates for staff -----------------------------------------------------------------------


def watches_changed(work: Work, _ports: Ports, events: Sequence[WatchChanged]) -> None:
    """The accounts whose chat staff see live have changed."""
    for event in _of_the_living(work, events):
        stored.save_watch(work, event.account, event.seq, event.watched, event.until_ms)


def roles_changed(work: Work, _ports: Ports, events: Sequence[RolesChanged]) -> None:
    """The roles of accounts have changed. An open session of a new member of staff ends as early as one that staff
    have opened."""
    for event in _of_the_living(work, events):
        if stored.save_roles(work, event.account, event.seq, event.roles):
            sessions.mark_staff(work, event.account, staff=bool(event.roles))


def _of_the_living(work: Work, events: Sequence[E]) -> list[E]:
    """Events in the order of their numbers, without those about erased accounts."""
    erased = players.erased_among(work, {event.account for event in events})
    in_order = sorted(events, key=lambda each: (each.account, each.seq))
    return [event for event in in_order if event.account not in erased]


def show_watched(work: Work, ports: Ports, line: ChatLine) -> None:
    """Send a watched player's line to staff who may read reports."""
    if stored.is_watched(work, line.account):
        _tell(work, ports, READERS, StaffFrame(news="line", line=line))


def reports_filed(work: Work, ports: Ports, events: Sequence[ReportFiled]) -> None:
    """Notify every administrator of a report: by whom, about whom, its text, and how often the player was reported."""
    for event in events:
        named = stored.names(work, [event.reporter, event.reported])
        data = {
            "report": event.report,
            "reporter": named.get(event.reporter, event.reporter),
            "reported": named.get(event.reported, event.reported),
            "category": event.category,
            "comment": event.comment,
            "times_reported": event.times_reported,
        }
        _tell(work, ports, DECIDERS, StaffFrame(news="report", data=data))


def appeals_filed(work: Work, ports: Ports, events: Sequence[AppealFiled]) -> None:
    """Administrators rule on appeals."""
    for event in events:
        _tell(work, ports, ADMINISTRATORS, StaffFrame(news="appeal", data={"appeal": event.appeal}))


def cases_opened(work: Work, ports: Ports, events: Sequence[CaseOpened]) -> None:
    """A signal has opened a case."""
    for event in events:
        _tell(work, ports, READERS, StaffFrame(news="case", data={"case": event.case, "kind": event.kind}))


def _tell(work: Work, ports: Ports, roles: frozenset[str], frame: StaffFrame) -> None:
    client_updates.frame(work, ports, stored.staff_with(work, roles), frame)


# --- protocol abuse ----------------------------------------------------------------------------------------------


def end_for_abuse(work: Work, ports: Ports, request: contract.EndForAbuse) -> Done:
    """End the session at once; staff learn of it by a signal."""
    session = sessions.find(work, ending.token_hash(request.token))
    if session is not None and session.ended is None:
        ending.end(work, ports, session, "abuse", "protocol_abuse")
        work.publish(contract.ProtocolAbused(account=session.account, at_ms=work.now_ms, messages=request.messages))
    return Done()


# --- queries of staff -----------------------------------------------------------------------------------------------


def find_names(work: Work, _ports: Ports, request: contract.FindNames) -> contract.Names | Refusal:
    """The names of accounts."""
    if request.account not in stored.staff_with(work, EVERYONE):
        return Refusal("forbidden")
    return contract.Names(names=stored.names(work, request.accounts))


def list_chat(work: Work, _ports: Ports, request: contract.ListChat) -> contract.ChatPage | Refusal:
    """Chat lines of an account, or of a room."""
    if request.account not in stored.staff_with(work, READERS):
        return Refusal("forbidden")
    found = chat.page(work, request.of, request.room, request.before, request.limit)
    more = found[-1].id if len(found) == request.limit else None
    return contract.ChatPage(lines=found, next_before=more)
