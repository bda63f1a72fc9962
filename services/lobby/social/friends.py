"""Friends: requests, answers, the end of a friendship (RULES.md §10)."""

from services.contracts.client.frames import FriendsFrame
from services.contracts.lobby.people import friends as contract
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts import permissions
from services.lobby.accounts.rules import username_key
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.social import block_rows as blocks
from services.lobby.social import friend_rows as stored
from services.platform.database.unit_of_work import Work

FRIENDS_MAX = 200
REFUSED_KEPT_MS = 30 * DAY_MS


def list_friends(work: Work, _ports: Ports, request: contract.ListFriends) -> contract.Friends:
    """The account's list."""
    return _list(work, request.account)


def ask_friend(work: Work, ports: Ports, request: contract.AskFriend) -> contract.Friends | Refusal:
    """Request a friendship, or accept the other's request. A request that was refused cannot be repeated for a
    while, without an error."""
    found = players.find_by_key(work, username_key(request.name))
    if found is None:
        return Refusal("player_unknown")
    me, other = request.account, found.account
    if refusal := permissions.check_suspended(work, ports, me, "befriend"):
        return refusal
    if me == other:
        return Refusal("friend_self")
    players.lock(work, [me, other])
    if blocks.who_blocks(work, other, [me]):
        return Refusal("friend_blocked")
    if blocks.who_blocks(work, me, [other]) and (refusal := permissions.refuse("befriend", "blocked")):
        return refusal
    state = stored.state_of(work, me, other)
    if state not in (None, "withdrawn"):
        return _list(work, me)
    if stored.count(work, me) >= FRIENDS_MAX:
        return Refusal("friend_limit", {"most": FRIENDS_MAX})
    if stored.state_of(work, other, me) == "asked":
        return _befriend(work, ports, me, other)
    if state == "withdrawn":
        stored.renew(work, me, other, "withdrawn", "refused")
        return _list(work, me)
    stored.put(work, me, other, "asked")
    metrics.friend_requests.labels("asked").inc()
    _notify(work, ports, other, "asked", me)
    return _list(work, me)


def answer_friend(work: Work, ports: Ports, request: contract.AnswerFriend) -> contract.Friends | Refusal:
    """Accept or refuse a request."""
    me, other = request.account, request.player
    players.lock(work, [me, other])
    if stored.state_of(work, other, me) != "asked":
        return Refusal("friend_unknown")
    if not request.accept:
        stored.put(work, other, me, "refused")
        metrics.friend_requests.labels("refused").inc()
        return _list(work, me)
    if stored.count(work, me) >= FRIENDS_MAX:
        return Refusal("friend_limit", {"most": FRIENDS_MAX})
    return _befriend(work, ports, me, other)


def remove_friend(work: Work, ports: Ports, request: contract.RemoveFriend) -> contract.Friends:
    """End a friendship or a request."""
    end(work, ports, request.account, request.player)
    return _list(work, request.account)


def end(work: Work, ports: Ports, account: str, other: str) -> None:
    """End friendship and requests between two players; the other's list is updated without a notice."""
    players.lock(work, [account, other])
    if stored.remove(work, account, other):
        client_updates.frame(work, ports, (account, other), FriendsFrame())


def since(work: Work, account: str, other: str) -> TimeMs | None:
    """When the present friendship of two players began; None: they are no friends."""
    return stored.friends_since(work, account, other)


def purge_refused(work: Work) -> None:
    """Delete requests that were refused long ago, so that they may be made again."""
    stored.purge_refused(work, work.now_ms - REFUSED_KEPT_MS)


def _befriend(work: Work, ports: Ports, me: str, other: str) -> contract.Friends:
    stored.put(work, me, other, "friend")
    stored.put(work, other, me, "friend")
    metrics.friend_requests.labels("accepted").inc()
    _notify(work, ports, other, "accepted", me)
    return _list(work, me)


def _notify(work: Work, ports: Ports, account: str, news: str, about: str) -> None:
    player = players.find(work, about)
    name = player.name if player else None
    client_updates.frame(work, ports, (account,), FriendsFrame(news=news, name=name))


def _list(work: Work, account: str) -> contract.Friends:
    return contract.Friends(
        friends=stored.find_friends(work, account),
        asking=stored.find_asking(work, account),
        asked=stored.find_asked(work, account),
        most=FRIENDS_MAX,
    )
