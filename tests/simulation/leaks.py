"""Two worlds: what one seat was dealt must look to all others as if something else had been dealt.

A deal is made once more with a piece exchanged for each of the others in turn. Whenever a viewer is shown or sent
something different, so is a seat that sees this piece. If two seats see it, and spectators do not, somebody looks into
another's hand. (Two seats that are dealt everything between them know each other's hands, and would seem to.)
"""

from random import Random
from typing import Any

import msgspec

from services.platform.process.json import encode
from services.tables.settings import TablesSettings
from services.tables.table.entries import DrawnFor
from services.tables.table.fold import fold
from services.tables.table.transition import Step
from services.tables.table.views import Audience, Viewing, event_view
from tests.simulation.verdict import promise

_NOBODY = Audience(frozenset(), 0)
_PLACES_TRIED = 2


def check_deal(step: Step, settings: TablesSettings, chance: Random) -> None:
    """Nobody sees what somebody else was dealt; tried with some pieces."""
    action = step.entry.action
    if not isinstance(action, DrawnFor) or sorted(action.values) != list(range(len(action.values))):
        return
    if len(action.values) > 2:
        for place in chance.sample(range(len(action.values)), _PLACES_TRIED):
            seats = seats_that_see(step, place, settings)
            promise(len(seats) <= 1, step.after.id, "piece", action.values[place], "is seen by seats", seats)


def seats_that_see(step: Step, place: int, settings: TablesSettings) -> list[int]:
    """The seats that see the piece at a place of a deal; nobody, if it lies open for all or decides what all see."""
    assert isinstance(step.entry.action, DrawnFor)
    seats, pieces = range(len(step.after.seats)), len(step.entry.action.values)
    shown = {viewer: _bytes(step, viewer, settings) for viewer in (*seats, "public")}
    seeing, hidden = set(seats), 0
    for other in range(pieces):
        world = None if other == place else _exchanged(step, place, other)
        if world is None or _bytes(world, "public", settings) != shown["public"]:
            continue
        changed = {seat for seat in seats if _bytes(world, seat, settings) != shown[seat]}
        hidden += bool(changed)
        seeing &= changed or seeing
    return sorted(seeing) if 3 * hidden > pieces else []


def _exchanged(step: Step, one: int, other: int) -> Step | None:
    """The same step in a world where two pieces of the deal lie in each other's place."""
    action = step.entry.action
    assert isinstance(action, DrawnFor)
    values = list(action.values)
    values[one], values[other] = values[other], values[one]
    entry = msgspec.structs.replace(step.entry, action=msgspec.structs.replace(action, values=tuple(values)))
    after = fold(step.before, entry)
    return Step(step.before, entry, after) if type(after.match.pending) is type(step.after.match.pending) else None


def _bytes(step: Step, viewer: Any, settings: TablesSettings) -> bytes:
    """What this step brings a viewer."""
    view = Viewing(step.after, step.entry.at_ms, _NOBODY, settings).of(viewer)
    return encode(event_view(step, viewer)) + encode(view)
