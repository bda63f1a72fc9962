"""Worlds that differ in nothing but one private fact about one player, and what others get to see in each: the lobby
with the real wallet beside it."""

from collections.abc import Callable, Mapping
from typing import Any

from services.contracts.base import Request
from services.contracts.lobby import open_tables, presence
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation import reports as discipline
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import limits, shop
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.lobby.tables import leaving
from services.platform.process.json import encode
from tests.lobby.local_lobby import Here, LocalLobby
from tests.wallet.wallets import Wallet, asked, finished

VICTIM = "Vic"
OTHER_VICTIM = "Wim"
ATTACKERS = ("Ana", "Ron", "Poor")
"""Ana organizes, Ron has chips enough, Poor is always refused."""
STAKES_CHIPS = (200, 700, 4_500)
"""What a search tries; the victim begins with 5,000 chips."""


class World:
    """A lobby and its wallet with the attackers and their victims inside."""

    def __init__(self, lobby_url: str, wallet_url: str, shared_device: bool = False) -> None:
        self.lobby = LocalLobby(lobby_url, FakeClock())
        self.wallet = Wallet(wallet_url, clock=self.lobby.clock)
        self.seen: list[Any] = []
        self.suspended = False
        self.drawn: dict[str, str] = {}
        """Names for ids of tables and other things that are drawn by chance."""
        self.people: dict[str, Here] = {}
        answers = self.lobby.rpc.answers
        for kind in (wallet.CheckStake, wallet.CheckGuest, shop.BuyItem):
            answers[kind] = self.wallet.ask
        answers[discipline.FileReport] = discipline.Receipt(id="r", reported="", category="other", created_at_ms=1)
        for name in (*ATTACKERS, VICTIM, OTHER_VICTIM):
            device = "one tablet" if shared_device and name in (VICTIM, OTHER_VICTIM) else f"{name}'s phone"
            self._enter(name, device)
        self.wallet.ask(limits.Exclude(account=self.id("Poor"), period="30d"))
        answers[moderation.GetConduct] = self._conduct
        self.lobby.push.forget()
        self.lobby.rpc.calls.clear()

    def close(self) -> None:
        """Give the databases back."""
        self.lobby.database.close()
        self.wallet.close()

    def id(self, name: str) -> str:
        """The account of a player."""
        return self.people[name].account

    # --- what attackers do, and see ---

    def ask(self, name: str, request: Request[Any] | Callable[[], Any]) -> Any:
        """An attacker asks; the answer is seen, and what else has come to any of them."""
        answer = request() if callable(request) else self.lobby.ask(request)
        self.seen.append((name, answer))
        self.look()
        return answer

    def create(self, name: str, stake_chips: int, **how: Any) -> Any:
        """An attacker opens a table."""
        self.lobby.rpc.seats = max(2, 1 + len(how.get("invite", {})))
        return self.ask(name, lambda: self.lobby.create(self.people[name], stake_chips=stake_chips, **how))

    def invite(self, stake_chips: int, *names: str, by: str = "Ana") -> str | None:
        """A table to which these are invited in this order; its id, or None where it is refused."""
        seats = {str(seat): name for seat, name in enumerate(names, 1)}
        line = self.create(by, stake_chips, mode="invite", invite=seats)
        return None if isinstance(line, Refusal) else str(line.table)

    def get_up(self, name: str, table: str | None) -> None:
        """An attacker leaves; without a table nothing happens."""
        if table is not None:
            self.ask(name, lambda: self.lobby.get_up(self.people[name], table))

    def wait(self, ms: int) -> None:
        """Time passes, and what then happens is seen."""
        self.lobby.wait(ms)
        self.lobby.sweep()
        self.look()

    def look(self) -> None:
        """What was pushed to an attacker, and the lists that everybody sees."""
        for name in ATTACKERS:
            for push in self.lobby.push.frames:
                if push.accounts is None or self.id(name) in push.accounts:
                    self.seen.append((name, push.frame, push.close))
        self.lobby.push.forget()
        tables = self.lobby.ask(open_tables.ListTables())
        for line in tables.tables:
            self.drawn.setdefault(line.table, f"table {len(self.drawn)}")
        self.seen += [self.lobby.ask(presence.ListPlayers()), tables]

    def transcript(self) -> list[str]:
        """All of it in order, with names for what is drawn by chance."""
        names = {who.account: name for name, who in self.people.items()} | self.drawn
        return [_with_names(one, names) for one in self.seen]

    def asked_about(self, name: str) -> list[Request[Any]]:
        """What other services were asked about a player."""
        account = self.id(name)
        kinds = (wallet.CheckStake, wallet.CheckGuest, moderation.GetConduct)
        return [each for each in self.lobby.rpc.calls if isinstance(each, kinds) and account in encode(each).decode()]

    # --- what nobody else may learn ---

    def become(self, fact: str) -> None:
        """Make a private fact about the victim true."""
        account = self.id(VICTIM)
        if fact == "balance":
            self.wallet.registered("winner")
            self.wallet.asked(asked("m0", "winner", account, stake=4_000))
            self.wallet.finished(finished("m0", "winner", account, stake=4_000))
        elif fact in ("loss_day", "stake"):
            self.wallet.ask(limits.SetLimit(account=account, name=fact, value=500))
        elif fact == "self_exclusion":
            self.wallet.ask(limits.Exclude(account=account, period="30d"))
            self.lobby.deliver(leaving.self_excluded, limits.SelfExcluded(account=account, until_ms=None))
        elif fact == "suspension":
            self.suspended = True
        else:
            assert fact in ("shared_device", "nothing")

    def _enter(self, name: str, device: str) -> None:
        """Victims come in while moderation does not answer, so that a suspension of theirs would not keep them out."""
        session = self.lobby.register(name, device=device)
        self.wallet.registered(session.account.account, device=device)
        if name in (VICTIM, OTHER_VICTIM):
            self.lobby.wait(1)
            self.lobby.rpc.answers[moderation.GetConduct] = Refusal("service_unavailable")
            session = self.lobby.log_in(name, device=device)
        self.people[name] = self.lobby.connect(session)

    def _conduct(self, asked_: moderation.GetConduct) -> moderation.Conduct:
        is_out = self.suspended and asked_.account == self.id(VICTIM)
        suspension = moderation.Suspension(reason="", from_ms=0, until_ms=None) if is_out else None
        return moderation.Conduct(account=asked_.account, cards={}, roles=[], suspension=suspension)


FACTS = ("balance", "loss_day", "stake", "self_exclusion", "suspension", "shared_device")
"""What a player may not learn of another."""


def _with_names(one: Any, names: Mapping[str, str]) -> str:
    text = encode(one).decode()
    for drawn, name in names.items():
        text = text.replace(drawn, name)
    return text
