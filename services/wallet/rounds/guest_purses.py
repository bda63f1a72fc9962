"""Guests of house-banked tables: whether they may sit down, and their purses (RULES.md §6, §11)."""

from collections.abc import Collection, Sequence

from services.contracts.tables import commands as events
from services.contracts.tables.rounds import PurseAsked
from services.contracts.wallet import balances as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.ledger.accounts import is_player, player
from services.wallet.ledger.rows import read_balances
from services.wallet.limits import window_rows
from services.wallet.limits.checks import check_play, check_reality, windows
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.rounds import guest_limits as guests
from services.wallet.rounds.guest_limits import Standing, Window
from services.wallet.settings import WalletSettings


def check_guest(work: Work, settings: WalletSettings, request: contract.CheckGuest) -> contract.GuestPurse | Refusal:
    """Refusals: `account_blocked`, `self_excluded`, `session_limit`, `debt_open`, `reality_check`,
    `account_unknown`."""
    standing = standings(work, [request.account])[request.account]
    kept = people.find(work, [request.account])[request.account].care
    refusal = guests.check_seat(standing) or check_reality(kept, work.now_ms, settings.reality_check_minutes)
    if refusal is not None:
        return refusal
    chips = _chips(work, [request.account]).get(request.account)
    if chips is None:
        return Refusal("account_unknown", {"account": request.account})
    return contract.GuestPurse(chips=chips, caps=guests.caps(standing))


def publish_purses(work: Work, asked: Sequence[PurseAsked]) -> None:
    """Send tables the current purses of guests who are back."""
    found = purses(work, {event.account for event in asked})
    for event in asked:
        answer = events.Purse(event.table, work.trace_of(event), work.now_ms, event.account, found[event.account])
        work.send(event.reply_to, answer)


def purses(work: Work, accounts: Collection[str]) -> dict[str, events.PurseNow]:
    """The chips of these accounts; 0 for one that does not exist."""
    chips, known = _chips(work, accounts), standings(work, accounts)
    return {each: events.PurseNow(chips.get(each, 0), guests.caps(known[each])) for each in accounts}


def standings(work: Work, accounts: Collection[str]) -> dict[str, Standing]:
    """The limits that these players have set, as they count now."""
    known = people.find(work, accounts)
    return {account: _standing(work, known[account]) for account in accounts}


def _standing(work: Work, person: Person) -> Standing:
    now_ms = work.now_ms
    closed = check_play(person.care, now_ms)
    losses = windows(work, person, "loss", window_rows.moved_chips)
    return Standing(
        own_stake_chips=person.care.limit("stake", now_ms),
        losses=tuple(Window(limit, put_in, returned) for _period, limit, (put_in, returned) in losses),
        excluded=closed is not None and closed.error == guests.SELF_EXCLUDED,
        session_spent=closed is not None and closed.error == guests.SESSION_LIMIT,
        in_debt=person.debt_chips > 0,
        frozen=person.frozen,
    )


def _chips(work: Work, accounts: Collection[str]) -> dict[str, int]:
    names = {player(account): account for account in accounts if is_player(player(account))}
    return {names[name]: chips for name, chips in read_balances(work, sorted(names)).items()}
