"""Chips, lotteries, shop, invitations, limits: requests to the wallet on behalf of a player."""

from typing import Any

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
from gateway.http.routes import Call
from gateway.rpc import Rpc
from services.contracts import access, economy, lobby, payments, wallet
from services.kernel.refusal import Refusal

PAYMENT_TIMEOUT_MS = 20_000
"""The time limit of requests for which the wallet calls a payment provider."""
_NAME_LENGTH_MAX = 64


class Economy:
    """Handlers of everything about chips."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks the wallet, and the lobby about gifts."""
        self._rpc = rpc

    # --- the wallet ---

    def list_transfers(self, call: Call) -> wallet.TransferPage | Refusal:
        """One's own transfers, newest first."""
        query: TransfersQuery = call.query
        request = wallet.ListTransfers(
            account=call.account_id, before=query.before, limit=query.limit, about=query.about
        )
        return self._rpc.call(request)

    # --- lotteries ---

    def list_lotteries(self, call: Call) -> economy.Lotteries | Refusal:
        """The running lotteries, with their odds."""
        return self._rpc.call(economy.ListLotteries(account=call.account_id))

    def open_ticket(self, call: Call) -> economy.Ticket | Refusal:
        """The commitment of a lottery's next ticket."""
        lottery = call.path["lottery"]
        if len(lottery) > _NAME_LENGTH_MAX:
            return Refusal("lottery_unknown")
        return self._rpc.call(economy.OpenTicket(account=call.account_id, lottery=lottery))

    def draw_ticket(self, call: Call) -> economy.Drawn | Refusal:
        """Buy a ticket, which is drawn at once."""
        body: DrawBody = call.body
        ticket = call.path["ticket"]
        if len(ticket) > _NAME_LENGTH_MAX:
            return Refusal("ticket_unknown")
        return self._rpc.call(economy.DrawTicket(account=call.account_id, ticket=ticket, seed=body.seed))

    def list_tickets(self, call: Call) -> economy.Tickets | Refusal:
        """One's own."""
        query: TicketsQuery = call.query
        return self._rpc.call(
            economy.ListTickets(account=call.account_id, before_ms=query.before_ms, limit=query.limit)
        )

    # --- shop ---

    def list_shop(self, call: Call) -> economy.Shop | Refusal:
        """Packs, avatars, items."""
        return self._rpc.call(economy.ListShop(account=call.account_id))

    def begin_payment(self, call: Call) -> payments.Payment | Refusal:
        """Buy a pack: the address where it is paid. Nobody spends money whose standing moderation has not confirmed."""
        body: PaymentBody = call.body
        standing = self._rpc.call(access.CheckStanding(account=call.account_id))
        if isinstance(standing, Refusal):
            return standing
        request = payments.BeginPayment(account=call.account_id, id=body.id, pack=body.pack, home=call.home)
        return self._rpc.call(request, PAYMENT_TIMEOUT_MS)

    def pay_debt(self, call: Call) -> payments.Debt | Refusal:
        """Pay one's debt."""
        return self._rpc.call(payments.PayDebt(account=call.account_id))

    def list_payments(self, call: Call) -> payments.Payments | Refusal:
        """One's own."""
        query: PaymentsQuery = call.query
        return self._rpc.call(
            payments.ListPayments(account=call.account_id, before_ms=query.before_ms, limit=query.limit)
        )

    def confirm_payment(self, call: Call) -> payments.Payment | Refusal:
        """The player is back from the payment provider: look whether the pack has been paid."""
        payment = call.path["payment"]
        if len(payment) > _NAME_LENGTH_MAX:
            return Refusal("payment_unknown")
        request = payments.ConfirmPayment(account=call.account_id, payment=payment)
        return self._rpc.call(request, PAYMENT_TIMEOUT_MS)

    def hear_provider(self, call: Call) -> Nothing | Refusal:
        """A notice of the payment provider, passed on unchanged: the wallet checks the signature."""
        provider = call.path["provider"]
        if len(provider) > _NAME_LENGTH_MAX:
            return Refusal("notice_invalid")
        request = payments.HearProvider(provider=provider, body=call.raw, signature=call.signature)
        answer = self._rpc.call(request, PAYMENT_TIMEOUT_MS)
        return answer if isinstance(answer, Refusal) else Nothing()

    def buy_avatar(self, call: Call) -> economy.Wardrobe | Refusal:
        """Buy an avatar and use it."""
        body: AvatarBody = call.body
        return self._rpc.call(
            economy.BuyAvatar(account=call.account_id, id=body.id, avatar=body.avatar, place=body.place)
        )

    def wear_avatar(self, call: Call) -> economy.Wardrobe | Refusal:
        """Use an avatar that one owns, or none."""
        body: WearBody = call.body
        return self._rpc.call(economy.WearAvatar(account=call.account_id, avatar=body.avatar))

    # --- gifts ---

    def give_item(self, call: Call) -> economy.Gift | Refusal:
        """Buy a gift for another seat of one's table."""
        body: GiftBody = call.body
        return self._rpc.call(
            lobby.GiveItem(
                account=call.account_id,
                id=body.id,
                table=call.path["table"],
                match=body.match,
                item=body.item,
                seat=body.seat,
            )
        )

    def list_gifts(self, call: Call) -> economy.Gifts | Refusal:
        """The gifts at a table."""
        query: GiftsQuery = call.query
        return self._rpc.call(economy.ListGifts(table=call.path["table"], since_ms=query.since_ms))

    def list_gallery(self, call: Call) -> economy.Gifts | Refusal:
        """The gifts that one has received."""
        return self._rpc.call(economy.ListGifts(receiver=call.account_id))

    # --- invitations ---

    def get_invite_card(self, call: Call) -> economy.InviteCard | Refusal:
        """One's invitation code, with links for sharing it."""
        query: InviteQuery = call.query
        scheme, _, host = call.home.partition("://")
        return self._rpc.call(
            economy.GetInviteCard(
                account=call.account_id,
                host=host,
                text=query.text,
                subject=query.subject,
                scheme="http" if scheme == "http" else "https",
            )
        )

    # --- responsible gaming ---

    def get_care(self, call: Call) -> economy.CareCard | Refusal:
        """One's limits, exclusion and session."""
        return self._rpc.call(economy.GetCare(account=call.account_id))

    def set_limit(self, call: Call) -> economy.CareCard | Refusal:
        """Set a limit."""
        body: LimitBody = call.body
        return self._rpc.call(economy.SetLimit(account=call.account_id, name=body.name, value=body.value))

    def exclude(self, call: Call) -> economy.CareCard | Refusal:
        """Begin an exclusion at once."""
        body: ExclusionBody = call.body
        return self._rpc.call(economy.Exclude(account=call.account_id, period=body.period))

    def revoke_exclusion(self, call: Call) -> economy.CareCard | Refusal:
        """Ask for the end of an indefinite exclusion."""
        return self._rpc.call(economy.RevokeExclusion(account=call.account_id))

    def acknowledge(self, call: Call) -> Any | Refusal:
        """Acknowledge the reality check or the notice."""
        body: AcknowledgeBody = call.body
        return self._rpc.call(economy.Acknowledge(account=call.account_id, what=body.what))
