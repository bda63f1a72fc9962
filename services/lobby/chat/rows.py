"""Chat lines, the pace of each player, mutes, and lists of words."""

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.chat import ChatLine
from services.kernel.clock import TimeMs
from services.lobby.chat.rules import FRESH, Pace
from services.lobby.schema import chat_bans, chat_lines, chat_paces, word_lists
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text


def add(work: Work, room: str, account: str, name: str, text: str) -> ChatLine:
    """Store a new line; returns it with its number."""
    line = {"room": room, "account": account, "name": name, "text": text, "at_ms": work.now_ms}
    number = work.execute(chat_lines.insert().values(line)).inserted_primary_key[0]
    return ChatLine(id=number, room=room, account=account, name=name, text=text, at_ms=work.now_ms)


def find_last(work: Work, room: str, count_max: int) -> list[ChatLine]:
    """The newest lines of a room, oldest first."""
    newest = sa.select(chat_lines).where(chat_lines.c.room == room).order_by(chat_lines.c.id.desc()).limit(count_max)
    return [ChatLine(**row._mapping) for row in work.execute(newest)][::-1]


def around(work: Work, room: str, number: int, count_max: int) -> list[ChatLine]:
    """A line of a room with those around it, oldest first: half of them before it; nothing if the room has no such
    line."""
    c, of_room = chat_lines.c, chat_lines.c.room == storable(room)
    until = sa.select(chat_lines).where(of_room, c.id <= number).order_by(c.id.desc()).limit(count_max // 2 + 1)
    before = [ChatLine(**row._mapping) for row in work.execute(until)][::-1]
    if not before or before[-1].id != number:
        return []
    after = sa.select(chat_lines).where(of_room, c.id > number).order_by(c.id).limit(count_max - len(before))
    return before + [ChatLine(**row._mapping) for row in work.execute(after)]


def page(work: Work, account: str | None, room: str | None, before: int | None, count_max: int) -> list[ChatLine]:
    """Lines of an account, of a room, or of both, before a number (None: the newest); newest first."""
    chosen = sa.select(chat_lines).order_by(chat_lines.c.id.desc()).limit(count_max)
    if account is not None:
        chosen = chosen.where(chat_lines.c.account == storable(account))
    if room is not None:
        chosen = chosen.where(chat_lines.c.room == storable(room))
    if before is not None:
        chosen = chosen.where(chat_lines.c.id < before)
    return [ChatLine(**row._mapping) for row in work.execute(chosen)]


def lock_pace(work: Work, account: str, room: str) -> Pace:
    """A player's pace in a room, locked."""
    row = {"account": account, "room": room, "pace": encode_text(FRESH), "at_ms": work.now_ms}
    insert_if_missing(work, chat_paces, row)
    found = sa.select(chat_paces.c.pace).where(_is(account, room)).with_for_update()
    return msgspec.json.decode(work.execute(found).scalar_one(), type=Pace)


def save_pace(work: Work, account: str, room: str, pace: Pace) -> None:
    """Store it."""
    values = {"pace": encode_text(pace), "at_ms": work.now_ms}
    work.execute(chat_paces.update().where(_is(account, room)).values(values))


def find_ban(work: Work, account: str) -> TimeMs:
    """Until when staff have muted an account; 0: never."""
    return work.execute(sa.select(chat_bans.c.until_ms).where(chat_bans.c.account == account)).scalar() or 0


def save_ban(work: Work, account: str, until_ms: TimeMs, seq: int) -> None:
    """Store that, unless a newer event is stored already."""
    if insert_if_missing(work, chat_bans, {"account": account, "until_ms": until_ms, "seq": seq}):
        return
    older = sa.and_(chat_bans.c.account == account, chat_bans.c.seq < seq)
    work.execute(chat_bans.update().where(older).values(until_ms=until_ms, seq=seq))


def purge(work: Work, lines_before_ms: TimeMs, paces_before_ms: TimeMs) -> None:
    """Delete older lines, and paces that no longer count. Mutes stay as the numbers of their events: without the last
    one, an older event that comes late would count as new."""
    work.execute(chat_lines.delete().where(chat_lines.c.at_ms < lines_before_ms))
    work.execute(chat_paces.delete().where(chat_paces.c.at_ms < paces_before_ms))


def _is(account: str, room: str) -> sa.ColumnElement[bool]:
    return sa.and_(chat_paces.c.account == account, chat_paces.c.room == room)


def save_word_list(work: Work, name: str, seq: int, words: list[str]) -> None:
    """Store a list of words that operators have changed, unless a newer one is stored already."""
    row = {"name": name, "seq": seq, "words": encode_text(words)}
    if not insert_if_missing(work, word_lists, row):
        older = sa.and_(word_lists.c.name == name, word_lists.c.seq < seq)
        work.execute(word_lists.update().where(older).values(row))


def find_word_lists(work: Work) -> dict[str, list[str]]:
    """The lists of words that operators have changed, by name; the others are those of the release."""
    return {row.name: decode(row.words) for row in work.execute(sa.select(word_lists))}
