"""Orders and settings of operators from the console, and corrections of matches, tried out before they are ordered.
Moderation decides who may give orders, and stores reason and order; each service decides who may try."""

from typing import Any

import msgspec

from gateway.http.operations.derived_bodies import body_of
from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.base import Message
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation import desk
from services.contracts.moderation import orders as contract
from services.contracts.ranking import boards
from services.contracts.ranking.corrections import BadgeMove, PreviewRatings, RatingMove
from services.contracts.tables import catalogue, recordings
from services.contracts.tables.rounds import ListRounds
from services.contracts.tournaments.corrections import PreviewStandings, StandingsEffect
from services.contracts.wallet.corrections import ChipsEffect, PreviewChips, PreviewRound
from services.kernel.refusal import Refusal


class Orders(Forwarding):
    """Adds accounts and titles to an order, because moderation asks no other service."""

    def operation(self, call: Call) -> contract.AnyOperation | Refusal:
        """The operation with accounts instead of names, and with the board's title. Refusals: `player_unknown`,
        `bad_parameters`."""
        operation: contract.AnyOperation = call.body.operation
        if isinstance(operation, contract.CloseBoard):
            return self._with_title(call, operation)
        if isinstance(operation, contract.CorrectMatch):
            return self._with_accounts(call, operation)
        if isinstance(operation, contract.CorrectRound) and operation.credited is not None:
            credited = self._by_account(operation.credited)
            if isinstance(credited, Refusal):
                return credited
            return msgspec.structs.replace(operation, credited=credited)
        return operation

    def _with_title(self, call: Call, order: contract.CloseBoard) -> contract.CloseBoard:
        """The title comes from the board, not from the operator; ranking refuses an unknown board."""
        found = self.ask(call, boards.GetBoard(board=order.board, period=order.period, limit=1), None)
        return msgspec.structs.replace(order, title="" if isinstance(found, Refusal) else found.period.title)

    def _with_accounts(self, call: Call, order: contract.CorrectMatch) -> contract.CorrectMatch:
        """The seats come from the match, not from the operator; the wallet refuses an unknown match."""
        found = self.ask(call, catalogue.GetMatch(match=order.match), None)
        accounts = [] if isinstance(found, Refusal) else [seat.account for seat in found.seats]
        return msgspec.structs.replace(order, accounts=[each for each in accounts if each is not None])

    def _by_account(self, credited: dict[str, int]) -> dict[str, int] | Refusal:
        """Players may be named by account or by username. Refusals: `player_unknown`, `bad_parameters` (one player is
        named twice)."""
        found: dict[str, int] = {}
        for named, chips in credited.items():
            player = self.account_of(named)
            if isinstance(player, Refusal):
                return player
            if player in found:
                return Refusal("bad_parameters", {"field": "credited"})
            found[player] = chips
        return found


def order_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Orders(rpc)
    return [
        to.route(
            "POST /api/operator/orders",
            contract.PlaceOrder,
            "Order a correction, an annulment, a board, terms or a setting; for operators",
            *("player_unknown", "bad_parameters"),
            body=("id", "reason", "operation"),
            body_name="OrderBody",
            fill={"operation": to.operation},
            name="place",
            status=201,
        ),
        to.route(
            "GET /api/operator/orders",
            contract.ListOrders,
            "The newest orders and what came of them; for operators and auditors",
        ),
        to.route(
            "GET /api/operator/settings/trial",
            desk.TryThreshold,
            "How many cases the last 30 days would have opened by another threshold; for operators and auditors",
            query=("setting", "value"),
        ),
        to.route(
            "GET /api/operator/settings",
            contract.ListSettings,
            "Settings that can be changed while the platform runs; for operators and auditors",
        ),
    ]


# --- corrections: matches are found, and what one would change is tried out ---


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
        to.route(
            "GET /api/operator/rounds",
            ListRounds,
            "The newest rounds of a house-banked table, with their bets; for operators",
            query=("table",),
            fill={"roles": to.roles},
        ),
        to.route(
            "POST /api/operator/rounds/preview",
            PreviewRound,
            "Everything that a correction of a round would change; nothing is changed; for operators",
            body=("round", "credited"),
            body_name="TriedRoundBody",
            fill={"roles": to.roles},
            deed=False,
        ),
    ]
