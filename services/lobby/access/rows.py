"""Known devices and second factors."""

from collections import Counter

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.kernel.persons.identity import device_key
from services.lobby.access.factor_codes import Factor
from services.lobby.schema import known_devices, second_factors
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import key_of, sealer
from services.platform.process.json import encode_text

# --- devices -----------------------------------------------------------------------------------------------------


def is_known(work: Work, account: str, device: str) -> bool:
    """Whether the account has been used on this device; False for a client without a device."""
    if not device:
        return False
    chosen = sa.select(known_devices.c.device).where(_is(account, device_key(device)))
    return work.execute(chosen).first() is not None


def note_device(work: Work, account: str, device: str) -> bool:
    """Store that the account is used on this device. Returns whether the device is new; the first one of an account
    is not."""
    if not device:
        return False
    is_first = work.execute(sa.select(sa.literal(1)).where(known_devices.c.account == account).limit(1)).first() is None
    key = device_key(device)
    if insert_if_missing(work, known_devices, {"account": account, "device": key, "last_at_ms": work.now_ms}):
        return not is_first
    work.execute(known_devices.update().where(_is(account, key)).values(last_at_ms=work.now_ms))
    return False


def forget_devices(work: Work, account: str, but: str = "") -> None:
    """Forget the devices of an account, except one."""
    others = sa.and_(known_devices.c.account == account, known_devices.c.device != device_key(but))
    work.execute(known_devices.delete().where(others))


def purge_devices(work: Work, before_ms: TimeMs) -> None:
    """Delete devices that were not used since."""
    work.execute(known_devices.delete().where(known_devices.c.last_at_ms < before_ms))


def _is(account: str, key: str) -> sa.ColumnElement[bool]:
    return sa.and_(known_devices.c.account == account, known_devices.c.device == key)


# --- second factors ----------------------------------------------------------------------------------------------


def lock_factor(work: Work, account: str) -> Factor | None:
    """An account's second factor, locked until the end of the transaction."""
    chosen = sa.select(second_factors.c.state).where(second_factors.c.account == account).with_for_update()
    state = work.execute(chosen).scalar_one_or_none()
    return None if state is None else msgspec.json.decode(sealer().open(state, _place(account)), type=Factor)


def save_factor(work: Work, account: str, factor: Factor) -> None:
    """Store it."""
    state = sealer().seal(encode_text(factor), _place(account))
    if not insert_if_missing(work, second_factors, {"account": account, "state": state}):
        work.execute(second_factors.update().where(second_factors.c.account == account).values(state=state))


def count_factors_by_key(work: Work) -> dict[str, int]:
    """Key → the number of second factors sealed with it; empty: not sealed."""
    return Counter(key_of(state) for state in work.execute(sa.select(second_factors.c.state)).scalars())


def seal_factors_again(work: Work) -> int:
    """Seal those with the first key that are sealed with another or not at all; returns how many."""
    rows = work.execute(sa.select(second_factors).with_for_update()).all()
    old = [row for row in rows if not sealer().is_current(row.state)]
    for row in old:
        save_factor(work, row.account, msgspec.json.decode(sealer().open(row.state, _place(row.account)), type=Factor))
    return len(old)


def _place(account: str) -> str:
    return f"second_factor|{account}"


def drop_factor(work: Work, account: str) -> None:
    """Delete the second factor."""
    work.execute(second_factors.delete().where(second_factors.c.account == account))
