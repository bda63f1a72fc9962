"""Recordings, replays and the Academy. Tables decides who may see them; the gateway passes on who asks."""

from collections.abc import Callable
from typing import Any

from gateway.http.request_bodies import (
    BranchBody,
    BranchesQuery,
    Nothing,
    RecordingsQuery,
    ReplayQuery,
    StudyBody,
)
from gateway.http.routes import Call
from gateway.rpc import Rpc
from services.contracts import moderation, recordings
from services.kernel.refusal import Refusal


class Records:
    """Handlers of requests about recordings and studies."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks tables, and moderation for the roles of an asker whom tables has refused as a player."""
        self._rpc = rpc

    def list_recordings(self, call: Call) -> recordings.Recordings | Refusal:
        """One's own recordings, newest first."""
        query: RecordingsQuery = call.query
        return self._rpc.call(
            recordings.ListRecordings(account=call.account_id, game=query.game, before=query.before, limit=query.limit)
        )

    def get_recording(self, call: Call) -> recordings.Recording | Refusal:
        """A whole recording."""
        match = call.path["match"]
        return self._as_staff_too(
            call, lambda roles: recordings.GetRecording(match=match, account=call.account_id, roles=roles)
        )

    def replay_hand(self, call: Call) -> recordings.Replay | Refusal:
        """The positions of a hand of a recording."""
        query: ReplayQuery = call.query
        match = call.path["match"]
        return self._as_staff_too(
            call,
            lambda roles: recordings.ReplayHand(
                match=match,
                account=call.account_id,
                roles=roles,
                hand=query.hand,
                first=query.first,
                limit=query.limit,
            ),
        )

    def study_hand(self, call: Call) -> recordings.Study | Refusal:
        """Continue a hand in the Academy."""
        body: StudyBody = call.body
        return self._as_staff_too(
            call,
            lambda roles: recordings.StudyHand(
                match=body.match,
                account=call.account_id,
                roles=roles,
                hand=body.hand,
                position=body.position,
                steps=body.steps,
            ),
        )

    def save_branch(self, call: Call) -> recordings.Branch | Refusal:
        """Save a study."""
        body: BranchBody = call.body
        return self._as_staff_too(
            call,
            lambda roles: recordings.SaveBranch(
                match=body.match,
                account=call.account_id,
                roles=roles,
                hand=body.hand,
                position=body.position,
                steps=body.steps,
                branch=body.branch,
            ),
        )

    def list_branches(self, call: Call) -> recordings.Branches | Refusal:
        """One's own studies."""
        query: BranchesQuery = call.query
        return self._rpc.call(recordings.ListBranches(account=call.account_id, match=query.match))

    def delete_branch(self, call: Call) -> Nothing | Refusal:
        """Delete a study, if it exists."""
        branch = call.path["branch"]
        if len(branch) > recordings.NAME_LENGTH_MAX:
            return Nothing()
        answer = self._rpc.call(recordings.DeleteBranch(account=call.account_id, branch=branch))
        return answer if isinstance(answer, Refusal) else Nothing()

    def _as_staff_too(self, call: Call, request: Callable[[list[str]], Any]) -> Any | Refusal:
        """Ask as a player; only if that is refused, query the asker's roles and ask again as staff."""
        if any(len(name) > recordings.NAME_LENGTH_MAX for name in call.path.values()):
            return Refusal("recording_unknown")
        answer = self._rpc.call(request([]))
        if not isinstance(answer, Refusal) or answer.error != "recording_forbidden":
            return answer
        conduct = self._rpc.call(moderation.GetConduct(account=call.account_id))
        if isinstance(conduct, Refusal):
            return conduct
        return self._rpc.call(request(conduct.roles)) if conduct.roles else answer
