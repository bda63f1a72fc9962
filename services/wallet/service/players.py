"""The entrypoints of players: what they buy and are given, what protects them, and their data (RULES.md §7–§11)."""

from functools import partial
from typing import Any

from services.contracts.base import Done
from services.contracts.lobby.accounts import access, accounts
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts import privacy as privacy_contract
from services.contracts.moderation import events as discipline_events
from services.contracts.wallet import invitations as wallet_invitations
from services.contracts.wallet import limits as wallet_limits
from services.contracts.wallet import lotteries as wallet_lotteries
from services.contracts.wallet import shop as wallet_shop
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.rpc import rpc
from services.platform.operations.privacy import answer_erasures, answer_exports
from services.wallet.invitations import first_chips
from services.wallet.invitations import use_cases as invitations
from services.wallet.invitations import welcome as newcomers
from services.wallet.limits import use_cases as limits
from services.wallet.lotteries import use_cases as lotteries
from services.wallet.persons import player_rows as people
from services.wallet.privacy import use_cases as privacy
from services.wallet.shop import use_cases as shop


class PlayerEntrypoints:
    """A part of the wallet's service class."""

    app: Any
    name: str

    @rpc(wallet_lotteries.GetFreeOffer)
    def get_free_offer(self, request: wallet_lotteries.GetFreeOffer) -> wallet_lotteries.FreeOffer:
        """Whether the room offers the free ticket."""
        return self.app.run(lotteries.get_free_offer, request)

    @rpc(wallet_lotteries.ListLotteries)
    def list_lotteries(self, request: wallet_lotteries.ListLotteries) -> wallet_lotteries.Lotteries:
        """The lotteries and their odds."""
        return self.app.run(lotteries.list_lotteries, request)

    @rpc(wallet_lotteries.OpenTicket)
    def open_ticket(self, request: wallet_lotteries.OpenTicket) -> wallet_lotteries.Ticket | Refusal:
        """Open a ticket, with the commitment to its chance."""
        return self.app.run(lotteries.open_ticket, request)

    @rpc(wallet_lotteries.DrawTicket)
    def draw_ticket(self, request: wallet_lotteries.DrawTicket) -> wallet_lotteries.Drawn | Refusal:
        """Pay for a ticket and draw it."""
        return self.app.run(lotteries.draw_ticket, request)

    @rpc(wallet_lotteries.ListTickets)
    def list_tickets(self, request: wallet_lotteries.ListTickets) -> wallet_lotteries.Tickets:
        """An account's drawn tickets."""
        return self.app.run(lotteries.list_tickets, request)

    @rpc(wallet_shop.ListShop)
    def list_shop(self, request: wallet_shop.ListShop) -> wallet_shop.Shop:
        """What can be bought."""
        return self.app.run(shop.list_shop, request)

    @rpc(wallet_shop.BuyAvatar)
    def buy_avatar(self, request: wallet_shop.BuyAvatar) -> wallet_shop.Wardrobe | Refusal:
        """Buy an avatar."""
        return self.app.run(shop.buy_avatar, request)

    @rpc(wallet_shop.WearAvatar)
    def wear_avatar(self, request: wallet_shop.WearAvatar) -> wallet_shop.Wardrobe | Refusal:
        """Wear an avatar that the account owns."""
        return self.app.run(shop.wear_avatar, request)

    @rpc(wallet_shop.BuyItem)
    def buy_item(self, request: wallet_shop.BuyItem) -> wallet_shop.Gift | Refusal:
        """Buy an item for another seat."""
        return self.app.run(shop.buy_item, request)

    @rpc(wallet_shop.ListGifts)
    def list_gifts(self, request: wallet_shop.ListGifts) -> wallet_shop.Gifts | Refusal:
        """Gifts at a table, or to an account."""
        return self.app.run(shop.list_gifts, request)

    @rpc(wallet_invitations.GetInviteCard)
    def get_invite_card(self, request: wallet_invitations.GetInviteCard) -> wallet_invitations.InviteCard | Refusal:
        """An account's invitation links."""
        return self.app.run(invitations.get_invite_card, request)

    @rpc(wallet_invitations.FindInviter)
    def find_inviter(self, request: wallet_invitations.FindInviter) -> wallet_invitations.Inviter:
        """The account with an invitation code."""
        return self.app.base.database.run(invitations.find_inviter, request)

    @rpc(wallet_invitations.Welcome)
    def welcome(self, request: wallet_invitations.Welcome) -> wallet_invitations.Welcomed | Refusal:
        """Open a new account that was invited."""
        return self.app.run(invitations.welcome_invited, request)

    @rpc(wallet_limits.GetCare)
    def get_care(self, request: wallet_limits.GetCare) -> wallet_limits.CareCard | Refusal:
        """An account's limits, exclusion and session."""
        return self.app.run(limits.get_care, request)

    @rpc(wallet_limits.SetLimit)
    def set_limit(self, request: wallet_limits.SetLimit) -> wallet_limits.CareCard | Refusal:
        """Set a limit of an account."""
        return self.app.run(limits.set_limit, request)

    @rpc(wallet_limits.Exclude)
    def exclude(self, request: wallet_limits.Exclude) -> wallet_limits.CareCard | Refusal:
        """Exclude an account from games for money."""
        answer: wallet_limits.CareCard | Refusal = self.app.run(limits.exclude, request)
        if not isinstance(answer, Refusal):
            self.app.end_checkouts(request.account)
        return answer

    @rpc(wallet_limits.RevokeExclusion)
    def revoke_exclusion(self, request: wallet_limits.RevokeExclusion) -> wallet_limits.CareCard | Refusal:
        """Ask to end an exclusion."""
        return self.app.run(limits.revoke_exclusion, request)

    @rpc(wallet_limits.Acknowledge)
    def acknowledge(self, request: wallet_limits.Acknowledge) -> wallet_limits.CareCard | Refusal:
        """Acknowledge a reality check or notice."""
        return self.app.run(limits.acknowledge, request)

    @on_events(lobby.Registered)
    def on_registered(self, work: Work, events: list[lobby.Registered]) -> None:
        """Accounts were registered: pay welcome chips."""
        newcomers.welcome(work, self.app.settings, events)

    @on_events(accounts.PersonKnown)
    def on_person_known(self, work: Work, events: list[accounts.PersonKnown]) -> None:
        """What is on record of the persons behind accounts that were registered before it was published."""
        newcomers.persons_known(work, self.app.settings, events)

    @on_events(access.EmailConfirmed)
    def on_email_confirmed(self, work: Work, events: list[access.EmailConfirmed]) -> None:
        """E-mail addresses were confirmed: pay the chips that waited for it."""
        first_chips.emails_confirmed(work, self.app.settings, events)

    @on_events(lobby.SessionBegan)
    def on_session_began(self, work: Work, events: list[lobby.SessionBegan]) -> None:
        """Sessions have begun or ended."""
        limits.sessions_began(work, self.app.settings, events)

    @on_events(lobby.SessionEnded)
    def on_session_ended(self, work: Work, events: list[lobby.SessionEnded]) -> None:
        """Sessions have begun or ended."""
        limits.sessions_ended(work, events)

    @on_events(discipline_events.StandingChanged)
    def on_standing_changed(self, work: Work, events: list[discipline_events.StandingChanged]) -> None:
        """A blocked account's chips are frozen."""
        people.keep_standings(work, events)

    @rpc(privacy_contract.CheckMoneySettled)
    def check_money_settled(self, request: privacy_contract.CheckMoneySettled) -> Done | Refusal:
        """Whether nothing of an account is pending."""
        return self.app.run(privacy.check_money_settled, request)

    @on_events(privacy_contract.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy_contract.ExportAsked]) -> None:
        """Accounts have asked for the export of their data."""
        answer_exports(work, self.name, events, privacy.collect)

    @on_events(privacy_contract.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy_contract.ErasureAsked]) -> None:
        """Accounts are being erased."""
        answer_erasures(work, self.name, events, partial(privacy.erase, self.app.settings))
