"""Browsers, choices and notices as stored, and their tables, which are of the lobby's schema (RULES.md §24)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.people.push import PROBLEM_MINUTE, PushKind, QuietHours
from services.kernel.clock import DAY_MS, TimeMs
from services.lobby.push.rules import ASKED_FOR, Choices, Notice
from services.lobby.schema import metadata
from services.platform.database.bulk_rows import insert_missing_later, upsert_later
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

push_browsers = sa.Table(
    "push_browsers",
    metadata,
    sa.Column("browser", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("p256dh", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("added_at_ms", sa.BigInteger, nullable=False),
    sa.Index("push_browsers_by_account", "account"),
)
"""Browsers that are notified; `browser`: the hash of the endpoint, `host`: the service to which it belongs."""

push_choices = sa.Table(
    "push_choices",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("switched_off", sa.Text, nullable=False, server_default="[]"),
    sa.Column("quiet", sa.Text),
    sa.Column("only_free_until_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("shut_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("problem_minute", sa.SmallInteger),
    sa.Column("problem_next_ms", sa.BigInteger),
    sa.Column("problem_done_day", sa.Text, nullable=False, server_default=""),
    sa.Index("push_choices_by_problem", "problem_next_ms", postgresql_where=sa.text("problem_next_ms IS NOT NULL")),
)
"""What accounts have chosen: kinds that are off, and quiet hours, as JSON. `only_free_until_ms`: the end of an
exclusion from games for chips, which was said at `shut_at_ms`; `problem_next_ms`: when the problem of the day is named,
null: it is not; `problem_done_day`: the last day of which one was answered since that was chosen."""

push_notices = sa.Table(
    "push_notices",
    metadata,
    sa.Column("event", sa.Text, primary_key=True),
    sa.Column("browser", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("due_at_ms", sa.BigInteger),
    sa.Column("tries", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Index("push_notices_by_account", "account", "made_at_ms"),
    sa.Index("push_notices_by_time", "made_at_ms"),
)
"""What was and is to be sent to which browser; `due_at_ms`: when it is tried next, null when it is done."""
sa.Index("push_notices_due", push_notices.c.due_at_ms, postgresql_where=push_notices.c.due_at_ms.is_not(None))

_b, _c, _n = push_browsers.c, push_choices.c, push_notices.c


class Browser(msgspec.Struct, frozen=True):
    """A browser that is notified. `browser`: the hash of its endpoint."""

    browser: str
    account: str
    device: str
    endpoint: str
    host: str
    p256dh: str
    auth: str
    added_at_ms: TimeMs


class Due(msgspec.Struct, frozen=True):
    """A notice that was claimed, for a browser; `tries`: this try's number, from 1."""

    event: str
    browser: str
    account: str
    kind: PushKind
    about: str
    host: str
    made_at_ms: TimeMs
    until_ms: TimeMs
    due_at_ms: TimeMs
    tries: int


# --- browsers ---


def browsers_of(work: Work, accounts: Collection[str], *, lock: bool = False) -> dict[str, list[Browser]]:
    """Account → its browsers, oldest first; an account without any is not there."""
    chosen = sa.select(push_browsers).where(_b.account.in_(accounts)).order_by(_b.added_at_ms, _b.browser)
    found: dict[str, list[Browser]] = defaultdict(list)
    for row in work.execute(chosen.with_for_update() if lock else chosen):
        found[row.account].append(Browser(**row._mapping))
    return dict(found)


def find_browser(work: Work, browser: str, *, lock: bool = False) -> Browser | None:
    """A browser by the hash of its endpoint."""
    chosen = sa.select(push_browsers).where(_b.browser == browser)
    row = work.execute(chosen.with_for_update() if lock else chosen).one_or_none()
    return None if row is None else Browser(**row._mapping)


def save_browser(work: Work, browser: Browser) -> None:
    """Store a browser, in place of what was stored about it."""
    upsert_later(work, push_browsers, [msgspec.structs.asdict(browser)])


def drop_browsers(work: Work, browsers: Collection[str]) -> int:
    """Delete browsers, and what is still to be sent to them; returns how many there were."""
    if not browsers:
        return 0
    dropped = int(work.execute(push_browsers.delete().where(_b.browser.in_(browsers))).rowcount)
    work.execute(push_notices.update().where(_n.browser.in_(browsers), _due()).values(due_at_ms=None))
    return dropped


def drop_of_account(work: Work, account: str, *, of_device: str | None = None, but_device: str | None = None) -> None:
    """Delete the account's browsers: those of a device, all but those of a device, or all."""
    chosen = sa.select(_b.browser).where(_b.account == account)
    if of_device is not None:
        chosen = chosen.where(_b.device == of_device)
    if but_device is not None:
        chosen = chosen.where(_b.device != but_device)
    drop_browsers(work, list(work.execute(chosen).scalars()))


def count_browsers(work: Work) -> int:
    """How many browsers are notified."""
    return int(work.execute(sa.select(sa.func.count()).select_from(push_browsers)).scalar_one())


# --- choices ---


def choices_of(work: Work, accounts: Collection[str]) -> dict[str, Choices]:
    """Account → what it has chosen; one that has chosen nothing is not there."""
    rows = work.execute(sa.select(push_choices).where(_c.account.in_(accounts)))
    return {row.account: _choices(row) for row in rows}


def lock_choices(work: Work, account: str) -> Choices | None:
    """What an account has chosen, locked until the commit; None: nothing."""
    row = work.execute(sa.select(push_choices).where(_c.account == account).with_for_update()).one_or_none()
    return None if row is None else _choices(row)


def _choices(row: Any) -> Choices:
    off = frozenset(msgspec.json.decode(row.switched_off, type=list[PushKind]))
    return Choices(
        off - ASKED_FOR if row.problem_next_ms is not None else off | ASKED_FOR,
        None if row.quiet is None else msgspec.json.decode(row.quiet, type=QuietHours),
        row.only_free_until_ms,
        PROBLEM_MINUTE if row.problem_minute is None else row.problem_minute,
        row.problem_next_ms,
        row.problem_done_day,
    )


def save_problem_hour(work: Work, account: str, minute: int, next_ms: TimeMs | None) -> None:
    """Store when the problem of the day is named; None: it is not, and what was answered is forgotten."""
    chosen = {"problem_minute": minute, "problem_next_ms": next_ms}
    done = {} if next_ms is not None else {"problem_done_day": ""}
    work.execute(push_choices.update().where(_c.account == account).values(chosen | done))


def save_problem_done(work: Work, account: str, day: str) -> None:
    """An account that is notified of problems has answered one of a day."""
    wants = sa.and_(_c.account == account, _c.problem_next_ms.is_not(None), _c.problem_done_day < day)
    work.execute(push_choices.update().where(wants).values(problem_done_day=day))


def find_problem_due(work: Work, most: int) -> list[str]:
    """Accounts whose hour has come, those that wait for longest first."""
    due = sa.select(_c.account).where(_c.problem_next_ms <= work.now_ms).order_by(_c.problem_next_ms, _c.account)
    return list(work.execute(due.limit(most)).scalars())


def save_choices(work: Work, account: str, off: Collection[PushKind], quiet: QuietHours) -> None:
    """Store kinds that are off, and quiet hours."""
    row = {"account": account, "switched_off": encode_text(sorted(off)), "quiet": encode_text(quiet)}
    upsert_later(work, push_choices, [row])


def save_exclusion(work: Work, account: str, until_ms: TimeMs, at_ms: TimeMs) -> None:
    """Store until when games for chips are shut, unless something later was said."""
    insert_missing_later(work, push_choices, [{"account": account}])
    older = sa.and_(_c.account == account, _c.shut_at_ms <= at_ms)
    work.execute(push_choices.update().where(older).values(only_free_until_ms=until_ms, shut_at_ms=at_ms))


# --- notices ---


def _due() -> sa.ColumnElement[bool]:
    return _n.due_at_ms.is_not(None)


def add_notices(work: Work, notice: Notice, due: Sequence[tuple[Browser, TimeMs]]) -> None:
    """Store a notice for browsers, each with when it is due; for one that has it already nothing is stored."""
    rows = [
        {
            "event": notice.event,
            "browser": browser.browser,
            "account": browser.account,
            "kind": notice.kind,
            "about": notice.about,
            "host": browser.host,
            "made_at_ms": work.now_ms,
            "until_ms": notice.until_ms,
            "due_at_ms": due_ms,
        }
        for browser, due_ms in sorted(due, key=lambda each: each[0].browser)
    ]
    insert_missing_later(work, push_notices, rows)


def notified_of(work: Work, event: str, accounts: Collection[str]) -> set[str]:
    """Those of these accounts that were notified of an event, or are about to be."""
    same = sa.and_(_n.event == event, _n.account.in_(accounts))
    return set(work.execute(sa.select(_n.account).where(same)).scalars())


def sent_lately(work: Work, accounts: Collection[str]) -> dict[str, dict[PushKind, int]]:
    """Account → kind → how many events of the last 24 hours."""
    lately = sa.and_(_n.account.in_(accounts), _n.made_at_ms > work.now_ms - DAY_MS)
    events = sa.func.count(sa.distinct(_n.event))
    rows = work.execute(sa.select(_n.account, _n.kind, events).where(lately).group_by(_n.account, _n.kind))
    found: dict[str, dict[PushKind, int]] = defaultdict(dict)
    for account, kind, number in rows:
        found[account][kind] = number
    return found


def claim(work: Work, lease_ms: int, room: Mapping[str, int], room_else: int, most: int) -> list[Due]:
    """Claim notices that are due, those that have waited longest first; no other process gets them before `lease_ms`
    have passed. `room`: service → how many may be claimed for it; `room_else`: for every other one."""
    full = [host for host, free in room.items() if free <= 0]
    chosen = (
        sa.select(push_notices)
        .where(_n.due_at_ms <= work.now_ms, _n.host.not_in(full))
        .order_by(_n.due_at_ms, _n.event, _n.browser)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    left = dict(room)
    claimed = []
    for row in work.execute(chosen).all():
        if left.setdefault(row.host, room_else) > 0:
            left[row.host] -= 1
            values = {name: row._mapping[name] for name in Due.__struct_fields__}
            claimed.append(Due(**values | {"tries": row.tries + 1}))
    if claimed:
        later = {"due_at_ms": work.now_ms + lease_ms, "tries": _n.tries + 1}
        same = [sa.and_(_n.event == each.event, _n.browser == each.browser) for each in claimed]
        work.execute(push_notices.update().where(sa.or_(*same)).values(later))
    return claimed


def put_off(work: Work, due: Due, due_ms: TimeMs | None, *, was_tried: bool = True) -> None:
    """Store when a notice is tried next; None: never."""
    same = sa.and_(_n.event == due.event, _n.browser == due.browser, _due())
    tries = due.tries if was_tried else due.tries - 1
    work.execute(push_notices.update().where(same).values(due_at_ms=due_ms, tries=tries))


def end_event(work: Work, event: str) -> None:
    """Send no more of an event."""
    work.execute(push_notices.update().where(_n.event == event, _due()).values(due_at_ms=None))


def backlog(work: Work) -> tuple[int, TimeMs | None]:
    """How many notices are overdue, and since when the oldest of them is."""
    late = sa.select(sa.func.count(), sa.func.min(_n.due_at_ms)).where(_n.due_at_ms <= work.now_ms)
    number, oldest_ms = work.execute(late).one()
    return int(number), oldest_ms


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete notices that were made before, unless they are still to be sent."""
    work.execute(push_notices.delete().where(_n.made_at_ms < before_ms, _n.until_ms < work.now_ms))


# --- one account's rows ---


def rows_of(work: Work, account: str) -> dict[str, Any]:
    """The account's browsers, choices and notices, for an export."""
    browsers = sa.select(_b.host, _b.added_at_ms).where(_b.account == account).order_by(_b.added_at_ms)
    hours = (_c.problem_minute, _c.problem_next_ms, _c.problem_done_day)
    chosen = sa.select(_c.switched_off, _c.quiet, _c.only_free_until_ms, *hours).where(_c.account == account)
    sent = sa.select(_n.kind, _n.made_at_ms).where(_n.account == account).order_by(_n.made_at_ms)
    return {
        "browsers": [dict(row._mapping) for row in work.execute(browsers)],
        "choices": [dict(row._mapping) for row in work.execute(chosen)],
        "sent": [dict(row._mapping) for row in work.execute(sent)],
    }


def erase(work: Work, account: str) -> None:
    """Delete all of them."""
    for table in (push_browsers, push_choices, push_notices):
        work.execute(table.delete().where(table.c.account == account))
