"""Players as stored. To change one, lock it first; several are locked in the order of their accounts."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

import sqlalchemy as sa

from services.contracts.lobby.presence import Counts
from services.kernel.clock import TimeMs
from services.kernel.persons.bot_accounts import BOT_PREFIX
from services.lobby.accounts.look_alike_names import look
from services.lobby.halls.rules import Hall
from services.lobby.presence.player import Player
from services.lobby.presence.statuses import Status
from services.lobby.schema import players
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work

_ALL = sa.select(*(players.c[field] for field in Player.__struct_fields__))
"""The columns in the order of the fields: the list of all players is read often."""
_FIXED = frozenset({"account", "name", "name_key", "language", "created_at_ms", "photo", "avatar", "guest"})
"""Columns that never change together with a player's connection."""
_CHANGING = tuple(field for field in Player.__struct_fields__ if field not in _FIXED)


def add(work: Work, player: Player) -> bool:
    """Store a new player; False: the name is taken."""
    values = {field: getattr(player, field) for field in Player.__struct_fields__}
    return insert_if_missing(work, players, values | {"name_look": look(player.name)})


def find(work: Work, account: str) -> Player | None:
    """A player by account."""
    return _one(work, players.c.account == storable(account))


def find_by_key(work: Work, name_key: str) -> Player | None:
    """A player by the key of the name."""
    return _one(work, players.c.name_key == storable(name_key))


def has_look(work: Work, name: str) -> bool:
    """Whether a player has a name that looks like this one."""
    chosen = sa.select(players.c.account).where(players.c.name_look == storable(look(name)))
    return work.execute(chosen.limit(1)).first() is not None


def find_by_keys(work: Work, name_keys: Collection[str]) -> dict[str, Player]:
    """Players by the keys of their names."""
    return {
        player.name_key: player for player in _many(work, players.c.name_key.in_([storable(key) for key in name_keys]))
    }


def find_some(work: Work, accounts: Collection[str]) -> list[Player]:
    """Players by account; unknown ones are left out."""
    return _many(work, players.c.account.in_(accounts))


def find_connected(work: Work, accounts: Collection[str]) -> dict[str, str]:
    """Account → the gateway that it is connected to, of those that are."""
    there = sa.select(players.c.account, players.c.gateway).where(players.c.gateway.is_not(None))
    rows = work.execute(there.where(players.c.account.in_(accounts)))
    return dict(rows.tuples().all())


def find_listed(work: Work, hall: Hall | None = None) -> list[Player]:
    """Everybody who is in the players list of a hall; None: of all halls."""
    listed = players.c.status != "absent"
    return _many(work, listed if hall is None else sa.and_(listed, players.c.hall == hall))


class Chosen(NamedTuple):
    """The filter of a page: players after an account, in some statuses (none: in any), with at least this Elo."""

    after: str
    statuses: Collection[str]
    elo_min: int | None
    elo_start: int
    """The Elo of a player without rated matches."""


def find_page(work: Work, chosen: Chosen, count_max: int) -> list[Player]:
    """Players who are in the list, by account."""
    listed = _ALL.where(players.c.status != "absent", players.c.account > storable(chosen.after))
    if chosen.statuses:
        listed = listed.where(players.c.status.in_([storable(each) for each in chosen.statuses]))
    if chosen.elo_min is not None:
        listed = listed.where(sa.func.coalesce(players.c.elo, chosen.elo_start) >= chosen.elo_min)
    return [Player(*row) for row in work.execute(listed.order_by(players.c.account).limit(count_max))]


def find_seated(work: Work, table_id: str) -> list[Player]:
    """The players who sit at a table, started or not."""
    return _many(work, sa.and_(players.c.table_id == table_id, players.c.part != "invited"))


def lock(work: Work, accounts: Collection[str]) -> dict[str, Player]:
    """Players by account, locked until the end of the transaction."""
    found = bulk_rows.find(work, players, "account", accounts, lock=True)
    return {row.account: Player(*(getattr(row, field) for field in Player.__struct_fields__)) for row in found}


def erased_among(work: Work, accounts: Collection[str]) -> set[str]:
    """Which of these accounts were erased; the others are locked, so that none is erased meanwhile. What others still
    publish about erased ones is not stored, whenever it arrives. Unknown accounts are not erased: their registration
    may be under way."""
    return {player.account for player in lock(work, accounts).values() if player.is_erased}


def lock_gateway(work: Work, gateway: str) -> list[Player]:
    """The players connected to a gateway, locked."""
    return _many(work, players.c.gateway == gateway, lock=True)


def save(work: Work, changed: Iterable[Player]) -> None:
    """Store the changes of locked players."""
    new = [{field: getattr(player, field) for field in ("account", *_CHANGING)} for player in changed]
    bulk_rows.update_later(work, players, "account", new)


def save_language(work: Work, account: str, language: str) -> None:
    """Store the language of an account."""
    work.execute(players.update().where(players.c.account == account).values(language=language))


def rename(work: Work, account: str, name: str, name_key: str, language: str) -> bool:
    """Store another name and language for a locked player; False: another player has the name. A row with the name
    is added and removed first, so that of two who want it at the same time the second one waits for the first."""
    owner = f"{account} renamed"
    if not add(work, Player(owner, name, name_key, language, work.now_ms)):
        return False
    work.execute(players.delete().where(players.c.account == owner))
    values = {"name": name, "name_key": name_key, "name_look": look(name), "language": language}
    work.execute(players.update().where(players.c.account == account).values(values))
    return True


def save_disconnected(work: Work, accounts: Collection[str], status: Status) -> None:
    """Store the same for many players whose connection was lost and nothing else."""
    gone = {"gateway": None, "conn": None, "handover_until_ms": None, "status": status, "seen_at_ms": work.now_ms}
    work.execute(players.update().where(players.c.account.in_(accounts)).values(gone))


def find_handovers(work: Work, now_ms: TimeMs) -> list[str]:
    """Accounts whose new client has not connected in time."""
    late = players.c.handover_until_ms < now_ms
    return list(work.execute(sa.select(players.c.account).where(late)).scalars())


def find_gateways(work: Work) -> list[str]:
    """The gateways that somebody is connected to."""
    there = players.c.gateway.is_not(None)
    return list(work.execute(sa.select(players.c.gateway).where(there).distinct()).scalars())


def find_at(work: Work, gateway: str) -> list[str]:
    """The accounts that are connected to a gateway."""
    return list(work.execute(sa.select(players.c.account).where(players.c.gateway == gateway)).scalars())


def count_by_hall(work: Work) -> dict[Hall, int]:
    """The number of players in each open hall."""
    listed = sa.select(players.c.hall, sa.func.count()).where(players.c.status != "absent")
    return dict(work.execute(listed.group_by(players.c.hall).order_by(players.c.hall)).tuples().all())


def count_present(work: Work) -> Counts:
    """The figures of RULES.md §2: people who are connected, and the matches and practice tables that they play at."""
    is_bot = players.c.name_key.startswith(BOT_PREFIX, autoescape=True)
    is_here = sa.and_(players.c.status.not_in(("absent", "returning")), ~is_bot)
    plays = sa.and_(is_here, players.c.part == "playing")
    tables_of = sa.func.count(sa.distinct(players.c.table_id))
    row = work.execute(
        sa.select(
            sa.func.count().filter(is_here),
            tables_of.filter(plays, ~players.c.practising),
            tables_of.filter(plays, players.c.practising),
        ).where(players.c.status != "absent")
    ).one()
    return Counts(*row)


def count_by_status(work: Work) -> dict[str, int]:
    """The number of players with each status."""
    rows = work.execute(
        sa.select(players.c.status, sa.func.count()).where(players.c.status != "absent").group_by(players.c.status)
    )
    return dict(rows.tuples().all())


def _one(work: Work, condition: sa.ColumnElement[bool]) -> Player | None:
    row = work.execute(_ALL.where(condition)).one_or_none()
    return None if row is None else Player(*row)


def _many(work: Work, condition: sa.ColumnElement[bool], *, lock: bool = False) -> list[Player]:
    statement = _ALL.where(condition)
    if lock:
        statement = statement.order_by(players.c.account).with_for_update()
    return [Player(*row) for row in work.execute(statement)]
