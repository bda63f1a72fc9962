"""A hand as it is recorded and shown when it has ended (RULES.md §9, §13)."""

from collections.abc import Sequence

import msgspec

from games.api import Hand
from games.pilotta.cards import TEXTS, Mask, Suit, cards_of, shown, texts
from games.pilotta.declarations import BELOTE_POINTS, announced, belote_seat, compare
from games.pilotta.scoring import Contract, Played, Score, score
from games.pilotta.state import Pair, State, Trick, Value, seats_of
from games.pilotta.tricks import LAST_TRICK_POINTS, trick_points, winner
from games.toolkit.cards import SUITS
from services.kernel.seats import Seat


class SeenTrick(msgspec.Struct, frozen=True):
    """A finished trick."""

    lead: Seat
    cards: tuple[str, ...]
    """In order, from the one led."""
    winner: Seat


class LastHand(msgspec.Struct, frozen=True):
    """A hand as it was counted, line by line; pairs are by team."""

    number: int
    dealer: Seat
    taker: Seat
    trump: str
    value: Value | None
    """What was promised; None in the classic games."""
    multiplier: int
    value_points: int
    """Value × multiplier; 0 in the classic games."""
    deal: dict[str, tuple[str, ...]]
    """Seat → its full hand."""
    tricks: tuple[SeenTrick, ...]
    tricks_won: Pair
    card_points: Pair
    """Of the cards alone."""
    last_trick_by: int
    """The team that has 10 for the last trick."""
    all_tricks_by: int | None
    """The team that has 250 in place of them both."""
    trick_points: Pair
    """Card points with the 10, or 250."""
    declared: tuple[int, ...]
    """By seat, the points announced."""
    declared_cards: dict[str, tuple[str, ...]]
    """Seat → what it showed; only of the team that scored."""
    declaration_points: Pair
    belote: Pair
    totals: Pair
    """The sum that decides the contract."""
    made: bool
    exact: Pair
    """What is written down, before rounding."""
    trick_units: Pair
    """The tens of the trick points, rounded."""
    rounded_up: int | None
    """The team whose trick points were rounded up."""
    units: Pair


def played(state: State) -> Played:
    """What an ended hand has come to."""
    assert state.trump is not None
    points = trick_points(state.tricks, state.trump, seats_of(state.variant))
    all_by = next((team for team in (0, 1) if not state.tricks_won[1 - team]), None)
    holder = belote_seat(state.dealt, state.trump)
    belote = (BELOTE_POINTS * (holder in (0, 2)), BELOTE_POINTS * (holder in (1, 3)))
    found = compare(announced(state.dealt, state.trump, state.declared))
    return Played(points, all_by, found.points, belote)


def contract_of(state: State) -> Contract:
    """What the takers have promised."""
    assert state.taker is not None
    return Contract(state.variant, state.taker % 2, state.value, state.multiplier)


def counted(state: State) -> tuple[Score, Hand]:
    """An ended hand's score, and the hand as it is recorded."""
    contract, found = contract_of(state), played(state)
    scored = score(contract, found)
    entry = _last_hand(state, contract, found, scored)
    side = None if scored.units[0] == scored.units[1] else int(scored.units[1] > scored.units[0])
    data = msgspec.json.decode(msgspec.json.encode(entry))
    del data["number"], data["units"]
    return scored, Hand(state.hand_number, side, scored.units, data)


def last_hand(hand: Hand) -> LastHand | None:
    """A recorded hand as it is shown; None where no more than its units is known."""
    if "made" not in hand.data:
        return None
    return msgspec.convert({**hand.data, "number": hand.number, "units": hand.points}, LastHand)


def _last_hand(state: State, contract: Contract, found: Played, scored: Score) -> LastHand:
    assert state.trump is not None and state.taker is not None
    seats = seats_of(state.variant)
    last_by = winner(state.tricks[-1], state.trump, seats) % 2
    ten = (LAST_TRICK_POINTS * (last_by == 0), LAST_TRICK_POINTS * (last_by == 1))
    points = found.trick_points
    return LastHand(
        number=state.hand_number,
        dealer=state.dealer or 0,
        taker=state.taker,
        trump=SUITS[state.trump],
        value=state.value,
        multiplier=state.multiplier,
        value_points=contract.points,
        deal=by_seat(state.dealt, state.trump),
        tricks=tuple(seen(trick, state.trump, seats) for trick in state.tricks),
        tricks_won=state.tricks_won,
        card_points=(points[0] - ten[0], points[1] - ten[1]),
        last_trick_by=last_by,
        all_tricks_by=found.all_tricks_by,
        trick_points=found.counted,
        declared=state.declared,
        declared_cards=scored_cards(state),
        declaration_points=found.declaration_points,
        belote=found.belote,
        totals=found.totals,
        made=scored.made,
        exact=scored.exact,
        trick_units=scored.trick_units,
        rounded_up=scored.rounded_up,
        units=scored.units,
    )


def scored_cards(state: State) -> dict[str, tuple[str, ...]]:
    """Seat → the cards of its declaration, if its team's count: they are shown from the end of trick 1 on."""
    if state.trump is None or not any(state.declared):
        return {}
    found = announced(state.dealt, state.trump, state.declared)
    team = compare(found).team
    return {str(seat): texts(cards_of(each.cards)) for seat, each in enumerate(found) if each and seat % 2 == team}


def seen(trick: Trick, trump: Suit, seats: int) -> SeenTrick:
    """A trick with its winner."""
    return SeenTrick(trick.lead, tuple(TEXTS[card] for card in trick.cards), winner(trick, trump, seats))


def by_seat(hands: Sequence[Mask], trump: Suit | None = None) -> dict[str, tuple[str, ...]]:
    """Hands as they are held, by seat."""
    return {str(seat): shown(hand, trump) for seat, hand in enumerate(hands)}
