"""What a farm of made-up accounts earns day by day with 100 addresses (services/wallet/RULES.md §7).

The attacker registers as many accounts as the platform takes from each address, reads the mails of a domain of their
own, draws every free ticket and invites their own accounts. What they have is what a real wallet, with the settings of
each kind of site, has issued to them; moving it to one account costs the rake on top, and is not subtracted here. Each
ticket pays what it is worth on average, so that one lucky ticket does not decide what a farm earns.
"""

import argparse
import itertools
import tempfile
from typing import NamedTuple

from services.contracts import economy
from services.contracts.access import EmailConfirmed
from services.contracts.lobby import Registered, SessionBegan
from services.kernel.refusal import Refusal
from services.plumbing import console, logs
from services.plumbing.migrations import migrate
from services.wallet.lottery import DRAWS, FREE, LOTTERIES, Lottery, Row
from services.wallet.settings import WalletSettings
from tests.wallet.wallets import Wallet

DAY_MS = 86_400_000


class Site(NamedTuple):
    """How a site is set. `registrations`: accounts of one address and day (the lobby's `register_per_ip_day`)."""

    name: str
    registrations: int
    wallet: WalletSettings


FREE_TICKET_WORTH_CHIPS = sum(row.weight * row.prize_chips for row in LOTTERIES[FREE].rows) // DRAWS
ALWAYS_AVERAGE = {**LOTTERIES, FREE: Lottery(0, (Row(DRAWS, FREE_TICKET_WORTH_CHIPS),))}
SITES = (
    Site("before", 20, WalletSettings(lotteries=ALWAYS_AVERAGE)),
    Site(
        "after",
        20,
        WalletSettings(
            gifts_need_email=True,
            gifts_per_network_month=3,
            free_tickets_per_network_day=6,
            person_keys_secret="secret",
            lotteries=ALWAYS_AVERAGE,
        ),
    ),
)


def main() -> None:
    """Print what each site's farm earns."""
    logs.set_up("ERROR", "farm")
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--addresses", type=int, default=100)
    args.add_argument("--days", type=int, default=3, help="days on which the farm works")
    chosen = args.parse_args()
    for site in SITES:
        with tempfile.TemporaryDirectory() as folder:
            days = farm(site, f"sqlite:///{folder}/wallet.db", chosen.addresses, chosen.days)
        earned = ", ".join(f"{chips:,}" for chips in days)
        console.say(f"{site.name}: chips earned with {chosen.addresses} addresses, by day: {earned}")


def farm(site: Site, url: str, addresses: int, days: int) -> list[int]:
    """The chips that the platform has issued to the farm on each day."""
    migrate("wallet", url)
    wallet = Wallet(url, site.wallet)
    try:
        earned: list[int] = []
        accounts: list[tuple[str, str]] = []
        for day in range(days):
            new = [
                (f"d{day}a{address}n{number}", f"address{address}")
                for address, number in itertools.product(range(addresses), range(site.registrations))
            ]
            accounts += new
            _register(wallet, new)
            _draw(wallet, site, accounts)
            earned.append(-wallet.house("house:issuance") - sum(earned))
            wallet.clock.advance(DAY_MS)
        return earned
    finally:
        wallet.close()


def _register(wallet: Wallet, new: list[tuple[str, str]]) -> None:
    """Every account from a browser without cookies, one in three invited by one of the farm's own."""
    now_ms = wallet.clock.now_ms()
    for number, (account, address) in enumerate(new):
        known = {"device": "", "created_at_ms": now_ms, "email_key": f"key of {account}", "network": address}
        if number % 3 == 2:
            inviter = new[number - 1][0]
            card = wallet.ask(economy.GetInviteCard(account=inviter, host="h", text="", subject=""))
            wallet.ask(economy.Welcome(account=account, code=card.code, **known))
        else:
            wallet.hear("on_registered", Registered(account=account, name=account, **known))
        wallet.hear("on_email_confirmed", EmailConfirmed(account=account, email_key=known["email_key"], at_ms=now_ms))


def _draw(wallet: Wallet, site: Site, accounts: list[tuple[str, str]]) -> None:
    """A free ticket for each account: once a day, which is less than the attacker could take before."""
    now_ms = wallet.clock.now_ms()
    for account, address in accounts:
        wallet.hear("on_session_began", SessionBegan(account=account, at_ms=now_ms, address_key=address))
        ticket = wallet.ask(economy.OpenTicket(account=account, lottery="free"))
        if not isinstance(ticket, Refusal):
            wallet.ask(economy.DrawTicket(account=account, ticket=ticket.ticket))


if __name__ == "__main__":
    main()
