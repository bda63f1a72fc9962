"""The computer player of tichu as it was."""

from bench.computers.frozen.tichu.player import bot

__all__ = ["bot"]
