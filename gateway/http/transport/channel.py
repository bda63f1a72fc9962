"""Passing open connections from one process to another (SCM_RIGHTS), and back.

A message is one packet with one descriptor. Nothing blocks here: a message that cannot be sent at once is not sent.
"""

import _socket
import socket
from typing import Any, NamedTuple

import msgspec

_PACKET_BYTES_MAX = 65_536


class TableStream(msgspec.Struct, frozen=True):
    """A request for the stream of a table, which REST has read and checked."""

    account: str
    token: str
    operation: str
    """As it is named where scopes are decided."""
    table: str
    is_seated: bool
    """Whether the account sits at the table."""
    headers: list[tuple[str, str]] = []
    """The headers of the answer."""


class Handed(msgspec.Struct, omit_defaults=True):
    """The description of a socket that is passed."""

    address: tuple[str, int] = ("", 0)
    """The client's address and port."""
    environ: dict[str, str] = {}
    """Method and headers, by their WSGI names, of a request that has been read already."""
    stream: TableStream | None = None
    """The answer is to go on with frames of a table."""
    is_scrape: bool = False
    """The socket is not a client's, but one into which the metrics are to be written."""


class Received(NamedTuple):
    """One received message."""

    what: Handed
    descriptor: int


class Ended(Exception):
    """The other process has closed its end."""


_decode = msgspec.json.Decoder(Handed).decode


class Channel:
    """One end of the channel. `sock` is a packet socket of the operating system, not a green one; it does not block."""

    def __init__(self, sock: Any) -> None:
        """The channel owns the socket from now on."""
        self._socket = sock
        sock.setblocking(False)

    def fileno(self) -> int:
        """Its descriptor."""
        return int(self._socket.fileno())

    def is_hung_up(self) -> bool:
        """Whether the other process has closed its end, and nothing waits to be received."""
        try:
            return not self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def send(self, what: Handed, descriptor: int) -> bool:
        """Pass a socket; the sender closes its own descriptor. Returns False if the other side is gone or does not
        read."""
        try:
            socket.send_fds(self._socket, [msgspec.json.encode(what)], [descriptor])
        except OSError:
            return False
        return True

    def receive(self) -> Received | None:
        """The next message; None while there is none.

        Raises:
            Ended: there will be none any more.
        """
        try:
            data, descriptors, _, _ = socket.recv_fds(self._socket, _PACKET_BYTES_MAX, 1)
        except BlockingIOError:
            return None
        except OSError as error:
            raise Ended from error
        if not data:
            raise Ended
        return Received(_decode(data), descriptors[0]) if descriptors else None

    def close(self) -> None:
        """Close this end, which the other side notices."""
        self._socket.close()


def socket_of(descriptor: int) -> Any:
    """The operating system's socket with this descriptor, which it takes over, whatever this process's sockets are."""
    return _socket.socket(fileno=descriptor)


def channel_pair() -> tuple[Any, Any]:
    """Both ends of a new channel, as sockets of the operating system."""
    ours, theirs = _socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    return ours, theirs
