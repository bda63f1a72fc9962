"""Bot accounts: how every service knows one, by its id or its name (services/lobby/RULES.md §13)."""

from services.kernel.cells import in_cell
from services.kernel.ids import new_id

BOT_PREFIX = "bot."
"""What the names and ids of bot accounts begin with, and no others."""


def new_bot_id(cell: str = "") -> str:
    """A random id for a bot account. `cell`: its home; empty: there is only one."""
    return in_cell(cell, f"{BOT_PREFIX}{new_id()}")


def is_bot_account(account: str) -> bool:
    """Whether an account is a bot account, by its id."""
    return account.rpartition("~")[2].startswith(BOT_PREFIX)


def is_bot_name(name_key: str) -> bool:
    """Whether a name, by its key, is one of a bot account."""
    return name_key.startswith(BOT_PREFIX)
