"""What guests, visitors, bots, suspended, muted and blocked players may do: the table of RULES.md §22, for every check
of the lobby. A new kind of act is a line of it."""

from collections.abc import Mapping
from typing import Any, Literal

from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.refusal import Refusal
from services.lobby.chat import rows as chat
from services.lobby.conduct import exclusions
from services.lobby.ports import Ports
from services.lobby.presence.player import Player
from services.platform.database.unit_of_work import Work

Act = Literal[
    "chat", "react", "message", "befriend", "invite", "seek", "company", "report", "stake", "bank", "own_account"
]  # fmt: skip
Kind = Literal["guest", "visitor", "bot", "suspended", "muted", "blocked"]

_GUEST: Mapping[Kind, str] = {"guest": "guest_forbidden"}
_VISITOR: Mapping[Kind, str] = {"visitor": "visitor_forbidden"}
_BOT: Mapping[Kind, str] = {"bot": "bot_forbidden"}
_SUSPENDED: Mapping[Kind, str] = {"suspended": "account_suspended"}
_MUTED: Mapping[Kind, str] = {"muted": "chat_banned"}
_BLOCKED: Mapping[Kind, str] = {"blocked": "blocked_by_player"}

TABLE: Mapping[Act, Mapping[Kind, str]] = {
    "chat": {**_GUEST, **_SUSPENDED, **_MUTED},
    "react": {**_SUSPENDED, **_MUTED},
    "message": {**_GUEST, **_VISITOR, **_BOT, **_SUSPENDED, **_MUTED, "blocked": "message_not_friends"},
    "befriend": {**_BOT, **_SUSPENDED, **_BLOCKED},
    "invite": {**_SUSPENDED, **_BLOCKED},
    "seek": {**_BOT, **_SUSPENDED},
    "company": {**_GUEST, **_VISITOR, **_BOT, **_SUSPENDED},
    "report": {**_BOT, **_SUSPENDED},
    "stake": {**_GUEST, **_BOT},
    "bank": {**_GUEST, **_VISITOR, **_BOT},
    "own_account": {**_GUEST, **_VISITOR, **_BOT},
}
"""Act → kind of player → the code with which it is refused. Kinds that are not named are not refused."""


def refuse(act: Act, kind: Kind, detail: Any = None) -> Refusal | None:
    """The refusal of an act to players of a kind; None: they may."""
    code = TABLE[act].get(kind)
    return None if code is None else Refusal(code, detail)


def check_home(player: Player, ports: Ports, act: Act) -> Refusal | None:
    """`guest_forbidden`, `visitor_forbidden`, `bot_forbidden`: what the kind of the account has against an act."""
    if player.guest and (refusal := refuse(act, "guest")):
        return refusal
    if refusal := check_visitor(player.account, ports, act):
        return refusal
    return refuse(act, "bot") if is_bot_account(player.account) else None


def check_visitor(account: str, ports: Ports, act: Act) -> Refusal | None:
    """`visitor_forbidden`."""
    return None if ports.visits.home_of(account) is None else refuse(act, "visitor")


def check(work: Work, ports: Ports, player: Player, act: Act) -> Refusal | None:
    """What stands against an act of a player, whatever it is about; of several the leftmost in the table. Nothing is
    read that the act does not ask for."""
    account = player.account
    return (
        check_home(player, ports, act) or check_suspended(work, ports, account, act) or _check_muted(work, account, act)
    )


def check_suspended(work: Work, _ports: Ports, account: str, act: Act) -> Refusal | None:
    """`bot_forbidden`, `account_suspended`, `account_blocked`."""
    if is_bot_account(account) and (refusal := refuse(act, "bot")):
        return refusal
    return exclusions.check_last_events(work, account) if refuse(act, "suspended") else None


def _check_muted(work: Work, account: str, act: Act) -> Refusal | None:
    if refuse(act, "muted") is None:
        return None
    until_ms = chat.find_ban(work, account)
    return refuse(act, "muted", {"until_ms": until_ms}) if work.now_ms < until_ms else None
