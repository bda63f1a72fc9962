"""The entrypoints of friends (RULES.md §10)."""

from typing import Any

from services.contracts.lobby import friends as contract
from services.kernel.refusal import Refusal
from services.lobby.social import friends as handlers
from services.platform.hosting.rpc import rpc


class FriendRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(contract.ListFriends)
    def list_friends(self, request: contract.ListFriends) -> contract.Friends:
        """The account's list."""
        return self.app.ports.run(handlers.list_friends, request)

    @rpc(contract.AskFriend)
    def ask_friend(self, request: contract.AskFriend) -> contract.Friends | Refusal:
        """Request a friendship."""
        return self.app.ports.run(handlers.ask_friend, request)

    @rpc(contract.AnswerFriend)
    def answer_friend(self, request: contract.AnswerFriend) -> contract.Friends | Refusal:
        """Answer a request."""
        return self.app.ports.run(handlers.answer_friend, request)

    @rpc(contract.RemoveFriend)
    def remove_friend(self, request: contract.RemoveFriend) -> contract.Friends:
        """End a friendship."""
        return self.app.ports.run(handlers.remove_friend, request)
