"""The bare gateway: moves from WebSockets into one queue, boards from its own queue to WebSockets.

`python -m bench.moves.bare.gateway PORT AMQP_URL`
"""

import asyncio
import gc
import sys

import amqp
import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

from bench.moves.bare.amqp_channel import PERSISTENT, Channel, open_channel
from bench.moves.bare.messages import GATEWAY_QUEUE, WORKER_QUEUE, Command, FromPlayer, Update

_PREFETCH = 200
_read_frame = msgspec.json.Decoder(FromPlayer).decode
_read_updates = msgspec.json.Decoder(list[Update]).decode
_encode = msgspec.json.Encoder().encode


class Gateway:
    """All connections, who sits where, and the commands of this iteration of the loop."""

    def __init__(self) -> None:
        """Nobody is connected."""
        self.channel: Channel | None = None
        self._loop = asyncio.get_running_loop()
        self._transports: dict[int, WSTransport] = {}
        self._last_number = 0
        self._connections_at: dict[str, list[int]] = {}
        self._commands: list[Command] = []

    def connect(self, transport: WSTransport) -> int:
        """A new connection; returns its number."""
        self._last_number += 1
        self._transports[self._last_number] = transport
        return self._last_number

    def disconnect(self, number: int) -> None:
        """A connection has ended."""
        self._transports.pop(number, None)

    def on_frame(self, number: int, payload: memoryview) -> None:
        """A player sits down or moves."""
        frame = _read_frame(payload)
        if frame.t == "sit":
            self._connections_at.setdefault(frame.table, []).append(number)
            self._transports[number].send(WSMsgType.TEXT, b'{"t":"sat"}')
            return
        if not self._commands:
            self._loop.call_soon(self._flush)
        self._commands.append(Command(frame.table, frame.seat, frame.cell, self._connections_at[frame.table]))

    def on_message(self, delivery_tag: int, body: bytes) -> None:
        """The worker sends what has changed."""
        for update in _read_updates(body):
            frame = _encode(update.board)
            for number in update.connections:
                transport = self._transports.get(number)
                if transport is not None:
                    transport.send(WSMsgType.TEXT, frame)
        assert self.channel is not None
        self.channel.acknowledge(delivery_tag)

    def _flush(self) -> None:
        commands, self._commands = self._commands, []
        assert self.channel is not None
        self.channel.publish(WORKER_QUEUE, _encode(commands), PERSISTENT)


class _Listener(WSListener):
    """One player's connection."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._number = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._number = self._gateway.connect(transport)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._gateway.disconnect(self._number)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._gateway.on_frame(self._number, frame.get_payload_as_memoryview())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()


def _set_up(channel: amqp.Channel) -> None:
    channel.queue_declare(GATEWAY_QUEUE, durable=False, exclusive=False, auto_delete=True)
    channel.basic_qos(0, _PREFETCH, False)
    channel.basic_consume(GATEWAY_QUEUE)


async def serve(port: int, amqp_url: str) -> None:
    """Serve for ever; prints `ready` once it listens."""
    gateway = Gateway()
    gateway.channel = await open_channel(amqp_url, _set_up, gateway.on_message)
    server = await ws_create_server(lambda _request: _Listener(gateway), "127.0.0.1", port)
    gc.collect()
    gc.freeze()
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), sys.argv[2]))
