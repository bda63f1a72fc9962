"""Collects the stamps of a bench's moves and says where the slowest hundredth of each case spent its time."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from bench.moves.slowest import stages
from bench.moves.slowest.processors import Processors
from bench.moves.slowest.stages import STAGES, Move, Seen
from bench.robots.meter import Meter

_SHARE = 0.01
_SHOWN = 12
"""How many of the slowest moves are listed one by one."""


class SlowestMoves:
    """For one bench: probes for its processes, and what robots and processors did meanwhile."""

    def __init__(self) -> None:
        """The probes write into a folder of their own, which goes with this object."""
        self._folder = tempfile.TemporaryDirectory(prefix="kafeneio-stages-")
        self.pids: Callable[[], Mapping[str, list[int]]] = dict
        """Role → its processes; set when the platform runs."""
        self._cases: dict[str, tuple[Meter, Processors]] = {}

    def variables(self, code: Path) -> dict[str, str]:
        """The environment of a platform whose processes are to stamp stages; `code`: the folder of its release."""
        probe = Path(__file__).parent / "probe"
        return {"PYTHONPATH": f"{probe}:{code}", "STAGES_FOLDER": self._folder.name}

    def watch(self, case: str, meter: Meter) -> Processors:
        """Keep what this meter sees; the result is to be entered while the case is measured."""
        meter.moves = {}
        processors = Processors(self.pids)
        self._cases[case] = meter, processors
        return processors

    def text(self) -> str:
        """The report; to be called when all processes have ended."""
        seen = stages.read(Path(self._folder.name))
        return "\n\n".join(
            report(case, stages.moves(meter.moves or {}, seen), seen, processors)
            for case, (meter, processors) in self._cases.items()
        )


def report(case: str, moves: Sequence[Move], seen: Seen, processors: Processors) -> str:
    """Where the time of all moves and of the slowest went, in lines."""
    if not moves:
        return f"{case}: no move passed all stages"
    slow = stages.slowest(moves, _SHARE)
    return "\n".join([*_parts(case, moves, slow, seen), *_who(moves, slow, processors), *_each(slow, seen)])


def _parts(case: str, moves: Sequence[Move], slow: Sequence[Move], seen: Seen) -> Iterator[str]:
    means = [sum(move.delay_s for move in some) * 1_000 / len(some) for some in (moves, slow)]
    yield f"{case}: {len(moves)} moves of {means[0]:.2f} ms, the slowest {len(slow)} of {means[1]:.2f} ms"
    yield f"{'ms: all':>8}{'slowest':>9}{'held up':>9}   where (held up: the thread waited for a processor)"
    columns = zip(STAGES[1:], stages.mean_parts_ms(moves), stages.mean_parts_ms(slow), strict=True)
    for number, ((name, what), all_ms, slow_ms) in enumerate(columns):
        held = [min(seen.held.get(name, {}).get(move.id, 0.0), move.parts_s[number]) for move in slow]
        yield f"{all_ms:8.2f}{slow_ms:9.2f}{1_000 * sum(held) / len(held):9.2f}   {what}"
    paused = [stages.paused_ms(move, seen.pauses) for move in slow]
    yield f"{'':8}{sum(paused) / len(paused):9.2f}{'':9}   of it while a garbage collector worked"


def _who(moves: Sequence[Move], slow: Sequence[Move], processors: Processors) -> Iterator[str]:
    usual, then = (processors.shares(map(_span, some)) for some in (moves, slow))
    yield "processors used, and threads that waited for one: usually; while a slowest move was under way"
    for role in sorted(then, key=lambda each: -then[each].waiting):
        was, now = usual[role], then[role]
        yield f"{was.used:8.2f}{was.waiting:7.2f}{now.used:9.2f}{now.waiting:7.2f}   {role}"


def _span(move: Move) -> tuple[float, float]:
    return move.stamps[0].at_s, move.stamps[-1].at_s


def _each(slow: Sequence[Move], seen: Seen) -> Iterator[str]:
    yield "the slowest, one by one: when (s), delay, then each part (ms), and gc"
    for move in slow[:_SHOWN]:
        parts = " ".join(f"{1_000 * part:6.1f}" for part in move.parts_s)
        paused_ms = stages.paused_ms(move, seen.pauses)
        yield f"{move.stamps[0].at_s:12.3f} {1_000 * move.delay_s:7.1f} = {parts}   gc {paused_ms:.1f}"
