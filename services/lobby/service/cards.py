"""Requests about players' cards, invitations that wait (RULES.md §21), web push (§24), and mails about notices
(§25)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.lobby.open_tables import TableLine
from services.contracts.lobby.people import calls, cards, notice_mails, push, watching
from services.contracts.tournaments.entries import Faces, GetFaces
from services.kernel.refusal import Refusal
from services.lobby.calls import use_cases as waiting_calls
from services.lobby.cards import use_cases as player_cards
from services.lobby.lists import watching as games_to_watch
from services.lobby.mails.notices import use_cases as mails
from services.lobby.push import browsers, notices
from services.platform.hosting.rpc import rpc


class CardRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(cards.GetCard)
    def get_card(self, request: cards.GetCard) -> cards.PlayerCard | Refusal:
        """A player's card, as the viewer may see it."""
        return self.app.ports.run(player_cards.get_card, request)

    @rpc(GetFaces)
    def get_faces(self, request: GetFaces) -> Faces:
        """How accounts look."""
        return self.app.ports.run(player_cards.get_faces, request)

    @rpc(cards.GetCardSettings)
    def get_card_settings(self, request: cards.GetCardSettings) -> cards.CardSettings:
        """The account's choices about its card."""
        return self.app.ports.run(player_cards.get_card_settings, request)

    @rpc(cards.SetCardSettings)
    def set_card_settings(self, request: cards.SetCardSettings) -> cards.CardSettings:
        """Choose what the account's card shows."""
        return self.app.ports.run(player_cards.set_card_settings, request)

    @rpc(calls.ListCalls)
    def list_calls(self, request: calls.ListCalls) -> calls.Calls:
        """The account's calls and those of its friends."""
        return self.app.ports.run(waiting_calls.list_calls, request)

    @rpc(calls.CallFriend)
    def call_friend(self, request: calls.CallFriend) -> calls.Call | Refusal:
        """Call a friend, or make a link."""
        return waiting_calls.call_friend(self.app.ports, request)

    @rpc(calls.WithdrawCall)
    def withdraw_call(self, request: calls.WithdrawCall) -> calls.Calls:
        """Withdraw or decline a call."""
        return self.app.ports.run(waiting_calls.withdraw_call, request)

    @rpc(calls.LookAtCall)
    def look_at_call(self, request: calls.LookAtCall) -> calls.Call | Refusal:
        """What the link of a call says."""
        return self.app.ports.run(waiting_calls.look_at_call, request)

    @rpc(calls.TakeCall)
    def take_call(self, request: calls.TakeCall) -> TableLine | Refusal:
        """Sit down for a call."""
        return waiting_calls.take_call(self.app.ports, request)

    @rpc(watching.GetTopTable)
    def get_top_table(self, request: watching.GetTopTable) -> watching.TopTable:
        """The top table."""
        return games_to_watch.get_top_table(self.app.ports, request)

    @rpc(watching.ListFriendsGames)
    def list_friends_games(self, request: watching.ListFriendsGames) -> watching.FriendsGames:
        """Matches of friends that may be watched."""
        return games_to_watch.list_friends_games(self.app.ports, request)

    @rpc(push.GetPushChoices)
    def get_push_choices(self, request: push.GetPushChoices) -> push.PushChoices:
        """What an account is notified of."""
        return self.app.ports.run(browsers.get_choices, request)

    @rpc(push.SetPushChoices)
    def set_push_choices(self, request: push.SetPushChoices) -> push.PushChoices | Refusal:
        """Choose kinds and quiet hours."""
        return self.app.ports.run(browsers.set_choices, request)

    @rpc(push.AddPushBrowser)
    def add_push_browser(self, request: push.AddPushBrowser) -> push.PushChoices | Refusal:
        """Notify a browser."""
        return self.app.ports.run(browsers.add_browser, request)

    @rpc(push.DropPushBrowser)
    def drop_push_browser(self, request: push.DropPushBrowser) -> push.PushChoices:
        """Notify a browser no more."""
        return self.app.ports.run(browsers.drop_browser, request)

    @rpc(push.RenewPushBrowser)
    def renew_push_browser(self, request: push.RenewPushBrowser) -> Done | Refusal:
        """A browser has another address."""
        return self.app.ports.run(browsers.renew_browser, request)

    @rpc(notice_mails.GetMailChoices)
    def get_mail_choices(self, request: notice_mails.GetMailChoices) -> notice_mails.MailChoices:
        """What an account gets mails about."""
        return self.app.ports.run(mails.get_choices, request)

    @rpc(notice_mails.SetMailChoices)
    def set_mail_choices(self, request: notice_mails.SetMailChoices) -> notice_mails.MailChoices | Refusal:
        """Choose the kinds of mails."""
        return self.app.ports.run(mails.set_choices, request)

    @rpc(notice_mails.EndMails)
    def end_mails(self, request: notice_mails.EndMails) -> Done | Refusal:
        """End an account's mails by the link in one."""
        return self.app.ports.run(mails.end_mails, request)

    @rpc(push.NoteTurn)
    def note_turn(self, request: push.NoteTurn) -> Done:
        """A turn waits at a hidden page."""
        return self.app.ports.run(notices.note_turn, request)

    @rpc(push.EndTurn)
    def end_turn(self, request: push.EndTurn) -> Done:
        """A turn that was noted is over."""
        return self.app.ports.run(notices.end_turn, request)
