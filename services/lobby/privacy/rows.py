"""Exports and erasures of accounts, and the rows of one account (RULES.md §7)."""

from base64 import b64encode
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.lobby.accounts.privacy import HOLDERS
from services.kernel.clock import TimeMs
from services.kernel.persons.erased_names import FORMER_PLAYER, forget
from services.lobby.access import security_log_rows as security
from services.lobby.access.passkeys import rows as passkeys
from services.lobby.access.providers import rows as providers
from services.lobby.accounts.credential_rows import shown_email
from services.lobby.accounts.guest_accounts import rows as guest_accounts
from services.lobby.bots import rows as bots
from services.lobby.calls import rows as calls
from services.lobby.cards import rows as card_settings
from services.lobby.companies import record_rows as company_records
from services.lobby.companies import rows as companies
from services.lobby.mails.notices import rows as notice_mails
from services.lobby.matchmaking import rows as seeks
from services.lobby.messages import rows as messages
from services.lobby.programs import rows as programs
from services.lobby.push import rows as push
from services.lobby.schema import (
    chat_bans,
    chat_lines,
    chat_paces,
    commands,
    credentials,
    erasures,
    exports,
    invitations_sent,
    known_devices,
    links,
    lockouts,
    mails,
    parts,
    photos,
    players,
    second_factors,
    sessions,
    staff,
    tables,
    warnings,
    watched,
)
from services.lobby.social import block_rows as blocks
from services.lobby.social import friend_rows as friends
from services.lobby.tokens import rows as personal_tokens
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work
from services.platform.operations.privacy import forget_messages_about
from services.platform.process.json import encode_text

_ACCESS = (links, known_devices, second_factors, mails)
_OF_STAFF = (chat_bans, staff, warnings, watched)
_SECURITY_MAX = 10_000


class Asked(msgspec.Struct, frozen=True):
    """An export or an erasure: its id, its account, and the services that have not answered yet."""

    id: str
    account: str
    asked_at_ms: TimeMs
    done_at_ms: TimeMs | None
    waiting: list[str]


# --- exports ---


def find_export(work: Work, account: str) -> Asked | None:
    """The newest export of an account."""
    found = sa.select(exports).where(exports.c.account == storable(account)).order_by(exports.c.asked_at_ms.desc())
    return _asked(work, work.execute(found.limit(1)).one_or_none())


def add_export(work: Work, account: str, export: str) -> None:
    """Store a new export in place of earlier ones."""
    drop_exports(work, account)
    work.execute(exports.insert().values(id=export, account=account, asked_at_ms=work.now_ms))


def add_part(work: Work, export: str, service: str, data: dict[str, Any]) -> None:
    """Store the data of a service; a repeated one changes nothing, and one of a deleted export is dropped."""
    if work.execute(sa.select(exports.c.id).where(exports.c.id == export).with_for_update()).first() is not None:
        _answered(work, export, service, encode_text(data))


def finish_export(work: Work, export: str) -> str | None:
    """Finish an export once every service has answered; returns its account. None: not yet, or finished before."""
    return _finish(work, exports, export)


def read_parts(work: Work, export: str) -> dict[str, dict[str, Any]]:
    """The data by service."""
    chosen = sa.select(parts.c.service, parts.c.data).where(parts.c.asked == export).order_by(parts.c.service)
    return {row.service: msgspec.json.decode(row.data) for row in work.execute(chosen)}


def drop_exports(work: Work, account: str) -> None:
    """Delete every export of an account."""
    _drop(work, exports.c.account == account)


def purge_exports(work: Work, before_ms: TimeMs) -> None:
    """Delete older exports."""
    _drop(work, exports.c.asked_at_ms < before_ms)


def _drop(work: Work, chosen: sa.ColumnElement[bool]) -> None:
    work.execute(parts.delete().where(parts.c.asked.in_(sa.select(exports.c.id).where(chosen))))
    work.execute(exports.delete().where(chosen))


# --- erasures ---


def add_erasure(work: Work, account: str, receipt: str, by: str) -> None:
    """Store the erasure of an account; `by`: the player, or the operator who has ordered it."""
    row = {"id": receipt, "account": account, "asked_by": by, "asked_at_ms": work.now_ms}
    work.execute(erasures.insert().values(row))


def find_erasure(work: Work, receipt: str) -> Asked | None:
    """An erasure by its receipt."""
    found = work.execute(sa.select(erasures).where(erasures.c.id == storable(receipt))).one_or_none()
    return _asked(work, found)


def find_ordered(work: Work, account: str, by: str) -> Asked | None:
    """The newest erasure of an account ordered by this operator."""
    c = erasures.c
    ordered = sa.select(erasures).where(c.account == storable(account), c.asked_by == storable(by))
    return _asked(work, work.execute(ordered.order_by(c.asked_at_ms.desc()).limit(1)).one_or_none())


def add_erased(work: Work, receipt: str, service: str) -> None:
    """Store that a service has erased its data."""
    if work.execute(sa.select(erasures.c.id).where(erasures.c.id == receipt).with_for_update()).first() is not None:
        _answered(work, receipt, service, "{}")


def finish_erasure(work: Work, receipt: str) -> str | None:
    """Finish an erasure once every service has answered; returns its account."""
    return _finish(work, erasures, receipt)


# --- both ---


def _answered(work: Work, asked: str, service: str, data: str) -> None:
    insert_if_missing(work, parts, {"asked": asked, "service": service, "data": data, "at_ms": work.now_ms})


def _finish(work: Work, table: sa.Table, asked: str) -> str | None:
    row = work.execute(sa.select(table).where(table.c.id == asked)).one_or_none()
    found = _asked(work, row)
    if found is None or found.waiting or found.done_at_ms is not None:
        return None
    work.execute(table.update().where(table.c.id == asked).values(done_at_ms=work.now_ms))
    return found.account


def _asked(work: Work, row: Any) -> Asked | None:
    if row is None:
        return None
    answered = set(work.execute(sa.select(parts.c.service).where(parts.c.asked == row.id)).scalars())
    waiting = [service for service in HOLDERS if service not in answered]
    return Asked(row.id, row.account, row.asked_at_ms, row.done_at_ms, waiting)


# --- the account's own rows ---


def rows_of(work: Work, account: str) -> dict[str, Any]:
    """The lobby's data of an account except its visits; without its password's hash and the secrets of sessions, links
    and second factors. Others are named by their ids alone."""
    mine = (credentials.c.account == account, sessions.c.account == account, chat_lines.c.account == account)
    of_player = sa.select(players.c.name, players.c.language, players.c.created_at_ms, players.c.elo, players.c.avatar)
    of_owner = [column for column in credentials.columns if column.name not in ("account", "password_hash")]
    c = sessions.c
    of_session = (c.device, c.device_class, c.network, c.created_at_ms, c.ended, c.ended_at_ms)
    of_device = (known_devices.c.device, known_devices.c.last_at_ms)
    of_line = (chat_lines.c.room, chat_lines.c.text, chat_lines.c.at_ms)
    of_photo = sa.select(photos.c.image).where(photos.c.account == account)
    of_link = (links.c.kind, links.c.email, links.c.sent_at_ms, links.c.used_at_ms)
    of_factor = sa.select(second_factors.c.account).where(second_factors.c.account == account)
    return {
        "bots": bots.rows_of(work, account),
        "blocked_players": [{"account": each.account, "at_ms": each.at_ms} for each in blocks.list_of(work, account)],
        "calls": calls.rows_of(work, account),
        "card_settings": card_settings.rows_of(work, account),
        "friends": friends.rows_of(work, account),
        "companies": companies.rows_of(work, account) | company_records.rows_of(work, account),
        "guest_account": guest_accounts.rows_of(work, account),
        "looks_for": seeks.wishes_of(work, account),
        "passkeys": passkeys.rows_of(work, account),
        "personal_tokens": personal_tokens.rows_of(work, account),
        "programs": programs.rows_of(work, account),
        "providers": providers.rows_of(work, account),
        "push": push.rows_of(work, account),
        "notice_mails": notice_mails.rows_of(work, account),
        "private_messages": messages.rows_of(work, account),
        "player": _rows(work, of_player.where(players.c.account == account)),
        "registration": [
            {**row, "email": shown_email(row["email"])} for row in _rows(work, sa.select(*of_owner).where(mine[0]))
        ],
        "devices": _rows(work, sa.select(*of_device).where(known_devices.c.account == account)),
        "sessions": _rows(work, sa.select(*of_session).where(mine[1])),
        "chat": _rows(work, sa.select(*of_line).where(mine[2])),
        "photo_webp_base64": [b64encode(row[0]).decode() for row in work.execute(of_photo).all()],
        "invitations_sent": _rows(work, sa.select(invitations_sent).where(invitations_sent.c.inviter == account)),
        "links_by_mail": _rows(work, sa.select(*of_link).where(links.c.account == account)),
        "second_factor": work.execute(of_factor).first() is not None,
        "security_log": security.lines(work, account, 0, _SECURITY_MAX),
    }


def erase(work: Work, account: str, name: str) -> None:
    """Delete everything that identifies the account's owner; its id and the former player's row stay."""
    key = f"{FORMER_PLAYER} {account}"
    unnamed = {
        "name": FORMER_PLAYER,
        "name_key": key,
        "name_look": "",
        "elo": None,
        "quintile": None,
        "yellow_cards": 0,
        "blue_cards": 0,
    }
    unnamed |= {"photo": None, "avatar": None}
    work.execute(players.update().where(players.c.account == account).values(unnamed))
    for table in (credentials, sessions, chat_lines, chat_paces, commands, photos, *_ACCESS, *_OF_STAFF):
        work.execute(table.delete().where(table.c.account == account))
    on_devices = lockouts.c.key.startswith(f"{account}|", autoescape=True)
    work.execute(lockouts.delete().where(sa.or_(lockouts.c.key == account, on_devices)))
    work.execute(tables.delete().where(_mentions(tables.c.gathering, account), tables.c.state == "closed"))
    _rewrite(work, commands.c.command_id, commands.c.answer, account, name)
    for column in (tables.c.names, tables.c.gathering):
        _rewrite(work, tables.c.table_id, column, account, name)
    blocks.erase(work, account)
    seeks.erase(work, account)
    friends.erase(work, account)
    messages.erase(work, account)
    calls.erase(work, account)
    push.erase(work, account)
    notice_mails.erase(work, account)
    passkeys.erase(work, account)
    personal_tokens.erase(work, account)
    programs.erase(work, account)
    providers.erase(work, account)
    bots.erase(work, account)
    card_settings.erase(work, account)
    guest_accounts.remove(work, account)
    drop_exports(work, account)
    forget_messages_about(work, account)


def _rewrite(work: Work, key: sa.Column[str], column: sa.Column[str], account: str, name: str) -> None:
    """Remove the name from JSON in rows of other accounts."""
    mentions = sa.or_(_mentions(column, account), _mentions(column, name))
    for row in work.execute(sa.select(key, column).where(column != "", mentions)).all():
        without = encode_text(forget(msgspec.json.decode(row[1]), account, name))
        same = sa.and_(key == row[0], column == row[1])
        work.execute(sa.update(column.table).where(same).values({column.name: without}))


def _mentions(column: sa.Column[str], account: str) -> sa.ColumnElement[bool]:
    return column.contains(account, autoescape=True)


def _rows(work: Work, statement: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in work.execute(statement)]
