"""The stages of moves, as the probes in the platform's processes and the robots have stamped them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

STAGES = (
    ("robot_sent", ""),
    ("gateway_read", "the robot's socket and the gateway's wake-up"),
    ("gateway_published", "gateway: the loop's next iteration, encoding, sending"),
    ("worker_read", "broker, and the worker's wake-up"),
    ("worker_applied", "worker: waiting for its turn, reading, applying"),
    ("worker_composed", "worker: the script is sent, frames are made meanwhile"),
    ("worker_committed", "the database is waited for"),
    ("worker_sent", "worker: encoding and sending the frames"),
    ("gateway_updates", "broker, and the gateway's wake-up"),
    ("gateway_sent", "gateway: packing and sending to sockets"),
    ("robot_saw", "the robots' sockets and their wake-up, until both have read it"),
)
"""Every stage, and what the time before it went to."""


class Stamp(NamedTuple):
    """When a command reached a stage (s, of the clock that all processes share), and for how long the thread had
    waited for a processor until then, since its beginning (s)."""

    at_s: float
    held_s: float


class Pause(NamedTuple):
    """The garbage collector of a process."""

    process: int
    generation: int
    began_s: float
    ended_s: float


class Move(NamedTuple):
    """A move that passed all stages."""

    id: str
    stamps: tuple[Stamp, ...]
    """One for each of `STAGES`."""

    @property
    def delay_s(self) -> float:
        """From sending it until both seats have seen it."""
        return self.stamps[-1].at_s - self.stamps[0].at_s

    @property
    def parts_s(self) -> list[float]:
        """The time before each stage but the first."""
        return [later.at_s - sooner.at_s for sooner, later in zip(self.stamps, self.stamps[1:], strict=False)]


class Seen(NamedTuple):
    """What the probes of all processes have written."""

    stamps: dict[str, dict[str, Stamp]]
    """Stage → command id → its first stamp."""
    pauses: list[Pause]
    held: dict[str, dict[str, float]]
    """Stage → command id → seconds for which its thread waited for a processor since its stamp before this one."""


def read(folder: Path) -> Seen:
    """Everything in the probes' files."""
    seen = Seen({}, [], {})
    for file in sorted(folder.glob("stages-*.txt")):
        process, held_before_s = int(file.stem.split("-")[1]), None
        for line in file.read_text().splitlines():
            name, first, second, ids = line.split("\t")
            if name.startswith("gc"):
                seen.pauses.append(Pause(process, int(name[2:]), int(first) / 1e9, int(second) / 1e9))
                continue
            stamp = Stamp(int(first) / 1e9, int(second) / 1e9)
            held_s = stamp.held_s - held_before_s if held_before_s is not None else 0.0
            held_before_s = stamp.held_s
            for each in ids.split(","):
                seen.stamps.setdefault(name, {}).setdefault(each, stamp)
                seen.held.setdefault(name, {}).setdefault(each, held_s)
    return seen


def moves(sent: Mapping[str, tuple[float, float]], seen: Seen) -> list[Move]:
    """The moves that passed every stage. `sent`: command id → when it was sent, and when both robots had seen it."""
    between = [seen.stamps.get(name, {}) for name, _ in STAGES[1:-1]]
    return [
        Move(each, (Stamp(sent_s, 0), *(stamps[each] for stamps in between), Stamp(saw_s, 0)))
        for each, (sent_s, saw_s) in sent.items()
        if all(each in stamps for stamps in between)
    ]


def slowest(found: Sequence[Move], share: float = 0.01) -> list[Move]:
    """This share of the moves, the slowest first; at least one if there are any."""
    ordered = sorted(found, key=lambda move: -move.delay_s)
    return ordered[: max(1, round(share * len(ordered)))]


def mean_parts_ms(found: Sequence[Move]) -> list[float]:
    """The mean time before each stage but the first."""
    parts = [move.parts_s for move in found]
    return [1_000 * sum(column) / len(parts) for column in zip(*parts, strict=True)] if parts else []


def paused_ms(move: Move, pauses: Iterable[Pause]) -> float:
    """How much of a move's time a garbage collector was at work in any process on its way."""
    began_s, ended_s = move.stamps[0].at_s, move.stamps[-1].at_s
    return sum(1_000 * max(0.0, min(each.ended_s, ended_s) - max(each.began_s, began_s)) for each in pauses)
