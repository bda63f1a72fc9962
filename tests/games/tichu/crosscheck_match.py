"""Whole matches of the engine against the slow rules of reference_match.py: at every step who owes what, legal moves,
refusals, state, what a seat sees, calculations, scores and result.

By hand: `python -m tests.games.tichu.crosscheck_match --matches 40 --seed 1`; it prints how often each case came.
"""

from collections.abc import Iterator
from typing import Any

from games import api, registry
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.comparison import Difference, Met, difference, same, tell
from tests.games.seeded_matches import Chance
from tests.games.tichu.choosing import chosen, deal, wild
from tests.games.tichu.rarities import rarities
from tests.games.tichu.reference_match import SEATS, Match, Move
from tests.games.tichu.reference_refusals import refusal

GAME = registry.game("tichu")
CALCULATE = conformance.calculations("tichu")
WINDOW_MS = 3_000
STEPS_MAX = 5_000
RATINGS = ((1500, 1500, 1500, 1500), (1400, 1500, 1450, 1600), (1600, 1500, 1500, 1400))
STARTS = ([0, 0], [200, 200], [240, 240], [245, 235], [-60, 245])
"""Totals before the first hand, mostly near the end: then a tie is not too rare."""


class Cross:
    """A match that engine and reference play side by side."""

    def __init__(self, seed: int, met: Met) -> None:
        self.chance = Chance("cross", seed)
        self.met = met
        self.match = Match(self.chance.pick((250, 250, 250, 500)), self.chance.pick(RATINGS))
        self.options = {"target": self.match.target, "ratings": list(self.match.ratings)}
        self.state = GAME.start(GAME.options({"target": self.match.target}, {"ratings": self.match.ratings}))
        self.match.totals = list(self.chance.pick(STARTS))
        self.temper = self.chance.pick(("long", "short", "hoard", "any"))
        self.bombs_of_ten = self.chance.pick((1, 5, 9))
        self.clocks: dict[int, int] = {}
        self.spent: set[tuple[int, int]] = set()

    def play(self, steps: int = STEPS_MAX) -> None:
        """So many steps, or to the end of the match. Difference if anything differs."""
        for number in range(steps):
            try:
                if self._step():
                    return
            except Difference as problem:
                raise Difference(f"step {number}, {self.match.phase}, turn {self.match.turn}: {problem}") from None

    def _step(self) -> bool:
        waits = GAME.next(self.state)
        if self.match.phase == "match_over":
            self._compare_end(waits)
            return True
        if self.match.phase == "deal":
            self._deal(waits)
            return False
        self._compare_waits(waits)
        self._compare_state()
        self._compare_moves()
        self._compare_refusals()
        self._go_on(waits)
        return False

    def _deal(self, waits: Any) -> None:
        same("draw", waits, api.Draw(self.match.hand_number, "deal", "shuffle", 56))
        self._compare_scores()
        order = deal(self.chance)
        self.match.deal(order)
        self.state = GAME.apply(self.state, None, api.Drawn(order))
        if not self.match.scored:  # the totals that the match starts with are the reference's
            self.state = self._read(self._data() | {"totals": self.match.totals})

    def _go_on(self, waits: Any) -> None:
        if isinstance(waits, api.Wait):
            bombs = any(self.match.plays(seat) for seat in SEATS)
            if not bombs or self.chance.below(10) >= self.bombs_of_ten:
                self.match.close_window()
                self.state = GAME.apply(self.state, None, api.Elapsed(waits.number))
                return
        self._make(*chosen(self.match, self.temper, self.bombs_of_ten, self.chance))

    def _make(self, seat: int, move: Move) -> None:
        self.met.update(rarities(self.match, seat, move))
        parsed = GAME.parse(move)
        same(f"{seat} {move}", GAME.check(self.state, seat, parsed), None)
        before = self._data() if not self.chance.below(10) else None
        self._spend(seat, move)
        self.match.apply(seat, move)
        self.state = GAME.apply(self.state, seat, parsed)
        if before is not None:
            self._compare_apply(before, seat, move)

    # --- clocks ---

    def _spend(self, seat: int, move: Move) -> None:
        """The decisions that end with this move: a new one must have another number, others keep theirs (§15)."""
        sealed = self.match.phase in ("grand", "exchange")
        over = () if move["move"] == "call_tichu" else (seat,) if sealed else SEATS
        for each in over:
            if each in self.clocks:
                self.spent.add((each, self.clocks.pop(each)))

    def _compare_clocks(self, waits: Any) -> None:
        due = {each.seat: each.number for each in getattr(waits, "due", ())}
        for seat, number in due.items():
            same(f"number of the decision of {seat}", number, self.clocks.get(seat, number))
            same(f"decision {number} of {seat} is new", (seat, number) in self.spent, False)
        self.clocks = due

    # --- comparisons ---

    def _compare_waits(self, waits: Any) -> None:
        match = self.match
        if match.phase == "window":
            same("window", (type(waits), getattr(waits, "ms", None)), (api.Wait, WINDOW_MS))
        else:
            due = [each.seat for each in getattr(waits, "due", ())]
            same("due", (type(waits), due), (api.Decide, match.owing()))
        self._compare_clocks(waits)
        able = {seat for seat in SEATS if match.plays(seat) or not refusal(match, seat, {"move": "call_tichu"})}
        same("seats that may move and are not asked", able - waits.may - set(match.owing()), set())

    def _data(self) -> dict[str, Any]:
        return self._data_of(self.state)

    def _data_of(self, state: Any) -> dict[str, Any]:
        return conformance.situation_data(Situation("tichu", state, (SeatRecord(),) * 4))

    def _read(self, data: dict[str, Any]) -> Any:
        moment = conformance.situation("tichu", self.options, data)
        same("situation", isinstance(moment, Refusal), False)
        return moment.state  # type: ignore[union-attr]

    def _compare_state(self) -> None:
        self.met["states"] += 1
        match, data = self.match, self._data()
        for name in ("phase", "turn", "passes", "wish", "out", "totals", "trick_cards"):
            same(name, data[name], getattr(match, name))
        same("calls", [data["calls"][str(seat)] for seat in SEATS], match.calls)
        for name, cards in (("hands", match.hands), ("piles", match.piles)):
            same(name, [sorted(data[name][str(seat)]) for seat in SEATS], [sorted(each) for each in cards])
        same("trick", data["trick"], _trick(match))
        if match.phase == "grand":
            same("decided", [data["decided"][str(seat)] for seat in SEATS], match.decided)
            same("stock", data["stock"], match.stock)
        if match.phase == "exchange":
            same("gifts", [data["gifts"].get(str(seat)) for seat in SEATS], match.gifts)
        self._compare_view(self.chance.below(4))
        if not self.chance.below(10):
            same("the same again", self._data_of(self._read(data)), data)

    def _compare_view(self, seat: int) -> None:
        """What a seat sees of hands, counts and the table (§16)."""
        match, view = self.match, GAME.view(self.state, seat)
        same(
            "cards seen",
            {each: sorted(cards) for each, cards in view.hands.items()},
            {str(seat): sorted(match.hands[seat])},
        )
        same("counts", list(view.counts), [len(hand) for hand in match.hands])
        sealed = match.phase == "grand"
        seen = [call if each == seat or not sealed else None for each, call in enumerate(match.calls)]
        same("calls seen", list(view.calls), seen)
        same("table seen", [card for play in view.plays for card in play.cards], match.trick_cards)

    def _compare_moves(self) -> None:
        for seat in SEATS:
            if self.match.phase != "exchange":
                self._compare_moves_of(seat)
        match, turn = self.match, self.match.turn
        if match.phase == "play" and turn is not None and not self.chance.below(10):
            found = CALCULATE["legal_plays"](hand=match.hands[turn], trick=_trick(match), wish=match.wish)
            same("legal_plays", sorted(map(sorted, found["plays"])), sorted(map(sorted, match.plays(turn))))
            same("may_pass", found["may_pass"], refusal(match, turn, {"move": "pass"}) is None)

    def _compare_moves_of(self, seat: int) -> None:
        found = [GAME.write(move) for move in GAME.legal(self.state, seat)]
        plays = {frozenset(move["cards"]) for move in found if move["move"] == "play"}
        same(f"plays of {seat}", plays, self.match.plays(seat))
        for move in found:
            if move["move"] != "play" or not self.chance.below(10):
                same(f"{seat} {move}", None, refusal(self.match, seat, move))
        others: list[Move] = [{"move": "pass"}, {"move": "call_tichu"}]
        others += [{"move": "give_dragon", "to": to} for to in SEATS]
        others += [{"move": "grand_tichu", "call": call} for call in (False, True)]
        for move in others:
            same(f"{seat} {move}", move in found, refusal(self.match, seat, move) is None)

    def _compare_refusals(self) -> None:
        for _ in range(3):
            seat, move = wild(self.match, self.chance)
            expected = refusal(self.match, seat, move)
            found = GAME.check(self.state, seat, GAME.parse(move))
            same(f"{seat} {move}", found and found.error, expected)
            self.met[f"refused: {expected}"] += expected is not None

    def _compare_apply(self, before: dict[str, Any], seat: int, move: Move) -> None:
        found = CALCULATE["apply"](state=before | self.options, move=move | {"seat": seat})
        ended = self.match.phase in ("deal", "match_over")
        same("hand_over", found.get("hand_over", False), ended)
        same("apply", self._data_of(self._read({name: found[name] for name in self._data()})), self._data())
        scored = self.match.scored[-1] if ended else {}
        same("scored", {name: found.get(name) for name in scored}, scored)
        same("card_points", "card_points" in found, "card_points" in scored)

    def _compare_scores(self) -> None:
        told = GAME.progress(self.state)
        same(
            "points of hands",
            [list(hand.points) for hand in told.hands],
            [each["hand_score"] for each in self.match.scored],
        )
        if self.match.scored:
            same("totals", list(told.points), self.match.totals)

    def _compare_end(self, waits: Any) -> None:
        self._compare_scores()
        end = self.match.end
        winner = end["winner"]
        tied = end["reason"] == "rating_tiebreak"
        places = (1, 1, 1, 1) if tied else tuple(1 if seat % 2 == winner else 2 for seat in SEATS)
        expected = api.Result(places, tuple(self.match.totals), end["reason"], winner if tied else None)
        same("result", waits, api.Over(expected))
        same("match_end", CALCULATE["match_end"](totals=self.match.totals, **self.options), end)
        self._compare_refusals()
        self.met[f"ended by {end['reason']}"] += 1


def _trick(match: Match) -> dict[str, Any] | None:
    """The top play in the rules' names, its cards in the deck's order."""
    if match.top is None:
        return None
    top = match.top
    return {"owner": match.owner, "cards": match.top_cards, "type": top.type, "length": top.length, "rank": top.rank}


def all_played(matches: int, seed: int, met: Met) -> Iterator[str | None]:
    """So many matches from a seed on: what differs in each, None if nothing."""
    for number in range(seed, seed + matches):
        yield difference(f"seed {number}", Cross(number, met).play)


if __name__ == "__main__":
    tell(__doc__, "matches", 20, all_played)
