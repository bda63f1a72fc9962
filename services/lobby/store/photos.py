"""Photos as kept, and what players wear."""

from typing import Any

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.store.schema import photos, players
from services.plumbing.database import Work
from services.plumbing.dialects import storable


def put(work: Work, account: str, photo: str, image: bytes) -> None:
    """Another photo in the place of the last one."""
    work.execute(photos.delete().where(photos.c.account == account))
    work.execute(photos.insert().values(photo=photo, account=account, image=image, at_ms=work.now_ms))
    _show(work, account, {"photo": photo})


def delete(work: Work, account: str) -> None:
    """No photo any more."""
    work.execute(photos.delete().where(photos.c.account == account))
    _show(work, account, {"photo": None})


def find(work: Work, photo: str) -> bytes | None:
    """A photo by its id."""
    found = work.execute(sa.select(photos.c.image).where(photos.c.photo == storable(photo))).scalar_one_or_none()
    return None if found is None else bytes(found)


def wear(work: Work, account: str, avatar: str | None, at_ms: TimeMs) -> bool:
    """An avatar; False: something newer is known, or nobody of this id."""
    older = sa.and_(players.c.account == account, players.c.avatar_at_ms < at_ms)
    worn = {"avatar": avatar, "avatar_at_ms": at_ms}
    return bool(work.execute(players.update().where(older).values(worn)).rowcount)


def _show(work: Work, account: str, worn: dict[str, Any]) -> None:
    work.execute(players.update().where(players.c.account == account).values(worn))
