"""What a farm of made-up accounts earns in three days with 100 addresses (services/wallet/RULES.md §7,
services/ranking/RULES.md §2, services/tournaments/RULES.md §5).

The attacker registers as many accounts as the platform takes from each address, reads the mails of a domain of their
own, draws every free ticket, invites their own accounts across addresses, loses throwaway matches to some accounts for
every leaderboard, and enters a competition with prizes of the platform every day. What they have is what real services,
with the settings of each kind of site, have issued to them once every week and month is over; moving it to one account
costs the rake on top, and is not subtracted here. Each ticket pays what it is worth on average, so that one lucky
ticket does not decide what a farm earns. The last line of the output is JSON.
"""

import argparse
import itertools
import json
import tempfile
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import Registered, SessionBegan
from services.contracts.ranking import boards
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import events as competition_events
from services.contracts.wallet import invitations, lotteries
from services.kernel.refusal import Refusal
from services.platform.database.migrations import migrate
from services.platform.operations import console
from services.platform.process import logs
from services.ranking.boards import rules as leaderboards
from services.ranking.elo.rules import EloSettings
from services.wallet.lotteries.rules import DRAWS, FREE, LOTTERIES, Lottery, Row
from services.wallet.schema import transfers
from services.wallet.settings import WalletSettings
from tests.ranking.on_boards import game
from tests.ranking.rankings import Ranking
from tests.tournaments.platform import HOUR_MS, Tournaments
from tests.wallet.wallets import Wallet

DAY_MS = 86_400_000
_MEMORY = Path("/dev/shm")
HELPERS = 8
"""Accounts that lose to one that is to win a board, or play in a competition beside those that are to win it."""
LOST = 5
"""Matches that each of them loses."""
COMPETITION_PRIZES = [50_000, 25_000, 10_000]


class Site(NamedTuple):
    """How a site is set. `registrations`: accounts of one address and day (the lobby's `register_per_ip_day`);
    `watched`: whether prizes need what they need by default."""

    name: str
    registrations: int
    wallet: WalletSettings
    watched: bool


class Earned(NamedTuple):
    """Chips that the platform has issued to a farm: `days` without prizes, by day, and altogether by what they were
    for; `places`: how many prizes of boards and competitions it has won."""

    days: list[int]
    kinds: dict[str, int]
    places: int

    @property
    def invites_chips(self) -> int:
        """By invitations, to both sides."""
        return self.kinds.get("invite_inviter", 0) + self.kinds.get("invite_invitee", 0)

    @property
    def line(self) -> dict[str, int | str | list[int]]:
        """As the last line of the output says it."""
        boards_chips, competitions_chips = self.kinds.get("board_prize", 0), self.kinds.get("prize", 0)
        return {
            "boards_chips": boards_chips,
            "competitions_chips": competitions_chips,
            "invites_chips": self.invites_chips,
            "prizes_and_invites_chips": boards_chips + competitions_chips + self.invites_chips,
            "welcome_chips": self.kinds.get("welcome", 0),
            "tickets_chips": self.kinds.get("free_ticket", 0),
            "prize_places": self.places,
            "days_chips": self.days,
            "total_chips": sum(self.kinds.values()),
        }


FREE_TICKET_WORTH_CHIPS = sum(row.weight * row.prize_chips for row in LOTTERIES[FREE].rows) // DRAWS
ALWAYS_AVERAGE = {**LOTTERIES, FREE: Lottery(0, (Row(DRAWS, FREE_TICKET_WORTH_CHIPS),))}
SITES = (
    Site("before", 20, WalletSettings(lotteries=ALWAYS_AVERAGE), watched=False),
    Site(
        "after",
        20,
        WalletSettings(
            gifts_need_email=True,
            gifts_per_network_month=3,
            invites_per_network_month=1,
            free_tickets_per_network_day=6,
            person_keys_secret="secret",
            lotteries=ALWAYS_AVERAGE,
        ),
        watched=True,
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
        with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
            earned = farm(site, Path(folder), chosen.addresses, chosen.days)
        by_day = ", ".join(f"{chips:,}" for chips in earned.days)
        console.say(f"{site.name}: chips earned with {chosen.addresses} addresses, by day without prizes: {by_day}")
        console.say(f"{site.name}: altogether {', '.join(f'{kind} {chips:,}' for kind, chips in earned.kinds.items())}")
    console.say(json.dumps(earned.line))


def farm(site: Site, folder: Path, addresses: int, days: int) -> Earned:
    """What the platform has issued to the farm that works for so many days."""
    platform = _Platform(site, folder)
    wallet = platform.wallet
    try:
        earned: list[int] = []
        accounts: list[tuple[str, str]] = []
        for day in range(days):
            new = [
                (f"d{day}a{address}n{number}", f"address{address}")
                for address, number in itertools.product(range(addresses), range(site.registrations))
            ]
            accounts += new
            _register(platform, site, new)
            _draw(wallet, site, accounts)
            platform.play_for_boards(accounts)
            platform.play_a_competition(f"cup{day}", accounts)
            earned.append(-wallet.house("house:issuance") - sum(earned))
            wallet.clock.advance(DAY_MS)
        platform.close_all_boards()
        return Earned(earned, _issued(wallet), platform.places)
    finally:
        platform.close()


def _issued(wallet: Wallet) -> dict[str, int]:
    """Chips by kind of transfer that came from the platform."""
    columns = transfers.c
    chosen = sa.select(columns.kind, sa.func.sum(columns.amount_chips)).where(columns.source.startswith("house:"))
    with wallet.database.work() as work:
        found = work.execute(chosen.where(columns.target.startswith("player:")).group_by(columns.kind))
        return {kind: int(chips) for kind, chips in found.tuples()}


class _Platform:
    """Wallet, ranking and tournaments at one clock, and the events that they have for one another."""

    def __init__(self, site: Site, folder: Path) -> None:
        urls = {name: f"sqlite:///{folder}/{name}.db" for name in ("wallet", "ranking", "tournaments")}
        for name, url in urls.items():
            migrate(name, url)
        self.wallet = Wallet(urls["wallet"], site.wallet)
        strict = {} if site.watched else {"established_days": 0, "prizes_need_email": False}
        boards_too = {} if site.watched else {"board_min_opponents": 1}
        self.ranking = Ranking(urls["ranking"], EloSettings(), self.wallet.clock, **strict, **boards_too)
        self.cups = Tournaments(urls["tournaments"], self.wallet.clock, **strict)
        self.places = 0
        self.ranking.service.app.look_after_boards()

    def close(self) -> None:
        """Close all databases."""
        for process in (self.wallet, self.ranking, self.cups):
            process.close()

    def hear(self, entrypoint: str, *events: Registered | EmailConfirmed | SessionBegan) -> None:
        """What the lobby publishes of persons; the wallet has it already."""
        for process in (self.ranking, self.cups):
            process.hear(entrypoint, *events)

    def play_for_boards(self, accounts: list[tuple[str, str]]) -> None:
        """One account for each game, to which others of other addresses lose; the best of all is best of the first."""
        self.wallet.clock.advance(60_000)
        now_ms = self.wallet.clock.now_ms()
        households = list({address: account for account, address in accounts}.values())
        for number, name in enumerate(leaderboards.GAMES):
            winner = households[number % len(households)]
            helpers = [each for each in _others(households, number + 1, HELPERS) if each != winner]
            for helper in helpers:
                lost = [
                    game(self.ranking, f"{name} {winner} {helper} {now_ms} {each}", winner, helper, game=name)
                    for each in range(LOST)
                ]
                self.ranking.finished(*lost)
        self.ranking.told()

    def play_a_competition(self, id: str, accounts: list[tuple[str, str]]) -> None:
        """A free competition with prizes of the platform, in which nobody but the farm plays."""
        cups, clock = self.cups, self.cups.clock
        players = _others(list({address: account for account, address in accounts}.values()), 0, 2 * HELPERS)
        if len(players) < 4:
            return
        cups.announce(id, price_chips=0, prize_mode="fixed", prizes=COMPETITION_PRIZES, shares_bps=[], min_entrants=4)
        cups.tick()
        cups.enter(*players, competition=id)
        cups.later(HOUR_MS)
        for called in cups.call(*players, competition=id):
            cups.finish(called)
        cups.later(3 * HOUR_MS)
        cups.later(HOUR_MS)
        for told in cups.told():
            if isinstance(told, competition_events.PrizesAsked):
                self.places += len(told.prizes)
                self.wallet.hear("on_prizes_asked", told)
                cups.hear("on_prizes_paid", answers.PrizesPaid(competition=id, revision=0, shortfalls={}))
        clock.advance(-5 * HOUR_MS)  # the day is not over: everything else happens in it too

    def close_all_boards(self) -> None:
        """Every week and month in which the farm has played is over and paid."""
        for _ in range(6):
            self.wallet.clock.advance(7 * DAY_MS)
            self.ranking.service.app.look_after_boards()
        for closed in self.ranking.told_of(boards.BoardClosed):
            self.places += len(closed.prizes)
            self.wallet.hear("on_board_closed", closed)


def _others(households: list[str], first: int, most: int) -> list[str]:
    """Accounts of different addresses."""
    return [households[(first + number) % len(households)] for number in range(min(most, len(households)))]


def _register(platform: _Platform, site: Site, new: list[tuple[str, str]]) -> None:
    """Every account from a browser without cookies, one in three invited by one of the farm's own at another
    address."""
    wallet = platform.wallet
    now_ms = wallet.clock.now_ms()
    for number, (account, address) in enumerate(new):
        known = {"device": "", "created_at_ms": now_ms, "email_key": f"key of {account}", "network": address}
        if number % 3 == 2:
            inviter = new[number - (1 if number <= site.registrations else site.registrations)][0]
            card = wallet.ask(invitations.GetInviteCard(account=inviter, host="h", text="", subject=""))
            wallet.ask(invitations.Welcome(account=account, code=card.code, **known))
        else:
            wallet.hear("on_registered", Registered(account=account, name=account, **known))
        wallet.hear("on_session_began", SessionBegan(account=account, at_ms=now_ms, address_key=address))
        wallet.hear("on_email_confirmed", EmailConfirmed(account=account, email_key=known["email_key"], at_ms=now_ms))
    for first in range(0, len(new), 500):
        some = new[first : first + 500]
        keys = [{"account": account, "email_key": f"key of {account}"} for account, _address in some]
        platform.hear(
            "on_registered",
            *(
                Registered(name=own["account"], device="", created_at_ms=now_ms, network=address, **own)
                for own, (_account, address) in zip(keys, some, strict=True)
            ),
        )
        platform.hear("on_email_confirmed", *(EmailConfirmed(at_ms=now_ms, **own) for own in keys))


def _draw(wallet: Wallet, site: Site, accounts: list[tuple[str, str]]) -> None:
    """A free ticket for each account: once a day, which is less than the attacker could take before."""
    now_ms = wallet.clock.now_ms()
    for account, address in accounts:
        wallet.hear("on_session_began", SessionBegan(account=account, at_ms=now_ms, address_key=address))
        ticket = wallet.ask(lotteries.OpenTicket(account=account, lottery="free"))
        if not isinstance(ticket, Refusal):
            wallet.ask(lotteries.DrawTicket(account=account, ticket=ticket.ticket))


if __name__ == "__main__":
    main()
