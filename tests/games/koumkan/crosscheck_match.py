"""Whole matches of the engine against the slow reading of reference_match.py, step by step.

By hand: `python -m tests.games.koumkan.crosscheck_match --matches 30 --seed 1`; it also counts what happened.
"""

import random
from collections.abc import Iterator
from typing import Any

from games import api, registry
from services.kernel.refusal import Refusal
from tests.games.comparison import Met, difference, same, tell
from tests.games.koumkan.reference_match import DECK, Match
from tests.games.seeded_matches import Chance

GAMES = ("koumkan", "thanasis", "dynamitis")
FACES = sorted(set(DECK))
STEPS_MAX = 1_500


class Pair:
    """A match of both."""

    def __init__(self, seed: int, met: Met) -> None:
        self.chance = random.Random(seed)
        pick = self.chance.choice
        name, seats, target = pick(GAMES), pick((2, 2, 3, 4, 5, 6)), pick((51, 101, 151))
        ratings = [pick((1500, 1500, 1400)) for _ in range(seats)]
        self.game = registry.game(name)
        options = self.game.options({"seats": seats, "target_score": target}, {"ratings": ratings})
        self.state = self.game.start(options)
        self.match = Match(name, seats, target, ratings, met)
        self.bots, self.quiet, self.leaving = pick((0.0, 0.0, 0.6, 0.95)), not self.chance.randrange(5), pick((0, 0, 9))
        self.met = met
        self.draws = Chance(seed)

    def same(self, what: str, engine: Any, read: Any) -> None:
        """Both say the same."""
        self.met["answers"] += 1
        same(f"{self.game.id}, hand {self.match.hand}, {what}", engine, read)

    def play(self) -> None:
        """The match to its end, or to so many steps."""
        for _ in range(STEPS_MAX):
            waits = self.game.next(self.state)
            if isinstance(waits, api.Over):
                self._over(waits.result)
                return
            if isinstance(waits, api.Draw):
                values = self.draws.values(waits)
                self.state = self.game.apply(self.state, None, api.Drawn(values))
                self.match.chance(values)
            elif self.game.progress(self.state).first_round_done and self.chance.randrange(999) < self.leaving:
                self._leave()
            else:
                self._turn(waits)
            self._public()
            self.same("waits", self._engine_waits(), self.match.waits)

    def _engine_waits(self) -> int | str:
        waits = self.game.next(self.state)
        if isinstance(waits, api.Decide):
            return waits.due[0].seat
        if isinstance(waits, api.Over):
            return "over"
        names = {"indicator": "put_back", "reshuffle": "reshuffle"}
        return "leader" if waits.purpose == "leader" else names.get(self.state.phase, "deal")

    def _leave(self) -> None:
        seat = self.chance.randrange(self.match.seats)
        self.state = self.game.apply(self.state, None, api.Left(seat))
        self.match.leave(seat)

    def _turn(self, waits: api.Decide) -> None:
        seat = waits.due[0].seat
        for move in self._tries(seat):
            self.same(f"{move} of {seat}", self._refusal(seat, move), self.match.refusal(seat, move))
        move = self._chosen(seat)
        self.same(f"{move} of {seat}", self._refusal(seat, move), self.match.refusal(seat, move))
        self.state = self.game.apply(self.state, seat, self.game.parse(move))
        self.match.play(seat, move)

    def _refusal(self, seat: int, move: dict[str, Any]) -> str | None:
        refused: Refusal | None = self.game.check(self.state, seat, self.game.parse(move))
        return refused and refused.error

    def _tries(self, seat: int) -> Iterator[dict[str, Any]]:
        """Some moves, most of them illegal."""
        pick, hand = self.chance.choice, self.match.hands[seat]
        yield {"move": "draw", "from": pick(("stock", "discard"))}
        yield {"move": pick(("jump", "go_out")), "discard": pick(hand)}
        yield {"move": "discard", "card": self.match.taken or pick(FACES)}
        for _ in range(3):
            held = sorted(hand, key=lambda card: (card != "X", card[-1], card[0]))
            start = self.chance.randrange(len(hand))
            some = held[start : start + 3] if self.chance.randrange(2) else self.chance.sample(hand, min(3, len(hand)))
            yield {"move": "meld", "cards": [*some, *["X"] * ("X" in hand and "X" not in some)], "kind": self._kind()}
            meld = self.chance.randint(1, len(self.match.table) + 1)
            few, end = some[: pick((1, 1, 2, 3))], pick(("low", "high", None))
            yield {"move": "lay_off", "meld": meld, "cards": few, "end": end}
            yield {"move": "swap_joker", "meld": meld, "card": pick(hand)}

    def _kind(self) -> str | None:
        return self.chance.choice((None, None, "run", "group"))

    def _chosen(self, seat: int) -> dict[str, Any]:
        """The computer player's move; in a quiet match nothing new; a rare one that is legal; any discard."""
        if self.quiet and self.match.game == "koumkan":
            return self._quiet(seat)
        if self.chance.random() < self.bots:
            move: dict[str, Any] = self.game.write(self.game.bot(self.game.view(self.state, seat), self.draws))
            return move
        rare = [move for move in self._tries(seat) if self.match.refusal(seat, move) is None]
        if rare:
            return self.chance.choice(rare)
        if not self.match.drawn_yet:
            return {"move": "draw", "from": "stock"}
        return self._discard(seat)

    def _quiet(self, seat: int) -> dict[str, Any]:
        if not self.match.drawn_yet:
            return {"move": "draw", "from": "discard" if self.match.pile and self.chance.randrange(500) else "stock"}
        return self._discard(seat)

    def _discard(self, seat: int) -> dict[str, Any]:
        hand, taken = self.match.hands[seat], self.match.taken
        return {"move": "discard", "card": self.chance.choice([card for card in hand if card != taken] or hand)}

    def _public(self) -> None:
        """Everything that all may see, and every hand as its seat sees it."""
        match, seen = self.match, self.game.view(self.state, "public")
        self.same("totals", list(seen.totals), match.totals)
        self.same("active", list(seen.active), match.active)
        if not match.hand or match.waits in ("deal", "over", "put_back", "reshuffle"):
            return
        lying = [(each.owner, each.kind, list(each.cards)) for each in seen.melds]
        self.same("table", lying, [(each["owner"], each["kind"], each["cards"]) for each in match.table])
        self.same("melded", set(seen.melded), match.melded)
        self.same("stock", (seen.stock_count, seen.reshuffled), (len(match.stock), match.reshuffled))
        top = match.pile[-1] if match.pile else None
        self.same("pile", (seen.discard_top, seen.discard_count), (top, len(match.pile)))
        self.same("hand", (seen.hand_number, seen.dealer, seen.indicator), (match.hand, match.dealer, match.indicator))
        phase = "play" if match.drawn_yet else "draw"
        self.same("turn", (seen.turn, seen.phase), (match.turn, phase))
        for seat in match.active:
            own = self.game.view(self.state, seat).own_hand
            self.same("own hand", sorted(own), sorted(match.hands[seat]))

    def _over(self, result: api.Result) -> None:
        self.same("result", (list(result.places), result.reason), (self.match.places(), self.match.reason))
        self.same("points", list(result.points), self.match.totals)


def all_played(matches: int, seed: int, met: Met) -> Iterator[str | None]:
    """So many matches from a seed on: what differs in each, None if nothing."""
    for number in range(seed, seed + matches):
        yield difference(f"match {number}", Pair(number, met).play)


if __name__ == "__main__":
    tell(__doc__, "matches", 30, all_played)
