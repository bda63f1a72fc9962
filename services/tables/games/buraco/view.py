"""What is seen and told: table and pile by all, hands by their holders until the hand is over (RULES.md §10)."""

from typing import Any, Literal

import msgspec

from services.kernel.seats import Seat, Viewer
from services.tables.games.api import Action, Drawn, Left, Told
from services.tables.games.buraco import plays, rules, turns
from services.tables.games.buraco.moves import Move, TakePile
from services.tables.games.buraco.shown import CountedHand, MeldView, plain, shown
from services.tables.games.buraco.state import MatchMode, OnTimeout, Phase, Seats, State, Target
from services.tables.games.toolkit.double_deck import TEXT, sorted_texts, texts
from services.tables.games.toolkit.meld_moves import DiscardCard, DrawStock, LayMeld, LayOff
from services.tables.games.toolkit.meld_table import Pot, Side, side_of

MoveName = Literal["draw", "take_pile", "meld", "lay_off", "discard"]


class Now(msgspec.Struct, frozen=True):
    """What the viewer's seat may do now: for each move the code with which every such move is refused, or None."""

    draw: str | None
    take_pile: str | None
    meld: str | None
    lay_off: str | None
    discard: str | None
    keep: int
    """How many cards must be left after a move that makes no first clean canasta: 2 or 0."""
    keep_error: str | None
    """The code with which fewer are refused: `no_clean_canasta`."""
    barred: str | None
    """The face that may not be discarded in this turn."""


class LastMoveView(msgspec.Struct, frozen=True):
    """The move made last."""

    seat: Seat
    move: MoveName
    cards: tuple[str, ...]
    """The pile that was taken, cards laid, the discard; of a stock draw none."""
    melds: tuple[int, ...]
    """The meld that was laid or got cards."""
    pot: Literal["direct", "indirect"] | None
    """How the move took the pot."""


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    seat: Seat | None
    """Whose eyes these are; None for spectators and replays."""
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
    outcome = rules.result(state) if state.phase == "match_over" else None
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
        drawn=TEXT[state.drawn] if state.drawn is not None and viewer in (state.turn, "open") else None,
        hands=_hands(state) if open_ or viewer == "open" else {},
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
        quiet_turns_max=turns.QUIET_TURNS_MAX,
        totals=state.totals,
        last_move=_last_move(state),
        last_hand=msgspec.convert(state.scored[-1].data, CountedHand) if state.scored else None,
        scores=tuple((hand.points[0], hand.points[1]) for hand in state.scored),
        now=None if seat is None else _now(state, seat),
        result=None if outcome is None else outcome.reason,  # type: ignore[arg-type]
        winner_side=rules.winner_side(state),
    )


def _hands(state: State) -> dict[str, tuple[str, ...]]:
    return {str(seat): sorted_texts(hand) for seat, hand in enumerate(state.hands)}


def _last_move(state: State) -> LastMoveView | None:
    last = state.last_move
    return None if last is None else LastMoveView(last.seat, last.move, texts(last.cards), last.melds, last.pot)


def _now(state: State, seat: Seat) -> Now:
    """Why each kind of move is refused to a seat; what it has to keep."""
    side = side_of(seat)
    may_empty = state.pot[side] == "waiting" or plays.has_clean(state.table, side)
    to_draw, to_play = _why_not(state, seat, "draw"), _why_not(state, seat, "meld")
    return Now(
        draw=to_draw or (None if state.stock else rules.STOCK_EMPTY.error),
        take_pile=to_draw or (None if state.pile else rules.PILE_EMPTY.error),
        meld=to_play,
        lay_off=to_play or (None if any(each.side == side for each in state.table) else rules.UNKNOWN_MELD.error),
        discard=to_play,
        keep=0 if may_empty else plays.LEFT_MIN,
        keep_error=None if may_empty else rules.NO_CLEAN_CANASTA.error,
        barred=turns.barred_face(state) if seat == state.turn else None,
    )


def _why_not(state: State, seat: Seat, name: str) -> str | None:
    refused = rules.phase_refusal(state, seat, name)
    return refused.error if refused else None


# --- events ---


def told(before: State, actor: Seat | None, action: Move | Action, after: State, viewer: Viewer) -> Told | None:
    """The event as the viewer may hear it: `leader`, `deal`, `left`, or a move by its name."""
    if isinstance(action, Drawn):
        if before.starter is None:
            return Told("leader", {"seat": after.starter})
        own = list(sorted_texts(after.hands[viewer])) if isinstance(viewer, int) else None
        return Told("deal", {"hand_number": after.hand_number, "starter": after.starter, "own_hand": own})
    if isinstance(action, Left):
        return Told("left", {"seat": action.seat})
    if actor is not None and isinstance(action, Move):
        return _told_move(before, actor, action, after, viewer)
    raise ValueError(f"buraco asks for nothing that is answered by {action}")


def _told_move(before: State, seat: Seat, move: Move, after: State, viewer: Viewer) -> Told:
    """A move, with the hand as it was counted if that ended it."""
    data: dict[str, Any] = {"seat": seat}
    if isinstance(move, DrawStock):
        data |= {"card": TEXT[before.stock[0]] if viewer in (seat, "open") else None}
    elif isinstance(move, TakePile):
        data |= {"cards": list(texts(before.pile))}
    elif isinstance(move, LayMeld | LayOff):
        data |= {"cards": list(move.cards), "meld": _touched(after), "used_pot": after.pot_used != before.pot_used}
    elif isinstance(move, DiscardCard):
        data |= {"card": move.card, "turn": after.turn}
    data |= _pot_told(seat, after, viewer)
    if after.ended:
        data["hand"] = after.scored[-1].data
    kinds = {DrawStock: "draw", TakePile: "take_pile", LayMeld: "meld", LayOff: "lay_off", DiscardCard: "discard"}
    return Told(kinds[type(move)], data)


def _touched(after: State) -> Any:
    ids = after.last_move.melds if after.last_move else ()
    (meld,) = (shown(each) for each in after.table if each.id in ids)
    return plain(meld)


def _pot_told(seat: Seat, after: State, viewer: Viewer) -> dict[str, Any]:
    """How the move took a pot, if it did: to all; with the hand now held to its holder."""
    pot = after.last_move.pot if after.last_move else None
    if pot is None:
        return {}
    own = list(sorted_texts(after.hands[seat])) if viewer in (seat, "open") else None
    return {"pot": pot, "own_hand": own}
