"""Responsible gaming: limits, exclusion, sessions, reality checks, notices (RULES.md §11)."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

import msgspec

from services.contracts.lobby.accounts.accounts import SessionBegan, SessionEnded
from services.contracts.wallet import limits as contract
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.limits import protection as responsible_gaming
from services.wallet.limits import rules as limits
from services.wallet.limits import self_exclusion as exclusion
from services.wallet.limits import window_rows as windows
from services.wallet.limits.protection import Care
from services.wallet.limits.rules import Limit, Period
from services.wallet.persons import bound_persons
from services.wallet.persons import player_rows as people
from services.wallet.persons.bound_persons import Facts
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings

_MINUTE_MS = 60_000


def get_care(work: Work, settings: WalletSettings, request: contract.GetCare) -> contract.CareCard | Refusal:
    """An account's limits, exclusion and session."""
    person = people.lock(work, request.account)
    return _card(work, settings, person) if person else _unknown(request.account)


def set_limit(work: Work, settings: WalletSettings, request: contract.SetLimit) -> contract.CareCard | Refusal:
    """Set a limit: a stricter one counts at once, a looser one after a waiting time."""

    def change(before: Care) -> Care:
        after = responsible_gaming.set_limit(
            before, request.name, request.value, work.now_ms, settings.limit_cooloff_hours
        )
        counts_from_ms = after.limits[request.name].pending_at_ms or work.now_ms
        work.publish(
            contract.LimitChanged(
                account=request.account, name=request.name, value=request.value, counts_from_ms=counts_from_ms
            )
        )
        return after

    return _change(work, settings, request.account, change)


def exclude(work: Work, settings: WalletSettings, request: contract.Exclude) -> contract.CareCard | Refusal:
    """Exclude the account from games for money, at once; a running match is finished."""

    def change(before: Care) -> Care | Refusal:
        started = exclusion.start(before.exclusion, request.period, work.now_ms)
        if isinstance(started, Refusal):
            return started
        work.publish(contract.SelfExcluded(account=request.account, until_ms=started.until_ms, at_ms=work.now_ms))
        return msgspec.structs.replace(before, exclusion=started)

    return _change(work, settings, request.account, change)


def revoke_exclusion(
    work: Work, settings: WalletSettings, request: contract.RevokeExclusion
) -> contract.CareCard | Refusal:
    """Ask to end an indefinite exclusion."""

    def change(before: Care) -> Care | Refusal:
        if before.exclusion is None or not before.exclusion.is_active(work.now_ms):
            return Refusal("not_excluded")
        revoked = exclusion.revoke(before.exclusion, work.now_ms)
        if isinstance(revoked, Refusal):
            return revoked
        work.publish(contract.SelfExcluded(account=request.account, until_ms=revoked.until_ms, at_ms=work.now_ms))
        return msgspec.structs.replace(before, exclusion=revoked)

    return _change(work, settings, request.account, change)


def acknowledge(work: Work, settings: WalletSettings, request: contract.Acknowledge) -> contract.CareCard | Refusal:
    """The player has acknowledged a reality check or notice."""

    def change(before: Care) -> Care:
        if request.what == "notice":
            return msgspec.structs.replace(before, notice_at_ms=work.now_ms)
        if request.what == "limits":
            return msgspec.structs.replace(before, limits_asked_at_ms=work.now_ms)
        sitting = msgspec.structs.replace(before.sitting, checked_at_ms=work.now_ms)
        return msgspec.structs.replace(before, sitting=sitting)

    return _change(work, settings, request.account, change)


def sessions_began(work: Work, settings: WalletSettings, events: Sequence[SessionBegan]) -> None:
    """Players have logged in: store their sessions and devices."""
    facts = [
        Facts(each.account, device=device_key(each.device), device_identity=each.device_identity) for each in events
    ]
    bound_persons.learn(work, settings, facts)
    _apply(work, [(event.account, event.at_ms, partial(_began, work, event)) for event in events])


def sessions_ended(work: Work, events: Sequence[SessionEnded]) -> None:
    """Players' sessions have ended."""
    _apply(work, [(event.account, event.at_ms, partial(_ended, event)) for event in events])


def _began(work: Work, event: SessionBegan, person: Person) -> Person:
    others = bound_persons.cares_of_others(work, person.account)
    kept = responsible_gaming.begin_session(person.care, event.at_ms, others)
    person = msgspec.structs.replace(person, care=kept)
    is_late = kept.sitting.login_at_ms != event.at_ms  # an event of an older session
    if is_late or person.erased_at_ms is not None:
        return person
    return msgspec.structs.replace(person, session_device=device_key(event.device), session_address=event.address_key)


def _ended(event: SessionEnded, person: Person) -> Person:
    care = responsible_gaming.end_session(person.care, event.at_ms, event.began_at_ms)
    return msgspec.structs.replace(person, care=care)


def _apply(work: Work, changes: Sequence[tuple[str, int, Callable[[Person], Person]]]) -> None:
    """Apply changes to accounts, in the order of their names; an account that the wallet does not know yet gets its
    row."""
    for account, _at_ms, change in sorted(changes, key=lambda each: each[:2]):
        people.add(work, [Person(account)])
        person = people.lock_known(work, account)
        assert person is not None, "the row was inserted"
        after = change(person)
        if after.erased_at_ms is not None:
            after = msgspec.structs.replace(after, care=responsible_gaming.kept_of_erased(after.care))
        people.save(work, after)


def _change(
    work: Work, settings: WalletSettings, account: str, change: Callable[[Care], Care | Refusal]
) -> contract.CareCard | Refusal:
    person = people.lock(work, account)
    if person is None:
        return _unknown(account)
    before = person.care
    after = change(before)
    if isinstance(after, Refusal):
        return after
    person = msgspec.structs.replace(person, care=after)
    people.save(work, person)
    if (after.limits, after.exclusion) != (before.limits, before.exclusion):
        bound_persons.spread(work, person)
    return _card(work, settings, person)


def _unknown(account: str) -> Refusal:
    return Refusal("account_unknown", {"account": account})


# --- the card ----------------------------------------------------------------------------------------------------


def _card(work: Work, settings: WalletSettings, person: Person) -> contract.CareCard:
    kept, now_ms = person.care, work.now_ms
    excluded = kept.exclusion if kept.exclusion and kept.exclusion.is_active(now_ms) else None
    since_ms = kept.sitting.login_at_ms if kept.sitting.runs else None
    put_in, returned = (0, 0) if since_ms is None else windows.moved_chips(work, [person.account], since_ms)
    accounts = bound_persons.accounts_for_windows(work, person.account)
    return contract.CareCard(
        limits=[_limit(work, person, accounts, name) for name in responsible_gaming.LIMITS],
        excluded_from_ms=excluded.from_ms if excluded else None,
        excluded_until_ms=excluded.until_ms if excluded else None,
        login_at_ms=since_ms,
        check_due=responsible_gaming.check_due(kept, now_ms, settings.reality_check_minutes),
        played_ms=0 if since_ms is None else now_ms - since_ms,
        net_chips=returned - put_in,
        notice_seen=kept.notice_at_ms is not None,
        limits_asked=kept.limits_asked_at_ms is not None,
        reality_check_minutes=settings.reality_check_minutes,
        helpline=settings.rg_helpline,
    )


def _limit(work: Work, person: Person, accounts: Collection[str], name: str) -> contract.LimitLine:
    kept = person.care.limits.get(name, Limit())
    waits = kept.pending_at_ms is not None and work.now_ms < kept.pending_at_ms
    return contract.LimitLine(
        name=name,  # type: ignore[arg-type]
        value=kept.at(work.now_ms),
        pending=kept.pending if waits else None,
        pending_at_ms=kept.pending_at_ms if waits else None,
        used=_used(work, person, accounts, name),
    )


def _used(work: Work, person: Person, accounts: Collection[str], name: str) -> int:
    """How much of a limit is used in its window; 0 where it has none."""
    kind, _, period = name.partition("_")
    if kind == "session":
        return responsible_gaming.session_ms(person.care, work.now_ms) // _MINUTE_MS
    if kind == "stake":
        return 0
    start_ms = limits.window_start_ms(_period(period), work.now_ms)
    if kind == "deposit":
        return windows.purchased_cents(work, accounts, start_ms)
    return limits.net_loss_chips(*windows.moved_chips(work, accounts, start_ms))


def _period(name: str) -> Period:
    return next(period for period in responsible_gaming.PERIODS if period == name)
