"""Invitations: thirty seconds to sit down, and one refusal ends the table (RULES.md §5)."""

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby.tables.open_table import (
    DEFAULTS,
    Candidate,
    Invitation,
    OpenTable,
    TableSettings,
    answered,
    close,
    invitation_of,
    is_open,
    seat_player,
)


def accept(
    table: OpenTable, player: str, candidate: Candidate, now_ms: TimeMs, settings: TableSettings = DEFAULTS
) -> OpenTable | Refusal:
    """The invited player sits down: in time at exactly the last millisecond of the invitation.

    `not_invited`, `invitation_answered`, `invitation_withdrawn`, `invitation_expired`, `already_seated`, money.
    """
    invitation = invitation_of(table, player)
    refusal = _check(invitation, now_ms, settings) or (
        Refusal("already_seated") if candidate.seated else candidate.refusal
    )
    if refusal is not None or invitation is None:
        return refusal or Refusal("not_invited")
    return seat_player(answered(table, player, "accepted"), invitation.seat, player, now_ms)


def reject(table: OpenTable, player: str, now_ms: TimeMs, settings: TableSettings = DEFAULTS) -> OpenTable | Refusal:
    """The invited player rejects the invitation, and the table is closed; refusals as of `accept`."""
    refusal = _check(invitation_of(table, player), now_ms, settings)
    return refusal or close(answered(table, player, "rejected"), "invitation_rejected", player)


def expire(table: OpenTable, now_ms: TimeMs, settings: TableSettings = DEFAULTS) -> OpenTable:
    """Apply the passing of time: an unanswered invitation closes the table as a rejection does."""
    late = (one.player for one in table.invitations if one.state == "pending" and _is_late(one, now_ms, settings))
    player = next(late, None) if is_open(table) else None
    return close(answered(table, player, "expired"), "invitation_rejected", player) if player else table


def _check(invitation: Invitation | None, now_ms: TimeMs, settings: TableSettings) -> Refusal | None:
    if invitation is None:
        return Refusal("not_invited")
    if invitation.state in ("accepted", "rejected"):
        return Refusal("invitation_answered")
    if invitation.state == "withdrawn":
        return Refusal("invitation_withdrawn")
    late = invitation.state == "expired" or _is_late(invitation, now_ms, settings)
    return Refusal("invitation_expired") if late else None


def _is_late(invitation: Invitation, now_ms: TimeMs, settings: TableSettings) -> bool:
    return now_ms - invitation.sent_at_ms > settings.invite_s * 1000
