"""Stakes that a table may have (RULES.md §3), the rake (§4), and the limits against fraud at staked tables (§10)."""

import itertools
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.persons.identity import PersonKeys, may_be_one_household, may_be_same_person
from services.kernel.refusal import Refusal

MIN_STAKE_CHIPS = 200
"""Setting `min_stake`."""
MAX_STAKE_CHIPS = 1_000_000
"""Setting `max_stake`."""
FRIENDLY_GAMES = (
    "dominoes", "tavli", "pilotta", "tichu", "mpirimpa", "mpirimpa_pro", "buraco", "koumkan", "thanasis", "dynamitis",
    "tictactoe",
)  # fmt: skip
"""Setting `friendly_games`: may be played for nothing; at first all games but house-banked ones."""
NEW_ACCOUNT_MAX_STAKE_CHIPS = 5_000
"""Setting `new_account_max_stake`."""
PAIR_NET_LIMIT_CHIPS = 50_000
"""Setting `pair_net_limit`."""
EARLY_LEAVES_MAX = 3
"""Setting `early_leaves_max`."""

_NEW_ACCOUNT_MS = DAY_MS


def check_stake(
    stake_chips: Any,
    free_allowed: bool = False,
    min_chips: int = MIN_STAKE_CHIPS,
    max_chips: int = MAX_STAKE_CHIPS,
) -> Refusal | None:
    """Refusals: `stake_invalid` (not an integer), `stake_below_minimum`, `stake_above_maximum`.

    Args:
        stake_chips: of every seat.
        free_allowed: whether 0 is a stake too (`may_be_free`).
        min_chips: the smallest stake.
        max_chips: the highest stake.
    """
    if type(stake_chips) is not int:
        return Refusal("stake_invalid")
    if stake_chips == 0 and free_allowed:
        return None
    if stake_chips < min_chips:
        return Refusal("stake_below_minimum", {"min_chips": min_chips})
    if stake_chips > max_chips:
        return Refusal("stake_above_maximum", {"max_chips": max_chips})
    return None


def may_be_free(
    game: str, practice: bool = False, competition: bool = False, friendly_games: Sequence[str] = FRIENDLY_GAMES
) -> bool:
    """Whether a table may be played for nothing: a friendly game, a practice table, a competition's game."""
    return practice or competition or game in friendly_games


def is_new_account(account_age_ms: int) -> bool:
    """Whether an account is younger than 24 hours."""
    return account_age_ms < _NEW_ACCOUNT_MS


def check_new_account(
    stake_chips: int, account_age_ms: int, max_chips: int = NEW_ACCOUNT_MAX_STAKE_CHIPS
) -> Refusal | None:
    """An account younger than 24 hours stakes little. Refusal: `new_account_stake`."""
    if is_new_account(account_age_ms) and stake_chips > max_chips:
        return Refusal("new_account_stake", {"max_chips": max_chips})
    return None


def won_by_pair(payouts: Sequence[int], stake_chips: int) -> dict[tuple[int, int], int]:
    """What each seat has won from each seat after it, below 0: lost to it.

    Who wins has won what the settlement added to the stake, and from each loser the part that this loser has of all
    losses, rounded down; what else the losers lost is the platform's.
    """
    lost = [max(stake_chips - chips, 0) for chips in payouts]
    gained = [max(chips - stake_chips, 0) for chips in payouts]
    total = sum(lost) or 1
    return {
        (first, second): gained[first] * lost[second] // total - gained[second] * lost[first] // total
        for first, second in combinations(range(len(payouts)), 2)
    }


class PairWin(msgspec.Struct, frozen=True):
    """One pair in one match; `net_chips`: what the first of the pair, by name, has won from the second."""

    match: str
    pair: str
    net_chips: int


def pair_wins_of(
    match: str, accounts: Sequence[str], payouts: Sequence[int], stake_chips: int, keep_empty: bool = False
) -> list[PairWin]:
    """All pairs of a match, by their accounts; with `keep_empty` those too between whom nothing went."""
    found = []
    for (first, second), chips in sorted(won_by_pair(payouts, stake_chips).items()):
        one, other = accounts[first], accounts[second]
        if chips or keep_empty:
            found.append(PairWin(match, pair_of(one, other), chips if one <= other else -chips))
    return found


def pair_of(one: str, other: str) -> str:
    """Two accounts as one text, in the order of names."""
    return "|".join(sorted((one, other)))


def check_pair(net_won_chips: int, limit_chips: int = PAIR_NET_LIMIT_CHIPS) -> Refusal | None:
    """Two players at one table. Refusal: `pair_limit`.

    Args:
        net_won_chips: what one has won from the other in matches of the past 24 hours; the sign says who.
        limit_chips: from this net on they may not meet for chips.
    """
    return Refusal("pair_limit") if abs(net_won_chips) >= limit_chips else None


def check_devices(device_of: Mapping[str, str], accounts: Collection[str]) -> Refusal | None:
    """No two accounts of one device at a staked or competition table. Refusal: `same_device`, with the account.

    Args:
        device_of: the device of everybody at the table, empty where it is not known.
        accounts: those of them who would sit down.
    """
    known = {account: PersonKeys(devices=frozenset({device})) for account, device in device_of.items() if device}
    for account in sorted(set(accounts) & set(known)):
        if any(may_be_same_person(known[account], keys) for other, keys in known.items() if other != account):
            return Refusal("same_device", {"account": account})
    return None


def shared_addresses(address_of: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Accounts at one table that share a network address, by address: a signal for the staff, never a refusal."""
    found = sorted((account, address) for account, address in address_of.items() if address)
    known = {account: PersonKeys(networks=frozenset({address})) for account, address in found}
    homes = [tuple(each for each in known if may_be_one_household(known[each], keys)) for keys in known.values()]
    return [accounts for accounts in dict.fromkeys(homes) if len(accounts) > 1]


def cost_nothing(stake_chips: int, payout_chips: int, first_round_done: bool) -> bool:
    """Whether a departure was free: before the first round was done, with the whole stake back."""
    return not first_round_done and payout_chips >= stake_chips


def refused_until_ms(left_at_ms: Collection[TimeMs], most: int = EARLY_LEAVES_MAX) -> TimeMs:
    """Until when staked tables refuse a player who has left early at these moments; 0: they do not. It is a day
    after the last departure that was at least the `most`-th within 24 hours."""
    times = sorted(left_at_ms)
    full = (last for first, last in zip(times, times[most - 1 :], strict=False) if last - first < DAY_MS)
    return max(full, default=-DAY_MS) + DAY_MS


def check_early_leaves(left_at_ms: Collection[TimeMs], now_ms: TimeMs, most: int = EARLY_LEAVES_MAX) -> Refusal | None:
    """A seat at a staked table. Refusal: `early_leaver`, with `until_ms`."""
    until_ms = refused_until_ms(left_at_ms, most)
    return Refusal("early_leaver", {"until_ms": until_ms}) if now_ms < until_ms else None


BPS = 10_000
"""Basis points in a whole: 4000 bps are 40 %."""


class Step(msgspec.Struct, frozen=True, array_like=True):
    """From this stake on, this rate of the whole stake."""

    from_chips: int
    rate_bps: int


RakeSteps = tuple[Step, ...]

RAKE_STEPS: RakeSteps = (
    Step(200, 4_000),
    Step(500, 3_500),
    Step(1_000, 3_000),
    Step(2_000, 2_500),
    Step(5_000, 2_000),
    Step(10_000, 1_500),
    Step(25_000, 1_000),
    Step(100_000, 500),
)
"""Setting `rake_steps`, frozen at each match."""


def load_rake_steps(raw: Any, min_stake_chips: int = MIN_STAKE_CHIPS) -> RakeSteps | Refusal:
    """Read `rake_steps` from a setting: a list of [from_chips, rate_bps]. Refusal: `rake_steps_invalid`.

    Steps rise from the smallest stake or below it, rates never rise and are 0 … 10000. What a loser's opponents
    are left with, S − rake(S), then never falls as S grows: one chip more never adds more than one chip of rake.
    """
    try:
        steps = msgspec.convert(raw, RakeSteps)
    except msgspec.ValidationError as error:
        return Refusal("rake_steps_invalid", str(error))
    if not steps or not 1 <= steps[0].from_chips <= min_stake_chips:
        return Refusal("rake_steps_invalid", "the first step must be at or below the smallest stake")
    if any(not 0 <= step.rate_bps <= BPS for step in steps):
        return Refusal("rake_steps_invalid", "a rate is 0 … 10000")
    for lower, higher in itertools.pairwise(steps):
        if higher.from_chips <= lower.from_chips or higher.rate_bps > lower.rate_bps:
            return Refusal("rake_steps_invalid", "steps must rise and rates must not")
    return steps


def rate_bps(stake_chips: int, steps: RakeSteps = RAKE_STEPS) -> int:
    """The rate of the highest step not above the stake; 0 below all steps, so that nothing is raked for nothing."""
    return next((step.rate_bps for step in reversed(steps) if step.from_chips <= stake_chips), 0)


def rake(stake_chips: int, steps: RakeSteps = RAKE_STEPS) -> int:
    """The rake of one losing stake in chips, rounded down."""
    return stake_chips * rate_bps(stake_chips, steps) // BPS
