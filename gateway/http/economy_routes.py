"""The operations about chips: lotteries, shop, gifts, invitations, responsible gaming."""

from gateway.http.economy import Economy
from gateway.http.request_bodies import (
    AcknowledgeBody,
    AvatarBody,
    DrawBody,
    ExclusionBody,
    GiftBody,
    GiftsQuery,
    InviteQuery,
    LimitBody,
    Nothing,
    PaymentBody,
    PaymentsQuery,
    TicketsQuery,
    TransfersQuery,
    WearBody,
)
from gateway.http.routes import Route
from services.contracts import economy, payments, wallet

_CARE_ERRORS = ("self_excluded", "session_limit", "loss_limit", "debt_open")
_PURCHASE_ERRORS = (
    *("purchases_closed", "pack_unknown", "account_unknown", "self_excluded", "deposit_limit"),
    "debt_open",
    *("account_suspended", "account_blocked"),
    "provider_unavailable",
)
_TICKET_ERRORS = (
    *("lottery_unknown", "account_unknown", "ticket_not_ready", "lottery_limit", "insufficient_chips"),
    *("email_unconfirmed", "ticket_network_limit"),
    *_CARE_ERRORS,
)
_GIFT_ERRORS = (
    *("not_in_match", "item_unknown", "bad_parameters", "no_teammate", "not_teammate", "recipient_not_human"),
    *("recipient_self", "too_fast", "insufficient_chips", "account_unknown"),
)


def economy_routes(handlers: Economy) -> list[Route]:
    """Every operation, with its handler."""
    return [
        *_wallet_routes(handlers),
        *_shop_routes(handlers),
        *_payment_routes(handlers),
        *_gift_routes(handlers),
        *_care_routes(handlers),
    ]


def _wallet_routes(handlers: Economy) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/wallet/transfers",
            summary="One's transfers, newest first; all of them, or what is about one thing",
            handler=handlers.list_transfers,
            answer=wallet.TransferPage,
            query=TransfersQuery,
            errors=("account_unknown",),
        ),
        Route(
            method="GET",
            path="/api/lotteries",
            summary="The lotteries with their odds, and how one stands",
            handler=handlers.list_lotteries,
            answer=economy.Lotteries,
        ),
        Route(
            method="POST",
            path="/api/lotteries/<lottery>/tickets",
            summary="Open a ticket: its chance is promised, nothing is paid yet; asked again, the same one",
            handler=handlers.open_ticket,
            answer=economy.Ticket,
            status=201,
            errors=_TICKET_ERRORS,
        ),
        Route(
            method="POST",
            path="/api/tickets/<ticket>/draw",
            summary="Pay and draw a ticket; with the prize comes all that proves it",
            handler=handlers.draw_ticket,
            answer=economy.Drawn,
            body=DrawBody,
            errors=("ticket_unknown", "seed_invalid", *_TICKET_ERRORS),
        ),
        Route(
            method="GET",
            path="/api/tickets",
            summary="One's drawn tickets, newest first",
            handler=handlers.list_tickets,
            answer=economy.Tickets,
            query=TicketsQuery,
        ),
    ]


def _shop_routes(handlers: Economy) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/shop",
            summary="Packs, avatars and items",
            handler=handlers.list_shop,
            answer=economy.Shop,
        ),
        Route(
            method="POST",
            path="/api/shop/debt",
            summary="Pay what is owed for payments that were taken back, as far as one's chips go",
            handler=handlers.pay_debt,
            answer=payments.Debt,
            errors=("account_unknown",),
        ),
    ]


def _payment_routes(handlers: Economy) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/api/shop/payments",
            summary="Begin to buy a pack; sent again with the same id it is the same payment",
            handler=handlers.begin_payment,
            answer=payments.Payment,
            body=PaymentBody,
            status=201,
            errors=_PURCHASE_ERRORS,
        ),
        Route(
            method="GET",
            path="/api/shop/payments",
            summary="One's purchases, newest first",
            handler=handlers.list_payments,
            answer=payments.Payments,
            query=PaymentsQuery,
        ),
        Route(
            method="POST",
            path="/api/shop/payments/<payment>/confirm",
            summary="Back from paying: ask the provider, and credit what has been paid",
            handler=handlers.confirm_payment,
            answer=payments.Payment,
            errors=("payment_unknown", "payment_not_confirmed", "provider_unavailable"),
        ),
        Route(
            method="POST",
            path="/api/payments/<provider>/notices",
            summary="For payment providers: what became of a payment, signed",
            handler=handlers.hear_provider,
            answer=Nothing,
            session=False,
            body_is_raw=True,
            errors=("notice_invalid", "payment_unknown"),
        ),
        Route(
            method="POST",
            path="/api/shop/avatars",
            summary="Buy an avatar and wear it",
            handler=handlers.buy_avatar,
            answer=economy.Wardrobe,
            body=AvatarBody,
            status=201,
            errors=("avatar_unknown", "wrong_place", "avatar_owned", "account_unknown", "insufficient_chips"),
        ),
        Route(
            method="PUT",
            path="/api/shop/avatars",
            summary="Wear one of one's own avatars, or none",
            handler=handlers.wear_avatar,
            answer=economy.Wardrobe,
            body=WearBody,
            errors=("avatar_unknown", "account_unknown"),
        ),
    ]


def _gift_routes(handlers: Economy) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/api/tables/<table>/gifts",
            summary="Give something to another seat of the table at which one plays",
            handler=handlers.give_item,
            answer=economy.Gift,
            body=GiftBody,
            status=201,
            errors=_GIFT_ERRORS,
        ),
        Route(
            method="GET",
            path="/api/tables/<table>/gifts",
            summary="What was given at a table",
            handler=handlers.list_gifts,
            answer=economy.Gifts,
            query=GiftsQuery,
        ),
        Route(
            method="GET",
            path="/api/gallery",
            summary="What one was given",
            handler=handlers.list_gallery,
            answer=economy.Gifts,
        ),
        Route(
            method="GET",
            path="/api/invites",
            summary="One's invitation code, its links by channel, and who came",
            handler=handlers.get_invite_card,
            answer=economy.InviteCard,
            query=InviteQuery,
            errors=("account_unknown",),
        ),
    ]


def _care_routes(handlers: Economy) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/care",
            summary="One's limits, exclusion and session",
            handler=handlers.get_care,
            answer=economy.CareCard,
            errors=("account_unknown",),
        ),
        Route(
            method="PUT",
            path="/api/care/limits",
            summary="Set a limit; a looser one counts after a while",
            handler=handlers.set_limit,
            answer=economy.CareCard,
            body=LimitBody,
            errors=("account_unknown",),
        ),
        Route(
            method="POST",
            path="/api/care/exclusion",
            summary="Shut the money games to oneself",
            handler=handlers.exclude,
            answer=economy.CareCard,
            body=ExclusionBody,
            errors=("account_unknown", "period_unknown", "exclusion_active"),
        ),
        Route(
            method="DELETE",
            path="/api/care/exclusion",
            summary="Ask to end an indefinite exclusion",
            handler=handlers.revoke_exclusion,
            answer=economy.CareCard,
            errors=("account_unknown", "not_excluded", "exclusion_active", "exclusion_minimum"),
        ),
        Route(
            method="POST",
            path="/api/care/acknowledged",
            summary="One has seen the reality check, or the notice on risks",
            handler=handlers.acknowledge,
            answer=economy.CareCard,
            body=AcknowledgeBody,
            errors=("account_unknown",),
        ),
    ]
