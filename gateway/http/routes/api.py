"""The operations of the REST API: each is declared once, in the module of its subject."""

from gateway.http.operations.route import Route
from gateway.http.routes.analysis import analysis_routes
from gateway.http.routes.calendar import calendar_file_routes, calendar_routes
from gateway.http.routes.competitions import competition_routes
from gateway.http.routes.conduct import conduct_routes
from gateway.http.routes.corrections import correction_routes
from gateway.http.routes.economy import economy_routes
from gateway.http.routes.fairness import fairness_routes
from gateway.http.routes.lobby.access import access_routes
from gateway.http.routes.lobby.accounts import account_routes, for_full_accounts, guest_routes
from gateway.http.routes.lobby.companies import company_routes
from gateway.http.routes.lobby.passkeys import passkey_routes
from gateway.http.routes.lobby.people import (
    block_routes,
    call_routes,
    card_routes,
    conversation_routes,
    friend_routes,
    mail_routes,
    push_routes,
    watching_routes,
)
from gateway.http.routes.lobby.privacy import privacy_routes
from gateway.http.routes.lobby.providers import provider_routes
from gateway.http.routes.lobby.seeks import seek_routes
from gateway.http.routes.lobby.tokens import token_routes
from gateway.http.routes.lobby.visits import visit_routes
from gateway.http.routes.messages import message_routes
from gateway.http.routes.orders import order_routes
from gateway.http.routes.queries import count_routes, game_schema_routes, hall_routes, query_routes
from gateway.http.routes.rankings import ranking_routes
from gateway.http.routes.records import record_routes
from gateway.http.routes.shares import share_routes
from gateway.rpc import Cached, Rpc
from services.contracts.lobby import open_tables, presence

_TOP_TABLE_AGE_S = 10.0
"""The door shows it to everybody: more often nobody asks the lobby, which reads all tables for it."""


def make_routes(rpc: Rpc, tables_list: Cached[open_tables.Tables], lists_age_s: float) -> list[Route]:
    """Every operation, with its handler."""
    players = Cached(rpc, presence.ListPlayers(), lists_age_s)
    return [
        *account_routes(rpc, players),
        *access_routes(rpc),
        *passkey_routes(rpc),
        *token_routes(rpc),
        *provider_routes(rpc),
        *message_routes(rpc),
        *query_routes(rpc, players, tables_list),
        *record_routes(rpc),
        *analysis_routes(rpc),
        *share_routes(rpc),
        *fairness_routes(rpc),
        *guest_routes(rpc),
        *for_full_accounts(economy_routes(rpc)),
        *privacy_routes(rpc),
        *for_full_accounts(competition_routes(rpc)),
        *for_full_accounts(calendar_routes(rpc)),
        *calendar_file_routes(rpc),
        *ranking_routes(rpc),
        *conduct_routes(rpc),
        *block_routes(rpc),
        *call_routes(rpc),
        *card_routes(rpc),
        *count_routes(rpc, lists_age_s),
        *friend_routes(rpc),
        *conversation_routes(rpc),
        *for_full_accounts(company_routes(rpc)),
        *hall_routes(rpc),
        *seek_routes(rpc),
        *game_schema_routes(rpc),
        *order_routes(rpc),
        *correction_routes(rpc),
        *mail_routes(rpc),
        *push_routes(rpc),
        *visit_routes(rpc),
        *watching_routes(rpc, _TOP_TABLE_AGE_S),
    ]
