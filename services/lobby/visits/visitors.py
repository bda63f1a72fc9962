"""Visitors: players who are at home in another cell, and what they may not do here (RULES.md §19)."""

from services.kernel.cells import cell_of, is_visitor
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import has_ignorable
from services.lobby.accounts.rules import DEFAULTS, USERNAME_SIGNS

FORBIDDEN = Refusal("visitor_forbidden")
"""The features that only exist at home."""


def check_local(account: str, here: str) -> Refusal | None:
    """`visitor_forbidden`: the account is at home in another cell than `here`."""
    return FORBIDDEN if is_visitor(account, here) else None


def can_visit(account: str, here: str) -> bool:
    """Whether an account of this cell can visit others: its id names its home."""
    return bool(here) and cell_of(account) == here


def home_of(account: str) -> str:
    """The cell where a visitor is at home."""
    return cell_of(account)


def visitor_name(name: str, home: str) -> str:
    """The name of a visitor here, such as `anna@eu1`. No registered name has an `@`."""
    return f"{name}@{home}"


def is_home_name(name: str) -> bool:
    """Whether a name is one that an account can have at home."""
    fits = 0 < len(name) <= DEFAULTS.username_length_max and not has_ignorable(name)
    return fits and all(sign.isalpha() or sign.isdecimal() or sign in USERNAME_SIGNS for sign in name)
