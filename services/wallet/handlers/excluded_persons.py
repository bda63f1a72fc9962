"""An exclusion binds the person, not the account (RULES.md §11). A person who has excluded themselves is recognised
by the keyed hash of the mailbox, or of name and birth date, also after an erasure."""

from collections.abc import Collection

import msgspec

from services.contracts import outside
from services.plumbing.database import Work
from services.wallet import exclusion, person_keys
from services.wallet.exclusion import Exclusion
from services.wallet.settings import WalletSettings
from services.wallet.store import kept_keys, people
from services.wallet.store.people import Person


def keep(work: Work, settings: WalletSettings, person: Person, current: Exclusion) -> None:
    """Store the person's exclusion beyond this account, and apply it to their other accounts with the same mailbox."""
    kept_keys.save_exclusion(work, _keys(settings, person), current)
    for other in sorted(people.with_email_key(work, person.email_key) - {person.account}):
        _bind(work, other, [current])


def bind(work: Work, settings: WalletSettings, persons: Collection[Person]) -> None:
    """Apply exclusions of the same person to players who are new or have another address."""
    for person in sorted(persons, key=lambda each: each.account):
        found = kept_keys.find_exclusions(work, _keys(settings, person))
        if any(each.is_active(work.now_ms) for each in found):
            _bind(work, person.account, found)


def _bind(work: Work, account: str, found: Collection[Exclusion]) -> None:
    person = people.lock(work, account) or _new(work, account)
    own = person.care.exclusion
    longest = exclusion.longest([*found, *([own] if own else [])], work.now_ms)
    if longest is None or longest == own:
        return
    people.save(work, msgspec.structs.replace(person, care=msgspec.structs.replace(person.care, exclusion=longest)))
    work.publish(outside.SelfExcluded(account=account, until_ms=longest.until_ms, at_ms=work.now_ms))


def _new(work: Work, account: str) -> Person:
    """A player whose ledger account is not open yet."""
    found = people.lock_known(work, account)
    assert found is not None, "whoever registers has a row"
    return found


def _keys(settings: WalletSettings, person: Person) -> list[str]:
    secret = settings.person_keys_secret
    return [
        person_keys.keyed(secret, "email", person.email_key),
        person_keys.keyed(secret, "person", person.person_key),
    ]
