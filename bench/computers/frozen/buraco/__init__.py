"""The computer player of buraco as it was."""

from bench.computers.frozen.buraco.player import bot

__all__ = ["bot"]
