"""The operations of the REST API: each is declared once, in the module of its subject."""

from gateway.http.operations.route import Route
from gateway.http.routes.competitions import competition_routes
from gateway.http.routes.conduct import conduct_routes
from gateway.http.routes.economy import economy_routes
from gateway.http.routes.lobby.access import access_routes
from gateway.http.routes.lobby.accounts import account_routes, for_full_accounts, guest_routes
from gateway.http.routes.lobby.people import block_routes, friend_routes
from gateway.http.routes.lobby.privacy import privacy_routes
from gateway.http.routes.lobby.seeks import seek_routes
from gateway.http.routes.lobby.visits import visit_routes
from gateway.http.routes.messages import message_routes
from gateway.http.routes.orders import order_routes
from gateway.http.routes.queries import Counting, count_routes, game_schema_routes, hall_routes, query_routes
from gateway.http.routes.rankings import ranking_routes
from gateway.http.routes.records import record_routes
from gateway.rpc import Cached, Rpc
from services.contracts.lobby import open_tables, presence


def make_routes(rpc: Rpc, tables_list: Cached[open_tables.Tables], lists_age_s: float) -> list[Route]:
    """Every operation, with its handler."""
    players = Cached(rpc, presence.ListPlayers(), lists_age_s)
    return [
        *account_routes(rpc, players),
        *access_routes(rpc),
        *message_routes(rpc),
        *query_routes(rpc, players, tables_list),
        *record_routes(rpc),
        *guest_routes(rpc),
        *for_full_accounts(economy_routes(rpc)),
        *privacy_routes(rpc),
        *for_full_accounts(competition_routes(rpc)),
        *ranking_routes(rpc),
        *conduct_routes(rpc),
        *block_routes(rpc),
        *count_routes(Counting(players, tables_list)),
        *friend_routes(rpc),
        *hall_routes(rpc),
        *seek_routes(rpc),
        *game_schema_routes(rpc),
        *order_routes(rpc),
        *visit_routes(rpc),
    ]
