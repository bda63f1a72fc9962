"""Stored photos, and the avatars that players wear."""

from typing import Any

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.lobby.schema import photos, players
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work


def put(work: Work, account: str, photo: str, image: bytes) -> None:
    """Store a photo in place of the last one."""
    work.execute(photos.delete().where(photos.c.account == account))
    work.execute(photos.insert().values(photo=photo, account=account, image=image, at_ms=work.now_ms))
    _show(work, account, {"photo": photo})


def delete(work: Work, account: str) -> None:
    """Delete a photo."""
    work.execute(photos.delete().where(photos.c.account == account))
    _show(work, account, {"photo": None})


def find(work: Work, photo: str) -> bytes | None:
    """A photo by its id."""
    found = work.execute(sa.select(photos.c.image).where(photos.c.photo == storable(photo))).scalar_one_or_none()
    return None if found is None else bytes(found)


def wear(work: Work, account: str, avatar: str | None, at_ms: TimeMs) -> bool:
    """Store the avatar that a player wears; False: a newer one is stored already, or there is no such player (any
    more)."""
    of_player = sa.and_(players.c.account == account, players.c.name != FORMER_PLAYER)
    older = sa.and_(of_player, players.c.avatar_at_ms < at_ms)
    worn = {"avatar": avatar, "avatar_at_ms": at_ms}
    return bool(work.execute(players.update().where(older).values(worn)).rowcount)


def _show(work: Work, account: str, worn: dict[str, Any]) -> None:
    work.execute(players.update().where(players.c.account == account).values(worn))
