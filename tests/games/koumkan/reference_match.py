"""A match's course read slowly from the rules: deal, turns, ends of hands, elimination, ties; cards are texts.

It shares nothing with the engine but the values of chance that both receive; deadwood is that of reference.py.
"""

from collections import Counter
from typing import Any

from tests.games.koumkan.reference import RANKS, SUITS, points, smallest_deadwood

Move = dict[str, Any]
DECK = [rank + suit for _ in range(2) for suit in SUITS for rank in RANKS] + ["X"] * 4


def run_places(cards: list[str]) -> tuple[str, int] | None:
    """Suit and lowest place of cards that lie as a run, low to high."""
    for suit in SUITS:
        for low in range(14 - len(cards)):
            if all(card in ("X", RANKS[low + step] + suit) for step, card in enumerate(cards)):
                return suit, low
    return None


def arranged(cards: list[str], kind: str | None) -> tuple[str, list[str]] | str:
    """Kind and order of a new meld, or why it is none."""
    naturals, jokers = [card for card in cards if card != "X"], cards.count("X")
    if len(cards) < 3:
        return "too_few_cards"
    if not naturals:
        return "not_enough_naturals"
    alike = len({card[0] for card in naturals}) == 1 and len({card[1] for card in naturals}) == len(naturals)
    if alike and len(cards) <= 4 and kind != "run":
        return "group", naturals + ["X"] * jokers
    run = None if kind == "group" else _run(cards, naturals, jokers)
    return "not_a_meld" if run is None else ("run", run)


def _run(cards: list[str], naturals: list[str], jokers: int) -> list[str] | None:
    if run_places(cards):
        return list(cards)
    places = sorted(RANKS.index(card[0]) for card in naturals)
    suit = naturals[0][1]
    filled = [RANKS[place] + suit for place in range(places[0], places[-1] + 1)]
    filled = [card if card in naturals else "X" for card in filled]
    while len(filled) < len(cards) and run_places([*filled, "X"]):
        filled = [*filled, "X"]
    while len(filled) < len(cards) and run_places(["X", *filled]):
        filled = ["X", *filled]
    return filled if Counter(filled) == Counter(cards) and run_places(filled) else None


def laid(meld: dict[str, Any], card: str, end: str | None) -> list[str] | None:
    """The cards of a meld with one more, if it fits."""
    cards = meld["cards"]
    if meld["kind"] == "group":
        grown = [each for each in cards if each != "X"] + ([] if card == "X" else [card])
        found = arranged(grown + ["X"] * (len(cards) + 1 - len(grown)), "group")
        return None if isinstance(found, str) else found[1]
    high, low = [*cards, card], [card, *cards]
    ways = [high, low] if card != "X" or end is None else [high if end == "high" else low]
    return next((way for way in ways if run_places(way)), None)


def swapped(meld: dict[str, Any], card: str) -> list[str] | str:
    """The cards of a meld with a natural card in place of a joker."""
    cards = meld["cards"]
    if "X" not in cards:
        return "no_joker"
    for place, each in enumerate(cards):
        changed = [*cards[:place], card, *cards[place + 1 :]]
        if each == "X" and card != "X" and not isinstance(arranged(changed, meld["kind"]), str):
            if meld["kind"] == "group":
                return sorted(changed, key=lambda face: face == "X")
            if run_places(changed):
                return changed
    return "does_not_fit"


class Match:
    """One match; `waits` is what it waits for: a seat, "over", or so many cards or places of chance. `seen` counts
    what happens."""

    def __init__(self, game: str, seats: int, target: int, ratings: list[int], seen: Counter[str]) -> None:
        self.game, self.seats, self.target, self.ratings = game, seats, target, ratings
        self.active, self.fallen, self.totals = list(range(seats)), [], [0] * seats
        self.dealer, self.hand, self.reason = -1, 0, ""
        self.seen = seen
        self.waits: int | str = "leader"

    def after(self, seat: int) -> int:
        """The next active seat."""
        following = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return next(each for each in following if each in self.active)

    def chance(self, values: tuple[int, ...]) -> None:
        """The leader; the deal; a put-back; the shuffled discards."""
        if self.waits == "leader":
            self.dealer = next(seat for seat in range(self.seats) if self.after(seat) == values[0])
            self.waits = "deal"
        elif self.waits == "deal":
            self._deal([DECK[index] for index in values])
        elif self.waits == "put_back":
            top, rest = self.stock[0], self.stock[1:]
            self.stock = [*rest[: values[0]], top, *rest[values[0] :]]
            self._turn_up()
        else:
            self.stock, self.pile = [self.pile[index] for index in values], self.pile[-1:]
            self.waits, self.drawn_yet = self.turn, False

    def _deal(self, deck: list[str]) -> None:
        self.hand += 1
        self.dealer = self.dealer if self.hand == 1 else self.after(self.dealer)
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.turn = self.after(self.dealer)
        for number in range(len(self.active)):
            self.hands[self.turn] = deck[number * 10 : number * 10 + 10]
            self.turn = self.after(self.turn)
        self.stock, self.pile, self.table, self.melded = deck[10 * len(self.active) :], [], [], set()
        self.indicator: str | None = None
        self.reshuffled, self.quiet = False, 0
        self._turn_up()

    def _turn_up(self) -> None:
        if self.game == "koumkan":
            self.pile = [self.stock.pop(0)]
        elif self.stock[0] == "X" or (self.game == "dynamitis" and self.stock[0][0] == "2"):
            self.seen["put back"] += 1
            self.waits = "put_back"
            return
        else:
            self.indicator = self.stock.pop(0)
        self._to_draw(self.turn)

    def _to_draw(self, seat: int) -> None:
        self.turn = self.waits = seat
        self.drawn_yet, self.taken, self.busy = False, None, False

    def refusal(self, seat: int, move: Move) -> str | None:
        """Why a move is refused."""
        name, koumkan = move["move"], self.game == "koumkan"
        if name not in ("draw", "meld", "lay_off", "swap_joker", "discard", "go_out") or (name == "go_out" and koumkan):
            return "unknown_move"
        if seat != self.waits:
            return "not_your_turn"
        if name == "draw":
            return "already_drawn" if self.drawn_yet else self._draw_refusal(move["from"])
        if not self.drawn_yet:
            return "must_draw_first"
        if name in ("meld", "lay_off", "swap_joker") and not koumkan:
            return "melding_not_allowed"
        named = move.get("cards") or [move.get("card") or move.get("discard")]
        if Counter(named) - Counter(self.hands[seat]):
            return "card_not_in_hand"
        if name == "discard":
            others = any(card != self.taken for card in self.hands[seat])
            return "cannot_return_card" if named[0] == self.taken and others else None
        return self._complete(seat, named[0]) if name == "go_out" else self._laid(seat, move, named)

    def _draw_refusal(self, source: str) -> str | None:
        if source == "stock":
            return None
        return "pile_not_allowed" if self.game != "koumkan" else None if self.pile else "pile_empty"

    def _complete(self, seat: int, card: str) -> str | None:
        rest = list((Counter(self.hands[seat]) - Counter([card])).elements())
        return "not_complete" if smallest_deadwood(rest, self.game, self.indicator) else None

    def _laid(self, seat: int, move: Move, named: list[str]) -> str | None:
        """Why cards may not come to the table; `self.found` is the meld as it would lie."""
        if move["move"] == "meld":
            found = arranged(named, move.get("kind"))
            if isinstance(found, str):
                return found
            self.found = {"owner": seat, "kind": found[0], "cards": found[1]}
        elif not 1 <= move["meld"] <= len(self.table):
            return "unknown_meld"
        elif seat not in self.melded:
            return "not_melded_yet"
        else:
            self.found = dict(self.table[move["meld"] - 1])
            for card in named:
                swap = move["move"] == "swap_joker"
                cards = swapped(self.found, card) if swap else laid(self.found, card, move.get("end")) or "does_not_fit"
                if isinstance(cards, str):
                    return cards
                self.found["cards"] = cards
        keeps = move["move"] == "swap_joker" or len(named) < len(self.hands[seat])
        return None if keeps else "must_keep_discard"

    def play(self, seat: int, move: Move) -> None:
        """A legal move."""
        self.seen[move["move"]] += 1
        hand = self.hands[seat]
        if move["move"] == "draw":
            self.drawn_yet = True
            self.busy = move["from"] == "stock"
            card = self.stock.pop(0) if self.busy else self.pile.pop()
            self.taken = None if self.busy or card in hand else card
            hand.append(card)
            return
        self.refusal(seat, move)
        named = move.get("cards") or [move.get("card") or move.get("discard")]
        for card in named:
            hand.remove(card)
        if move["move"] in ("discard", "go_out"):
            self._discarded(seat, named[0], move["move"] == "go_out")
            return
        self.busy = True
        self.melded.add(seat)
        if move["move"] == "meld":
            self.table.append(self.found)
        else:
            self.table[move["meld"] - 1] = self.found
            hand.extend(["X"] * (move["move"] == "swap_joker"))

    def _discarded(self, seat: int, card: str, out: bool) -> None:
        self.pile.append(card)
        self.quiet = 0 if self.busy else self.quiet + 1
        if out or (not self.hands[seat] and self.game == "koumkan"):
            self._hand_end(seat)
        else:
            self._next(seat)

    def _next(self, seat: int) -> None:
        blocked = not self.stock and (self.reshuffled or len(self.pile) < 2)
        if blocked or self.quiet >= 40:
            self.seen["blocked" if blocked else "40 quiet turns"] += 1
            self._hand_end(None)
            return
        self._to_draw(self.after(seat))
        if not self.stock:
            self.seen["reshuffled"] += 1
            self.reshuffled, self.waits = True, "reshuffle"

    def _cost(self, seat: int) -> int:
        if self.game != "koumkan":
            return smallest_deadwood(self.hands[seat], self.game, self.indicator)
        return sum(points(card, self.game, None) for card in self.hands[seat])

    def _hand_end(self, out: int | None) -> None:
        self.seen["out"] += out is not None
        for seat in self.active:
            self.totals[seat] += 0 if seat == out else self._cost(seat)
        gone = [seat for seat in self.active if self.totals[seat] >= self.target]
        self.active = [seat for seat in self.active if seat not in gone]
        for total in sorted({self.totals[seat] for seat in gone}, reverse=True):
            self.fallen.append([seat for seat in gone if self.totals[seat] == total])
        self.waits = "deal" if len(self.active) > 1 else "over"
        self.reason = "won" if self.active or len(self.fallen[-1]) == 1 else self._tie(self.fallen[-1])
        self.seen[f"over, {self.reason}, {len(self.active)} left" if self.waits == "over" else "next hand"] += 1

    def _tie(self, seats: list[int]) -> str:
        lowest = min(self.ratings[seat] for seat in seats)
        return "draw" if [self.ratings[seat] for seat in seats].count(lowest) > 1 else "rating_tiebreak"

    def leave(self, seat: int) -> None:
        """A player goes for good."""
        if seat not in self.active:
            return
        self.seen["left"] += 1
        self.active.remove(seat)
        self.fallen.append([seat])
        between = self.waits in ("leader", "deal")
        if not between:
            self.hands[seat] = []
        if len(self.active) == 1:
            self.waits, self.reason = "over", "forfeited"
            self.seen["over, forfeited"] += 1
        elif not between and seat == self.turn:
            if seat == self.waits:
                self._next(seat)
            else:
                self.turn = self.after(seat)

    def places(self) -> list[int]:
        """Who is where at the end: 1 for the winner."""
        groups = [*self.fallen, self.active] if self.active else self.fallen
        return [
            1 + sum(len(group) for group in groups[number + 1 :])
            for seat in range(self.seats)
            for number, group in enumerate(groups)
            if seat in group
        ]
