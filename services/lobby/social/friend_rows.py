"""Friends and requests as stored (RULES.md §10). Lock both players before a row of theirs is changed.

A row is the relation of the first account to the second: `asked` (and has no answer), `refused` (asked, and was
refused, which nobody else sees), `withdrawn` (refused, and taken back by who had asked), `friend` (there are two such
rows).
"""

from typing import Any, Literal

import sqlalchemy as sa

from services.contracts.lobby.people.friends import Friend
from services.kernel.clock import TimeMs
from services.lobby.schema import friends, players
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work

State = Literal["asked", "refused", "withdrawn", "friend"]
_SHOWN = (players.c.name, players.c.photo, players.c.avatar)


def state_of(work: Work, account: str, other: str) -> State | None:
    """The relation of an account to another."""
    chosen = sa.select(friends.c.state).where(_is_pair(account, other))
    return work.execute(chosen).scalar_one_or_none()


def friends_since(work: Work, account: str, other: str) -> TimeMs | None:
    """When the present friendship of two players began; None: they are no friends."""
    chosen = sa.select(friends.c.at_ms).where(_is_pair(account, other), friends.c.state == "friend")
    return work.execute(chosen).scalar_one_or_none()


def put(work: Work, account: str, other: str, state: State) -> None:
    """Store this relation."""
    work.execute(friends.delete().where(_is_pair(account, other)))
    work.execute(friends.insert().values(account=account, friend=other, state=state, at_ms=work.now_ms))


def remove(work: Work, account: str, other: str) -> int:
    """Delete the relations of two accounts, except a refusal that still counts; returns the number of rows."""
    renew(work, account, other, "refused", "withdrawn")
    both = sa.or_(_is_pair(account, other), _is_pair(other, account))
    return work.execute(friends.delete().where(both, friends.c.state.in_(("asked", "friend")))).rowcount


def renew(work: Work, account: str, other: str, before: State, after: State) -> None:
    """Replace this state by another, with the same time."""
    of_state = sa.and_(_is_pair(account, other), friends.c.state == before)
    work.execute(friends.update().where(of_state).values(state=after))


def count(work: Work, account: str) -> int:
    """The number of friends and requests of an account."""
    mine = sa.and_(friends.c.account == account, friends.c.state != "withdrawn")
    return work.execute(sa.select(sa.func.count()).select_from(friends).where(mine)).scalar_one()


def find_friends(work: Work, account: str) -> list[Friend]:
    """An account's friends, by name."""
    return _found(work, friends.c.friend, friends.c.account == account, "friend")


def find_asked(work: Work, account: str) -> list[Friend]:
    """The accounts that an account has sent a request to. Refused requests are among them and are not distinguished."""
    return _found(work, friends.c.friend, friends.c.account == account, "asked", "refused")


def find_asking(work: Work, account: str) -> list[Friend]:
    """The accounts that wait for this account's answer."""
    return _found(work, friends.c.account, friends.c.friend == account, "asked")


def purge_refused(work: Work, before_ms: TimeMs) -> None:
    """Delete requests that were refused before that time: they may be made again."""
    work.execute(friends.delete().where(friends.c.state.in_(("refused", "withdrawn")), friends.c.at_ms <= before_ms))


def rows_of(work: Work, account: str) -> dict[str, Any]:
    """The stored relations of an account, by ids of others, without requests that were refused."""
    found = {"friends": find_friends(work, account), "asked": find_asked(work, account)}
    return {key: [{"account": each.account, "at_ms": each.at_ms} for each in value] for key, value in found.items()}


def erase(work: Work, account: str) -> None:
    """Delete the relations of an account, on its own list and on others'."""
    work.execute(friends.delete().where(sa.or_(friends.c.account == account, friends.c.friend == account)))


def _found(work: Work, shown: sa.Column[str], mine: sa.ColumnElement[bool], *states: State) -> list[Friend]:
    chosen = sa.select(shown.label("other"), friends.c.at_ms, *_SHOWN).join(players, players.c.account == shown)
    rows = work.execute(chosen.where(mine, friends.c.state.in_(states)).order_by(players.c.name_key))
    return [
        Friend(account=row.other, name=row.name, at_ms=row.at_ms, photo=row.photo, avatar=row.avatar) for row in rows
    ]


def _is_pair(account: str, other: str) -> sa.ColumnElement[bool]:
    return sa.and_(friends.c.account == account, friends.c.friend == storable(other))
