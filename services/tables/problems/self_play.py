"""Matches of computers among themselves, for positions to solve where those of people do not suffice (RULES.md §21).

`python -m services.tables.problems.self_play GAME NUMBER` writes the positions of one match to its output; the same
number gives the same match. `python -m services.tables.problems.self_play GAME FIRST LAST` writes the file that comes
with the platform, of as many matches, into the folder `files`.
"""

import itertools
import os
import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from games import api, registry
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import RecordedEvent, RecordedHand, Recording
from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process.parents import Parent
from services.tables.analysis.report import analyse
from services.tables.bots.process import Chance
from services.tables.problems.rules import MadeProblem, problems_in

FOLDER = Path(__file__).resolve().parent / "files"
EVENTS_MAX = 10_000
NICENESS = 19
STRENGTHS: tuple[Any, ...] = ("medium", "easy")
"""Who plays now and then badly gets into positions of all kinds."""
OPTIONS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "tavli": tuple({"variant": variant, "target": 1} for variant in ("portes", "plakoto", "fevga")),
}
"""What is played in turn; other games as they are by themselves."""


def main(arguments: list[str]) -> int:
    """Write the positions of a match, or a game's file; returns the exit code."""
    if len(arguments) not in (2, 3):
        console.error(__doc__ or "")
        return 2
    if os.getpriority(os.PRIO_PROCESS, 0) < NICENESS:
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    game, first = arguments[0], int(arguments[1])
    numbers, parent = range(first, int(arguments[-1]) + 1), Parent()
    found = {each.id: each for number in numbers for each in problems_of(game, number, parent.require)}
    kept = msgspec.json.encode([found[name] for name in sorted(found)])
    if len(arguments) == 2:
        sys.stdout.buffer.write(kept)
        return 0
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.json").write_bytes(msgspec.json.format(kept, indent=0) + b"\n")
    console.say(f"{len(found)} problems of {game}")
    return 0


def problems_of(game: str, number: int, at_each: Callable[[], None] = lambda: None) -> list[MadeProblem]:
    """The positions of one match that can be problems; none where its analysis does not succeed. `at_each` is called
    again and again meanwhile."""
    options = OPTIONS.get(game, ({},))
    recording = play(game, options[number % len(options)], f"{game}|{number}", at_each)
    report = analyse(recording, lambda _part: at_each())
    return [] if isinstance(report, Refusal) else problems_in(recording, report, "made")


def play(game: str, options: dict[str, Any], seed: str, at_each: Callable[[], None] = lambda: None) -> Recording:
    """A match of computers, as a recording without chance that could be proved. `at_each` is called at each step."""
    rules, rng = registry.game(game), random.Random(seed)
    chosen = rules.options(options, {})
    state, events = rules.start(chosen), list[RecordedEvent]()
    for number in itertools.count(1):
        at_each()
        waits = rules.next(state)
        if isinstance(waits, api.Over) or number > EVENTS_MAX:
            return _recording(rules, chosen, events, waits)
        hand = waits.hand if isinstance(waits, api.Draw) else rules.progress(state).hand
        seat, kind, data, action = _happens(rules, state, waits, rng)
        events.append(RecordedEvent(seq=number, t_ms=0, hand=hand, seat=seat, kind=kind, data=data))
        state = rules.apply(state, seat, action)
    raise AssertionError("not reached")


def _happens(rules: api.AnyGame, state: Any, waits: api.Next, rng: random.Random) -> tuple[Any, str, Any, Any]:
    if isinstance(waits, api.Draw):
        values = _drawn(waits, rng)
        data = {"purpose": waits.purpose, "draw": waits.kind, "n": waits.n, "values": list(values), "position": 0}
        return None, "drawn", data, api.Drawn(values)
    if isinstance(waits, api.Wait):
        return None, "elapsed", {"number": waits.number}, api.Elapsed(waits.number)
    assert isinstance(waits, api.Decide), "no table without a bank waits for anything else"
    seat = waits.due[0].seat
    move = rules.bot(rules.view(state, seat), Chance(str(rng.random())), STRENGTHS[seat % 2])
    move = next(rules.legal(state, seat)) if move is None else move
    return seat, "moved", {"move": rules.write(move)}, move


def _drawn(draw: api.Draw, rng: random.Random) -> tuple[int, ...]:
    if draw.kind == "dice":
        return tuple(rng.randint(1, 6) for _ in range(draw.n))
    return tuple(rng.sample(range(draw.n), draw.n)) if draw.kind == "shuffle" else (rng.randrange(draw.n),)


def _recording(rules: api.AnyGame, options: Any, events: list[RecordedEvent], over: api.Next) -> Recording:
    assert isinstance(over, api.Over), "the match ends"
    sides = [list(side) for side in rules.sides(options)]
    hands = sorted({event.hand for event in events})
    winners = [seat for seat, place in enumerate(over.result.places) if place == 1]
    return Recording(
        format=1,
        match="",
        number=1,
        game=rules.id,
        rules=rules.rules,
        options=msgspec.to_builtins(options),
        stake_chips=0,
        practice=True,
        table="",
        name="",
        seats=[SeatPlayer(name=f"bot-{seat}") for seat in range(sum(map(len, sides)))],
        sides=sides,
        started_at_ms=0,
        ended_at_ms=0,
        commit="",
        root="",
        seeds=[],
        hands=[RecordedHand(number=hand, deal_key="", events=0, result=None) for hand in hands],
        events=events,
        outcome="won",
        result={"winners": winners, "places": list(over.result.places), "points": list(over.result.points)},
        payouts=None,
        rake_chips=None,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
