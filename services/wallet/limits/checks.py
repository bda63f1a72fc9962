"""Whether a player may use chips or buy them: every reason against it, whatever they are wanted for (RULES.md §11: the
order of refusals)."""

from typing import Literal

from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.limits import protection, rules, self_exclusion
from services.wallet.limits import window_rows as windows
from services.wallet.persons import bound_persons
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings

Reason = Literal["blocked", "debt", "excluded", "session", "reality", "own_stake", "losses", "purchases"]
"""Why not, in one word each; the codes of their refusals are below."""


def first_refusal(
    work: Work, settings: WalletSettings, person: Person, *reasons: Reason, amount: int = 0
) -> Refusal | None:
    """The first of these reasons that stands against it. `amount`: of chips, or a pack's price in cents."""
    found = (_check(work, settings, person, reason, amount) for reason in reasons)
    return next((refusal for refusal in found if refusal is not None), None)


def _check(work: Work, settings: WalletSettings, person: Person, reason: Reason, amount: int) -> Refusal | None:
    care, now_ms = person.care, work.now_ms
    match reason:
        case "blocked":
            return Refusal("account_blocked") if person.frozen else None
        case "debt":
            return Refusal("debt_open", {"chips": person.debt_chips}) if person.debt_chips else None
        case "excluded":
            return self_exclusion.check(care.exclusion, now_ms)
        case "session":
            return protection.check_session(care, now_ms)
        case "reality":
            return protection.check_reality(care, now_ms, settings.reality_check_minutes)
        case "own_stake":
            return rules.check_own_stake(care.limit("stake", now_ms), amount)
        case "losses":
            return _check_losses(work, person, amount)
        case "purchases":
            return _check_purchases(work, person, amount)


def _check_losses(work: Work, person: Person, chips: int) -> Refusal | None:
    """Check a further amount against the loss limit. The history is read only for a player with such a limit."""
    caps = protection.windows(person.care, "loss", work.now_ms)
    accounts = bound_persons.accounts_for_windows(work, person.account) if caps else ()
    starts = {period: rules.window_start_ms(period, work.now_ms) for period in caps}
    moved = {period: windows.moved_chips(work, accounts, since_ms) for period, since_ms in starts.items()}
    return protection.check_losses(caps, moved, chips)


def _check_purchases(work: Work, person: Person, cents: int) -> Refusal | None:
    """Check a further purchase against the limit of purchases."""
    caps = protection.windows(person.care, "deposit", work.now_ms)
    accounts = bound_persons.accounts_for_windows(work, person.account) if caps else ()
    starts = {period: rules.window_start_ms(period, work.now_ms) for period in caps}
    confirmed = {period: windows.purchased_cents(work, accounts, since_ms) for period, since_ms in starts.items()}
    return protection.check_purchases(caps, confirmed, cents)
