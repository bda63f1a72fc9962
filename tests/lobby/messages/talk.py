"""What tests of messages do again and again."""

from typing import Any

from services.contracts.client.frames import PrivateMessageFrame
from services.contracts.lobby.people import friends as friendship
from services.contracts.lobby.people import messages as contract
from services.lobby import schema
from services.lobby.social import friends
from tests.lobby.local_lobby import Here, LocalLobby


def befriend(lobby: LocalLobby, one: Here, other: Here) -> None:
    """Make two players friends."""
    asked = friendship.AskFriend(account=one.account, name=name_of(lobby, other))
    lobby.ports.run(friends.ask_friend, asked)
    lobby.ports.run(
        friends.answer_friend, friendship.AnswerFriend(account=other.account, player=one.account, accept=True)
    )


def unfriend(lobby: LocalLobby, one: Here, other: Here) -> None:
    lobby.ports.run(friends.remove_friend, friendship.RemoveFriend(account=one.account, player=other.account))


def name_of(lobby: LocalLobby, who: Here) -> str:
    return next(row.name for row in lobby.rows(schema.players) if row.account == who.account)


def write(lobby: LocalLobby, who: Here, to: Here, text: str = "hello", **fields: Any) -> Any:
    asked = {"account": who.account, "id": lobby.next_id(), "player": to.account, "text": text} | fields
    return lobby.ask(contract.WriteMessage(**asked))


def read(lobby: LocalLobby, who: Here, other: Here, **fields: Any) -> Any:
    return lobby.ask(contract.ListMessages(account=who.account, player=other.account, **fields))


def texts(lobby: LocalLobby, who: Here, other: Here) -> list[str]:
    page = read(lobby, who, other)
    return [line.text for line in page.lines] if isinstance(page, contract.MessagePage) else []


def listed(lobby: LocalLobby, who: Here) -> dict[str, tuple[str, int]]:
    """Name → the last line, and how many are not read."""
    found = lobby.ask(contract.ListConversations(account=who.account))
    return {each.name: (each.last.text, each.unread) for each in found.conversations}


def pushed(lobby: LocalLobby, who: Here) -> list[str]:
    """The lines that a player's connections got."""
    return [frame.line.text for frame in lobby.push.to(who.account, PrivateMessageFrame)]
