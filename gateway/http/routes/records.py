"""Recordings, replays and the Academy. Tables decides who may see them; the gateway adds the asking account."""

from typing import Any

import msgspec

from gateway.http.operations.forwarding import Filled, Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Request
from services.contracts.moderation import conduct as moderation
from services.contracts.tables import imports, recordings
from services.kernel.refusal import Refusal

STUDY_FIELDS = ("match", "hand", "position", "steps")
"""The fields of a study that a client sends."""


class AsStaffToo(Forwarding):
    """Sends a request as a player; only if that is refused, asks for the player's roles and sends it once more as
    staff, from a session that is fit for staff. What staff gets to see in this way is noted."""

    def route(self, operation: str, request: type[Request[Any]], summary: str, *errors: str, **more: Any) -> Route:
        """As `Forwarding.route`; marked where a role may make a difference."""
        is_too = "roles" in request.__struct_fields__
        return super().route(operation, request, summary, *errors, staff_too=is_too, **more)

    def ask(self, call: Call, request: Request[Any], timeout_ms: int | None) -> Any | Refusal:
        """The answer of tables, the refusal of moderation to return the roles, or why the session is not fit."""
        answer = super().ask(call, request, timeout_ms)
        if not isinstance(answer, Refusal) or answer.error != "recording_forbidden":
            return answer
        conduct = super().ask(call, moderation.GetConduct(account=call.account_id), None)
        if isinstance(conduct, Refusal):
            return conduct
        if not conduct.roles or call.staff is None:
            return answer
        if refusal := call.staff.check(call.account):
            return refusal
        shown = super().ask(call, msgspec.structs.replace(request, roles=conduct.roles), timeout_ms)
        if isinstance(shown, Refusal):
            return shown
        return call.staff.note(call, call.operation, f"match={getattr(request, 'match', '')}") or shown


def record_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = AsStaffToo(rpc)
    return [*_recording_routes(to), *_study_routes(to), *_branch_routes(to), *_import_routes(Forwarding(rpc))]


def _opponent(to: Forwarding) -> Filled:
    """Finds the account of the opponent whom the query names, if it does."""

    def find(call: Call) -> str | Refusal | None:
        named = getattr(call.query, "opponent", None)
        return None if named is None else to.account_of(named)

    return find


def _recording_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/recordings",
            recordings.ListRecordings,
            "The matches that one has played and that are kept, newest first: all, or of a game, against an opponent "
            "(named by account or username), with a result, of a period. A page may be short and not the last",
            "player_unknown",
            query=("game", "opponent", "result", "from_ms", "until_ms", "before", "limit"),
            fill={"opponent": _opponent(to)},
        ),
        to.route(
            "GET /api/recordings/<match>",
            recordings.GetRecording,
            "A recording: everything that happened, and what proves its chance; for its players and staff",
            invalid="recording_unknown",
        ),
        to.route(
            "GET /api/recordings/<match>/text",
            recordings.GetMatchText,
            "A match as text that other programs of its game read: of tavli the games of Portes, for backgammon",
            invalid="recording_unknown",
            computes=True,
        ),
        to.route(
            "GET /api/recordings/<match>/replay",
            recordings.ReplayHand,
            "A hand of a recording, play by play, all hands open",
            query=("hand", "first", "limit"),
            invalid="recording_unknown",
            computes=True,
        ),
    ]


def _study_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/academy/study",
            recordings.StudyHand,
            "Play a hand of a recording on from any position, every seat; the game's refusals come as they are",
            *("not_your_turn", "illegal_move"),
            body=STUDY_FIELDS,
            body_name="StudyBody",
            body_is_long=True,
            computes=True,
            deed=False,
        ),
        to.route(
            "POST /api/academy/branches",
            recordings.SaveBranch,
            "Keep a study; sent again with the same id it is answered as the first time",
            *("not_your_turn", "illegal_move"),
            body=(*STUDY_FIELDS, "branch"),
            body_name="BranchBody",
            body_is_long=True,
            status=201,
        ),
    ]


def _branch_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/academy/branches",
            recordings.ListBranches,
            "The studies that one has kept, newest first",
            query=("match",),
        ),
        to.route("DELETE /api/academy/branches/<branch>", recordings.DeleteBranch, "Forget a study", invalid=None),
    ]


def _import_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/academy/imports",
            imports.ListImports,
            "The matches from other programs that one has, newest first",
        ),
        to.route(
            "POST /api/academy/imports",
            imports.ImportMatch,
            "Keep a match that was played elsewhere, from the text of another program (of tavli `.mat`), as a "
            "recording of one's own; the same text again is the same import",
            body=("text", "game"),
            body_is_long=True,
            computes=True,
            status=201,
        ),
        to.route(
            "DELETE /api/academy/imports/<match>",
            imports.DeleteImport,
            "Delete a match from another program, and the studies that were kept of it",
            invalid=None,
        ),
    ]
