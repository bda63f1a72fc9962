"""What a shared replay shows, and of whom (RULES.md §23). Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from services.contracts.tables import sharing as contract
from services.contracts.tables.analysis import MatchReport
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import Position, Recording, Replay
from services.kernel.persons.erased_names import FORMER_PLAYER

_TITLES = {"koumkan": "Koum-kan", "tictactoe": "Tic-tac-toe"}
"""Names of games in Latin letters, where they are not the id."""
HIDDEN = "hidden"
"""The kind of an event that is not shown: its position stays, so that positions count as in the recording."""
_OF_CONNECTIONS = frozenset({"sat", "lost", "returned", "resumed"})
_OF_PEOPLE = frozenset({"account", "name", "reason", "by", "replaced_by"})
"""Fields of a table's own events about people, or why somebody left."""
_KINDS_OF_TABLE = frozenset({"departed", "left", "timeout", "banked", "cancelled"})
_BLANK_VIEW: Mapping[str, Any] = {"ratings": [], "own": None}
"""Fields of games' views about the people at them, as they are shown."""


def persons(seats: Sequence[SeatPlayer]) -> list[str]:
    """The accounts whose consent names need, in the order of seats; erased ones have no name to consent to."""
    return [each.account for each in seats if each.account is not None and each.name != FORMER_PLAYER]


def agrees(answer: str | None, choice: str | None) -> bool:
    """Whether somebody agrees, by their answer about the match and their standing choice."""
    if choice == "never":
        return False
    return answer == "agreed" or (choice == "always" and answer != "refused")


def waiting_for(asked: Iterable[str], answers: Mapping[str, str], choices: Mapping[str, str]) -> int:
    """How many of these people do not agree."""
    return sum(not agrees(answers.get(each), choices.get(each)) for each in asked)


def shown_seats(seats: Sequence[SeatPlayer], *, names: bool) -> list[contract.SharedSeat]:
    """The seats of a match as they are shown. `names`: whether everybody agrees to names."""
    return [_shown_seat(each, names=names) for each in seats]


def _shown_seat(seat: SeatPlayer, *, names: bool) -> contract.SharedSeat:
    if seat.account is None:
        return contract.SharedSeat(computer=True, name=seat.name)
    if seat.name == FORMER_PLAYER:
        return contract.SharedSeat(computer=False, name=None, former=True)
    return contract.SharedSeat(computer=False, name=seat.name if names else None)


def title_of(game: str) -> str:
    """A game's name in Latin letters."""
    return _TITLES.get(game, game.replace("_", " ").title())


def day_of(at_ms: int) -> str:
    """The day (UTC) of a moment, `2026-11-28`."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()


def moment_of(recording: Recording, report: MatchReport | None) -> contract.SharedMoment:
    """What decided a match: the greatest swing of its analysis, else its last event."""
    turnings = report.turnings if report is not None else []
    if turnings:
        greatest = max(turnings, key=lambda each: abs(each.swing))
        return contract.SharedMoment(hand=greatest.hand, position=greatest.position + 1)
    last = recording.hands[-1] if recording.hands else None
    return contract.SharedMoment(hand=last.number if last else 1, position=last.events if last else 0)


def without_people(replay: Replay) -> Replay:
    """Positions as they are shown to who holds a link: no times, no people, no connections."""
    return msgspec.structs.replace(replay, positions=[_position(each) for each in replay.positions])


def _position(found: Position) -> Position:
    view = found.view
    if isinstance(view, dict):
        view = view | {key: blank for key, blank in _BLANK_VIEW.items() if key in view}
    kind, data = found.kind, found.data
    if kind in _OF_CONNECTIONS:
        kind, data = HIDDEN, {}
    elif kind in _KINDS_OF_TABLE and data is not None:
        data = {key: each for key, each in data.items() if key not in _OF_PEOPLE}
    return msgspec.structs.replace(found, t_ms=0, kind=kind, data=data, view=view)
