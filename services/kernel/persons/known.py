"""What a service knows of the person behind an account (services/platform/operations/known_person_rows.py)."""

from collections.abc import Iterable

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.persons.identity import PersonKeys


class Key(msgspec.Struct, frozen=True):
    """A key of an account, and from when on it is known to be its."""

    kind: str
    key: str
    first_ms: TimeMs


class Known(msgspec.Struct, frozen=True):
    """What is known of the person behind an account; 0: not known."""

    created_at_ms: TimeMs = 0
    confirmed_at_ms: TimeMs = 0
    erased: bool = False
    review_kinds: tuple[str, ...] = ()
    review_at_ms: TimeMs = 0
    all_keys: tuple[Key, ...] = ()

    @property
    def keys(self) -> PersonKeys:
        """All keys, as `services/kernel/persons/identity.py` compares them."""
        return _keys(self.all_keys)

    def keys_at(self, at_ms: TimeMs) -> PersonKeys:
        """The keys that the account had by a moment."""
        return _keys(each for each in self.all_keys if each.first_ms <= at_ms)

    def is_established(self, at_ms: TimeMs, min_age_ms: int, need_email: bool) -> bool:
        """Whether the account was old enough at a moment; with `need_email` its owner has confirmed its address too."""
        if self.erased or not self.created_at_ms or (need_email and not self.confirmed_at_ms):
            return False
        return self.created_at_ms + min_age_ms <= at_ms


def _keys(found: Iterable[Key]) -> PersonKeys:
    kinds: dict[str, set[str]] = {"mailbox": set(), "identity": set(), "device": set(), "network": set()}
    for each in found:
        kinds[each.kind].add(each.key)
    return PersonKeys(*(frozenset(kinds[kind]) for kind in ("mailbox", "identity", "device", "network")))
