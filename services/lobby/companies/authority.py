"""Who acts in a company, and whether they may (RULES.md §23). Players are locked before companies."""

from typing import NamedTuple

from services.contracts.lobby.people.companies import Role
from services.kernel.refusal import Refusal
from services.lobby.accounts import permissions
from services.lobby.chat.rows import find_ban
from services.lobby.companies import rows as stored
from services.lobby.companies.rules import FORBIDDEN, UNKNOWN, Company, Member
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.platform.database.unit_of_work import Work

FOUNDER: frozenset[Role] = frozenset({"founder"})
HOSTS: frozenset[Role] = frozenset({"founder", "host"})
MEMBERS: frozenset[Role] = frozenset({"founder", "host", "member"})


class Acting(NamedTuple):
    """A member who acts in a company; both are locked."""

    player: Player
    company: Company
    member: Member


def player_who_may(work: Work, ports: Ports, account: str, *others: str) -> Player | Refusal:
    """The player, locked together with others who are affected. Refusals: those of RULES.md §23, "Who"."""
    me = players.lock(work, {account, *others}).get(account)
    if me is None or me.is_erased:
        return Refusal("player_unknown")
    return permissions.check(work, ports, me, "company") or me


def member_who_may(
    work: Work, ports: Ports, account: str, company: str, roles: frozenset[Role], *others: str
) -> Acting | Refusal:
    """A member with one of these roles. Refusals: "Who", then `company_unknown`, `company_forbidden`."""
    me = player_who_may(work, ports, account, *others)
    if isinstance(me, Refusal):
        return me
    found = stored.lock(work, company)
    member = None if found is None else stored.find_member(work, company, account)
    if found is None or (member is None and found.joining == "invited"):
        return UNKNOWN
    if member is None or member.role not in roles:
        return FORBIDDEN
    return Acting(me, found, member)


def check_voice(work: Work, account: str) -> Refusal | None:
    """`chat_banned`: players whom staff have muted choose no names."""
    until_ms = find_ban(work, account)
    return Refusal("chat_banned", {"until_ms": until_ms}) if work.now_ms < until_ms else None
