"""Friends and requests for friendship, and players whose invitations, gifts and chat an account does not want."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.lobby import blocks, friends


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
            body=("name",),
            body_name="FriendBody",
        ),
        to.route(
            "PUT /api/me/friends/<player>",
            friends.AnswerFriend,
            "Say yes or no to a player (an account) who asks",
            body=("accept",),
            body_name="FriendAnswerBody",
        ),
        to.route(
            "DELETE /api/me/friends/<player>",
            friends.RemoveFriend,
            "Be friends with a player (an account) no more, or take a request back",
        ),
    ]


def block_routes(rpc: Rpc) -> list[Route]:
    """The operations on the list."""
    to = Forwarding(rpc)
    return [
        to.route(
            "GET /api/me/blocks",
            blocks.ListBlocks,
            "Players whose invitations, gifts and chat one does not want; nobody else sees the list",
        ),
        to.route(
            "POST /api/me/blocks",
            blocks.BlockPlayer,
            "Put a player on the list",
            body=("name",),
            body_name="BlockBody",
            name="add_block",
        ),
        to.route(
            "DELETE /api/me/blocks/<player>",
            blocks.UnblockPlayer,
            "Take a player (an account) off the list",
            name="remove_block",
        ),
    ]
