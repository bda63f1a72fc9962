"""Loaded by Python in every process of a platform whose PYTHONPATH begins with this folder: its clock can be put ahead.

The file that `SOAK_CLOCK` names has by how many nanoseconds, as one integer that all processes have mapped into their
memory, so that a step comes to all of them at once. `time.time` and `time.time_ns` heed it. `time.monotonic` does so
only in the modules that decide when a periodic job is due: everywhere else it times sockets, heartbeats and waits,
which last as long as they last. Deadlines of requests are real as well: what is on its way when the clock is put ahead
is not late. Nothing else of a process changes; the product has no hooks for this.
"""

import importlib.abc
import importlib.util
import mmap
import os
import struct
import sys
import time
import types

_PATH = os.environ.get("SOAK_CLOCK", "")
_JOBS = {
    "services.lobby.service.app",
    "services.moderation.upkeep",
    "services.ranking.service",
    "services.tables.worker.worker",
    "services.tournaments.app",
}
"""They ask `time.monotonic` when a periodic job is due."""
_DEADLINES = {
    "services.platform.broker.loop.loop_rpc_client",
    "services.platform.broker.rpc_client",
    "services.platform.hosting.rpc",
}
"""They write and read deadlines of requests that are on their way."""
_OF_THE_DATABASE = "services.tables.journal.archive.partition_rows"
"""Asks for the database's day."""
_CONSTANTS = {
    "games.tavli.rules": {"NO_STEP_MS": 20, "GAME_OVER_MS": 20},
    "gateway.ws.housekeeping": {"_RENEW_S": 1.0},
    "kafeneio.nightly": {"_LOOK_EVERY_S": 0.25},
    "services.platform.hosting.host": {"_HOUSEKEEPING_S": 2.0},
}
"""Pauses at tables of tavli, and how often something is looked at, in real time, of which a day lasts only seconds."""


class Ahead:
    """The clock: what it said before, and what it says now."""

    def __init__(self, path):
        with open(path, "rb") as file:  # noqa: PTH123 pathlib would cost every process its import
            self._ahead = mmap.mmap(file.fileno(), 8, prot=mmap.PROT_READ)
        self._time, self._time_ns, self._monotonic = time.time, time.time_ns, time.monotonic

    def ahead_ns(self):
        return struct.unpack_from("<q", self._ahead)[0]

    def time(self):
        return self._time() + self.ahead_ns() / 1e9

    def time_ns(self):
        return self._time_ns() + self.ahead_ns()

    def monotonic(self):
        return self._monotonic() + self.ahead_ns() / 1e9

    def module(self, **changed):
        """The module `time` with other functions, for one module alone."""
        made = types.ModuleType("time")
        made.__dict__.update({name: value for name, value in vars(time).items() if not name.startswith("__")})
        made.__dict__.update(changed)
        return made

    def wrap(self, module):
        """What is different in a module that has been imported."""
        name = module.__name__
        if name in _JOBS:
            module.time = self.module(monotonic=self.monotonic)
        elif name in _DEADLINES:
            module.time = self.module(time=self._time, time_ns=self._time_ns)
        elif name == _OF_THE_DATABASE:
            module._TODAY = module._TODAY.replace("now()", "tables.now()")
        for constant, value in _CONSTANTS.get(name, {}).items():
            assert hasattr(module, constant), (name, constant)
            setattr(module, constant, value)


class Importer(importlib.abc.MetaPathFinder):
    """Changes modules when they have been imported."""

    _NAMES = {*_JOBS, *_DEADLINES, _OF_THE_DATABASE, *_CONSTANTS}

    def __init__(self, clock):
        self._clock = clock

    def find_spec(self, name, path, target=None):
        if name not in self._NAMES:
            return None
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        execute = spec.loader.exec_module

        def wrapped(module):
            execute(module)
            self._clock.wrap(module)

        spec.loader.exec_module = wrapped
        return spec


if _PATH:
    _clock = Ahead(_PATH)
    sys.meta_path.insert(0, Importer(_clock))
    time.time, time.time_ns = _clock.time, _clock.time_ns
