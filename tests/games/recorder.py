"""Plays matches of any game by the fair stream and records them, as a table does."""

from typing import Any

from games import api
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.recordings import RecordedEvent, RecordedHand, Recording
from services.kernel.fair import NO_SEED, commitment, deal_key
from services.tables.history.recordings import plain
from services.tables.table.draws import stream_key, take
from tests.games import seeded_matches

ROOT = bytes(range(32))
MATCH = "00000000-0000-4000-8000-000000000001"
EVENTS_MAX = 400
"""A long match is recorded up to here."""


class Recorder:
    """Plays a match by the fair stream, seats choosing by themselves, and notes it as a table does."""

    def __init__(
        self, case: seeded_matches.Case, choose: seeded_matches.Chooser = seeded_matches.any_legal, match: str = MATCH
    ) -> None:
        self.case = case
        self.match = match
        self._choose = choose
        self.state = case.start()
        self.events: list[RecordedEvent] = []
        self._streams: dict[str, int] = {}
        self._chance = seeded_matches.Chance(case.game.id, "records")
        self._seeds = [NO_SEED] * len(case.seats())

    def play(self) -> Recording:
        while len(self.events) < EVENTS_MAX and self._once():
            pass
        return self._recording()

    def _once(self) -> bool:
        rules = self.case.game
        waits = rules.next(self.state)
        if isinstance(waits, api.Draw):
            values, position = take(ROOT.hex(), self.match, self._seeds, waits, self._streams.get(stream_key(waits), 0))
            self._streams[stream_key(waits)] = position
            data = {"purpose": waits.purpose, "draw": waits.kind, "n": waits.n, "values": list(values)}
            self._note("drawn", None, data | {"position": position}, api.Drawn(values), waits.hand)
        elif isinstance(waits, api.Wait):
            self._note("elapsed", None, {"number": waits.number}, api.Elapsed(waits.number))
        elif isinstance(waits, api.Decide) and waits.due:
            seat = waits.due[0].seat
            move = self._choose(self.case, self.state, seat, self._chance)
            self._note("moved", seat, {"move": rules.write(move)}, move)
        else:
            return False
        return True

    def _note(self, kind: str, seat: int | None, data: dict[str, Any], action: Any, hand: int = 0) -> None:
        hand = max(hand or self.case.game.progress(self.state).hand, self.events[-1].hand if self.events else 1)
        self.state = self.case.game.apply(self.state, seat, action)
        seq = len(self.events) + 1
        self.events.append(RecordedEvent(seq=seq, t_ms=seq, hand=hand, seat=seat, kind=kind, data=data))

    def _recording(self) -> Recording:
        game = self.case.game
        scored = {hand.number: plain(hand) for hand in game.progress(self.state).hands}
        hands = [
            RecordedHand(
                number=number,
                deal_key=deal_key(ROOT, self.match, number),
                events=sum(event.hand == number for event in self.events),
                result=scored.get(number),
            )
            for number in sorted({event.hand for event in self.events})
        ]
        return Recording(
            format=1, match=self.match, number=1, game=game.id, rules=game.rules, options=plain(self.case.chosen()),
            stake_chips=0, practice=False, table="t", name="Table",
            seats=[SeatPlayer(name=f"p{seat}", account=f"a{seat}") for seat in self.case.seats()],
            sides=[list(side) for side in game.sides(self.case.chosen())], started_at_ms=0, ended_at_ms=1,
            commit=commitment(ROOT), root=ROOT.hex(), seeds=self._seeds, hands=hands, events=self.events,
            outcome="won", result={}, payouts=None, rake_chips=None,
        )  # fmt: skip
