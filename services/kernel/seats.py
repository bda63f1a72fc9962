"""Seats: small numbers in turn order, and who may look at a table."""

from typing import Literal

Seat = int
"""A place at a table, counted from 0 in turn order."""

Viewer = Seat | Literal["public", "open"]
"""Who looks: a seat, "public" (spectators), or "open" (replays, Academy, staff), which sees every hand."""
