"""Free TCP ports on the loopback address."""

import random
import socket

# Below the kernel's range for outgoing connections, so that no client's own port takes one of ours before we listen.
_FIRST, _LAST = 20_000, 31_999
_handed_out: set[int] = set()
_chance = random.SystemRandom()


def free_port() -> int:
    """A port on 127.0.0.1 that nobody listens on, and that this process was not given before."""
    for _ in range(1_000):
        port = _chance.randint(_FIRST, _LAST)
        if port not in _handed_out and is_free(port):
            _handed_out.add(port)
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
