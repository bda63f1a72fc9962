"""The operator's settings of the wallet (RULES.md §3, §4, §7), read from `KAFENEIO_<NAME>`."""

import msgspec

from services.kernel.refusal import Refusal
from services.wallet import rake
from services.wallet.rake import RAKE_STEPS, RakeSteps
from services.wallet.stakes import FRIENDLY_GAMES, MAX_STAKE_CHIPS, MIN_STAKE_CHIPS


class WalletSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each with the default of the rules."""

    friendly_games: tuple[str, ...] = FRIENDLY_GAMES
    """Games that may be played for nothing (§3)."""
    min_stake: int = MIN_STAKE_CHIPS
    """The lowest stake in chips, but 0 where a game may be friendly (§3)."""
    max_stake: int = MAX_STAKE_CHIPS
    """The highest stake in chips (§3)."""
    rake_steps: RakeSteps = RAKE_STEPS
    """`[[from_chips, rate_bps], …]` (§4)."""
    welcome_chips: int = 5_000
    """What a new account is given (§7)."""
    welcome_per_device: int = 3
    """How many accounts of one device get welcome chips (§7)."""
    ledger_check_s: int = 60
    """How often a wallet process compares the ledger's sums."""

    def check(self) -> Refusal | None:
        """Whether the settings fit together. Refusals: `rake_steps_invalid`, `bad_parameters`."""
        for field in ("min_stake", "max_stake", "welcome_chips", "welcome_per_device", "ledger_check_s"):
            if getattr(self, field) < (0 if field.startswith("welcome") else 1):
                return Refusal("bad_parameters", {"field": field})
        if self.max_stake < self.min_stake:
            return Refusal("bad_parameters", {"field": "max_stake"})
        steps = rake.load(msgspec.to_builtins(self.rake_steps), self.min_stake)
        return steps if isinstance(steps, Refusal) else None
