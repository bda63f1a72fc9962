"""The operator's settings of the wallet (RULES.md §3, §4, §7–§11), read from `KAFENEIO_<NAME>`."""

from typing import Literal

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.corrections.rules import CORRECTION_WINDOW_DAYS
from services.wallet.invitations import rules as invites
from services.wallet.limits import rules as limits
from services.wallet.lotteries import rules as lottery
from services.wallet.lotteries.rules import LOTTERIES, Lottery
from services.wallet.payments import rules as payments
from services.wallet.rounds.rules import LIMITS, Limits
from services.wallet.shop import rules as shop
from services.wallet.stakes import rules
from services.wallet.stakes.rules import (
    EARLY_LEAVES_MAX,
    FRIENDLY_GAMES,
    MAX_STAKE_CHIPS,
    MIN_STAKE_CHIPS,
    NEW_ACCOUNT_MAX_STAKE_CHIPS,
    PAIR_NET_LIMIT_CHIPS,
    RAKE_STEPS,
    RakeSteps,
)


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
    house_min_main: int = LIMITS.main_min_chips
    """House-banked games (§6): the smallest main bet, and total of a player in a round."""
    house_min_side: int = LIMITS.side_min_chips
    """House-banked games: the smallest side bet (§6)."""
    house_max_round: int = LIMITS.round_max_chips
    """The highest total of a player in a round."""
    house_max_side: int = LIMITS.side_max_chips
    """House-banked games: the most that one side bet may be (§6)."""
    welcome_chips: int = invites.WELCOME_CHIPS
    """What a new account is given (§7)."""
    welcome_per_device: int = invites.WELCOME_PER_DEVICE
    """How many accounts of one device get welcome chips (§7)."""
    invite_inviter_chips: int = invites.SETTINGS.inviter_chips
    """What who invites is given for a friend who registers with the code (§7)."""
    invite_invitee_chips: int = invites.SETTINGS.invitee_chips
    """What the friend is given (§7)."""
    invite_daily_cap: int = invites.SETTINGS.daily_cap
    """Rewards of one inviter in a UTC day (§7)."""
    invite_monthly_cap: int = invites.SETTINGS.monthly_cap
    """Rewards of one inviter in a UTC month (§7)."""
    gifts_need_email: bool = False
    """Welcome chips, rewards of invitations and free tickets wait until the e-mail is confirmed (§7). Needs mails:
    the lobby's `mail_transport`."""
    gifts_per_network_month: int = 0
    """New accounts of one IPv4 address or IPv6 /64 in 30 days that get chips for nothing; 0: no limit (§7)."""
    invites_per_network_month: int = 0
    """Rewarded invitations of one network, of inviters and friends together, within 30 days; 0: no limit."""
    free_tickets_per_network_day: int = 0
    """Free tickets that one IPv4 address or IPv6 /64 draws in a UTC day; 0: no limit (§9)."""
    sealing_keys: str = ""
    """Secret: `id:base64,…`, keys of 32 bytes that encrypt the roots of open lottery tickets; the first seals (§9)."""
    person_keys_secret: str = ""
    """Secret under which mailboxes and persons are known again after an erasure (§7, §11). Never change it."""
    packs: dict[str, payments.Pack] = msgspec.field(default_factory=lambda: dict(payments.PACKS))
    """JSON: name → `chips`, `price_cents` (§8)."""
    avatars: dict[str, int] = msgspec.field(default_factory=lambda: dict(shop.AVATARS))
    """JSON: name → chips."""
    items: dict[str, int] = msgspec.field(default_factory=lambda: dict(shop.ITEMS))
    """JSON: name → chips."""
    item_recipients: shop.ItemRecipients = "company"
    """To whom items may be given at a table (§8)."""
    payment_provider: Literal["none", "simulated", "stripe"] = "none"
    """Who takes payments; `none`: packs are not sold. `simulated` is for development alone and is refused on a real
    broker or database (§8)."""
    stripe_key: str = ""
    """The provider's secret key, and below the secret that its notices are signed with."""
    stripe_webhook_secret: str = ""
    """With what the provider signs its notices."""
    stripe_timeout_s: float = 8.0
    """How long the provider may take to answer."""
    provider_calls_max: int = 4
    """Calls to the provider that one process makes at the same time; more are refused at once (§8)."""
    provider_calls_per_min: int = 12
    """Purchases begun and confirmations asked for by one account in a minute, in one process (§8)."""
    lotteries: dict[str, Lottery] = msgspec.field(default_factory=lambda: dict(LOTTERIES))
    """JSON: name → `price_chips`, `rows` of [weight, prize] (§9)."""
    lottery_daily_tickets: int = lottery.DAILY_TICKETS
    """Tickets of one account in a UTC day (§9)."""
    free_ticket_min: int = lottery.FREE_TICKET_MIN_CHIPS
    """What a free ticket pays at the least (§9)."""
    free_ticket_interval_s: int = lottery.FREE_TICKET_INTERVAL_S
    """How long after the last free ticket was taken the next is ready (§9)."""
    new_account_max_stake: int = NEW_ACCOUNT_MAX_STAKE_CHIPS
    """The highest stake of an account that is not old yet (§10)."""
    pair_net_limit: int = PAIR_NET_LIMIT_CHIPS
    """What one account may win from another in net in a day (§10)."""
    early_leaves_max: int = EARLY_LEAVES_MAX
    """After so many departures in a day that cost nothing, staked tables refuse a player for a day (§10)."""
    rg_helpline: str = "2109237777"
    """The helpline beside every notice about gambling (§11)."""
    regulator: str = "Hellenic Gaming Commission"
    """Who supervises the operator, as the first page names it (§11); empty: nobody is named."""
    limit_cooloff_hours: int = limits.LIMIT_COOLOFF_HOURS
    """How long a raised limit of one's own waits before it holds (§11)."""
    reality_check_minutes: int = limits.REALITY_CHECK_MINUTES
    """After how long a player is reminded of the time (§11)."""
    correction_window_days: int = CORRECTION_WINDOW_DAYS
    """How long a settled result may be corrected (§5.3)."""
    partner_credit_day_chips: int = 10_000_000
    """What another system may credit in a UTC day, by all its keys together (§2)."""
    partner_credit_approval_chips: int = 1_000_000
    """A credit above this waits until a second caller approves it (§2)."""
    cell_answer_ms: int = 5_000
    """How long another cell may take to hold the stakes of its players before their match is refused (§14)."""
    ledger_check_s: int = 60
    """How often a wallet process compares the ledger's sums."""

    @property
    def house(self) -> Limits:
        """What rounds/rules.py takes."""
        return Limits(self.house_min_main, self.house_min_side, self.house_max_round, self.house_max_side)

    @property
    def invites(self) -> invites.Settings:
        """What an invitation brings."""
        return invites.Settings(
            self.invite_inviter_chips, self.invite_invitee_chips, self.invite_daily_cap, self.invite_monthly_cap
        )

    def check(self) -> Refusal | None:
        """Whether the settings fit together.

        Refusals: `rake_steps_invalid`, `lottery_table_invalid`, `bad_parameters` (detail: the field).
        """
        if field := self._first_too_small():
            return Refusal("bad_parameters", {"field": field})
        if self.max_stake < self.min_stake:
            return Refusal("bad_parameters", {"field": "max_stake"})
        if self.house_min_side < 1 or not 0 < self.house_min_main <= self.house_max_round:
            return Refusal("bad_parameters", {"field": "house_max_round"})
        if self.house_max_side < self.house_min_side:
            return Refusal("bad_parameters", {"field": "house_max_side"})
        if field := self._first_bad_price():
            return Refusal("bad_parameters", {"field": field})
        if not self.rg_helpline.strip():
            return Refusal("bad_parameters", {"field": "rg_helpline"})
        if self.stripe_timeout_s <= 0:
            return Refusal("bad_parameters", {"field": "stripe_timeout_s"})
        if self.payment_provider == "stripe" and not (self.stripe_key and self.stripe_webhook_secret):
            return Refusal("bad_parameters", {"field": "stripe_key"})
        steps = rules.load_rake_steps(msgspec.to_builtins(self.rake_steps), self.min_stake)
        tables = lottery.load(msgspec.to_builtins(self.lotteries), self.free_ticket_min)
        return next((each for each in (steps, tables) if isinstance(each, Refusal)), None)

    def _first_bad_price(self) -> str | None:
        """Everything in the shop has a price, pictures one between bounds (§8)."""
        prices = {
            "avatars": all(price in shop.AVATAR_PRICE_CHIPS for price in self.avatars.values()),
            "items": all(price > 0 for price in self.items.values()),
            "packs": all(pack.chips > 0 and pack.price_cents > 0 for pack in self.packs.values()),
        }
        return next((name for name, is_sound in prices.items() if not is_sound), None)

    def _first_too_small(self) -> str | None:
        """Numbers are 1 or more; gifts, and how many there are of them, may be 0."""
        numbers = [field.name for field in msgspec.structs.fields(self) if field.type is int]
        gifts = ("welcome_", "invite_", "lottery_daily", "free_ticket_interval")
        by_network = ("gifts_per_", "invites_per_", "free_tickets_per_")
        least = {name: 0 if name.startswith(gifts + by_network) else 1 for name in numbers}
        return next((name for name in numbers if getattr(self, name) < least[name]), None)
