"""A process that draws the pictures of one match (painter.py starts it): `python -m
services.tables.sharing.picture_process`. It reads an order from its input and writes the pictures; it knows nothing
else, and has the lowest priority."""

import os
import sys

import msgspec

from services.contracts.tables.recordings import Recording
from services.contracts.tables.sharing import SharedMoment
from services.tables.sharing.drawing.pictures import board_picture, moment_picture

NICENESS = 19


class Order(msgspec.Struct, frozen=True):
    """What to draw. `winners`: the seats that count as winners."""

    recording: Recording
    winners: list[int]
    moment: SharedMoment


class Pictures(msgspec.Struct, frozen=True):
    """A PNG and an animated GIF."""

    board: bytes
    moment: bytes


def draw(order: Order) -> Pictures:
    """The pictures of a match. Raises: ValueError: it cannot be replayed."""
    return Pictures(
        board=board_picture(order.recording, order.winners), moment=moment_picture(order.recording, order.moment)
    )


def main() -> None:
    """Draw what the input orders."""
    if os.getpriority(os.PRIO_PROCESS, 0) < NICENESS:
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    order = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Order)
    sys.stdout.buffer.write(msgspec.msgpack.encode(draw(order)))


if __name__ == "__main__":
    main()
