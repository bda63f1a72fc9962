"""Views and events: table and pile by all, hands by their holders until the hand is over (RULES.md §10)."""

from typing import Any, Literal

import msgspec

from games.api import Action, GameEvent
from games.buraco import plays
from games.buraco.meld_rules import DECK
from games.buraco.moves import Move, TakePile
from games.buraco.rules import RULES
from games.buraco.state import MatchMode, OnTimeout, Options, Phase, Seats, State, Target
from games.buraco.view_parts import CountedHand, MeldView, shown
from games.toolkit.double_deck import Undealt, sorted_texts, texts
from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from games.toolkit.meld_moves import DiscardCard, LayMeld, LayOff
from games.toolkit.meld_table import Lying, Pot, Side, side_of
from games.toolkit.melding import view_parts
from games.toolkit.melding.event_data import Deal, Drawn, Leader, PotTaken
from games.toolkit.melding.turns import QUIET_TURNS_MAX
from games.toolkit.melding.view_parts import LastMoveView, Now
from games.toolkit.melds import Meld, as_shown
from games.toolkit.plain import plain
from services.kernel.seats import Seat, Viewer


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    seat: Seat | None
    """The seat that this view is for; None for spectators and replays."""
    seats: Seats
    match_mode: MatchMode
    target_score: Target
    ratings: tuple[int, ...]
    on_timeout: OnTimeout
    phase: Phase
    hand_number: int
    starter: Seat | None
    turn: Seat | None
    own_hand: tuple[str, ...]
    """By suit and rank; empty for spectators."""
    drawn: str | None
    """The card that the viewer drew from the stock in this turn."""
    hands: dict[str, tuple[str, ...]]
    """Seat → its cards: all once the hand is over, before that none but to who sees every hand."""
    hand_counts: tuple[int, ...]
    """By seat; empty before the first deal."""
    melds: tuple[MeldView, ...]
    """Both sides', in the order of their ids."""
    clean_canasta: tuple[bool, bool]
    """By side, whether it has a clean canasta on the table."""
    pile: tuple[str, ...]
    """Bottom to top."""
    stock_count: int
    pot: tuple[Pot, Pot]
    """By side, what has become of its pot."""
    pot_taken: tuple[bool, bool]
    pot_by: tuple[Seat | None, Seat | None]
    """By side, who took it."""
    pot_used: tuple[bool, bool]
    """By side, whether its taker has played a card since; 100 points are lost otherwise."""
    pots: tuple[tuple[str, ...], tuple[str, ...]]
    """By side, the pot that nobody took, once the hand is over."""
    quiet_turns: int
    """Turns running without a stock draw or a play; at `quiet_turns_max` the hand is over."""
    quiet_turns_max: int
    totals: tuple[int, int]
    """By side, as they were after the last hand."""
    last_move: LastMoveView | None
    last_hand: CountedHand | None
    """The hand counted last."""
    scores: tuple[tuple[int, int], ...]
    """Of each counted hand by side."""
    now: Now | None
    """None for spectators."""
    result: Literal["won", "rating_tiebreak", "draw", "forfeited"] | None
    winner_side: Side | None
    """Who has won, or is named by a tie-break."""


def view(state: State, viewer: Viewer) -> View:
    """The match as `viewer` sees it."""
    seat = viewer if isinstance(viewer, int) else None
    terms, open_ = state.terms, state.ended is not None
    own = state.hands[seat] if seat is not None and state.hands else ()
    outcome = RULES.result(state) if state.phase == "match_over" else None
    return View(
        seat=seat,
        seats=terms.seats,
        match_mode=terms.match_mode,
        target_score=terms.target_score,
        ratings=terms.ratings,
        on_timeout=terms.on_timeout,
        phase=state.phase,
        hand_number=state.hand_number,
        starter=state.starter,
        turn=state.turn,
        own_hand=sorted_texts(own),
        drawn=view_parts.drawn_card(state, viewer),
        hands=view_parts.hands_open(state) if open_ or viewer == "open" else {},
        hand_counts=tuple(len(hand) for hand in state.hands),
        melds=tuple(shown(each) for each in state.table),
        clean_canasta=(plays.has_clean(state.table, 0), plays.has_clean(state.table, 1)),
        pile=texts(state.pile),
        stock_count=len(state.stock),
        pot=state.pot,
        pot_taken=(state.pot[0] != "waiting", state.pot[1] != "waiting"),
        pot_by=state.pot_by,
        pot_used=state.pot_used,
        pots=(sorted_texts(state.pots[0]), sorted_texts(state.pots[1])) if open_ else ((), ()),
        quiet_turns=state.quiet_turns,
        quiet_turns_max=QUIET_TURNS_MAX,
        totals=state.totals,
        last_move=view_parts.last_move(state),
        last_hand=msgspec.convert(state.scored[-1].data, CountedHand) if state.scored else None,
        scores=tuple((hand.points[0], hand.points[1]) for hand in state.scored),
        now=None if seat is None else _now(state, seat),
        result=None if outcome is None else outcome.reason,  # type: ignore[arg-type]
        winner_side=RULES.winner_side(state),
    )


def _now(state: State, seat: Seat) -> Now:
    """Why each kind of move is refused to a seat; what it has to keep."""
    side = side_of(seat)
    if state.pot[side] == "waiting" or plays.has_clean(state.table, side):
        return view_parts.now(state, seat, 0, None)
    return view_parts.now(state, seat, plays.LEFT_MIN, plays.NO_CLEAN_CANASTA)


# --- events ---


def event(before: State, actor: Seat | None, action: Move | Action, after: State, viewer: Viewer) -> GameEvent | None:
    """The event as the viewer may see it: `leader`, `deal`, `left`, or a move by its name."""
    if actor is not None and isinstance(action, Move):
        return view_parts.move_event(before, actor, action, after, viewer, _own)
    return view_parts.event_beside_moves("buraco", action, before, after, viewer)


def _own(before: State, move: Move, after: State) -> dict[str, Any]:
    if isinstance(move, TakePile):
        return {"cards": list(texts(before.pile))}
    if isinstance(move, LayMeld | LayOff):
        return {"cards": list(move.cards), "meld": _touched(after), "used_pot": after.pot_used != before.pot_used}
    return {"card": move.card, "turn": after.turn} if isinstance(move, DiscardCard) else {}


def _touched(after: State) -> Any:
    ids = after.last_move.melds if after.last_move else ()
    (meld,) = (shown(each) for each in after.table if each.id in ids)
    return plain(meld)


# --- what events say, by kind ---


class Melded(EventData, frozen=True):
    """Cards laid down as a meld or added to one; `meld`: as it lies then. `pot` and `own_hand`: the last card of
    the hand brought the pot; `used_pot`: its side has played with the pot."""

    seat: Seat
    cards: list[str]
    meld: MeldView
    used_pot: bool
    pot: PotTaken | UnsetType = UNSET
    own_hand: list[str] | UnsetType | None = UNSET
    hand: CountedHand | UnsetType = UNSET


class PileTaken(EventData, frozen=True):
    """The pile is taken."""

    seat: Seat
    cards: list[str]


class Discarded(EventData, frozen=True):
    """A discard, and who is next; what the last card of the hand brought; `hand`: as it was counted."""

    seat: Seat
    card: str
    turn: Seat | None
    pot: PotTaken | UnsetType = UNSET
    own_hand: list[str] | UnsetType | None = UNSET
    hand: CountedHand | UnsetType = UNSET


EVENTS: dict[str, type] = {
    "leader": Leader,
    "deal": Deal,
    "draw": Drawn,
    "take_pile": PileTaken,
    "meld": Melded,
    "lay_off": Melded,
    "discard": Discarded,
    "left": SeatLeft,
}


# --- from what a seat sees -------------------------------------------------------------------------------------------


def state_of(view: View, seat: Seat) -> State:
    """The state as the seat sees it; the other hands and the pots are empty, the stock is of cards not seen."""
    deck = Undealt(DECK)
    own, pile = deck.cards(view.own_hand) or (), deck.cards(view.pile) or ()
    table = tuple(Lying(meld.id, meld.side, _meld(meld, deck)) for meld in view.melds)
    return State(
        Options(view.seats, view.match_mode, view.target_score, view.ratings, view.on_timeout),
        view.phase,
        view.hand_number,
        view.starter,
        view.turn,
        hands=tuple(own if each == seat else () for each in range(view.seats)),
        pot=view.pot,
        pot_by=view.pot_by,
        pot_used=view.pot_used,
        stock=deck.rest()[: view.stock_count],
        pile=pile,
        table=table,
        barred=view.now.barred if view.now else None,
        quiet_turns=view.quiet_turns,
        totals=view.totals,
    )


def _meld(meld: MeldView, deck: Undealt) -> Meld:
    return as_shown(meld.suit, meld.low, meld.rank, deck.cards(meld.cards) or (), meld.wild)
