"""Queries for players."""

from services.contracts.lobby import requests as contract
from services.contracts.partners import lookups as other_systems
from services.kernel.refusal import Refusal
from services.lobby.accounts.rules import username_key
from services.lobby.lists import lines
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work


def get_player(work: Work, ports: Ports, request: contract.GetPlayer) -> contract.Account | Refusal:
    """An account by its id, or else by its name."""
    player = None
    if request.account is not None:
        player = stored.find(work, request.account)
    elif request.name is not None:
        player = stored.find_by_key(work, username_key(request.name))
    return Refusal("player_unknown") if player is None else lines.account(player, ports.visits.home_of(player.account))


def get_players(work: Work, ports: Ports, request: other_systems.GetPlayers) -> other_systems.PlayersFound:
    """Many accounts by their ids, in the order asked."""
    wanted = list(dict.fromkeys(map(storable, request.accounts)))
    found = {
        player.account: lines.account(player, ports.visits.home_of(player.account))
        for player in stored.find_some(work, wanted)
    }
    return other_systems.PlayersFound(
        accounts=[found[account] for account in wanted if account in found],
        missing=[account for account in wanted if account not in found],
    )
