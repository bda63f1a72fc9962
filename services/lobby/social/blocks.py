"""Lists of players whom an account does not want to meet (RULES.md §5)."""

from collections.abc import Collection, Mapping

from services.contracts.lobby.people import blocks as contract
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.lobby.accounts import permissions
from services.lobby.accounts.rules import username_key
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.social import block_rows as stored
from services.lobby.social import friends
from services.platform.database.unit_of_work import Work

BLOCKS_MAX = 200


def list_blocks(work: Work, _ports: Ports, request: contract.ListBlocks) -> contract.Blocks:
    """The account's list."""
    return contract.Blocks(players=stored.list_of(work, request.account), most=BLOCKS_MAX)


def block_player(work: Work, ports: Ports, request: contract.BlockPlayer) -> contract.Blocks | Refusal:
    """Add a player to the list, which ends a friendship."""
    found = players.find_by_key(work, username_key(request.name))
    if found is None:
        return Refusal("player_unknown")
    if found.account == request.account:
        return Refusal("block_self")
    players.lock(work, [request.account, found.account])
    listed = {each.account for each in stored.list_of(work, request.account)}
    if found.account not in listed and len(listed) >= BLOCKS_MAX:
        return Refusal("block_limit", {"most": BLOCKS_MAX})
    stored.add(work, request.account, found.account)
    friends.end(work, ports, request.account, found.account)
    return contract.Blocks(players=stored.list_of(work, request.account), most=BLOCKS_MAX)


def unblock_player(work: Work, _ports: Ports, request: contract.UnblockPlayer) -> contract.Blocks:
    """Remove a player from the list."""
    stored.remove(work, request.account, request.player)
    return contract.Blocks(players=stored.list_of(work, request.account), most=BLOCKS_MAX)


def check_invitations(work: Work, ports: Ports, inviter: str, invited: Mapping[Seat, str]) -> Refusal | None:
    """Check whether an account may invite these players now. Refusals with the seat: `blocked_by_player`,
    `invitation_limit`."""
    barred = stored.who_blocks(work, inviter, set(invited.values()))
    sent = stored.count_invitations(work, inviter, work.now_ms - HOUR_MS)
    for seat, account in sorted(invited.items()):
        if account in barred and (refusal := permissions.refuse("invite", "blocked", {"seat": seat})):
            return refusal
        if sent[account] >= ports.settings.invitations_per_pair_h:
            return Refusal("invitation_limit", {"seat": seat})
    return None


def who_blocks(work: Work, account: str, others: Collection[str]) -> set[str]:
    """Those of some players who do not want anything of this account."""
    return stored.who_blocks(work, account, others)


def check_gift(work: Work, giver: str, receivers: Collection[str]) -> Refusal | None:
    """Check whether an account may give gifts to these players. Refusal: `blocked_by_player`."""
    return Refusal("blocked_by_player") if stored.who_blocks(work, giver, receivers) else None
