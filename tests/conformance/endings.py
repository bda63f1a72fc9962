"""How a match ended, as the table publishes it and the wallet pays it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games import api
from games.registry import game
from services.contracts.tables.events import Departure, MatchFinished
from services.kernel.refusal import Refusal
from services.tables.table import entries
from services.tables.table.model import Table
from services.tables.transitions import finish
from services.wallet.stakes import match_chips as matches
from services.wallet.stakes.rules import RAKE_STEPS, check_stake, rate_bps
from tests.conformance.forms import by_number
from tests.conformance.table_play import table_of
from tests.conformance.toolkit.situation import Situation

_OF_POLICY = {"forfeit": "forfeited", "concede": "conceded", "pause_return": "forfeited"}
"""The outcome of a match that ends at a departure, by the game's leave policy."""


def ending(moment: Situation, stake_chips: Any = 0) -> dict[str, Any] | None:
    """How the match of a moment ended; None while it goes on.

    `outcome`, `reason`, `winners` (seats), `places` by seat and `points` by side as they are recorded (empty where the
    match had no result), `departed` (seats in order), `cards` (seat, colour, reason) that the table has asked for, and
    for a stake `payouts` by seat and `rake`. Of a moment that was played, all is what the table published; of one that
    was read, departures and cards are what can be seen in it. Refusals: those of stakes, as `{"error": code}`.
    """
    refusal = check_stake(stake_chips, free_allowed=True)
    if refusal is not None:
        return {"error": refusal.error}
    finished = moment.finished or _finished(moment)
    if finished is None:
        return None
    cards = [{"seat": each.seat, "colour": each.colour, "reason": each.reason} for each in moment.cards]
    return {
        "outcome": finished.outcome,
        "reason": finished.reason,
        "winners": finished.winners,
        "places": finished.places,
        "points": finished.points,
        "departed": _departed(finished.departures),
        "cards": cards,
    } | _paid(finished, stake_chips)


def _departed(departures: Sequence[Departure]) -> list[int]:
    return list(dict.fromkeys(each.seat for each in departures))


def _finished(moment: Situation) -> MatchFinished | None:
    """The event of a match that is over at this moment already."""
    table = table_of(moment, 0)
    if not isinstance(table.match.pending, api.Over):
        return None
    outcome, winners, reason = _outcome(table)
    return finish.finished(table, entries.Ended(outcome, winners, reason, "", ""), table.at_ms)


def _outcome(table: Table) -> tuple[str, tuple[int, ...], str]:
    outcome, winners, reason = finish.outcome_of(table)
    departures, policy = table.match.departures, table.policies.leave
    if not departures:
        return outcome, winners, reason
    if policy in ("forfeit", "eliminate") and not departures[0].first_round_done:
        return "void", (), departures[0].reason
    if policy == "pause_return" and not departures[0].first_round_done:
        return "not_completed", (), departures[0].reason
    lone = policy == "eliminate" and getattr(table.match.state, "forfeited", False)
    return "forfeited" if lone else _OF_POLICY.get(policy, outcome), winners, reason


def _paid(finished: MatchFinished, stake_chips: int) -> dict[str, Any]:
    if not stake_chips or game(finished.game).house_banked:
        return {}
    accounts = tuple(f"player-{seat}" for seat in range(len(finished.accounts)))
    hold = matches.Hold(finished.match, stake_chips, rate_bps(stake_chips, RAKE_STEPS), accounts)
    event = msgspec.structs.replace(finished, stake_chips=stake_chips)
    paid = matches.payment(event, hold)
    if isinstance(paid, Refusal):
        return {"error": paid.error}
    return {"payouts": by_number(paid.payouts), "rake": paid.settlement.rake_chips}
