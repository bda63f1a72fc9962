"""Recordings of matches that are played here, by random players or by an engine's computer players."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import msgspec

from games import api, registry
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import RecordedEvent, RecordedHand, Recording
from services.kernel.seats import Seat

Choose = Callable[[api.AnyGame, Any, Seat, random.Random], Any]
EVENTS_MAX = 20_000


def any_move(rules: api.AnyGame, state: Any, seat: Seat, rng: random.Random) -> Any:
    """One of the first legal moves; resigning once in a while."""
    found = list(itertools.islice(rules.legal(state, seat), 12))
    calm = [move for move in found if rules.write(move)["move"] != "resign"]
    return rng.choice(found if rng.random() < 0.002 or not calm else calm)


def recorded(
    game: str, options: dict[str, Any] | None = None, seed: int = 1, choose: Choose = any_move, leave_at: int = -1
) -> Recording:
    """A whole match. `leave_at`: the event at which seat 0 leaves for good."""
    rules, rng = registry.game(game), random.Random(seed)
    chosen = rules.options(options or {}, {})
    state, events = rules.start(chosen), list[RecordedEvent]()
    for number in range(EVENTS_MAX):
        waits = rules.next(state)
        if isinstance(waits, api.Over):
            return _recording(rules, chosen, events, waits.result, rules.progress(state))
        hand = waits.hand if isinstance(waits, api.Draw) else rules.progress(state).hand
        seat, kind, data, action = _happens(rules, state, waits, rng, choose)
        if number == leave_at:
            seat, kind, data, action = 0, "departed", {"reason": "left", "applied": True}, api.Left(0)
        events.append(RecordedEvent(seq=number + 1, t_ms=1_000 * number, hand=hand, seat=seat, kind=kind, data=data))
        state = rules.apply(state, seat if kind == "moved" else None, action)
    raise AssertionError("the match does not end")


def _happens(
    rules: api.AnyGame, state: Any, waits: api.Next, rng: random.Random, choose: Choose
) -> tuple[Seat | None, str, dict[str, Any], Any]:
    if isinstance(waits, api.Draw):
        values = _values(waits, rng)
        data = {"purpose": waits.purpose, "draw": waits.kind, "n": waits.n, "values": list(values), "position": 0}
        return None, "drawn", data, api.Drawn(values)
    if isinstance(waits, api.Wait):
        return None, "elapsed", {"number": waits.number}, api.Elapsed(waits.number)
    assert isinstance(waits, api.Decide)
    seat = waits.due[0].seat
    move = choose(rules, state, seat, rng)
    return seat, "moved", {"move": rules.write(move)}, move


def _values(draw: api.Draw, rng: random.Random) -> tuple[int, ...]:
    if draw.kind == "dice":
        return tuple(rng.randint(1, 6) for _ in range(draw.n))
    return tuple(rng.sample(range(draw.n), draw.n)) if draw.kind == "shuffle" else (rng.randrange(draw.n),)


def _recording(
    rules: api.AnyGame, options: Any, events: list[RecordedEvent], result: api.Result, progress: api.Progress
) -> Recording:
    sides = [list(side) for side in rules.sides(options)]
    seats = sorted(seat for side in sides for seat in side)
    hands = sorted({event.hand for event in events})
    return Recording(
        format=1,
        match="00000000-0000-4000-8000-000000000001",
        number=1,
        game=rules.id,
        rules=rules.rules,
        options=msgspec.to_builtins(options),
        stake_chips=0,
        practice=False,
        table="table-1",
        name="",
        seats=[SeatPlayer(name=f"player-{seat}", account=f"account-{seat}") for seat in seats],
        sides=sides,
        started_at_ms=0,
        ended_at_ms=events[-1].t_ms,
        commit="",
        root="00" * 32,
        seeds=["0" * 32] * len(seats),
        hands=[
            RecordedHand(number=n, deal_key="", events=sum(e.hand == n for e in events), result=None) for n in hands
        ],
        events=events,
        outcome="won",
        result={
            "reason": result.reason,
            "winners": [seat for seat, place in enumerate(result.places) if place == 1],
            "places": list(result.places),
            "points": list(result.points),
        },
        payouts=None,
        rake_chips=None,
    )
