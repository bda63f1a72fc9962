"""The computer player of pilotta as it was."""

from bench.computers.frozen.pilotta.player import bot

__all__ = ["bot"]
