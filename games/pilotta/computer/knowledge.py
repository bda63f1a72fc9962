"""What a seat knows of the running hand: from its view, and from what its history shows."""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import GameEvent
from games.pilotta.cards import BY_TEXT, FULL, POINTS, SUIT_BY_TEXT, SUIT_MASKS, TRUMP_ABOVE, Card, Mask, Suit, mask_of
from games.pilotta.declarations import KING_AND_QUEEN
from games.pilotta.state import Pair, Trick
from games.pilotta.tricks import best_place
from games.pilotta.view import View
from services.kernel.seats import Seat

ALL_POINTS = 152


class Knowledge(NamedTuple):
    """What the search for a card goes by."""

    seat: Seat
    seats: int
    trump: Suit
    hand: Mask
    counts: tuple[int, ...]
    leader: Seat
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    """Earlier tricks as far as they are known."""
    whole: bool
    """Whether all of them are."""
    points: Pair
    """Card points of earlier tricks by team; where those are not all known, shared out by tricks won."""
    played: tuple[Mask, ...]
    """By seat, the cards it is known to have played in this hand."""
    unseen: Mask
    """What may be hidden in the other hands."""
    able: tuple[Mask, ...]
    """By seat, which unseen cards it may hold."""
    placed: Mask
    """The unseen cards of which it is known that one certain seat holds them."""


def knowledge(view: View, history: Sequence[GameEvent]) -> Knowledge:
    """What the view's seat knows while cards are played."""
    assert view.seat is not None and view.contract is not None and view.lead is not None
    seats = len(view.counts)
    trump = SUIT_BY_TEXT[view.contract.trump]
    hand = _mask(view.hands[str(view.seat)])
    trick = tuple(BY_TEXT[text] for text in view.trick)
    tricks, whole = earlier_tricks(view, history)
    played = [0] * seats
    for each in (*tricks, Trick(view.lead, trick)):
        for step, card in enumerate(each.cards):
            played[(each.lead + step) % seats] |= 1 << card
    gone = sum(played) | _on_the_table(view)
    unseen = FULL & ~(gone | hand)
    able = _able(view, (*tricks, Trick(view.lead, trick)), trump, unseen)
    points = _points(view, tricks, whole, trump, seats)
    placed = 0
    for _, cards in _placed(view, trump):
        placed |= cards & unseen
    return Knowledge(
        seat=view.seat,
        seats=seats,
        trump=trump,
        hand=hand,
        counts=view.counts,
        leader=view.lead,
        trick=trick,
        tricks=tricks,
        whole=whole,
        points=points,
        played=tuple(played),
        unseen=unseen,
        able=able,
        placed=placed,
    )


def _mask(texts: Sequence[str]) -> Mask:
    return mask_of(BY_TEXT[text] for text in texts)


def _on_the_table(view: View) -> Mask:
    """The card that is out of play where two play."""
    return 1 << BY_TEXT[view.turn_up] if view.variant == "classic2" and view.turn_up is not None else 0


def earlier_tricks(view: View, history: Sequence[GameEvent]) -> tuple[tuple[Trick, ...], bool]:
    """The finished tricks of the hand, and whether they are all of them; where the history has not seen them all,
    only the last one."""
    cards: list[tuple[Seat, Card]] = []
    for event in history:
        if event.kind == "deal":
            cards = []
        elif event.kind == "play":
            cards.append((event.data["seat"], BY_TEXT[event.data["card"]]))
    seats, count = len(view.counts), sum(view.tricks_won)
    if not count:
        return (), True
    finished, rest = cards[: count * seats], cards[count * seats :]
    if len(finished) == count * seats and tuple(card for _, card in rest) == tuple(
        BY_TEXT[each] for each in view.trick
    ):
        rows = [finished[at : at + seats] for at in range(0, len(finished), seats)]
        return tuple(Trick(row[0][0], tuple(card for _, card in row)) for row in rows), True
    last = view.last_trick
    return (() if last is None else (Trick(last.lead, tuple(BY_TEXT[card] for card in last.cards)),)), False


def _points(view: View, tricks: Sequence[Trick], whole: bool, trump: Suit, seats: int) -> Pair:
    points, known = [0, 0], [0, 0]
    for trick in tricks:
        team = (trick.lead + best_place(trick.cards, trump)) % seats % 2
        points[team] += sum(POINTS[trump][card] for card in trick.cards)
        known[team] += 1
    missing = sum(view.tricks_won) - len(tricks)
    if whole or missing <= 0:
        return points[0], points[1]
    each, won = ALL_POINTS // view.tricks_in_all, view.tricks_won
    return points[0] + each * (won[0] - known[0]), points[1] + each * (won[1] - known[1])


# --- who may hold what ---


def _able(view: View, tricks: Sequence[Trick], trump: Suit, unseen: Mask) -> tuple[Mask, ...]:
    seats = len(view.counts)
    able = [unseen & ~lacking for lacking in lacking_of(tricks, trump, seats)]
    for seat, cards in _placed(view, trump):
        for other in range(seats):
            if other != seat:
                able[other] &= ~cards
    for seat, cards in _separate(view, tricks, trump):
        able[seat] &= ~cards
    return tuple(able)


def lacking_of(tricks: Sequence[Trick], trump: Suit, seats: int) -> list[Mask]:
    """By seat, the cards that it cannot hold any more by how it followed (RULES.md §8)."""
    lacking = [0] * seats
    for trick in tricks:
        highest: Card | None = None
        for step, card in enumerate(trick.cards):
            if step:
                lacking[(trick.lead + step) % seats] |= _shown(trick.cards[0] >> 3, highest, card, trump)
            if card >> 3 == trump and (highest is None or TRUMP_ABOVE[highest] >> card & 1):
                highest = card
    return lacking


def _shown(led: Suit, highest: Card | None, card: Card, trump: Suit) -> Mask:
    """What a follower does not hold: the suit led, trumps, or higher trumps than the highest of the trick."""
    suit = card >> 3
    lacking = SUIT_MASKS[led] if suit != led else 0
    if suit != trump:
        return lacking | (SUIT_MASKS[trump] if suit != led else 0)
    if highest is not None and not TRUMP_ABOVE[highest] >> card & 1:
        lacking |= TRUMP_ABOVE[highest]
    return lacking


def _placed(view: View, trump: Suit) -> list[tuple[Seat, Mask]]:
    """Seats that are known to hold certain cards, unless they have played them."""
    found = [(each.seat, _mask(each.cards)) for each in view.declarations if each.cards]
    if view.belote is not None:
        found.append((view.belote.seat, KING_AND_QUEEN << 8 * trump))
    if view.contract is not None and view.variant == "classic" and view.turn_up is not None:
        found.append((view.contract.taker, 1 << BY_TEXT[view.turn_up]))
    if view.contract is not None and view.swapped is not None:
        found.append((view.contract.taker, 1 << BY_TEXT[view.swapped]))
    return found


def _separate(view: View, tricks: Sequence[Trick], trump: Suit) -> list[tuple[Seat, Mask]]:
    """Who played king or queen of trumps without a belote does not hold the other one."""
    pair, seats = KING_AND_QUEEN << 8 * trump, len(view.counts)
    if view.belote is not None:
        return []
    return [
        ((trick.lead + step) % seats, pair)
        for trick in tricks
        for step, card in enumerate(trick.cards)
        if pair >> card & 1
    ]
