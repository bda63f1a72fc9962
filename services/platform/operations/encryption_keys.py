"""The process's sealer, with the keys of `KAFENEIO_SEALING_KEYS`."""

from functools import lru_cache

import msgspec

from services.platform.operations.encryption import Sealer
from services.platform.process import settings as environment


class SealingSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Read from the environment of every process that keeps sealed texts; a secret."""

    sealing_keys: str = ""
    """`id:base64,id:base64…`, keys of 32 bytes; the first seals, all open. Empty: nothing is sealed
    (operations/encryption.py)."""


@lru_cache(maxsize=1)
def _made(keys: str) -> Sealer:
    try:
        return Sealer(keys)
    except ValueError as error:
        raise environment.SettingsError(f"KAFENEIO_SEALING_KEYS: {error}") from error


def sealer() -> Sealer:
    """The process's. Raises: SettingsError, for keys that cannot be read."""
    return _made(environment.load(SealingSettings).sealing_keys)
