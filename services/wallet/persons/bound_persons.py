"""What binds a person, not an account: exclusion, own limits with their waiting times, and what is used of them
(RULES.md §11). A person is recognised by keyed hashes of mailbox, of name and birth date, and of device and birth date,
which outlive an erasure. Whichever event brings a key first, everything that is known by then binds at that moment.
"""

from collections.abc import Collection, Sequence

import msgspec

from services.contracts.wallet import limits as outside
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.persons.identity import PersonKeys
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet.invitations import first_chip_rows as first_chips
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import read_balances
from services.wallet.limits import protection as responsible_gaming
from services.wallet.limits.protection import Care
from services.wallet.persons import device_rows as devices
from services.wallet.persons import keys as person_keys
from services.wallet.persons import person_key_rows as stored
from services.wallet.persons import player_rows as people
from services.wallet.persons.person_key_rows import PersonKey
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings

_COUNTED_MS = 32 * DAY_MS
"""How long what an erased account has paid and lost can count in a window."""


class Facts(msgspec.Struct, frozen=True):
    """What one event or request says of the person behind an account; empty: nothing. `device` is a hash, and that of
    the registration if `registered`; `email_at_ms`: since when `email_key` is the mailbox."""

    account: str
    created_at_ms: TimeMs = 0
    device: str = ""
    registered: bool = False
    email_key: str = ""
    email_at_ms: TimeMs = 0
    person_key: str = ""
    device_identity: str = ""


def learn(work: Work, settings: WalletSettings, facts: Sequence[Facts]) -> dict[str, Person]:
    """Merge facts into what is stored, in whatever order they come, and bind the person's accounts to each other.
    Returns the accounts, locked. Of an erased account only the keyed hashes are stored."""
    accounts = {each.account for each in facts}
    people.add(work, [Person(account) for account in accounts])
    known = people.lock_many(work, accounts)
    before = dict(known)
    for each in facts:
        known[each.account] = _merged(known[each.account], each)
    people.save(work, *(known[each] for each in sorted(known) if known[each] != before[each]))
    devices.note(work, ((each.account, each.device) for each in facts if known[each.account].erased_at_ms is None))
    new = stored.add(work, [key for each in facts for key in _keys(settings, each)])
    for account in sorted({key.account for key in new}):
        known[account] = _bind(work, known[account])
    _note_welcomed(work, new)
    return known


def _merged(person: Person, facts: Facts) -> Person:
    """The later of two beginnings counts, the newest mailbox, and of everything else what is known."""
    if person.erased_at_ms is not None:
        return msgspec.structs.replace(person, created_at_ms=max(person.created_at_ms, facts.created_at_ms))
    is_newer = bool(facts.email_key) and facts.email_at_ms >= person.email_at_ms
    return msgspec.structs.replace(
        person,
        created_at_ms=max(person.created_at_ms, facts.created_at_ms),
        device=person.device or (facts.device if facts.registered else ""),
        email_key=facts.email_key if is_newer else person.email_key,
        email_at_ms=facts.email_at_ms if is_newer else person.email_at_ms,
        person_key=person.person_key or facts.person_key,
    )


def _keys(settings: WalletSettings, facts: Facts) -> list[PersonKey]:
    values = {"email": facts.email_key, "person": facts.person_key, "device": facts.device_identity}
    keyed = {kind: person_keys.keyed(settings.person_keys_secret, kind, value) for kind, value in values.items()}
    return [PersonKey(key, facts.account, kind) for kind, key in keyed.items() if key]


def _bind(work: Work, person: Person) -> Person:
    """Bind an account of which a new key is known, and everybody it belongs to by that; returns it as it is then."""
    accounts = stored.accounts_of(work, person.account)
    if len(accounts) == 1:
        return person
    found = people.lock_many(work, accounts)
    binding = responsible_gaming.bind([each.care for each in found.values()], work.now_ms)
    return _save(work, found.values(), binding).get(person.account, person)


def spread(work: Work, person: Person) -> None:
    """The limits or the exclusion of this account have changed, by the player's wish: those of the person's other
    accounts change alike."""
    others = stored.accounts_of(work, person.account) - {person.account}
    if others:
        _save(work, people.lock_many(work, others).values(), Care(person.care.limits, person.care.exclusion))


def _save(work: Work, found: Collection[Person], binding: Care) -> dict[str, Person]:
    after = {}
    for each in sorted(found, key=lambda person: person.account):
        after[each.account] = msgspec.structs.replace(each, care=responsible_gaming.bound(each.care, binding))
        changed = after[each.account].care
        if changed.exclusion is not None and changed.exclusion != each.care.exclusion and each.erased_at_ms is None:
            until_ms = changed.exclusion.until_ms
            work.publish(outside.SelfExcluded(account=each.account, until_ms=until_ms, at_ms=work.now_ms))
    people.save(work, *after.values())
    return after


def accounts_for_windows(work: Work, account: str) -> set[str]:
    """The accounts whose payments and losses count in this player's windows, locked where there are several, so that
    two of them do not pass a limit side by side."""
    accounts = stored.accounts_of(work, account)
    if len(accounts) > 1:
        people.lock_many(work, accounts)
    return accounts


def cares_of_others(work: Work, account: str) -> list[Care]:
    """Limits and sessions of the person's other accounts."""
    others = stored.accounts_of(work, account) - {account}
    return [each.care for each in people.find(work, others).values()] if others else []


def keys_of(work: Work, account: str) -> PersonKeys:
    """By what the person behind an account is recognised: their identities, and every device of their accounts."""
    keys = frozenset(each.key for each in stored.of_accounts(work, [account]))
    return PersonKeys(identities=keys, devices=devices.used_by(work, stored.accounts_of(work, account)))


def is_first(work: Work, account: str, mailbox_key: str | None = None) -> bool:
    """Whether the person behind an account gets first chips for the first time, which is stored. `mailbox_key`: the
    keyed mailbox that was confirmed, where only that one counts."""
    keys = stored.of_accounts(work, [account])
    counted = {each.key for each in keys if mailbox_key is None or each.kind != "email"} | {mailbox_key or ""}
    answers = [stored.add_welcomed(work, key) for key in sorted(counted - {""})]
    return all(answers)


def _note_welcomed(work: Work, new: Sequence[PersonKey]) -> None:
    """Further keys of persons who have had first chips: whoever comes with one of them gets none."""
    names = {player(key.account): key.account for key in new}
    open_already = {names[name] for name in read_balances(work, sorted(names))} if names else set()
    for key in new:
        if key.account in open_already and not first_chips.is_unpaid(work, key.account):
            stored.add_welcomed(work, key.key)


def erase(work: Work, person: Person) -> None:
    """Keep of an erased account what binds its person, and forget the keys of those erased long ago whom nothing
    binds."""
    people.save(work, msgspec.structs.replace(person, care=responsible_gaming.kept_of_erased(person.care)))
    stored.forget(work, work.now_ms - _COUNTED_MS, [encode_text(Care())])
