"""What is seen and told: table and pile by all, hands by their holders until the hand is over (RULES.md §10)."""

from typing import Any, Literal

import msgspec

from services.kernel.seats import Seat, Viewer
from services.tables.games.api import Action, Drawn, Left, Told
from services.tables.games.mpirimpa import rules
from services.tables.games.mpirimpa.moves import DiscardCard, DrawStock, LayMeld, LayOff, Move, TakePile
from services.tables.games.mpirimpa.shown import CountedHand, MeldView, Suit, plain, shown, suit_text
from services.tables.games.mpirimpa.state import OnTimeout, Phase, Pot, Seats, Side, State, Target, side_of
from services.tables.games.toolkit.double_deck import TEXT, sorted_texts, texts

MoveName = Literal["draw", "take_pile", "meld", "lay_off", "discard"]


class Now(msgspec.Struct, frozen=True):
    """What the viewer's seat may do now: for each move the code with which every such move is refused, or None."""

    draw: str | None
    take_pile: str | None
    meld: str | None
    lay_off: str | None
    discard: str | None
    keep: int
    """How many cards must be left after a meld or lay-off that makes no first biriba: 2, 1 or 0."""
    keep_error: str | None
    """The code with which fewer are refused: `no_biriba`, `must_keep_discard`."""
    barred: str | None
    """The face that may not be discarded in this turn."""


class LastMoveView(msgspec.Struct, frozen=True):
    """The move made last."""

    seat: Seat
    move: MoveName
    cards: tuple[str, ...]
    """The pile that was taken, cards laid, the discard; of a stock draw none."""
    melds: tuple[int, ...]
    """The melds that were laid or got cards."""
    pot: Literal["direct", "indirect"] | None
    """How the move took the pot."""


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    seat: Seat | None
    """Whose eyes these are; None for spectators and replays."""
    pro: bool
    """Mpirimpa pro: the pile must be justified by plays."""
    seats: Seats
    columns: bool
    target_score: Target
    ratings: tuple[int, ...]
    on_timeout: OnTimeout
    phase: Phase
    hand_number: int
    starter: Seat | None
    turn: Seat | None
    own_hand: tuple[str, ...]
    """By suit and rank, jokers last; empty for spectators."""
    drawn: str | None
    """The card that the viewer drew from the stock in this turn."""
    hands: dict[str, tuple[str, ...]]
    """Seat → its cards: all once the hand is over, before that none but to who sees every hand."""
    hand_counts: tuple[int, ...]
    """By seat; empty before the first deal."""
    melds: tuple[MeldView, ...]
    """Both sides', in the order of their ids."""
    biriba: tuple[bool, bool]
    """By side, whether it has a biriba on the table."""
    pile: tuple[str, ...]
    """Bottom to top."""
    stock_count: int
    pot: tuple[Pot, Pot]
    """By side, what has become of its pot."""
    pot_taken: tuple[bool, bool]
    pots: tuple[tuple[str, ...], tuple[str, ...]]
    """By side, the pot that nobody took, once the hand is over."""
    trump: Suit | None
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
        pro=terms.pro,
        seats=terms.seats,
        columns=terms.columns,
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
        melds=tuple(shown(each, state.trump) for each in state.table),
        biriba=(rules.has_biriba(state.table, 0), rules.has_biriba(state.table, 1)),
        pile=texts(state.pile),
        stock_count=len(state.stock),
        pot=state.pot,
        pot_taken=(state.pot[0] != "waiting", state.pot[1] != "waiting"),
        pots=(sorted_texts(state.pots[0]), sorted_texts(state.pots[1])) if open_ else ((), ()),
        trump=suit_text(state.trump),
        quiet_turns=state.quiet_turns,
        quiet_turns_max=rules.QUIET_TURNS_MAX,
        totals=state.totals,
        last_move=_last_move(state),
        last_hand=msgspec.convert(state.scored[-1].data, CountedHand) if state.scored else None,
        scores=tuple((hand.points[0], hand.points[1]) for hand in state.scored),
        now=None if seat is None else _now(state, seat),
        result=None if outcome is None else outcome.reason,  # type: ignore[arg-type]
        winner_side=None if outcome is None else rules.winner_side(state),
    )


def _hands(state: State) -> dict[str, tuple[str, ...]]:
    return {str(seat): sorted_texts(hand) for seat, hand in enumerate(state.hands)}


def _last_move(state: State) -> LastMoveView | None:
    last = state.last_move
    return None if last is None else LastMoveView(last.seat, last.move, texts(last.cards), last.melds, last.pot)


def _now(state: State, seat: Seat) -> Now:
    """Why each kind of move is refused to a seat; what it has to keep."""
    side = side_of(seat)
    taken, biriba = state.pot[side] != "waiting", rules.has_biriba(state.table, side)
    to_draw, to_play = _why_not(state, seat, "draw"), _why_not(state, seat, "meld")
    pile = to_draw or (None if state.pile else rules.PILE_EMPTY.error)
    return Now(
        draw=to_draw or (None if state.stock else rules.STOCK_EMPTY.error),
        take_pile=pile,
        meld=to_play,
        lay_off=to_play or (None if any(each.side == side for each in state.table) else rules.UNKNOWN_MELD.error),
        discard=to_play,
        keep=1 if taken else 0 if biriba else 2,
        keep_error=rules.MUST_KEEP_DISCARD.error if taken else None if biriba else rules.NO_BIRIBA.error,
        barred=rules.barred_face(state) if seat == state.turn else None,
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
    raise ValueError(f"mpirimpa asks for nothing that is answered by {action}")


def _told_move(before: State, seat: Seat, move: Move, after: State, viewer: Viewer) -> Told:
    """A move, with the hand as it was counted if that ended it."""
    data: dict[str, Any] = {"seat": seat}
    if isinstance(move, DrawStock):
        data |= {"card": TEXT[before.stock[0]] if viewer in (seat, "open") else None}
    elif isinstance(move, TakePile):
        data |= {"cards": list(texts(before.pile)), "melds": plain(_touched(after))}
    elif isinstance(move, LayMeld | LayOff):
        (meld,) = _touched(after)
        data |= {"cards": list(move.cards), "meld": plain(meld)}
    elif isinstance(move, DiscardCard):
        data |= {"card": move.card, "trump": suit_text(after.trump), "turn": after.turn}
    data |= _pot_told(seat, after, viewer)
    if after.ended:
        data["hand"] = after.scored[-1].data
    kinds = {DrawStock: "draw", TakePile: "take_pile", LayMeld: "meld", LayOff: "lay_off", DiscardCard: "discard"}
    return Told(kinds[type(move)], data)


def _touched(after: State) -> list[MeldView]:
    ids = after.last_move.melds if after.last_move else ()
    return [shown(each, after.trump) for each in after.table if each.id in ids]


def _pot_told(seat: Seat, after: State, viewer: Viewer) -> dict[str, Any]:
    """How the move took a pot, if it did: to all; with the hand now held to its holder."""
    pot = after.last_move.pot if after.last_move else None
    if pot is None:
        return {}
    own = list(sorted_texts(after.hands[seat])) if viewer in (seat, "open") else None
    return {"pot": pot, "own_hand": own}
