"""Loaded by Python in every process of a platform whose PYTHONPATH begins with this folder: stamps the stages of moves.

A line of the file `stages-<pid>.txt` is a stage: its name, the time (`time.monotonic_ns`), for how long this thread has
waited for a processor so far (ns), and the ids of the commands, with commas. A line `gc<generation>` is a pause of the
garbage collector: beginning and end. Nothing else of a process changes. The product has no hooks for this: its methods
are wrapped when their modules are imported.
"""

import gc
import importlib.abc
import importlib.util
import os
import pathlib
import re
import sys
import threading
import time

_FOLDER = os.environ.get("STAGES_FOLDER", "")
_FLUSH_NS = 500_000_000
_ANSWERED = re.compile(rb'"done":\["([^"]+)"')
_ROBOTS = re.compile(rb'"([0-9a-f]{16}\.[0-9a-f]+)"')
"""The ids of robots' commands."""


class Stamps:
    """Writes the stages of this process."""

    def __init__(self):
        self._file = None
        self._flushed_ns = 0
        self._of_thread = threading.local()
        self._gc_began_ns = 0
        gc.callbacks.append(self._collected)

    def stamp(self, stage, ids):
        """These commands have reached a stage."""
        if ids:
            self._write(f"{stage}\t{time.monotonic_ns()}\t{self._held_ns()}\t{','.join(ids)}\n")

    def _held_ns(self):
        """For how long this thread was ready to run and had no processor, since its beginning."""
        file = getattr(self._of_thread, "file", None)
        if file is None:
            file = self._of_thread.file = os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)
        return int(os.pread(file, 64, 0).split()[1])

    def _collected(self, phase, info):
        if phase == "start":
            self._gc_began_ns = time.monotonic_ns()
        elif self._file is not None:
            self._write(f"gc{info['generation']}\t{self._gc_began_ns}\t{time.monotonic_ns()}\t\n")

    def _write(self, line):
        """The process may be killed at any time, so what is written is flushed twice a second."""
        if self._file is None:
            path = pathlib.Path(_FOLDER) / f"stages-{os.getpid()}.txt"
            self._file = path.open("w", buffering=1 << 20)
        self._file.write(line)
        now_ns = time.monotonic_ns()
        if now_ns - self._flushed_ns > _FLUSH_NS:
            self._flushed_ns = now_ns
            self._file.flush()


def _gateway_commands(module, stamps):
    put, say = module.Commands.put, module.Commands._say

    def stamped_put(self, queue, command, sender=None):
        stamps.stamp("gateway_read", (command.id,))
        return put(self, queue, command, sender)

    def stamped_say(self, owner, what):
        say(self, owner, what)
        stamps.stamp("gateway_published", [each.id for group in what.commands.values() for each in group])

    module.Commands.put, module.Commands._say = stamped_put, stamped_say


def _gateway_updates(module, stamps):
    on_message = module.TableUpdates.on_message

    def stamped(self, body):
        ids = [each.decode() for each in _ANSWERED.findall(body)]
        stamps.stamp("gateway_updates", ids)
        on_message(self, body)
        stamps.stamp("gateway_sent", ids)

    module.TableUpdates.on_message = stamped


def _worker_cycle(module, stamps):
    of_cycle = {}

    def around(name, before="", after=""):
        original = getattr(module.Cycle, name)

        def stamped(self, *args):
            if before:
                stamps.stamp(before, of_cycle.get(self, ()))
            result = original(self, *args)
            if after:
                stamps.stamp(after, of_cycle.get(self, ()))
            return result

        setattr(module.Cycle, name, stamped)

    read, run = module.Cycle._read, module.Cycle.run

    def stamped_read(self, item):
        found = read(self, item)
        ids = [command.id for _, command in found if getattr(command, "id", None)]
        of_cycle.setdefault(self, []).extend(ids)
        return found

    def stamped_run(self, items, taken_over):
        try:
            return run(self, items, taken_over)
        finally:
            of_cycle.pop(self, None)

    around("commit", before="worker_applied", after="worker_committed")
    around("_prepare", after="worker_composed")
    around("send", after="worker_sent")
    module.Cycle._read, module.Cycle.run = stamped_read, stamped_run


def _worker_inbox(module, stamps):
    began = module.DirectDelivery.__init__

    def stamped(self, message, channel):
        began(self, message, channel)
        stamps.stamp("worker_read", [each.decode() for each in _ROBOTS.findall(self.body)])

    module.DirectDelivery.__init__ = stamped


_WRAPPERS = {
    "gateway.ws.tables.commands": _gateway_commands,
    "gateway.ws.tables.table_viewers": _gateway_updates,
    "services.tables.worker.cycle.cycle": _worker_cycle,
    "services.tables.worker.shards.inbox_items": _worker_inbox,
}


class _Importer(importlib.abc.MetaPathFinder):
    """Wraps methods of a module when it has been imported."""

    def __init__(self, stamps):
        self._stamps = stamps

    def find_spec(self, name, path, target=None):
        wrap = _WRAPPERS.get(name)
        if wrap is None:
            return None
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        execute = spec.loader.exec_module

        def wrapped(module):
            execute(module)
            wrap(module, self._stamps)

        spec.loader.exec_module = wrapped
        return spec


if _FOLDER:
    sys.meta_path.insert(0, _Importer(Stamps()))
