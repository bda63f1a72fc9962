"""One's friends, and requests to be friends."""

from typing import Annotated

import msgspec

from gateway.http.request_bodies import Body
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts import friends
from services.kernel.refusal import Refusal


class FriendBody(Body, frozen=True, kw_only=True):
    """Whom to ask."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class FriendAnswerBody(Body, frozen=True, kw_only=True):
    """Yes or no."""

    accept: bool


class FriendLists:
    """Handlers of one's friends."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks the lobby."""
        self._rpc = rpc

    def list_friends(self, call: Call) -> friends.Friends | Refusal:
        """One's own."""
        return self._rpc.call(friends.ListFriends(account=call.account_id))

    def ask_friend(self, call: Call) -> friends.Friends | Refusal:
        """Ask a player."""
        body: FriendBody = call.body
        return self._rpc.call(friends.AskFriend(account=call.account_id, name=body.name))

    def answer_friend(self, call: Call) -> friends.Friends | Refusal:
        """Answer a player."""
        body: FriendAnswerBody = call.body
        request = friends.AnswerFriend(account=call.account_id, player=call.path["player"], accept=body.accept)
        return self._rpc.call(request)

    def remove_friend(self, call: Call) -> friends.Friends | Refusal:
        """One less."""
        return self._rpc.call(friends.RemoveFriend(account=call.account_id, player=call.path["player"]))


def friend_routes(handlers: FriendLists) -> list[Route]:
    """The operations on one's friends."""
    return [
        Route(
            method="GET",
            path="/api/me/friends",
            summary="One's friends, who asks to be one, and whom one has asked",
            handler=handlers.list_friends,
            answer=friends.Friends,
        ),
        Route(
            method="POST",
            path="/api/me/friends",
            summary="Ask a player to be friends; who has asked oneself becomes a friend at once",
            handler=handlers.ask_friend,
            body=FriendBody,
            answer=friends.Friends,
            errors=("player_unknown", "friend_self", "friend_blocked", "blocked_by_player", "friend_limit"),
        ),
        Route(
            method="PUT",
            path="/api/me/friends/<player>",
            summary="Say yes or no to a player (an account) who asks",
            handler=handlers.answer_friend,
            body=FriendAnswerBody,
            answer=friends.Friends,
            errors=("friend_unknown", "friend_limit"),
        ),
        Route(
            method="DELETE",
            path="/api/me/friends/<player>",
            summary="Be friends with a player (an account) no more, or take a request back",
            handler=handlers.remove_friend,
            answer=friends.Friends,
        ),
    ]
