"""The crowd of `make bench-scale`: processes full of clients, and what a phase with so many of them costs."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import NamedTuple, Self
from urllib.parse import urlsplit

import msgspec

from bench.processes.members import ROOT
from bench.processes.usage import Usage
from bench.processes.whole_platform import Platform
from bench.robots.guests import make_guests
from bench.scale.thin_clients import Counts, Plan
from tests.support.guard import GUARD

PROCESSES = 2
ACTIVE_EVERY = 100
"""One client in so many is active; a hall of 400 has four of them, however many halls there are."""
STOP_TIMEOUT_S = 30.0


class Phase(NamedTuple):
    """What so many sockets cost while ordinary life goes on."""

    sockets: int
    """Open at the end of it."""
    entered_s: float
    """How long it took until those who were new had come in."""
    bytes_per_client_s: float
    """Received by the mean client in a second."""
    cpu_us_per_client_s: float
    """Processor time of gateways and lobby for a client and second, in microseconds."""
    cpu_share: Mapping[str, float]
    """Role → cores that it used. `lobby` and other services have their own names."""
    commands_done: int
    refused: Mapping[str, int]
    pauses: int
    """How often a client had to stop reading because of its bandwidth."""


class CrowdFailed(Exception):
    """A process of clients ended by itself."""


class Crowd:
    """Two processes of clients. A context manager: both have ended at the end."""

    def __init__(self, platform: Platform, clients_max: int, bytes_per_s: float) -> None:
        """Makes an account with a live session for every client; nobody enters before `enter`."""
        self.platform = platform
        tokens = [player.token for player in make_guests(platform, clients_max)]
        ports = [urlsplit(url).port or 0 for url in platform.gateway_urls]
        self._plans = [Plan(ports, tokens[n::PROCESSES], ACTIVE_EVERY, bytes_per_s) for n in range(PROCESSES)]
        self._processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        command = [sys.executable, "-W", "ignore", "-m", "bench.scale.thin_clients"]
        for plan in self._plans:
            process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            GUARD.watch(pid=process.pid)
            self._processes.append(process)
            _send(process, msgspec.json.encode(plan).decode())
        self._counts()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            try:
                process.communicate("stop\n", timeout=STOP_TIMEOUT_S)
            except (OSError, subprocess.TimeoutExpired):
                process.kill()
                process.wait()
            GUARD.forget(pid=process.pid)

    def enter(self, clients: int) -> Counts:
        """More of them come in, until there are so many in all."""
        for number, process in enumerate(self._processes):
            _send(process, f"enter {share_of(clients, PROCESSES, number)}")
        return self._counts()

    def read(self) -> Counts:
        """What has happened to all of them so far."""
        for process in self._processes:
            _send(process, "read")
        return self._counts()

    def _counts(self) -> Counts:
        return total([_receive(process) for process in self._processes])


def share_of(clients: int, processes: int, number: int) -> int:
    """How many of the clients a process has; those of all processes together are all clients."""
    return len(range(number, clients, processes))


def total(counts: Sequence[Counts]) -> Counts:
    """Those of all processes together."""
    return Counts(
        open=sum(each.open for each in counts),
        bytes_received=sum(each.bytes_received for each in counts),
        frames_received=sum(each.frames_received for each in counts),
        pauses=sum(each.pauses for each in counts),
        commands_done=sum(each.commands_done for each in counts),
        dropped=sum((Counter(each.dropped) for each in counts), Counter()),
        refused=sum((Counter(each.refused) for each in counts), Counter()),
    )


def _send(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def _receive(process: subprocess.Popen[str]) -> Counts:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise CrowdFailed(f"a process of clients ended with {process.wait()}")
    return msgspec.json.decode(line, type=Counts)


def measure_phase(crowd: Crowd, sockets: int, settle_s: float, seconds: float) -> Phase:
    """Let more clients in until there are so many, let them settle, and measure ordinary life."""
    began_s = time.perf_counter()
    crowd.enter(sockets)
    entered_s = time.perf_counter() - began_s
    time.sleep(settle_s)
    before, used_before, since_s = crowd.read(), Usage.now(crowd.platform), time.perf_counter()
    time.sleep(seconds)
    after, used = crowd.read(), Usage.now(crowd.platform).since(used_before)
    return phase(before, after, used.cpu_s_by_service, entered_s, time.perf_counter() - since_s)


def phase(before: Counts, after: Counts, cpu_s: Mapping[str, float], entered_s: float, took_s: float) -> Phase:
    """The figures of a phase from counts at its begin and end, and processor seconds by role and service."""
    client_seconds = max(after.open, 1) * took_s
    received = after.bytes_received - before.bytes_received
    return Phase(
        sockets=after.open,
        entered_s=round(entered_s, 1),
        bytes_per_client_s=round(received / client_seconds, 1),
        cpu_us_per_client_s=round(1e6 * (cpu_s["gateway"] + cpu_s["lobby"]) / client_seconds, 1),
        cpu_share={role: round(each_s / took_s, 3) for role, each_s in cpu_s.items()},
        commands_done=after.commands_done - before.commands_done,
        refused=Counter(after.refused) - Counter(before.refused),
        pauses=after.pauses - before.pauses,
    )
