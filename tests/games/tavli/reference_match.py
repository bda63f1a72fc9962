"""The course of a match once more, from the rules alone: whose turn, what is waited for, points, next variant, the end.

Turns are those of reference.py; nothing is shared with the engine.
"""

from collections import Counter
from typing import Any

from tests.games.tavli.reference import BAR, OFF, Table, refusal, rolled, steps
from tests.games.tavli.reference import legal as legal_ends

ORDER = ("portes", "plakoto", "fevga")
SET_UPS = {"portes": [24] * 2 + [13] * 5 + [8] * 3 + [6] * 5, "plakoto": [24] * 15, "fevga": [24] * 15}
NAMES = {BAR: "bar", OFF: "off"}


def plain_side(places: list[int]) -> dict[str, int]:
    """A seat's checkers as data."""
    return {str(NAMES.get(place, place)): count for place, count in Counter(places).items()}


def ended(table: Table, mover: int) -> tuple[int | None, int, str] | None:
    """Winner, points and how, if the turn that the mover has completed ends the game."""
    mine, theirs = table.places[mover], table.places[1 - mover]
    if mine.count(OFF) == 15:
        return mover, 1 if OFF in theirs else 2, "bear_off"
    if table.variant != "plakoto":
        return None
    lost = [table.places[seat].count(24) == 1 and 24 in table.pinned[seat] for seat in (0, 1)]
    if all(lost):
        return None, 0, "tie"
    return (mover, 2, "mother") if lost[1 - mover] and 24 not in mine else None


class Match:
    """A match as the rules describe it."""

    def __init__(self, variant: str, target: int) -> None:
        self.choice, self.target = variant, target
        self.score = [0, 0]
        self.games: list[tuple[str, int | None, int, str]] = []
        self.left: int | None = None
        self.turns = [0, 0]
        self.number = 0
        self.set_up(None)

    @property
    def variant(self) -> str:
        return ORDER[(self.number - 1) % 3] if self.choice == "combined" else self.choice

    @property
    def winner(self) -> int | None:
        if self.left is not None:
            return 1 - self.left
        return next((seat for seat in (0, 1) if self.score[seat] >= self.target), None)

    def set_up(self, starter: int | None) -> None:
        self.number += 1
        self.starter = self.turn = starter
        self.phase = "opening" if starter is None else "rolling"
        self.dice: list[int] = []
        self.table = Table(self.variant, [SET_UPS[self.variant]] * 2, [set(), set()], starter or 0)

    # --- what happens ---

    def drawn(self, dice: tuple[int, ...]) -> None:
        if self.phase == "rolling":
            self.dice, self.phase = list(dice), "play"
        elif dice[0] != dice[1]:
            self.starter = self.turn = self.table.seat = 0 if dice[0] > dice[1] else 1
            self.phase = "rolling"

    def played(self, play: list[tuple[int, int]]) -> None:
        assert self.turn is not None
        for step in play:
            self.table = self.table.after(*step)
        self.turns[self.turn] += 1
        if found := ended(self.table, self.turn):
            self.over(*found)
        else:
            self.turn, self.dice, self.phase = 1 - self.turn, [], "rolling"
            self.table = self.table.swapped()

    def resigned(self, seat: int) -> None:
        self.over(1 - seat, 1 if OFF in self.table.places[seat] else 2, "resign")

    def went(self, seat: int) -> None:
        """The seat has left for good."""
        if self.phase != "game_over":
            self.games.append((self.variant, 1 - seat, 2, "left"))
        self.score[1 - seat] = max(self.score[1 - seat] + 2, self.target)
        self.left, self.phase, self.turn, self.dice = seat, "match_over", None, []

    def over(self, winner: int | None, points: int, how: str) -> None:
        self.games.append((self.variant, winner, points, how))
        if winner is not None:
            self.score[winner] += points
        self.phase = "game_over" if self.winner is None else "match_over"
        self.turn, self.dice = None, []

    def waited(self) -> None:
        """What is shown has been shown long enough."""
        if self.phase == "play":
            self.played([])
        else:
            self.set_up(self.games[-1][1])

    # --- what is seen ---

    def can_play(self) -> bool:
        return any(list(steps(self.table, die)) for die in set(self.dice))

    def waits(self) -> tuple[Any, ...]:
        """What the game must wait for."""
        if self.phase == "match_over":
            places = (1, 2) if self.winner == 0 else (2, 1)
            return "over", places, tuple(self.score), "won" if self.left is None else "conceded"
        if self.phase == "game_over":
            return "wait", 5_000, set()
        if self.phase != "play":
            return "draw", self.number, "dice", "dice", 2
        return ("decide", [self.turn], {0, 1}) if self.can_play() else ("wait", 2_000, {0, 1})

    def seen(self) -> dict[str, Any]:
        """What all may see."""
        return {
            "phase": self.phase,
            "turn": self.turn,
            "dice": self.dice or None,
            "checkers": [plain_side(places) for places in self.table.places],
            "pinned": [sorted(pinned) for pinned in self.table.pinned],
            "variant_now": self.variant,
            "game_number": self.number,
            "score": self.score,
            "starter": self.starter,
            "winner": self.winner,
        }

    def code(self, seat: int, name: str, play: list[tuple[int, int]] | None) -> str | None:
        """Why a move is refused, in the order of the rules; `play` None: it cannot be read."""
        if self.phase == "match_over":
            return "match_over"
        if self.phase != "play":
            return "wrong_phase"
        if name == "resign":
            return None
        if seat != self.turn:
            return "not_your_turn"
        if play is None:
            return "bad_parameters"
        found = legal_ends(self.table, (self.dice[0], self.dice[1]))
        if not play and not self.can_play():
            return "wrong_phase"
        return refusal(self.table, (self.dice[0], self.dice[1]), play, found)

    def dice_left(self) -> tuple[int, ...]:
        return rolled((self.dice[0], self.dice[1])) if self.dice else ()
