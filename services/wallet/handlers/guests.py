"""Guests of house-banked tables: may they sit down, and what do they have (RULES.md §6, §11)."""

from collections.abc import Collection, Sequence

from services.contracts import tables as events
from services.contracts import wallet as contract
from services.contracts.rounds import PurseAsked
from services.kernel.refusal import Refusal
from services.plumbing.database import Work
from services.wallet import guests
from services.wallet.accounts import is_player, player
from services.wallet.guests import Standing
from services.wallet.store.balances import read_balances


def check_guest(work: Work, request: contract.CheckGuest) -> contract.GuestPurse | Refusal:
    """Refusals: `account_unknown`, `self_excluded`, `session_limit`."""
    standing = standings(work, [request.account])[request.account]
    if (refusal := guests.check_seat(standing)) is not None:
        return refusal
    chips = _chips(work, [request.account]).get(request.account)
    if chips is None:
        return Refusal("account_unknown", {"account": request.account})
    return contract.GuestPurse(chips=chips, caps=guests.caps(standing))


def tell_purses(work: Work, asked: Sequence[PurseAsked]) -> None:
    """Tell tables what guests who are back have now."""
    found = purses(work, {event.account for event in asked})
    for event in asked:
        answer = events.Purse(event.table, work.trace_of(event), work.now_ms, event.account, found[event.account])
        work.send(event.reply_to, answer)


def purses(work: Work, accounts: Collection[str]) -> dict[str, events.PurseNow]:
    """What these accounts have now; who has none has nothing."""
    chips, known = _chips(work, accounts), standings(work, accounts)
    return {each: events.PurseNow(chips.get(each, 0), guests.caps(known[each])) for each in accounts}


def standings(_work: Work, accounts: Collection[str]) -> dict[str, Standing]:
    """What these players have set for themselves. Nothing of it is kept yet: nobody has a limit."""
    return dict.fromkeys(accounts, guests.NONE_SET)


def _chips(work: Work, accounts: Collection[str]) -> dict[str, int]:
    names = {player(account): account for account in accounts if is_player(player(account))}
    return {names[name]: chips for name, chips in read_balances(work, sorted(names)).items()}
