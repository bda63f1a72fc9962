"""Whole matches of the engine against reference_match.py: at every step what is waited for, seen, refused and scored.

By hand: `python -m tests.games.tavli.crosscheck_match --matches 200 --seed 1`; it also counts what happened.
"""

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from games import api, registry
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.comparison import Difference, Met, difference, same, tell
from tests.games.seeded_matches import Chance
from tests.games.tavli.reference import BAR, OFF
from tests.games.tavli.reference_match import Match

CHOICES = ("combined", "combined", "portes", "plakoto", "fevga")
TARGETS = (1, 3, 5, 7, 9, 11, 13)
LISTED = 40
"""So many legal plays are looked at; a double may have thousands."""
NUMBERS = {"bar": BAR, "off": OFF}


def waited(waits: Any) -> tuple[Any, ...]:
    """What the engine waits for, as the reference says it."""
    match waits:
        case api.Draw(hand, purpose, kind, n):
            return "draw", hand, purpose, kind, n
        case api.Decide(due, may):
            return "decide", [each.seat for each in due], set(may)
        case api.Wait(_, ms, may):
            return "wait", ms, set(may)
        case api.Over(result):
            return "over", result.places, result.points, result.reason
    raise Difference(f"it waits for {waits}")


class Course:
    """One match, played by both."""

    def __init__(self, chance: random.Random, met: Met) -> None:
        self.game = registry.game("tavli")
        self.chance, self.met = chance, met
        self.options: dict[str, Any] = {"variant": chance.choice(CHOICES), "target": chance.choice(TARGETS)}
        self.state = self.game.start(self.game.options(self.options, {}))
        self.match = Match(self.options["variant"], self.options["target"])
        self.leaving = 0.002 if chance.random() < 0.3 else 0.0
        self.resigning = chance.choice((0.0, 0.002, 0.02))

    def play(self) -> None:
        """To the end; Difference if the two come apart."""
        self.compare()
        while self.match.phase != "match_over":
            self.step()
            self.compare()
        self.met[f"matches {waited(self.game.next(self.state))[3]}"] += 1

    def compare(self) -> None:
        """Everything there is to see now."""
        waits = self.game.next(self.state)
        same("waits for", waited(waits), self.match.waits())
        for viewer in (0, 1, "public"):
            view = msgspec.to_builtins(self.game.view(self.state, viewer))
            view = json.loads(json.dumps(view))
            seen = self.match.seen()
            same(f"view of {viewer}", {name: view[name] for name in seen}, seen)
        self.compare_progress()
        if self.chance.random() < 0.1:
            self.compare_refusals()
        if self.chance.random() < 0.1:
            self.reread()

    def compare_progress(self) -> None:
        progress = self.game.progress(self.state)
        hands = [(hand.data["variant"], hand.side, sum(hand.points), hand.data["how"]) for hand in progress.hands]
        same("games", hands, self.match.games)
        same("points", list(progress.points), self.match.score)
        same("active", set(progress.active), {0, 1} - {self.match.left})
        same("first round done", progress.first_round_done, min(self.match.turns) > 0)

    def compare_refusals(self) -> None:
        """What may be sent at any time, and is mostly wrong."""
        dice = self.match.dice_left()
        some = [
            (place, max(place - die, OFF)) for place in sorted({*self.match.table.mine()} - {OFF}) for die in dice[:2]
        ]
        play = self.chance.sample(some, min(len(some), self.chance.randint(0, 2)))
        for seat in (0, 1):
            self.refused(seat, {"move": "resign"}, "resign", None)
            self.refused(seat, {"move": "play", "steps": [[24]]}, "play", None)
            self.refused(seat, {"move": "play", "steps": [self.as_sent(step) for step in play]}, "play", play)
            same("timed out", self.game.timed_out(self.state, seat), ())

    @staticmethod
    def as_sent(step: tuple[int, int]) -> list[Any]:
        return ["bar" if step[0] == BAR else step[0], "off" if step[1] == OFF else step[1]]

    def refused(self, seat: int, raw: dict[str, Any], name: str, play: Any) -> None:
        found = self.game.check(self.state, seat, self.game.parse(raw))
        code = self.match.code(seat, name, play)
        same(f"{raw} by {seat}", found and found.error, code)
        self.met[f"refused: {code}" if code else "accepted"] += 1

    def reread(self) -> None:
        """The match goes on from what was written of it."""
        seats = tuple(SeatRecord(removed=seat == self.match.left) for seat in (0, 1))
        moment = Situation("tavli", self.state, seats)
        again = conformance.situation("tavli", self.options, conformance.situation_data(moment))
        same("written and read, waits for", waited(self.game.next(again.state)), self.match.waits())
        self.state = again.state
        self.met["written and read"] += 1

    # --- one step ---

    def step(self) -> None:
        if self.chance.random() < self.leaving:
            self.leave()
            return
        waits = self.game.next(self.state)
        if isinstance(waits, api.Draw):
            dice = (self.chance.randint(1, 6), self.chance.randint(1, 6))
            self.met["equal opening dice" if self.match.phase == "opening" and dice[0] == dice[1] else "rolls"] += 1
            self.applied(None, api.Drawn(dice))
            self.match.drawn(dice)
        elif self.match.phase == "play" and self.chance.random() < self.resigning:
            self.resign()
        elif isinstance(waits, api.Wait):
            self.met["passes" if self.match.phase == "play" else f"ended: {self.match.games[-1][3]}"] += 1
            self.applied(None, api.Elapsed(waits.number))
            self.match.waited()
        else:
            self.turn()

    def leave(self) -> None:
        seat = self.chance.randrange(2)
        self.met[f"left in {self.match.phase}"] += 1
        self.applied(None, api.Left(seat))
        self.match.went(seat)

    def resign(self) -> None:
        seat = self.chance.randrange(2)
        self.applied(seat, self.game.parse({"move": "resign"}))
        self.match.resigned(seat)

    def turn(self) -> None:
        """Any legal play, one that lands on the other's first point if there is one, or the computer player's."""
        seat = self.match.turn
        assert seat is not None
        moves = [each for each in islice(self.game.legal(self.state, seat), LISTED) if hasattr(each, "steps")]
        hunting = [each for each in moves if any(target == 1 for _, target in each.steps)]
        move = self.chance.choice(hunting if hunting and self.match.variant == "plakoto" else moves)
        if self.chance.random() < 0.5 and not hunting:
            move = self.game.bot(self.game.view(self.state, seat), Chance(0), "easy")
        self.met[f"turns of {self.match.variant}"] += 1
        self.applied(seat, move)
        self.match.played([(NUMBERS.get(source, source), NUMBERS.get(target, target)) for source, target in move.steps])

    def applied(self, actor: int | None, action: Any) -> None:
        self.state = self.game.apply(self.state, actor, action)


def all_played(matches: int, seed: int, met: Met) -> Iterator[str | None]:
    """So many matches from a seed: what differs in each, None if nothing."""
    for number in range(matches):
        yield difference(f"match {number} of seed {seed}", Course(random.Random(f"{seed} {number}"), met).play)


if __name__ == "__main__":
    tell(__doc__, "matches", 100, all_played)
