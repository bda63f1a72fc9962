"""Choices and mails about notices as stored, and their tables, which are of the lobby's schema (RULES.md §25)."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.people.notice_mails import MailKind
from services.kernel.clock import DAY_MS, TimeMs
from services.lobby.push.rules import Notice
from services.lobby.schema import metadata
from services.platform.database.bulk_rows import insert_missing_later, storable, upsert_later
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

mail_choices = sa.Table(
    "mail_choices",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("kinds", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
)
"""Kinds that accounts get mails about, as JSON. `key`: signs the link that ends them; made with the first choice."""

notice_mails = sa.Table(
    "notice_mails",
    metadata,
    sa.Column("event", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("due_at_ms", sa.BigInteger),
    sa.Index("notice_mails_by_account", "account", "made_at_ms"),
    sa.Index("notice_mails_by_time", "made_at_ms"),
)
"""What was and is to be mailed to which account; `due_at_ms`: when it is written, null when that is done."""
sa.Index("notice_mails_due", notice_mails.c.due_at_ms, postgresql_where=notice_mails.c.due_at_ms.is_not(None))

_c, _n = mail_choices.c, notice_mails.c


class MailChoice(msgspec.Struct, frozen=True):
    """What an account gets mails about, and its secret."""

    account: str
    kinds: frozenset[MailKind]
    key: str


class DueMail(msgspec.Struct, frozen=True):
    """A mail that is to be written now."""

    event: str
    account: str
    kind: MailKind
    about: str
    until_ms: TimeMs


def choices_of(work: Work, accounts: Collection[str], *, lock: bool = False) -> dict[str, MailChoice]:
    """Account → what it has chosen; one that has chosen nothing is not there."""
    wanted = [storable(each) for each in accounts]
    chosen = sa.select(mail_choices).where(_c.account.in_(wanted)).order_by(_c.account)
    rows = work.execute(chosen.with_for_update() if lock else chosen)
    return {
        row.account: MailChoice(row.account, msgspec.json.decode(row.kinds, type=frozenset[MailKind]), row.key)
        for row in rows
    }


def save_choice(work: Work, choice: MailChoice) -> None:
    """Store what an account has chosen."""
    row = {"account": choice.account, "kinds": encode_text(sorted(choice.kinds)), "key": choice.key}
    upsert_later(work, mail_choices, [row])


def add(work: Work, notice: Notice, kind: MailKind, due: list[tuple[str, TimeMs]]) -> None:
    """Store mails about a notice, by account with when each is due; an account that has it already gets none."""
    rows = [
        {
            "event": notice.event,
            "account": account,
            "kind": kind,
            "about": notice.about,
            "made_at_ms": work.now_ms,
            "until_ms": notice.until_ms,
            "due_at_ms": due_ms,
        }
        for account, due_ms in sorted(due)
    ]
    insert_missing_later(work, notice_mails, rows)


def mailed_of(work: Work, event: str, accounts: Collection[str]) -> set[str]:
    """Those of these accounts that have got a mail about an event, or are about to."""
    same = sa.and_(_n.event == event, _n.account.in_(accounts))
    return set(work.execute(sa.select(_n.account).where(same)).scalars())


def sent_lately(work: Work, accounts: Collection[str]) -> dict[str, dict[MailKind, int]]:
    """Account → kind → how many of the last 24 hours."""
    lately = sa.and_(_n.account.in_(accounts), _n.made_at_ms > work.now_ms - DAY_MS)
    rows = work.execute(sa.select(_n.account, _n.kind, sa.func.count()).where(lately).group_by(_n.account, _n.kind))
    found: dict[str, dict[MailKind, int]] = defaultdict(dict)
    for account, kind, number in rows:
        found[account][kind] = number
    return found


def lock_due(work: Work, most: int) -> list[DueMail]:
    """Mails that are due, those that have waited longest first; those that another process writes are left out."""
    fields = [_n[name] for name in DueMail.__struct_fields__]
    due = sa.select(*fields).where(_n.due_at_ms <= work.now_ms).order_by(_n.due_at_ms, _n.event, _n.account)
    return [DueMail(*row) for row in work.execute(due.limit(most).with_for_update(skip_locked=True))]


def put_off(work: Work, due: DueMail, due_ms: TimeMs | None) -> None:
    """Store when a mail is written; None: never, or it is."""
    same = sa.and_(_n.event == due.event, _n.account == due.account)
    work.execute(notice_mails.update().where(same).values(due_at_ms=due_ms))


def end(work: Work, account: str) -> None:
    """Nothing more of what waits goes to an account."""
    waits = sa.and_(_n.account == account, _n.due_at_ms.is_not(None))
    work.execute(notice_mails.update().where(waits).values(due_at_ms=None))


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete what was made before, unless it is still to be written."""
    work.execute(notice_mails.delete().where(_n.made_at_ms < before_ms, _n.until_ms < work.now_ms))


def rows_of(work: Work, account: str) -> dict[str, Any]:
    """The account's choice and mails, for an export; not the secret of its link."""
    chosen = choices_of(work, [account]).get(account)
    sent = sa.select(_n.kind, _n.made_at_ms).where(_n.account == account).order_by(_n.made_at_ms, _n.event)
    return {
        "kinds": [] if chosen is None else sorted(chosen.kinds),
        "sent": [dict(row._mapping) for row in work.execute(sent)],
    }


def erase(work: Work, account: str) -> None:
    """Delete all of it."""
    for table in (mail_choices, notice_mails):
        work.execute(table.delete().where(table.c.account == account))
