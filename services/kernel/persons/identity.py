"""Who is the same person: the keys by which somebody is recognised, and the one comparison of them
(services/wallet/RULES.md §7, §11).

A key is a SHA-256, so that no service but the lobby knows an address, a name or a birth date. An empty key is unknown
and equals nothing. Nobody else compares mailboxes, devices or networks: what two accounts have in common is asked here.
"""

import hashlib
from collections.abc import Mapping
from datetime import date

import msgspec


class PersonKeys(msgspec.Struct, frozen=True):
    """What is known of the person behind one account. `mailboxes`: of confirmed and unconfirmed addresses;
    `identities`: of name and birth date, and of each device and birth date; `devices`: where it was ever used;
    `networks`: households it was used from."""

    mailboxes: frozenset[str] = frozenset()
    identities: frozenset[str] = frozenset()
    devices: frozenset[str] = frozenset()
    networks: frozenset[str] = frozenset()


def is_same_person(one: PersonKeys, other: PersonKeys) -> bool:
    """Whether two accounts belong to one person beyond doubt: one mailbox, one name and birth date, or one device and
    birth date. What binds a person (exclusions, own limits) uses this; a device alone may be a family's."""
    return _share(one.mailboxes, other.mailboxes) or _share(one.identities, other.identities)


def may_be_same_person(one: PersonKeys, other: PersonKeys) -> bool:
    """Whether two accounts may belong to one person: `is_same_person`, or one device. What gives something for nothing
    (invitations, prizes, early leaves) uses this."""
    return is_same_person(one, other) or _share(one.devices, other.devices)


def may_be_one_household(one: PersonKeys, other: PersonKeys) -> bool:
    """Whether two accounts may act for one another: `may_be_same_person`, or one network. What is counted for a board
    or against a farm uses this."""
    return may_be_same_person(one, other) or _share(one.networks, other.networks)


def households(keys: Mapping[str, PersonKeys]) -> list[list[str]]:
    """Accounts by household: who has a key in common with another, directly or by others among them, is in one."""
    of_key: dict[tuple[int, str], str] = {}
    parent = {account: account for account in sorted(keys)}

    def root(account: str) -> str:
        while parent[account] != account:
            parent[account] = parent[parent[account]]
            account = parent[account]
        return account

    for account in parent:
        own = keys[account]
        for kind, of_kind in enumerate((own.mailboxes, own.identities, own.devices, own.networks)):
            for key in of_kind - {""}:
                parent[root(account)] = root(of_key.setdefault((kind, key), account))
    found: dict[str, list[str]] = {}
    for account in parent:
        found.setdefault(root(account), []).append(account)
    return list(found.values())


def first_of_persons(keys: Mapping[str, PersonKeys]) -> list[str]:
    """Of accounts in an order, those before which no account that is chosen may be the same person."""
    taken: set[tuple[int, str]] = set()
    chosen = []
    for account, own in keys.items():
        kinds = (own.mailboxes, own.identities, own.devices)
        named = {(kind, key) for kind, of_kind in enumerate(kinds) for key in of_kind - {""}}
        if not named & taken:
            chosen.append(account)
            taken |= named
    return chosen


def with_device(keys: PersonKeys, device: str) -> PersonKeys:
    """The keys of somebody who is at this device now, given by its key; empty: not known."""
    return PersonKeys(keys.mailboxes, keys.identities, keys.devices | {device}, keys.networks) if device else keys


def mailbox_key(email: str) -> str:
    """The key of an e-mail address without `+tag`, in lower case; empty without an address."""
    if not email.strip():
        return ""
    name, _, host = email.strip().lower().rpartition("@")
    return _hash(f"{name.partition('+')[0]}@{host}")


def identity_key(username_key: str, birth_date: date) -> str:
    """The key of a name and a birth date."""
    return _hash(f"{username_key}|{birth_date.isoformat()}")


def device_identity_key(device: str, birth_date: date) -> str:
    """The key of a device's id and the birth date of who uses it; empty without a device."""
    return _hash(f"device|{device}|{birth_date.isoformat()}") if device else ""


def owner_key(account: str) -> str:
    """The key that an account has in common with its bot accounts, by its id."""
    return _hash(f"owner|{account}")


def device_key(device: str) -> str:
    """The key of a device's id, which may be any text (a client sends it); empty without one."""
    return _hash(device) if device else ""


def _share(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool((one & other) - {""})


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
