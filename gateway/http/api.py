"""The operations of the REST API."""

from gateway.http.access import AccessHandlers, access_routes
from gateway.http.accounts import Accounts
from gateway.http.blocks import BlockLists, block_routes
from gateway.http.competition_routes import competition_routes
from gateway.http.conduct import PlayersSide, StaffDesk
from gateway.http.conduct_routes import player_conduct_routes, staff_routes
from gateway.http.counts import Counting, count_routes
from gateway.http.economy import Economy
from gateway.http.economy_routes import economy_routes
from gateway.http.friends import friend_routes
from gateway.http.game_schemas import game_schema_routes
from gateway.http.guest_accounts import GuestHandlers, for_full_accounts, guest_routes
from gateway.http.halls import hall_routes
from gateway.http.messages import Messages
from gateway.http.orders import OrderDesk, order_routes
from gateway.http.privacy import Privacy, privacy_routes
from gateway.http.queries import Queries
from gateway.http.rankings import ranking_routes
from gateway.http.records import Records
from gateway.http.request_bodies import (
    BranchBody,
    BranchesQuery,
    Catalogue,
    LanguageBody,
    LoginBody,
    Me,
    MessageBody,
    MuteBody,
    Nothing,
    PasswordBody,
    RecordingsQuery,
    RegisterBody,
    ReplayQuery,
    Statistics,
    StudyBody,
    TermsBody,
)
from gateway.http.routes import File, Route
from gateway.http.seeks import seek_routes
from gateway.http.staff import Staff
from gateway.rpc import Cached, Rpc
from services.contracts import lobby, moderation, pictures, recordings, tables

_REGISTER_ERRORS = (
    "username_invalid",
    "email_invalid",
    "password_weak",
    "birth_date_invalid",
    "underage",
    "registration_limit",
    "terms_changed",
    "username_taken",
    "email_taken",
    "channel_unknown",
)
_LOGIN_ERRORS = (
    *("login_failed", "login_locked", "account_suspended", "account_blocked"),
    *("second_factor_needed", "second_factor_wrong"),
)
_RECORDING_ERRORS = ("recording_unknown", "recording_forbidden", "rules_missing")
_STUDY_ERRORS = (
    *_RECORDING_ERRORS,
    "fork_position",
    "hand_over",
    "dice_not_due",
    "dice_invalid",
    "wait_not_due",
    "step_too_long",
    "not_your_turn",
    "illegal_move",
)


def make_routes(rpc: Rpc, tables_list: Cached[lobby.Tables], lists_age_s: float) -> list[Route]:
    """Every operation, with its handler."""
    players = Cached(rpc, lobby.ListPlayers(), lists_age_s)
    records = Records(rpc)
    accounts = Accounts(rpc, players)
    return [
        *_account_routes(accounts),
        *access_routes(AccessHandlers(rpc)),
        *_terms_routes(accounts),
        *_profile_routes(accounts),
        *_message_routes(Messages(rpc)),
        *_staff_routes(Staff(rpc)),
        *_query_routes(Queries(rpc, players, tables_list)),
        *_recording_routes(records),
        *_academy_routes(records),
        *guest_routes(GuestHandlers(rpc), _REGISTER_ERRORS),
        *for_full_accounts(economy_routes(Economy(rpc))),
        *privacy_routes(Privacy(rpc)),
        *for_full_accounts(competition_routes(rpc)),
        *ranking_routes(rpc),
        *player_conduct_routes(PlayersSide(rpc)),
        *block_routes(BlockLists(rpc)),
        *count_routes(Counting(players, tables_list)),
        *friend_routes(rpc),
        *hall_routes(rpc),
        *seek_routes(rpc),
        *game_schema_routes(rpc),
        *staff_routes(StaffDesk(rpc)),
        *order_routes(OrderDesk(rpc)),
    ]


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
            errors=_LOGIN_ERRORS,
        ),
        Route(
            method="POST",
            path="/api/logout",
            summary="End the session",
            handler=accounts.logout,
            answer=Nothing,
        ),
        Route(method="GET", path="/api/me", summary="Who asks", handler=accounts.me, answer=Me),
        Route(
            method="POST",
            path="/api/me/password",
            summary="Change one's password; the session goes on under the token that is answered",
            handler=accounts.change_password,
            body=PasswordBody,
            answer=lobby.Token,
            attempt=True,
            errors=("password_wrong", "password_same", "password_weak", "login_locked"),
        ),
        Route(
            method="POST",
            path="/api/me/token",
            summary="A new token for the session; the old one holds for a moment more",
            handler=accounts.renew_token,
            answer=lobby.Token,
        ),
        Route(
            method="POST",
            path="/api/me/language",
            summary="Change the language in which one is spoken to",
            handler=accounts.change_language,
            body=LanguageBody,
            answer=lobby.Account,
        ),
    ]


def _terms_routes(accounts: Accounts) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/terms",
            summary="The posted version of the terms and rules, and the history of versions, newest first",
            handler=accounts.get_terms,
            answer=lobby.Terms,
            session=False,
        ),
        Route(
            method="POST",
            path="/api/me/terms",
            summary="The posted version of the terms was read and is accepted",
            handler=accounts.accept_terms,
            body=TermsBody,
            answer=Nothing,
            errors=("terms_changed",),
        ),
    ]


def _profile_routes(accounts: Accounts) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/me/statistics",
            summary="One's recorded matches in numbers, by game, and the general Elo",
            handler=accounts.get_statistics,
            answer=Statistics,
        ),
        Route(
            method="PUT",
            path="/api/me/photo",
            summary="Another photo of oneself: PNG, JPEG or WebP; kept as a small square",
            handler=accounts.set_photo,
            body_is_image=True,
            answer=pictures.Photo,
            errors=("photo_too_large", "photo_invalid", "photo_size_invalid", "player_unknown"),
        ),
        Route(
            method="DELETE",
            path="/api/me/photo",
            summary="No photo any more",
            handler=accounts.delete_photo,
            answer=Nothing,
        ),
        Route(
            method="GET",
            path="/api/photos/<photo>",
            summary="A photo, by the id that the players list tells",
            handler=accounts.get_photo,
            answer=File,
            session=False,
            errors=("photo_unknown",),
        ),
    ]


def _message_routes(messages: Messages) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/messages",
            summary="What the Administrator has written to one, oldest first",
            handler=messages.list_messages,
            answer=moderation.AdminMessages,
        ),
        Route(
            method="POST",
            path="/api/messages/<message>/read",
            summary="A message was opened; the first time counts",
            handler=messages.read_message,
            answer=moderation.AdminMessage,
            errors=("message_unknown",),
        ),
        Route(
            method="POST",
            path="/api/messages/<message>/acknowledge",
            summary="A warning was understood",
            handler=messages.acknowledge_message,
            answer=moderation.AdminMessage,
            errors=("message_unknown", "already_acknowledged"),
        ),
        Route(
            method="POST",
            path="/api/messages",
            summary="Write to a player, or to all of them; for staff",
            staff=True,
            handler=messages.send_message,
            body=MessageBody,
            answer=moderation.AdminMessage,
            status=201,
            errors=("forbidden", "player_unknown", "message_invalid"),
        ),
    ]


def _staff_routes(staff: Staff) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/api/moderation/mutes",
            summary="Take the word from a player for a while, or give it back; for staff",
            staff=True,
            handler=staff.mute_chat,
            body=MuteBody,
            answer=moderation.Mute,
            status=201,
            errors=(
                *("player_unknown", "forbidden", "conflict_of_interest", "mute_range", "reason_required"),
                "idempotency_conflict",
            ),
        ),
    ]


def _query_routes(queries: Queries) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/catalogue",
            summary="The games with their options and policies, limits of stakes and the rake's steps",
            handler=queries.get_catalogue,
            answer=Catalogue,
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


def _recording_routes(records: Records) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/recordings",
            summary="The matches that one has played and that are kept, newest first",
            handler=records.list_recordings,
            query=RecordingsQuery,
            answer=recordings.Recordings,
            errors=("cursor_invalid",),
        ),
        Route(
            method="GET",
            path="/api/recordings/<match>",
            summary="A recording: everything that happened, and what proves its chance; for its players and staff",
            handler=records.get_recording,
            answer=recordings.Recording,
            errors=_RECORDING_ERRORS,
        ),
        Route(
            method="GET",
            path="/api/recordings/<match>/replay",
            computes=True,
            summary="A hand of a recording, play by play, all hands open",
            handler=records.replay_hand,
            query=ReplayQuery,
            answer=recordings.Replay,
            errors=(*_RECORDING_ERRORS, "position_unknown"),
        ),
    ]


def _academy_routes(records: Records) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/api/academy/study",
            computes=True,
            summary="Play a hand of a recording on from any position, every seat; the game's refusals come as they are",
            handler=records.study_hand,
            body=StudyBody,
            body_is_long=True,
            answer=recordings.Study,
            errors=_STUDY_ERRORS,
        ),
        Route(
            method="GET",
            path="/api/academy/branches",
            summary="The studies that one has kept, newest first",
            handler=records.list_branches,
            query=BranchesQuery,
            answer=recordings.Branches,
        ),
        Route(
            method="POST",
            path="/api/academy/branches",
            summary="Keep a study; sent again with the same id it is answered as the first time",
            handler=records.save_branch,
            body=BranchBody,
            body_is_long=True,
            answer=recordings.Branch,
            status=201,
            errors=(*_STUDY_ERRORS, "branch_invalid", "simulation_limit"),
        ),
        Route(
            method="DELETE",
            path="/api/academy/branches/<branch>",
            summary="Forget a study",
            handler=records.delete_branch,
            answer=Nothing,
        ),
    ]
