"""Cards of players, friends and requests for friendship, what was written with friends, players of whom an account
wants nothing, and searches for a game."""

from typing import Annotated

import msgspec

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.request_bodies import Body
from gateway.http.operations.route import Call, Route
from gateway.rpc import Cached, Rpc
from services.contracts.base import Name, SafeInt, Short
from services.contracts.lobby import seeks
from services.contracts.lobby.people import blocks, calls, cards, friends, messages, notice_mails, push, watching
from services.contracts.tables import recordings
from services.kernel.refusal import Refusal


def card_routes(rpc: Rpc) -> list[Route]:
    """The operations on cards of players."""
    to = Forwarding(rpc)
    return [
        to.route(
            "GET /api/players/<player>/card",
            cards.GetCard,
            "What one may see of a player (account or name), and do",
            invalid="player_unknown",
        ),
        to.route(
            "GET /api/players/<player>/record",
            recordings.GetRecord,
            "How a player (an account) has fared at each game, and against oneself",
            invalid="player_unknown",
        ),
        to.route("GET /api/me/card", cards.GetCardSettings, "One's choices about one's card"),
        to.route(
            "PUT /api/me/card",
            cards.SetCardSettings,
            "Choose who sees when one was last here",
            body=("last_seen",),
            body_name="CardSettingsBody",
        ),
    ]


class CallBody(Body, frozen=True, kw_only=True):
    """A call. Typed here: options of a client are plain values, those of the contract anything."""

    id: Short = ""
    friend: Name | None = None
    game: Name
    options: dict[str, str | SafeInt | bool] = {}
    hours: calls.Hours = calls.HOURS_MAX


def call_routes(rpc: Rpc) -> list[Route]:
    """The operations on invitations that wait."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/me/calls", calls.ListCalls, "One's invitations that wait, and those of friends"),
        to.route(
            "POST /api/me/calls",
            calls.CallFriend,
            "Invite a friend who is away to a free game, or whoever gets the link",
            body=CallBody,
            status=201,
        ),
        to.route(
            "DELETE /api/me/calls/<call>",
            calls.WithdrawCall,
            "Take an invitation back, or decline a friend's",
            invalid=None,
        ),
        to.route(
            "GET /api/calls/<call>",
            calls.LookAtCall,
            "What an invitation's link says: who invites, to what, and whether it still holds",
            invalid="call_unknown",
            session=False,
        ),
        to.route(
            "POST /api/calls/<call>/take",
            calls.TakeCall,
            "Sit down at a free table that is opened for the invitation",
            body=("id",),
            body_name="TakeCallBody",
            status=201,
        ),
    ]


def push_routes(rpc: Rpc) -> list[Route]:
    """The operations on web push. A browser that gets another address has no session at hand."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/me/push", push.GetPushChoices, "What one's browsers are notified of"),
        to.route(
            "PUT /api/me/push",
            push.SetPushChoices,
            "Choose of what one is notified, and one's quiet hours",
            body=("kinds", "quiet", "problem_minute"),
            body_name="PushChoicesBody",
        ),
        to.route(
            "POST /api/me/push/browsers",
            push.AddPushBrowser,
            "Notify this browser; the parts of its PushSubscription",
            body=("endpoint", "p256dh", "auth", "zone"),
            body_name="PushBrowserBody",
            status=201,
        ),
        to.route(
            "DELETE /api/me/push/browsers",
            push.DropPushBrowser,
            "Notify a browser no more",
            query=("endpoint",),
        ),
        to.route(
            "POST /api/push/renew",
            push.RenewPushBrowser,
            "A browser has another address; its old one and its secret are its proof",
            body=("old_endpoint", "old_auth", "endpoint", "p256dh", "auth"),
            body_name="PushRenewalBody",
            session=False,
        ),
    ]


def mail_routes(rpc: Rpc) -> list[Route]:
    """The operations on mails about notices. Mail programs end them by a POST with a body of a form, which says nothing
    beside the address (RFC 8058), and no session."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/me/mails", notice_mails.GetMailChoices, "What one gets mails about"),
        to.route(
            "PUT /api/me/mails",
            notice_mails.SetMailChoices,
            "Choose what one gets mails about; it takes a confirmed address",
            body=("kinds", "zone"),
            body_name="MailChoicesBody",
        ),
        to.route(
            "POST /api/unsubscribe/<link>",
            notice_mails.EndMails,
            "The link of a mail was followed: its account gets no more of them",
            invalid="link_invalid",
            session=False,
        ),
    ]


def watching_routes(rpc: Rpc, age_s: float) -> list[Route]:
    """The operations on games to watch. The top table is the same for everybody, so it is asked for once in a while."""
    to, top = Forwarding(rpc), Cached(rpc, watching.GetTopTable(), age_s)

    def get_top_table(_call: Call) -> watching.TopTable | Refusal:
        return top.get()

    return [
        Route(
            method="GET",
            path="/api/top-table",
            summary="The match of the strongest players that may be watched now",
            handler=get_top_table,
            answer=watching.TopTable,
            session=False,
        ),
        to.route(
            "GET /api/me/friends/games",
            watching.ListFriendsGames,
            "Matches of friends that may be watched, and the top table",
        ),
    ]


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


def conversation_routes(rpc: Rpc) -> list[Route]:
    """What was written with friends. Writing and read marks are frames of the socket, whose gateway knows at which
    tables the writer looks."""
    to = Forwarding(rpc)
    return [
        to.route(
            "GET /api/me/conversations",
            messages.ListConversations,
            "One's conversations with friends: the last line of each, and how many are not read",
        ),
        to.route(
            "GET /api/me/conversations/<player>",
            messages.ListMessages,
            "A page of what was written with a friend (an account), oldest first, from the newest page back",
            query=("before", "limit"),
            name="list_private_messages",
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


class SeekGameBody(Body, frozen=True, kw_only=True):
    """A game that the player would play. Typed here: options of a client are plain values, those of the contract
    anything."""

    game: Name
    options: dict[str, str | SafeInt | bool] = {}


class SeekBody(Body, frozen=True, kw_only=True):
    """The games to look for, and for how long. Typed here because of its games."""

    games: Annotated[list[SeekGameBody], msgspec.Meta(max_length=50)]
    stakes_chips: Annotated[list[SafeInt], msgspec.Meta(max_length=50)]
    wait_s: SafeInt


def seek_routes(rpc: Rpc) -> list[Route]:
    """The operations on a search."""
    to = Forwarding(rpc)
    return [
        to.route("GET /api/me/seek", seeks.GetSeeks, "How one's search for a game stands, and what others look for"),
        to.route(
            "PUT /api/me/seek",
            seeks.StartSeek,
            "Look for any of these games at any of these stakes; a search that goes on is replaced",
            body=SeekBody,
        ),
        to.route("DELETE /api/me/seek", seeks.CancelSeek, "Stop looking for a game"),
    ]
