"""Reports and appeals of players, and the queries and decisions of staff; moderation decides who may do what."""

from typing import Literal

from gateway.http.accounts import HASHING_TIMEOUT_MS
from gateway.http.conduct_bodies import (
    AppealBody,
    AppealsQuery,
    AuditQuery,
    ChatQuery,
    DecisionBody,
    NamesQuery,
    ReasonBody,
    ReportBody,
    ReportsQuery,
    RoleBody,
    RulingBody,
    SanctionBody,
)
from gateway.http.request_bodies import Nothing
from gateway.http.routes import Call
from gateway.rpc import Rpc
from services.contracts import conduct, discipline, journals, lobby, moderation, recordings, wallet
from services.kernel.refusal import Refusal


class PlayersSide:
    """Handlers of the operations for players."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks the lobby and moderation."""
        self._rpc = rpc

    def file_report(self, call: Call) -> discipline.Receipt | Refusal:
        """Report another player."""
        body: ReportBody = call.body
        context = discipline.ReportContext(
            match=body.match, hand=body.hand, event=body.event, table=body.table, room=body.room
        )
        asked = conduct.ReportPlayer(
            account=call.account_id,
            id=body.id,
            category=body.category,
            comment=body.comment,
            context=context,
            to=body.to,
            name=body.name,
            seat=body.seat,
        )
        return self._rpc.call(asked)

    def list_own_reports(self, call: Call) -> discipline.Receipts | Refusal:
        """One's own reports, with their outcomes."""
        return self._rpc.call(discipline.ListOwnReports(account=call.account_id))

    def get_conduct(self, call: Call) -> moderation.Conduct | Refusal:
        """One's own cards and roles, and warnings that were not read yet."""
        return self._rpc.call(moderation.GetConduct(account=call.account_id))

    def file_appeal(self, call: Call) -> conduct.AppealReceipt | Refusal:
        """An appeal of somebody who cannot log in."""
        body: AppealBody = call.body
        asked = conduct.FileAppeal(username=body.username, password=body.password, text=body.text, kind=body.kind)
        return self._rpc.call(asked, timeout_ms=HASHING_TIMEOUT_MS)


class StaffDesk:
    """Handlers of the operations for staff."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks moderation, the lobby and tables."""
        self._rpc = rpc

    # --- read ---

    def list_reports(self, call: Call) -> discipline.Reports | Refusal:
        """Reports."""
        query: ReportsQuery = call.query
        return self._rpc.call(
            discipline.ListReports(account=call.account_id, decided=query.decided, reported=query.reported)
        )

    def list_appeals(self, call: Call) -> discipline.Appeals | Refusal:
        """Appeals."""
        query: AppealsQuery = call.query
        return self._rpc.call(discipline.ListAppeals(account=call.account_id, ruled=query.ruled))

    def list_cases(self, call: Call) -> moderation.Cases | Refusal:
        """Open cases."""
        return self._rpc.call(moderation.ListCases(account=call.account_id))

    def get_player(self, call: Call) -> discipline.PlayerFile | Refusal:
        """Everything about a player; the audit log records the access."""
        player = self._account_of(call.path["player"])
        if isinstance(player, Refusal):
            return player
        return self._rpc.call(discipline.GetPlayerFile(account=call.account_id, of=player))

    def list_chat(self, call: Call) -> conduct.ChatPage | Refusal:
        """A player's chat lines; the audit log records the access."""
        query: ChatQuery = call.query
        player = self._noted(call, "chat")
        if isinstance(player, Refusal):
            return player
        return self._rpc.call(conduct.ListChat(account=call.account_id, of=player, before=query.before))

    def list_money(self, call: Call) -> wallet.TransferPage | Refusal:
        """A player's newest transfers; the audit log keeps that they were read."""
        player = self._noted(call, "money")
        if isinstance(player, Refusal):
            return player
        return self._rpc.call(wallet.ListTransfers(account=player))

    def list_matches(self, call: Call) -> recordings.Recordings | Refusal:
        """A player's newest matches; the audit log keeps that they were read."""
        player = self._noted(call, "matches")
        if isinstance(player, Refusal):
            return player
        return self._rpc.call(recordings.ListRecordings(account=player))

    def _noted(self, call: Call, what: Literal["chat", "money", "matches"]) -> str | Refusal:
        """The account that is about to be read; moderation has written down that it is, and may refuse."""
        player = self._account_of(call.path["player"])
        if isinstance(player, Refusal):
            return player
        noted = self._rpc.call(discipline.NoteReading(account=call.account_id, what=what, of=player))
        return noted if isinstance(noted, Refusal) else player

    def get_journal(self, call: Call) -> journals.Journal | Refusal:
        """The accepted actions of an ended match; the audit log records the access."""
        match = call.path["match"]
        noted = self._rpc.call(discipline.NoteReading(account=call.account_id, what="journal", of=match))
        if isinstance(noted, Refusal):
            return noted
        return self._rpc.call(journals.GetJournal(match=match))

    def list_roles(self, call: Call) -> discipline.Holders | Refusal:
        """The holders of roles."""
        return self._rpc.call(discipline.ListRoles(account=call.account_id))

    def list_audit(self, call: Call) -> discipline.AuditPage | Refusal:
        """The audit log."""
        query: AuditQuery = call.query
        return self._rpc.call(
            discipline.ListAuditEntries(account=call.account_id, before=query.before, subject=query.subject)
        )

    def check_audit(self, call: Call) -> discipline.AuditCheck | Refusal:
        """Whether the audit log is complete and unchanged."""
        return self._rpc.call(discipline.CheckAuditLog(account=call.account_id))

    def find_names(self, call: Call) -> conduct.Names | Refusal:
        """The names of accounts."""
        query: NamesQuery = call.query
        return self._rpc.call(conduct.FindNames(accounts=query.accounts.split(",")[:100]))

    # --- decided ---

    def decide(self, call: Call) -> discipline.Report | Refusal:
        """Decide a report."""
        body: DecisionBody = call.body
        return self._rpc.call(
            discipline.Decide(
                account=call.account_id,
                report=call.path["report"],
                decision=body.decision,
                reason=body.reason,
                permanent=body.permanent,
                message=body.message,
            )
        )

    def rule_appeal(self, call: Call) -> discipline.Appeal | Refusal:
        """Rule on an appeal."""
        body: RulingBody = call.body
        return self._rpc.call(
            discipline.RuleAppeal(
                account=call.account_id,
                appeal=call.path["appeal"],
                outcome=body.outcome,
                reason=body.reason,
                until_ms=body.until_ms,
            )
        )

    def close_case(self, call: Call) -> moderation.Case | Refusal:
        """Close a case."""
        body: ReasonBody = call.body
        asked = moderation.CloseCase(account=call.account_id, case=call.path["case"], reason=body.reason)
        return self._rpc.call(asked)

    def give_card(self, call: Call) -> discipline.KeptSuspension | Refusal:
        """Give a red card."""
        body: SanctionBody = call.body
        player = self._account_of(body.to)
        if isinstance(player, Refusal):
            return player
        return self._rpc.call(
            discipline.GiveCard(account=call.account_id, id=body.id, to=player, reason=body.reason, match=body.match)
        )

    def revoke_card(self, call: Call) -> discipline.Card | Refusal:
        """Cancel an active card."""
        body: ReasonBody = call.body
        asked = discipline.RevokeCard(account=call.account_id, card=call.path["card"], reason=body.reason)
        return self._rpc.call(asked)

    def lift_suspension(self, call: Call) -> discipline.KeptSuspension | Refusal:
        """End a suspension now."""
        body: ReasonBody = call.body
        return self._rpc.call(
            discipline.LiftSuspension(account=call.account_id, suspension=call.path["suspension"], reason=body.reason)
        )

    def block(self, call: Call) -> discipline.KeptBlock | Refusal:
        """Block an account permanently."""
        body: SanctionBody = call.body
        player = self._account_of(body.to)
        if isinstance(player, Refusal):
            return player
        return self._rpc.call(discipline.Block(account=call.account_id, id=body.id, to=player, reason=body.reason))

    def unblock(self, call: Call) -> Nothing | Refusal:
        """End a block."""
        body: ReasonBody = call.body
        player = self._account_of(call.path["player"])
        if isinstance(player, Refusal):
            return player
        answer = self._rpc.call(discipline.Unblock(account=call.account_id, to=player, reason=body.reason))
        return answer if isinstance(answer, Refusal) else Nothing()

    def change_role(self, call: Call) -> discipline.Holder | Refusal:
        """Give a role, or take it."""
        body: RoleBody = call.body
        player = self._account_of(body.to)
        if isinstance(player, Refusal):
            return player
        kind = discipline.GiveRole if body.give else discipline.TakeRole
        return self._rpc.call(kind(account=call.account_id, to=player, role=body.role, reason=body.reason))

    def _account_of(self, text: str) -> str | Refusal:
        return account_of(self._rpc, text)


def account_of(rpc: Rpc, text: str) -> str | Refusal:
    """The account of a player who is named by account or username. Refusals: `player_unknown`."""
    found = rpc.call(lobby.GetPlayer(account=text))
    if isinstance(found, Refusal) and found.error == "player_unknown":
        found = rpc.call(lobby.GetPlayer(name=text))
    return found if isinstance(found, Refusal) else found.account
