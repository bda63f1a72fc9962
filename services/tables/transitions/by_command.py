"""Which action carries out which command."""

from collections.abc import Callable, Mapping
from typing import Any

from services.contracts.tables import commands_and_events as commands
from services.contracts.tables.commands_and_events import FromPlayer, ToTable
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.table.transition import Transition
from services.tables.transitions import advance, bets, finish, guests, leave, overtime, rematch, start


def carry_out_for_player(command: FromPlayer, transition: Transition, seat: Seat) -> Refusal | None:
    """A command of the player at `seat`; the refusal if it is not allowed."""
    return _OF_PLAYERS[type(command)](command, transition, seat)


def carry_out_for_service(command: ToTable, transition: Transition) -> Refusal | None:
    """An order or a reply of another service; the refusal if it is not allowed."""
    return _OF_SERVICES[type(command)](command, transition)


def _move(command: commands.Move, transition: Transition, seat: Seat) -> Refusal | None:
    return advance.move(transition, seat, command.match, command.number, command.move)


def _seed(command: commands.Seed, transition: Transition, seat: Seat) -> Refusal | None:
    return start.seed(transition, seat, command)


def _choose(command: commands.Choose, transition: Transition, seat: Seat) -> Refusal | None:
    return rematch.choose(transition, seat, command)


_OF_PLAYERS: Mapping[type, Callable[[Any, Transition, Seat], Refusal | None]] = {
    commands.Move: _move,
    commands.Seed: _seed,
    commands.Choose: _choose,
}
_OF_SERVICES: Mapping[type, Callable[[Any, Transition], Refusal | None]] = {
    commands.Sit: lambda command, transition: guests.sit(transition, command),
    commands.AnnulRound: lambda command, transition: bets.annul(transition, command),
    commands.Banked: lambda command, transition: bets.banked(transition, command),
    commands.Purse: lambda command, transition: guests.purse(transition, command),
    commands.Held: lambda command, transition: start.held(transition, command),
    commands.RatingsFrozen: lambda command, transition: start.ratings(transition, command),
    commands.Settled: lambda command, transition: rematch.settled(transition, command),
    commands.MatchRated: lambda command, transition: rematch.rated(transition, command),
    commands.Expel: lambda command, transition: leave.expel(transition, command.account, command.reason),
    commands.Annul: lambda command, transition: (overtime.decide if command.decide else finish.annul)(
        transition, command.reason, command.by
    ),
}
