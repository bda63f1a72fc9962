"""Players' states from moderation's events: exclusions, who is watched, who is staff, which warnings wait."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.people.conduct import FoundPlayer
from services.contracts.moderation.conduct import Suspension
from services.contracts.moderation.events import Span, StandingChanged
from services.kernel.clock import TimeMs
from services.lobby.accounts.rules import username_key
from services.lobby.schema import chat_lines, credentials, players, sessions, staff, standings, warnings, watched
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text


class Stay(NamedTuple):
    """A session; `until_ms` None: it has not ended."""

    from_ms: TimeMs
    until_ms: TimeMs | None


class Standing(msgspec.Struct, frozen=True):
    """The exclusions of an account, now or later."""

    blocked: bool
    suspensions: list[Span]
    reason: str
    colour: str

    def suspension(self, now_ms: TimeMs) -> Suspension | None:
        """What keeps the account out now, as moderation would answer."""
        if self.blocked:
            return Suspension(reason=self.reason, from_ms=0, until_ms=None)
        running = self.running(now_ms)
        if running is None:
            return None
        return Suspension(reason=self.reason, from_ms=running.from_ms, until_ms=running.until_ms, colour=self.colour)

    def running(self, now_ms: TimeMs) -> Span | None:
        """The suspension in force; the one that lasts longest, should there be several."""
        found = [each for each in self.suspensions if each.from_ms <= now_ms < each.until_ms]
        return max(found, key=lambda each: each.until_ms, default=None)


def _save_newer(work: Work, table: sa.Table, account: str, seq: int, values: dict[str, Any]) -> bool:
    """Store an event about an account, unless a newer one is stored already; returns whether it was stored."""
    row = {"account": account, "seq": seq} | values
    if insert_if_missing(work, table, row):
        return True
    older = sa.and_(table.c.account == account, table.c.seq < seq)
    return bool(work.execute(table.update().where(older).values(row)).rowcount)


def save_standing(work: Work, event: StandingChanged) -> bool:
    """Store an account's exclusions; False: this or a newer event is stored already."""
    values = {
        "blocked": event.blocked,
        "suspensions": encode_text(event.suspensions),
        "reason": event.reason,
        "colour": event.colour,
    }
    return _save_newer(work, standings, event.account, event.seq, values)


def find_standing(work: Work, account: str) -> Standing | None:
    """The state of an account by moderation's last event."""
    row = work.execute(sa.select(standings).where(standings.c.account == account)).one_or_none()
    if row is None:
        return None
    return Standing(row.blocked, msgspec.json.decode(row.suspensions, type=list[Span]), row.reason, row.colour)


def save_watch(work: Work, account: str, seq: int, is_watched: bool, until_ms: TimeMs | None) -> None:
    """Whether an account's chat is shown to staff."""
    _save_newer(work, watched, account, seq, {"watched": is_watched, "until_ms": until_ms})


def is_watched(work: Work, account: str) -> bool:
    """Whether an account's chat is shown to staff now."""
    lasting = sa.or_(watched.c.until_ms.is_(None), watched.c.until_ms > work.now_ms)
    found = sa.select(watched.c.account).where(watched.c.account == account, watched.c.watched, lasting)
    return work.execute(found).first() is not None


def save_roles(work: Work, account: str, seq: int, roles: list[str]) -> bool:
    """Store an account's roles; False: this or a newer event is stored already."""
    return _save_newer(work, staff, account, seq, {"roles": encode_text(roles)})


def roles_of(work: Work, account: str) -> list[str]:
    """The roles of an account by moderation's last event."""
    kept = work.execute(sa.select(staff.c.roles).where(staff.c.account == account)).scalar_one_or_none()
    return [] if kept is None else decode(kept)


def staff_with(work: Work, wanted: frozenset[str]) -> list[str]:
    """The accounts that have one of these roles."""
    found = work.execute(sa.select(staff.c.account, staff.c.roles).order_by(staff.c.account))
    return [row.account for row in found if wanted & set(decode(row.roles))]


def save_warning(work: Work, account: str, message: str, *, acknowledged: bool) -> None:
    """Store that a warning was sent, or acknowledged; the two events may arrive in any order."""
    row = {"account": account, "message_id": message, "acknowledged": acknowledged}
    if not insert_if_missing(work, warnings, row) and acknowledged:
        same = sa.and_(warnings.c.account == account, warnings.c.message_id == message)
        work.execute(warnings.update().where(same).values(acknowledged=True))


def open_warnings(work: Work, account: str) -> list[str]:
    """Warnings that an account has not acknowledged, by moderation's events."""
    waiting = sa.and_(warnings.c.account == account, sa.not_(warnings.c.acknowledged))
    return list(work.execute(sa.select(warnings.c.message_id).where(waiting)).scalars())


def stays(work: Work, account: str, since_ms: TimeMs) -> list[Stay]:
    """The sessions of an account that had not ended at a moment."""
    lasting = sa.or_(sessions.c.ended_at_ms.is_(None), sessions.c.ended_at_ms >= since_ms)
    chosen = sa.select(sessions.c.created_at_ms, sessions.c.ended_at_ms).where(sessions.c.account == account, lasting)
    return [Stay(*row) for row in work.execute(chosen)]


def names(work: Work, accounts: list[str]) -> dict[str, str]:
    """Names by account."""
    wanted = [storable(each) for each in accounts]
    chosen = sa.select(players.c.account, players.c.name).where(players.c.account.in_(wanted))
    return {row.account: row.name for row in work.execute(chosen)}


# --- accounts as staff look for them ---

_SHOWN = (players.c.account, players.c.name, players.c.created_at_ms, players.c.guest)


def find_by_name(work: Work, text: str, count_max: int) -> list[FoundPlayer]:
    """Accounts with a text in their names, whose names begin with it first."""
    key = storable(username_key(text))
    if not key:
        return []
    begins = players.c.name_key.startswith(key, autoescape=True)
    chosen = sa.select(*_SHOWN).where(players.c.name_key.contains(key, autoescape=True))
    return _found_players(work.execute(chosen.order_by(sa.desc(begins), players.c.name_key).limit(count_max)), "name")


def find_by_mail(work: Work, text: str, count_max: int) -> list[FoundPlayer]:
    """Accounts whose mail address begins with a text."""
    begins = credentials.c.email.startswith(storable(text.lower()), autoescape=True)
    chosen = sa.select(*_SHOWN).join(credentials, credentials.c.account == players.c.account).where(begins)
    return _found_players(work.execute(chosen.order_by(players.c.name_key).limit(count_max)), "mail")


def find_by_earlier_name(work: Work, text: str, count_max: int) -> list[FoundPlayer]:
    """Accounts that have spoken under exactly this name."""
    spoke = sa.select(chat_lines.c.account).where(chat_lines.c.name == storable(text)).distinct().limit(count_max)
    chosen = sa.select(*_SHOWN).where(players.c.account.in_(spoke))
    return _found_players(work.execute(chosen.order_by(players.c.name_key)), "earlier")


def find_by_accounts(work: Work, accounts: list[str]) -> list[FoundPlayer]:
    """These accounts, found by their devices, in this order."""
    rows = work.execute(sa.select(*_SHOWN).where(players.c.account.in_(accounts)))
    found = {each.account: each for each in _found_players(rows, "device")}
    return [found[account] for account in accounts if account in found]


def _found_players(rows: Iterable[Any], by: Literal["name", "mail", "earlier", "device"]) -> list[FoundPlayer]:
    return [FoundPlayer(row.account, row.name, by, row.created_at_ms, bool(row.guest)) for row in rows]
