"""The mocked house's chips: answers of the wallet, made of the contracts' own messages."""

import hashlib
import json
from typing import Any, Literal
from urllib.parse import parse_qsl

import msgspec

from gateway.port.statuses import status_of
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import invitations, limits, lotteries, payments
from services.contracts.wallet import shop as wallet_shop
from services.kernel.refusal import Refusal
from services.wallet.invitations.rules import share_links
from services.wallet.ledger.use_cases import ABOUT
from services.wallet.limits import protection as responsible_gaming
from services.wallet.lotteries import rules as tickets
from services.wallet.lotteries.rules import FREE, LOTTERIES, prize_chips
from services.wallet.lotteries.use_cases import _line as lottery_line
from services.wallet.payments.rules import PACKS
from services.wallet.shop import rules as shop
from tests.web.match import DAWN_MS, now_ms

ROOT = bytes(range(32))
HELPLINE = "2109237777"


class Chips:
    """Answers everything below the economy's paths. `asked`: method, path and body of what was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, Any]] = []
        self.refuse: Refusal | None = None
        self.chips = 5_000
        self.page = 50
        self.opened: lotteries.Ticket | None = None
        self.owned: list[str] = []
        self.worn: str | None = None
        self.free_ready_at_ms = 0
        self.free_offered_at_ms: int | None = None
        self.paid = False
        self.provider = "simulated"
        self.debt = 0
        self.item_recipients: Literal["partner", "company", "table"] = "company"
        self.tickets: list[lotteries.Ticket] = []
        self.gallery: list[wallet_shop.Gift] = []
        self.payments: list[payments.Payment] = []
        self.queries: list[str] = []
        self.card = limits.CareCard(
            limits=[
                limits.LimitLine(name=name, value=None, pending=None, pending_at_ms=None, used=0)  # type: ignore[arg-type]
                for name in responsible_gaming.LIMITS
            ],
            excluded_from_ms=None,
            excluded_until_ms=None,
            login_at_ms=DAWN_MS,
            check_due=False,
            played_ms=61 * 60_000,
            net_chips=-700,
            notice_seen=True,
            reality_check_minutes=60,
            helpline=HELPLINE,
        )
        self.transfers = [
            wallet.Transfer(id=3, at_ms=DAWN_MS, kind="payout", chips=825, balance_chips=5325, reference="settle:m:0"),
            wallet.Transfer(id=2, at_ms=DAWN_MS, kind="stake_hold", chips=-500, balance_chips=4500, reference="hold:m"),
            wallet.Transfer(id=1, at_ms=DAWN_MS, kind="welcome", chips=5000, balance_chips=5000, reference="welcome:a"),
        ]

    def answer(self, method: str, path: str, body: bytes | None) -> tuple[int, Any] | None:
        """Status and value; None: not about chips."""
        path, _, query = path.partition("?")
        if path.split("/")[0] not in ("wallet", "lotteries", "tickets", "shop", "invites", "care", "gallery"):
            return None
        given = json.loads(body) if body else None
        self.queries.append(f"{path}?{query}")
        if path not in ("care", "lotteries/free"):
            self.asked.append((method, path, given))
        found = self.refuse if self.refuse is not None and method != "GET" else self._find(method, path, given)
        return (status_of(found.error), found) if isinstance(found, Refusal) else (200, found)

    def _find(self, method: str, path: str, given: Any) -> Any:
        match method, path.split("/"):
            case "GET", ["wallet", "transfers"]:
                return self._transfers()
            case "GET", ["lotteries", *rest]:
                return lotteries.FreeOffer(ready_at_ms=self.free_offered_at_ms) if rest else self._lotteries()
            case "GET", ["tickets"]:
                return lotteries.Tickets(tickets=self.tickets, next_before_ms=None)
            case "GET", ["gallery"]:
                return wallet_shop.Gifts(gifts=self.gallery)
            case "POST", ["lotteries", lottery, "tickets"]:
                return self._open(lottery)
            case "POST", ["tickets", _, "draw"]:
                return self._draw(given["seed"])
            case _, ["shop", *rest]:
                return self._shop(method, rest, given)
            case "GET", ["invites"]:
                return self._invites()
            case _, ["care", *rest]:
                return self._care(rest, given)
        raise KeyError(path)

    def _transfers(self) -> wallet.TransferPage:
        """One a page; of those about something only what is about it."""
        asked = dict(parse_qsl(self.queries[-1].partition("?")[2]))
        kinds = ABOUT[asked["about"]] if "about" in asked else None  # type: ignore[index]
        found = [
            each
            for each in self.transfers
            if each.id < int(asked.get("before", 10**9)) and (kinds is None or each.kind in kinds)
        ]
        page = found[: self.page]
        return wallet.TransferPage(transfers=page, next_before=page[-1].id if len(found) > len(page) else None)

    def _lotteries(self) -> lotteries.Lotteries:
        return lotteries.Lotteries(
            lotteries=[lottery_line(name, lottery) for name, lottery in LOTTERIES.items()],
            free_ready_at_ms=self.free_ready_at_ms,
            tickets_left_today=50,
            opened=[],
            helpline=HELPLINE,
            free_every_ms=4 * 3_600_000,
        )

    def _open(self, lottery: str) -> lotteries.Ticket:
        self.opened = lotteries.Ticket(
            ticket="00000000-0000-4000-8000-000000000001",
            lottery=lottery,
            price_chips=LOTTERIES[lottery].price_chips,
            commit=hashlib.sha256(ROOT).hexdigest(),
            opened_at_ms=DAWN_MS,
        )
        return self.opened

    def _draw(self, seed: str) -> lotteries.Drawn:
        assert self.opened is not None
        draw = tickets.draw(ROOT, self.opened.ticket, seed)
        prize = prize_chips(self.opened.lottery, draw)
        assert isinstance(prize, int)
        self.chips += prize - self.opened.price_chips
        ticket = lotteries.Ticket(
            ticket=self.opened.ticket,
            lottery=self.opened.lottery,
            price_chips=self.opened.price_chips,
            commit=self.opened.commit,
            opened_at_ms=DAWN_MS,
            seed=seed,
            root=ROOT.hex(),
            draw=draw,
            prize_chips=prize,
            drawn_at_ms=DAWN_MS,
        )
        self.tickets.insert(0, ticket)
        if self.opened.lottery == FREE:
            self.free_offered_at_ms = now_ms() + 4 * 3_600_000
        return lotteries.Drawn(ticket=ticket, chips=self.chips)

    def _shop(self, method: str, rest: list[str], given: Any) -> Any:
        match method, rest:
            case "GET", []:
                return self._shelves()
            case "GET", ["payments"]:
                return payments.Payments(payments=self.payments, next_before_ms=None)
            case "POST", ["payments"]:
                return self._payment("pending", "/shop/pay/pay-1")
            case "POST", ["payments", _, "confirm"]:
                return self._payment("confirmed") if self.paid else Refusal("payment_not_confirmed")
            case "POST", ["debt"]:
                paid = min(self.debt, self.chips)
                self.debt, self.chips = self.debt - paid, self.chips - paid
                return payments.Debt(debt_chips=self.debt, chips=self.chips)
            case "POST", ["avatars"]:
                self.owned.append(given["avatar"])
                self.worn = given["avatar"]
            case "PUT", ["avatars"]:
                self.worn = given["avatar"]
        return wallet_shop.Wardrobe(owned=self.owned, worn=self.worn, chips=self.chips)

    def _payment(self, state: payments.PaymentState, url: str | None = None) -> payments.Payment:
        return payments.Payment(
            payment="pay-1",
            pack="pack_5000",
            chips=5_000,
            price_cents=199,
            state=state,
            created_at_ms=DAWN_MS,
            url=url,
        )

    def _shelves(self) -> wallet_shop.Shop:
        return wallet_shop.Shop(
            packs=[
                wallet_shop.PackLine(pack=name, chips=pack.chips, price_cents=pack.price_cents)
                for name, pack in PACKS.items()
            ],
            avatars=[
                wallet_shop.AvatarLine(avatar=name, price_chips=chips, owned=name in self.owned)
                for name, chips in shop.AVATARS.items()
            ],
            items=[wallet_shop.ItemLine(item=name, price_chips=chips) for name, chips in shop.ITEMS.items()],
            worn=self.worn,
            provider=self.provider,
            helpline=HELPLINE,
            item_recipients=self.item_recipients,
            debt_chips=self.debt,
        )

    def _invites(self) -> invitations.InviteCard:
        return invitations.InviteCard(
            code="AB12CD34",
            link="https://kafeneio.example/r/AB12CD34",
            share=share_links("kafeneio.example", "AB12CD34", "Come", "A chair"),
            invited=[invitations.Invited(at_ms=DAWN_MS, result="rewarded", chips=2_000)],
            inviter_chips=2_000,
            invitee_chips=1_000,
            left_today=4,
            left_month=29,
        )

    def _care(self, rest: list[str], given: Any) -> limits.CareCard:
        replace = msgspec.structs.replace
        match rest:
            case ["limits"]:
                lines = [
                    replace(line, value=given["value"]) if line.name == given["name"] else line
                    for line in self.card.limits
                ]
                self.card = replace(self.card, limits=lines)
            case ["exclusion"]:
                self.card = replace(self.card, excluded_from_ms=DAWN_MS, excluded_until_ms=DAWN_MS + 86_400_000)
            case ["acknowledged"]:
                seen = {
                    "check": ("check_due", False),
                    "notice": ("notice_seen", True),
                    "limits": ("limits_asked", True),
                }
                name, value = seen[given["what"]]
                self.card = replace(self.card, **{name: value})
        return self.card
