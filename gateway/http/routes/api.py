"""The operations of the REST API: each is declared once, in the module of its subject."""

import msgspec

from gateway.http.operations.route import Route
from gateway.http.routes.analysis import analysis_routes
from gateway.http.routes.calendar import calendar_file_routes, calendar_routes
from gateway.http.routes.competitions import competition_routes
from gateway.http.routes.conduct import conduct_routes, message_routes
from gateway.http.routes.economy import economy_routes
from gateway.http.routes.exports import export_routes
from gateway.http.routes.lobby.access import access_routes, visit_routes
from gateway.http.routes.lobby.accounts import account_routes, for_full_accounts, guest_routes, privacy_routes
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
    seek_routes,
    watching_routes,
)
from gateway.http.routes.lobby.programs import program_routes, token_routes
from gateway.http.routes.lobby.providers import provider_routes
from gateway.http.routes.orders import correction_routes, order_routes
from gateway.http.routes.queries import count_routes, fairness_routes, game_schema_routes, hall_routes, query_routes
from gateway.http.routes.rankings import public_routes, ranking_routes
from gateway.http.routes.records import record_routes
from gateway.http.routes.shares import share_routes
from gateway.http.routes.streams import EventStreams, stream_routes
from gateway.rpc import Cached, Rpc
from gateway.settings import GatewaySettings
from services.contracts.lobby import open_tables, presence

_TOP_TABLE_AGE_S = 10.0
"""The door shows it to everybody: more often nobody asks the lobby, which reads all tables for it."""


def make_routes(
    rpc: Rpc, tables_list: Cached[open_tables.Tables], lists_age_s: float, streams: EventStreams | None = None
) -> list[Route]:
    """Every operation, with its handler. `streams`: None where there is no log of public events."""
    players = Cached(rpc, presence.ListPlayers(), lists_age_s)
    return [
        *_of("Accounts", account_routes(rpc, players), access_routes(rpc), passkey_routes(rpc)),
        *_of("Programs", token_routes(rpc), program_routes(rpc)),
        *_of("Accounts", provider_routes(rpc), guest_routes(rpc)),
        *_of("Notices", message_routes(rpc), mail_routes(rpc), push_routes(rpc)),
        *_of("Room", query_routes(rpc, players, tables_list), count_routes(rpc, lists_age_s), hall_routes(rpc)),
        *_of("Room", seek_routes(rpc), watching_routes(rpc, _TOP_TABLE_AGE_S)),
        *_of("Recordings", record_routes(rpc), export_routes(rpc), analysis_routes(rpc), share_routes(rpc)),
        *_of("Games", fairness_routes(rpc), game_schema_routes(rpc)),
        *_of("Chips", for_full_accounts(economy_routes(rpc))),
        *_of("Privacy", privacy_routes(rpc)),
        *_of("Competitions", for_full_accounts(competition_routes(rpc)), for_full_accounts(calendar_routes(rpc))),
        *_of("Competitions", calendar_file_routes(rpc)),
        *_of("Rankings", ranking_routes(rpc), public_routes(rpc)),
        *_of("Conduct", conduct_routes(rpc), order_routes(rpc), correction_routes(rpc)),
        *_of("People", block_routes(rpc), call_routes(rpc), card_routes(rpc), friend_routes(rpc)),
        *_of("People", conversation_routes(rpc)),
        *_of("Companies", for_full_accounts(company_routes(rpc))),
        *_of("Cells", visit_routes(rpc)),
        *_of("Streams", stream_routes(rpc, streams or EventStreams(rpc, GatewaySettings()))),
    ]


def _of(subject: str, *groups: list[Route]) -> list[Route]:
    """The routes of a subject, by which the document groups them."""
    return [msgspec.structs.replace(route, subject=subject) for group in groups for route in group]
