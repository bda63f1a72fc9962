"""Which refusals of a stake are a player's own affair (services/wallet/RULES.md §11).

When the stakes of a match cannot be held, everybody at the table learns that. Whose stake was refused, and why (that
chips are missing and that a device is shared are reasons too), only this player learns.
"""

PERSONAL = frozenset(
    {
        "account_blocked",
        "account_suspended",
        "account_unknown",
        "debt_open",
        "early_leaver",
        "insufficient_chips",
        "loss_limit",
        "new_account_stake",
        "own_stake_limit",
        "pair_limit",
        "reality_check",
        "same_device",
        "self_excluded",
        "session_limit",
    }
)
REFUSED = "stake_refused"
"""The code for everybody else."""


def code_for_others(error: str) -> str:
    """The code for all other players at the table when a stake was refused with `error`."""
    return REFUSED if error in PERSONAL else error
