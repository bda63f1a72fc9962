"""Help while choosing: what drafted cards would become on the table (games/buraco/RULES.md §13)."""

from collections.abc import Callable
from typing import Any, Generic

from games.api import Leave, Unreadable
from games.toolkit.double_deck import sorted_texts
from games.toolkit.lay_offs import ANY_END
from games.toolkit.meld_moves import DiscardCard, LayMeld, LayOff, Play
from games.toolkit.meld_table import Lying, side_of
from games.toolkit.melding.rules import Rules
from games.toolkit.melding.state import State, replace
from games.toolkit.plain import plain
from services.kernel.seats import Seat

Answer = dict[str, Any]


def to_play(state: State, seat: Seat) -> State:
    """As if the seat were to play: how cards will lie does not depend on the turn."""
    return replace(state, turn=seat, phase="play")


class Drafts(Generic[State]):
    """Drafts tried by the rules of a game; `shown`: a meld on the table of a state as viewers see it."""

    def __init__(self, rules: Rules[State], shown: Callable[[Lying, State], Any]) -> None:
        self.rules = rules
        self.shown = shown

    def move(self, state: State, seat: Seat, move: Any) -> Answer:
        """What a move would do, and the code with which it would be refused now; nothing for leaving."""
        if isinstance(move, Leave):
            return {}
        refused = self.rules.check(state, seat, move)
        answer: Answer = {"error": refused.error if refused else None}
        if isinstance(move, Unreadable) or not isinstance(move, Play):
            return answer
        after = self.rules.played(to_play(state, seat), seat, move)
        return answer if isinstance(after, str) else answer | self.after(state, after, seat)

    def after(self, before: State, after: State, seat: Seat) -> Answer:
        """The melds that differ, and the hand; the cards of a pot that is taken are not known."""
        return {
            "melds": plain([self.shown(each, after) for each in after.table if each not in before.table]),
            "own_hand": list(sorted_texts(after.hands[seat])),
            "takes_pot": after.pot != before.pot,
        }

    def selection(self, state: State, seat: Seat, cards: tuple[str, ...]) -> Answer:
        """`meld`: the cards as a new meld, `{error}` or `{meld}`; `lay_offs`: every own meld that takes them, with the
        `end` to name where that makes a difference; `discard`: the code for a single card."""
        found: list[Answer] = []
        for lying in state.table:
            if lying.side == side_of(seat) and cards:
                found += self._lay_offs(state, seat, lying.id, cards)
        answer: Answer = {"meld": self._play(state, seat, LayMeld(cards)), "lay_offs": found}
        if len(cards) == 1:
            refused = self.rules.check(state, seat, DiscardCard(cards[0]))
            answer["discard"] = refused.error if refused else None
        return answer

    def _play(self, state: State, seat: Seat, play: Play) -> Answer:
        after = self.rules.played(state, seat, play)
        if isinstance(after, str):
            return {"error": after}
        (changed,) = (self.shown(each, after) for each in after.table if each not in state.table)
        return {"meld": plain(changed)}

    def _lay_offs(self, state: State, seat: Seat, number: int, cards: tuple[str, ...]) -> list[Answer]:
        """The different results on one meld; `end` is named where it differs from what happens without."""
        found: list[Answer] = []
        for end in ANY_END:
            answer = self._play(state, seat, LayOff(number, cards, end))
            if "meld" in answer and all(each["meld"] != answer["meld"] for each in found):
                found.append(answer | {"end": end})
        return found
