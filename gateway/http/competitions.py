"""Competitions: requests to tournaments on behalf of a player or an operator."""

from typing import Any

from gateway.http.competition_bodies import (
    CancellationBody,
    CorrectionBody,
    DisqualificationBody,
    EntrantsQuery,
    EntryBody,
    GamesQuery,
    PlanBody,
    StandingsQuery,
    TemplateBody,
)
from gateway.http.request_bodies import Nothing
from gateway.http.routes import Call
from gateway.rpc import Rpc
from services.contracts import tournaments as contract
from services.contracts.base import Request
from services.kernel.refusal import Refusal

ENTRY_TIMEOUT_MS = 12_000
"""Wallet, lobby and moderation are asked meanwhile."""


class Competitions:
    """Handlers of everything about competitions."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks tournaments."""
        self._rpc = rpc

    # --- what everybody sees ---

    def list_competitions(self, _call: Call) -> contract.Competitions | Refusal:
        """All competitions that players may see."""
        return self._rpc.call(contract.ListCompetitions())

    def get_competition(self, call: Call) -> contract.CompetitionCard | Refusal:
        """One competition, as the asker may see it."""
        return self._rpc.call(contract.GetCompetition(competition=call.path["competition"], account=call.account_id))

    def get_standings(self, call: Call) -> contract.CompetitionStandings | Refusal:
        """A page of the standings, and the asker's own row."""
        query: StandingsQuery = call.query
        return self._rpc.call(
            contract.GetStandings(
                competition=call.path["competition"], account=call.account_id, offset=query.offset, limit=query.limit
            )
        )

    def list_games(self, call: Call) -> contract.Games | Refusal:
        """Games, newest first."""
        query: GamesQuery = call.query
        return self._rpc.call(
            contract.ListGames(
                competition=call.path["competition"],
                running=query.running,
                player=query.player,
                before_ms=query.before_ms,
                limit=query.limit,
            )
        )

    # --- what players do ---

    def enter(self, call: Call) -> contract.CompetitionEntry | Refusal:
        """Buy an entry."""
        body: EntryBody = call.body
        request = contract.Enter(account=call.account_id, id=body.id, competition=call.path["competition"])
        return self._rpc.call(request, timeout_ms=ENTRY_TIMEOUT_MS)

    def withdraw(self, call: Call) -> Nothing | Refusal:
        """Withdraw: return all own entries."""
        return self._done(contract.Withdraw(account=call.account_id, competition=call.path["competition"]))

    def ask_game(self, call: Call) -> contract.Waiting | Refusal:
        """Wait for a game."""
        return self._rpc.call(contract.AskGame(account=call.account_id, competition=call.path["competition"]))

    def stop_waiting(self, call: Call) -> Nothing | Refusal:
        """Stop waiting for a game."""
        return self._done(contract.StopWaiting(account=call.account_id, competition=call.path["competition"]))

    # --- what operators do ---

    def list_plans(self, call: Call) -> contract.PlanCards | Refusal:
        """Every competition, including drafts."""
        return self._rpc.call(contract.ListPlans(account=call.account_id))

    def save(self, call: Call) -> contract.PlanCard | Refusal:
        """Create or change a draft, or preview it."""
        body: PlanBody = call.body
        request = contract.SaveCompetition(
            account=call.account_id, competition=call.path["competition"], plan=body.plan, preview=body.preview
        )
        return self._rpc.call(request)

    def publish(self, call: Call) -> contract.PlanCard | Refusal:
        """Announce a draft."""
        return self._rpc.call(
            contract.PublishCompetition(account=call.account_id, competition=call.path["competition"])
        )

    def cancel(self, call: Call) -> contract.PlanCard | Refusal:
        """Cancel a competition."""
        body: CancellationBody = call.body
        return self._rpc.call(
            contract.CancelCompetition(
                account=call.account_id, id=body.id, competition=call.path["competition"], reason=body.reason
            )
        )

    def disqualify(self, call: Call) -> Nothing | Refusal:
        """Take a player out, or back in."""
        body: DisqualificationBody = call.body
        return self._done(
            contract.Disqualify(
                account=call.account_id,
                id=body.id,
                competition=call.path["competition"],
                player=body.player,
                reason=body.reason,
                undo=body.undo,
            )
        )

    def correct(self, call: Call) -> Nothing | Refusal:
        """Replace a game's result."""
        body: CorrectionBody = call.body
        return self._done(
            contract.CorrectGame(
                account=call.account_id,
                id=body.id,
                competition=call.path["competition"],
                table=call.path["table"],
                result=body.result,
                reason=body.reason,
                points=body.points,
                departed=body.departed,
                own_mistake=body.own_mistake,
            )
        )

    def list_entrants(self, call: Call) -> contract.Entrants | Refusal:
        """The players who have entered."""
        query: EntrantsQuery = call.query
        request = contract.ListEntrants(
            account=call.account_id,
            competition=call.path["competition"],
            beginning=query.beginning,
            limit=query.limit,
        )
        return self._rpc.call(request)

    def list_competition_audit(self, call: Call) -> contract.Audit | Refusal:
        """The changes of a competition."""
        return self._rpc.call(contract.ListAudit(account=call.account_id, competition=call.path["competition"]))

    def list_templates(self, call: Call) -> contract.Templates | Refusal:
        """Templates of recurring competitions."""
        return self._rpc.call(contract.ListTemplates(account=call.account_id))

    def save_template(self, call: Call) -> contract.Template | Refusal:
        """Create, change or stop a template."""
        body: TemplateBody = call.body
        request = contract.SaveTemplate(
            account=call.account_id,
            template=call.path["template"],
            plan=body.plan,
            every=body.every,
            lead_ms=body.lead_ms,
            active=body.active,
        )
        return self._rpc.call(request)

    def _done(self, request: Request[Any]) -> Nothing | Refusal:
        answer = self._rpc.call(request)
        return answer if isinstance(answer, Refusal) else Nothing()
