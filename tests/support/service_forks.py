"""A process that has imported every service, and forks for each process of ours that it is asked for (`warm_parent`).

It starts nothing itself: no thread, no connection, and no hub of eventlet's. The hub that `eventlet.monkey_patch` makes
is taken away again, because its epoll descriptor would be one for all children: each would wake for what the others
wait for. So a child begins as a process of its own would after its imports, and makes its own hub.

Requests are packets of JSON with the child's three standard descriptors; each is answered by a number.
"""

import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import sys
import warnings

# The system's own, before `kafeneio.main` puts those of green threads into their place.
from os import dup2, fork, waitpid, waitstatus_to_exitcode
from socket import recv_fds, socket
from types import ModuleType
from typing import Any

_SERVICES = ("wallet", "ranking", "moderation", "lobby", "tournaments", "tables")
_PLATFORM = (
    *("cells.bridge", "database.unit_of_work", "database.migrations", "broker.embedded", "broker.rpc_client"),
    *("process.health", "process.metrics", "hosting.host"),
)
_OF_SERVICES = (*(f"services.platform.{n}" for n in _PLATFORM), *(f"services.{n}.service" for n in _SERVICES))
_OF_UP = ("gateway.green", "services.tables.worker.green_runner", "services.tables.worker.worker")
_OF_GATEWAYS = ("services.platform.process.health", "services.platform.process.metrics", "gateway.process")
MODULES = {"epoll": _OF_SERVICES, "asyncio": (*_OF_SERVICES, *_OF_UP), "none": _OF_GATEWAYS}
"""Hub → what is imported for the processes on it."""
_LARGEST_REQUEST_BYTES = 1 << 18


def _import_everything(hub: str) -> ModuleType:
    """Import what processes on this kind of hub use; returns the module of `kafeneio`."""
    warnings.filterwarnings("ignore", message="(?s).*Eventlet is deprecated")
    if hub == "asyncio":
        _install_asyncio_hub()
    # It patches the process by its arguments, at the import.
    sys.argv = ["kafeneio", "run", "gateway"] if hub == "none" else ["kafeneio", "run"]
    command = importlib.import_module("kafeneio.main")
    for module in MODULES[hub]:
        importlib.import_module(module)
    if hub != "none":
        _drop_hub()
    gc.collect()
    gc.freeze()
    return command


def _install_asyncio_hub() -> None:
    """As `kafeneio up` does, but without the hub's hook that lets every forked child go on with this loop."""
    loop = importlib.import_module("services.platform.process.green_loop")
    register, os.register_at_fork = os.register_at_fork, lambda **_hooks: None
    try:
        loop.install()
    finally:
        os.register_at_fork = register


def _drop_hub() -> None:
    """Close the hub of this thread, which has not run; `get_hub` makes another one of its kind in each child."""
    from eventlet import hubs

    hub = hubs.get_hub()
    if hasattr(hub, "loop"):
        importlib.import_module("asyncio").set_event_loop(None)
        hub.loop.close()
    else:
        hub.poll.close()
    hubs.use_hub(sys.modules[type(hub).__module__])


def _become(request: dict[str, Any], descriptors: list[int]) -> None:
    """Make this process, just forked, the one that was asked for."""
    os.setsid()
    os.chdir(request["folder"])
    for number, descriptor in enumerate(descriptors):
        dup2(descriptor, number)
    environment: dict[str, str] = request["environment"]
    os.environ.clear()
    os.environ.update(environment)
    if environment.get("PYTHONWARNINGS") == "ignore":
        warnings.simplefilter("ignore")
    sys.argv = [request["module"], *request["arguments"]]


def _make_hub() -> None:
    """What `kafeneio.main` does at its import, for this process alone."""
    from eventlet import hubs

    os.environ.setdefault("PSYCOPG_WAIT_FUNC", "wait_select")
    hubs.get_hub()


def _run(command: ModuleType, module: str, arguments: list[str]) -> int:
    """Run the module as the program of this process; returns the exit code."""
    if module == command.__name__:
        sys.argv[0] = "kafeneio"
        return int(command.main(arguments))
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return 0


def _kill(children: set[int]) -> None:
    """Kill those that are left, with their sessions: nobody is there any more who would."""
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


def main(hub: str, channel: socket) -> int:
    """Serve requests until the asking process is gone; in a child: run its program, and return its exit code."""
    command = _import_everything(hub)
    children: set[int] = set()
    while True:
        packet, descriptors, _, _ = recv_fds(channel, _LARGEST_REQUEST_BYTES, 3)
        if not packet:
            break
        request = json.loads(packet)
        if ended := request.get("ended"):
            answer = waitstatus_to_exitcode(waitpid(ended, 0)[1])
            children.discard(ended)
        elif (answer := fork()) == 0:
            channel.close()
            _become(request, descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            if hub != "none":
                _make_hub()
            return _run(command, request["module"], request["arguments"])
        else:
            children.add(answer)
        for descriptor in descriptors:
            os.close(descriptor)
        channel.send(b"%d" % answer)
    _kill(children)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], socket(fileno=int(sys.argv[2]))))
