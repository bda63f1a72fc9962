"""How the computer players of a game fare against each other: shares of matches won, from fixed seeds.

Two strengths play each seed twice, with sides changed; a tie is half a win. They are asked as a table asks them, with
the hand as their seat saw it.
"""

import math
from itertools import combinations
from typing import Any

from games import api
from games.api import AnyGame, GameEvent
from services.kernel.seats import Seat
from services.kernel.strength import Strength
from services.platform.process.json import encode
from services.tables.bots.seen_hand import SeenEvent, history_of
from tests.games.seeded_matches import Chance

STRENGTHS: tuple[Strength, ...] = ("strong", "medium", "easy")
TURNS_MAX = 20_000
HALF = 0.5


class Table:
    """A match of a game, and what its seats have seen of the running hand."""

    def __init__(self, game: AnyGame, chance: Chance) -> None:
        """With the options that the game has of itself."""
        self.game = game
        self.options = game.options({}, {})
        self.state = game.start(self.options)
        self._chance = chance
        self._seats = [seat for side in game.sides(self.options) for seat in side]
        self._seen: dict[Seat, list[SeenEvent]] = {seat: [] for seat in self._seats}
        self._dealt = 0

    def apply(self, seat: Seat | None, action: Any) -> None:
        """Something happens, and all seats see it as they may."""
        before, self.state = self.state, self.game.apply(self.state, seat, action)
        if self.game.bot_history:
            for each, seen in self._seen.items():
                event = self.game.event(before, seat, action, self.state, each)
                if event is not None:
                    seen.append(SeenEvent(0, encode(event)))

    def draw(self, waits: api.Draw) -> None:
        """Chance; a new hand begins with its first deal."""
        if waits.purpose == "deal" and waits.hand != self._dealt:
            self._dealt = waits.hand
            self._seen = {seat: [] for seat in self._seats}
        self.apply(None, api.Drawn(self._chance.values(waits)))

    def history(self, seat: Seat) -> tuple[GameEvent, ...]:
        """What a computer player gets."""
        return history_of(self._seen[seat]) if self.game.bot_history else ()


def chosen(table: Table, seat: Seat, strength: Strength, chance: Chance) -> Any:
    """The move as the tables find it."""
    game, state = table.game, table.state
    move = game.bot(game.view(state, seat), chance, strength, table.history(seat))
    return move if move is not None else next(game.legal(state, seat))


def play(game: AnyGame, pair: tuple[Strength, Strength], seed: int, swapped: bool) -> float:
    """One match: 1 if the first strength wins, 0 if the second, a half if neither does alone. Where there are more than
    two sides, the strengths take turns."""
    chance = Chance("strength", game.id, seed)
    table = Table(game, chance)
    side_of = {seat: number for number, side in enumerate(game.sides(table.options)) for seat in side}
    for _ in range(TURNS_MAX):
        waits = game.next(table.state)
        if isinstance(waits, api.Over):
            won = {(side_of[seat] + swapped) % 2 for seat, place in enumerate(waits.result.places) if place == 1}
            return HALF if len(won) != 1 else float(won == {0})
        if isinstance(waits, api.Draw):
            table.draw(waits)
        elif isinstance(waits, api.Wait):
            table.apply(None, api.Elapsed(waits.number))
        else:
            assert isinstance(waits, api.Decide)
            seat = min(due.seat for due in waits.due)
            table.apply(seat, chosen(table, seat, pair[(side_of[seat] + swapped) % 2], chance))
    return HALF


def share_of_wins(game: AnyGame, pair: tuple[Strength, Strength], seeds: int) -> float:
    """The share of matches that the first strength wins."""
    points = sum(play(game, pair, seed, swapped) for seed in range(seeds) for swapped in (False, True))
    return points / (2 * seeds)


def shares(game: AnyGame, seeds: int) -> dict[str, float]:
    """`"<stronger> <weaker>"` → the stronger one's share, with the number of seeds."""
    found: dict[str, float] = {"seeds": seeds}
    for pair in combinations(STRENGTHS, 2):
        found[" ".join(pair)] = round(share_of_wins(game, pair, seeds), 3)
    return found


def standard_error(share: float, seeds: int) -> float:
    """Of a share of that many seeds, each played twice."""
    return math.sqrt(max(share * (1 - share), 1 / (8 * seeds)) / (2 * seeds))
