"""Stored settings: those of moderation that operators have changed, and those of other services as last announced."""

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.operator_settings import SettingNow, SettingsAnnounced
from services.kernel.operator_settings import Value
from services.moderation.schema import announced_settings, operator_settings
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text


def changed_settings(work: Work) -> dict[str, Value]:
    """The settings that operators have changed, by name."""
    rows = work.execute(sa.select(operator_settings.c.name, operator_settings.c.value))
    return {row.name: decode(row.value) for row in rows}


def save_setting(work: Work, name: str, value: Value) -> None:
    """Store another value. The caller holds the lock of conduct."""
    values = {"name": name, "value": encode_text(value)}
    if not work.execute(operator_settings.update().where(operator_settings.c.name == name).values(values)).rowcount:
        work.execute(operator_settings.insert().values(values))


def save_announced(work: Work, event: SettingsAnnounced) -> None:
    """Store the settings that a service has announced, unless newer ones are stored."""
    row = {
        "service": event.service,
        "seq": event.seq,
        "at_ms": event.at_ms,
        "settings": encode_text(event.settings),
    }
    if not insert_if_missing(work, announced_settings, row):
        kept = announced_settings.c
        later = sa.and_(kept.seq == event.seq, kept.at_ms < event.at_ms)
        is_older = sa.and_(kept.service == event.service, sa.or_(kept.seq < event.seq, later))
        work.execute(announced_settings.update().where(is_older).values(row))


def find_announced(work: Work) -> dict[str, SettingNow]:
    """The settings of other services, by name, as they were last announced."""
    rows = work.execute(sa.select(announced_settings.c.settings))
    found = [each for row in rows for each in msgspec.json.decode(row.settings, type=list[SettingNow])]
    return {each.name: each for each in found}


def services_announced(work: Work) -> set[str]:
    """The services whose settings are known."""
    return set(work.execute(sa.select(announced_settings.c.service)).scalars())
