"""Hands of pilotta played to their ends by the policy, thousands side by side."""

from typing import NamedTuple

import numpy as np

from games.pilotta.computer.policy import Turn, follow, lead, legal_cards
from games.pilotta.computer.ranked import Flags, Ints, Ranked, highest, place_of
from games.pilotta.tricks import LAST_TRICK_POINTS


class Table(NamedTuple):
    """Hands under way, one a row, all at the same card of the same trick."""

    hands: Ints
    """Row × seat: masks of ranked cards."""
    leader: Ints
    """By row: who led the trick, or is to lead it."""
    trick: Ints
    """Row × card played to it so far: masks of one card each."""
    taker: Ints
    """By row: the team that chose the trumps."""


class Brought(NamedTuple):
    """What the rest of the hands brought, row × team."""

    points: Ints
    """Of the cards, with 10 for the last trick."""
    tricks: Ints


def played(table: Ranked, start: Table) -> Brought:
    """The ends of all hands."""
    return Playout(table, start).to_the_end()


class Playout:
    """Hands under way."""

    def __init__(self, table: Ranked, start: Table) -> None:
        """All rows at the same card of the same trick."""
        self.table, self.hands, self.leader = table, start.hands.copy(), start.leader.copy()
        self.count, self.seats = self.hands.shape
        self.rows = np.arange(self.count)
        self.taker = start.taker
        self.points = np.zeros((self.count, 2), dtype=np.int64)
        self.tricks = np.zeros((self.count, 2), dtype=np.int64)
        self._new_trick()
        self.tops = self._tops(self.hands.sum(axis=1) | start.trick.sum(axis=1))
        for at in range(start.trick.shape[1]):
            self.put(start.trick[:, at])

    def _new_trick(self) -> None:
        self.at = 0
        self.holder = self.leader
        self.led_suit = np.zeros(self.count, dtype=np.int64)
        self.beating = np.zeros(self.count, dtype=np.int64)
        self.overtrumps = np.full(self.count, self.table.trumps, dtype=np.int64)
        self.brought = np.zeros(self.count, dtype=np.int64)
        self.tops = self._tops(self.hands.sum(axis=1))

    def _tops(self, left: Ints) -> Ints:
        found = np.zeros(self.count, dtype=np.int64)
        for suit in self.table.suits:
            found |= highest(left & suit)
        return found

    def seat(self) -> Ints:
        """By row, who is on turn."""
        return (self.leader + self.at) % self.seats

    def legal(self) -> Ints:
        """By row, what the seat on turn may play."""
        hand = self.hands[self.rows, self.seat()]
        return legal_cards(self.table, hand, self.led_suit, self.overtrumps) if self.at else hand

    def choice(self) -> Ints:
        """By row, the card of the policy."""
        seat = self.seat()
        hand = self.hands[self.rows, seat]
        opponents = self.hands[self.rows, (seat + 1) % self.seats]
        if self.seats == 4:
            opponents = opponents | self.hands[self.rows, (seat + 3) % 4]
        partner_holds: Flags = self.holder % 2 == seat % 2
        turn = Turn(hand, self.legal(), self.tops, self.beating, partner_holds, opponents, self.taker == seat % 2)
        return follow(self.table, turn, self.at == self.seats - 1) if self.at else lead(self.table, turn)

    def play(self, card: Ints) -> None:
        """By row, a card from the hand on turn to the trick."""
        self.hands[self.rows, self.seat()] ^= card
        self.put(card)

    def put(self, card: Ints) -> None:
        """By row, a card on the table; the last one of a trick ends it."""
        place, seat = place_of(card), self.seat()
        takes = card & self.beating != 0 if self.at else np.ones(self.count, dtype=np.bool_)
        self.holder = np.where(takes, seat, self.holder)
        self.beating = np.where(takes, self.table.beating[place], self.beating)
        self.overtrumps &= self.table.overtrumps[place]
        self.brought += self.table.points[place]
        if not self.at:
            self.led_suit = self.table.suit[place]
        self.at += 1
        if self.at == self.seats:
            self._end_of_trick()

    def _end_of_trick(self) -> None:
        last = not self.hands[0].any()
        team = self.holder % 2
        self.points[self.rows, team] += self.brought + LAST_TRICK_POINTS * last
        self.tricks[self.rows, team] += 1
        self.leader = self.holder
        self._new_trick()

    def to_the_end(self) -> Brought:
        """Every card by the policy."""
        while self.hands[0].any():
            self.play(self.choice())
        return Brought(self.points, self.tricks)
