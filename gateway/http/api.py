"""The operations of the REST API."""

from gateway.http.accounts import Accounts
from gateway.http.bodies import LoginBody, Me, Nothing, RegisterBody
from gateway.http.queries import Queries
from gateway.http.routes import Route
from gateway.rpc import Cached, Rpc
from services.contracts import lobby, tables

_REGISTER_ERRORS = (
    "username_invalid",
    "email_invalid",
    "password_weak",
    "birth_date_invalid",
    "underage",
    "registration_limit",
    "username_taken",
    "email_taken",
)


def make_routes(rpc: Rpc, tables_list: Cached[lobby.Tables], lists_age_s: float) -> list[Route]:
    """Every operation, with its handler."""
    players = Cached(rpc, lobby.ListPlayers(), lists_age_s)
    return [*_account_routes(Accounts(rpc, players)), *_query_routes(Queries(rpc, players, tables_list))]


def _account_routes(accounts: Accounts) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/api/register",
            summary="Open an account; it is logged in at once",
            handler=accounts.register,
            body=RegisterBody,
            answer=lobby.Session,
            status=201,
            session=False,
            attempt=True,
            errors=_REGISTER_ERRORS,
        ),
        Route(
            method="POST",
            path="/api/login",
            summary="Log in; an older session of the account ends",
            handler=accounts.login,
            body=LoginBody,
            answer=lobby.Session,
            session=False,
            attempt=True,
            errors=("login_failed", "login_locked", "account_suspended", "account_blocked"),
        ),
        Route(
            method="POST",
            path="/api/logout",
            summary="End the session",
            handler=accounts.logout,
            answer=Nothing,
        ),
        Route(method="GET", path="/api/me", summary="Who asks", handler=accounts.me, answer=Me),
    ]


def _query_routes(queries: Queries) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/catalogue",
            summary="The games, their options and policies",
            handler=queries.get_catalogue,
            answer=tables.Catalogue,
            session=False,
        ),
        Route(
            method="GET",
            path="/api/tables",
            summary="Every table that is open or running, oldest first",
            handler=queries.list_tables,
            answer=lobby.Tables,
        ),
        Route(
            method="GET",
            path="/api/players",
            summary="Everybody who is here, in the order of the players list",
            handler=queries.list_players,
            answer=lobby.Players,
        ),
        Route(
            method="GET",
            path="/api/matches/<match>",
            summary="A match that one has played; with what proves its chance once it has ended",
            handler=queries.get_match,
            answer=tables.MatchRecord,
            errors=("match_unknown", "recording_forbidden"),
        ),
    ]
