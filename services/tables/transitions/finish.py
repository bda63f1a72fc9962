"""The end of a match: its outcome, and the event by which other services settle and rate it (RULES.md §10)."""

import msgspec

from games import api
from games.registry import game
from services.contracts.tables.events import MatchFinished, TableDone
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.kernel.stake_refusals import code_for_others
from services.tables.table import entries
from services.tables.table.model import Table
from services.tables.table.transition import Transition
from services.tables.transitions import bets, shoes


def winners_of(result: api.Result) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(seat for seat, place in enumerate(result.places) if place == 1)


def outcome_of(table: Table) -> tuple[str, tuple[Seat, ...], str]:
    """Outcome, winning seats and reason of a match that was played to its end (services/wallet/RULES.md §5)."""
    match = table.match
    assert isinstance(match.pending, api.Over)
    result = match.pending.result
    winners = winners_of(result)
    if len(winners) == len(result.places):
        return "tied", (), result.reason
    if all(table.seats[seat].replaced for seat in winners):
        return "void", (), "replaced"
    return "won", winners, result.reason


def end(
    transition: Transition, outcome: str, winners: tuple[int, ...], reason: str, places: tuple[int, ...] = ()
) -> None:
    """Add the end to the journal, publish it, and prepare the commitment of the next match. `places`: by seat, of a
    match that was decided without being played out."""
    before = transition.table
    action = entries.Ended(outcome, winners, reason, transition.secrets.match_id(), transition.secrets.root(), places)
    transition.add(action)
    next_match = action.next_match if transition.table.phase == "choosing" else ""
    transition.publish(finished(before, action, transition.table.at_ms, next_match))
    if transition.table.phase == "over":
        left = before.match.departures[-1] if before.match.departures else None
        by_cards = left is not None and left.reason == "suspended" and outcome in ("void", "not_completed")
        told = {"reason": "player_suspended", "account": left.account} if left and by_cards else {"reason": ""}
        transition.publish(TableDone(table=before.id, **told))


def close(transition: Transition, reason: str, account: str | None = None) -> None:
    """Close the table; its players go back to the lobby, unless they are there already. The table is public:
    it has no code that is one player's own affair; the event for the lobby has it."""
    free_already = transition.table.phase == "over"
    transition.add(entries.Closed(code_for_others(reason), account))
    if not free_already:
        transition.publish(TableDone(table=transition.table.id, reason=reason, account=account))


def annul(transition: Transition, reason: str, by: str) -> Refusal | None:
    """An operator ends a running or stopped match without a result, and its table. Codes: `match_over`."""
    table = transition.table
    if table.phase not in ("asking", "playing", "stopped"):
        return Refusal("match_over")
    transition.add(entries.Annulled(reason, by))
    if table.is_house:
        bets.void(transition)
        shoes.end_shoe(transition, "void")
    elif table.match.asked_at_ms:
        end(transition, "void", (), "annulled")
    close(transition, "annulled")
    return None


def finished(table: Table, ended: entries.Ended, at_ms: int, next_match: str = "") -> MatchFinished:
    """The event about the end of the match of `table`, for other services. `next_match`: the id of a rematch, if
    there may be one."""
    match, order, policies = table.match, table.order, table.policies
    result = match.pending.result if isinstance(match.pending, api.Over) else None
    progress = game(table.game).progress(match.state) if table.phase == "playing" else None
    return MatchFinished(
        match=match.id,
        table=table.id,
        number=match.number,
        game=table.game,
        rules=table.rules,
        options=order.options,
        stake_chips=order.stake_chips,
        clock_policy=policies.clock,
        return_policy=policies.returning,
        leave_policy=policies.leave,
        competition=order.competition,
        practice=order.practice,
        accounts=[seat.account for seat in table.seats],
        sides=[list(side) for side in game(table.game).sides(table.options)],
        started_at_ms=match.began_at_ms or match.asked_at_ms,
        ended_at_ms=at_ms,
        outcome=ended.outcome,
        winners=list(ended.winners),
        places=list(result.places) if result else list(ended.places),
        points=list(result.points) if result else [],
        named=result.named if result else None,
        reason=ended.reason,
        hands=[msgspec.to_builtins(hand) for hand in progress.hands] if progress else [],
        departures=list(match.departures),
        first_round_done=match.departures[0].first_round_done  # services/wallet/RULES.md §5
        if match.departures
        else progress is not None and progress.first_round_done,
        ratings=list(match.ratings or ()),
        reply_to=table.reply_to,
        table_name=order.name,
        names=[seat.name for seat in table.seats],
        next_match=next_match,
        guests=order.guests,
        clock_factor=policies.clock_factor,
    )
