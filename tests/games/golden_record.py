"""Writes a golden game from a match of computer players, to be read against the rules and kept (or cut) by hand.

`python -m tests.games.golden_record GAME [OPTIONS [SEED]] > games/name.game`; options as JSON. What the game says to
spectators is noted after every action, so that any change of the rules or of the events shows in it.
"""

import json
import sys
from typing import Any

from games import registry
from games.api import Drawn, Elapsed
from tests.games.golden import plain
from tests.games.seeded_matches import Case, Step, bot_move, match

TITLE = "# Say here in one sentence what this match shows."


def record(game_id: str, options: str = "{}", seed: int = 1) -> str:
    """A match of computer players as the text of a golden game.

    Raises:
        ValueError: the game is house-banked, and so has no end.
    """
    game = registry.game(game_id)
    if game.house_banked:
        raise ValueError(f"{game_id} is house-banked: its matches have no end")
    steps = match(Case(game, options), seed, bot_move)
    lines = [TITLE, f"game {game_id}", f"options {options}", ""]
    for step in steps:
        lines += [_action(game, step), _event(game, step)]
    result = plain(game.next(steps[-1].after).result)
    ending = {name: result[name] for name in ("places", "points", "reason")}
    return "\n".join([*lines, f"end{_fields(ending)}", ""])


def _action(game: Any, step: Step) -> str:
    """The line on which something happens."""
    if isinstance(step.action, Drawn):
        return " ".join(["draw", step.waited.purpose, *map(str, step.action.values)])
    if isinstance(step.action, Elapsed):
        return f"action {json.dumps({'type': 'elapsed', 'number': step.action.number})}"
    move = plain(game.write(step.action))
    return f"{step.actor} {move.pop('move')}{_fields(move)}"


def _event(game: Any, step: Step) -> str:
    """What spectators receive of it."""
    event = game.event(step.before, step.actor, step.action, step.after, "public")
    return f"told public {event.kind}{_fields(plain(event.data))}" if event else "told public nothing"


def _fields(data: dict[str, Any]) -> str:
    return "".join(f" {name}={json.dumps(value, ensure_ascii=False)}" for name, value in data.items())


def main(arguments: list[str]) -> int:
    """The command; returns the exit code."""
    if len(arguments) not in (1, 2, 3):
        sys.stderr.write("usage: python -m tests.games.golden_record GAME [OPTIONS [SEED]]\n")
        return 2
    game, options, seed = [*arguments, *("{}", "1")[len(arguments) - 1 :]]
    sys.stdout.write(record(game, options, int(seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
