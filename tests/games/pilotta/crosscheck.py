"""Whole random matches of all three variants: the engine beside the slow rules, compared at every step.

By hand: `python -m tests.games.pilotta.crosscheck --matches 200 --seed 1`; it prints how often each rare case occurred.
"""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from games import api, registry
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.comparison import Difference, Met, difference, same, tell
from tests.games.pilotta import rarities, reference, wishes
from tests.games.pilotta import reference_match as slow
from tests.games.pilotta.reference import Match, Move

GAME = registry.game("pilotta")
APPLY = conformance.calculations("pilotta")["apply"]
NAMES = ("phase", "turn", "dealer", "stock", "turn_up", "calls", "trump", "taker", "value", "multiplier", "trick",
         "lead", "tricks", "tricks_won", "totals")  # fmt: skip
SCORES = ("made", "exact", "units")
JUNK: list[Move] = [
    {}, {"move": "fold"}, {"move": 3}, {"move": "bid"}, {"move": "bid", "value": 85, "suit": "x"},
    {"move": "bid", "value": 90, "suit": "H"}, {"move": "bid", "value": 250, "suit": "h"},
    {"move": "bid", "value": 90, "suit": None}, {"move": "bid", "value": None, "suit": "h"},
    {"move": "bid", "value": 90}, {"move": "choose"}, {"move": "choose", "suit": 1}, {"move": "choose", "suit": "x"},
    {"move": "take", "swap_seven": 1}, {"move": "take", "swap_seven": False}, {"move": "take", "swap_seven": "yes"},
    {"move": "play"}, {"move": "play", "card": 7}, {"move": "play", "card": "1h"}, {"move": "play", "card": ""},
]  # fmt: skip


class Table:
    """One match played by both; every other one begins where a hand or two decide it."""

    def __init__(self, seed: int, met: Met) -> None:
        self.chance = random.Random(f"pilotta {seed}")
        self.met = met
        variant = self.chance.choice(("palatisti", "palatisti", "classic", "classic2"))
        target = self.chance.choice((101, 151, 251, 351))
        ratings = [self.chance.choice((1500, 1500, 1400)) for _ in range(reference.seats_of(variant))]
        self.plain = {"variant": variant, "target": target, "ratings": ratings}
        self.seats = range(len(ratings))
        leader = self.chance.choice(self.seats)
        self.slow = reference.started(variant, target, ratings, leader)
        if seed % 2:
            self._begin_late(target)
        else:
            self.state = GAME.start(GAME.options({"variant": variant, "target": target}, {"ratings": ratings}))
            self._draw("leader", "below", len(ratings), (leader,))

    def play(self) -> None:
        """The whole match."""
        while self.slow["result"] is None:
            if self.slow["phase"] == "deal":
                self._deal()
            self._compare()
            self._move(wishes.move(self.chance, self.slow, self._legal(), self.moods[self.slow["turn"] % 2]))
        self._ended()

    def _begin_late(self, target: int) -> None:
        totals = [target - self.chance.randint(1, 18), target - self.chance.randint(1, 4)]
        moment = {"phase": "deal", "dealer": self.slow["dealer"], "totals": totals, "hand_number": 5}
        found = conformance.situation("pilotta", self.plain, moment)
        assert isinstance(found, Situation), found
        self.state, self.slow = found.state, self.slow | {"totals": totals}

    def _legal(self) -> list[Move]:
        return slow.legal(self.slow, self.slow["turn"])

    def _draw(self, purpose: str, kind: str, count: int, values: tuple[int, ...]) -> None:
        """The chance that the engine asks for, after its pause."""
        waits = GAME.next(self.state)
        if isinstance(waits, api.Wait):
            same("may move in a pause", waits.may, frozenset())
            self.state = GAME.apply(self.state, None, api.Elapsed(waits.number))
            waits = GAME.next(self.state)
        same("waits for", (waits.purpose, waits.kind, waits.n), (purpose, kind, count))
        self.state = GAME.apply(self.state, None, api.Drawn(values))

    def _deal(self) -> None:
        self._refusals(self.chance.choice(self.seats))
        order = wishes.deck(self.chance, self.slow)
        self.moods = [self.chance.choice(("any", "high", "low")) for _ in range(2)]
        self._draw("deal", "shuffle", 32, tuple(order))
        self.slow = reference.dealt(self.slow, [reference.DECK[card] for card in order])

    def _move(self, move: Move) -> None:
        """Make a move on both sides, and now and then through `apply` of plain data."""
        seat, before = self.slow["turn"], self._data()
        self.met.update(rarities.of_move(self.slow, move))
        self.state = GAME.apply(self.state, seat, GAME.parse(move))
        was, self.slow = self.slow, slow.played(self.slow, move)
        if self.chance.random() < 0.1 or self.slow["turn"] is None or self.slow["phase"] == "deal":
            self._applied(before, move | {"seat": seat}, was)
        if len(self.slow["hands_scored"]) > len(was["hands_scored"]):
            self._scored()

    # --- comparing ---

    def _data(self) -> dict[str, Any]:
        """The engine's moment in the rules' state names."""
        return conformance.situation_data(Situation("pilotta", self.state, tuple(SeatRecord() for _ in self.seats)))

    def _compare(self) -> None:
        """Turn, state, legal moves and refusals; now and then what everybody sees."""
        due = GAME.next(self.state)
        same("due", [each.seat for each in due.due], [self.slow["turn"]])
        _names(self._data(), self.slow)
        for seat in self.seats:
            found = [GAME.write(move) for move in GAME.legal(self.state, seat)]
            same(f"legal for {seat}", _ordered(found), _ordered(slow.legal(self.slow, seat)))
            self._refusals(seat)
        if self.chance.random() < 0.2:
            for viewer in [*self.seats, "public"]:
                self._view(viewer)
        self.met["positions"] += 1

    def _refusals(self, seat: int) -> None:
        """Every move there is for the seat on turn, some for the others."""
        tried = [*slow.every_move(self.slow), *JUNK]
        if seat != self.slow["turn"]:
            tried = self.chance.sample(tried, 6)
        for move in tried:
            refused = GAME.check(self.state, seat, GAME.parse(move))
            same(f"{seat} {move}", refused and refused.error, slow.refusal(self.slow, seat, move))
        self.met["moves tried"] += len(tried)

    def _view(self, viewer: Any) -> None:
        """The rows of RULES.md §13."""
        now, view = self.slow, GAME.view(self.state, viewer)
        own = {str(viewer): sorted(now["hands"][viewer])} if viewer != "public" else {}
        same("own cards", {seat: sorted(cards) for seat, cards in view.hands.items()}, own)
        same("counts", list(view.counts), [len(now["hands"][seat]) for seat in self.seats])
        for name in ("turn", "dealer", "phase", "turn_up", "swapped", "lead"):
            same(f"{name} seen", getattr(view, name), now[name])
        same("trick seen", list(view.trick), now["trick"])
        same(
            "last trick seen",
            view.last_trick and list(view.last_trick.cards),
            (slow.last_trick(now) or {}).get("cards"),
        )
        same("totals seen", list(view.totals), now["totals"])
        same("tricks won seen", list(view.tricks_won), slow.tricks_won(now))
        same("belote seen", view.belote and view.belote.said, now["said"][-1] if now["said"] else None)
        shown = [(each.seat, each.points, sorted(each.cards)) for each in view.declarations]
        same("declarations seen", shown, slow.declarations_seen(now))
        best = slow.best_seen(now, viewer)
        same("best seen", view.best and view.best.points, best and best["points"])

    def _applied(self, before: dict[str, Any], move: Move, was: Match) -> None:
        """The same move through `apply`."""
        answer, now = APPLY(state=before | self.plain, move=move), self.slow
        ended = len(now["hands_scored"]) > len(was["hands_scored"])
        same("hand_over", answer.get("hand_over", False), ended)
        same("redeal", answer.get("redeal", False), now["phase"] == "deal" and not ended)
        same("apply: totals", answer["totals"], now["totals"])
        for name in SCORES if ended else ():
            same(
                f"apply: {name}", list(answer[name]) if name != "made" else answer[name], now["hands_scored"][-1][name]
            )
        if now["phase"] not in ("deal", "match_over"):
            _names(answer, now)
        self.met["applied"] += 1

    def _scored(self) -> None:
        hand, score = GAME.progress(self.state).hands[-1], self.slow["hands_scored"][-1]
        same("units", list(hand.points), score["units"])
        for name in ("made", "exact", "declaration_points", "belote", "all_tricks_by", "value", "multiplier"):
            same(name, hand.data[name], score[name])
        self.met.update(["hands", *rarities.of_score(self.slow, score)])

    def _ended(self) -> None:
        over, result = self.slow["result"], GAME.next(self.state)
        if not isinstance(result, api.Over):
            raise Difference(f"waits for {result}, and the match is over")
        won = over["reason"] == "score"
        places = tuple(2 if won and seat % 2 != over["winner"] else 1 for seat in self.seats)
        expected = api.Result(places, tuple(self.slow["totals"]), over["reason"], None if won else over["winner"])
        same("result", result.result, expected)
        for seat in self.seats:
            self._refusals(seat)
        self.met.update(["matches", over["reason"]])


def _names(data: dict[str, Any], match: Match) -> None:
    """A moment in plain data against the slow one."""
    expected = match | {"tricks_won": slow.tricks_won(match)}
    for name in NAMES:
        same(name, data[name], expected[name])
    hands = {str(seat): sorted(cards) for seat, cards in match["hands"].items()}
    same("hands", {seat: sorted(cards) for seat, cards in data["hands"].items()}, dict(sorted(hands.items())))
    declared = {str(seat): points for seat, points in match["declared"].items()}
    same("declared", {seat: points for seat, points in data["declared"].items() if points}, declared)


def _ordered(moves: list[Move]) -> list[list[tuple[str, Any]]]:
    return sorted((sorted(move.items()) for move in moves), key=repr)


def played(seeds: Iterable[int], met: Met) -> Iterator[str | None]:
    """A match for each seed: what differs, None if nothing."""
    for number in seeds:
        table = Table(number, met)
        yield difference(f"match {number} ({table.plain})", table.play)


if __name__ == "__main__":
    tell(__doc__, "matches", 100, lambda count, seed, met: played(range(seed, seed + count), met))
