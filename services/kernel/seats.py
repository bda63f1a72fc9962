"""Seats: small numbers in turn order, and the viewers of a table."""

from typing import Literal

Seat = int
"""A place at a table, counted from 0 in turn order."""

Viewer = Seat | Literal["public", "open"]
"""A viewer: a seat, "public" (spectators), or "open" (replays, Academy, staff), which sees every hand."""
