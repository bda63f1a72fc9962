"""Export and erasure of one account's data. The ledger stays (services/lobby/RULES.md §7)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.lobby.accounts.privacy import CheckMoneySettled
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.ledger import transfer_rows as history
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import read_balances
from services.wallet.persons import bound_persons
from services.wallet.persons import keys as person_keys
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.privacy import rows as privacy
from services.wallet.settings import WalletSettings

_ORDER_MS = DAY_MS
"""After this time a payment that was begun and not finished counts as abandoned."""
_TRANSFERS_MAX = 10_000


def check_money_settled(work: Work, _settings: WalletSettings, request: CheckMoneySettled) -> Done | Refusal:
    """Check that nothing of the account is pending: held stakes, open payments and undrawn tickets must be finished
    first."""
    if privacy.has_escrow(work, request.account):
        return Refusal("escrow_open")
    if privacy.has_order(work, request.account, work.now_ms - _ORDER_MS):
        return Refusal("order_open")
    return Refusal("ticket_open") if privacy.has_ticket(work, request.account) else Done()


def collect(work: Work, account: str) -> dict[str, Any]:
    """Everything that is stored about the account."""
    name = player(account)
    person = people.find(work, [account])[account]
    return {
        "chips": read_balances(work, [name]).get(name, 0),
        "device_sha256": person.device,
        "email_sha256": person.email_key,
        "invitation_code": person.code,
        "limits_and_exclusion": person.care,
        "transfers": history.list_transfers(work, name, history.ID_MAX, _TRANSFERS_MAX),
        **privacy.rows_of(work, account),
    }


def erase(settings: WalletSettings, work: Work, account: str) -> None:
    """Delete what identifies the person; chips, transfers and their chains stay under the account's id, and what binds
    the person under keyed hashes. A registration that comes later stores nothing else either."""
    people.add(work, [Person(account)])
    person = people.lock_known(work, account)
    assert person is not None, "the row was inserted"
    device = privacy.device_of_invite(work, account)
    is_again = person.erased_at_ms is not None
    kept_device = device if is_again else person_keys.keyed(settings.person_keys_secret, "used", device)
    bound_persons.erase(work, person)
    privacy.erase(work, account, kept_device)
