"""Free TCP ports on the loopback address."""

import contextlib
import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path

# Below the kernel's range for outgoing connections, so that no client's own port takes one of ours before we listen.
_FIRST, _LAST = 20_000, 31_999
_chance = random.SystemRandom()
_leases: dict[int, int] = {}
"""Our ports, each with the descriptor of its locked file, which no child inherits: a lease ends with this process."""


def free_port() -> int:
    """A port on 127.0.0.1 that nobody listens on and that is ours: no run of tests on this machine is given it too."""
    for _ in range(1_000):
        port = _chance.randint(_FIRST, _LAST)
        if port not in _leases and is_free(port) and _lease(port):
            return port
    raise RuntimeError(f"no free port found between {_FIRST} and {_LAST}")


def free_ports(n: int) -> tuple[int, ...]:
    """`n` different free ports."""
    return tuple(free_port() for _ in range(n))


def is_free(port: int) -> bool:
    """Whether a server could listen on 127.0.0.1:`port` now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _lease(port: int) -> bool:
    """Keep the port to ourselves until we end; False: it is another process's."""
    folder = Path(tempfile.gettempdir()) / "kafeneio-ports"
    folder.mkdir(exist_ok=True)
    with contextlib.suppress(PermissionError):
        folder.chmod(0o1777)  # for every user of this machine
    try:
        lease = os.open(folder / str(port), os.O_RDWR | os.O_CREAT, 0o600)
    except PermissionError:
        return False
    try:
        fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lease)
        return False
    _leases[port] = lease
    return True
