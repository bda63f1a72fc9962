"""What is seen: one's own cards alone, and what has been said and shown (RULES.md §13)."""

import msgspec

from games.pilotta import view_parts
from games.pilotta.cards import TEXTS, shown, texts
from games.pilotta.hand_record import LastHand, SeenTrick, by_seat, last_hand, seen
from games.pilotta.state import (
    Pair,
    Phase,
    Reason,
    State,
    Target,
    Value,
    Variant,
    first_trick_over,
    seats_of,
)
from games.pilotta.tricks import Duty, best_place
from games.pilotta.view_parts import Belote, Best, Contract, Said, Shown
from services.kernel.seats import Seat, Viewer

TRICKS = {"palatisti": 8, "classic": 8, "classic2": 9}


class Scored(msgspec.Struct, frozen=True):
    """A line of the score sheet."""

    number: int
    """Of the deal: cancelled ones count, and have no line."""
    taker: Seat | None
    """None, as all but the units, where no more is known."""
    trump: str | None
    value: Value | None
    multiplier: int
    made: bool | None
    units: Pair


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it. Pairs are by team; `hands` and `refused` have no cards but the viewer's own."""

    seat: Seat | None
    """The seat that this view is for; None for spectators and replays."""
    variant: Variant
    target: Target
    phase: Phase
    hand_number: int
    """Of the deal: cancelled ones count."""
    dealer: Seat | None
    turn: Seat | None
    hands: dict[str, tuple[str, ...]]
    """Seat → its cards, trumps first, each suit from its highest card down: the viewer's own; all for replays."""
    counts: tuple[int, ...]
    """By seat, how many cards it holds; empty before the deal."""
    turn_up: str | None
    """The card that was turned up; after a swap the 7 that lies in its place."""
    swapped: str | None
    """The turn-up that the taker got for the 7."""
    bidding: tuple[Said, ...]
    """All calls of this deal, in order."""
    contract: Contract | None
    """The highest bid so far, or what is played."""
    moves: tuple[str, ...]
    """The names of the moves that the viewer may make now."""
    bids: tuple[Value, ...]
    """The values that the viewer may bid now, in any suit, low to high."""
    suits: tuple[str, ...]
    """The suits that the viewer may choose now."""
    can_swap: bool
    """Whether the viewer may take with the swap of the 7 now."""
    legal: tuple[str, ...]
    """The cards that the viewer may play now."""
    refused: dict[str, Duty]
    """Own card → why it may not be played now."""
    best: Best | None
    """What the viewer may still announce, from when trumps are fixed until its first card."""
    declarations: tuple[Shown, ...]
    """What was announced in this hand, in seat order."""
    declarations_by: int | None
    """The team whose declarations count; None in trick 1 and where no team's do."""
    declaration_points: Pair | None
    """None in trick 1."""
    belote: Belote | None
    lead: Seat | None
    """Who led the trick, or is to lead it."""
    trick: tuple[str, ...]
    """In order, from the card led."""
    holder: Seat | None
    """Who holds the trick so far."""
    last_trick: SeenTrick | None
    tricks_won: Pair
    tricks_in_all: int
    """How many a hand has."""
    trumps_out: int | None
    """How many trumps the viewer has not seen yet: neither in its hand, nor played or turned up."""
    masters: tuple[str, ...]
    """Own cards that no card of their suit can beat which the viewer has not seen yet."""
    totals: Pair
    """Units."""
    scores: tuple[Scored, ...]
    """Of each hand so far."""
    last_hand: LastHand | None
    """The last hand that was scored, line by line."""
    winner: int | None
    """The team that has won the match."""
    reason: Reason | None


def view(state: State, viewer: Viewer) -> View:
    """The match as `viewer` sees it."""
    seat = viewer if isinstance(viewer, int) else None
    trump, mover = state.trump, view_parts.mover(state, viewer)
    choices = view_parts.choices(state, mover)
    after_first = first_trick_over(state) and trump is not None
    compared = view_parts.compared(state) if after_first else None
    return View(
        seat=seat,
        variant=state.variant,
        target=state.target,
        phase=state.phase,
        hand_number=state.hand_number,
        dealer=state.dealer,
        turn=state.turn,
        hands=_hands(state, viewer),
        counts=tuple(hand.bit_count() for hand in state.hands),
        turn_up=None if state.turn_up is None else TEXTS[state.turn_up],
        swapped=None if state.swapped is None else TEXTS[state.swapped],
        bidding=view_parts.bidding(state),
        contract=view_parts.contract(state),
        moves=choices.moves,
        bids=choices.bids,
        suits=choices.suits,
        can_swap=choices.can_swap,
        legal=choices.legal,
        refused=choices.refused,
        best=view_parts.best(state, mover if viewer == "open" else seat),
        declarations=view_parts.declarations(state),
        declarations_by=compared.team if compared else None,
        declaration_points=compared.points if compared else None,
        belote=view_parts.belote(state),
        lead=state.lead,
        trick=texts(state.trick),
        holder=_holder(state),
        last_trick=seen(state.tricks[-1], trump, seats_of(state.variant))
        if state.tricks and trump is not None
        else None,
        tricks_won=state.tricks_won,
        tricks_in_all=TRICKS[state.variant],
        trumps_out=view_parts.trumps_out(state, seat),
        masters=view_parts.masters(state, seat),
        totals=state.totals,
        scores=_scores(state),
        last_hand=last_hand(state.scored[-1]) if state.scored else None,
        winner=state.winner,
        reason=state.reason,
    )


def _hands(state: State, viewer: Viewer) -> dict[str, tuple[str, ...]]:
    if viewer == "open":
        return by_seat(state.hands, state.trump)
    if not isinstance(viewer, int) or not state.hands:
        return {}
    return {str(viewer): shown(state.hands[viewer], state.trump)}


def _holder(state: State) -> Seat | None:
    if not state.trick or state.trump is None or state.lead is None:
        return None
    return (state.lead + best_place(state.trick, state.trump)) % seats_of(state.variant)


def _scores(state: State) -> tuple[Scored, ...]:
    return tuple(
        Scored(
            hand.number,
            hand.data.get("taker"),
            hand.data.get("trump"),
            hand.data.get("value"),
            hand.data.get("multiplier", 1),
            hand.data.get("made"),
            (hand.points[0], hand.points[1]),
        )
        for hand in state.scored
    )
