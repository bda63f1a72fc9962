"""Sessions by the hash of their token. Several sessions are locked in the order of their accounts."""

from collections.abc import Collection
from typing import Literal

import msgspec
import sqlalchemy as sa

from services.contracts.client.device_class import UNKNOWN, DeviceClass
from services.kernel.clock import TimeMs
from services.lobby.schema import players, sessions
from services.lobby.sessions.device_class_rows import stored_class
from services.lobby.sessions.inactivity import Activity
from services.platform.database.unit_of_work import Work

Ended = Literal["replaced", "expired", "logged_out", "suspended", "blocked", "abuse", "password", "token"]

_LIVE = sessions.c.ended_at_ms.is_(None)


class SessionRow(msgspec.Struct, frozen=True):
    """A session as stored; `ended` None: live."""

    token_hash: str
    account: str
    activity: Activity
    ended: Ended | None
    token_at_ms: TimeMs = 0
    """Since when the session has its present token."""
    old_hash: str | None = None
    """The hash of the token before that."""
    old_renews: bool = False
    """Whether that token, while it is valid, may get another: its client may not have received the present one."""

    notice_given: bool = False
    """Whether the notice before house-banked games was acknowledged in the session."""
    created_at_ms: TimeMs = 0
    device: str = ""
    strong: bool = False
    """Whether the session was opened with a second factor."""
    staff: bool = False
    """Whether the account had a role when it was opened, or got one since."""
    id: str = ""
    """Stays the same while tokens change; empty if the release before has opened it."""
    passkey_at_ms: TimeMs | None = None
    """When a passkey was last shown in it."""
    personal_token: str | None = None
    """The id of the personal token by which it is open; None: its owner has logged in (RULES.md §12)."""
    provider_at_ms: TimeMs | None = None
    """When a provider has last recognised its owner."""

    def was(self, before: "SessionRow") -> bool:
        """Whether this is the session that was read before, perhaps with a new token."""
        return before.token_hash in (self.token_hash, self.old_hash)


class Opened(msgspec.Struct, frozen=True):
    """How a session was opened: on which device, from which network, with a second factor, by staff; or by a personal
    token, of which the id is here."""

    device: str = ""
    network: str = ""
    strong: bool = False
    staff: bool = False
    personal_token: str | None = None
    device_class: DeviceClass = UNKNOWN


def mark_conduct_recheck(work: Work, account: str, *, is_needed: bool) -> None:
    """Store whether the live session was opened without moderation's answer, which is then asked for again before a
    stake."""
    work.execute(sessions.update().where(sessions.c.account == account, _LIVE).values(unasked=is_needed))


def find_for_conduct_recheck(work: Work, accounts: Collection[str]) -> list[str]:
    """Those of these accounts that have a live session opened without moderation's answer."""
    chosen = sa.select(sessions.c.account).where(sessions.c.account.in_(accounts), sessions.c.unasked, _LIVE)
    return sorted(work.execute(chosen).scalars())


def add(work: Work, token_hash: str, account: str, how: Opened, activity: Activity) -> None:
    """Store a new live session, whose id is the hash of its first token; the account must have no other."""
    work.execute(
        sessions.insert().values(
            token_hash=token_hash,
            session_id=token_hash,
            account=account,
            device=how.device,
            network=how.network,
            device_class=stored_class(how.device_class),
            strong=how.strong,
            staff=how.staff,
            personal_token=how.personal_token,
            created_at_ms=work.now_ms,
            token_at_ms=work.now_ms,
            idle_ms=activity.idle_ms,
            runs_since_ms=activity.runs_since_ms,
        )
    )


def find(work: Work, token_hash: str) -> SessionRow | None:
    """A session, ended or not, by its token or by the one before, while that is valid."""
    row = work.execute(sa.select(sessions).where(sessions.c.token_hash == token_hash)).one_or_none()
    if row is None:
        held = sa.and_(sessions.c.old_hash == token_hash, sessions.c.old_until_ms >= work.now_ms)
        row = work.execute(sa.select(sessions).where(held)).one_or_none()
    return None if row is None else _session(row)


def renew(work: Work, session: SessionRow, token_hash: str, old_until_ms: TimeMs, *, old_renews: bool) -> None:
    """Store another token for a locked session; its present one stays valid until then."""
    old = {"old_hash": session.token_hash, "old_until_ms": old_until_ms, "old_renews": old_renews}
    _replace(work, session, token_hash, old)


def renew_missed(work: Work, session: SessionRow, token_hash: str) -> None:
    """Store another token for a locked session whose client never received the present one and still used the one
    before; both of these become invalid."""
    _replace(work, session, token_hash, {})


def _replace(work: Work, session: SessionRow, token_hash: str, old: dict[str, object]) -> None:
    same = sa.and_(sessions.c.token_hash == session.token_hash, _LIVE)
    work.execute(sessions.update().where(same).values(token_hash=token_hash, token_at_ms=work.now_ms, **old))


def find_live(work: Work, account: str) -> SessionRow | None:
    """An account's live session."""
    row = work.execute(sa.select(sessions).where(_LIVE, sessions.c.account == account)).one_or_none()
    return None if row is None else _session(row)


def devices_of(work: Work, accounts: Collection[str]) -> dict[str, str]:
    """The devices of accounts that are logged in; sessions of clients without one are left out."""
    chosen = sa.select(sessions.c.account, sessions.c.device).where(sessions.c.account.in_(accounts), _LIVE)
    return {row.account: row.device for row in work.execute(chosen) if row.device}


def lock_live(work: Work, accounts: Collection[str]) -> dict[str, SessionRow]:
    """The live sessions of accounts, by account, locked."""
    chosen = sa.and_(sessions.c.account.in_(accounts), _LIVE)
    rows = work.execute(sa.select(sessions).where(chosen).order_by(sessions.c.account).with_for_update())
    return {row.account: _session(row) for row in rows}


def save(work: Work, token_hash: str, activity: Activity) -> None:
    """Store the inactivity timer."""
    work.execute(
        sessions.update()
        .where(sessions.c.token_hash == token_hash, _LIVE)
        .values(idle_ms=activity.idle_ms, runs_since_ms=activity.runs_since_ms)
    )


def give_notice(work: Work, account: str) -> None:
    """Store that the notice before house-banked games was acknowledged in the account's session."""
    mine = sa.and_(sessions.c.account == account, _LIVE, sessions.c.notice_at_ms.is_(None))
    work.execute(sessions.update().where(mine).values(notice_at_ms=work.now_ms))


def has_notice(work: Work, account: str) -> bool:
    """Whether the notice was acknowledged."""
    mine = sa.and_(sessions.c.account == account, _LIVE, sessions.c.notice_at_ms.is_not(None))
    return work.execute(sa.select(sa.literal(1)).where(mine)).scalar_one_or_none() is not None


def reset_idle(work: Work, accounts: Collection[str]) -> None:
    """Reset the inactivity timers of these accounts' sessions, as sessions.acted does."""
    chosen = sa.and_(sessions.c.account.in_(accounts), _LIVE)
    locked = sa.select(sessions.c.token_hash).where(chosen).order_by(sessions.c.account).with_for_update()
    runs = sa.case((sessions.c.runs_since_ms.is_not(None), work.now_ms))
    work.execute(sessions.update().where(sessions.c.token_hash.in_(locked)).values(idle_ms=0, runs_since_ms=runs))


def end(work: Work, account: str, reason: Ended) -> None:
    """End the live session of an account, which is locked."""
    live = sa.and_(sessions.c.account == account, _LIVE)
    work.execute(sessions.update().where(live).values(ended=reason, ended_at_ms=work.now_ms))


def find_idle(work: Work, limit_ms: int, lag_ms: int, count_max: int) -> list[SessionRow]:
    """Live sessions whose timer shows more than `limit_ms`; of connected players `lag_ms` more."""
    both = sa.join(sessions, players, sessions.c.account == players.c.account)
    allowed = limit_ms + sa.case((players.c.gateway.is_not(None), lag_ms), else_=0)
    shown = sessions.c.idle_ms + work.now_ms - sessions.c.runs_since_ms
    own = sessions.c.personal_token.is_(None)
    chosen = sa.and_(_LIVE, own, sessions.c.runs_since_ms.is_not(None), shown > allowed)
    rows = work.execute(sa.select(sessions).select_from(both).where(chosen).limit(count_max))
    return [_session(row) for row in rows]


def make_strong(work: Work, account: str) -> None:
    """Mark the live session as one with a second factor."""
    work.execute(sessions.update().where(sessions.c.account == account, _LIVE).values(strong=True))


def note_passkey(work: Work, account: str) -> None:
    """A passkey was shown in the live session, which counts as a second factor."""
    values = {"strong": True, "passkey_at_ms": work.now_ms}
    work.execute(sessions.update().where(sessions.c.account == account, _LIVE).values(values))


def note_provider(work: Work, account: str) -> None:
    """A provider has recognised the live session's owner."""
    values = {"provider_at_ms": work.now_ms}
    work.execute(sessions.update().where(sessions.c.account == account, _LIVE).values(values))


def mark_staff(work: Work, account: str, *, staff: bool) -> None:
    """Mark the live session of an account as one of staff, or not any more."""
    work.execute(sessions.update().where(sessions.c.account == account, _LIVE).values(staff=staff))


def list_newest(work: Work, account: str, limit: int) -> list[sa.Row[tuple[object, ...]]]:
    """An account's sessions, live and ended, newest first."""
    chosen = sa.select(sessions).where(sessions.c.account == account)
    return list(work.execute(chosen.order_by(sessions.c.created_at_ms.desc()).limit(limit)))


def find_old(work: Work, before_ms: TimeMs, staff_before_ms: TimeMs, count_max: int) -> list[SessionRow]:
    """Live sessions that began before, of staff before another moment, whose player is not in a match."""
    old = sa.case((sessions.c.staff, staff_before_ms), else_=before_ms)
    ends = sa.and_(sa.func.coalesce(players.c.part, "") != "playing", sessions.c.personal_token.is_(None))
    chosen = sa.and_(_LIVE, ends, sessions.c.created_at_ms <= old)
    both = sa.join(sessions, players, sessions.c.account == players.c.account)
    return [_session(row) for row in work.execute(sa.select(sessions).select_from(both).where(chosen).limit(count_max))]


def list_of_tokens(work: Work, tokens: Collection[str] | None = None) -> list[SessionRow]:
    """The live sessions that personal tokens have opened: some of them, or any."""
    c = sessions.c.personal_token
    chosen = c.is_not(None) if tokens is None else c.in_(tokens)
    return [_session(row) for row in work.execute(sa.select(sessions).where(_LIVE, chosen))]


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete sessions that ended before."""
    work.execute(sessions.delete().where(sessions.c.ended_at_ms < before_ms))


def _session(row: sa.Row[tuple[object, ...]]) -> SessionRow:
    return SessionRow(
        token_hash=row.token_hash,
        account=row.account,
        activity=Activity(row.idle_ms, row.runs_since_ms),
        ended=row.ended,
        token_at_ms=row.token_at_ms,
        old_hash=row.old_hash,
        old_renews=row.old_renews,
        notice_given=row.notice_at_ms is not None,
        created_at_ms=row.created_at_ms,
        device=row.device,
        strong=row.strong,
        staff=row.staff,
        id=row.session_id,
        passkey_at_ms=row.passkey_at_ms,
        personal_token=row.personal_token,
        provider_at_ms=row.provider_at_ms,
    )
