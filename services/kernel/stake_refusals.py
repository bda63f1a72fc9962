"""Which refusals of a stake are a player's own affair (services/wallet/RULES.md §11).

When the stakes of a match cannot be held, everybody at the table learns whose stake was refused. That a player has set
a limit, or is excluded or suspended, only this player learns.
"""

PERSONAL = frozenset(
    {
        "account_blocked",
        "account_suspended",
        "debt_open",
        "early_leaver",
        "loss_limit",
        "new_account_stake",
        "own_stake_limit",
        "reality_check",
        "self_excluded",
        "session_limit",
    }
)
REFUSED = "stake_refused"
"""The code for everybody else."""


def code_for_others(error: str) -> str:
    """The code for all other players at the table when a stake was refused with `error`."""
    return REFUSED if error in PERSONAL else error
