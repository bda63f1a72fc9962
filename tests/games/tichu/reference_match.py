"""A match of tichu once more, slow and plain, from the rules in words alone: phases, moves, refusals, tricks, scores.

Cards are texts (reference.py), the parts of a match have the rules' state names (RULES.md §4).
"""

from collections.abc import Collection
from typing import Any

from tests.games.tichu.reference import RANKS, Reading
from tests.games.tichu.reference_sets import Cards, best, has_wished, is_bomb, misfit, readings, sets_of

NATURALS = [rank + suit for suit in "jspt" for rank in RANKS]
DECK = [*NATURALS, "MJ", "DOG", "PHX", "DRG"]
SEATS = (0, 1, 2, 3)
PHASES = {
    "grand_tichu": ("grand",),
    "exchange": ("exchange",),
    "call_tichu": ("exchange", "play", "window", "dragon"),
    "play": ("play", "window"),
    "pass": ("play",),
    "give_dragon": ("dragon",),
}
GIFTS = ("next", "partner", "prev")
CALLS = {None: 0, "tichu": 100, "grand": 200}
Move = dict[str, Any]


def points(cards: Collection[str]) -> int:
    """What cards count (§2)."""
    worth = {"K": 10, "T": 10, "5": 5}
    return sum({"DRG": 25, "PHX": -25}.get(card, worth.get(card[0], 0)) for card in cards)


class Match:
    """One match, changed in place; before a hand is dealt its phase is `deal`."""

    def __init__(self, target: int, ratings: tuple[int, ...]) -> None:
        self.target, self.ratings = target, ratings
        self.totals = [0, 0]
        self.hand_number = 1
        self.scored: list[dict[str, Any]] = []
        self.end: dict[str, Any] = {"over": False}
        self._clear()

    def _clear(self) -> None:
        self.phase = "deal"
        self.turn: int | None = None
        self.hands: list[list[str]] = [[], [], [], []]
        self.stock: list[str] = []
        self.decided = [False] * 4
        self.gifts: list[dict[str, str] | None] = [None] * 4
        self.calls: list[str | None] = [None] * 4
        self.owner = 0
        self.top: Reading | None = None
        self.top_cards: list[str] = []
        self.trick_cards: list[str] = []
        self.passes = 0
        self.wish: str | None = None
        self.out: list[int] = []
        self.piles: list[list[str]] = [[], [], [], []]

    def deal(self, order: tuple[int, ...]) -> None:
        """Eight cards each (§4)."""
        pack = [DECK[place] for place in order]
        self._clear()
        self.phase, self.stock = "grand", pack[32:]
        self.hands = [pack[8 * seat : 8 * seat + 8] for seat in SEATS]

    def active(self) -> list[int]:
        """The seats that hold cards."""
        return [seat for seat in SEATS if self.hands[seat]]

    def active_from(self, seat: int) -> int:
        """This seat, or the next one that holds cards."""
        return next(each % 4 for each in range(seat, seat + 4) if self.hands[each % 4])

    def owing(self) -> list[int]:
        """The seats that owe a decision."""
        if self.phase == "grand":
            return [seat for seat in SEATS if not self.decided[seat]]
        if self.phase == "exchange":
            return [seat for seat in SEATS if self.gifts[seat] is None]
        return [] if self.turn is None else [self.turn]

    def plays(self, seat: int) -> set[Cards]:
        """The card sets that the seat may play now."""
        if self.phase not in ("play", "window") or seat in self.out or (seat != self.turn and self.top is None):
            return set()
        if seat == self.turn:
            return self.duty(seat) or self.fitting(seat)
        return {cards for cards in self.fitting(seat) if is_bomb(readings(cards, None)[0])}

    def duty(self, seat: int) -> set[Cards]:
        """The plays one of which the wish demands of the seat in turn (§11)."""
        return {cards for cards in self.fitting(seat) if has_wished(cards, self.wish)}

    def fitting(self, seat: int) -> set[Cards]:
        """The card sets of the seat that may be laid on the top, or led, a wish apart."""
        top = self.top
        sets = sets_of(frozenset(self.hands[seat]))
        return {cards for cards in sets if any(misfit(each, top) is None for each in readings(cards, top))}

    # --- moves ---

    def apply(self, seat: int, move: Move) -> None:
        """Make a legal move."""
        getattr(self, f"_{move['move']}")(seat, move)

    def _grand_tichu(self, seat: int, move: Move) -> None:
        self.decided[seat] = True
        self.calls[seat] = "grand" if move["call"] else None
        if all(self.decided):
            self.phase = "exchange"
            for each in SEATS:
                self.hands[each] += self.stock[6 * each : 6 * each + 6]

    def _exchange(self, seat: int, move: Move) -> None:
        self.gifts[seat] = {name: move[name] for name in GIFTS}
        if None in self.gifts:
            return
        for giver, gift in enumerate(self.gifts):
            for away, card in enumerate((gift or {}).values(), 1):
                self.hands[giver].remove(card)
                self.hands[(giver + away) % 4].append(card)
        self.phase = "play"
        self.turn = next(each for each in SEATS if "MJ" in self.hands[each])

    def _call_tichu(self, seat: int, move: Move) -> None:
        self.calls[seat] = "tichu"

    def _pass(self, seat: int, move: Move) -> None:
        self.passes += 1
        if self.passes < len([each for each in self.active() if each != self.owner]):
            self.turn = self.active_from(seat + 1)
            return
        self.phase, self.turn = "window", None
        if all(len(self.hands[each]) < 4 for each in self.active()):
            self.close_window()

    def _play(self, seat: int, move: Move) -> None:
        cards = move["cards"]
        reading = best(cards, self.top, move.get("phx_as"))
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.out += [] if self.hands[seat] else [seat]
        if "MJ" in cards or has_wished(cards, self.wish):
            self.wish = move.get("wish")
        self.passes, self.phase = 0, "play"
        if reading is None or reading.type == "dog":
            self._go_on(seat + 2)
            return
        self.owner, self.top, self.top_cards = seat, reading, cards
        self.trick_cards = self.trick_cards + cards
        self._go_on(seat + 1)

    def _go_on(self, seat: int) -> None:
        """The turn of the first one from this seat on, unless the hand is over (§12)."""
        if not self.is_double() and len(self.out) < 3:
            self.turn = self.active_from(seat)
        elif self.is_double() or self.top is None:
            self._score()
        else:
            self.close_window()

    def is_double(self) -> bool:
        """Whether the first two out are partners."""
        return len(self.out) == 2 and sum(self.out) % 2 == 0

    def close_window(self) -> None:
        """The trick is collected, or must first be given away."""
        if self.top is not None and (self.top.type, self.top.rank) == ("single", 15):
            self.phase, self.turn = "dragon", self.owner
        else:
            self._take(self.owner)

    def _give_dragon(self, seat: int, move: Move) -> None:
        self._take(move["to"])

    def _take(self, taker: int) -> None:
        self.piles[taker] = self.piles[taker] + self.trick_cards
        self.top, self.trick_cards, self.passes = None, [], 0
        if len(self.out) == 3:
            self._score()
        else:
            self.phase, self.turn = "play", self.active_from(self.owner)

    # --- ends ---

    def _score(self) -> None:
        self.scored.append(self._scores())
        gains = self.scored[-1]["hand_score"]
        self.totals = [total + gain for total, gain in zip(self.totals, gains, strict=True)]
        self.end = match_end(self.totals, self.target, self.ratings)
        self._clear()
        if self.end["over"]:
            self.phase = "match_over"
        else:
            self.hand_number += 1

    def _scores(self) -> dict[str, Any]:
        """The points of the hand by team (§13)."""
        called = [0, 0]
        for seat, call in enumerate(self.calls):
            called[seat % 2] += CALLS[call] if seat == self.out[0] else -CALLS[call]
        if self.is_double():
            called[self.out[0] % 2] += 200
            return {"hand_score": called, "double_victory": True}
        cards = [0, 0]
        last = next(seat for seat in SEATS if seat not in self.out)
        for seat in SEATS:
            cards[(self.out[0] if seat == last else seat) % 2] += points(self.piles[seat])
        cards[1 - last % 2] += points(self.hands[last])
        both = [cards[team] + called[team] for team in (0, 1)]
        return {"hand_score": both, "card_points": cards, "double_victory": False}


def match_end(totals: list[int], target: int, ratings: tuple[int, ...]) -> dict[str, Any]:
    """Whether and how a match is over (§14)."""
    sums = [ratings[0] + ratings[2], ratings[1] + ratings[3]]
    if max(totals) < target or (totals[0] == totals[1] and sums[0] == sums[1]):
        return {"over": False}
    if totals[0] != totals[1]:
        return {"over": True, "winner": int(totals[1] > totals[0]), "reason": "score", "rating_factor": 1}
    return {"over": True, "winner": int(sums[1] < sums[0]), "reason": "rating_tiebreak", "rating_factor": 0.5}
