"""Corrections of matches: found, and tried out before they are ordered (orders.py). Each service decides who may."""

from typing import Any

from gateway.http.operations.derived_bodies import body_of
from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Message
from services.contracts.moderation import conduct as moderation
from services.contracts.ranking.corrections import BadgeMove, PreviewRatings, RatingMove
from services.contracts.tables import catalogue, recordings
from services.contracts.tournaments.corrections import PreviewStandings, StandingsEffect
from services.contracts.wallet.corrections import ChipsEffect, PreviewChips
from services.kernel.refusal import Refusal

TriedCorrectionBody = body_of(
    PreviewChips, "match", "result", "departed", "first_round_done", name="TriedCorrectionBody"
)
"""A correction that is only tried out: as in an order, without a reason."""


class CorrectionEffect(Message, frozen=True):
    """Everything that a correction would change; `accounts`: who sat where. `ratings` and `badges` are empty for a
    match that changes none."""

    accounts: list[str | None]
    chips: ChipsEffect
    outcome: str
    ratings: list[RatingMove]
    competition: StandingsEffect
    badges: list[BadgeMove] = []


class Corrections(Forwarding):
    """Asks every service what a correction would do there."""

    def roles(self, call: Call) -> list[str] | Refusal:
        """The roles of the asking account, by moderation."""
        conduct = self.ask(call, moderation.GetConduct(account=call.account_id), None)
        return conduct if isinstance(conduct, Refusal) else conduct.roles

    def preview(self, call: Call) -> CorrectionEffect | Refusal:
        """What a correction would do. Refusals: those of the services, in the order in which they are asked."""
        body: Any = call.body
        roles = self.roles(call)
        if isinstance(roles, Refusal):
            return roles
        ordered: dict[str, Any] = {"match": body.match, "result": body.result, "departed": body.departed}
        timed = ordered | {"first_round_done": body.first_round_done, "roles": roles}
        chips = self.ask(call, PreviewChips(**timed), None)
        found = chips if isinstance(chips, Refusal) else self.ask(call, catalogue.GetMatch(match=body.match), None)
        if isinstance(found, Refusal) or isinstance(chips, Refusal):
            return found
        accounts = [seat.account for seat in found.seats]
        rated = PreviewRatings(
            **timed, accounts=[each for each in accounts if each is not None], outcome=chips.outcome or None
        )
        ratings = self.ask(call, rated, None)
        moves = [] if chips.outcome and _is_unrated(ratings) else ratings
        if isinstance(moves, Refusal):
            return moves
        competition = self.ask(call, PreviewStandings(account=call.account_id, **ordered), None)
        if isinstance(competition, Refusal):
            return competition
        if isinstance(moves, list):
            return CorrectionEffect(accounts, chips, chips.outcome, [], competition)
        return CorrectionEffect(accounts, chips, moves.outcome, moves.moves, competition, moves.badges)


def _is_unrated(found: Any) -> bool:
    """A match with a stake may be none that ranking knows; or its rating is as it was, and its chips are not."""
    return isinstance(found, Refusal) and found.error in ("match_unknown", "correction_empty")


def correction_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Corrections(rpc)
    return [
        to.route(
            "GET /api/operator/matches",
            recordings.FindMatches,
            "Ended matches of a player, at a table, or of some time; for operators and auditors",
            "player_unknown",
            query=("of", "table", "match", "game", "from_ms", "until_ms", "before", "limit"),
            fill={"roles": to.roles, "of": lambda call: to.account_of(call.query.of) if call.query.of else None},
        ),
        Route(
            method="POST",
            path="/api/operator/corrections/preview",
            summary="Everything that a correction of a match would change; nothing is changed; for operators",
            handler=to.preview,
            body=TriedCorrectionBody,
            answer=CorrectionEffect,
            errors=tuple(dict.fromkeys((*PreviewChips.refusals, *PreviewRatings.refusals, *PreviewStandings.refusals))),
            deed=False,
        ),
    ]
