"""What needs an account that was registered in this cell: neither a guest's nor a visitor's (RULES.md §11, §19)."""

from services.kernel.refusal import Refusal
from services.lobby.accounts.guest_accounts import names as guest_accounts
from services.lobby.presence.player import Player
from services.lobby.visits import visitors as visits


def check_full(player: Player, here: str) -> Refusal | None:
    """`guest_forbidden`, `visitor_forbidden`. `here`: the id of this cell."""
    return guest_accounts.FORBIDDEN if player.guest else visits.check_local(player.account, here)
