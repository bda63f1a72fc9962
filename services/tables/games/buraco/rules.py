"""The rules: options, turns, what is allowed, how a match ends (RULES.md §1, §4, §5, §9, §11)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import Action, Decide, Draw, Drawn, Due, Left, Next, Over, Progress, Result, Unreadable
from services.tables.games.buraco import plays, scoring, turns
from services.tables.games.buraco.moves import Move, TakePile
from services.tables.games.buraco.reading import DECK
from services.tables.games.buraco.state import Options, State
from services.tables.games.toolkit import meld_table
from services.tables.games.toolkit.double_deck import taken
from services.tables.games.toolkit.meld_moves import NAMES, DiscardCard, DrawStock, is_meld_id, parse_cards
from services.tables.games.toolkit.meld_table import Side, side_of

MATCH_OVER = Refusal("match_over")
UNKNOWN_MOVE = Refusal("unknown_move")
NOT_YOUR_TURN = Refusal("not_your_turn")
MUST_DRAW_FIRST = Refusal("must_draw_first")
ALREADY_DRAWN = Refusal("already_drawn")
STOCK_EMPTY = Refusal("stock_empty")
PILE_EMPTY = Refusal("pile_empty")
CANNOT_RETURN_CARD = Refusal("cannot_return_card")
CARD_NOT_IN_HAND = Refusal(plays.CARD_NOT_IN_HAND)
UNKNOWN_MELD = Refusal(meld_table.UNKNOWN_MELD)
DOES_NOT_FIT = Refusal("does_not_fit")
NO_CLEAN_CANASTA = Refusal(plays.NO_CLEAN_CANASTA)

PLATFORM_OPTIONS = ("ratings", "on_timeout")


# --- options ---


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """The organizer's part and, of the platform's, what this game goes by; anything else is `options_invalid`."""
    if not isinstance(raw, Mapping) or any(name in raw for name in PLATFORM_OPTIONS):
        return Refusal("options_invalid")
    added = {name: frozen[name] for name in PLATFORM_OPTIONS if name in frozen}
    try:
        chosen = msgspec.convert({**raw, **added}, Options)
    except msgspec.ValidationError as problem:
        return Refusal("options_invalid", str(problem))
    return chosen if len(chosen.ratings) in (0, chosen.seats) else Refusal("options_invalid", "ratings")


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """One player a side, or partners who face each other."""
    return ((0,), (1,)) if options.seats == 2 else ((0, 2), (1, 3))


def start(options: Options) -> State:
    """Nothing is dealt; the starter of the first hand is not drawn yet."""
    return State(options)


def next_(state: State) -> Next:
    """The first starter's draw; then for each hand its deal, and moves of the seats in turn."""
    if state.turn is not None:
        return Decide((Due(state.turn, state.number),))
    if state.phase == "match_over":
        return Over(result(state))
    if state.starter is None:
        return Draw(hand=1, purpose="leader", kind="below", n=state.terms.seats)
    number = state.hand_number + (state.phase == "hand_end")
    return Draw(hand=number, purpose="deal", kind="shuffle", n=len(DECK))


# --- moves ---


def phase_refusal(state: State, seat: Seat, name: str) -> Refusal | None:
    """What is asked first of every move: `match_over`, `unknown_move`, `not_your_turn`, `must_draw_first`,
    `already_drawn`."""
    if state.phase == "match_over":
        return MATCH_OVER
    if name not in NAMES:
        return UNKNOWN_MOVE
    if seat != state.turn:
        return NOT_YOUR_TURN
    if name in ("draw", "take_pile"):
        return ALREADY_DRAWN if state.phase == "play" else None
    return MUST_DRAW_FIRST if state.phase == "draw" else None


def check(state: State, seat: Seat, move: Move | Unreadable) -> Refusal | None:
    """Why not, first hit: those of `phase_refusal`, then the move's own in the order of RULES.md §5."""
    name = move.move if isinstance(move, Unreadable) else move.__struct_config__.tag
    refused = phase_refusal(state, seat, str(name))
    if refused is not None:
        return refused
    if isinstance(move, Unreadable):
        return _unreadable_refusal(state, seat, move)
    if isinstance(move, DiscardCard):
        return _discard_refusal(state, seat, move)
    if isinstance(move, DrawStock):
        return None if state.stock else STOCK_EMPTY
    after = _moved(state, seat, move)
    return after if isinstance(after, Refusal) else None


def _moved(state: State, seat: Seat, move: Move) -> State | Refusal:
    """The state after the move of the seat in turn, or why it is refused."""
    if isinstance(move, DiscardCard):
        return _discarded(state, seat, move)
    if isinstance(move, DrawStock):
        return turns.drawn(state, seat) if state.stock else STOCK_EMPTY
    if isinstance(move, TakePile):
        return plays.pile_taken(state, seat) if state.pile else PILE_EMPTY
    after = plays.played(state, seat, move)
    return Refusal(after) if isinstance(after, str) else after


def _discarded(state: State, seat: Seat, move: DiscardCard) -> State | Refusal:
    refused = _discard_refusal(state, seat, move)
    if refused is not None:
        return refused
    (card,) = taken(state.hands[seat], (move.card,)) or ()
    return turns.discarded(state, seat, card)


def _discard_refusal(state: State, seat: Seat, move: DiscardCard) -> Refusal | None:
    """Why a card may not be discarded; said without ending the turn to see what comes of it."""
    hand = state.hands[seat]
    if taken(hand, (move.card,)) is None:
        return CARD_NOT_IN_HAND
    if move.card == turns.barred_face(state):
        return CANNOT_RETURN_CARD
    return NO_CLEAN_CANASTA if plays.closing_refusal(state, seat, len(hand) - 1) else None


def _unreadable_refusal(state: State, seat: Seat, move: Unreadable) -> Refusal:
    """The code for what cannot be read: that of the first thing that is wrong (RULES.md §5)."""
    given = move.params
    cards = parse_cards(given.get("cards"))
    if move.move != "lay_off" or not cards or taken(state.hands[seat], cards) is None:
        return CARD_NOT_IN_HAND
    if not is_meld_id(given.get("meld")):
        return UNKNOWN_MELD
    lying = meld_table.find_meld(state.table, side_of(seat), given["meld"])
    return Refusal(lying) if isinstance(lying, str) else DOES_NOT_FIT


def apply(state: State, actor: Seat | None, action: Move | Action) -> State:
    """The state after a move, a draw of chance, or a seat's leaving."""
    if isinstance(action, Move):
        after = _moved(state, state.turn or 0, action)
        if isinstance(after, Refusal):
            raise ValueError(f"{action} is refused: {after.error}")
        return msgspec.structs.replace(after, number=state.number + 1)
    if isinstance(action, Drawn):
        return _drawn(state, action.values)
    if isinstance(action, Left):
        return _left(state, action.seat)
    raise ValueError(f"buraco asks for nothing that is answered by {action}")


def _drawn(state: State, values: tuple[int, ...]) -> State:
    """The first starter, or a hand's deal."""
    if state.starter is None:
        return msgspec.structs.replace(state, starter=values[0])
    return turns.dealt(turns.next_hand(state) if state.phase == "hand_end" else state, values)


def _left(state: State, seat: Seat) -> State:
    """The side of whoever left has lost."""
    if state.phase == "match_over":
        return state
    return msgspec.structs.replace(state, phase="match_over", turn=None, left=seat)


# --- ends ---


def winner_side(state: State) -> Side | None:
    """Who has won an ended match, or is named by a tie-break; None: a draw, or the match goes on."""
    if state.phase != "match_over":
        return None
    if state.left is not None:
        return 1 - side_of(state.left)
    found = scoring.outcome(state.terms, state.totals)
    return found.side if found else None


def result(state: State) -> Result:
    """How an ended match ended: `won`, `rating_tiebreak`, `draw`, or `forfeited` by leaving; points are totals."""
    side, found = winner_side(state), scoring.outcome(state.terms, state.totals)
    if state.left is None and found is not None and (found.tie or found.draw):
        reason = "rating_tiebreak" if found.tie else "draw"
        return Result((1,) * state.terms.seats, state.totals, reason, found.side)
    places = tuple(1 if side_of(seat) == side else 2 for seat in range(state.terms.seats))
    return Result(places, state.totals, "won" if state.left is None else "forfeited")


def progress(state: State) -> Progress:
    """The first round is done once every seat has completed a turn of the match (RULES.md §11)."""
    seats = frozenset(range(state.terms.seats))
    return Progress(
        hand=state.hand_number,
        active=seats if state.left is None else seats - {state.left},
        first_round_done=len(state.turned) == state.terms.seats,
        points=state.totals,
        hands=state.scored,
    )
