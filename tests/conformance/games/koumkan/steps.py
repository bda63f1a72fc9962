"""What a move, a departure or a period that ran out does to a moment of a match (RULES.md §11, §14)."""

from typing import Any

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import Drawn
from services.tables.games.koumkan import rules
from services.tables.games.koumkan import view as eyes
from services.tables.games.koumkan.moves import DrawCard
from services.tables.games.koumkan.state import State
from tests.conformance.toolkit import steps, trials
from tests.conformance.toolkit.situation import Situation
from tests.conformance.toolkit.steps import Acted

TOLD = (
    *("legal", "hand_sizes", "discard_top", "discard_count", "hand_end", "out_seat", "counts"),
    *("match_end", "winner", "places", "auto"),
)
"""What an answer tells beside the moment; passed over when the answer is given as the next moment."""


class Trials(trials.Trials):
    """Moves tried on moments; discards that became the stock lie in their old order."""

    by_seat = ("counts",)

    def untold(self, situation: dict[str, Any]) -> dict[str, Any]:
        """The moment without what an answer tells beside it."""
        return {name: value for name, value in situation.items() if name not in TOLD}

    def acted(self, moment: Situation, move: dict[str, Any]) -> Acted | Refusal:
        """The moment after a move, a timeout or a departure; a match that is void is over."""
        done = steps.acted(self.game, moment, move, self.removes, _settled)
        if isinstance(done, Refusal) or not done.void:
            return done
        over = msgspec.structs.replace(done.after.state, phase="match_over", turn=None)
        return done._replace(after=msgspec.structs.replace(done.after, state=over))

    def answer(self, acted: Acted) -> dict[str, Any]:
        """The moment in the names of the rules, and what ended."""
        before, after = acted.before.state, acted.after.state
        counted = after.scored[-1].data if len(after.scored) > len(before.scored) and not acted.void else None
        return {
            "legal": True,
            **self.write(acted.after),
            "hand_sizes": [len(hand) for hand in after.hands],
            "stock_count": len(after.stock),
            **_pile(after),
            "hand_end": counted and counted["end"],
            "out_seat": counted and counted["out_seat"],
            "counts": counted and counted["counts"],
            **_match_end(acted),
        }

    def told(self, acted: Acted, viewer: Seat | None) -> dict[str, Any]:
        """What a viewer is told of a step, and the card of which everybody hears: one drawn from the discard pile."""
        to_all = steps.event(self.game, acted, None)
        card = to_all["card"] if isinstance(acted.action, DrawCard) and to_all is not None else None
        return {"event": steps.event(self.game, acted, viewer), "event_card": card}


def _settled(state: State) -> State:
    """The state with the discards in their old order where chance would shuffle them."""
    if state.phase != "reshuffle":
        return state
    return rules.apply(state, None, Drawn(tuple(range(len(state.stock)))))


def _pile(state: State) -> dict[str, Any]:
    seen = eyes.view(state, "public")
    return {"discard_top": seen.discard_top, "discard_count": seen.discard_count}


def _match_end(done: Acted) -> dict[str, Any]:
    state: State = done.after.state
    if state.phase != "match_over":
        return {"match_end": None, "winner": None}
    if done.void:
        return {"match_end": "void", "winner": None}
    return {
        "match_end": rules.result(state).reason,
        "winner": rules.winner(state),
        "places": list(rules.result(state).places),
    }
