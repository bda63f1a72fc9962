"""One's friends, and requests to be friends."""

from typing import Annotated

import msgspec

from gateway.http.forwarding import Forwarding
from gateway.http.request_bodies import Body
from gateway.http.routes import Route
from gateway.rpc import Rpc
from services.contracts import friends


class FriendBody(Body, frozen=True, kw_only=True):
    """Whom to ask."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class FriendAnswerBody(Body, frozen=True, kw_only=True):
    """Yes or no."""

    accept: bool


def friend_routes(rpc: Rpc) -> list[Route]:
    """The operations on one's friends."""
    to = Forwarding(rpc)
    return [
        to.route(
            "GET /api/me/friends",
            friends.ListFriends,
            "One's friends, who asks to be one, and whom one has asked",
        ),
        to.route(
            "POST /api/me/friends",
            friends.AskFriend,
            "Ask a player to be friends; who has asked oneself becomes a friend at once",
            *("player_unknown", "friend_self", "friend_blocked", "blocked_by_player", "friend_limit"),
            body=FriendBody,
        ),
        to.route(
            "PUT /api/me/friends/<player>",
            friends.AnswerFriend,
            "Say yes or no to a player (an account) who asks",
            *("friend_unknown", "friend_limit"),
            body=FriendAnswerBody,
        ),
        to.route(
            "DELETE /api/me/friends/<player>",
            friends.RemoveFriend,
            "Be friends with a player (an account) no more, or take a request back",
        ),
    ]
