"""The entrypoints of lotteries, shop, invitations and limits (RULES.md §7–§11)."""

from typing import Any

from services.contracts.wallet import shop_and_lotteries as economy
from services.kernel.refusal import Refusal
from services.platform.hosting.rpc import rpc
from services.wallet import use_cases as handlers


class EconomyRequests:
    """A part of the wallet's service class."""

    app: Any

    @rpc(economy.ListLotteries)
    def list_lotteries(self, request: economy.ListLotteries) -> economy.Lotteries:
        """The lotteries and their odds."""
        return self.app.run(handlers.list_lotteries, request)

    @rpc(economy.OpenTicket)
    def open_ticket(self, request: economy.OpenTicket) -> economy.Ticket | Refusal:
        """Open a ticket, with the commitment to its chance."""
        return self.app.run(handlers.open_ticket, request)

    @rpc(economy.DrawTicket)
    def draw_ticket(self, request: economy.DrawTicket) -> economy.Drawn | Refusal:
        """Pay for a ticket and draw it."""
        return self.app.run(handlers.draw_ticket, request)

    @rpc(economy.ListTickets)
    def list_tickets(self, request: economy.ListTickets) -> economy.Tickets:
        """An account's drawn tickets."""
        return self.app.run(handlers.list_tickets, request)

    @rpc(economy.ListShop)
    def list_shop(self, request: economy.ListShop) -> economy.Shop:
        """What can be bought."""
        return self.app.run(handlers.list_shop, request)

    @rpc(economy.BuyAvatar)
    def buy_avatar(self, request: economy.BuyAvatar) -> economy.Wardrobe | Refusal:
        """Buy an avatar."""
        return self.app.run(handlers.buy_avatar, request)

    @rpc(economy.WearAvatar)
    def wear_avatar(self, request: economy.WearAvatar) -> economy.Wardrobe | Refusal:
        """Wear an avatar that the account owns."""
        return self.app.run(handlers.wear_avatar, request)

    @rpc(economy.BuyItem)
    def buy_item(self, request: economy.BuyItem) -> economy.Gift | Refusal:
        """Buy an item for another seat."""
        return self.app.run(handlers.buy_item, request)

    @rpc(economy.ListGifts)
    def list_gifts(self, request: economy.ListGifts) -> economy.Gifts | Refusal:
        """Gifts at a table, or to an account."""
        return self.app.run(handlers.list_gifts, request)

    @rpc(economy.GetInviteCard)
    def get_invite_card(self, request: economy.GetInviteCard) -> economy.InviteCard | Refusal:
        """An account's invitation links."""
        return self.app.run(handlers.get_invite_card, request)

    @rpc(economy.FindInviter)
    def find_inviter(self, request: economy.FindInviter) -> economy.Inviter:
        """The account with an invitation code."""
        return self.app.run(handlers.find_inviter, request)

    @rpc(economy.Welcome)
    def welcome(self, request: economy.Welcome) -> economy.Welcomed | Refusal:
        """Open a new account that was invited."""
        return self.app.run(handlers.welcome_invited, request)

    @rpc(economy.GetCare)
    def get_care(self, request: economy.GetCare) -> economy.CareCard | Refusal:
        """An account's limits, exclusion and session."""
        return self.app.run(handlers.get_care, request)

    @rpc(economy.SetLimit)
    def set_limit(self, request: economy.SetLimit) -> economy.CareCard | Refusal:
        """Set a limit of an account."""
        return self.app.run(handlers.set_limit, request)

    @rpc(economy.Exclude)
    def exclude(self, request: economy.Exclude) -> economy.CareCard | Refusal:
        """Exclude an account from games for money."""
        answer: economy.CareCard | Refusal = self.app.run(handlers.exclude, request)
        if not isinstance(answer, Refusal):
            self.app.end_checkouts(request.account)
        return answer

    @rpc(economy.RevokeExclusion)
    def revoke_exclusion(self, request: economy.RevokeExclusion) -> economy.CareCard | Refusal:
        """Ask to end an exclusion."""
        return self.app.run(handlers.revoke_exclusion, request)

    @rpc(economy.Acknowledge)
    def acknowledge(self, request: economy.Acknowledge) -> economy.CareCard | Refusal:
        """Acknowledge a reality check or notice."""
        return self.app.run(handlers.acknowledge, request)
