"""Classes of devices by account and accounts by class, as sessions have them (RULES.md §1). They are kept as long as
the sessions are."""

from collections.abc import Collection
from typing import get_args

import sqlalchemy as sa

from services.contracts.client.device_class import UNKNOWN, Browser, DeviceClass, Form, System
from services.contracts.lobby.people.devices import DeviceWanted, SeenDevice
from services.lobby.accounts.rules import username_key
from services.lobby.schema import players, sessions
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work

_NEWEST_MAX = 1_000
"""Sessions of a class that are looked at for who has opened them."""


def stored_class(found: DeviceClass) -> str:
    """A class as a session's row has it: `phone/firefox/android`."""
    return f"{found.form}/{found.browser}/{found.system}"


def class_of(stored: str) -> DeviceClass:
    """The class of a row; empty, or of another release: `unknown`."""
    return _KNOWN.get(stored, UNKNOWN)


_KNOWN = {
    stored_class(each): each
    for form in get_args(Form)
    for browser in get_args(Browser)
    for system in get_args(System)
    for each in [DeviceClass(form=form, browser=browser, system=system)]
}


def seen_on(work: Work, accounts: Collection[str]) -> dict[str, list[SeenDevice]]:
    """The classes of devices on which accounts have signed in, the last one first."""
    c = sessions.c
    columns = (c.account, c.device_class, sa.func.count().label("times"), sa.func.max(c.created_at_ms).label("last_ms"))
    chosen = sa.select(*columns).where(c.account.in_([storable(each) for each in accounts]))
    found: dict[str, dict[DeviceClass, SeenDevice]] = {}
    for row in work.execute(chosen.group_by(c.account, c.device_class)):
        of_account, shown = found.setdefault(row.account, {}), class_of(row.device_class)
        known = of_account.get(shown, SeenDevice(device_class=shown, times=0, last_at_ms=0))
        of_account[shown] = SeenDevice(
            device_class=shown, times=known.times + row.times, last_at_ms=max(known.last_at_ms, row.last_ms)
        )
    newest_first = {name: sorted(seen.values(), key=lambda each: -each.last_at_ms) for name, seen in found.items()}
    return {account: newest_first[account] for account in accounts if account in newest_first}


def find_accounts(work: Work, wanted: DeviceWanted, text: str, count_max: int) -> list[str]:
    """Accounts that have signed in on such a device, whoever did so last first; `text`: a part of the name."""
    c = sessions.c
    fitting = [stored for stored, each in _KNOWN.items() if wanted.fits(each)]
    if wanted.fits(UNKNOWN):
        fitting.append("")
    chosen = sa.select(c.account, c.created_at_ms).where(c.device_class.in_(fitting))
    key = storable(username_key(text)) if text else ""
    if key:
        named = sa.join(sessions, players, players.c.account == c.account)
        chosen = chosen.select_from(named).where(players.c.name_key.contains(key, autoescape=True))
    newest = work.execute(chosen.order_by(c.created_at_ms.desc()).limit(_NEWEST_MAX))
    return list(dict.fromkeys(row.account for row in newest))[:count_max]
