"""The computer player of mpirimpa as it was."""

from bench.computers.frozen.mpirimpa.player import bot

__all__ = ["bot"]
