"""Guest accounts: their names, and their limits (RULES.md §11)."""

import re

_NAME = re.compile(r"guest-[0-9]+")
NAMES = 900_000
"""The number of possible names."""
_FIRST = 100_000


def guest_name(number: int) -> str:
    """A neutral name by a number 0 … NAMES − 1: `guest-100000` and so on."""
    return f"guest-{_FIRST + number}"


def is_guest_name(name_key: str) -> bool:
    """Whether a name (by its key) looks like one of a guest account, which nobody may register."""
    return _NAME.fullmatch(name_key) is not None
