"""The calculations of the lobby: pure functions over plain data (RULES.md §15)."""

import msgspec

from services.lobby.presence.statuses import Listed, Status, in_order
from tests.conformance import instants
from tests.conformance.edge import as_calculations


class Player(msgspec.Struct, frozen=True):
    """A player of the list; `login_at` is a moment."""

    name: str
    status: Status
    login_at: instants.Instant = 0


def players_list(players: list[Player]) -> list[str]:
    """The names in the order of the list (§2); absent players are not in it."""
    listed = [Listed(player.name, player.status, instants.read(player.login_at)) for player in players]
    return [player.name for player in in_order(listed)]


CALCULATIONS = as_calculations((players_list,))
"""By the names of RULES.md §15."""
