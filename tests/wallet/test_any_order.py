"""Facts about one account may reach the wallet in any order and more than once: the end is the same.

Each case is an account of its own in one wallet. The oracle is the order in which things happened; an account's rows,
chips and refusals after any other order are compared with those, its name replaced.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import Registered, SessionBegan, SessionEnded
from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.moderation.events import StandingChanged
from services.contracts.wallet import invitations, limits, lotteries
from services.contracts.wallet.balances import CheckStake, GetBalance
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet

_numbers = itertools.count()
MINUTE_MS = 60_000
REQUESTS = ("welcome", "exclude", "limit")
RIGHT_ORDER = ("registered", "welcome", "session_began", "confirmed", "changed_mailbox")
RIGHT_ORDER += ("exclude", "limit", "blocked", "free_again", "session_ended", "erased")


class Case:
    """One account, and everything that can be said about it. `returns`: the person has an earlier account, which is
    excluded."""

    def __init__(self, wallet: Wallet, code: str, *, returns: bool) -> None:
        self.wallet, self.code = wallet, code
        self.account = f"zoe{next(_numbers)}x"
        self.now_ms = wallet.clock.now_ms()
        self.waiting: list[str] = []
        if returns:
            earlier = {"account": f"old{self.account}", "name": "old", "created_at_ms": 1, "device": ""}
            wallet.hear("on_registered", Registered(**earlier, person_key=f"person {self.account}"))
            wallet.ask(limits.Exclude(account=f"old{self.account}", period="180d"))

    def after(self, order: Sequence[str]) -> dict[str, Any]:
        """Deliver it in this order, a refused request again after what comes next; returns what there is then."""
        for what in order:
            self._say(what)
            waiting, self.waiting = self.waiting, []
            for each in waiting:
                self._say(each)
        return self._state(erased="erased" in order)

    def _say(self, what: str) -> None:
        answer = getattr(self, f"_{what}")()
        if isinstance(answer, Refusal) and answer.error == "account_unknown":
            self.waiting.append(what)

    def _facts(self) -> dict[str, Any]:
        how = {"account": self.account, "device": f"device {self.account}", "created_at_ms": self.now_ms}
        keys = {"email_key": f"box {self.account}", "person_key": f"person {self.account}"}
        return {**how, **keys, "network": f"network {self.account}", "device_identity": f"born {self.account}"}

    def _registered(self) -> None:
        self.wallet.hear("on_registered", Registered(name="Zoe", **self._facts()))

    def _welcome(self) -> Any:
        return self.wallet.ask(invitations.Welcome(code=self.code, **self._facts()))

    def _session_began(self) -> None:
        how = {"device": f"device {self.account}", "device_identity": f"born {self.account}"}
        began = SessionBegan(account=self.account, at_ms=self.now_ms, address_key="home", **how)
        self.wallet.hear("on_session_began", began)

    def _session_ended(self) -> None:
        self.wallet.hear(
            "on_session_ended",
            SessionEnded(account=self.account, at_ms=self.now_ms + MINUTE_MS, began_at_ms=self.now_ms),
        )

    def _confirmed(self) -> None:
        key = f"box {self.account}"
        self.wallet.hear("on_email_confirmed", EmailConfirmed(account=self.account, email_key=key, at_ms=self.now_ms))

    def _changed_mailbox(self) -> None:
        at_ms, key = self.now_ms + MINUTE_MS, f"new box {self.account}"
        self.wallet.hear("on_email_confirmed", EmailConfirmed(account=self.account, email_key=key, at_ms=at_ms))

    def _blocked(self) -> None:
        self._standing(1, blocked=True)

    def _free_again(self) -> None:
        self._standing(2, blocked=False)

    def _standing(self, seq: int, *, blocked: bool) -> None:
        event = StandingChanged(account=self.account, seq=seq, blocked=blocked, suspensions=[])
        self.wallet.hear("on_standing_changed", event)

    def _exclude(self) -> Any:
        return self.wallet.ask(limits.Exclude(account=self.account, period="365d"))

    def _limit(self) -> Any:
        return self.wallet.ask(limits.SetLimit(account=self.account, name="loss_day", value=700))

    def _erased(self) -> None:
        self.wallet.hear("on_erasure_asked", ErasureAsked(account=self.account, receipt="r"))

    def _state(self, *, erased: bool) -> dict[str, Any]:
        """Every row that names the account or its device, its chips, and what it is refused."""
        name = self.account
        device = device_key(f"device {name}")
        found = {}
        with self.wallet.database.work() as work:
            for table in ("people", "account_devices", "first_chips", "person_keys", "invites", "devices"):
                rows = work.execute(sa.text(f"SELECT * FROM {table}")).mappings()
                shown = sorted(str(dict(row)).replace(name, "zoe") for row in rows if _is_about(row, name, device))
                found[table] = [each.replace(device, "the device") for each in shown]
        stake = CheckStake(game="tavli", stake_chips=500, accounts=[name])
        ticket = lotteries.OpenTicket(account=name, lottery="free")
        found["refused"] = [getattr(self.wallet.ask(each), "error", None) for each in (stake, ticket)]
        found["chips"] = getattr(self.wallet.ask(GetBalance(account=name)), "chips", None)
        return _compared(found, erased=erased)


def _is_about(row: Any, account: str, device: str) -> bool:
    values = [str(value) for value in row.values()]
    return any(value in (account, f"player:{account}", device) for value in values)


def _compared(found: dict[str, Any], *, erased: bool) -> dict[str, Any]:
    """Keyed hashes differ from case to case: what counts is how many there are. Which of two mailboxes was confirmed
    first does not matter, nor what chips an erased account has got that nobody can use."""
    found |= {"person_keys": len(found["person_keys"]), "first_chips": len(found["first_chips"])}
    unimportant = ("chips", "invites", "refused") if erased else ()
    return {name: rows for name, rows in found.items() if name not in unimportant}


@pytest.fixture(params=[(False, False), (True, False), (False, True)], ids=["at_once", "with_mail", "returning"])
def make_case(request: pytest.FixtureRequest, wallet_url: str) -> Iterator[Callable[[], Case]]:
    """Makes accounts in one wallet, where ana invites."""
    needs_mail, returns = request.param
    without_caps = {"invite_daily_cap": 10**6, "invite_monthly_cap": 10**6}
    wallet = Wallet(wallet_url, WalletSettings(gifts_need_email=needs_mail, **without_caps))
    wallet.hear("on_registered", Registered(account="ana", name="Ana", device="", created_at_ms=0, email_key="ana"))
    code = wallet.ask(invitations.GetInviteCard(account="ana", host="h", text="", subject="")).code
    yield lambda: Case(wallet, code, returns=returns)
    wallet.close()


def _happens(order: Sequence[str]) -> bool:
    """A client cannot ask for anything after the erasure of its account."""
    last = max((order.index(each) for each in REQUESTS if each in order), default=-1)
    return "erased" not in order or order.index("erased") > last


def test_of_every_two_facts_either_may_come_first(make_case: Callable[[], Case]) -> None:
    for first, second in itertools.combinations(RIGHT_ORDER, 2):
        right = make_case().after([first, second])
        for order in ([second, first], [first, first, second], [second, first, second]):
            assert not _happens(order) or make_case().after(order) == right, order


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_all_facts_in_any_order_and_repeated_come_to_the_same(
    make_case: Callable[[], Case], data: st.DataObject
) -> None:
    chosen = data.draw(st.sets(st.sampled_from(RIGHT_ORDER), min_size=3))
    facts = [each for each in RIGHT_ORDER if each in chosen]
    order = data.draw(st.permutations(facts))
    if not _happens(order):
        order = [each for each in order if each != "erased"] + ["erased"]
    repeated = data.draw(st.lists(st.sampled_from(facts), max_size=3))
    order += [each for each in repeated if each not in REQUESTS]
    assert make_case().after(order) == make_case().after(facts)
