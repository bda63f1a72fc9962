"""Whole tables of the engine against the slow rules of reference.py and reference_table.py, step by step.

By hand: `python -m tests.games.baccarat.crosscheck --tables 300 --seed 1`; it prints how often each rare case occurred.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from games import api, registry
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.baccarat import reference
from tests.games.baccarat import reference_table as slow
from tests.games.comparison import Met, difference, same, tell

VARIANTS = ("commission", "no_commission", "fortune_six")
AMOUNTS: tuple[Any, ...] = (200, 201, 300, 333, 1_000, 20, 21, 50, 199, 19, 1, 99_800, 100_000, 100_001)
NONSENSE: tuple[Any, ...] = (0, -200, 1.5, "200", True, None, 10**30)
BOXES = ("player", "banker", "tie", "player_pair", "banker_pair", "fortune_six", "dragon")
STEPS = 200
game = registry.game("baccarat")
calculations = conformance.calculations("baccarat")


class Both:
    """One table in both, with a count of what happened; small shoes, so that the cut card comes out often."""

    def __init__(self, variant: str, seed: int, met: Met) -> None:
        self.chance = random.Random(f"{variant} {seed}")
        self.met = met
        bet_s, packs = self.chance.choice([10, 15, 20, 30]), self.chance.choice([1, 1, 1, 2, 8])
        cut, side_max = self.chance.choice([(None, 16), (4, 16), (50, 26 * packs)]), self.chance.choice([None, 50, 20])
        frozen = {"shoe_packs": packs, "shoe_cut_percent": cut[0], "house_max_side": side_max}
        frozen = {name: each for name, each in frozen.items() if each is not None}
        options = game.options({"variant": variant, "bet_s": bet_s}, frozen)
        assert not isinstance(options, Refusal)
        self.state = game.start(options)
        self.table = slow.Table(variant, bet_s, packs, cut[1], side_max)

    def play(self) -> None:
        """So many steps; a house-banked table has no end."""
        for _ in range(STEPS):
            before = list(self.table.guests.values())
            self._step()
            self._compare()
            self._count_freed(before)
            self.met["steps"] += 1

    # --- what happens ---

    def _step(self) -> None:
        waits = slow.awaited(self.table)
        if waits[0] == "guests" or self.chance.random() < 0.05:
            self._of_guests()
        elif waits[0] == "shoe":
            self._shuffle(waits[1])
        elif waits[0] == "bank":
            self._bank(waits)
        elif self.chance.random() < (0.7 if self.table.phase == "betting" else 0.05) and waits[2]:
            self._move(self.chance.choice(sorted(waits[2])))
        else:
            self.met[f"window {self.table.phase}"] += 1
            self._apply(api.Elapsed(game.next(self.state).number))  # type: ignore[union-attr]
            slow.elapsed(self.table)

    def _apply(self, action: Any, actor: int | None = None) -> None:
        self.state = game.apply(self.state, actor, action)

    def _of_guests(self) -> None:
        """Somebody sits down, is lost, comes back or goes, or the round is annulled."""
        table, kind = self.table, self.chance.random()
        seat = self.chance.randrange(7)
        if seat not in table.guests:
            self._guest(seat, True)
        elif kind < 0.08:
            damaged = self.chance.random() < 0.2
            self.met[f"annulled while {table.phase}{', damaged shoe' * damaged}"] += 1
            self._apply(api.Cancelled(damaged))
            slow.cancelled(table, damaged)
        elif kind < 0.2 or table.guests[seat].going:
            self.met["goes with chips in play"] += table.guests[seat].held
            self._apply(api.Left(seat))
            slow.left(table, seat)
        else:
            self._guest(seat, not table.guests[seat].present)

    def _guest(self, seat: int, present: bool) -> None:
        chips = self.chance.choice([199, 250, 1_000, 5_000, 100_000, 300_000])
        caps = {self.chance.choice(reference.OWN_LIMITS): self.chance.choice([0, 220, 999]) for _ in range(2)}
        caps = caps if self.chance.random() < 0.3 else {}
        self._apply(api.Guest(seat, present, api.Purse(chips, caps)))
        slow.told_of(self.table, seat, present, chips, caps)

    def _shuffle(self, size: int) -> None:
        values = self.chance.sample(range(size), size)
        self._apply(api.Drawn(tuple(values)))
        slow.shuffled(self.table, [reference.PACK[value % 52] for value in values])
        self.met["shoes"] += 1

    def _bank(self, waits: tuple[Any, ...]) -> None:
        _, kind, _, chips = waits
        refused = [seat for seat in chips if kind == "hold" and self.chance.random() < 0.1]
        self.met["sets dropped"] += len(refused)
        if kind == "pay":
            self._compare_round(chips)
        slow.banked(self.table, refused)
        told = {seat: api.Purse(guest.chips, guest.caps) for seat, guest in self.table.guests.items() if seat in chips}
        purses = told if self.chance.random() < 0.5 else {}
        self._apply(api.Banked(dict.fromkeys(refused, "insufficient_chips"), purses))

    def _move(self, seat: int) -> None:
        raw = self._wanted()
        expected = slow.refusal(self.table, seat, raw)
        move = game.parse(raw)
        answer = game.check(self.state, seat, move)
        same(f"seat {seat}: {raw}", answer and answer.error, expected)
        self.met[f"{raw['move']}: {expected}"] += 1
        if expected is None:
            before = len(self.table.guests)
            self._apply(move, seat)
            slow.moved(self.table, seat, raw)
            self.met["all done"] += self.table.phase == "closed" and len(self.table.guests) == before

    def _wanted(self) -> dict[str, Any]:
        kind = self.chance.choices(["bet", "repeat", "done", "stand_up"], [20, 8, 10, 1])[0]
        return {"move": kind, "stakes": self._stakes()} if kind == "bet" else {"move": kind}

    def _stakes(self) -> Any:
        """Sets that may often be laid, and wrong ones."""
        if self.chance.random() < 0.05:
            return self.chance.choice([{}, None, [], 300])
        amounts = AMOUNTS if self.chance.random() < 0.4 else AMOUNTS[:5]
        chosen = self.chance.sample(BOXES[: self.chance.choice([3, 5, 5, 6, 7])], self.chance.choice([1, 1, 2, 3]))
        stakes = {box: self.chance.choice(amounts) for box in chosen}
        return stakes | {chosen[0]: self.chance.choice(NONSENSE)} if self.chance.random() < 0.05 else stakes

    # --- what is compared ---

    def _compare(self) -> None:
        same("awaited", self._awaited(), slow.awaited(self.table))
        view = msgspec.json.decode(msgspec.json.encode(game.view(self.state, "public")))
        expected = self._shown()
        same("view", {name: view[name] for name in expected}, expected)
        same("history", [each["winner"] for each in view["history"]], self.table.history)
        data = conformance.situation_data(Situation("baccarat", self.state, tuple(SeatRecord() for _ in range(7))))
        names = ("phase", "round", "stakes", "done", "player", "banker", "remaining", "last_round")
        same("state", {name: data[name] for name in names}, {name: expected[name] for name in names})
        for seat in range(7):
            self._compare_seat(seat)

    def _awaited(self) -> tuple[Any, ...]:
        match game.next(self.state):
            case api.Draw(_, "shoe", "shuffle", n):
                return ("shoe", n)
            case api.Bank(number, kind, chips):
                return ("bank", kind, number, chips)
            case api.Wait(_, ms, may):
                return ("window", ms, set(may))
        return ("guests",)

    def _shown(self) -> dict[str, Any]:
        table = self.table
        guests = sorted(table.guests.items())
        return {
            "phase": table.phase,
            "round": table.round,
            "stakes": {str(seat): guest.stakes for seat, guest in guests if guest.stakes},
            "done": [seat for seat, guest in guests if guest.done],
            "player": table.player,
            "banker": table.banker,
            "totals": [reference.total(table.player), reference.total(table.banker)],
            "remaining": len(table.shoe or []),
            "last_round": table.last_round,
            "seated": [seat for seat, _ in guests],
            "absent": [seat for seat, guest in guests if not guest.present],
            "held": [seat for seat, guest in guests if guest.held],
        }

    def _compare_seat(self, seat: int) -> None:
        """What a guest sees of the own chips, and refusals where nothing may be done."""
        own = msgspec.to_builtins(game.view(self.state, seat))["own"]
        guest = self.table.guests.get(seat)
        mine = None if guest is None or guest.going else (guest.chips, guest.last)
        same(f"own of {seat}", own and (own["chips"], own["repeat"]), mine)
        if slow.awaited(self.table)[0] == "window":
            raw = self._wanted()
            answer = game.check(self.state, seat, game.parse(raw))
            same(f"seat {seat}: {raw}", answer and answer.error, slow.refusal(self.table, seat, raw))

    def _compare_round(self, chips: dict[int, int]) -> None:
        """The pure functions on the round that has just been dealt."""
        table = self.table
        result = slow.result(table)
        cards = [card for both in zip(table.player, table.banker, strict=False) for card in both]
        cards = cards[:4] + table.player[2:] + table.banker[2:]
        self._count(result)
        if result != "dummy":
            rest = (table.shoe or [])[:2]
            same("deal_round", calculations["deal_round"](cards=cards + rest), result)
            place = self.chance.randrange(len(cards))
            drawn, left = (cards[:place], cards[place:] + rest) if self.chance.random() < 0.5 else (cards + rest, [])
            again = calculations["reconstruct"](drawn=drawn, rest=left)
            same("reconstruct", again, result | {"returned": drawn[len(cards) :]})
            before = len(table.shoe or []) + len(cards)
            after = calculations["shoe_after"](remaining_before=before, used=len(cards), last_round=table.last_round)
            same("shoe_after", after, reference.after_round(before, len(cards), table.last_round, 83))
        for seat, paid in chips.items():
            stakes = table.guests[seat].stakes
            back = reference.settled(table.variant, stakes, result)
            expected = {"boxes": back, "credited": paid, "net": paid - sum(stakes.values())}
            found = calculations["settle_round"](variant=table.variant, stakes=stakes, result=result)
            same("settle_round", found, expected)

    def _count_freed(self, before: list[slow.Guest]) -> None:
        """Those whose seats were freed for want of stakes."""
        gone = [guest for guest in before if guest not in self.table.guests.values()]
        self.met["freed while absent"] += sum(guest.away == 5 for guest in gone)
        self.met["freed while present"] += sum(guest.missed == 10 and guest.present for guest in gone)

    def _count(self, result: Any) -> None:
        self.met["rounds"] += 1
        self.met["last rounds"] += self.table.last_round
        if result == "dummy":
            self.met["dummy hands"] += 1
            return
        self.met[f"winner {result['winner']}"] += 1
        self.met[f"cards {result['used']}"] += 1
        self.met["naturals"] += result["natural"]
        self.met["pairs"] += sum(result["pairs"])
        if result["six"]:
            self.met[f"{self.table.variant}: six with {result['six']} cards"] += 1


def all_played(tables: int, seed: int, met: Met) -> Iterator[str | None]:
    """So many tables of each variant from a seed: what differs at each, None if nothing."""
    for number in range(tables):
        for variant in VARIANTS:
            yield difference(f"{variant}, table {number}", Both(variant, seed * 100_000 + number, met).play)


if __name__ == "__main__":
    tell(__doc__, "tables", 100, all_played)
