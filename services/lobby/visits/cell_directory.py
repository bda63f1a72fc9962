"""The other cells that players may visit, as the operator names them, and the keys of passes (RULES.md §19)."""

import base64
from collections.abc import Collection
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from services.kernel.cells import is_cell

KEY_BYTES = 32
_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_NAME_LENGTH_MAX = 60


class CellEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the operator's directory. `key`: the cell's public key as base64url, or several."""

    name: str
    address: str
    key: str | list[str]


class Neighbour(msgspec.Struct, frozen=True):
    """Another cell. `address` has no slash at its end; passes signed with any of `keys` are taken."""

    cell: str
    name: str
    address: str
    keys: tuple[Ed25519PublicKey, ...]


class Directory(msgspec.Struct, frozen=True):
    """This cell, the key with which it signs passes (None: it issues none), and the cells that can be visited."""

    here: str = ""
    key: Ed25519PrivateKey | None = None
    neighbours: dict[str, Neighbour] = {}

    @property
    def is_open(self) -> bool:
        """Whether there are visits at all."""
        return self.key is not None and bool(self.neighbours)


def read(here: str, neighbours: Collection[str], key: str, entries: dict[str, CellEntry]) -> Directory:
    """The directory of cell `here`, whose settings name `neighbours`.

    Raises:
        ValueError: the settings do not fit together; the text begins with the name of the one that is wrong.
    """
    signing = _private_key(key)
    if not entries:
        return Directory(here, signing)
    if signing is None:
        raise ValueError("KAFENEIO_CELL_DIRECTORY: needs KAFENEIO_CELL_PASS_KEY (kafeneio cells key)")
    return Directory(
        here, signing, {cell: _neighbour(cell, entries[cell], here, neighbours) for cell in sorted(entries)}
    )


def encode_key(raw: bytes) -> str:
    """A key as it is written in settings: base64url without padding."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def make_key_pair() -> tuple[str, str]:
    """A new private key, and its public key."""
    made = Ed25519PrivateKey.generate()
    return encode_key(made.private_bytes_raw()), encode_key(made.public_key().public_bytes_raw())


def public_key_of(directory: Directory) -> str:
    """This cell's public key, as its neighbours name it; empty: it has none."""
    return "" if directory.key is None else encode_key(directory.key.public_key().public_bytes_raw())


def _neighbour(cell: str, entry: CellEntry, here: str, neighbours: Collection[str]) -> Neighbour:
    where = f"KAFENEIO_CELL_DIRECTORY: {cell!r}"
    if not is_cell(cell) or cell == here:
        raise ValueError(f"{where} is not the id of another cell")
    if cell not in neighbours:
        raise ValueError(f"{where} is not in KAFENEIO_CELL_NEIGHBOURS, so no stakes of its players could be held")
    name = entry.name.strip()
    if not name.isprintable() or not 0 < len(name) <= _NAME_LENGTH_MAX:
        raise ValueError(f"{where}: the name has 1 to {_NAME_LENGTH_MAX} printable characters")
    keys = [entry.key] if isinstance(entry.key, str) else entry.key
    if not keys:
        raise ValueError(f"{where}: no key")
    return Neighbour(cell, name, _address(entry.address, where), tuple(_public_key(each, where) for each in keys))


def _address(text: str, where: str) -> str:
    """The address of a site. Passes are sent there, so it is encrypted unless it is on the same machine."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        parts = urlsplit("")
    is_bare = parts.hostname and parts.path in ("", "/") and not (parts.query or parts.fragment or "@" in parts.netloc)
    if not is_bare or not (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOCAL_HOSTS)):
        raise ValueError(f"{where}: the address is https:// and a host, nothing else")
    return f"{parts.scheme}://{parts.netloc}"


def _private_key(text: str) -> Ed25519PrivateKey | None:
    if not text:
        return None
    return Ed25519PrivateKey.from_private_bytes(_key_bytes(text, "KAFENEIO_CELL_PASS_KEY"))


def _public_key(text: str, where: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(_key_bytes(text, f"{where}: key"))


def _key_bytes(text: str, where: str) -> bytes:
    bare = text.strip().rstrip("=")
    try:
        raw = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    if len(raw) != KEY_BYTES:
        raise ValueError(f"{where}: not {KEY_BYTES} bytes as base64url")
    return raw
