"""What needs an account that was registered in this cell: neither a guest's nor a visitor's (RULES.md §11, §19)."""

from services.kernel.refusal import Refusal
from services.lobby.accounts.guest_accounts import names as guest_accounts
from services.lobby.ports import Ports
from services.lobby.presence.player import Player

VISITOR_FORBIDDEN = Refusal("visitor_forbidden")
"""The features that only exist at home."""


def check_full(player: Player, ports: Ports) -> Refusal | None:
    """`guest_forbidden`, `visitor_forbidden`."""
    return guest_accounts.FORBIDDEN if player.guest else check_at_home(player.account, ports)


def check_at_home(account: str, ports: Ports) -> Refusal | None:
    """`visitor_forbidden`."""
    return None if ports.visits.home_of(account) is None else VISITOR_FORBIDDEN
