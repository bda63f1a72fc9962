"""The choice of a card: every legal one played out in the same worlds."""

import numpy as np

from games.pilotta.cards import BY_TEXT, Card
from games.pilotta.computer.guesses import guesses
from games.pilotta.computer.knowledge import Knowledge
from games.pilotta.computer.playout import Brought, Table, played
from games.pilotta.computer.ranked import Floats, Ints, ranked
from games.pilotta.computer.worth import Promise, belote, best_points, declared, margin, totals
from games.pilotta.declarations import BELOTE_POINTS, KING_AND_QUEEN
from games.pilotta.view import View
from games.toolkit.search.chance import Source


def expected(view: View, known: Knowledge, playouts: int, source: Source) -> list[tuple[Card, float]]:
    """For each legal card the exact points by which the seat's team is expected to end the hand ahead."""
    assert view.contract is not None
    cards = [BY_TEXT[text] for text in view.legal]
    count = max(1, playouts // len(cards))
    worlds = guesses(view, known, count, source)
    brought = _played(view, known, worlds, cards)
    beside = np.tile(_beside(view, known, worlds), (len(cards), 1))
    found = totals(brought, beside)
    promise = Promise(view.variant, view.contract.value, view.contract.multiplier)
    ahead = _by_card(margin(promise, found, view.contract.taker % 2), len(cards))
    sign = 1 if known.seat % 2 == 0 else -1
    return [(card, sign * float(worth)) for card, worth in zip(cards, ahead, strict=True)]


def _by_card(values: Floats, cards: int) -> Floats:
    rows = values.reshape(cards, -1)
    means: Floats = rows.cumsum(axis=1)[:, -1] / rows.shape[1]
    return means


def _played(view: View, known: Knowledge, worlds: Ints, cards: list[Card]) -> Brought:
    """Rows card by card, in each the worlds, with what earlier tricks brought."""
    assert view.contract is not None
    table, count = ranked(known.trump), len(worlds)
    rows = count * len(cards)
    hands = np.tile(table.masks(worlds), (len(cards), 1))
    own = np.repeat([1 << table.places[card] for card in cards], count)
    hands[:, known.seat] ^= own
    earlier = [np.full(rows, 1 << table.places[card], dtype=np.int64) for card in known.trick]
    trick = np.stack([*earlier, own], axis=1)
    full_trick = trick.shape[1] == known.seats
    leader = np.full(rows, known.leader, dtype=np.int64)
    taker = np.full(rows, view.contract.taker % 2, dtype=np.int64)
    found = played(table, Table(hands, leader, trick, taker))
    assert full_trick or trick.shape[1] < known.seats
    before, won = np.array(known.points), np.array(view.tricks_won)
    return Brought(found.points + before, found.tricks + won)


def _beside(view: View, known: Knowledge, worlds: Ints) -> Ints:
    """World × team: declarations, as far as they are known, and belote."""
    points = np.zeros((len(worlds), 2), dtype=np.int64)
    if view.declaration_points is not None:
        points += np.array(view.declaration_points)
    elif not sum(view.tricks_won):
        points += declared(_announced(view, known, worlds))
    return points + _belote(view, known, worlds)


def _announced(view: View, known: Knowledge, worlds: Ints) -> Ints:
    """World × seat: what was announced in trick 1, and what those announce who have not played yet."""
    full = worlds | np.array(known.played, dtype=np.int64)
    found = np.stack([best_points(full[:, seat]) for seat in range(known.seats)], axis=1)
    said = {each.seat: each.points for each in view.declarations}
    for seat in range(known.seats):
        if seat in said or known.played[seat]:
            found[:, seat] = said.get(seat, 0)
    return found


def _belote(view: View, known: Knowledge, worlds: Ints) -> Ints:
    if view.belote is not None:
        team = view.belote.seat % 2
        return np.tile(np.array([BELOTE_POINTS * (team == 0), BELOTE_POINTS * (team == 1)]), (len(worlds), 1))
    full = worlds | np.array(known.played, dtype=np.int64)
    if not known.whole and KING_AND_QUEEN << 8 * known.trump & ~(known.unseen | known.hand):
        return np.zeros((len(worlds), 2), dtype=np.int64)
    return belote(full, known.trump)
