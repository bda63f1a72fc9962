"""The ratings of a finished match: whose ratings it changes, by how much, and the inputs of that computation
(RULES.md §1)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from services.contracts.tables.commands import SeatRating
from services.contracts.tables.events import MatchFinished
from services.contracts.wallet.events import MatchCorrected
from services.kernel.refusal import Refusal
from services.ranking.elo.departures import Changes, Departure, Ended, Policy, rate
from services.ranking.elo.rules import EloSettings, Label, Rated

POLICIES = frozenset(Policy.__args__)  # type: ignore[attr-defined]
OUTCOMES = frozenset({"won", "tied", "forfeited", "conceded", "void", "not_completed"})


class Start(NamedTuple):
    """A match that starts, or may start, and whose ratings it needs."""

    match: str
    game: str
    accounts: Sequence[str]


class Inputs(msgspec.Struct, frozen=True):
    """The inputs from which the change of ratings was computed, stored with the match: `sides` by side, then by
    player."""

    sides: tuple[tuple[SeatRating, ...], ...]
    ended: Ended


class Delta(msgspec.Struct, frozen=True):
    """The change of one account's rating by a match, before the floor of its present rating."""

    account: str
    delta: int
    label: Label


def inputs_of(finished: MatchFinished) -> Inputs | Refusal:
    """What the rating of a match starts from.

    Refusals: `not_rated` (ended before ratings were frozen, or of a kind that is never rated), `bad_parameters` (the
    event contradicts itself; detail: the field).
    """
    if not finished.ratings or finished.practice:
        return Refusal("not_rated")
    if finished.leave_policy not in POLICIES or finished.outcome not in OUTCOMES:
        return Refusal("not_rated")
    frozen = {rating.account: rating for rating in finished.ratings}
    seats = sorted(seat for side in finished.sides for seat in side)
    if seats != list(range(len(finished.accounts))):
        return Refusal("bad_parameters", {"field": "sides"})
    if not all(account in frozen for account in finished.accounts):
        return Refusal("bad_parameters", {"field": "ratings"})
    sides = tuple(tuple(frozen[str(finished.accounts[seat])] for seat in side) for side in finished.sides)
    return Inputs(sides, ended_of(finished))


def corrected_inputs(inputs: Inputs, news: MatchCorrected) -> Inputs | Refusal:
    """The same match with another end. Winners share the first place, all others the second, where more than two
    sides played. Refusals: `bad_parameters` (the correction is of other players)."""
    place_of = {
        rated.account: (side, player)
        for side, players in enumerate(inputs.sides)
        for player, rated in enumerate(players)
    }
    if set(news.accounts) != place_of.keys():
        return Refusal("bad_parameters", {"field": "accounts"})
    won = {place_of[news.accounts[seat]][0] for seat in news.winners}
    counted = news.first_round_done is not False
    ended = Ended(
        inputs.ended.policy,
        news.outcome,  # type: ignore[arg-type]
        won.pop() if len(won) == 1 else None,
        tuple(Departure(*place_of[news.accounts[seat]], counted) for seat in news.departed),
        _places(inputs, news, place_of) if len(inputs.sides) > 2 else None,
    )
    return Inputs(inputs.sides, ended)


def _places(inputs: Inputs, news: MatchCorrected, place_of: Mapping[str, tuple[int, int]]) -> tuple[int, ...]:
    first = {place_of[news.accounts[seat]][0] for seat in news.winners} or set(range(len(inputs.sides)))
    return tuple(1 if side in first else 2 for side in range(len(inputs.sides)))


def deltas(inputs: Inputs, settings: EloSettings) -> list[Delta] | Refusal:
    """The changes of all players whose rating the match changes; the others are left out. Refusals:
    `places_missing`."""
    sides = [tuple(Rated(player.rating, player.games, player.peak) for player in side) for side in inputs.sides]
    changes: Changes | Refusal = rate(sides, inputs.ended, settings)
    if isinstance(changes, Refusal):
        return changes
    return [
        Delta(player.account, change.delta, change.label)
        for side, of_side in zip(inputs.sides, changes, strict=True)
        for player, change in zip(side, of_side, strict=True)
        if change.label is not None
    ]


def ended_of(finished: MatchFinished) -> Ended:
    """How the match ended, by sides instead of seats."""
    place_of = {seat: (side, player) for side, seats in enumerate(finished.sides) for player, seat in enumerate(seats)}
    decided = _decided_in_first_hand(finished)
    departed = tuple(
        Departure(*place_of[departure.seat], departure.first_round_done or decided)
        for departure in finished.departures
        if departure.seat in place_of
    )
    return Ended(
        finished.leave_policy,  # type: ignore[arg-type]
        finished.outcome,  # type: ignore[arg-type]
        _winner_side(finished),
        departed,
        tuple(finished.places[side[0]] for side in finished.sides) if finished.places else None,
    )


def _winner_side(finished: MatchFinished) -> int | None:
    winners = set(finished.winners)
    won = [number for number, side in enumerate(finished.sides) if side and set(side) <= winners]
    return won[0] if len(won) == 1 else None


def _decided_in_first_hand(finished: MatchFinished) -> bool:
    """A seat that the computer took over counts as having left a match that had no second hand to leave."""
    return finished.leave_policy == "bot_replace" and bool(finished.places) and len(finished.hands) <= 1
