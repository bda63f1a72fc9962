"""The halls of players, and moving to another hall (RULES.md §18)."""

from services.contracts.base import Done
from services.contracts.client.frames import PlayersFrame
from services.contracts.lobby.halls import GoToHall
from services.kernel.refusal import Refusal
from services.lobby.halls.rules import FIRST, Hall, choose
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored
from services.lobby.presence.player import Player
from services.lobby.presence.player import walk as walked
from services.platform.database.unit_of_work import Work


def count(work: Work, _ports: Ports) -> dict[Hall, int]:
    """How many players are in each hall; the first is always open."""
    return {FIRST: 0} | stored.count_by_hall(work)


def present(ports: Ports) -> dict[Hall, int]:
    """The number of players in each hall, at most `hall_counts_age_ms` old, for players who enter."""
    now_ms, age_ms = ports.database.clock.now_ms(), ports.settings.hall_counts_age_ms
    return ports.hall_counts.get(now_ms, age_ms, lambda: ports.read(count))


def enter(ports: Ports, players: dict[Hall, int], player: Player) -> Hall:
    """Choose the hall for a player who enters, and count them there in `players`."""
    if player.status != "absent":
        return player.hall
    hall = choose(players, ports.settings.hall_players_max, player.hall)
    players[hall] = players.get(hall, 0) + 1
    return hall


def walk(work: Work, ports: Ports, player: Player, hall: Hall) -> Player:
    """Move a locked player to another hall: they leave one list and enter the other, and their client gets the new
    room. The caller saves the player."""
    client_updates.hall(work, ports, player.hall, PlayersFrame(changed=[], gone=[player.account]))
    client_updates.players(work, ports, (player.account,))
    client_updates.room_again(work, ports, player.account)
    return walked(player, hall)


def go_to_hall(work: Work, ports: Ports, request: GoToHall) -> Done | Refusal:
    """Move a player to another hall at their own request."""
    me = stored.lock(work, (request.account,)).get(request.account)
    if me is None or not me.is_here:
        return Refusal("player_not_online")
    if me.hall == request.hall:
        return Done()
    if me.part is not None:
        return Refusal("already_seated")
    players = count(work, ports)
    if request.hall not in players:
        return Refusal("hall_unknown")
    if players[request.hall] >= ports.settings.hall_players_max:
        return Refusal("hall_full")
    stored.save(work, [walk(work, ports, me, request.hall)])
    return Done()
