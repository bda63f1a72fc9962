"""Moves tried on a moment in plain data: `apply` and `view`, as rule texts list them under "Calculations"."""

from collections.abc import Callable, Mapping
from typing import Any

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import AnyGame
from tests.conformance.plain_edge import Malformed, as_told, listed
from tests.conformance.toolkit import steps
from tests.conformance.toolkit.meld_names import MeldNames
from tests.conformance.toolkit.situation import Situation
from tests.conformance.toolkit.steps import Acted

Plain = dict[str, Any]
Read = Callable[[AnyGame, Mapping[str, Any], Mapping[str, Any]], Situation | Refusal]
"""A family's `situations.read`: a moment from its options and its data."""
Removes = Callable[[int], bool]
"""Whether so many timeouts remove a player; only calculations know the clocks of tables."""


def refused(code: str) -> Plain:
    """What is not allowed, as every calculation says it."""
    return {"legal": False, "error": code}


def in_form(told: Any, answer: Any) -> Any:
    """What is by seat or side in the form in which it was told: as a list, or by number. Anything else as it is."""
    if isinstance(told, list | tuple) and isinstance(answer, dict):
        return listed(answer)
    return as_told(told, answer) if isinstance(told, dict) and isinstance(answer, list) else answer


class Trials:
    """Moves of one game, tried on moments that a family reads and writes."""

    by_seat: tuple[str, ...] = ()
    """What an answer tells of every seat: where the moment did not tell it, in the form of its hands."""

    def __init__(self, game: AnyGame, read: Read, write: Callable[[Situation], Plain], removes: Removes) -> None:
        self.game = game
        self.read = read
        self.write = write
        self.removes = removes

    def terms(self, options: Mapping[str, Any] | None) -> Any:
        """What a match with these options, the platform's among them, is played by; or why there is none."""
        moment = self.read(self.game, options or {}, {})
        return moment if isinstance(moment, Refusal) else moment.state.terms

    def apply(self, situation: Plain, move: Plain | None, moves: list[Plain] | None, options: Plain | None) -> Any:
        """What one move, or several, come to: the answer to the last, lists and seats by number in the form in which
        the moment told them, and melds by their names; the code of the first that is refused."""
        names = MeldNames(situation.get("table"))
        moment = self.read(self.game, options or {}, self.untold(names.numbered(situation)))
        if isinstance(moment, Refusal):
            return moment
        wanted = names.numbered(([] if move is None else [move]) + (moves or []))
        if not wanted:
            raise Malformed("move")
        answer: Plain = {}
        for each in wanted:
            acted = self.acted(moment, each)
            if isinstance(acted, Refusal):
                return refused(acted.error)
            moment, answer = acted.after, self.answer(acted)
            if acted.auto is not None:
                answer |= {"auto": list(acted.auto)}
        return names.named({name: in_form(self._told_as(situation, name), value) for name, value in answer.items()})

    def view(
        self, situation: Plain, seat: Seat | None, move: Plain | None, then_view: Seat | None, options: Plain | None
    ) -> Any:
        """What a seat, or None for a spectator, sees; after a move what `then_view` sees, and what it is told."""
        names = MeldNames(situation.get("table"))
        moment = self.read(self.game, options or {}, self.untold(names.numbered(situation)))
        if isinstance(moment, Refusal):
            return moment
        if move is None:
            return names.named(steps.seen(self.game, moment, seat))
        acted = self.acted(moment, names.numbered(move))
        if isinstance(acted, Refusal):
            return refused(acted.error)
        seen = steps.seen(self.game, acted.after, then_view)
        return names.named({**seen, "legal": True, **self.told(acted, then_view)})

    def _told_as(self, situation: Plain, name: str) -> Any:
        told = situation.get(name)
        return situation.get("hands") if told is None and name in self.by_seat else told

    # --- what a family may have otherwise ---

    def untold(self, situation: Plain) -> Plain:
        """The moment without what an answer tells beside it."""
        return steps.untold(situation)

    def acted(self, moment: Situation, move: Plain) -> Acted | Refusal:
        """The moment after a move, a timeout or a departure."""
        return steps.acted(self.game, moment, move, self.removes)

    def answer(self, acted: Acted) -> Plain:
        """The moment after a step in the names of the rules, and what ended."""
        moment = self.write(acted.after)
        return {"legal": True, **moment, **steps.counted(acted), **steps.match_end(self.game, acted)}

    def told(self, acted: Acted, viewer: Seat | None) -> Plain:
        """What a viewer is told of a step."""
        return {"event": steps.event(self.game, acted, viewer)}
