"""Encryption of what a database keeps and whoever reads it or its backup must not have: AES-256-GCM, a key by its id.

`KAFENEIO_SEALING_KEYS` is `id:base64,id:base64…`, each key 32 bytes. The first one seals, all of them open: a new
key is put in front, and the old one is left out once nothing is sealed with it. Without keys texts are kept as they
are, which suits development; a sealed text is then refused.
"""

import base64
import binascii
import os
from functools import lru_cache

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from services.platform.process import settings as environment

_MARK = "sealed:"
_KEY_BYTES = 32
_NONCE_BYTES = 12


class NotOpened(Exception):
    """A sealed text whose key is not there, or that was changed, or belongs elsewhere."""


class Sealer:
    """Seals and opens texts with the operator's keys."""

    def __init__(self, keys: str = "") -> None:
        """`keys` as in the module's text.

        Raises:
            ValueError: they cannot be read.
        """
        self._keys = dict(_key(part) for part in keys.split(",") if part.strip())
        self._first = next(iter(self._keys), None)

    @property
    def has_keys(self) -> bool:
        """Whether texts are sealed at all."""
        return self._first is not None

    def seal(self, text: str, place: str) -> str:
        """The text, readable only with the key and for this `place` (such as a column and an account)."""
        if self._first is None:
            return text
        nonce = os.urandom(_NONCE_BYTES)
        sealed = nonce + self._keys[self._first].encrypt(nonce, text.encode(), place.encode())
        return f"{_MARK}{self._first}:{base64.b64encode(sealed).decode()}"

    def open(self, text: str, place: str) -> str:
        """The text as it was; one that was kept before there were keys is returned as it is.

        Raises:
            NotOpened: it cannot be opened.
        """
        if not text.startswith(_MARK):
            return text
        name, _, body = text.removeprefix(_MARK).partition(":")
        if name not in self._keys:
            raise NotOpened(f"KAFENEIO_SEALING_KEYS has no key {name!r}")
        try:
            sealed = base64.b64decode(body, validate=True)
            return self._keys[name].decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], place.encode()).decode()
        except (InvalidTag, ValueError) as error:
            raise NotOpened(place) from error

    def is_current(self, text: str) -> bool:
        """Whether it is as `seal` would keep it now: with the first key, or plain where there is none."""
        return text.startswith(f"{_MARK}{self._first}:") if self._first else not text.startswith(_MARK)


def key_of(text: str) -> str:
    """The id of the key with which a text is sealed; empty: it is not."""
    return text.removeprefix(_MARK).partition(":")[0] if text.startswith(_MARK) else ""


def _key(part: str) -> tuple[str, AESGCM]:
    name, _, text = part.strip().partition(":")
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(f"key {name!r} is not base64") from error
    if not name.isalnum() or len(key) != _KEY_BYTES:
        raise ValueError("a key is id:base64 of 32 bytes, the id of letters and digits")
    return name, AESGCM(key)


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
