"""What tokens of programs open: for each operation of REST and each frame the scopes of which one is needed
(services/lobby/RULES.md §12). What is not here is closed to every token.

The lobby decides by this table about operations, the gateway about the frames of a connection, whose scopes the lobby
has said.
"""

from collections.abc import Collection, Mapping
from typing import Literal, get_args

from services.kernel.refusal import Refusal

Scope = Literal["read", "chat", "company", "play"]
SCOPES: tuple[Scope, ...] = get_args(Scope)

Needs = tuple[Scope, ...]
"""Any one of these will do."""

_ANY: Needs = SCOPES
_READ: Needs = ("read",)
_SEEN: Needs = ("read", "play")
_CHAT: Needs = ("chat",)
_COMPANY: Needs = ("company",)
_PLAY: Needs = ("play",)

PREFIX = "kaf_"
"""What every token of a program begins with, so that it is recognised where none belongs."""

CONNECTING = "hello"
"""The operation of whoever asks about a connection."""

OPERATIONS: Mapping[str, Needs] = {
    CONNECTING: _ANY,
    "GET /api/me": _ANY,
    # what is to be seen
    "GET /api/tables": _SEEN,
    "GET /api/tables/<table>": _SEEN,
    "GET /api/stream/table/<table>": _SEEN,
    "GET /api/stream/events": _READ,
    "GET /api/players": _SEEN,
    "GET /api/players/<player>/card": _READ,
    "GET /api/players/<player>/record": _READ,
    "GET /api/players/<player>/badges": _READ,
    "GET /api/players/<player>/standings": _READ,
    "GET /api/players/<player>/statistics": _READ,
    "GET /api/matches/<match>": _SEEN,
    "GET /api/recordings": _READ,
    "GET /api/me/recordings/export": _READ,
    "GET /api/recordings/<match>": _READ,
    "GET /api/recordings/<match>/text": _READ,
    "GET /api/recordings/<match>/replay": _READ,
    "GET /api/recordings/<match>/analysis": _READ,
    "GET /api/boards": _READ,
    "GET /api/boards/<board>": _READ,
    "GET /api/boards/<board>/periods": _READ,
    "GET /api/classification": _READ,
    "GET /api/competitions": _READ,
    "GET /api/competitions/<competition>": _READ,
    "GET /api/competitions/<competition>/standings": _READ,
    "GET /api/competitions/<competition>/games": _READ,
    "GET /api/calendar": _READ,
    "GET /api/calendar/past": _READ,
    "GET /api/me/competitions": _READ,
    "GET /api/me/competitions/invited": _READ,
    "GET /api/me/statistics": _READ,
    "GET /api/me/statistics/matches": _READ,
    "GET /api/me/statistics/matches/<match>": _READ,
    "GET /api/me/badges": _READ,
    "GET /api/me/luck": _READ,
    "GET /api/me/calls": _READ,
    "GET /api/me/seek": _READ,
    "GET /api/me/friends": _READ,
    "GET /api/me/friends/games": _READ,
    # messages between friends
    "GET /api/me/conversations": _CHAT,
    "GET /api/me/conversations/<player>": _CHAT,
    # companies
    "GET /api/me/companies": _COMPANY,
    "GET /api/companies": _COMPANY,
    "GET /api/companies/<company>": _COMPANY,
    "GET /api/companies/<company>/chat": _COMPANY,
    "POST /api/companies/<company>/invitations": _COMPANY,
    "POST /api/companies/<company>/answer": _COMPANY,
    "POST /api/companies/<company>/join": _COMPANY,
    "POST /api/companies/<company>/requests/<player>": _COMPANY,
    "POST /api/companies/<company>/leave": _COMPANY,
    "PUT /api/companies/<company>/evening": _COMPANY,
    "POST /api/companies/<company>/evening/come": _COMPANY,
}
"""Operations as REST declares them: method and path."""

FRAMES: Mapping[str, Needs] = {
    "hello": _ANY,
    "beat": _ANY,
    "acted": _ANY,
    "go_to_hall": _ANY,
    "list_more": _SEEN,
    "watch": _SEEN,
    "unwatch": _SEEN,
    "say": _CHAT,
    "write": _CHAT,
    "read": _CHAT,
    "create_table": _PLAY,
    "join_table": _PLAY,
    "leave_table": _PLAY,
    "start_table": _PLAY,
    "answer_invitation": _PLAY,
    "move": _PLAY,
    "seed": _PLAY,
    "choose": _PLAY,
    "legal_moves": _PLAY,
    "react": _PLAY,
}
"""Frames of clients, by their kind."""

PUSHED: Mapping[str, Needs] = {
    "bye": _ANY,
    "players": _ANY,
    "tables": _ANY,
    "counts": _ANY,
    "chat": _ANY,
    "chips": _ANY,
    "sent": _SEEN,
    "invitation": _SEEN,
    "seek_ended": _SEEN,
    "friends": _SEEN,
    "competitions": _READ,
    "competition_news": _READ,
    "gift": _SEEN,
    "reaction": _SEEN,
    "private_message": _CHAT,
    "messages_read": _CHAT,
    "company": _COMPANY,
}
"""Frames that are pushed to an account, by their kind; a connection of a token is sent no others."""


_FRAME = "frame "


def operation_of_frame(kind: str) -> str:
    """What a frame of this kind is called where it is asked for without a connection (gRPC)."""
    return f"{_FRAME}{kind}"


def is_of_connection(operation: str) -> bool:
    """Whether an operation is one for which REST has none, and clients send a frame on their connection."""
    return operation.startswith(_FRAME)


def check_operation(operation: str, scopes: Collection[str]) -> Refusal | None:
    """`scope_missing`, with the scopes of which one is needed; none: it is closed to tokens."""
    if is_of_connection(operation):
        return check_frame(operation.removeprefix(_FRAME), scopes)
    return _check(OPERATIONS.get(operation, ()), scopes)


def check_frame(kind: str, scopes: Collection[str]) -> Refusal | None:
    """The same for a client's frame."""
    return _check(FRAMES.get(kind, ()), scopes)


def may_hear(kind: str, scopes: Collection[str]) -> bool:
    """Whether a connection with these scopes is sent a pushed frame of this kind."""
    return not set(PUSHED.get(kind, ())).isdisjoint(scopes)


def _check(needs: Needs, scopes: Collection[str]) -> Refusal | None:
    return None if not set(needs).isdisjoint(scopes) else Refusal("scope_missing", {"scopes": list(needs)})
