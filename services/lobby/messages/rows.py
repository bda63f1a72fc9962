"""Lines between friends, and each account's side of a conversation (RULES.md §20). Lock both players before writing."""

from typing import Any

import sqlalchemy as sa

from services.contracts.lobby.people.messages import Conversation, PrivateLine
from services.kernel.clock import DAY_MS, TimeMs
from services.lobby.messages.rules import UNREAD_MAX, Written, pair_of
from services.lobby.schema import conversations, friends, players, private_lines
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work

_LINE = (
    private_lines.c.id,
    private_lines.c.account,
    private_lines.c.receiver.label("to"),
    private_lines.c.text,
    private_lines.c.at_ms,
)
_SHOWN = (players.c.name, players.c.photo, players.c.avatar)


def add(work: Work, account: str, to: str, text: str, *, begins: bool) -> PrivateLine:
    """Store a new line; returns it with its number. The writer has read it, and all before it."""
    row = {"pair": pair_of(account, to), "account": account, "receiver": to, "text": text, "at_ms": work.now_ms}
    number = work.execute(private_lines.insert().values(row)).inserted_primary_key[0]
    newest = {"last_id": number, "last_at_ms": work.now_ms}
    own = newest | {"read_id": number} | ({"begun_at_ms": work.now_ms} if begins else {})
    for side, other, values in ((account, to, own), (to, account, newest)):
        if not insert_if_missing(work, conversations, {"account": side, "other": other} | values):
            work.execute(conversations.update().where(_is_side(side, other)).values(values))
    return PrivateLine(id=number, account=account, to=to, text=text, at_ms=work.now_ms)


def has_line(work: Work, account: str, other: str, since_ms: TimeMs) -> bool:
    """Whether something was written between two players since then."""
    found = sa.select(conversations.c.last_id).where(_is_side(account, other), conversations.c.last_at_ms >= since_ms)
    return work.execute(found).first() is not None


def written(work: Work, account: str, most: int) -> Written:
    """The account's newest lines and beginnings of the last 24 hours."""
    c, since_ms = private_lines.c, work.now_ms - DAY_MS
    lines = sa.select(c.at_ms).where(c.account == account, c.at_ms > since_ms).order_by(c.at_ms.desc()).limit(most)
    begun = sa.select(conversations.c.begun_at_ms).where(
        conversations.c.account == account, conversations.c.begun_at_ms > since_ms
    )
    return Written(sorted(work.execute(lines).scalars()), sorted(work.execute(begun).scalars()))


def page(
    work: Work, account: str, other: str, count_max: int, since_ms: TimeMs = 0, before: int | None = None
) -> list[PrivateLine]:
    """The newest lines between two players since a moment, before a number (None: any), oldest first."""
    c = private_lines.c
    chosen = sa.select(*_LINE).where(c.pair == storable(pair_of(account, other)), c.at_ms >= since_ms)
    if before is not None:
        chosen = chosen.where(c.id < before)
    newest = work.execute(chosen.order_by(c.id.desc()).limit(count_max))
    return [PrivateLine(**row._mapping) for row in newest][::-1]


def last_from(work: Work, writer: str, reader: str, since_ms: TimeMs) -> TimeMs | None:
    """When a player last wrote to another since then; None: not at all."""
    c = private_lines.c
    theirs = sa.and_(c.pair == storable(pair_of(writer, reader)), c.account == storable(writer), c.at_ms >= since_ms)
    return work.execute(sa.select(sa.func.max(c.at_ms)).where(theirs)).scalar()


def count_unread(work: Work, account: str, other: str, since_ms: TimeMs) -> int:
    """The lines of the other that an account has not read, up to `UNREAD_MAX`."""
    c = private_lines.c
    read = sa.select(conversations.c.read_id).where(_is_side(account, other)).scalar_subquery()
    unread = sa.select(c.id).where(
        c.pair == pair_of(account, other), c.account == other, c.at_ms >= since_ms, c.id > sa.func.coalesce(read, 0)
    )
    counted = sa.select(sa.func.count()).select_from(unread.limit(UNREAD_MAX).subquery())
    return work.execute(counted).scalar_one()


def find_conversations(work: Work, account: str) -> list[Conversation]:
    """The account's conversations with friends that have a line of their friendship, the newest first."""
    c, f, line = conversations.c, friends.c, private_lines.c
    chosen = (
        sa.select(
            *_LINE, c.other, c.read_id, f.at_ms.label("since_ms"), players.c.name, players.c.photo, players.c.avatar
        )
        .select_from(conversations)
        .join(friends, sa.and_(f.account == c.account, f.friend == c.other, f.state == "friend"))
        .join(private_lines, line.id == c.last_id)
        .join(players, players.c.account == c.other)
        .where(c.account == account, line.at_ms >= f.at_ms)
        .order_by(c.last_id.desc())
    )
    return [_conversation(work, account, row) for row in work.execute(chosen).all()]


def _conversation(work: Work, account: str, row: Any) -> Conversation:
    last = PrivateLine(id=row.id, account=row.account, to=row.to, text=row.text, at_ms=row.at_ms)
    has_unread = row.id > row.read_id
    return Conversation(
        account=row.other,
        name=row.name,
        last=last,
        unread=count_unread(work, account, row.other, row.since_ms) if has_unread else 0,
        photo=row.photo,
        avatar=row.avatar,
    )


def mark_read(work: Work, account: str, other: str, up_to: int) -> bool:
    """Set the account's mark; False: it was there already."""
    c = conversations.c
    mark = sa.case((c.last_id < up_to, c.last_id), else_=up_to)
    moved = conversations.update().where(_is_side(account, other), c.read_id < up_to, c.read_id < c.last_id)
    return bool(work.execute(moved.values(read_id=mark)).rowcount)


def count_conversations(work: Work) -> int:
    """The number of conversations that are kept."""
    one_side = (
        sa.select(sa.func.count()).select_from(conversations).where(conversations.c.account < conversations.c.other)
    )
    return work.execute(one_side).scalar_one()


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete older lines, and conversations without a newer one."""
    work.execute(private_lines.delete().where(private_lines.c.at_ms < before_ms))
    work.execute(conversations.delete().where(conversations.c.last_at_ms < before_ms))


def rows_of(work: Work, account: str) -> dict[str, Any]:
    """What an account has written, and its own marks; others by their ids."""
    c, m = private_lines.c, conversations.c
    lines = sa.select(c.receiver.label("to"), c.text, c.at_ms).where(c.account == account).order_by(c.id)
    marks = sa.select(m.other, m.last_at_ms, m.read_id, m.begun_at_ms).where(m.account == account)
    return {
        "lines": [dict(row._mapping) for row in work.execute(lines)],
        "conversations": [dict(row._mapping) for row in work.execute(marks)],
    }


def erase(work: Work, account: str) -> None:
    """Delete all conversations of an account, both sides of them."""
    c, m = private_lines.c, conversations.c
    work.execute(private_lines.delete().where(sa.or_(c.account == account, c.receiver == account)))
    work.execute(conversations.delete().where(sa.or_(m.account == account, m.other == account)))


def _is_side(account: str, other: str) -> sa.ColumnElement[bool]:
    return sa.and_(conversations.c.account == account, conversations.c.other == storable(other))
