"""Moves tried on a moment in plain data: `apply` and `view`, as rule texts list them under "Calculations"."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import AnyGame, Over
from tests.conformance import moments
from tests.conformance.by_seat import Refused, granted, must
from tests.conformance.table_play import Played, run
from tests.conformance.toolkit.meld_names import MeldNames
from tests.conformance.toolkit.situation import Situation, timeouts_data

T = TypeVar("T")
Plain = dict[str, Any]
BESIDE = ("legal", "hand_sizes", "hand_end", "closed_by", "hand_score", "match_end", "winner_side", "auto")
"""What an answer of `apply` tells beside the moment; passed over when the answer is given as the next moment."""


def allowed(found: T | str) -> T:
    """What was found. Raises `Refused` if it is a code: what is not allowed, as the calculations of melds say it."""
    if isinstance(found, str):
        raise Refused(found, legal=False)
    return found


class Trials:
    """Moves of one game, played as a table plays them. `apply` and `view` are calculations."""

    seats_max = 4

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def terms(self, options: Mapping[str, Any] | None) -> Any:
        """What a match with these options, the platform's among them, is played by. Refused: there is none."""
        return granted(moments.situation(self.game_id(options), options or {}, {})).state.terms

    def apply(
        self,
        situation: Plain,
        move: Plain | None = None,
        moves: list[Plain] | None = None,
        options: Plain | None = None,
    ) -> Any:
        """What one move, or several, come to: `legal`, the situation after it in the form in which it was given, what
        `answer` tells of the last, and `auto`; the code of the first that is refused (§14)."""
        found = moments.situation(self.game_id(options), options or {}, situation)
        wanted = ([] if move is None else [move]) + (moves or [])
        must(bool(wanted), "move")
        moment = granted(found)
        for each in wanted:
            played = self._played(moment, each)
            moment, answer = played.after, self.answer(played)
            answer |= {} if played.auto is None else {"auto": played.auto}
        return {"legal": True, **moments.situation_data(moment), **answer}

    def view(
        self,
        situation: Plain,
        seat: Seat | None = None,
        move: Plain | None = None,
        then_view: Seat | None = None,
        options: Plain | None = None,
    ) -> Any:
        """What a seat, or null for a spectator, sees, with `timeouts`; after a `move` what `then_view` sees, with the
        `event` that it is told (§10)."""
        must(all(each is None or 0 <= each < self.seats_max for each in (seat, then_view)), "seat, then_view")
        moment = granted(moments.situation(self.game_id(options), options or {}, situation))
        if move is None:
            return self._seen(moment, seat)
        played = self._played(moment, move)
        told = MeldNames(situation.get("table")).named(self.told(played, then_view))
        return {**self._seen(played.after, then_view), "legal": True, **told}

    def _played(self, moment: Situation, move: Plain) -> Played:
        seat = move.get("seat")
        must(type(seat) is int and 0 <= seat < len(moment.seats), "seat")
        played = run(moment, seat, {name: value for name, value in move.items() if name != "seat"})
        return allowed(played.error if isinstance(played, Refusal) else played)

    def _seen(self, moment: Situation, seat: Seat | None) -> Plain:
        """What a seat, or a spectator, sees, with everybody's timeouts."""
        must(seat is None or seat < len(moment.seats), "seat")
        found: Plain = msgspec.to_builtins(self.game.view(moment.state, "public" if seat is None else seat))
        named: Plain = MeldNames(moment.given.get("table")).named(found)
        return named | {"timeouts": timeouts_data(moment.seats)}

    # --- what a family may have otherwise ---

    def game_id(self, options: Mapping[str, Any] | None) -> str:
        """The game that is played with these options."""
        return self.game.id

    def answer(self, played: Played) -> Plain:
        """`hand_sizes`, `stock_count`; how the move ended a hand, if it did (`hand_end`, `closed_by`, `hand_score`),
        and the match (`match_end`: a result's reason, `void` or None; `winner_side` or None)."""
        before, after = played.before.state, played.after.state
        data = after.scored[-1].data if len(after.scored) > len(before.scored) else None
        return {
            "hand_sizes": [len(hand) for hand in after.hands],
            "stock_count": len(after.stock),
            "hand_end": data and data["end"],
            "closed_by": data and data["closed_by"],
            "hand_score": [side["score"] for side in data["sides"]] if data else None,
            **self._match_end(played),
        }

    def told(self, played: Played, viewer: Seat | None) -> Plain:
        """What a viewer is told of a step."""
        return {"event": played.told(viewer)}

    def _match_end(self, played: Played) -> Plain:
        waits = self.game.next(played.after.state)
        if not isinstance(waits, Over):
            return {"match_end": None, "winner_side": None}
        if played.void:
            return {"match_end": "void", "winner_side": None}
        places, named = waits.result.places, waits.result.named
        won = 0 if places[0] < places[1] else 1 if places[1] < places[0] else named
        return {"match_end": waits.result.reason, "winner_side": won}
