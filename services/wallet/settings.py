"""The operator's settings of the wallet (RULES.md §3, §4, §7), read from `KAFENEIO_<NAME>`."""

import msgspec

from services.kernel.refusal import Refusal
from services.wallet import rake
from services.wallet.house import LIMITS, Limits
from services.wallet.rake import RAKE_STEPS, RakeSteps
from services.wallet.stakes import FRIENDLY_GAMES, MAX_STAKE_CHIPS, MIN_STAKE_CHIPS


class WalletSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each with the default of the rules."""

    friendly_games: tuple[str, ...] = FRIENDLY_GAMES
    """Games that may be played for nothing (§3)."""
    min_stake: int = MIN_STAKE_CHIPS
    max_stake: int = MAX_STAKE_CHIPS
    rake_steps: RakeSteps = RAKE_STEPS
    """`[[from_chips, rate_bps], …]` (§4)."""
    house_min_main: int = LIMITS.main_min_chips
    """House-banked games (§6): the smallest main bet, and total of a player in a round."""
    house_min_side: int = LIMITS.side_min_chips
    house_max_round: int = LIMITS.round_max_chips
    """The highest total of a player in a round."""
    welcome_chips: int = 5_000
    welcome_per_device: int = 3
    """How many accounts of one device get welcome chips (§7)."""
    ledger_check_s: int = 60
    """How often a wallet process compares the ledger's sums."""

    @property
    def house(self) -> Limits:
        """What house.py takes."""
        return Limits(self.house_min_main, self.house_min_side, self.house_max_round)

    def check(self) -> Refusal | None:
        """Whether the settings fit together. Refusals: `rake_steps_invalid`, `bad_parameters`."""
        for field in ("min_stake", "max_stake", "welcome_chips", "welcome_per_device", "ledger_check_s"):
            if getattr(self, field) < (0 if field.startswith("welcome") else 1):
                return Refusal("bad_parameters", {"field": field})
        if self.max_stake < self.min_stake:
            return Refusal("bad_parameters", {"field": "max_stake"})
        if self.house_min_side < 1 or not 0 < self.house_min_main <= self.house_max_round:
            return Refusal("bad_parameters", {"field": "house_max_round"})
        steps = rake.load(msgspec.to_builtins(self.rake_steps), self.min_stake)
        return steps if isinstance(steps, Refusal) else None
