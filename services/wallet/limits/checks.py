"""Whether a player may use chips or buy them: every reason against it, whatever they are wanted for (RULES.md §11: the
order of refusals)."""

from collections.abc import Callable, Collection
from typing import Literal, TypeVar

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.limits import protection, rules, window_rows
from services.wallet.limits.protection import Care
from services.wallet.limits.rules import Period
from services.wallet.limits.self_exclusion import Exclusion
from services.wallet.persons import bound_persons
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings

Used = TypeVar("Used")
Reason = Literal["blocked", "debt", "excluded", "session", "reality", "own_stake", "losses", "purchases"]
"""Why not, in one word each; the codes of their refusals are below."""


def first_refusal(
    work: Work, settings: WalletSettings, person: Person, *reasons: Reason, amount: int = 0
) -> Refusal | None:
    """The first of these reasons that stands against it. `amount`: of chips, or a pack's price in cents."""
    care, now_ms = person.care, work.now_ms
    refusal: Refusal | None = None
    for reason in reasons:
        match reason:
            case "blocked":
                refusal = Refusal("account_blocked") if person.frozen else None
            case "debt":
                refusal = Refusal("debt_open", {"chips": person.debt_chips}) if person.debt_chips else None
            case "excluded":
                refusal = check_exclusion(care.exclusion, now_ms)
            case "session":
                refusal = _check_session(care, now_ms)
            case "reality":
                refusal = check_reality(care, now_ms, settings.reality_check_minutes)
            case "own_stake":
                refusal = check_own_stake(care.limit("stake", now_ms), amount)
            case "losses" | "purchases":
                refusal = _IN_WINDOWS[reason](work, person, amount)
        if refusal is not None:
            return refusal
    return None


def check_play(care: Care, now_ms: TimeMs) -> Refusal | None:
    """A bet, whatever it costs. Refusals: `self_excluded`, `session_limit`."""
    return check_exclusion(care.exclusion, now_ms) or _check_session(care, now_ms)


def check_exclusion(current: Exclusion | None, now_ms: TimeMs) -> Refusal | None:
    """Stakes, bets, tickets, packs and entries. Refusal: `self_excluded`."""
    if current is None or not current.is_active(now_ms):
        return None
    return Refusal("self_excluded", {"until_ms": current.until_ms})


def check_own_stake(limit_chips: int | None, stake_chips: int) -> Refusal | None:
    """The highest stake that a player allows themselves. Refusal: `own_stake_limit`."""
    return Refusal("own_stake_limit") if limit_chips is not None and stake_chips > limit_chips else None


def _check_session(care: Care, now_ms: TimeMs) -> Refusal | None:
    """Whether a session that was spent is over for long enough. Refusal: `session_limit`."""
    sitting = care.sitting
    if sitting.login_at_ms is None:
        return None
    spent_at_ms = (protection.session_spent_at_ms(care, now_ms) if sitting.runs else None) or sitting.spent_at_ms
    return rules.check_session(spent_at_ms, sitting.login_at_ms)


def check_reality(care: Care, now_ms: TimeMs, minutes: int) -> Refusal | None:
    """Before a match for chips, or a seat at a house-banked table. Refusal: `reality_check`."""
    if not protection.check_due(care, now_ms, minutes):
        return None
    return Refusal("reality_check", {"login_at_ms": care.sitting.login_at_ms})


def _check_losses(work: Work, person: Person, chips: int) -> Refusal | None:
    """Check a further amount against the loss limits. Refusal: `loss_limit`."""
    for period, cap, (put_in, returned) in windows(work, person, "loss", window_rows.moved_chips):
        if refusal := rules.check_loss(cap, put_in, returned, chips):
            return Refusal(refusal.error, {"period": period})
    return None


def _check_purchases(work: Work, person: Person, cents: int) -> Refusal | None:
    """Check a further purchase against the limits of purchases. Refusal: `deposit_limit`."""
    for period, cap, confirmed_cents in windows(work, person, "deposit", window_rows.purchased_cents):
        if refusal := rules.check_purchase(cap, confirmed_cents, cents):
            return Refusal(refusal.error, {"period": period})
    return None


_IN_WINDOWS = {"losses": _check_losses, "purchases": _check_purchases}


def windows(
    work: Work, person: Person, kind: Literal["loss", "deposit"], read: Callable[[Work, Collection[str], TimeMs], Used]
) -> list[tuple[Period, int, Used]]:
    """The windows in which a player has a limit of this kind: the limit, and how much is used of it. The history is
    read only for a player with such a limit."""
    found = {period: person.care.limit(f"{kind}_{period}", work.now_ms) for period in protection.PERIODS}
    caps = {period: cap for period, cap in found.items() if cap is not None}
    accounts = bound_persons.accounts_for_windows(work, person.account) if caps else ()
    starts = {period: rules.window_start_ms(period, work.now_ms) for period in caps}
    return [(period, cap, read(work, accounts, starts[period])) for period, cap in caps.items()]
