"""Whole matches of the engine against the slow rules of reference.py, step by step, with a taste for what is rare.

By hand: `python -m tests.games.dominoes.crosscheck --matches 500 --seed 1`; it prints how often each rare case came.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from games import api, registry
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.comparison import Met, difference, same, tell
from tests.games.dominoes import reference
from tests.games.dominoes.reference import DOWN, UP, Table

TARGETS = (100, 200, "runout")
NONSENSE: tuple[Any, ...] = ("7-1", "6", "", None, 66, "6-6-6", "up_left")
game = registry.game("dominoes")
calculations = conformance.calculations("dominoes")


class Match:
    """One match in both, with a count of what happened."""

    def __init__(self, target: Any, seed: int, met: Met) -> None:
        self.chance = random.Random(f"{target} {seed}")
        self.met = met
        options = game.options({"target": target}, {})
        assert not isinstance(options, Refusal)
        self.state = game.start(options)
        same("leader drawn", game.next(self.state), api.Draw(1, "leader", "below", 4))
        self.table = Table(target, self.chance.randrange(4), {})
        self.state = game.apply(self.state, None, api.Drawn((self.table.leader,)))

    def play(self) -> None:
        """The match to its end."""
        while self.table.phase != "match_over":
            self._deal()
            while self.table.phase == "hand":
                self._compare()
                self._lay()
            self._compare()
            self.met[f"{self.table.target}: hands"] += 1
            if self.table.phase == "hand_over":
                self._next_hand()
        self.met[f"{self.table.target}: matches"] += 1
        result = game.next(self.state).result  # type: ignore[union-attr]
        places = tuple(1 if seat % 2 == self.table.winner else 2 for seat in range(4))
        same("result", (result.places, result.points, result.reason), (places, tuple(self.table.totals), "won"))

    def _deal(self) -> None:
        same("deal asked for", game.next(self.state), api.Draw(self.table.number, "deal", "shuffle", 28))
        values = self._values()
        reference.opened(self.table, reference.dealt(values))
        self.state = game.apply(self.state, None, api.Drawn(tuple(values)))

    def _values(self) -> list[int]:
        """Now and then a deal in which one seat has most tiles of a value, so that hands are blocked and seats pass."""
        values = self.chance.sample(range(28), 28)
        if self.chance.random() < 0.5:
            wanted, seat = str(self.chance.randrange(7)), self.chance.randrange(4)
            heavy = [value for value in values if wanted in reference.DEALT[value]][: self.chance.randint(4, 7)]
            rest = [value for value in values if value not in heavy]
            values = rest[: 7 * seat] + heavy + rest[7 * seat :]
        return values

    def _next_hand(self) -> None:
        waits = game.next(self.state)
        same("pause", (type(waits), getattr(waits, "ms", None)), (api.Wait, 8000))
        self.state = game.apply(self.state, None, api.Elapsed(waits.number))  # type: ignore[union-attr]
        reference.next_hand(self.table)

    # --- one lay ---

    def _lay(self) -> None:
        table, seat = self.table, self.table.turn
        assert seat is not None
        found = reference.options(table.chain, table.hands[seat], table.leader)
        tile, end = self._chosen(found)
        both = len([each for each, _ in found if each == tile]) == 2
        side = end if both else self.chance.choice([None, end])
        self._count(found, tile, seat)
        move = game.parse({"move": "lay", "tile": tile, "side": side})
        same(f"lay {tile} {side}", game.check(self.state, seat, move), None)
        before = self.state
        self.state = game.apply(before, seat, move)
        tally = reference.lay(table, tile, side)
        self._compare_told(game.event(before, seat, move, self.state, "public"), (seat, tile, end), tally)
        if tally:
            self._count_end(tally)

    def _chosen(self, found: list[reference.Option]) -> reference.Option:
        """Mostly what blocks, then what makes the ends equal; else anything."""
        chain, taste = self.table.chain, self.chance.random()
        if chain and taste < 0.7:
            blocking = [option for option in found if reference.blocks(chain, option)]
            after = [(option, reference.ends(reference.placed(chain, *option))) for option in found]
            level = [option for option, (up, down) in after if up == down]
            if blocking or level:
                return self.chance.choice(blocking or level)
        return self.chance.choice(found)

    def _count(self, found: list[reference.Option], tile: str, seat: int) -> None:
        table, hand = self.table, self.table.hands[seat]
        self.met[f"clock {reference.clock(table.chain, hand, table.leader)}"] += 1
        if not table.chain:
            return
        level = reference.ends(table.chain)[0] == reference.ends(table.chain)[1]
        self.met["second tile on a double"] += len(table.chain) == 1 and level
        self.met["ends equal"] += len(table.chain) > 1 and level
        self.met["a tile for two ends"] += len({each for each, _ in found}) < len(found)
        self.met["the only option blocks"] += len(found) == 1 and reference.blocks(table.chain, found[0])
        self.met["last tile for two ends"] += len(hand) == 1 and len(found) == 2
        self.met["last tile that also blocks"] += len(hand) == 1 and any(
            reference.blocks(table.chain, each) for each in found
        )

    def _count_end(self, tally: dict[str, Any]) -> None:
        target = self.table.target
        tied = tally["winner_side"] is None and target != "runout"
        self.met[f"{target}: {tally['result']}{' tied' if tied else ''}"] += 1
        of_side = [reference.pips(self.table.hands[side] + self.table.hands[side + 2]) for side in (0, 1)]
        lost = tally["winner_side"] not in (None, tally["seat"] % 2)
        self.met["block that its own side loses"] += tally["result"] == "block" and lost
        self.met["level at 3 hands or more"] += target == "runout" and min(self.table.totals) >= 3
        self.met["winners without pips left"] += tally["winner_side"] is not None and min(of_side) == 0

    # --- what is compared ---

    def _compare(self) -> None:
        waits, table = game.next(self.state), self.table
        self.met["positions"] += 1
        if table.turn is None:
            same("phase", type(waits), api.Over if table.phase == "match_over" else api.Wait)
        else:
            kind = reference.clock(table.chain, table.hands[table.turn], table.leader)
            due = [(each.seat, each.clock) for each in waits.due]  # type: ignore[union-attr]
            same("due", (due, waits.may), ([(table.turn, kind)], frozenset()))  # type: ignore[union-attr]
        self._compare_data()
        for viewer in (0, 1, 2, 3, "public", "open"):
            self._compare_view(viewer)
        for seat in range(4):
            self._compare_moves(seat)
        if table.turn is not None:
            self._compare_calculations(table.turn)

    def _shown(self) -> dict[str, Any]:
        """What everybody sees, by the names of the rules."""
        table = self.table
        return {
            "phase": table.phase,
            "hand_number": table.number,
            "leader": table.leader,
            "turn": table.turn,
            "chain": table.chain,
            "passed": table.passed,
            "last_lay": table.last_lay,
            "entries": table.entries,
        }

    def _compare_data(self) -> None:
        table = self.table
        data = conformance.situation_data(Situation("dominoes", self.state, tuple(SeatRecord() for _ in range(4))))
        kind = None if table.turn is None else reference.clock(table.chain, table.hands[table.turn], table.leader)
        total = "hands_won" if table.target == "runout" else "totals"
        expected = self._shown() | {total: table.totals, "clock": kind}
        same("state", {name: data.get(name) for name in expected}, expected)
        same("hands", _sorted_hands(data["hands"]), _sorted_hands(table.hands))

    def _compare_view(self, viewer: Any) -> None:
        table = self.table
        view = msgspec.json.decode(msgspec.json.encode(game.view(self.state, viewer)))
        same("view", {name: view[name] for name in self._shown()}, self._shown())
        over = table.phase != "hand"
        seen = table.hands if over or viewer == "open" else {viewer: table.hands[viewer]} if viewer in range(4) else {}
        same(f"hands seen by {viewer}", _sorted_hands(view["hands"]), _sorted_hands(seen))
        faces = dict.fromkeys(table.passed, "red") | ({} if table.turn is None else {table.turn: "smiley"})
        same("faces", view["faces"], [faces.get(seat) for seat in range(4)])
        same("counts", view["counts"], [len(table.hands[seat]) for seat in range(4)])
        own = table.turn is not None and viewer in (table.turn, "open")
        hand = table.hands[table.turn] if own and table.turn is not None else []
        options = reference.options(table.chain, hand, table.leader)
        same(f"options seen by {viewer}", sorted(map(str, view["options"])), sorted(str([*each]) for each in options))
        same(f"clock seen by {viewer}", view["clock"], reference.clock(table.chain, hand, table.leader))
        same("cells", view["cells"], reference.cells(table.totals) if table.target == "runout" else None)

    def _compare_moves(self, seat: int) -> None:
        table = self.table
        found = reference.options(table.chain, table.hands[seat], table.leader) if seat == table.turn else []
        legal = [game.write(move) for move in game.legal(self.state, seat)]
        ends = {(move["tile"], _end(table, seat, move)) for move in legal}
        same(f"legal for {seat}", ends, set(found))
        tiles = [*self.chance.sample(reference.ALL, 6), *table.hands[seat], self.chance.choice(NONSENSE)]
        for tile in tiles:
            side = self.chance.choice([None, None, UP, DOWN, UP, DOWN, "left", 1])
            asked = (
                "-".join(reversed(tile.split("-"))) if isinstance(tile, str) and self.chance.random() < 0.5 else tile
            )
            answer = game.check(self.state, seat, game.parse({"move": "lay", "tile": asked, "side": side}))
            expected = reference.refusal(table, seat, asked, side)
            same(f"seat {seat} lays {asked} {side}", answer and answer.error, expected)
            self.met[f"answer {expected}"] += 1

    def _compare_calculations(self, seat: int) -> None:
        """The pure functions on the same position."""
        table, hand = self.table, self.table.hands[seat]
        given = {"chain": table.chain, "hand": hand, "leader": table.leader}
        found = reference.options(table.chain, hand, table.leader)
        kind = reference.clock(table.chain, hand, table.leader)
        limit = reference.LIMITS_S[kind] if kind else None
        listed = calculations["options"](**given)["options"]
        same("options", sorted(map(str, listed)), sorted(str(list(each)) for each in found))
        same("turn_clock", calculations["turn_clock"](**given), {"clock": kind, "limit_s": limit})
        laid = {"tile": found[0][0], "end": found[0][1]} if kind == "single" else None
        same("system_lay", calculations["system_lay"](**given, elapsed_s=6), laid)
        played = [game.write(move)["tile"] for move in game.timed_out(self.state, seat)]
        same("what time plays", played, [laid["tile"]] if laid else [])
        tile, end = self.chance.choice(found)
        same("place", calculations["place"](**given, tile=tile, side=end), self._placed(tile, end))
        after = reference.placed(table.chain, tile, end)
        hands = {each: [other for other in held if (each, other) != (seat, tile)] for each, held in table.hands.items()}
        asked = {"chain": after, "hands": {str(each): held for each, held in hands.items()}, "seat": seat}
        expected = reference.after_lay(after, hands, seat, table.leader)
        same("after_lay", calculations["after_lay"](**asked, leader=table.leader), expected)

    def _placed(self, tile: str, end: str | None) -> dict[str, Any]:
        chain = reference.placed(self.table.chain, tile, end)
        return {"chain": chain, "end": end, "ends": [int(value) for value in reference.ends(chain)]}

    def _compare_told(self, told: Any, lay: tuple[int, str, str | None], tally: dict[str, Any] | None) -> None:
        seat, tile, end = lay
        expected = {"seat": seat, "tile": tile, "end": end, "passed": self.table.passed, "turn": self.table.turn}
        same("told", {name: told.data[name] for name in expected}, expected)
        if tally is None:
            return
        left = {str(each): hand for each, hand in self.table.hands.items()}
        asked = {"result": tally["result"], "seat": seat, "hands": left}
        scored = {name: tally[name] for name in ("winner_side", "points", "entry")}
        same("score_hand", calculations["score_hand"](target=self.table.target, **asked), scored)
        hand = game.progress(self.state).hands[-1]
        points = [tally["points"] if side == tally["winner_side"] else 0 for side in (0, 1)]
        same("hand", (hand.number, hand.side, list(hand.points)), (self.table.number, tally["winner_side"], points))
        same("first round", game.progress(self.state).first_round_done, True)


def _end(table: Table, seat: int, move: dict[str, Any]) -> str | None:
    if not table.chain:
        return None
    return reference.end_of(table.chain, table.hands[seat], table.leader, move["tile"], move.get("side"))


def _sorted_hands(hands: dict[Any, list[str]]) -> dict[str, list[str]]:
    return {str(seat): sorted(hand) for seat, hand in hands.items()}


def all_played(matches: int, seed: int, met: Met) -> Iterator[str | None]:
    """So many matches of each target from a seed: what differs in each, None if nothing."""
    for number in range(matches):
        for target in TARGETS:
            yield difference(f"target {target}, match {number}", Match(target, seed * 100_000 + number, met).play)


if __name__ == "__main__":
    tell(__doc__, "matches", 100, all_played)
