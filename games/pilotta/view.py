"""What is seen: one's own cards alone, and what has been said and shown (RULES.md §13)."""

from typing import NamedTuple

import msgspec

from games.pilotta import calls
from games.pilotta.cards import (
    FULL,
    PLAIN_ABOVE,
    SUIT_MASKS,
    TEXTS,
    TRUMP_ABOVE,
    Mask,
    cards_of,
    shown,
    texts,
)
from games.pilotta.declarations import (
    KING_AND_QUEEN,
    Compared,
    announced,
    belote_seat,
    best_declaration,
    compare,
)
from games.pilotta.hand_record import LastHand, SeenTrick, by_seat, last_hand, scored_cards, seen
from games.pilotta.moves import Bid, Choose, name_of
from games.pilotta.scoring import value_points
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
from games.pilotta.tricks import Duty, best_place, duty
from games.toolkit.cards import SUITS
from services.kernel.seats import Seat, Viewer


class Said(msgspec.Struct, frozen=True):
    """A call: `pass`, a bid as `90h` or `capoth`, `contra`, `recontra`, `take`, `take_seven` (with the swap), or the
    suit that was chosen."""

    phase: Phase
    seat: Seat
    call: str


class Contract(msgspec.Struct, frozen=True):
    """Who has promised what."""

    taker: Seat
    trump: str
    value: Value | None
    """Points, or `capot`; None in the classic games."""
    multiplier: int
    """1, with contra 2, with recontra 4."""
    points: int
    """Value × multiplier; 0 in the classic games."""


class Best(msgspec.Struct, frozen=True):
    """A declaration that its holder may announce."""

    kind: str
    """`carre` or `sequence`."""
    points: int
    cards: tuple[str, ...]


class Shown(msgspec.Struct, frozen=True):
    """A declaration that was announced."""

    seat: Seat
    points: int
    counts: bool | None
    """Whether its team scores it; None in trick 1."""
    cards: tuple[str, ...]
    """Empty unless it counts."""


class Belote(msgspec.Struct, frozen=True):
    """King and queen of trumps in one hand, as said so far."""

    seat: Seat
    said: str
    """`belote` with the first of them, `rebelote` with the second."""


class Choices(NamedTuple):
    """What a seat on turn may do."""

    moves: tuple[str, ...] = ()
    bids: tuple[Value, ...] = ()
    suits: tuple[str, ...] = ()
    can_swap: bool = False
    legal: tuple[str, ...] = ()
    refused: dict[str, Duty] = {}


def mover(state: State, viewer: Viewer) -> Seat | None:
    """The seat on turn, if the viewer may see what it may do."""
    return state.turn if viewer in (state.turn, "open") else None


def choices(state: State, seat: Seat | None) -> Choices:
    """What the seat on turn may do; nothing for None."""
    if seat is None:
        return Choices()
    if state.phase == "tricks":
        return _cards(state, seat)
    legal = calls.legal(state, seat)
    names = tuple(dict.fromkeys(name_of(move) for move in legal))
    bids = tuple(dict.fromkeys(move.value for move in legal if isinstance(move, Bid)))
    suits = tuple(move.suit for move in legal if isinstance(move, Choose))
    return Choices(names, bids, suits, calls.can_swap(state, seat) and state.phase == "round1")


def _cards(state: State, seat: Seat) -> Choices:
    assert state.trump is not None
    reasons = {card: duty(state.hands[seat], state.trick, state.trump, card) for card in cards_of(state.hands[seat])}
    legal = sum(1 << card for card, reason in reasons.items() if reason is None)
    refused = {TEXTS[card]: reason for card, reason in reasons.items() if reason}
    names = ("declare", "play") if may_declare(state, seat) else ("play",)
    return Choices(names, legal=shown(legal, state.trump), refused=refused)


def may_declare(state: State, seat: Seat) -> bool:
    """Whether the seat on turn has something to announce and still may."""
    if state.phase != "tricks" or first_trick_over(state) or state.trump is None or state.declared[seat]:
        return False
    return best_declaration(state.dealt[seat], state.trump) is not None


def best(state: State, seat: Seat | None) -> Best | None:
    """What the seat may still announce: until its first card, whether it is its turn yet or not."""
    if seat is None or not may_declare(state, seat) or state.trump is None or state.hands[seat] != state.dealt[seat]:
        return None
    found = best_declaration(state.dealt[seat], state.trump)
    return found and Best(found.kind, found.points, texts(cards_of(found.cards)))


def bidding(state: State) -> tuple[Said, ...]:
    """All calls of a deal, in order."""
    phases = (*state.bidding, (state.phase, state.calls)) if state.calls else state.bidding
    return tuple(Said(phase, call.seat, call.call) for phase, said in phases for call in said)


def contract(state: State) -> Contract | None:
    """The highest bid of a running auction, or what is played."""
    if state.phase == "auction":
        bid = calls.highest(state.calls)
        return bid and Contract(bid.seat, SUITS[bid.suit], bid.value, 1, value_points(bid.value, 1))
    if state.taker is None or state.trump is None:
        return None
    return Contract(
        state.taker, SUITS[state.trump], state.value, state.multiplier, value_points(state.value, state.multiplier)
    )


def compared(state: State) -> Compared:
    """Whose declarations count, once trick 1 is over."""
    assert state.trump is not None
    return compare(announced(state.dealt, state.trump, state.declared))


def declarations(state: State) -> tuple[Shown, ...]:
    """What was announced, with the cards of those that count once trick 1 is over."""
    declared = [(seat, points) for seat, points in enumerate(state.declared) if points]
    if not first_trick_over(state):
        return tuple(Shown(seat, points, None, ()) for seat, points in declared)
    cards = scored_cards(state) if declared else {}
    return tuple(Shown(seat, points, str(seat) in cards, cards.get(str(seat), ())) for seat, points in declared)


def belote(state: State) -> Belote | None:
    """King and queen of trumps in one hand, once one of them was played."""
    if state.trump is None or state.phase not in ("tricks", "scoring", "match_over"):
        return None
    seat = belote_seat(state.dealt, state.trump)
    left = 0 if seat is None else (state.hands[seat] & KING_AND_QUEEN << 8 * state.trump).bit_count()
    if seat is None or left == 2:
        return None
    return Belote(seat, "belote" if left else "rebelote")


# --- what a seat remembers ---


def unseen(state: State, seat: Seat) -> Mask:
    """The cards that the seat has neither held nor seen on the table."""
    gone = sum(state.dealt) ^ sum(state.hands)
    table = 0 if state.turn_up is None or state.variant != "classic2" else 1 << state.turn_up
    return FULL & ~(gone | table | state.hands[seat])


def trumps_out(state: State, seat: Seat | None) -> int | None:
    """How many trumps the seat has not seen yet."""
    if seat is None or state.trump is None or not state.hands:
        return None
    return (unseen(state, seat) & SUIT_MASKS[state.trump]).bit_count()


def masters(state: State, seat: Seat | None) -> tuple[str, ...]:
    """The seat's cards that no card of their suit can beat which it has not seen yet."""
    if seat is None or state.trump is None or not state.hands:
        return ()
    out = unseen(state, seat)
    found = 0
    for card in cards_of(state.hands[seat]):
        above = TRUMP_ABOVE if card >> 3 == state.trump else PLAIN_ABOVE
        if not out & above[card]:
            found |= 1 << card
    return shown(found, state.trump)


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
    trump, asked = state.trump, mover(state, viewer)
    offered = choices(state, asked)
    after_first = first_trick_over(state) and trump is not None
    comparison = compared(state) if after_first else None
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
        bidding=bidding(state),
        contract=contract(state),
        moves=offered.moves,
        bids=offered.bids,
        suits=offered.suits,
        can_swap=offered.can_swap,
        legal=offered.legal,
        refused=offered.refused,
        best=best(state, asked if viewer == "open" else seat),
        declarations=declarations(state),
        declarations_by=comparison.team if comparison else None,
        declaration_points=comparison.points if comparison else None,
        belote=belote(state),
        lead=state.lead,
        trick=texts(state.trick),
        holder=_holder(state),
        last_trick=seen(state.tricks[-1], trump, seats_of(state.variant))
        if state.tricks and trump is not None
        else None,
        tricks_won=state.tricks_won,
        tricks_in_all=TRICKS[state.variant],
        trumps_out=trumps_out(state, seat),
        masters=masters(state, seat),
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
