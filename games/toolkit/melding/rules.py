"""What a match waits for, what is allowed, what comes of it and how it ends, as far as the games have one rule for it.

Both sheets, for one: games/buraco/RULES.md §4, §5, §9, §11.
"""

from typing import Any, Generic, get_args

from games.api import Action, Decide, Draw, Drawn, Due, Left, Next, Over, Progress, Result, Unreadable
from games.toolkit.double_deck import Card, taken
from games.toolkit.meld_moves import DiscardCard, DrawStock, Play
from games.toolkit.meld_table import Side, side_of
from games.toolkit.melding import turns
from games.toolkit.melding.refusals import (
    CANNOT_RETURN_CARD,
    CARD_NOT_IN_HAND,
    PILE_EMPTY,
    STOCK_EMPTY,
    phase_refusal,
    unreadable_refusal,
)
from games.toolkit.melding.state import Seats, State, replace
from games.toolkit.totals import Verdict
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

_PLAYS = get_args(Play)


def sides(seats: Seats) -> tuple[tuple[Seat, ...], ...]:
    """One player a side, or partners who face each other."""
    return ((0,), (1,)) if seats == 2 else ((0, 2), (1, 3))


class Rules(Generic[State]):
    """The course of a match. What differs between the games is below, for each of them to fill in."""

    name: str
    deck_cards: int
    moves: tuple[type, ...]
    """The game's moves."""

    def dealt(self, state: State, cards: tuple[int, ...]) -> State:
        """The hand that begins with the shuffled deck."""
        raise NotImplementedError

    def played(self, state: State, seat: Seat, play: Play) -> State | str:
        """The state after a meld or lay-off of the seat in turn, or the code of why it is refused."""
        raise NotImplementedError

    def pile_taken(self, state: State, seat: Seat, move: Any) -> State | str:
        """The same of a move that takes the pile, which is not empty."""
        raise NotImplementedError

    def discarded(self, state: State, seat: Seat, card: Card) -> State:
        """The state after a discard that is allowed."""
        raise NotImplementedError

    def closing_refusal(self, state: State, seat: Seat, left: int) -> str | None:
        """Why a discard may not leave so many cards."""
        raise NotImplementedError

    def outcome(self, state: State) -> Verdict | None:
        """Who has won with these totals after a hand; None while the match goes on."""
        raise NotImplementedError

    # --- moves ---

    def next(self, state: State) -> Next:
        """The first starter's draw; then for each hand its deal, and moves of the seats in turn."""
        if state.turn is not None:
            return Decide((Due(state.turn, state.number),))
        if state.phase == "match_over":
            return Over(self.result(state))
        if state.starter is None:
            return Draw(hand=1, purpose="leader", kind="below", n=state.terms.seats)
        number = state.hand_number + (state.phase == "hand_end")
        return Draw(hand=number, purpose="deal", kind="shuffle", n=self.deck_cards)

    def check(self, state: State, seat: Seat, move: Any) -> Refusal | None:
        """Why not, first hit: those of `phase_refusal`, then the move's own in the order of RULES.md."""
        name = move.move if isinstance(move, Unreadable) else move.__struct_config__.tag
        refused = phase_refusal(state, seat, str(name))
        if refused is not None:
            return refused
        if isinstance(move, Unreadable):
            return self.unreadable_refusal(state, seat, move)
        if isinstance(move, DiscardCard):
            return self._discard_refusal(state, seat, move)
        if isinstance(move, DrawStock):
            return None if state.stock else STOCK_EMPTY
        after = self._moved(state, seat, move)
        return after if isinstance(after, Refusal) else None

    def unreadable_refusal(self, state: State, seat: Seat, move: Unreadable) -> Refusal:
        """The code for what cannot be read: that of the first thing that is wrong."""
        return unreadable_refusal(state, seat, move)

    def apply(self, state: State, actor: Seat | None, action: Any | Action) -> State:
        """The state after a move, a draw of chance, or a seat's leaving."""
        if isinstance(action, self.moves):
            after = self._moved(state, state.turn or 0, action)
            if isinstance(after, Refusal):
                raise ValueError(f"{action} is refused: {after.error}")
            return replace(after, number=state.number + 1)
        if isinstance(action, Drawn):
            return self._drawn(state, action.values)
        if isinstance(action, Left):
            return _left(state, action.seat)
        raise ValueError(f"{self.name} asks for nothing that is answered by {action}")

    def _moved(self, state: State, seat: Seat, move: Any) -> State | Refusal:
        """The state after the move of the seat in turn, or why it is refused."""
        if isinstance(move, DiscardCard):
            return self._discard(state, seat, move)
        if isinstance(move, DrawStock):
            return turns.drawn(state, seat) if state.stock else STOCK_EMPTY
        if isinstance(move, _PLAYS):
            after = self.played(state, seat, move)
        elif state.pile:
            after = self.pile_taken(state, seat, move)
        else:
            return PILE_EMPTY
        return Refusal(after) if isinstance(after, str) else after

    def _discard(self, state: State, seat: Seat, move: DiscardCard) -> State | Refusal:
        refused = self._discard_refusal(state, seat, move)
        if refused is not None:
            return refused
        (card,) = taken(state.hands[seat], (move.card,)) or ()
        return self.discarded(state, seat, card)

    def _discard_refusal(self, state: State, seat: Seat, move: DiscardCard) -> Refusal | None:
        """Why a card may not be discarded; said without ending the turn to see what comes of it."""
        hand = state.hands[seat]
        if taken(hand, (move.card,)) is None:
            return CARD_NOT_IN_HAND
        if move.card == turns.barred_face(state):
            return CANNOT_RETURN_CARD
        refused = self.closing_refusal(state, seat, len(hand) - 1)
        return None if refused is None else Refusal(refused)

    def _drawn(self, state: State, values: tuple[int, ...]) -> State:
        """The first starter, or a hand's deal."""
        if state.starter is None:
            return replace(state, starter=values[0])
        return self.dealt(turns.next_hand(state) if state.phase == "hand_end" else state, values)

    # --- ends ---

    def winner_side(self, state: State) -> Side | None:
        """Who has won an ended match, or is named by a tie-break; None: a draw, or the match goes on."""
        if state.phase != "match_over":
            return None
        if state.left is not None:
            return 1 - side_of(state.left)
        found = self.outcome(state)
        return found.side if found else None

    def result(self, state: State) -> Result:
        """How an ended match ended: `won`, `rating_tiebreak`, `draw`, or `forfeited` by leaving; points are totals."""
        side, found = self.winner_side(state), self.outcome(state)
        if state.left is None and found is not None and (found.tie or found.draw):
            reason = "rating_tiebreak" if found.tie else "draw"
            return Result((1,) * state.terms.seats, state.totals, reason, found.side)
        places = tuple(1 if side_of(seat) == side else 2 for seat in range(state.terms.seats))
        return Result(places, state.totals, "won" if state.left is None else "forfeited")

    def progress(self, state: State) -> Progress:
        """The first round is done once every seat has completed a turn of the match."""
        seats = frozenset(range(state.terms.seats))
        return Progress(
            hand=state.hand_number,
            active=seats if state.left is None else seats - {state.left},
            first_round_done=len(state.turned) == state.terms.seats,
            points=state.totals,
            hands=state.scored,
        )


def _left(state: State, seat: Seat) -> State:
    """The side of whoever left has lost."""
    if state.phase == "match_over":
        return state
    return replace(state, phase="match_over", turn=None, left=seat)
