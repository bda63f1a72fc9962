"""The operations about chips: lotteries, shop, gifts, invitations, responsible gaming. The wallet serves them."""

from gateway.http.operations.forwarding import HOME_UNSET, Forwarding, home_of
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.lobby.accounts import access
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import invitations, limits, lotteries, payments, shop
from services.kernel.refusal import Refusal

PAYMENT_TIMEOUT_MS = 20_000
"""The time limit of requests for which the wallet calls a payment provider."""


def economy_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [*_wallet_routes(to), *_shop_routes(to), *_payment_routes(to), *_gift_routes(to), *_care_routes(to)]


def _wallet_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/wallet/transfers",
            wallet.ListTransfers,
            "One's transfers, newest first; all of them, or what is about one thing",
            query=("before", "limit", "about"),
        ),
        to.route("GET /api/lotteries", lotteries.ListLotteries, "The lotteries with their odds, and how one stands"),
        to.route(
            "GET /api/lotteries/free",
            lotteries.GetFreeOffer,
            "From when on the free ticket may be taken; null: none is offered",
        ),
        to.route(
            "POST /api/lotteries/<lottery>/tickets",
            lotteries.OpenTicket,
            "Open a ticket: its chance is promised, nothing is paid yet; asked again, the same one",
            invalid="lottery_unknown",
            status=201,
        ),
        to.route(
            "POST /api/tickets/<ticket>/draw",
            lotteries.DrawTicket,
            "Pay and draw a ticket; with the prize comes all that proves it",
            body=("seed",),
            body_name="DrawBody",
            invalid="ticket_unknown",
        ),
        to.route(
            "GET /api/tickets",
            lotteries.ListTickets,
            "One's drawn tickets, newest first",
            query=("before_ms", "limit"),
        ),
    ]


def _shop_routes(to: Forwarding) -> list[Route]:
    return [
        to.route("GET /api/shop", shop.ListShop, "Packs, avatars and items"),
        to.route(
            "POST /api/shop/debt",
            payments.PayDebt,
            "Pay what is owed for payments that were taken back, as far as one's chips go",
        ),
        to.route(
            "POST /api/shop/avatars",
            shop.BuyAvatar,
            "Buy an avatar and wear it",
            body=("id", "avatar", "place", "seen_chips"),
            body_name="AvatarBody",
            status=201,
        ),
        to.route(
            "PUT /api/shop/avatars",
            shop.WearAvatar,
            "Wear one of one's own avatars, or none",
            body=("avatar",),
            body_name="WearBody",
        ),
    ]


def _payment_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/shop/payments",
            payments.BeginPayment,
            "Begin to buy a pack; sent again with the same id it is the same payment",
            *access.CheckStanding.refusals,
            body=("id", "pack", "seen_cents", "seen_chips"),
            body_name="PaymentBody",
            first=lambda _call, asked: access.CheckStanding(account=asked.account),
            timeout_ms=PAYMENT_TIMEOUT_MS,
            status=201,
        ),
        to.route(
            "GET /api/shop/payments",
            payments.ListPayments,
            "One's purchases, newest first",
            query=("before_ms", "limit"),
        ),
        to.route(
            "POST /api/shop/payments/<payment>/confirm",
            payments.ConfirmPayment,
            "Back from paying: ask the provider, and credit what has been paid",
            invalid="payment_unknown",
            timeout_ms=PAYMENT_TIMEOUT_MS,
            deed=False,
        ),
        to.route(
            "POST /api/payments/<provider>/notices",
            payments.HearProvider,
            "For payment providers: what became of a payment, signed",
            fill={"body": lambda call: call.raw, "signature": lambda call: call.signature},
            invalid="notice_invalid",
            timeout_ms=PAYMENT_TIMEOUT_MS,
            session=False,
            body_is_raw=True,
        ),
    ]


def _gift_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/tables/<table>/gifts",
            shop.GiveItem,
            "Give something to another seat of the table at which one plays",
            body=("id", "match", "item", "seat", "seen_chips"),
            body_name="GiftBody",
            status=201,
        ),
        to.route("GET /api/tables/<table>/gifts", shop.ListGifts, "What was given at a table", query=("since_ms",)),
        to.route(
            "GET /api/gallery",
            shop.ListGifts,
            "What one was given",
            fill={"receiver": lambda call: call.account_id},
            name="list_gallery",
        ),
        to.route(
            "GET /api/invites",
            invitations.GetInviteCard,
            "One's invitation code, its links by channel, and who came",
            HOME_UNSET.error,
            query=("text", "subject"),
            fill={"host": _host, "scheme": _scheme},
        ),
    ]


def _host(call: Call) -> str | Refusal:
    home = home_of(call)
    return home if isinstance(home, Refusal) else home.partition("://")[2]


def _scheme(call: Call) -> str:
    return "http" if call.home.startswith("http://") else "https"


def _care_routes(to: Forwarding) -> list[Route]:
    return [
        to.route("GET /api/care", limits.GetCare, "One's limits, exclusion and session"),
        to.route(
            "PUT /api/care/limits",
            limits.SetLimit,
            "Set a limit; a looser one counts after a while",
            body=("name", "value"),
            body_name="LimitBody",
        ),
        to.route(
            "POST /api/care/exclusion",
            limits.Exclude,
            "Shut the money games to oneself",
            body=("period",),
            body_name="ExclusionBody",
        ),
        to.route("DELETE /api/care/exclusion", limits.RevokeExclusion, "Ask to end an indefinite exclusion"),
        to.route(
            "POST /api/care/acknowledged",
            limits.Acknowledge,
            "One has seen the reality check, or the notice on risks",
            body=("what",),
            body_name="AcknowledgeBody",
        ),
    ]
