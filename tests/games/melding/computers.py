"""What holds of the computer players of all rummy games, at each strength."""

from collections.abc import Iterator
from typing import Any

from games import api
from services.kernel.strength import Strength
from tests.games.seeded_matches import Chance

STRENGTHS: tuple[Strength, ...] = ("strong", "medium", "easy")


def moments(game: Any, options: dict[str, Any], seed: object, steps: int) -> Iterator[tuple[Any, int, list[Any], Any]]:
    """The moments of a match of strong computers in which a seat moves: state, seat, what it has seen, its move."""
    state = game.start(game.options(options, {}))
    chance = Chance(game.id, seed)
    seats = sum(len(side) for side in game.sides(game.options(options, {})))
    seen: list[list[Any]] = [[] for _ in range(seats)]
    for _ in range(steps):
        waits, actor = game.next(state), None
        if isinstance(waits, api.Over):
            return
        if isinstance(waits, api.Draw):
            action: Any = api.Drawn(chance.values(waits))
        elif isinstance(waits, api.Wait):
            action = api.Elapsed(waits.number)
        else:
            actor = min(due.seat for due in waits.due)
            action = game.bot(game.view(state, actor), chance, "strong", seen[actor])
            yield state, actor, list(seen[actor]), action
        after = game.apply(state, actor, action)
        for seat in range(seats):
            event = game.event(state, actor, action, after, seat)
            if event is not None:
                seen[seat] = [event] if event.kind == "deal" else [*seen[seat], event]
        state = after


def assert_allowed_and_the_same_again(game: Any, options: dict[str, Any], steps: int, every: int) -> None:
    """Each strength makes moves that the rules allow, the same ones from the same chance."""
    for number, (state, seat, seen, _) in enumerate(moments(game, options, "allowed", steps)):
        if number % every == 0:
            view = game.view(state, seat)
            for strength in STRENGTHS:
                move = game.bot(view, Chance(number), strength, seen)
                assert move is not None and game.check(state, seat, move) is None, (strength, move)
                assert game.bot(view, Chance(number), strength, list(seen)) == move
                assert game.check(state, seat, game.bot(view, Chance(number), strength)) is None


def slips(game: Any, options: dict[str, Any], steps: int) -> dict[Strength, int]:
    """How many moves of each strength differ from those of the strong one, in the same moments."""
    found = dict.fromkeys(STRENGTHS, 0)
    for number, (state, seat, seen, move) in enumerate(moments(game, options, "slips", steps)):
        for strength in STRENGTHS:
            found[strength] += game.bot(game.view(state, seat), Chance(number), strength, seen) != move
    return found
