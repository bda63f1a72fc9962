"""The operations of the REST API: each is declared once, in the module of its subject."""

from gateway.http.access import access_routes
from gateway.http.accounts import account_routes
from gateway.http.blocks import block_routes
from gateway.http.competition_routes import competition_routes
from gateway.http.conduct_routes import conduct_routes
from gateway.http.counts import Counting, count_routes
from gateway.http.economy_routes import economy_routes
from gateway.http.friends import friend_routes
from gateway.http.game_schemas import game_schema_routes
from gateway.http.guest_accounts import for_full_accounts, guest_routes
from gateway.http.halls import hall_routes
from gateway.http.messages import message_routes
from gateway.http.orders import order_routes
from gateway.http.privacy import privacy_routes
from gateway.http.queries import query_routes
from gateway.http.rankings import ranking_routes
from gateway.http.records import record_routes
from gateway.http.routes import Route
from gateway.http.seeks import seek_routes
from gateway.http.visits import visit_routes
from gateway.rpc import Cached, Rpc
from services.contracts import lobby


def make_routes(rpc: Rpc, tables_list: Cached[lobby.Tables], lists_age_s: float) -> list[Route]:
    """Every operation, with its handler."""
    players = Cached(rpc, lobby.ListPlayers(), lists_age_s)
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
