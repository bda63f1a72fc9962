"""Names of ledger accounts, and which of them may be below zero (RULES.md §2).

A ledger account is a name: `player:{id}`, `escrow:match:{id}`, `escrow:tournament:{id}`, `house:…`, and
`cell:{id}`, what has gone to another cell less what has come from there (RULES.md §14).
Accounts that may not be below zero (players' and escrows) are called *guarded*.
"""

import re

PLAYER = "player"
ESCROW_MATCH = "escrow:match"
ESCROW_TOURNAMENT = "escrow:tournament"

CELL = "cell"

HOUSE_ISSUANCE = "house:issuance"
HOUSE_RAKE = "house:rake"
HOUSE_SHOP = "house:shop"
HOUSE_LOTTERY = "house:lottery"
HOUSE_BANK = "house:bank"
HOUSE_PRIZES = "house:prizes"
HOUSE_CORRECTIONS = "house:corrections"
HOUSE = frozenset({HOUSE_ISSUANCE, HOUSE_RAKE, HOUSE_SHOP, HOUSE_LOTTERY, HOUSE_BANK, HOUSE_PRIZES, HOUSE_CORRECTIONS})

_CELL = re.compile(r"cell:[a-z0-9]{1,8}")
_GUARDED = re.compile(r"(player|escrow:match|escrow:tournament):[!-~]{1,128}")


def player(account_id: str) -> str:
    """The chips that a player can use now."""
    return f"{PLAYER}:{account_id}"


def escrow_match(match_id: str) -> str:
    """The stakes of one match, or of one round of a house-banked game."""
    return f"{ESCROW_MATCH}:{match_id}"


def escrow_tournament(tournament_id: str) -> str:
    """The entry prices of one competition."""
    return f"{ESCROW_TOURNAMENT}:{tournament_id}"


def cell(cell_id: str) -> str:
    """What has gone to another cell, less what has come from there; below zero where its players have won more."""
    return f"{CELL}:{cell_id}"


def class_of(account: str) -> str | None:
    """`player`, `escrow:match`, `escrow:tournament` or `cell`; a house account is its own class; None: no such
    account."""
    if account in HOUSE:
        return account
    if is_cell_account(account):
        return CELL
    found = _GUARDED.fullmatch(account)
    return found[1] if found else None


def is_player(account: str) -> bool:
    """Whether the account is a player's."""
    return class_of(account) == PLAYER


def is_cell_account(account: str) -> bool:
    """Whether the account stands for another cell."""
    return _CELL.fullmatch(account) is not None


def cell_id(account: str) -> str:
    """The id of the cell whose account this is."""
    return account.removeprefix(f"{CELL}:")


def is_guarded(account: str) -> bool:
    """Whether the account may not be below zero."""
    return account not in HOUSE and not is_cell_account(account)


def is_escrow(account: str) -> bool:
    """Whether the account is an escrow, which comes and goes with what it holds."""
    return is_guarded(account) and not is_player(account)


def player_id(account: str) -> str:
    """The id of the player whose ledger account this is."""
    return account.removeprefix(f"{PLAYER}:")
